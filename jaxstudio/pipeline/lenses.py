"""A lens as numbers, which Lens correction takes from itself or, for each photo, from the photo's EXIF."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from types import MappingProxyType

from jaxstudio.errors import Wording
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.params import Value
from jaxstudio.pipeline.recipe import Recipe, Step

NAME = "lens_correction"
PROFILES = OF_PHOTO, OF_NUMBERS = "photo", "numbers"
DISTORTION = tuple(f"distortion_{power}" for power in range(1, 5))
RED, BLUE = (tuple(f"{colour}_{power}" for power in range(3)) for colour in ("red", "blue"))
VIGNETTING = tuple(f"vignetting_{power}" for power in range(1, 4))
NUMBERS = (*DISTORTION, *RED, *BLUE, *VIGNETTING)


@dataclass(frozen=True)
class LensProfile:
    """The faults of a lens as `numbers`; `words` name it, or the unknown part."""

    words: Wording
    numbers: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))


# Finds the profile of the lens that took a photo, by its EXIF or by names that were typed: camera, lens, and
# focal length in millimetres ("" and 0 where EXIF decides).
Lens = Callable[[str, str, float], LensProfile]


def lens_of(step: Step, lens: Lens) -> LensProfile:
    """The profile that a step asks for."""
    values = step.params
    return lens(str(values["camera"]), str(values["lens"]), float(values["focal"]))  # type: ignore[arg-type]


def with_lens(recipe: Recipe, lens: Lens | None) -> Recipe:
    """The recipe with the numbers of a photo's lens in the steps that ask for them."""
    if not any(asks_for_lens(step) for step in recipe.active):
        return recipe

    def with_numbers(step: Step) -> Step:
        if not asks_for_lens(step):
            return step
        found = lens_of(step, lens).numbers if lens is not None else {}
        numbers: dict[str, Value] = {**dict.fromkeys(NUMBERS, 0.0), **found, "profile": OF_NUMBERS}
        return replace(step, params={**step.params, **numbers})

    return replace(recipe, steps=tuple(map(with_numbers, recipe.steps)))


def asks_for_lens(step: Step) -> bool:
    """Whether the step takes its numbers from the photo."""
    return step.op.name == NAME and step.params["profile"] == OF_PHOTO
