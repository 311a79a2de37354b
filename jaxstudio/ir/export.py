"""An inspection as files: a folder with every stage, or one page that needs nothing else."""

from __future__ import annotations

import html
import itertools
import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from jaxstudio.errors import SaveError
from jaxstudio.ir.comparison import Change, pass_diff, stage_before
from jaxstudio.ir.cost import Cost, LineProfile, describe_loops
from jaxstudio.ir.links.index import Links, Relation, line_hues
from jaxstudio.ir.report import Report, coverage
from jaxstudio.ir.stages import KERNEL_KINDS, Kind, Language, Stage
from jaxstudio.ir.text_view.tokens import PLAIN, help_for, tokens
from jaxstudio.runtime.atomic_write import write_text


def report_json(report: Report, *, texts: bool = True, stages: list[Stage] | None = None) -> dict[str, Any]:
    """Everything that is known of a function, as JSON writes it.

    `items` are the places of each stage's equations, operations or instructions: [line, column, end line,
    end column], lines from 1, columns from 0, the end excluded. `links` join two stages: each group has the
    numbers of the items of one stage and of the other that belong together. A pass has, in place of its text,
    the changes since the stage before it: [first, last, lines] puts lines in the place of its lines
    first:last, counted from 0.

    Args:
        texts: with the stages' texts.
        stages: these alone; the links are those between them.
    """
    chosen = list(report.stages) if stages is None else stages
    pairs = neighbours(report.links, chosen)
    linked = dict.fromkeys(name for pair in pairs for name in pair)
    before = stage_before(chosen) if stages is None else {}
    return {
        "target": report.target,
        "device": report.device,
        "stages": [_stage_json(stage, texts, before.get(stage.name)) for stage in chosen],
        "items": {name: report.links.parsed(name).spans.tolist() for name in linked},
        "links": [_links_json(report.links, *pair) for pair in pairs],
        "coverage": {
            name: msgspec.to_builtins(held) | {"share": held.share} for name, held in report.coverage.items()
        },
        "cost": _cost_json(report),
        "line_profile": _profile_json(report, "time"),
        "line_counts": {name: _profile_json(report, name) for name in report.line_profiles if name != "time"},
        "compilation_log": msgspec.to_builtins(report.compilation_log),
        "quiet_passes": list(report.quiet_passes),
        "notes": list(report.notes),
    }


def _stage_json(stage: Stage, texts: bool, before: Stage | None) -> dict[str, Any]:
    held = {
        "name": stage.name,
        "language": stage.language.value,
        "seconds": stage.seconds,
        "bytes": stage.size,
        "note": stage.note,
        "kernel": stage.kernel or None,
        "path": stage.path or None,
    }
    if texts and before is not None:
        return {**held, "since": before.name, "changes": _changes_json(before, stage)}
    return {**held, "text": stage.text} if texts else held


def _changes_json(before: Stage, after: Stage) -> list[list[Any]]:
    blocks = [block for block in pass_diff(before, after) if block.change is not Change.SAME]
    return [[each.first, each.last, after.lines[each.new_first : each.new_last]] for each in blocks]


def cost_json(cost: Cost) -> dict[str, Any]:
    """The counts of a function, with its intensity."""
    return {**msgspec.to_builtins(cost), "intensity": cost.intensity}


def _cost_json(report: Report) -> dict[str, Any]:
    cost: dict[str, Any] = {} if report.cost is None else cost_json(report.cost)
    if report.timing is not None:
        cost |= {"dispatch_ms": report.timing.dispatch * 1e3, "ready_ms": report.timing.ready * 1e3}
        cost["runs"] = report.timing.runs
    if report.roofline is not None:
        cost["peak_flops_per_second"] = report.roofline.flops_per_second
        cost["peak_bytes_per_second"] = report.roofline.bytes_per_second
        cost["peak_threads"] = report.roofline.threads or None
        if report.cost is not None:
            cost["bound"] = report.roofline.bound(report.cost)
            least = report.roofline.least_seconds(report.cost)
            cost["roofline_bytes_per_second"] = report.roofline.bandwidth(report.cost)
            cost["roofline_ms"] = None if least is None else least * 1e3
    if report.unmeasured:
        cost["not_measured"] = report.unmeasured
    if report.kernel_seconds:
        cost["kernels_ms"] = {name: seconds * 1e3 for name, seconds in report.kernel_seconds.items()}
    return cost


