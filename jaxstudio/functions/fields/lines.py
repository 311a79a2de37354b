"""Linked crossings as lines: strung together, bulging where the curve does, long as far as it goes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from jaxstudio.functions.fields.cells import Links
from jaxstudio.functions.fields.curve_ends import open_ends, prolonged
from jaxstudio.functions.fields.edges import Crossings
from jaxstudio.functions.fields.grid import Grid
from jaxstudio.functions.fields.midpoint_refinement import middles
from jaxstudio.functions.fields.polylines import chains
from jaxstudio.functions.fields.samples import Field, Parameters
from jaxstudio.functions.fields.shapes import Line
from jaxstudio.functions.protocol.scene import Proof

# a middle is drawn where the curve leaves its chord by more than this
BULGE_PX = 0.05
Pair = tuple[int, int]


def plain_lines(links: Links, found: Crossings) -> list[Line]:
    """The lines at once, their chords not looked into."""
    return [
        Line(links.points[vertices], closed, bool(_doubles(links, found)[vertices[0]]))
        for vertices, closed in chains(links.pairs, len(links.points))
    ]


def refined_lines(
    f: Field,
    p: Parameters,
    grid: Grid,
    links: Links,
    found: Crossings,
    proven: np.ndarray,
    torn: np.ndarray,
    pixel: np.ndarray,
    level: float,
) -> list[Line]:
    """The lines without chords that are not the curve, with middles and ends, cut where their proof changes.

    `proven` marks the cells (ny - 1, nx - 1) in which the curve is, `torn` those through which a pole or a
    jump may run; `pixel` (2,) is the size of one.
    """
    pairs, points, double = links.pairs, links.points, _doubles(links, found)
    first, second = points[pairs[:, 0]], points[pairs[:, 1]]
    row, column = np.divmod(links.cells, grid.shape[1])
    sure = proven[row, column]
    middle, joined = middles(f, p, first, second, torn[row, column], min(grid.dx, grid.dy), level)
    joined |= sure | double[pairs[:, 0]] | (pairs[:, 1] >= len(found))
    bulge = joined & (np.hypot(*((middle - (first + second) / 2) / pixel).T) > BULGE_PX)
    between: dict[Pair, list[np.ndarray]] = {}
    for (one, other), point in zip(pairs[bulge].tolist(), middle[bulge], strict=True):
        both_ways = between.setdefault((one, other), between.get((other, one), []))
        both_ways.append(point)
        between[other, one] = both_ways
    doubtful = {pair for one, other in pairs[~sure].tolist() for pair in ((one, other), (other, one))}
    lines = []
    for vertices, closed in chains(pairs[joined], len(points)):
        for part, whole, proof in _by_proof(vertices.tolist(), closed, doubtful):
            lines.append(
                Line(_bulging(part, whole, points, between), whole, bool(double[vertices[0]]), proof)
            )
    return _to_their_ends(f, p, grid, lines, points[len(found) :], level)


def _doubles(links: Links, found: Crossings) -> np.ndarray:
    return np.concatenate([found.double, np.zeros(len(links.points) - len(found), bool)])


def _by_proof(vertices: list[int], closed: bool, doubtful: set[Pair]) -> list[tuple[list[int], bool, Proof]]:
    """A chain cut into stretches of one proof, neighbours sharing a vertex."""
    following = [*vertices[1:], *(vertices[:1] if closed else [])]
    sure = [pair not in doubtful for pair in zip(vertices, following, strict=False)]
    if all(sure) or not any(sure):
        return [(vertices, closed, Proof.PROVEN if sure and sure[0] else Proof.SAMPLED)]
    if closed:
        # begin where the proof changes
        turn = next(at for at in range(len(sure)) if sure[at] != sure[at - 1])
        sure = [*sure[turn:], *sure[:turn]]
        vertices = [*vertices[turn:], *vertices[: turn + 1]]
    stretches = []
    start = 0
    for at in range(1, len(sure) + 1):
        if at == len(sure) or sure[at] != sure[start]:
            proof = Proof.PROVEN if sure[start] else Proof.SAMPLED
            stretches.append((vertices[start : at + 1], False, proof))
            start = at
    return stretches


def _bulging(
    vertices: list[int], closed: bool, points: np.ndarray, between: dict[Pair, list[np.ndarray]]
) -> np.ndarray:
    """The vertices' points, with the middles put in."""
    line: list[np.ndarray] = []
    following = [*vertices[1:], vertices[0] if closed else -1]
    for vertex, after in zip(vertices, following, strict=True):
        line.append(points[vertex])
        middle = between.get((vertex, after))
        if middle:
            # an oval through two vertices has two middles
            line.append(middle.pop(0))
    return np.array(line)


def _to_their_ends(
    f: Field, p: Parameters, grid: Grid, lines: list[Line], nodes: np.ndarray, level: float
) -> list[Line]:
    """Lines that end inside the grid, and where no other goes on, made longer as far as the curve goes."""
    met = Counter(tuple(end) for line in lines if not line.closed for end in line.points[[0, -1]].tolist())
    known = set(map(tuple, nodes.tolist())) | {end for end, count in met.items() if count > 1}
    ends = [
        (at, turn)
        for at, line in enumerate(lines)
        for turn in (1, -1)
        if not (line.closed or line.double) and tuple(line.points[::turn][-1].tolist()) not in known
    ]
    if not ends:
        return lines
    last = np.array([lines[at].points[::turn][-1] for at, turn in ends])
    before = np.array([lines[at].points[::turn][-2] for at, turn in ends])
    inside = np.flatnonzero(open_ends(grid, last))
    for which, more in zip(inside, prolonged(f, p, grid, last[inside], before[inside], level), strict=False):
        at, turn = ends[which]
        points = np.concatenate([lines[at].points[::turn], more])[::turn]
        lines[at] = replace(lines[at], points=points)
    return lines
