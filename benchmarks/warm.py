"""Suite `warm`: every kernel that a slider of any filter may need, compiled, then from the cache."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from typing import Any

from benchmarks.live import run_child
from benchmarks.measurement import Options, Row
from jaxstudio.ops import CATALOGUE

COLD_S, CACHED_S = 60.0, 6.0
QUICK = ("gamma", "sobel", "rotate")
SLOWEST = 4
# Warms filter by filter in one thread, as the window does, for a photo of 8 bits; then compiles as many
# functions that do next to nothing.
CHILD = """
import json, sys, time
import jax
import numpy as np
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.engine.precompile import Precompiler
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.runtime.compile_counter import COMPILES

engine = Engine(cache_bytes=0)
source = Source(np.zeros((40, 60, 3), np.uint8))
precompiler = Precompiler(engine.executor.kernels)
seconds = {}
before = COMPILES.count
for name in sys.argv[1:]:
    began = time.perf_counter()
    precompiler.request(Recipe().added(CATALOGUE[name]), source)
    precompiler.wait()
    seconds[name] = time.perf_counter() - began
precompiler.close()
kernels = COMPILES.count - before

x = np.zeros(1024, np.float32)
trials = 20
began = time.perf_counter()
for number in range(trials):
    jax.jit(lambda x, number=number: x + number).lower(x).compile()
each = (time.perf_counter() - began) / trials
print(json.dumps({"seconds": seconds, "kernels": kernels, "bare": each * kernels}))
"""


def rows(options: Options) -> Iterator[Row]:
    """The whole catalogue in two processes, of which the first finds an empty cache."""
    names = QUICK if options.quick else tuple(CATALOGUE)
    kept = os.environ.get("JAXSTUDIO_CACHE_DIR")
    with tempfile.TemporaryDirectory(prefix="jaxstudio-bench-") as folder:
        os.environ["JAXSTUDIO_CACHE_DIR"] = folder
        try:
            for what, aim in (("cold", COLD_S), ("from the cache", CACHED_S)):
                row = row_of(what, aim, run_child(CHILD, *names))
                if options.wants(row.name):
                    yield row
        finally:
            if kept is None:
                del os.environ["JAXSTUDIO_CACHE_DIR"]
            else:
                os.environ["JAXSTUDIO_CACHE_DIR"] = kept


def row_of(what: str, aim: float, result: dict[str, Any]) -> Row:
    """A row of the seconds each filter took; the aim is for the whole catalogue."""
    seconds: dict[str, float] = result["seconds"]
    total = sum(seconds.values())
    slowest = sorted(seconds, key=seconds.__getitem__, reverse=True)[:SLOWEST]
    whole = len(seconds) == len(CATALOGUE)
    return Row(
        suite="warm",
        name=f"{len(seconds)} filters, {what}",
        size=f"{result['kernels']} kernels",
        ours_ms=total * 1e3,
        peers={"bare jits, as many": result["bare"] * 1e3},
        ratio=total / result["bare"],
        target=f"<= {aim:g} s" if whole else "",
        met=total <= aim if whole else None,
        more={"seconds": seconds},
        remark=", ".join(f"{name} {seconds[name]:.1f} s" for name in slowest),
    )