def _profile_json(report: Report, name: str) -> dict[str, Any] | None:
    """Each stage's shares of a run by lines, times in milliseconds; None for unknown ones."""
    profile = report.line_profiles.get(name)
    if profile is None:
        return None
    unit, scale = ("_ms", 1e3) if name == "time" else ("", 1.0)
    lines = {
        stage: {int(line): float(values[line] * scale) for line in np.flatnonzero(values)}
        for stage, values in profile.lines.items()
    }
    total = "run" if name == "time" else "total"
    return {
        f"{total}{unit}": profile.total * scale,
        f"unattributed{unit}": profile.unattributed * scale,
        f"lines{unit}": lines,
    }


def _links_json(links: Links, before: str, after: str) -> dict[str, Any]:
    space = links.space(before, after)
    assert space is not None
    inverses = [links.stages[name].keys[space].inverse for name in (before, after)]
    groups = []
    for starts, others in zip(*(_groups(inverse) for inverse in inverses), strict=False):
        if starts and others:
            groups.append([starts, others])
    return {"from": before, "to": after, "by": space.value, "groups": groups}


def _groups(relation: Relation) -> list[list[int]]:
    keys, starts = relation.keys.tolist(), relation.starts.tolist()
    return [keys[first:last] for first, last in itertools.pairwise(starts)]


def neighbours(links: Links, stages: list[Stage]) -> list[tuple[str, str]]:
    """Pairs of stages whose links say most: each with the one it was made of."""
    linked = [stage for stage in stages if stage.name in links.stages and len(links.parsed(stage.name))]
    row = [stage for stage in linked if stage.kind in (Kind.JAXPR, Kind.STABLEHLO, Kind.HLO, Kind.OPTIMIZED)]
    sources = [stage for stage in linked if stage.kind is Kind.SOURCE]
    kernels = [stage for stage in linked if stage.kind in (*KERNEL_KINDS, Kind.BUFFERS)]
    pairs = [(source.name, row[0].name) for source in sources if row]
    pairs += [(before.name, after.name) for before, after in itertools.pairwise(row)]
    optimized = [stage for stage in row if stage.kind is Kind.OPTIMIZED]
    origin = optimized or row[-1:]
    pairs += [(origin[0].name, kernel.name) for kernel in kernels if origin]
    return [pair for pair in pairs if links.space(*pair) is not None]


# Stages are dropped from the largest down, passes first, until the page is no larger than this.
MOST_CHARACTERS = 24_000_000
MOST_COLOURED_LINES, MOST_COLOURED_LETTERS = 20_000, 4_000
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def page(report: Report, most_characters: int | None = None) -> str:
    """The page's text. Everything from outside stands in it as data, never as markup."""
    chosen, left_out = _fitting(report.stages, most_characters or MOST_CHARACTERS)
    before, profiles = stage_before(chosen), report.line_profiles
    sources = [stage.name for stage in report.stages if stage.kind is Kind.SOURCE]
    document = {
        "stages": [
            _stage(stage, before.get(stage.name), report.links)
            | {"hues": _hues(report.links, stage.name, sources), "heat": _heat(profiles, stage.name)}
            for stage in chosen
        ],
        "help": _help(chosen, report.links),
        "notes": [*report.notes, *([f"left out for their size: {', '.join(left_out)}"] if left_out else [])],
        "cost": _cost_lines(report),
        "quantities": {
            name: f"{QUANTITIES[name]}, {profile.share_unattributed:.0%} not attributed to a line"
            for name, profile in profiles.items()
        },
    }
    data = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    # within a script element only these could end it or begin a comment
    data = data.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    title = html.escape(f"{report.target} on {report.device}")
    return (
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8>\n"
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{title}</title>\n<style>{_asset('page.css')}</style></head>\n"
        f"<body><header><h1>{title}</h1><select id=quantity title='Beside the lines'></select>"
        "<div id=cost></div></header><main id=panes></main>\n"
        f'<script type="application/json" id=data>{data}</script>\n'
        f"<script>{_asset('page.js')}</script></body></html>\n"
    )


@cache
def _asset(name: str) -> str:
    """The page's script or style, a file of this package."""
    return (files(__package__) / name).read_text(encoding="utf-8")


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


