"""The seeds of variants: chosen by the recipe's seed and the photo's name alone."""

from __future__ import annotations

from random import Random

from jaxstudio.pipeline.recipe import MAX_SEED


def seeds_of(seed: int, name: str, count: int) -> list[int]:
    """`count` different seeds for the photo called `name` under the recipe's own seed.

    They depend on nothing else: not on the other photos of a folder, nor on their order.
    """
    # a text as seed is hashed by Random itself, the same on every system
    chance = Random(f"{seed} {name}")
    seeds: dict[int, None] = {}
    while len(seeds) < count:
        seeds[chance.randrange(MAX_SEED + 1)] = None
    return list(seeds)
