"""The photos opened last, newest first, kept between runs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings

MOST = 10
KEY = "recent"


def recent(settings: QSettings) -> list[str]:
    """Paths of the photos opened last."""
    stored = settings.value(KEY, [])
    paths = [stored] if isinstance(stored, str) else list(stored or [])  # type: ignore[call-overload]
    return [path for path in paths if isinstance(path, str) and path]


def remember(settings: QSettings, path: str) -> None:
    """Put `path` first."""
    path = str(Path(path).absolute())
    paths = [path, *(other for other in recent(settings) if other != path)]
    settings.setValue(KEY, paths[:MOST])
