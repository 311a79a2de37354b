"""Suite `ops`: each filter on a whole photo and on a viewport, beside whoever does the same work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from benchmarks.measurement import Options, Row, race, spelled
from benchmarks.peers import peers_of
from benchmarks.workload import CASES, Case, photo
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

SIZES = ((3000, 4000), (1000, 1500))
SECONDS, QUICK_SECONDS = 3.0, 0.3
ROUNDS, QUICK_ROUNDS = 7, 3

Call = Callable[[], np.ndarray]


def rows(options: Options) -> Iterator[Row]:
    """A row for every case and size."""
    engine = Engine(cache_bytes=0)
    for height, width in options.sizes or (SIZES[1:] if options.quick else SIZES):
        pixels = photo(height, width)
        for case in CASES:
            if options.wants(case.name):
                yield measured(engine, case, pixels, options.quick)


def measured(engine: Engine, case: Case, pixels: np.ndarray, quick: bool) -> Row:
    ours, peers = contestants(engine, case, pixels)
    result = race(
        ours,
        peers,
        least_rounds=QUICK_ROUNDS if quick else ROUNDS,
        seconds=QUICK_SECONDS if quick else SECONDS,
    )
    ratio = result.ratio()
    return Row(
        suite="ops",
        name=case.name,
        size=spelled(*pixels.shape[:2]),
        ours_ms=result.ours_ms,
        peers=result.peers_ms,
        ratio=ratio,
        target="" if case.target is None else f"ratio <= {case.target}",
        met=None if case.target is None or ratio is None else ratio <= case.target,
        more={
            "ours_min_ms": min(result.ours),
            "peers_min_ms": {name: round(min(times), 4) for name, times in result.peers.items()},
            "ratio_of_best": result.ratio_of_best(),
            "rounds": len(result.ours),
        },
    )


def contestants(engine: Engine, case: Case, pixels: np.ndarray) -> tuple[Call, dict[str, Call]]:
    """Ours and the peers, each as a call from the same uint8 pixels to new ones."""
    recipe = Recipe().added(CATALOGUE[case.op], case.params)
    values: Mapping[str, Any] = recipe.steps[0].values

    def ours() -> np.ndarray:
        # a new source each time, so that no statistic is remembered; it takes the pixels without a copy
        return engine.render(Source(pixels), recipe, dtype="uint8")

    return ours, {
        library: lambda peer=peer: peer(pixels, values)  # type: ignore[misc]
        for library, peer in peers_of(case.op).items()
    }
