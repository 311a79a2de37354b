"""The mask that is edited: of which step, which of its parts, and with which tool on the canvas.

Widgets send it intents and are drawn anew from it. The masks themselves are values of the recipe.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from jaxstudio.app.image.masks.brush_strokes import without_stroke
from jaxstudio.app.image.recipe_editor import RecipeEditor
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.masks import (
    WITH_FEATHER,
    Brush,
    ColourRange,
    Luminosity,
    Mask,
    MaskPart,
    Shape,
    Stroke,
)
from jaxstudio.pipeline.recipe import Step

BRUSH, PICK = "brush", "pick"
DRAWN = ("rectangle", "ellipse", "polygon", "gradient", BRUSH)  # tools that draw on the canvas
RANGES: dict[str, Shape] = {
    "luminosity": Luminosity(0.5, 1.0, 0.2),
    "colour_range": ColourRange(0.5, 0.5, 0.5),
}
TOOLS = (*DRAWN, *RANGES)
USUAL_FEATHER = 0.05
SMALLEST_RADIUS, LARGEST_RADIUS = 0.001, 1.0
RADIUS_FACTOR, HARDNESS_STEP = 1.15, 0.1
COLOURS = 4  # of the overlay: `overlay.COLOURS`, and their names in `menu.of_colour`


@dataclass(frozen=True)
class BrushSettings:
    """The next stroke: its radius in lengths of the photo's shorter side, its hardness, whether it erases."""

    radius: float = 0.08
    hardness: float = 0.5
    erase: bool = False


