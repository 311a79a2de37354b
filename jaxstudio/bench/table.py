"""The rows of a suite as an aligned table."""

from __future__ import annotations

from collections.abc import Iterable

from jaxstudio.bench.rows import Row

HEAD = ("", "size", "ours", "peers, fastest first", "ratio", "aim", "")
RIGHT = {1, 2, 4}
VERDICTS = {True: "met", False: "MISSED", None: ""}


def table(rows: Iterable[Row]) -> str:
    """One line a row: ours, the peers, the ratio to the fastest, what was aimed at and whether it was met."""
    lines = [HEAD, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    return "\n".join(_aligned(line, widths) for line in lines)


def _aligned(cells: tuple[str, ...], widths: list[int]) -> str:
    parts = [
        cell.rjust(width) if column in RIGHT else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(parts).rstrip()


def _cells(row: Row) -> tuple[str, ...]:
    peers = sorted(row.peers.items(), key=lambda peer: peer[1])
    return (
        row.name,
        row.size,
        milliseconds(row.ours_ms),
        ", ".join(f"{name} {milliseconds(ms)}" for name, ms in peers),
        "" if row.ratio is None else f"{row.ratio:.2f}",
        row.target,
        "  ".join(part for part in (VERDICTS[row.met], row.remark) if part),
    )


def milliseconds(ms: float) -> str:
    """As short as its precision allows."""
    if ms >= 10_000:
        return f"{ms / 1000:.1f} s"
    return f"{ms:.0f} ms" if ms >= 100 else f"{ms:.2g} ms" if ms < 10 else f"{ms:.1f} ms"
