"""JSON documents as values of declared types: an error names the place, the value and what was expected."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import EnumMeta
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from jaxstudio.errors import UsageError

Finite = Annotated[float, Meta(ge=-1e300, le=1e300, description="a finite number")]
OneLine = Annotated[str, Meta(pattern=r"^[^\n]*\Z", description="one line of text")]
T = TypeVar("T")
PLAIN = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
LISTS = (tuple, list, frozenset)


def read_value(document: Any, kind: type[T], where: str, error: type[UsageError]) -> T:
    """The value of type `kind` that a document holds, as `json.loads` returned it.

    Args:
        kind: a dataclass, or another type that msgspec knows; ranges are an `Annotated` type's `Meta`.
        where: the place of the document in its file, for errors; "" for all of it.

    Raises:
        error: a member is unknown, is missing, or has a value that is not allowed; in one line.
    """
    if is_dataclass(kind) and isinstance(document, Mapping):
        known = [each.name for each in fields(kind)]
        for name in sorted(document.keys() - set(known)):
            said = f"{where}: {name!r} is not known; expected {', '.join(sorted(known))}"
            raise error(said.removeprefix(": "))
    try:
        value = msgspec.convert(document, kind)
    except msgspec.ValidationError as wrong:
        raise error(_line(str(wrong), document, kind, where).removeprefix(": ")) from None
    except UnicodeEncodeError:  # a half of a surrogate pair where one of a few words is expected
        raise error(f"{where}: expected text of Unicode characters") from None
    # msgspec leaves members that are not given to the class, so that `vars` would not have them
    return cast(T, replace(cast(Any, value))) if is_dataclass(kind) else value


def changed_members(value: Any) -> dict[str, Any]:
    """The members of a dataclass's value that are not at their defaults."""
    members = {each.name: (getattr(value, each.name), each.default) for each in fields(value)}
    return {name: now for name, (now, usual) in members.items() if now != usual}


def _line(wrong: str, document: Any, kind: Any, where: str) -> str:
    said, _, path = wrong.partition(" - at `$")
    missing = re.match(r"Object missing required field `(\w+)`", said)
    for name, place in re.findall(r"\.(\w+)|\[(\d+)\]", path):
        part = name or int(place)
        document, kind = document[part], _part(kind, part)
        where += f": {name}" if name else f": number {int(place) + 1}"
    if missing:
        return f"{where}: {missing[1]!r} is missing"
    shown = "" if isinstance(document, dict | list) else f" = {quoted(document)}"
    return f"{where}{shown}: expected {_expected(kind)}"


def quoted(value: object) -> str:
    """A value for an error line, shortened."""
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


def _plain(kind: Any) -> tuple[Any, Meta]:
    """A type without None and Annotated, and its constraints."""
    if get_origin(kind) in (Union, UnionType):
        kind = next(each for each in get_args(kind) if each is not NoneType)
    return get_args(kind)[:2] if get_origin(kind) is Annotated else (kind, Meta())


def _part(kind: Any, part: str | int) -> Any:
    kind, _ = _plain(kind)
    if isinstance(part, str):
        return get_type_hints(kind, include_extras=True)[part]
    of = get_args(kind)
    return of[0] if len(of) == 1 or of[-1] is Ellipsis else of[part]


def _expected(kind: Any) -> str:
    kind, meta = _plain(kind)
    if meta.description is not None:
        return meta.description
    choices = list(kind) if isinstance(kind, EnumMeta) else get_args(kind) * (get_origin(kind) is Literal)
    if choices:
        return "one of " + ", ".join(f'"{each}"' for each in choices)
    if kind in PLAIN:
        ends = (("from", meta.ge), ("above", meta.gt), ("to", meta.le))
        return PLAIN[kind] + "".join(f" {word} {end:.12g}" for word, end in ends if end is not None)
    if (get_origin(kind) or kind) not in LISTS:
        return "an object"
    of = get_args(kind)
    count = len(of) if get_origin(kind) is tuple and of[-1] is not Ellipsis else None
    most = "" if meta.max_length is None else f" of at most {meta.max_length:,}"
    return f"a list{most}" if count is None else f"a list of {count}"
