"""Words and menus of masks: the step's mask, the steps that share it, opacity and blend mode."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from jaxstudio.app.image.canvas.handle_geometry import WHOLE
from jaxstudio.app.image.canvas.layer import name_of_edge
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.masks.brush_strokes import SOURCE, STROKE
from jaxstudio.app.image.masks.editing import PICK, TOOLS
from jaxstudio.app.image.masks.geometry import END, FEATHER, POINT, ROTATE, START
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.choice_box import small_box
from jaxstudio.app.shared.layouts import across
from jaxstudio.app.shared.number_field import NumberSlider
from jaxstudio.app.shared.text import of_catalogue, tr
from jaxstudio.pipeline.masks import ADD, BLENDS, INTERSECT, NAMES, NUMBERS, SUBTRACT, Mask, MaskPart
from jaxstudio.pipeline.recipe import Recipe, Step


def of_shape(name: str) -> str:
    """Return the name of a kind of shape, or of its tool."""
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
    """Say how many steps a mask limits, and in how many runs."""
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
        ROTATE: tr("Rotation"),
        FEATHER: tr("Feather"),
        START: tr("Full effect"),
        END: tr("No effect"),
    }
    if name.startswith(STROKE):
        return tr("Stroke {0}").format(int(name.removeprefix(STROKE)) + 1)
    if name.startswith(SOURCE):
        return tr("Source of stroke {0}").format(int(name.removeprefix(SOURCE)) + 1)
    if name.startswith(POINT):
        return tr("Point {0}").format(int(name.removeprefix(POINT)) + 1)
    return names.get(name) or name_of_edge(name)


def of_tool(tool: str) -> str:
    """Return the instruction for a tool, shown on the picture."""
    return {
        "rectangle": tr("Drag a rectangle · Shift: square · Alt: from the middle"),
        "ellipse": tr("Drag an ellipse · Shift: circle · Alt: from the middle"),
        "polygon": tr("Click point by point · Enter or double click: close · Esc: cancel"),
        "gradient": tr("Drag from full effect to none · Shift: in steps of 15°"),
        "brush": tr(
            "Paint · right button or Alt: erase · Ctrl: move a stroke · [ ]: radius · Shift+[ ]: hardness"
        ),
        PICK: tr("Click the colour"),
        "": tr("Drag the handles · Enter: done"),
    }[tool]


def of_strokes(*, with_sources: bool) -> str:
    """Return the instruction for a brush's strokes while none is painted."""
    if with_sources:
        return tr("Drag a stroke or its source · Del: remove it · Enter: done")
    return tr("Drag a stroke · Del: remove it · Enter: done")


def of_colour(colour: int) -> str:
    return (tr("Red"), tr("Blue"), tr("Yellow"), tr("White"))[colour]


def words_of_pairs() -> dict[str, tuple[str, str, tuple[str, str]]]:
    """Two numbers that belong together: what they are called, what they are, what each is called."""
    place = tr("Part of the photo's width and height, from its top left corner")
    side = tr("of the photo's shorter side")
    part = f"{tr('Part')} {side}"
    return {
        "centre": (tr("Centre x, y"), place, (tr("Centre x"), tr("Centre y"))),
        "size": (tr("Size w, h"), part, (tr("Width"), tr("Height"))),
        "start": (tr("Full at x, y"), place, (tr("Full at x"), tr("Full at y"))),
        "end": (tr("None at x, y"), place, (tr("None at x"), tr("None at y"))),
    }


def words_of_numbers() -> dict[str, tuple[str, str]]:
    """Return label and explanation of each number of parts, shapes and the brush."""
    side = tr("of the photo's shorter side")
    return {
        "angle": (tr("Angle"), tr("Degrees, counter-clockwise")),
        "radius": (tr("Radius"), f"{tr('Radius of the next stroke')}, {side} ([ ])"),
        "hardness": (tr("Hardness"), tr("How much of the brush is at full strength (Shift+[ ])")),
        "low": (tr("Darkest"), tr("Pixels from this luma on belong to it")),
        "high": (tr("Lightest"), tr("Pixels up to this luma belong to it")),
        "tolerance": (tr("Tolerance"), tr("How far from the picked colour; black is 100 % from white")),
        "softness": (tr("Softness"), tr("How far beyond the range the effect fades out")),
        "feather": (tr("Feather"), f"{tr('Width of the soft edge')}, {side}"),
        "opacity": (tr("Opacity"), tr("How much of the effect comes through")),
    }


def why_not(document: ImageDocument, step: Step) -> str:
    """Return the reason why a step cannot be masked; empty if it can."""
    described = document.description.step(step.key)
    if described is not None and described.before != described.after:
        return tr("A step that changes the picture's size cannot be limited to a region")
    return ""


def title_of(document: ImageDocument, step: Step) -> str:
    """A step with its place in the stack."""
    return f"{document.recipe.index(step.key) + 1}  {of_catalogue(step.op.title)}"


def _in_menu(words: str) -> str:
    return words.replace("&", "&&")


def _words_of_mask(document: ImageDocument, mask: Mask) -> str:
    """A mask's name with the steps that it limits, if any."""
    steps = ", ".join(title_of(document, step) for step in document.recipe.steps_of_mask(mask.key))
    return _in_menu(f"{of_mask(mask)} ({steps})" if steps else of_mask(mask))


