"""Polylines of an implicit curve: crossings joined, refined at midpoints, extended to where they end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from jaxstudio.functions.fields.cells import Links
from jaxstudio.functions.fields.edges import Crossings
from jaxstudio.functions.fields.grid import Field, Grid, Parameters, sampled, slopes
from jaxstudio.functions.protocol.scene import Line, Proof


def chains(pairs: np.ndarray, count: int) -> list[tuple[np.ndarray, bool]]:
    """Lines through vertices 0 to count - 1, as (vertices (k,), closed), from pairs (n, 2) that are joined.

    Where one or more than two segments meet, lines end. A closed line does not repeat its first vertex.
    """
    if not len(pairs):
        return []
    ends = np.concatenate([pairs[:, 0], pairs[:, 1]])
    others = np.concatenate([pairs[:, 1], pairs[:, 0]])
    segment = np.tile(np.arange(len(pairs)), 2)
    order = np.argsort(ends, kind="stable")
    degree = np.bincount(ends, minlength=count)
    first = np.concatenate([[0], np.cumsum(degree)])
    degrees, firsts = degree.tolist(), first.tolist()
    other, through = others[order].tolist(), segment[order].tolist()
    used = [False] * len(pairs)

    def follow(vertex: int, place: int) -> list[int]:
        line = [vertex]
        while True:
            used[through[place]] = True
            vertex = other[place]
            line.append(vertex)
            if degrees[vertex] != 2:
                return line
            place = firsts[vertex]
            if used[through[place]]:
                place += 1
                if used[through[place]]:
                    return line

    lines: list[tuple[np.ndarray, bool]] = []
    for vertex in np.flatnonzero((degree != 2) & (degree > 0)).tolist():
        places = range(firsts[vertex], firsts[vertex + 1])
        lines.extend((np.array(follow(vertex, place)), False) for place in places if not used[through[place]])
    for number, pair in enumerate(pairs[:, 0].tolist()):
        if not used[number]:
            line = follow(pair, firsts[pair])
            lines.append((np.array(line[:-1]), True))
    return lines


# most arrive after 3; towards a cusp Newton's steps only shrink by a part
STEPS = 40
# of f between two vertices, beside what its slope at their ends would give over the chord's length
TOO_HIGH = 0.05
# where f may jump, a chord's middle this part of a cell away from the curve is looked into: halved so often,
# on the worse side, the chord should hardly leave the curve any more, but leaves it by as much at a jump
ASKEW, HALVINGS, STILL = 0.01, 6, 0.1


def middles(
    f: Field,
    p: Parameters,
    first: np.ndarray,
    second: np.ndarray,
    torn: np.ndarray,
    cell: float,
    level: float = 0.0,
) -> tuple[np.ndarray, np.ndarray]:
    """Points (n, 2) of the curve halfway between vertices (n, 2), and whether the curve joins the two (n,).

    It does not where f stays away from the level in between, nor, in a `torn` cell (n,), where ever shorter
    chords do not come closer to the curve.
    The middle is the chord's own where no curve is found within half its length or half a cell.
    """
    middle, away, joined = _onto_the_curve(f, p, first, second, cell, level)
    askew = np.flatnonzero(joined & torn & (away > ASKEW * cell))
    joined[askew] = _comes_closer(f, p, first[askew], middle[askew], second[askew], away[askew], cell, level)
    return middle, joined


def _comes_closer(
    f: Field,
    p: Parameters,
    first: np.ndarray,
    middle: np.ndarray,
    second: np.ndarray,
    away: np.ndarray,
    cell: float,
    level: float,
) -> np.ndarray:
    """Whether ever shorter chords leave the curve ever less, (n,)."""
    whole, still = np.ones(len(first), bool), away
    for _ in range(HALVINGS if len(first) else 0):
        one, one_away, one_low = _onto_the_curve(f, p, first, middle, cell, level)
        other, other_away, other_low = _onto_the_curve(f, p, middle, second, cell, level)
        whole &= one_low & other_low
        left = one_away >= other_away
        still = np.where(left, one_away, other_away)
        side = left[:, None]
        first, second = np.where(side, first, middle), np.where(side, middle, second)
        middle = np.where(side, one, other)
    return whole & (still <= STILL * away)


def _onto_the_curve(
    f: Field, p: Parameters, first: np.ndarray, second: np.ndarray, cell: float, level: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Middles of chords put onto the curve, how far away that is, and whether f is as low as it should be."""
    chord = np.hypot(*(second - first).T)
    steep = np.maximum(*(_steepness(f, p, ends) for ends in (first, second))) * chord
    start = (first + second) / 2
    point = start.copy()
    height = np.full(len(start), np.inf)
    before = np.abs(_slopes(f, p, start, level)[0])
    going = np.arange(len(start))
    for _ in range(STEPS):
        value, slope = _slopes(f, p, point[going], level)
        height[going] = np.abs(value)
        with np.errstate(all="ignore"):
            step = -value[:, None] * slope / (slope**2).sum(1)[:, None]
        step = np.where(np.isfinite(step), step, 0)
        point[going] += step
        going = going[np.abs(step).max(1) > 1e-6 * cell]
        if not len(going):
            break
    away = np.hypot(*(point - start).T)
    stayed = away <= np.maximum(chord, cell) / 2
    low = (stayed & (height <= 1e-6 * before)) | (before <= TOO_HIGH * steep)
    put = stayed & (height <= 1e-4 * steep)
    return np.where(put[:, None], point, start), np.where(put, away, 0.0), low


