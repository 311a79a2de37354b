"""The gallery of hard functions drawn by our sampler, by SymPy's and on a grid: how many are drawn truly."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence

import jax

from jaxstudio.bench.rows import Options, Row
from jaxstudio.functions.curves.gallery import GALLERY, Score, gallery_score
from jaxstudio.runtime.setup import configure

NAME = "gallery drawn, a function"
QUICK = 8  # every so many functions


def rows(options: Options) -> Iterator[Row]:
    if options.wants(NAME):
        configure()
        gallery = GALLERY[::QUICK] if options.quick else GALLERY
        with jax.enable_x64(True), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # SymPy's sampler meets infinities
            yield row_of(gallery_score(gallery))


def row_of(scores: Sequence[Score]) -> Row:
    """The first score is ours. A true drawing joins no break, misses no hole and is off by no pixel."""
    ours, *peers = scores
    more: dict[str, int] = {}
    for score in scores:
        more |= {
            f"{score.name}_true": score.true,
            f"{score.name}_false_joins": score.joins,
            f"{score.name}_missed_holes": score.holes,
        }
    milliseconds = {score.name: score.seconds / score.of * 1e3 for score in scores}
    true = ", ".join(f"{score.name} {score.true}" for score in scores)
    return Row(
        "functions",
        NAME,
        f"{ours.of} functions",
        milliseconds[ours.name],
        {score.name: milliseconds[score.name] for score in peers},
        target="all drawn truly, 30 ms each",
        met=ours.true == ours.of and milliseconds[ours.name] <= 30.0,
        more=more,
        remark=f"drawn truly of {ours.of}: {true}",
    )
