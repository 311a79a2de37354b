"""A mask of a recipe as a function of a script: its numbers first, then a line for each of its parts."""

from __future__ import annotations

import pprint
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from jaxstudio.codegen import masks
from jaxstudio.codegen.layout import WIDTH
from jaxstudio.codegen.sources import Sources
from jaxstudio.codegen.symbols import Reference, resolve
from jaxstudio.engine.mask_outlines import range_of_colour, range_of_luma
from jaxstudio.engine.mask_raster import Placement
from jaxstudio.pipeline.masks import ADD, NAMES, OF_PIXELS, WITH_FEATHER, Brush, Mask, MaskPart


def write_mask(
    sources: Sources, values: list[str], of_run: Mapping[str, Any], place: Placement | None, run: str
) -> str:
    """The name of the mask's function, which is added: of the run's input, to blocks of values.

    Args:
        sources: where it is added.
        values: where the mask's numbers are added.
        of_run: the values of a masked run (engine/plan/masked.py).
        place: where the run's input lies on the photo, of which the script knows the SIZE; None where it lies
            as the photo does.
        run: name of the function that is limited by it.
    """
    mask, linear = of_run["mask"], bool(of_run["linear"])
    name = sources.unique(f"mask_{mask.key}")
    parts = _Parts(sources, name.upper(), linear)
    grid = sources.named(masks.grid_of)
    where = "" if place is None else f", SIZE, {place!r}"
    lines = [f"    grid = {grid}(image{where})"]
    lines += [f"    {line}" for line in parts.lines(mask)]
    lines.append(f"    return {'np.float32(1.0) - value' if mask.inverted else 'value'}")
    if parts.values:
        called = f"  # the mask {_plain(mask.name)}" if _plain(mask.name) else ""
        values.append(f"{sources.unique(parts.name)} = {{{called}\n{_entries(parts.values)}\n}}")
    sources.add(f'def {name}(image):\n    """How much {run} counts, from 0 to 1."""\n' + "\n".join(lines))
    return name


class _Parts:
    """The lines that compute a mask's parts, and the numbers that these take from a dictionary."""

    def __init__(self, sources: Sources, name: str, linear: bool) -> None:
        self.name, self.values = name, dict[str, Any]()
        self._sources, self._linear = sources, linear

    def lines(self, mask: Mask) -> list[str]:
        lines: list[str] = []
        for part in mask.enabled_parts:
            own = self._shape(part)
            if not lines and part.combine == ADD and not part.inverted and part.opacity == 1.0:
                lines.append(f"value = {own}")
                continue
            if not lines:
                lines.append(f"value = {self._everywhere(float(part.combine != ADD))}")
            how = {"inverted": part.inverted, "opacity": part.opacity, "combine": part.combine}
            combined = self._sources.named(masks.combined)
            lines.append(f"value = {combined}(value, {own}, **{self._kept('combined', how)})")
        return lines or [f"value = {self._everywhere(0.0)}"]

    def _kernel(self, name: str) -> str:
        """A compiled function of codegen/masks.py."""
        found = resolve(masks.__name__, name)
        assert isinstance(found, Reference)
        return self._sources.symbol(found)

    def _everywhere(self, value: float) -> str:
        return f"{self._sources.named(masks.same_everywhere)}(grid, {value})"

    def _kept(self, name: str, numbers: dict[str, Any]) -> str:
        """Numbers kept in the dictionary, as an expression."""
        others = (f"{name}_{number}" for number in range(2, 1000))
        chosen = name if name not in self.values else next(each for each in others if each not in self.values)
        self.values[chosen] = numbers
        return f'{self.name}["{chosen}"]'

    def _shape(self, part: MaskPart) -> str:
        """The values of a part's shape, as an expression."""
        named, shape, name = self._sources.named, part.shape, NAMES[type(part.shape)]
        numbers = asdict(shape)
        if isinstance(shape, OF_PIXELS):
            luma = name == "luminosity"
            limits = named(range_of_luma if luma else range_of_colour)
            select = self._kernel("select_luma" if luma else "select_colours")
            linear = ", linear=True" if self._linear else ""
            kept = self._kept(name, numbers)
            return f"{named(masks.range_mask)}(image, {select}, {limits}(**{kept}){linear})"
        if isinstance(shape, Brush) and not shape.strokes:
            return self._everywhere(0.0)
        if isinstance(shape, Brush):
            for stroke in numbers["strokes"]:
                del stroke["source"]  # which no mask's values depend on
        if isinstance(shape, WITH_FEATHER):
            numbers["feather"] = part.feather
        kept = self._kept(name, numbers)
        if name in ("rectangle", "ellipse"):
            draw = self._kernel(f"draw_{name}")
            return f"{named(masks.box_mask)}(grid, {draw}, **{kept})"
        by: dict[str, Callable[..., Any]] = {
            "polygon": masks.polygon_mask, "gradient": masks.gradient_mask, "brush": masks.brush_mask,
        }  # fmt: skip
        return f"{named(by[name])}(grid, **{kept})"


def _entries(values: Mapping[str, Any]) -> str:
    """The entries of a dictionary, a line for each where that fits."""
    lines = []
    for name, value in values.items():
        text = pprint.pformat(value, width=WIDTH - 8, sort_dicts=False, compact=True).replace("'", '"')
        first, *others = text.split("\n")
        lines.append("\n".join([f'    "{name}": {first}', *(f"        {line}" for line in others)]) + ",")
    return "\n".join(lines)


def _plain(name: str) -> str:
    """A mask's name as it may stand in a comment."""
    return "".join(letter for letter in name if letter.isprintable())
