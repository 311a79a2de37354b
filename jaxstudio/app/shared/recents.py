"""The files opened last, newest first, kept between runs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings

MOST = 10
KEY = "recent"


def recent(settings: QSettings, key: str = KEY) -> list[str]:
    """Paths opened last: photos, or what is kept under another key."""
    stored = settings.value(key, [])
    paths = [stored] if isinstance(stored, str) else list(stored or [])  # type: ignore[call-overload]
    return [path for path in paths if isinstance(path, str) and path]


def remember(settings: QSettings, path: str, key: str = KEY) -> None:
    """Put `path` first."""
    path = str(Path(path).absolute())
    paths = [path, *(other for other in recent(settings, key) if other != path)]
    settings.setValue(key, paths[:MOST])
