"""Pages of the help that are written from data, in the window's language: each filter, all functions."""

from __future__ import annotations

from html import escape

from jaxstudio.app.image.canvas.handle_geometry import HANDLED
from jaxstudio.app.shared.text import html_table, in_words, of_catalogue, of_number, of_value, tr
from jaxstudio.functions.language import FUNCTIONS
from jaxstudio.functions.language.catalogue import LIST_FUNCTIONS
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.params import Choice, Expression, Float, Int, Param, Steps
from jaxstudio.pipeline.pixel_program import NEIGHBOURS, VARIABLES


def functions_page() -> str:
    """Every function of the language, as HTML."""
    rows = (
        (f"<code>{escape(one.usage)}</code>", escape(", ".join(one.aliases)), escape(of_catalogue(one.doc)))
        for one in (*FUNCTIONS.values(), *dict.fromkeys(LIST_FUNCTIONS.values()))
    )
    head = (tr("Written"), tr("Also"), tr("What it is"))
    variables = ((f"<code>{name}</code>", escape(of_catalogue(doc))) for name, doc in VARIABLES.items())
    neighbours = ", ".join(f"<code>{name}(dx, dy)</code>" for name in NEIGHBOURS)
    return (
        f"<h2>{tr('All functions')}</h2>"
        f"<p>{tr('Multiplication needs no sign: 7x sin(x). Powers are ^ or ². Angles are in radians.')}</p>"
        f"{html_table(rows, head, padding=4)}"
        f"<h3>{tr('In the filter Expression')}</h3>{html_table(variables, padding=4)}"
        f"<p>{tr('Neighbours, dx columns to the right and dy rows down:')} {neighbours}</p>"
    )


def filter_page(op: OpSpec) -> str:
    """Return the page of one op as HTML."""
    parts = [f"<h2>{escape(of_catalogue(op.title))}</h2>", f"<p>{escape(of_catalogue(op.doc))}</p>"]
    for title, text in (
        (tr("When to use it"), op.use),
        (tr("Formula"), op.formula),
        (tr("Source"), op.source),
        (tr("Differences"), op.notes),
        (tr("Preview of a reduced photo"), op.preview_note),
    ):
        if text:
            parts.append(f"<p><b>{title}.</b> {escape(of_catalogue(text))}</p>")
    if op.name in HANDLED:
        words = tr("Ctrl+T shows handles on the picture: drag them, or Tab to one and move it by arrow keys.")
        parts.append(f"<p><b>{tr('Handles')}.</b> {words}</p>")
    parts.append(f"<p><b>{tr('In recipes')}.</b> <code>{escape(op.name)}</code></p>")
    if op.params:
        head = (tr("Parameter"), tr("Range"), tr("Default"), tr("What it does"))
        parts.append(f"<h3>{tr('Parameters')}</h3>{html_table(map(_row, op.params), head, padding=5)}")
    return "".join(parts)


def _row(param: Param) -> tuple[str, ...]:
    return (
        f"{in_words(param.name)}<br><code>{param.name}</code>",
        escape(_range(param)),
        escape(of_value(param, param.default)),
        escape(of_catalogue(param.doc)),
    )


def _range(param: Param) -> str:
    if isinstance(param, Float | Int):
        text = f"{of_number(param.low)} – {of_number(param.high)} {param.unit}".strip()
        if param.slider != (param.low, param.high):
            ends = " – ".join(of_number(end) for end in param.slider)
            text += tr(" (slider: {0})").format(ends)
        return text
    if isinstance(param, Choice):
        return ", ".join(param.choices)
    return param.expected() if isinstance(param, Steps | Expression) else ""
