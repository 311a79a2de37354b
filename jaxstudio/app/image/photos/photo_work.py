"""The state of one photo among several: its recipes, its view, the result it is compared with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from jaxstudio.backend.viewport import Viewport
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.history import History
from jaxstudio.pipeline.recipe import Recipe


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
