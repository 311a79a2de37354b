"""Segments strung together to lines, as long as no more than two meet."""

from __future__ import annotations

import numpy as np


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
