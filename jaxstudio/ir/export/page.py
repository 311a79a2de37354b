"""One HTML page with all stages, colours and links, that loads nothing from anywhere."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import Any

from jaxstudio.ir.compare.comparison import pass_diff
from jaxstudio.ir.compare.lines import Change
from jaxstudio.ir.cost.loops import loop_words
from jaxstudio.ir.export.page_script import SCRIPT
from jaxstudio.ir.export.page_style import STYLE
from jaxstudio.ir.links.index import Links
from jaxstudio.ir.report import Report
from jaxstudio.ir.stages import Kind, Language, Stage
from jaxstudio.ir.text_view.helping import help_for
from jaxstudio.ir.text_view.tokens import PLAIN, tokens
from jaxstudio.runtime.atomic_write import write_text

# Stages are dropped from the largest down, passes first, until the page is no larger than this.
MOST_CHARACTERS = 24_000_000
MOST_COLOURED_LINES, MOST_COLOURED_LETTERS = 20_000, 4_000
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def page(report: Report, most_characters: int | None = None) -> str:
    """The page's text. Everything from outside stands in it as data, never as markup."""
    chosen, left_out = _fitting(report.stages, most_characters or MOST_CHARACTERS)
    document = {
        "stages": [_stage(stage, chosen, report.links) for stage in chosen],
        "help": _help(chosen, report.links),
        "notes": [*report.notes, *([f"left out for their size: {', '.join(left_out)}"] if left_out else [])],
        "cost": _cost_lines(report),
    }
    data = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    # within a script element only these could end it or begin a comment
    data = data.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    title = html.escape(f"{report.target} on {report.device}")
    return (
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8>\n"
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style></head>\n"
        f"<body><header><h1>{title}</h1><div id=cost></div></header><main id=panes></main>\n"
        f'<script type="application/json" id=data>{data}</script>\n<script>{SCRIPT}</script></body></html>\n'
    )


def save_page(report: Report, path: Path) -> None:
    """Write the page.

    Raises:
        SaveError: the file cannot be written.
    """
    write_text(path, page(report))


def _fitting(stages: tuple[Stage, ...], most_characters: int) -> tuple[list[Stage], list[str]]:
    """The stages that there is room for, and the names of the others."""
    size = sum(len(stage.text) for stage in stages)
    dropped: set[str] = set()
    for stage in sorted(stages, key=lambda stage: (stage.kind is not Kind.PASS, -len(stage.text))):
        if size <= most_characters:
            break
        dropped.add(stage.name)
        size -= len(stage.text)
    kept = [stage for stage in stages if stage.name not in dropped]
    return kept, [stage.name for stage in stages if stage.name in dropped]


def _stage(stage: Stage, stages: list[Stage], links: Links) -> dict[str, Any]:
    held: dict[str, Any] = {
        "name": stage.name,
        "language": stage.language.value,
        "text": stage.text,
        "seconds": stage.seconds,
        "note": stage.note,
        "tokens": _tokens(stage),
        "changed": _changed(stage, stages),
    }
    if stage.name in links.stages:
        index = links.stages[stage.name]
        held["spans"] = index.parsed.spans.tolist()
        held["kinds"] = index.parsed.kinds
        held["keys"] = {
            space.value: [relation.starts.tolist(), relation.keys.tolist()]
            for space, relation in index.keys.items()
        }
    return held


def _tokens(stage: Stage) -> list[list[Any]]:
    """For each line, start, end and kind of its words, one after the other."""
    if len(stage.lines) > MOST_COLOURED_LINES:
        return []
    found: list[list[Any]] = []
    state = PLAIN
    for line in stage.lines:
        if len(line) > MOST_COLOURED_LETTERS and stage.language is not Language.PYTHON:
            found.append([])  # a constant's elements
            continue
        words, state = tokens(line, stage.language, state)
        found.append([part for word in words for part in (word.start, word.end, word.word.value)])
    return found


def _changed(stage: Stage, stages: list[Stage]) -> list[int]:
    """The lines of a pass that were not in the pass before, from 1."""
    if stage.kind is not Kind.PASS:
        return []
    place = stages.index(stage)
    if stages[place - 1].kind is not Kind.PASS:
        return []
    blocks = pass_diff(stages[place - 1], stage)
    return [
        line + 1
        for block in blocks
        if block.change is not Change.SAME
        for line in range(block.new_first, block.new_last)
    ]


def _help(stages: list[Stage], links: Links) -> dict[str, str]:
    """Lines of help for the opcodes that occur, by language and name."""
    found = {}
    for stage in stages:
        if stage.name in links.stages:
            for kind in set(links.parsed(stage.name).kinds):
                said = help_for(kind, stage.language)
                if said:
                    found[f"{stage.language.value} {kind}"] = said
    return found


def _cost_lines(report: Report) -> list[str]:
    lines = []
    if report.cost is not None:
        cost = report.cost
        lines += [f"{cost.flops:,.0f} flops"] if cost.flops is not None else []
        lines += [f"{cost.bytes_accessed:,.0f} bytes moved"] if cost.bytes_accessed is not None else []
        if cost.loops:
            lines.append(loop_words(cost.loops, cost.run_flops is not None))
        if cost.loops and cost.run_flops is not None:
            lines.append(f"with loops as often as they run: {cost.run_flops:,.0f} flops")
        lines += [f"{cost.peak_bytes:,} bytes at the peak"] if cost.peak_bytes is not None else []
    if report.timing is not None:
        lines.append(f"{report.timing.ready * 1e3:.3g} ms until ready")
    if report.unmeasured:
        lines.append(f"not measured: {report.unmeasured}")
    return lines
