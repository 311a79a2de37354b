"""The words for masks: shapes, parts, handles, hints for each tool."""

from __future__ import annotations

from jaxstudio.app.image.canvas.handle_geometry import WHOLE
from jaxstudio.app.image.masks.editing import PICK
from jaxstudio.app.image.masks.geometry import END, FEATHER, POINT, ROTATE, START
from jaxstudio.app.shared.text import tr
from jaxstudio.pipeline.masks import ADD, INTERSECT, NAMES, SUBTRACT, Mask, MaskPart
from jaxstudio.pipeline.recipe import Recipe


def of_shape(name: str) -> str:
    """What a kind of shape, or its tool, is called."""
    return {
        "rectangle": tr("Rectangle"),
        "ellipse": tr("Ellipse"),
        "polygon": tr("Polygon"),
        "gradient": tr("Gradient"),
        "brush": tr("Brush"),
        "luminosity": tr("Luminosity range"),
        "colour_range": tr("Colour range"),
    }[name]


def of_part(part: MaskPart) -> str:
    return of_shape(NAMES[type(part.shape)])


def of_part_at(mask: Mask, place: int) -> str:
    """A part's name among the others: with a number where several are of its kind."""
    name = of_part(mask.parts[place])
    same = [at for at, part in enumerate(mask.parts) if of_part(part) == name]
    return name if len(same) == 1 else tr("{0} {1}").format(name, same.index(place) + 1)


def of_mask(mask: Mask) -> str:
    return mask.name or tr("Mask {0}").format(mask.key)


def of_combination(combine: str) -> str:
    return {ADD: tr("Add"), SUBTRACT: tr("Subtract"), INTERSECT: tr("Intersect")}[combine]


def of_sharing(recipe: Recipe, mask: Mask) -> str:
    """How many steps a mask limits, and in how many runs."""
    steps = recipe.steps_of_mask(mask.key)
    if len(steps) == 1:
        return tr("1 step")
    runs, before = 0, None
    for step in recipe.active:
        runs += step.mask == mask.key and before != mask.key
        before = step.mask
    if runs > 1:
        return tr("{0} steps, blended in {1} runs").format(len(steps), runs)
    return tr("{0} steps, blended once").format(len(steps))


def of_handle(name: str) -> str:
    """A handle's name for those who cannot see it."""
    names = {
        WHOLE: tr("The whole shape"),
        "top": tr("Top edge"),
        "bottom": tr("Bottom edge"),
        "left": tr("Left edge"),
        "right": tr("Right edge"),
        "top left": tr("Top left corner"),
        "top right": tr("Top right corner"),
        "bottom right": tr("Bottom right corner"),
        "bottom left": tr("Bottom left corner"),
        ROTATE: tr("Rotation"),
        FEATHER: tr("Feather"),
        START: tr("Full effect"),
        END: tr("No effect"),
    }
    if name.startswith(POINT):
        return tr("Point {0}").format(int(name.removeprefix(POINT)) + 1)
    return names.get(name, name)


def of_tool(tool: str) -> str:
    """What to do on the picture with a tool."""
    return {
        "rectangle": tr("Drag a rectangle · Shift: square · Alt: from the middle"),
        "ellipse": tr("Drag an ellipse · Shift: circle · Alt: from the middle"),
        "polygon": tr("Click point by point · Enter or double click: close · Esc: cancel"),
        "gradient": tr("Drag from full effect to none · Shift: in steps of 15°"),
        "brush": tr("Paint · right button or Alt: erase · [ ]: radius · Shift+[ ]: hardness"),
        PICK: tr("Click the colour"),
        "": tr("Drag the handles · Enter: done"),
    }[tool]


def of_colour(colour: int) -> str:
    return (tr("Red"), tr("Blue"), tr("Yellow"), tr("White"))[colour]
