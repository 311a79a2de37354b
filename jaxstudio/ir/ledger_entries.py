"""A line of the ledger, and the words for what made it necessary."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

from jaxstudio.lazy_dataclass import dataclass

# Patterns as text: compiled when the first line is read, not at the start.
CHANGE = r"^\s*\* at (input path )?(.+?), now (.*?) and before (.*?)(?:, so (.*))?$"
CONTEXT = r"^\s*\* (\S+) differs: now (.*) and before (.*)$"
AXES = r"\(\{.*?\}\)"  # the axes of a mesh behind a type
WEAK = r"\{weak_type=(True|False)\}(?:https?://\S+)?$"
STATIC = r"Static\(val=(.*)\)$"
KEYS = r"symmetric difference of key sets: \{(.*)\}"
CLASS = r"<class '(?:\w+\.)*(\w+)'>(?: with pytree metadata \((.*?),?\))?"
KEYWORDS, LEAF = "[1]", "pytree leaf"
CHILDREN = r"with (\d+) child"
FIRST = "first call"
INSPECTED = "compiled by the inspector"
CLEARED = "jax.clear_caches() was called: what was compiled before is forgotten"
AGAIN = "a function made anew on the same line: what was compiled for the one before is not found"
CLEARED_OR_AGAIN = (
    "not known which: jax.clear_caches() was called, and the function may be one made anew on the same line"
)
LOADED_AS_IT_WAS = "loaded as it was compiled before, and neither traced nor lowered"
NOT_SAID = (
    "not known: the types are the same; another static value, another structure of an argument, or a "
    "function made anew"
)
OTHER_PART = "not known which: another part of a derivative, or other types: {0}"
CLOSEST = "unlike every call before; from the closest one it differs in {0}"
# By the kind of a transform of JAX that is in progress.
FIRST_IN = {
    "derivative": "first call in a derivative (grad, jvp, vjp), which traces a program of its own",
    "vmap": "first call in a vmap, which traces a program of its own",
}
NEVER_SEEN = r"never seen function:\s+(\S+) id=(\d+)"
DEFINED = r" defined at (.+:\d+)"
LENGTH = r"tuple of length (\d+)$"
LAMBDA = "<lambda>"
DEVICE = r"\w+:\d+"
USUAL = "the usual device"
# What JAX calls a setting, in words; where it is not set.
SETTINGS = {"jax_default_device": ("default device", "the usual")}


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
    was kept). `why` is one line. `place` is the function's file and line, where JAX tells them.
    `shardings` say for each argument where it lies: empty for one that JAX may put anywhere.
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
    place: str = ""
    shardings: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The function's name; one without a name of its own by its file and line."""
        short = os.path.basename(self.place)
        return f"{self.function} {short}" if self.function == LAMBDA and short else self.function

    @property
    def seconds(self) -> float:
        return self.trace + self.lower + self.compile

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> Entry:
        """The entry that `as_json` gave."""
        changes = tuple(Change(**change) for change in plain["changes"])
        tuples = {name: tuple(plain.get(name, ())) for name in ("arguments", "shardings")}
        return cls(**{**plain, **tuples, "changes": changes})

    def as_json(self) -> dict[str, Any]:
        return {
            **vars(self),
            "arguments": list(self.arguments),
            "shardings": list(self.shardings),
            "changes": [vars(change) for change in self.changes],
        }


def explained(message: str) -> list[Change]:
    """The changes that JAX's explanation of a tracing cache miss names, against the closest call before."""
    changes: list[Change] = []
    for line in message.splitlines():
        if found := re.match(CHANGE, line):
            changes += _tree_changes(found) if found[1] else [_change(found[2], found[3], found[4])]
        elif found := re.match(CONTEXT, line):
            name, unset = SETTINGS.get(found[1], (found[1], "None"))
            now, before = (unset if value == "None" else value for value in (found[2], found[3]))
            changes.append(_change(name, now, before))
    return _by_position_or_keyword([each for each in changes if each.now != each.before])


def _by_position_or_keyword(changes: list[Change]) -> list[Change]:
    """JAX tells how many arguments are positional, and which keywords come or go: together, what moved."""
    lengths = next(
        (
            (re.match(LENGTH, each.now), re.match(LENGTH, each.before))
            for each in changes
            if each.where in ("[0]", "positional arguments")
        ),
        None,
    )
    if lengths is None or not (lengths[0] and lengths[1]):
        return changes
    now, before = int(lengths[0][1]), int(lengths[1][1])
    moved = ("by position", "by keyword") if now > before else ("by keyword", "by position")
    gone = ("left out", "given") if now > before else ("given", "left out")
    found, left = [], abs(now - before)
    for change in changes:
        if left and (change.now, change.before) == gone:
            found.append(Change(change.where, *moved))
            left -= 1
        elif change.where not in ("[0]", "positional arguments"):
            found.append(change)
    if left:
        found.insert(0, Change("arguments by position", str(now), str(before)))
    return found


