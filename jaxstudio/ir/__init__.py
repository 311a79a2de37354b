"""What JAX and XLA make of a function: every stage from its source to machine code, linked line by line.

A target is any jitted callable with its arguments; nothing here depends on pictures, expressions or windows.

    inspection = Inspection(Target("f", f, (jax.ShapeDtypeStruct((3,), "float32"),)))
    for stage in inspection.run():          # each as soon as it exists
        show(stage.name, stage.text)
    report = inspection.report()            # stages, links, cost, timing, compilations: plain values
    report.links.follow("jaxpr", [2], "optimized")

target.py             Target, Source
argument_grammar.py   `x=f32[3,3], n=3, key=key(0)` as arguments of a call; user_process evaluates them
inspection.py         Inspection, inspect
inspected.py          Inspected: what `jaxstudio.inspect` returns
stages.py             Stage, Kind, Language
report.py             Report, and its conversion to JSON and back
variation.py          the same target with another dtype, device or compiler options
compiling/            one compilation that bypasses the cache; stages from XLA's dumps; disassembly
parse/                parsers of jaxprs, StableHLO, HLO, LLVM IR, assembly, PTX
links/                from any place in one stage to its places in any other
cost.py               flops, bytes, memory; compiling/cost_analysis.py asks XLA for them
roofline.py           what a run took and could take; measurement.py measures it
equations.py          the equations of a jaxpr, and the transforms they went through
compilation_log.py    every compilation, and its cause (compilation_listener.py)
comparison.py         two compilations side by side; line_diff.py: which lines differ
explain/              errors in plain words at the user's line; a NaN's first equation
user_process/         a user's function in a process of its own
text_view/            syntax colours, filters, folds, search, help on opcodes
graph.py              dataflow graph: nodes, boxes, layout
export.py             a folder, JSON, one HTML page (page.js, page.css)
lessons/              functions to inspect, experiments to run

What the window shows is importable without JAX: reports, stages, links, graphs, comparisons, compilations.
"""
