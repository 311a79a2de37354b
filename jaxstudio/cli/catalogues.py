"""Commands that list what there is: `ops`, `presets`, the `guide`'s pages, `devices`."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import structs

from jaxstudio.cli.parser import Parser, add_json, describe
from jaxstudio.cli.recipe_options import add_own_option, checking_catalogue

if TYPE_CHECKING:
    from jaxstudio.pipeline.catalogue import Catalogue
    from jaxstudio.pipeline.op import OpSpec
    from jaxstudio.pipeline.params import Param


WIDTH = 100
LONGEST_DEFAULT = 24  # of several lines


def ops_options(parser: Parser) -> None:
    describe(
        parser,
        description="List the filters, or those that some words find, or explain one: what it does, its "
        "parameters, its source.",
    )
    parser.add_argument("name", nargs="*", metavar="NAME", help="the filter to explain, or words to look for")
    parser.add_argument(
        "--folder",
        metavar="DIR",
        help="list one's own filters in this folder of Python files; this runs them",
    )
    add_json(parser)


def run_ops(args: argparse.Namespace) -> int:
    """1 where a file of --folder cannot be used."""
    catalogue, broken = _ops(args)
    name = " ".join(args.name)
    found = [] if args.json or name in catalogue else catalogue.search(name)
    one = bool(name) and not found
    chosen = [catalogue[name]] if one else [op for op in catalogue.values() if not name or op in found]
    if args.json:
        print(json.dumps({"ops": [_op_json(op) for op in chosen]}, indent=2, ensure_ascii=False))
    elif chosen:
        print(_op_page(chosen[0]) if one else _op_listing(chosen))
    return 1 if broken else 0


def _ops(args: argparse.Namespace) -> tuple[Catalogue[Any], bool]:
    """The filters, or those of --folder alone, and whether a file was refused."""
    if args.folder is None:
        from jaxstudio.backend.specs import spec_catalogue

        return spec_catalogue(), False
    from jaxstudio.cli.main import report
    from jaxstudio.own_filters.folder import filter_files, try_files
    from jaxstudio.pipeline.catalogue import Catalogue
    from jaxstudio.pipeline.op import OpSpec

    trial = try_files(filter_files(args.folder))
    for trouble in trial.troubles:
        report(str(trouble))
    return Catalogue.from_specs(OpSpec.from_json(each) for each in trial.specs), bool(trial.troubles)


def _op_json(op: OpSpec) -> dict[str, Any]:
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


def _op_listing(ops: Sequence[OpSpec]) -> str:
    """Return all ops by category, one line each."""
    longest = max((len(op.name) for op in ops), default=0)
    lines: list[str] = []
    category = None
    for op in ops:
        if op.category != category:
            category = op.category
            lines += ([""] if lines else []) + [category]
        lines.append(f"  {op.name:<{longest}}  {textwrap.shorten(op.doc, WIDTH - longest, placeholder=' …')}")
    return "\n".join(lines)


def _op_page(op: OpSpec) -> str:
    """Return the page of one op."""
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


def presets_options(parser: Parser) -> None:
    describe(
        parser,
        description="List the presets, or print one as a recipe. A preset of one filter is called "
        "FILTER/NAME. `jaxstudio apply --preset NAME` applies one; the window makes them.",
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="the preset whose recipe is printed")
    add_own_option(parser)
    add_json(parser)


def run_presets(args: argparse.Namespace) -> int:
    from jaxstudio.cli.main import report
    from jaxstudio.errors import RecipeError
    from jaxstudio.files.recipes import every_preset, find_preset, load_preset, presets_folder
    from jaxstudio.pipeline.recipe_text import to_json

    catalogue = checking_catalogue(args)
    if args.name and not args.json:
        print(to_json(load_preset(find_preset(args.name), catalogue)), end="")
        return 0
    rows, broken = [], 0
    for preset in [find_preset(args.name)] if args.name else every_preset():
        try:
            recipe = load_preset(preset, catalogue)
        except RecipeError as error:
            report(error)
            broken += 1
            continue
        steps = [step.op.name for step in recipe.steps]
        rows.append({"name": preset.title, "own": preset.own, "path": str(preset.path), "steps": steps})
    if args.json:
        print(json.dumps({"presets": rows, "folder": str(presets_folder())}, indent=2, ensure_ascii=False))
    else:
        print(_preset_listing(rows))
        report(f"your own presets are kept in {presets_folder()}")
    return 1 if broken else 0


def _preset_listing(rows: list[dict[str, object]]) -> str:
    """A line for each preset: its name and its steps; the user's are marked."""
    longest = max((len(str(row["name"])) for row in rows), default=0)
    lines = []
    for row in rows:
        steps = row["steps"]
        assert isinstance(steps, list)
        about = textwrap.shorten(", ".join(steps), WIDTH - longest, placeholder=" …")
        lines.append(f"{'*' if row['own'] else ' '} {row['name']:<{longest}}  {about}")
    return "\n".join(lines)