@dataclass(frozen=True)
class Known:
    """A function as it was compiled last: the identity of its object, and how often caches were emptied."""

    identity: str
    clears: int


def never_seen(message: str, before: Known | None = None, clears: int = 0) -> str:
    """Why, where JAX says that it never saw the function; empty otherwise.

    Args:
        before: what was known of a function of this name on this line.
        clears: how often the caches of JAX were emptied so far.
    """
    found = re.search(NEVER_SEEN, message)
    if found is None:
        return ""
    if before is not None and before.clears < clears:
        return CLEARED if before.identity == found[2] else CLEARED_OR_AGAIN
    return AGAIN if before is not None or "defined on the same line" in message else FIRST


def identity_of(message: str) -> str:
    """The identity of the function's object, where JAX tells it."""
    found = re.search(NEVER_SEEN, message)
    return found[2] if found else ""


def place_of(message: str) -> str:
    """`file.py:12`: where the function is defined that JAX explains about; empty where it does not say."""
    found = re.search(DEFINED, message)
    return found[1] if found else ""


def moved(now: Sequence[str], before: Sequence[str]) -> list[Change]:
    """The changes from where one call's arguments lie to where another's do."""
    pairs = [
        (place, *each) for place, each in enumerate(zip(now, before, strict=False)) if each[0] != each[1]
    ]
    if not pairs:
        return []
    devices = all(not name or re.fullmatch(DEVICE, name) for _, *names in pairs for name in names)
    if devices and len({each[1:] for each in pairs}) == 1:
        _, new, old = pairs[0]
        return [Change("device", new or USUAL, old or USUAL)]
    return [Change(f"sharding of argument {place}", new or USUAL, old or USUAL) for place, new, old in pairs]


def compared(now: Sequence[str], before: Sequence[str]) -> list[Change]:
    """The changes from the types of one call's arguments to another's."""
    if len(now) != len(before):
        return [Change("arguments", str(len(now)), str(len(before)))]
    return [
        Change(f"argument {place}", new, old)
        for place, (new, old) in enumerate(zip(now, before, strict=True))
        if new != old
    ]


def changes_between(
    message: str, now: Sequence[str], before: Entry | None, shardings: Sequence[str] = ()
) -> list[Change]:
    """What changed from the call before to this one.

    JAX compares with the call that it finds closest, static arguments first: what it says of them
    holds unless the call before had the same already. The types are compared with the call before.
    """
    changes = explained(message)
    if before is None:
        return changes
    places = moved(shardings, before.shardings)
    types = compared(now, before.arguments)
    had = {(change.where, change.now) for change in before.changes}
    static = [change for change in changes if not _is_type(change) and (change.where, change.now) not in had]
    named = [change for change in changes if _is_type(change)]
    if static and len(now) != len(before.arguments):
        types = []  # another structure of an argument holds another number of arrays
    if [change.now for change in named] == [change.now for change in types]:
        # JAX knows the names of arguments
        types = [Change(name.where, own.now, own.before) for name, own in zip(named, types, strict=True)]
    return static + (types or named) + places


def _is_type(change: Change) -> bool:
    return bool(re.match(r"(?:[a-z]+\d*|key<\w+>)\[", change.now))


def _tree_changes(match: re.Match[str]) -> list[Change]:
    """Static values, or arguments given by name that were left out before (and the other way round)."""
    static = re.search(STATIC, match[3]), re.search(STATIC, match[4])
    if static[0] and static[1]:
        return [Change(_where(match[2]), static[0][1], static[1][1])]
    keys = re.search(KEYS, match[5] or "")
    counts = re.search(CHILDREN, match[3]), re.search(CHILDREN, match[4])
    if keys and counts[0] and counts[1]:
        given = int(counts[0][1]) > int(counts[1][1])
        words = ("given", "left out") if given else ("left out", "given")
        names = [name.strip(" '") for name in keys[1].split(",")]
        inside = "" if match[2] == KEYWORDS else _where(match[2])
        return [Change(f"{inside}[{name!r}]" if inside else name, *words) for name in names]
    return [_change(match[2], match[3], match[4])]


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
    """A type without what surrounds it; `weak` behind a type that gives way; a class by its name."""
    if value == LEAF:
        return "an array or number"
    if node := re.match(CLASS, value):
        keys = f" with keys {node[2]}" if node[2] and node[1].endswith(("dict", "Dict")) else ""
        return node[1].removesuffix("Type") + (keys or value[node.end() :])
    weak = re.search(WEAK, value)
    value = re.sub(AXES, "", re.sub(WEAK, "", value)).strip()
    return f"{value} weak" if weak and weak[1] == "True" else value
