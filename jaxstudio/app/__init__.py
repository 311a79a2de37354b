"""The window: the only package that imports PySide6 and pyqtgraph."""

from __future__ import annotations

import sys
from types import ModuleType

import PySide6.QtCore  # noqa: F401


def _ignore_module(module: ModuleType) -> None:
    """Replaces PySide's inspection of each imported module, and does nothing."""


def skip_feature_search() -> None:
    """Keep PySide from searching modules for its optional features, which nothing here uses.

    It reads the source text of every module that is imported after it, and keeps it in `linecache`, to see
    whether that may use `from __feature__ import snake_case`. With NumPy and pyqtgraph these are 450 files: a
    quarter of the processor time of their imports, and 18 MB for as long as the window is open. Without
    effect where the version of PySide6 does that in another way.
    """
    features = sys.modules.get("shibokensupport.feature")
    if features is not None and callable(getattr(features, "feature_imported", None)):
        features.feature_imported = _ignore_module  # type: ignore[attr-defined]


skip_feature_search()
