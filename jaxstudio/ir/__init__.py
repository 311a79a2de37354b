"""What JAX and XLA make of a function: every stage from its source to machine code, linked line by line.

A target is any jitted callable with its arguments; nothing here knows of pictures, expressions or windows.

    inspection = Inspection(Target("f", f, (jax.ShapeDtypeStruct((3,), "float32"),)))
    for stage in inspection.run():          # each as soon as there is something to read
        show(stage.name, stage.text)
    report = inspection.report()            # stages, links, cost, timing, ledger: values only
    report.links.follow("jaxpr", [2], "optimized")

target.py      Target, Source
arguments/     `x=f32[3,3], n=3, key=key(0)` as arguments of a call
inspection.py  Inspection, inspect
inspected.py   Inspected: what `jaxstudio.inspect` returns
stages.py      Stage, Kind, Language
report.py      Report; serialization.py  turns it to JSON and back
compiling/     one compilation around the cache: passes, buffers, LLVM IR, object code, assembly
objects/       ELF, Mach-O and COFF, as little as a disassembler needs
parse/         the texts: operations, their places, where JAX says they come from
links/         from any place in one stage to its places in any other
cost/          flops, bytes, memory, measured times, this machine's roofline
ledger/        every compilation of this process, and why
compare/       two compilations side by side
explain/       errors in plain words at the person's own line; a NaN's first equation
child/         one's own function in a process of its own
reading/       colours, filters, folds, search, help
graph/         nodes, boxes, what is shown, where it is drawn
save/          a folder, JSON, one HTML page
"""