class MaskEditing(QObject):
    """`changed` is emitted when another step, part or tool is chosen, or the overlay is shown or hidden."""

    changed = Signal()

    def __init__(self, recipes: RecipeEditor) -> None:
        super().__init__(recipes)
        self.recipes = recipes
        self.step_key: int | None = None
        self.fresh = False  # what is drawn next begins a new mask, whatever the step has now
        self.place = 0  # of the selected part
        self.tool = ""  # "": handles are moved
        self.brush = BrushSettings()
        self.overlay = False
        self.colour = 0
        recipes.recipe_changed.connect(self._follow)

    # What there is

    @property
    def step(self) -> Step | None:
        """The step whose mask is edited."""
        steps = self.recipes.recipe.steps
        return next((step for step in steps if step.key == self.step_key), None)

    @property
    def mask(self) -> Mask | None:
        """The mask that is edited; None while its first shape is not drawn yet."""
        step = self.step
        masks = self.recipes.recipe.masks
        key = None if step is None or self.fresh else step.mask
        return next((mask for mask in masks if mask.key == key and not mask.everywhere), None)

    @property
    def part(self) -> MaskPart | None:
        """The selected part."""
        mask = self.mask
        return mask.parts[self.place] if mask is not None and self.place < len(mask.parts) else None

    # What is edited

    def edit(self, step_key: int | None, tool: str = "") -> None:
        """Edit the mask of this step, or no mask; with a tool, a new part is drawn next."""
        if step_key != self.step_key:
            self.step_key, self.place, self.tool, self.fresh = step_key, 0, "", False
            mask = self.mask
            if mask is not None:
                self.select(len(mask.parts) - 1)
        if step_key is not None and tool:
            self.use_tool(tool)
        self.changed.emit()

    def edit_new(self, step_key: int, tool: str) -> None:
        """Draw a new mask for this step; the old one stays until the first stroke."""
        self.step_key, self.place, self.tool, self.fresh = step_key, 0, "", True
        self.use_tool(tool)

    def select(self, place: int) -> None:
        """Select a part of the mask; the brush then paints on the selected part."""
        self.place = max(place, 0)
        part = self.part
        self.tool = BRUSH if part is not None and isinstance(part.shape, Brush) else ""
        self.changed.emit()

    def use_tool(self, tool: str) -> None:
        """Draw a part of this kind next; a range, which is not drawn, is there at once. "": move handles."""
        if tool in RANGES:
            self.add_part(RANGES[tool])
            self.tool = PICK if tool == "colour_range" else ""
        else:
            self.tool = tool
            mask = self.mask
            if tool in DRAWN and mask is not None:
                self.place = len(mask.parts)  # none is selected: a new one is drawn
        self.changed.emit()

    def leave_tool(self) -> None:
        """Draw nothing more: the latest part is selected."""
        self.tool = ""
        if self.part is None and self.mask is not None:
            self.place = max(len(self.mask.parts) - 1, 0)
        self.changed.emit()

    def set_brush(self, brush: BrushSettings) -> None:
        """Use another radius, hardness or mode for the next stroke."""
        radius = min(max(brush.radius, SMALLEST_RADIUS), LARGEST_RADIUS)
        hardness = min(max(brush.hardness, 0.0), 1.0)
        self.brush = replace(brush, radius=float(f"{radius:.3g}"), hardness=round(hardness, 3))
        self.changed.emit()

    def scale_brush(self, notches: float) -> None:
        radius = self.brush.radius * RADIUS_FACTOR**notches
        self.set_brush(replace(self.brush, radius=radius))

    def harden_brush(self, notches: float) -> None:
        self.set_brush(replace(self.brush, hardness=self.brush.hardness + notches * HARDNESS_STEP))

    def show_overlay(self, visible: bool) -> None:
        if visible != self.overlay:
            self.overlay = visible
            self.changed.emit()

    def set_colour(self, colour: int) -> None:
        """Show the overlay in this one of its colours."""
        self.colour = colour % COLOURS
        self.changed.emit()

    # Changing the mask

    def set_mask(self, mask: Mask, nudge: object = None) -> None:
        """Replace the mask that is edited; its first shape makes a shared mask the step's own."""
        step = self.step
        if step is None:
            return
        recipe = self.recipes.recipe.with_mask(mask)
        if step.mask != mask.key:
            recipe = recipe.masked(step.key, mask.key).without_unused_masks()
        self.fresh = False
        self.recipes.change_masks(recipe, nudge)

    def set_parts(self, parts: Iterable[MaskPart], nudge: object = None) -> None:
        mask, step = self.mask, self.step
        if mask is None:
            recipe = self.recipes.recipe
            now = None if step is None else recipe.mask_of(step)
            mask = Mask(recipe.new_mask_key())
            if now is not None and now.everywhere:  # which says how the step is blended
                mask = replace(mask, opacity=now.opacity, blend=now.blend)
        self.set_mask(replace(mask, parts=tuple(parts)), nudge)

    def add_part(self, shape: Shape) -> None:
        """Put a part behind the others, and select it."""
        mask = self.mask
        before = () if mask is None else mask.parts
        feather = USUAL_FEATHER if isinstance(shape, WITH_FEATHER) and not isinstance(shape, Brush) else 0.0
        self.place = len(before)
        self.set_parts((*before, MaskPart(shape, feather)))

    def set_part(self, part: MaskPart, place: int | None = None, *, nudge: bool = False) -> None:
        """Put another part in the place of the selected one, or of that at `place`."""
        mask = self.mask
        at = self.place if place is None else place
        if mask is not None and at < len(mask.parts) and mask.parts[at] != part:
            parts = (*mask.parts[:at], part, *mask.parts[at + 1 :])
            self.set_parts(parts, ("mask", mask.key, at) if nudge else None)

    def set_shape(self, shape: Shape, *, nudge: bool = False) -> None:
        part = self.part
        if part is not None:
            self.set_part(replace(part, shape=shape), nudge=nudge)

    def put_stroke(self, stroke: Stroke, *, first: bool) -> None:
        """Begin a stroke (`first`) on the selected brush or a new one, or replace the latest one.

        A new stroke has its source as far away as the latest one.
        """
        part = self.part
        if part is None or not isinstance(part.shape, Brush):
            self.add_part(Brush((stroke,)))
            return
        strokes = part.shape.strokes
        if strokes and not stroke.erase:
            painted = [each for each in strokes if not each.erase]
            stroke = replace(stroke, source=painted[-1].source if painted else None)
        self.set_shape(Brush((*(strokes if first else strokes[:-1]), stroke)))

    def remove_stroke(self, number: int) -> None:
        """Take a stroke of the selected brush away; with its last one the part goes."""
        part = self.part
        if part is None or not isinstance(part.shape, Brush) or number >= len(part.shape.strokes):
            return
        if len(part.shape.strokes) == 1:
            self.remove_part(self.place)
        else:
            self.set_shape(without_stroke(part.shape, number))

    def remove_part(self, place: int) -> None:
        """Take a part away; with the last one the steps lose the mask."""
        mask = self.mask
        if mask is None or place >= len(mask.parts):
            return
        parts = (*mask.parts[:place], *mask.parts[place + 1 :])
        if parts:
            self.set_parts(parts)
            self.select(min(self.place - (place < self.place), len(parts) - 1))
        elif mask.blends:
            self.recipes.change_masks(self.recipes.recipe.with_mask(replace(mask, parts=(), inverted=True)))
        else:
            self.recipes.change_masks(self.recipes.recipe.without_mask(mask.key))

    def move_part(self, place: int, by: int) -> None:
        """Change places with the part before or after."""
        mask = self.mask
        if mask is not None and 0 <= place < len(mask.parts) and 0 <= place + by < len(mask.parts):
            parts = list(mask.parts)
            parts.insert(place + by, parts.pop(place))
            self.set_parts(parts)
            self.select(place + by)

    def set_name(self, name: str) -> None:
        mask = self.mask
        if mask is not None:
            self.set_mask(replace(mask, name=name))

    def invert(self) -> None:
        """Swap what the mask covers and what it leaves out."""
        mask = self.mask
        if mask is not None:
            self.set_mask(replace(mask, inverted=not mask.inverted))

    def limit(self, step_key: int, mask_key: int | None) -> None:
        """Limit a step to a mask that there is, or to none."""
        recipe = self.recipes.recipe.masked(step_key, mask_key)
        self.recipes.change_masks(recipe.without_unused_masks() if mask_key is None else recipe)

    def _follow(self) -> None:
        """End the editing if the recipe no longer has the mask."""
        if self.step_key is None:
            return
        step, mask = self.step, self.mask
        if step is None or (mask is None and not self.tool):
            self.step_key, self.place, self.tool, self.fresh = None, 0, "", False
        elif mask is not None and self.place >= len(mask.parts) and self.tool not in DRAWN:
            self.select(len(mask.parts) - 1)
        elif self.part is not None and self.tool == BRUSH and not isinstance(self.part.shape, Brush):
            self.tool = ""
        self.changed.emit()
