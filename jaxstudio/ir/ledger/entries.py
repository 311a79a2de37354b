"""A line of the ledger, and the words for what made it necessary."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

CHANGE = re.compile(r"^\s*\* at (input path )?(.+?), now (.*?) and before (.*?)(?:, so (.*))?$")
CONTEXT = re.compile(r"^\s*\* (\S+) differs: now (.*) and before (.*)$")
WEAK = re.compile(r"\{weak_type=(True|False)\}(?:https?://\S+)?$")
STATIC = re.compile(r"Static\(val=(.*)\)$")
KEYS = re.compile(r"symmetric difference of key sets: \{(.*)\}")
CHILDREN = re.compile(r"with (\d+) child")
FIRST = "first call"
INSPECTED = "compiled to be looked at"
AGAIN = "a function made anew on the same line: what was compiled for the one before is not found"
LOADED_AS_IT_WAS = "loaded as it was compiled before, and neither traced nor lowered"
NOT_SAID = "the same types: another static value, or a function made anew"


@dataclass(frozen=True)
class Change:
    """What was different from the call before: at `where`, `now` in place of `before`."""

    where: str
    now: str
    before: str

    def __str__(self) -> str:
        return f"{self.where}: {self.before} → {self.now}"


@dataclass(frozen=True)
class Entry:
    """One compilation. Times are in seconds; `when` is since the epoch.

    `cache` is `hit` or `miss` of the persistent cache, `kept` for an executable found before anything was
    traced, or `off`. `arguments` are types such as `f32[3]`, by position, without static ones (none of what
    was kept). `why` is one line.
    """

    number: int
    when: float
    function: str
    arguments: tuple[str, ...]
    trace: float
    lower: float
    compile: float
    cache: str
    why: str
    changes: tuple[Change, ...] = ()
    thread: str = ""

    @property
    def seconds(self) -> float:
        return self.trace + self.lower + self.compile

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> Entry:
        """The entry that `as_json` gave."""
        changes = tuple(Change(**change) for change in plain["changes"])
        return cls(**{**plain, "arguments": tuple(plain["arguments"]), "changes": changes})

    def as_json(self) -> dict[str, Any]:
        return {
            **vars(self),
            "arguments": list(self.arguments),
            "changes": [vars(change) for change in self.changes],
        }


def explained(message: str) -> list[Change]:
    """The changes that JAX's explanation of a tracing cache miss names, against the closest call before."""
    changes: list[Change] = []
    for line in message.splitlines():
        if found := CHANGE.match(line):
            changes += _tree_changes(found) if found[1] else [_change(found[2], found[3], found[4])]
        elif found := CONTEXT.match(line):
            changes.append(_change(found[1], found[2], found[3]))
    return changes


def never_seen(message: str) -> str:
    """Why, where JAX says that it never saw the function; empty otherwise."""
    if "never seen function" not in message:
        return ""
    return AGAIN if "defined on the same line" in message else FIRST


def compared(now: Sequence[str], before: Sequence[str]) -> list[Change]:
    """The changes from the types of one call's arguments to another's."""
    if len(now) != len(before):
        return [Change("arguments", str(len(now)), str(len(before)))]
    return [
        Change(f"argument {place}", new, old)
        for place, (new, old) in enumerate(zip(now, before, strict=True))
        if new != old
    ]


def changes_between(message: str, now: Sequence[str], before: Entry | None) -> list[Change]:
    """What changed from the call before to this one.

    JAX compares with the call that it finds closest, static arguments first: what it says of them
    holds unless the call before had the same already. The types are compared with the call before.
    """
    told = explained(message)
    if before is None:
        return told
    types = compared(now, before.arguments)
    had = {(change.where, change.now) for change in before.changes}
    static = [change for change in told if not _is_type(change) and (change.where, change.now) not in had]
    named = [change for change in told if _is_type(change)]
    if [change.now for change in named] == [change.now for change in types]:
        # JAX knows the names of arguments
        types = [Change(name.where, own.now, own.before) for name, own in zip(named, types, strict=True)]
    return static + (types or named)


def _is_type(change: Change) -> bool:
    return bool(re.match(r"(?:[a-z]+\d*|key<\w+>)\[", change.now))


def _tree_changes(found: re.Match[str]) -> list[Change]:
    """Static values, or arguments given by name that were left out before (and the other way round)."""
    static = STATIC.search(found[3]), STATIC.search(found[4])
    if static[0] and static[1]:
        return [Change(_where(found[2]), static[0][1], static[1][1])]
    keys = KEYS.search(found[5] or "")
    counts = CHILDREN.search(found[3]), CHILDREN.search(found[4])
    if keys and counts[0] and counts[1]:
        given = int(counts[0][1]) > int(counts[1][1])
        words = ("given", "left out") if given else ("left out", "given")
        return [Change(name.strip(" '"), *words) for name in keys[1].split(",")]
    return [_change(found[2], found[3], found[4])]


def _change(where: str, now: str, before: str) -> Change:
    return Change(_where(where), _plain(now), _plain(before))


def _where(path: str) -> str:
    """JAX writes keyword n as `[1]['n']` and positional argument 2 as `[0][2]`."""
    keyword = re.match(r"\[1\]\['(\w+)'\]", path)
    if keyword:
        return keyword[1] + path[keyword.end() :]
    positional = re.match(r"\[0\]\[(\d+)\]", path)
    return f"argument {positional[1]}{path[positional.end() :]}" if positional else path


def _plain(value: str) -> str:
    """A type without what surrounds it; `weak` behind a type that gives way to others."""
    weak = WEAK.search(value)
    value = WEAK.sub("", value).strip()
    return f"{value} weak" if weak and weak[1] == "True" else value