def _stage(stage: Stage, before: Stage | None, links: Links) -> dict[str, Any]:
    note = stage.note
    if stage.name in links.stages and links.stages[stage.name].instructions:
        found = coverage(links, stage.name)
        note = "; ".join(filter(None, (f"{found.linked} of {found.items} instructions linked", note)))
    held: dict[str, Any] = {
        "name": stage.name,
        "language": stage.language.value,
        "seconds": stage.seconds,
        "note": note,
        "changed": _changed(before, stage),
    }
    words = _tokens(stage)
    if before is not None:  # the passes hold nearly the same text again and again
        changes = [block for block in pass_diff(before, stage) if block.change is not Change.SAME]
        parts = [slice(block.new_first, block.new_last) for block in changes]
        held["since"] = before.name
        held["changes"] = [
            [block.first, block.last, stage.lines[part], words[part]]
            for block, part in zip(changes, parts, strict=True)
        ]
    else:
        held |= {"text": stage.text, "tokens": words}
    if stage.name in links.stages:
        index = links.stages[stage.name]
        held["spans"] = index.parsed.spans.tolist()
        held["kinds"] = index.parsed.kinds
        held["keys"] = {
            space.value: [relation.starts.tolist(), relation.keys.tolist()]
            for space, relation in index.keys.items()
        }
    return held


def _hues(links: Links, stage: str, sources: list[str]) -> list[int]:
    """The number of the source line that each line came from, −1 for none, from line 0."""
    hues = line_hues(links, stage, sources)
    return [] if hues is None else hues[:, 0].tolist()


QUANTITIES = {"time": "time", "flops": "flops", "bytes": "bytes moved", "memory": "memory at the peak"}


def _heat(profiles: Mapping[str, LineProfile], stage: str) -> dict[str, dict[int, float]]:
    """By quantity, the share of a run of each line that takes any."""
    return {
        name: {
            line: round(float(profile.lines[stage][line]) / profile.total, 4)
            for line in np.flatnonzero(profile.lines[stage]).tolist()
        }
        for name, profile in profiles.items()
        if stage in profile.lines and profile.total
    }


def _tokens(stage: Stage) -> list[list[Any]]:
    """Return for each line start, end and kind of its words as one flat list."""
    if len(stage.lines) > MOST_COLOURED_LINES:
        return []
    rows: list[list[Any]] = []
    state = PLAIN
    for line in stage.lines:
        if len(line) > MOST_COLOURED_LETTERS and stage.language is not Language.PYTHON:
            rows.append([])  # a constant's elements
            continue
        line_tokens, state = tokens(line, stage.language, state)
        rows.append([part for token in line_tokens for part in (token.start, token.end, token.kind.value)])
    return rows


def _changed(before: Stage | None, stage: Stage) -> list[int]:
    """The lines of a pass that were not in the stage before it, from 1."""
    if before is None or before.kind is not Kind.PASS:
        return []
    return [
        line + 1
        for block in pass_diff(before, stage)
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
            lines.append(describe_loops(cost.loops, cost.run_flops is not None))
        if cost.loops and cost.run_flops is not None:
            lines.append(f"with loops as often as they run: {cost.run_flops:,.0f} flops")
        lines += [f"{cost.peak_bytes:,} bytes at the peak"] if cost.peak_bytes is not None else []
    if report.timing is not None:
        lines.append(f"{report.timing.ready * 1e3:.3g} ms until ready")
    if report.unmeasured:
        lines.append(f"not measured: {report.unmeasured}")
    return lines


ENDINGS = {
    Language.PYTHON: ".py",
    Language.EXPRESSION: ".txt",
    Language.JAXPR: ".jaxpr",
    Language.STABLEHLO: ".mlir",
    Language.HLO: ".hlo",
    Language.LLVM: ".ll",
    Language.ASM: ".s",
    Language.PTX: ".ptx",
    Language.TEXT: ".txt",
}
UNSAFE = re.compile(r"[^A-Za-z0-9.\-]+")
MOST_NAME = 100


def save_folder(report: Report, folder: Path) -> list[Path]:
    """Write the stages, `report.json` and `index.html` to a folder, which is made where it is missing.

    Returns the files, in order.

    Raises:
        SaveError: the folder or a file cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError("{0}: {1}", folder, error.strerror or error) from None
    written = []
    for number, stage in enumerate(report.stages):
        name = UNSAFE.sub("-", stage.name).strip("-")[:MOST_NAME]
        path = folder / f"{number:03d}-{name}{ENDINGS[stage.language]}"
        write_text(path, stage.text)
        written.append(path)
    for name, text in (
        ("report.json", json.dumps(report_json(report, texts=False), indent=1, ensure_ascii=False)),
        ("index.html", page(report)),
    ):
        write_text(folder / name, text)
        written.append(folder / name)
    return written
