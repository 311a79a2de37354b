"""Origins of operations: JAX's name stack and call-stack frames, equations of the jaxpr, source places.

`jit(f)/jvp()/mul` with the frames of the lines that led to it is one origin. JAX writes it into
StableHLO and XLA carries it along; operations of several stages with one origin belong together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jaxstudio.lazy_dataclass import dataclass

SCOPE = re.compile(r"(?<![A-Za-z0-9_])L(\d+)_(\d+)_(\d+)(?![A-Za-z0-9_])")
TRANSFORM = re.compile(r"(?<![\w])(jvp|transpose|vmap|linearize|remat|checkpoint|rematted_computation)(?=\()")


Key = tuple[str, tuple[tuple[str, int, int], ...]]


@dataclass(frozen=True)
class Place:
    """A stretch of a source text: lines from 1, columns from 0, the end excluded."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    function: str = ""


@dataclass(frozen=True)
class Origin:
    """`path` names the scopes and transforms down to the operation; `frames` are innermost first."""

    path: str
    frames: tuple[Place, ...] = ()

    def key(self) -> Key:
        """The part that stays the same in all stages: XLA keeps one end for all places that begin alike."""
        return self.path, tuple((frame.path, frame.line, frame.column) for frame in self.frames)

    def within(self, caller: Origin) -> Origin:
        """This origin inside a function that is called from `caller`, as XLA joins them."""
        if _is_whole(self.path, caller.path):
            return self
        path = "/".join(part for part in (caller.path, self.path) if part)
        return Origin(path, self.frames + caller.frames)


NOWHERE = Origin("")


def _is_whole(path: str, caller: str) -> bool:
    """Whether a path inside a function begins at the outermost one, as a constant's may."""
    return bool(path) and path.startswith(f"{caller.partition('/')[0]}/")


class Origins:
    """Origins by number, each once whatever stage names it."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.places: list[set[tuple[int, Place]]] = []  # with the depth: 0 is innermost
        self._keys: list[Key] = []
        self._numbers: dict[Key, int] = {}
        self._joined: dict[tuple[int, int], int] = {}
        self.version = 0  # rises with everything that is learnt

    def __len__(self) -> int:
        return len(self.paths)

    def add(self, origin: Origin) -> int:
        """Number the origin; −1 for an empty one."""
        if not origin.path and not origin.frames:
            return -1
        key = origin.key()
        number = self._numbers.setdefault(key, len(self.paths))
        new = number == len(self.paths)
        if new:
            self.paths.append(origin.path)
            self.places.append(set())
            self._keys.append(key)
        known = self.places[number]
        found = len(known)
        known.update(enumerate(origin.frames))
        self.version += new or len(known) > found
        return number

    def merged(self, number: int) -> list[int]:
        """The origins that XLA merged into one, whose path is `jit(f)/mul;jit(f)/add`; empty for another."""
        parts = self.paths[number].split(";")
        return [each for each, path in enumerate(self.paths) if path in parts] if len(parts) > 1 else []

    def joined(self, caller: int, number: int) -> int:
        """The number of an origin inside a function called from another; −1 where no stage has it."""
        pair = (caller, number)
        if pair not in self._joined:
            (outer, frames), (inner, own) = self._keys[caller], self._keys[number]
            if _is_whole(inner, outer):
                return number
            key = ("/".join(part for part in (outer, inner) if part), own + frames)
            self._joined[pair] = self._numbers.get(key, -1)
        return self._joined[pair]


def scopes(path: str) -> list[tuple[int, int, int]]:
    """The stretches (line, start, end) that a path's `named_scope`s spell, outermost first; lines from 0."""
    return [(int(found[1]), int(found[2]), int(found[3])) for found in SCOPE.finditer(path)]


def transforms(path: str) -> tuple[str, ...]:
    """The transforms that made an operation, outermost first: ("transpose", "jvp") in a gradient."""
    return tuple(dict.fromkeys(found[1] for found in TRANSFORM.finditer(path)))


@dataclass(frozen=True)
class Equation:
    """An equation of a jaxpr or of one inside it; `above` is the equation that holds it, −1 at the top.

    `inputs` are the numbers of the equations whose results it reads, −1 for arguments and constants.
    """

    primitive: str
    above: int
    names: str
    frames: tuple[Place, ...]
    inputs: tuple[int, ...]
    outputs: tuple[str, ...]


TRANSFORM_CALL = re.compile(r"\b(vmap|jvp|transpose)\(")
Chain = tuple[str, ...]


def transform_chains(equations: Sequence[Equation]) -> list[Chain]:
    """Return the transforms of each equation, the outermost first; empty for an equation as written.

    Those of a call hold for all that is called.
    """
    chains: list[Chain] = []
    for equation in equations:
        above = chains[equation.above] if equation.above >= 0 else ()
        chains.append(above + tuple(TRANSFORM_CALL.findall(equation.names)))
    return chains


def derivative_order(chain: Chain) -> int:
    """Return the order of differentiation: each derivative begins with one jvp."""
    return chain.count("jvp")


def format_chain(chain: Chain) -> str:
    """`transpose(jvp)` and the like, without vmap where anything else tells more; empty for none."""
    names = [name for name in chain if name != "vmap"] or list(chain[:1])
    return "(".join(names) + ")" * (len(names) - 1) if names else ""