def fill_choices(menu: QMenu, document: ImageDocument, step: Step) -> None:
    """Fill the menu of a step's mask: none, the mask of another step, or a new one."""
    editing = document.mask_editing
    refusal = why_not(document, step)
    if document.recipe.region_of(step) is not None:
        menu.addAction(tr("Edit the mask")).triggered.connect(lambda: editing.edit(step.key))
        menu.addSeparator()
    if refusal:
        menu.addAction(refusal).setEnabled(False)
    for tool in TOOLS:
        action = menu.addAction(_in_menu(tr("New mask: {0}").format(of_shape(tool))))
        action.triggered.connect(partial(_begin, document, step.key, tool))
        action.setEnabled(not refusal)
    group = QActionGroup(menu)
    menu.addSeparator()
    for mask in (mask for mask in document.recipe.masks if not mask.everywhere):
        action = menu.addAction(_words_of_mask(document, mask))
        action.setCheckable(True)
        action.setChecked(step.mask == mask.key)
        action.setEnabled(not refusal or step.mask == mask.key)
        action.triggered.connect(partial(_limit, document, step.key, mask.key))
        group.addAction(action)
    action = menu.addAction(tr("No mask"))
    action.setCheckable(True)
    action.setChecked(document.recipe.region_of(step) is None)
    action.triggered.connect(partial(_limit, document, step.key, None))
    group.addAction(action)


def _begin(document: ImageDocument, key: int, tool: str, _: bool = False) -> None:
    """Draw a mask of its own for a step; it has none until something is drawn."""
    editing = document.mask_editing
    if any(step.key == key for step in document.recipe.steps):
        editing.edit_new(key, tool)


def _limit(document: ImageDocument, key: int, mask: int | None, _: bool = False) -> None:
    if any(step.key == key for step in document.recipe.steps):
        document.mask_editing.limit(key, mask)


def fill_steps(menu: QMenu, document: ImageDocument) -> None:
    """Fill the menu with all steps; a step is checked if the edited mask limits it."""
    mask = document.mask_editing.mask
    if mask is None:
        return
    for step in document.recipe.steps:
        action = menu.addAction(_in_menu(title_of(document, step)))
        action.setCheckable(True)
        action.setChecked(step.mask == mask.key)
        refusal = why_not(document, step)
        action.setEnabled(not refusal or step.mask == mask.key)
        action.setToolTip(refusal)
        action.triggered.connect(lambda on, key=step.key: _limit(document, key, mask.key if on else None))


class MaskButton(GlyphButton):
    """The mask button of a step's card; checked while a mask limits the step."""

    def __init__(self, document: ImageDocument, step: Step, parent: QWidget | None = None) -> None:
        super().__init__("mask", "", parent)
        self.document, self.key = document, step.key
        self.setCheckable(True)
        self.clicked.connect(self._show_menu)
        self.show_step(step)

    def show_step(self, step: Step) -> None:
        """Draw whether the step is masked, and the mask's name."""
        mask = self.document.recipe.region_of(step)
        title = of_catalogue(step.op.title)
        words = (
            self.tr("Limit {0} to a region (mask)").format(title)
            if mask is None
            else self.tr("{0} is limited to: {1}").format(title, of_mask(mask))
        )
        self.setChecked(mask is not None)
        if words != self.toolTip():
            self.rename(words)

    def menu_of_step(self) -> QMenu:
        """The menu, as it is now."""
        menu = QMenu(self)
        fill_choices(menu, self.document, self.document.recipe.step(self.key))
        return menu

    def _show_menu(self) -> None:
        self.show_step(self.document.recipe.step(self.key))  # the click has checked it
        menu = self.menu_of_step()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))


FIELD_PX = 62


def of_blend(mode: str) -> str:
    """A blend mode in words."""
    return {
        "normal": tr("Normal"),
        "multiply": tr("Multiply"),
        "screen": tr("Screen"),
        "overlay": tr("Overlay"),
        "soft_light": tr("Soft light"),
        "luminosity": tr("Luminosity"),
        "colour": tr("Colour"),
    }[mode]


class BlendLine(QWidget):
    """Shown while the step blends, or after the card's menu has asked for it."""

    def __init__(self, document: ImageDocument, step: Step, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.key = document, step.key
        self.stays = False
        about = self.tr("How the filter's result is mixed with what it is applied to")
        self.mode = small_box(self.tr("Blend mode"), self, about)
        for mode in BLENDS:
            self.mode.addItem(of_blend(mode), mode)
        tip = self.tr("How much of the filter's result comes through")
        words = self.tr("Opacity")
        self.opacity = NumberSlider(
            NUMBERS["opacity"],
            words,
            scale=100.0,
            unit="%",
            tip=tip,
            wide=FIELD_PX,
            editor=document,
            parent=self,
        )
        across(self, self.mode, (self.opacity, 1), spacing=8)
        self.opacity.sent.connect(lambda value, nudge: self._send(value, self._mode, nudge=nudge))
        self.mode.chosen.connect(lambda mode: self._send(self._share, mode))
        self.hide()

    @property
    def _mode(self) -> str:
        mask = self._mask
        return mask.blend if mask is not None else BLENDS[0]

    @property
    def _share(self) -> float:
        mask = self._mask
        return mask.opacity if mask is not None else 1.0

    @property
    def _mask(self) -> Mask | None:
        recipe = self.document.recipe
        return recipe.mask_of(recipe.step(self.key))

    def _send(self, opacity: float, mode: str, *, nudge: bool = False) -> None:
        self.stays = True
        recipe = self.document.recipe.blended(self.key, opacity, mode)
        self.document.change_masks(recipe, ("blend", self.key) if nudge else None)

    def show_step(self, step: Step, *, folded: bool) -> None:
        """Draw how the step is blended."""
        mask = self.document.recipe.mask_of(step)
        blends = mask is not None and mask.blends
        self.setVisible(not folded and (blends or self.stays))
        self.setEnabled(not why_not(self.document, step))
        self.mode.show_value(mask.blend if mask is not None else BLENDS[0])
        self.opacity.show_value(mask.opacity if mask is not None else 1.0)
