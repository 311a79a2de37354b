"""The stages that JAX and XLA make of a function, from its source to machine code, linked line by line.

A target is any jitted callable with its arguments; nothing here depends on pictures, expressions or windows.

    inspection = Inspection(Target("f", f, (jax.ShapeDtypeStruct((3,), "float32"),)))
    for stage in inspection.run():          # each as soon as it exists
        show(stage.name, stage.text)
    report = inspection.report()            # stages, links, cost, timing, compilations: plain values
    report.links.follow("jaxpr", [2], "optimized")

target.py                 Target, Source: a function with its arguments, as JAX traces it
argument_grammar.py       `x=f32[3,3], n=3, key=key(0)` as arguments of a call; user_process evaluates them
inspection.py             Inspection, inspect: trace, lower, compile, link
inspected.py              Inspected: what `jaxstudio.inspect` returns
stages.py, report.py      Stage; Summary and Report: everything known of a function
xla_dumps.py              one compilation that bypasses the cache; stages from XLA's dumps
machine_code/             object files as assembly; its loops; the line of LLVM IR of each instruction
parse/                    parsers of jaxprs, StableHLO, HLO, LLVM IR, assembly, PTX
links/                    from any place in one stage to its places in any other
cost.py, measurement.py   flops, bytes, memory, times, roofline: the values; how they are measured
line_profile.py           time, flops, bytes, memory of a run by source line, equation and instruction, with
                          instruction_costs.py, peak_memory.py and flame.py
compilation_log.py        every compilation, and its cause (compilation_listener.py)
comparison.py             two compilations side by side
error_explanations.py     errors in plain words at the user's line, by error_rules.toml
nans.py                   the first equation that makes a NaN
user_process/             a user's function in a process of its own
text_view/                syntax colours, filters, folds, search, help on opcodes
graph.py                  dataflow graph: nodes, boxes, layout; graph_svg.py
export.py                 a folder, JSON, one HTML page (page.js, page.css)
lessons.py                functions to inspect, experiments to run (lessons.toml, lesson_programs.py)

What the window shows is importable without JAX: reports, stages, links, graphs, comparisons, compilations.
"""
