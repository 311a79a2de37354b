"""A recipe as a Python script that computes the same pixels."""

from __future__ import annotations

from jaxstudio.pipeline.recipe import Recipe, Step


def as_call(step: Step, key: int | None = None) -> str:
    """One step as a method call, every parameter spelled out."""
    arguments = [f"{name}={value!r}" for name, value in step.params.items()]
    if key is not None:
        arguments.append(f"key={key}")
    return f".{step.op.name}({', '.join(arguments)})"


def as_python(recipe: Recipe) -> str:
    """A script, `python script.py IN OUT`, of the steps that are switched on.

    A step's key seeds its noise; it is written where it is not the one that follows by itself.
    """
    lines = []
    greatest = 0
    for step in recipe.active:
        lines.append("    " + as_call(step, None if step.key == greatest + 1 else step.key))
        greatest = max(greatest, step.key)
    calls = "\n".join(lines)
    calls = calls + "\n" if calls else ""
    return (
        '"""Made with JAXStudio: python script.py IN OUT"""\n\n'
        "import sys\n\n"
        "from jaxstudio.script import Script\n\n"
        "(\n"
        f"    Script(sys.argv[1], seed={recipe.seed})\n"
        f"{calls}"
        "    .save(sys.argv[2])\n"
        ")\n"
    )
