"""`jaxstudio ops`: the catalogue for people and for programs, read from the ops' own declarations."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from jaxstudio.cli.parser import Subparsers

if TYPE_CHECKING:
    from jaxstudio.pipeline.op import OpSpec
    from jaxstudio.pipeline.params import Param

WIDTH = 100
LONGEST_DEFAULT = 24  # of several lines


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "ops",
        help="the catalogue of filters",
        description="List the filters, or explain one: what it does, its parameters, its source.",
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="the filter to explain")
    parser.add_argument(
        "--folder",
        metavar="DIR",
        help="list one's own filters in this folder of Python files; this runs them",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(args: argparse.Namespace) -> int:
    from jaxstudio.backend.specs import spec_catalogue

    if args.folder is not None:
        return _own(args)
    catalogue = spec_catalogue()
    chosen = [catalogue[args.name]] if args.name else list(catalogue.values())
    if args.json:
        print(json.dumps({"ops": [as_json(op) for op in chosen]}, indent=2, ensure_ascii=False))
    elif args.name:
        print(page(chosen[0]))
    else:
        print(listing(chosen))
    return 0


def _own(args: argparse.Namespace) -> int:
    """What --folder asks for; 1 where a file cannot be used."""
    from jaxstudio.cli.main import report
    from jaxstudio.own_filters.folder import filter_files, try_files
    from jaxstudio.pipeline.catalogue import Catalogue
    from jaxstudio.pipeline.op import OpSpec

    trial = try_files(filter_files(args.folder))
    own = Catalogue.from_specs(OpSpec.from_json(each) for each in trial.specs)
    for trouble in trial.troubles:
        report(str(trouble))
    chosen = [own[args.name]] if args.name else list(own.values())
    if args.json:
        print(json.dumps({"ops": [as_json(op) for op in chosen]}, indent=2, ensure_ascii=False))
    elif args.name or chosen:
        print(page(chosen[0]) if args.name else listing(chosen))
    return 1 if trial.troubles else 0


def as_json(op: OpSpec) -> dict[str, Any]:
    """The op as `ops --json` prints it."""
    return {
        "name": op.name,
        "title": op.title,
        "category": op.category,
        "kind": op.kind_name,
        "doc": op.doc,
        "use": op.use,
        "formula": op.formula,
        "source": op.source,
        "notes": op.notes,
        "keywords": list(op.keywords),
        "params": [_param_json(param) for param in op.params],
        "example": example(op),
    }


def _param_json(param: Param) -> dict[str, Any]:
    slider = getattr(param, "slider", None)
    limit = getattr(param, "limit", None)
    return {
        "name": param.name,
        "type": param.type_name,
        "default": param.default,
        "min": getattr(param, "low", None if limit is None else -limit),
        "max": getattr(param, "high", limit),
        "unit": param.unit,
        "choices": list(param.choices) if hasattr(param, "choices") else None,
        "doc": param.doc,
        "slider": list(slider) if slider else None,
        "step": getattr(param, "step", None),
        "linked": getattr(param, "linked", None),
        "largest": getattr(param, "largest", None),
    }


def example(op: OpSpec) -> str:
    """The step as it is written after -s, with the op's own defaults."""
    from jaxstudio.pipeline.step_text import spell_step

    return spell_step(op, {param.name: param.default for param in op.own_params if param.default is not None})


def listing(ops: Sequence[OpSpec]) -> str:
    """All ops by category, a line each."""
    longest = max((len(op.name) for op in ops), default=0)
    lines: list[str] = []
    category = None
    for op in ops:
        if op.category != category:
            category = op.category
            lines += ([""] if lines else []) + [category]
        lines.append(f"  {op.name:<{longest}}  {textwrap.shorten(op.doc, WIDTH - longest, placeholder=' …')}")
    return "\n".join(lines)


def page(op: OpSpec) -> str:
    """One op explained."""
    parts = [
        f"{op.name}: {op.title} ({op.category}, {op.kind_name})",
        "",
        *_wrapped(op.doc),
        *_wrapped(op.use),
    ]
    if op.params:
        rows = [
            ("parameter", "default", "expected"),
            *((p.name, _default_text(p), p.expected()) for p in op.params),
        ]
        widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
        parts.append("")
        for row, doc in zip(rows, ["", *(p.doc for p in op.params)], strict=True):
            parts.append(f"  {row[0]:<{widths[0]}}  {row[1]:<{widths[1]}}  {row[2]}".rstrip())
            if doc:
                parts += [f"  {'':<{widths[0]}}  {'':<{widths[1]}}  {line}" for line in _wrapped(doc)]
    parts += ["", *_wrapped(f"Formula: {op.formula}"), *_wrapped(f"Source: {op.source}")]
    if op.notes:
        parts += _wrapped(f"Notes: {op.notes}")
    quote = "'" if '"' in example(op) else '"'
    parts += ["", f"Example: jaxstudio apply -s {quote}{example(op)}{quote} in.png -o out.png"]
    return "\n".join(parts)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def _default_text(param: Param) -> str:
    default = param.default
    if default is None:
        return f"= {getattr(param, 'linked', None)}"
    text = default if isinstance(default, str) else json.dumps(default, separators=(",", ":"))
    return text if "\n" not in text else textwrap.shorten(text, LONGEST_DEFAULT, placeholder=" …")