def _slopes(f: Field, p: Parameters, point: np.ndarray, level: float) -> tuple[np.ndarray, np.ndarray]:
    value, along_x, along_y = sampled(slopes, f, p, point[:, 0], point[:, 1])
    return value - level, np.stack([along_x, along_y], 1)


def _steepness(f: Field, p: Parameters, point: np.ndarray) -> np.ndarray:
    slope = np.hypot(*_slopes(f, p, point, 0.0)[1].T)
    return np.where(np.isfinite(slope), slope, 0)


ROUNDS = 26
MOST = 2_000
REACH = 1.5  # cells


def open_ends(grid: Grid, points: np.ndarray) -> np.ndarray:
    """Which of the points (n, 2) at which lines end lie inside the grid, (n,)."""
    margin = np.array([grid.dx, grid.dy]) * 1e-6
    low = np.array([grid.x[0], grid.y[0]]) + margin
    high = np.array([grid.x[-1], grid.y[-1]]) - margin
    return np.all((points > low) & (points < high), axis=1)


def prolonged(
    f: Field, p: Parameters, grid: Grid, last: np.ndarray, before: np.ndarray, level: float = 0.0
) -> list[np.ndarray]:
    """Further points of the curve past each end, (k, 2) for each of the ends (n, 2); `before` precede them.

    Steps along the tangent, each put back onto the curve, and halved where no curve is found.
    """
    last, before = last[:MOST], before[:MOST]
    cell = min(grid.dx, grid.dy)
    point, ahead = last, _unit(last - before)
    step, walked = np.full(len(last), cell / 2), np.zeros(len(last))
    track: list[list[np.ndarray]] = [[] for _ in last]
    for _ in range(ROUNDS if len(last) else 0):
        trial, good = _onto(f, p, point + step[:, None] * ahead, level, step)
        good &= walked + step <= REACH * cell
        moved = _unit(trial - point)
        good &= (moved * ahead).sum(1) > 0.5
        for index in np.flatnonzero(good):
            track[index].append(trial[index])
        point, ahead = np.where(good[:, None], trial, point), np.where(good[:, None], moved, ahead)
        walked, step = walked + step * good, np.where(good, step, step / 2)
    return [np.array(way).reshape(-1, 2) for way in track]


def _unit(vector: np.ndarray) -> np.ndarray:
    with np.errstate(all="ignore"):
        return np.nan_to_num(vector / np.hypot(*vector.T)[:, None])


def _onto(
    f: Field, p: Parameters, start: np.ndarray, level: float, step: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The points put onto the curve, and whether one was there, no further away than half a step."""
    point = start
    for _ in range(4):
        height, along_x, along_y = sampled(slopes, f, p, point[:, 0], point[:, 1])
        slope = np.stack([along_x, along_y], 1)
        with np.errstate(all="ignore"):
            back = -(height - level)[:, None] * slope / (slope**2).sum(1)[:, None]
        point = point + back
    with np.errstate(invalid="ignore"):
        near = np.hypot(*(point - start).T) <= step / 2
        return np.nan_to_num(point), near & (np.hypot(*back.T) <= 1e-9 * (1e-3 * step + np.abs(point).max(1)))


# a middle is drawn where the curve leaves its chord by more than this
BULGE_PX = 0.05
Pair = tuple[int, int]


def plain_lines(links: Links, crossings: Crossings) -> list[Line]:
    """The lines at once, their chords not looked into."""
    return [
        Line(links.points[vertices], closed, bool(_doubles(links, crossings)[vertices[0]]))
        for vertices, closed in chains(links.pairs, len(links.points))
    ]


def refined_lines(
    f: Field,
    p: Parameters,
    grid: Grid,
    links: Links,
    crossings: Crossings,
    proven: np.ndarray,
    torn: np.ndarray,
    pixel: np.ndarray,
    level: float,
) -> list[Line]:
    """The lines without chords that are not the curve, with middles and ends, cut where their proof changes.

    `proven` marks the cells (ny - 1, nx - 1) in which the curve is, `torn` those through which a pole or a
    jump may run; `pixel` (2,) is the size of one.
    """
    pairs, points, double = links.pairs, links.points, _doubles(links, crossings)
    first, second = points[pairs[:, 0]], points[pairs[:, 1]]
    row, column = np.divmod(links.cells, grid.shape[1])
    sure = proven[row, column]
    middle, joined = middles(f, p, first, second, torn[row, column], min(grid.dx, grid.dy), level)
    joined |= sure | double[pairs[:, 0]] | (pairs[:, 1] >= len(crossings))
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
    return _to_their_ends(f, p, grid, lines, points[len(crossings) :], level)


def _doubles(links: Links, crossings: Crossings) -> np.ndarray:
    return np.concatenate([crossings.double, np.zeros(len(links.points) - len(crossings), bool)])


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
