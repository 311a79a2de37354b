"""What changed between two compilations, as tables: cost, opcodes, fusions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from PySide6.QtCore import QCoreApplication

from jaxstudio.app.inspector.cost_page import of_count, of_time
from jaxstudio.app.shared.text import of_bytes
from jaxstudio.ir.comparison import Comparison
from jaxstudio.ir.report import Report

MOST_FUSIONS = 20
Row = tuple[str, str, str, str]


def tr(text: str) -> str:
    return QCoreApplication.translate("Inspector", text)


def comparison_html(before: Report, after: Report, found: Comparison | None) -> str:
    """Tables for the pinned report and the one in sight; `found` compares their optimised HLO."""
    parts = [_table((tr("Cost"), tr("pinned"), tr("now"), "Δ"), _costs(before, after))]
    if found is not None:
        changed = [row for row in found.rows if row.verdict != "same"]
        same = len(found.rows) - len(changed)
        rows = [
            (
                row.opcode,
                _held(row.before, row.fused_before),
                _held(row.after, row.fused_after),
                tr(row.verdict),
            )
            for row in changed
        ]
        if same:
            rows.append((tr("{0} more, the same").format(same), "", "", ""))
        parts.append(_table((tr("Opcode (in fusions)"), tr("pinned"), tr("now"), ""), rows))
        for title, fusions in (
            (tr("Kernels only in the pinned one"), found.fusions[0]),
            (tr("Kernels only in this one"), found.fusions[1]),
        ):
            if fusions:
                lines = "".join(
                    f"<li>{escape(each or tr('moves only'))}</li>" for each in fusions[:MOST_FUSIONS]
                )
                parts.append(f"<b>{escape(title)}</b><ul>{lines}</ul>")
    return "<br>".join(parts)


def _held(count: int, fused: int) -> str:
    return f"{count} ({fused})" if fused else str(count)


def _costs(before: Report, after: Report) -> Iterator[Row]:
    if before.cost is not None and after.cost is not None:
        for words, name, write in (
            (tr("Arithmetic"), "flops", lambda value: of_count(value, "flop")),
            (tr("sin, exp and the like"), "transcendentals", lambda value: of_count(value, "")),
            (tr("Bytes moved"), "bytes_accessed", lambda value: of_count(value, "B")),
            (tr("Peak memory"), "peak_bytes", lambda value: of_bytes(int(value))),
        ):
            old, new = getattr(before.cost, name), getattr(after.cost, name)
            if old is not None and new is not None:
                sign = "−" if new < old else "+"
                yield words, write(old), write(new), sign + write(abs(new - old)) if new != old else "="
    if before.timing is not None and after.timing is not None:
        old, new = before.timing.ready, after.timing.ready
        yield tr("One run"), of_time(old), of_time(new), _difference(new - old)
    old, new = (sum(stage.seconds or 0.0 for stage in report.stages) for report in (before, after))
    yield tr("Trace, lower, compile"), of_time(old), of_time(new), _difference(new - old)


def _difference(seconds: float) -> str:
    return ("−" if seconds < 0 else "+") + of_time(abs(seconds))


def _table(heads: Row, rows: Iterable[Row]) -> str:
    lines = "".join(
        "<tr>" + "".join(_cell(text, place) for place, text in enumerate(row)) + "</tr>" for row in rows
    )
    head = "".join(_cell(text, place, "th") for place, text in enumerate(heads))
    return f"<table cellpadding='2'><tr>{head}</tr>{lines}</table>"


def _cell(text: str, place: int, kind: str = "td") -> str:
    side = "left" if place == 0 else "right"
    return f"<{kind} align='{side}'><nobr>{escape(text)}</nobr></{kind}>"
