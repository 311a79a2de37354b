"""Suite `functions`: derivatives and pictures of typed functions, beside JAX's own ways, NumPy and SymPy."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from jaxstudio.bench import derivatives, drawing, plotting
from jaxstudio.bench.rows import Options, Row

PARTS: tuple[Callable[[Options], Iterator[Row]], ...] = (derivatives.rows, plotting.rows, drawing.rows)


def rows(options: Options) -> Iterator[Row]:
    """Each part's rows in turn."""
    for part in PARTS:
        yield from part(options)
