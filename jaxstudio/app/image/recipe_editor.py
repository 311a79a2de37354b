"""The recipe that is edited: its history, and the intents that change it; and what else a photo keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from PySide6.QtCore import QObject, Signal

from jaxstudio.app.shared.undo import UndoableEditor
from jaxstudio.backend.viewport import Viewport
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.history import History
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.params import Expression, Steps
from jaxstudio.pipeline.recipe import MAX_SEED, Recipe, Step


class RecipeEditor(UndoableEditor):
    """A recipe with its history.

    A subclass computes: `request` is called when another picture is needed, `warm` when other filters are.
    """

    recipe_changed = Signal()
    history: History[Recipe]

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(Recipe(), parent)
        self._searching = False  # whether a search puts one recipe after the other

    def request(self, started: float = 0.0) -> None:
        """Ask for a picture of the recipe; `started`: when the value changed, by time.perf_counter."""
        raise NotImplementedError

    def warm(self) -> None:
        """Compile kernels in the background that the recipe's sliders may need."""
        raise NotImplementedError

    @property
    def recipe(self) -> Recipe:
        return self.history.present

    @property
    def in_gesture(self) -> bool:
        """Whether a control is held, or was nudged a moment ago, or a search moves the values."""
        return super().in_gesture or self._searching

    def set_param(self, key: int, name: str, value: object, *, nudge: bool = False) -> None:
        """Change one parameter; ParameterError, with nothing changed, if the value is not allowed."""
        self.record(self.recipe.with_param(key, name, value), ("param", key, name) if nudge else None)
        if isinstance(self.recipe.step(key).op.by_name[name], Steps | Expression):
            self.warm()  # other filters may be drawn now, another kernel run

    def set_params(self, key: int, values: Mapping[str, object], *, nudge: bool = False) -> None:
        """Change several parameters of one step at once (to a preset's, say)."""
        self.record(self.recipe.with_params(key, values), ("params", key) if nudge else None)

    def set_seed(self, seed: int, *, nudge: bool = False) -> None:
        self.record(self.recipe.with_seed(seed), "seed" if nudge else None)

    def set_working_space(self, working_space: str) -> None:
        """Compute with encoded values or with linear light."""
        if working_space != self.recipe.working_space:
            self.record(self.recipe.with_working_space(working_space))
            self.warm()

    def add_step(
        self, op: OpSpec, position: int | None = None, params: Mapping[str, object] | None = None
    ) -> Step:
        """Put a step with its defaults, but for `params`, at `position`, or at the end."""
        recipe = self.recipe.added(op, params, position=position)
        self.record(recipe)
        self.warm()
        return recipe.steps[-1 if position is None else position]

    def remove_step(self, key: int) -> None:
        self.record(self.recipe.removed(key))

    def duplicate_step(self, key: int) -> None:
        self.record(self.recipe.duplicated(key))

    def reset_step(self, key: int) -> None:
        self.record(self.recipe.reset(key))

    def switch_step(self, key: int, enabled: bool) -> None:
        self.record(self.recipe.switched(key, enabled))

    def move_step(self, key: int, position: int) -> None:
        """Put the step at `position`, counted in the list without it."""
        self.record(self.recipe.moved(key, position))

    def change_masks(self, recipe: Recipe, nudge: object = None) -> None:
        """Put the recipe with other masks in place of the present one."""
        self.record(recipe, nudge)

    def clear_steps(self) -> None:
        self.record(replace(self.recipe, steps=()))

    def set_recipe(self, recipe: Recipe) -> None:
        """Put a whole recipe in place of the present one (opened from a file, say)."""
        self.record(recipe)
        self.warm()

    def append_recipe(self, recipe: Recipe) -> None:
        """Put the steps of another recipe after the present ones; the seed stays."""
        self.record(self.recipe.joined(recipe))
        self.warm()

    def history_rests(self) -> None:
        """No nudge follows: the next change is a separate undo, and an exact frame is requested."""
        super().history_rests()
        self.request()

    def record_part(self, recipe: Recipe, gesture: object) -> None:
        """Put a recipe that a search has found; all with the same `gesture` are one undo."""
        if recipe != self.recipe:
            self._nudge.stop()
            self._searching = True
            self.history.record(recipe, gesture)
            self._value_changed()

    def end_parts(self) -> None:
        """The search is over: an exact frame is requested."""
        if self._searching:
            self._searching = False
            self.request()

    def _value_changed(self, started: float = 0.0) -> None:
        # Ask first, draw the controls while the engine computes.
        self.request(started)
        self.recipe_changed.emit()


def new_seed(old: int) -> int:
    """A seed nobody chose, different from `old`."""
    import random

    seed = random.randrange(MAX_SEED)
    return seed if seed != old else (seed + 1) % MAX_SEED


@dataclass
class PhotoWork:
    """The document has that of the photo that is shown; the others lie aside until they are.

    split, snapshots, collapsed: as in `ImageDocument`.
    """

    history: History[Recipe] = field(default_factory=lambda: History(Recipe()))
    viewport: Viewport = field(default_factory=Viewport)
    split: float | None = None
    snapshots: Mapping[str, Recipe] = field(default_factory=dict)
    collapsed: frozenset[int] = frozenset()