def guide_options(parser: Parser) -> None:
    describe(
        parser,
        description="List the pages of the guide, or print one with its figures, computed now.",
    )
    parser.add_argument("page", metavar="PAGE", nargs="?", help="its name in the list")
    add_json(parser)


def run_guide(args: argparse.Namespace) -> int:
    from jaxstudio.guide.pages import page, pages

    if args.page is not None:
        return _print_page(page(args.page), as_json=args.json)
    if args.json:
        document = [{"name": each.name, "part": each.part, "title": each.title} for each in pages()]
        print(json.dumps({"pages": document}, indent=2, ensure_ascii=False))
        return 0
    part = ""
    for each in pages():
        if each.part != part:
            part = each.part
            print(part)
        print(f"  {each.name:<12} {each.title}")
    return 0


def _print_page(page: object, *, as_json: bool) -> int:
    from jaxstudio.guide.facts import compute
    from jaxstudio.guide.pages import Page, spelled
    from jaxstudio.runtime.setup import configure

    assert isinstance(page, Page)
    configure()
    computed = list(compute(page))
    if as_json:
        facts = [
            {
                "label": each.fact.label,
                "stated": each.fact.stated,
                "computed": each.value,
                "agrees": each.agrees,
            }
            for each in computed
        ]
        document = {"name": page.name, "title": page.title, "text": page.text, "facts": facts}
        print(json.dumps(document, indent=2, ensure_ascii=False))
        return 0
    print(f"{page.title}\n\n{textwrap.fill(page.text, WIDTH)}\n")
    for each in computed:
        other = "" if each.agrees else f"   (the page states {spelled(each.fact.stated)})"
        print(f"  {each.fact.label}: {spelled(each.value)}{other}")
    if page.opens.steps:
        filters = ", ".join(step.split()[0] for step in page.opens.steps)
        print(f"\n  In the window: a sample photo with {filters}")
    elif page.opens.example:
        print("\n  In the window: Functions, File > Examples")
    else:
        print("\n  In the window: the inspector (F12), Lessons")
    return 0


def devices_options(parser: Parser) -> None:
    describe(
        parser,
        description="List the devices that JAX can reach, and say of each platform it cannot reach why.",
    )
    add_json(parser)


def run_devices(args: argparse.Namespace) -> int:
    from jaxstudio.runtime.devices import list_devices

    devices, unavailable = list_devices()
    if args.json:
        document = {
            "devices": [structs.asdict(device) for device in devices],
            "unavailable": [structs.asdict(platform) for platform in unavailable],
        }
        print(json.dumps(document, indent=2, ensure_ascii=False))
        return 0
    for device in devices:
        memory = f", {device.memory_bytes / 2**30:.1f} GiB" if device.memory_bytes else ""
        default = "  (default)" if device.default else ""
        print(f"{device.name}  {device.kind}{memory}{default}")
    for platform in unavailable:
        print(f"{platform.platform}  not available: {platform.reason}")
    return 0
