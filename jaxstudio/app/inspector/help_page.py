"""The help's page about the inspector."""

from __future__ import annotations

from html import escape

from jaxstudio.app.shared.tab import Topic, holding
from jaxstudio.app.shared.text import tr

INSPECTOR = "inspector"


class Pages:
    """Writes the inspector's part of the help."""

    def topics(self, search: str) -> list[Topic]:
        """The pages that hold the words of `search`."""
        return holding([Topic(INSPECTOR, "", tr("The inspector"), page)], search)


def page() -> str:
    """What it shows, how to read it, its keys."""
    stages = (
        ("Source", tr("The Python file of the filter, or the line you typed")),
        ("jaxpr", tr("What JAX traced: one equation for each operation, nothing optimised")),
        ("StableHLO", tr("The same as handed to the compiler")),
        ("HLO", tr("As XLA reads it, before any pass")),
        (tr("Passes"), tr("The module after each pass that changed it, with the difference")),
        (tr("Optimised HLO"), tr("What is left: fusions are the kernels that run")),
        (tr("Buffers"), tr("Which value lies where in memory")),
        ("LLVM IR", tr("Each kernel before and after LLVM's own passes")),
        (tr("Assembly"), tr("Each kernel's machine code")),
    )
    keys = (
        ("F12", tr("Open or close the inspector")),
        ("Ctrl+F", tr("Search; Enter or F3 for the next, Shift+F3 for the one before, Esc to leave")),
        ("↑ ↓  PgUp PgDn", tr("Move from line to line; what belongs to it is marked on the other side")),
        ("← → ↑ ↓", tr("Graph: the node beside, the one that is read, the one that reads")),
        (tr("Space"), tr("Graph: open or shut the box; Enter shows it in the text; + − 0 magnify")),
        ("F4", tr("Compare: the next change; Shift+F4 for the one before")),
        ("Enter", tr("Go to what belongs to the line on the other side")),
        (tr("Space"), tr("Fold or unfold the block that begins on the line")),
        ("Ctrl+C", tr("Copy what is selected, or the line")),
    )
    return (
        f"<h2>{tr('The inspector')}</h2>"
        f"<p>{tr('It follows the selected filter or line and shows what JAX and XLA made of it.')} "
        f"{tr('Choose a stage above each of the two texts, then click a line on either side.')}</p>"
        f"{_table(stages)}"
        f"<p>{tr('The stripe beside the numbers has one colour for each equation of the jaxpr.')} "
        f"{tr('With Transforms it tells how operations came about:')} "
        f"{tr('as written, by jvp, by its transpose, and of which order.')} "
        f"{tr('Machine code carries no lines: it is linked kernel by kernel, and nothing is guessed.')}</p>"
        f"<p>{tr('Cost counts arithmetic and memory, and measures a run when you ask for it.')} "
        f"{tr('XLA counts the body of a loop once: beside it stands what all its iterations cost.')} "
        f"{tr('Ledger lists every compilation since the start and why it was necessary.')}</p>"
        f"{''.join(f'<h3>{escape(title)}</h3><p>{escape(text)}</p>' for title, text in _chapters())}"
        f"<h3>{tr('Arguments of your own function')}</h3>{argument_table()}"
        f"<h3>{tr('Keys')}</h3>{_table(keys)}"
    )


def argument_table() -> str:
    """The forms of arguments as a table of rich text."""
    return _table(_arguments())


def _arguments() -> tuple[tuple[str, str], ...]:
    """The forms that `ir.argument_grammar` reads."""
    return (
        ("f32[3,3]  bf16[]  f8_e4m3fn[4]", tr("Arrays by dtype and shape; without brackets a scalar")),
        ("weak(f32[])", tr("Weakly typed, as Python's numbers are")),
        ("3  -0.5  True  None  inf", tr('Values, traced as JAX traces them; a word, "same", is static')),
        ("f32(3)  i32([1, 2, 3])", tr("Arrays with these values")),
        ("key(0)  key<fry>[4]  PRNGKey(0)", tr("Random keys: from a seed, or by shape")),
        ('{"w": f32[3]}  [f32[3], 1]  (1, 2)', tr("Pytrees")),
        ("init(key(0))  CONFIG  Params(f32[3])", tr("What the file itself defines")),
        ("f32[8@x,4@y]; mesh(x=2, y=4)", tr("Sharded over a mesh; the CPU is made to be so many devices")),
    )


def _chapters() -> tuple[tuple[str, str], ...]:
    """What can be done beyond reading."""
    return (
        (
            tr("Your own function"),
            tr(
                "The folder opens a Python file, as does dropping one here; files of packages import as they "
                "do elsewhere. Choose a function and write the arguments of its call, by position or by "
                "name: x=f32[8,3], n=3, key=key(0). The table below has all forms. Static arguments are "
                "constants of the compilation: n=3, or n alone where its value stands among the arguments; "
                "donated ones give their memory to the result. Inspecting runs the code of the file, in "
                "a process of its own that may take 120 s and 16 GB, after you agreed; when the file changes "
                "it is run again while the inspector is open. Enter runs it; Stop ends it with "
                "all that it started, as does a limit; the stages made by then stay. Measuring may take 30 s "
                "and says why where it fails. Printed shows what the code wrote. JAX is set up as your file "
                "does it, not as for the filters."
            ),
        ),
        (
            tr("Compiled otherwise"),
            tr(
                "The sliders choose another format of numbers, another device, how much is optimised, or any "
                "option of XLA as name=value. They hold for all that is inspected until you take them back."
            ),
        ),
        (
            tr("Lessons"),
            tr(
                "Eight examples, one click each: reading a jaxpr, what tracing settles, SELU and a race with "
                "times on each device, ahead of time, slow compiles, shapes, fusion. Each has its functions "
                "to read at every stage, and an experiment to run."
            ),
        ),
        (
            tr("The graph"),
            tr(
                "Equations of the jaxpr, or instructions of HLO with fusions as boxes. Drag to move, turn "
                "the wheel to magnify, click a node to select it, click twice to open or shut its box. "
                "Inputs and Outputs show all that it depends on and all that depends on it. At most 2,000 "
                "nodes are shown: those nearest to the selected one."
            ),
        ),
        (
            tr("Plain"),
            tr(
                "Plain shows a filter as one function of a small picture of floats, as one would write it "
                "in a notebook, without the tiling that the engine adds; beside it its derivatives by each "
                "of its parameters, by forward mode. A filter of another library is one call."
            ),
        ),
        (
            tr("Compare"),
            tr(
                "The pin keeps the current compilation. Then inspect another: with other options, in "
                "another format, at another order, of another function. Compare shows both texts at the same "
                "height, numbers in names aside, and what was added, removed or fused otherwise, with the "
                "costs of both. F4 goes to the next change."
            ),
        ),
        (
            tr("Errors and NaN"),
            tr(
                "An error in your code is explained at its line, with a suggested fix. The page NaN computes "
                "the program equation by equation until one makes a NaN out of numbers: with the curve or "
                "a sample of the photo, or with numbers of your choice. Click it to see it in the code."
            ),
        ),
    )


def _table(rows: tuple[tuple[str, str], ...]) -> str:
    cells = "".join(
        f"<tr><td><b>{escape(name)}</b></td><td>{escape(about)}</td></tr>" for name, about in rows
    )
    return f"<table cellpadding='4'>{cells}</table>"
