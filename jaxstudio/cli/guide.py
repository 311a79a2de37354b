"""`jaxstudio guide`: the examples of the guide, their figures computed on this machine."""

from __future__ import annotations

import argparse
import json
import textwrap

from jaxstudio.cli.parser import Subparsers

WIDTH = 100


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "guide",
        help="27 examples of what JAX does, their figures computed on this machine",
        description="List the pages of the guide, or print one with its figures, computed now.",
    )
    parser.add_argument("page", metavar="PAGE", nargs="?", help="its name in the list")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(args: argparse.Namespace) -> int:
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
