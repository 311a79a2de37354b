"""The settings of the program: each with its key, its type and its default, kept by QSettings.

Places and sizes of windows are no settings: whoever has them keeps them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Generic, TypeVar

from PySide6.QtCore import QSettings

from jaxstudio.lazy_dataclass import dataclass

T = TypeVar("T", bool, int, str)


@dataclass(frozen=True)
class Setting(Generic[T]):
    """A setting of one type. A stored value of another type, or outside `choices`, counts as the default."""

    key: str
    default: T
    choices: Collection[T] = ()

    def read(self, settings: QSettings) -> T:
        """The value that is kept, or the default."""
        kept = settings.value(self.key, self.default)
        value: object = kept
        if isinstance(self.default, bool):
            value = {"true": True, "false": False}.get(str(kept).lower())
        elif isinstance(self.default, int):
            text = str(kept)
            value = int(text) if text.removeprefix("-").isdecimal() else None
        if not isinstance(value, type(self.default)) or (self.choices and value not in self.choices):
            return self.default
        return value

    def write(self, settings: QSettings, value: T) -> None:
        """Keep a value."""
        settings.setValue(self.key, value)


MB = 1 << 20
ENGINE_DETAILS = Setting("engine details", False)  # times, compilations, device and memory in the status bar
TYPESET = Setting("typeset lines", True)  # lines of functions as mathematics
THEME = Setting("theme", "system", ("system", "light", "dark"))
LANGUAGE = Setting("language", "", ("", "en", "de"))
OFFER_RESTORE = Setting("offer restore", True)
REDUCED_MOTION = Setting("reduced motion", False)
DEVICE = Setting("device", "")
CACHE_MB = Setting("cache MB", 0, (0, 256, 512, 1024, 2048, 4096))  # 0: by the machine's memory
ADAPTIVE = Setting("adaptive_resolution", True)
MASK_COLOUR = Setting("mask_colour", 0, (0, 1, 2, 3))  # of those in app/image/masks/overlay.py
SCOPE = Setting("scope", "rgb", ("rgb", "luma", "waveform", "vectorscope"))
SCOPE_LOG = Setting("scope logarithmic", False)
ASK_OPTIONS = Setting("export/ask", True)  # how a result is written, each time
QUALITY = Setting("quality", 0, range(101))  # 0: of the photo
REDUCE = Setting("export/reduce", False)
LONGEST = Setting("export/longest", 2048, range(16, 100_001))  # pixels of the longest side, if it is reduced
TO_SRGB = Setting("export/sRGB", False)
METADATA = Setting("metadata", "all", ("all", "no location", "none"))
SCREEN_PROFILE = Setting("screen profile", "")  # an ICC file; "" is sRGB
START_TAB = Setting("start tab", "image", ("image", "functions", "playground"))
OPEN_INSPECTOR = Setting("inspector/open", False)
BATCH_FORMAT = Setting("export/batch", "")  # words of file_dialogs.FORMATS; "": as each photo
KEYS = "keys"


def is_export_key(key: str) -> bool:
    """Whether a value says how results are written: sessions keep those. `export/.png` is of one format."""
    single = (QUALITY, REDUCE, LONGEST, TO_SRGB, METADATA, BATCH_FORMAT)
    return key.startswith("export/.") or key in [each.key for each in single]


def groups_to_drop(metadata: str) -> tuple[str, ...]:
    """The groups of metadata that are not written, by a value of METADATA."""
    from jaxstudio.files.metadata_groups import GROUPS

    return {"all": (), "no location": ("location",), "none": tuple(GROUPS)}[metadata]


def read_keys(settings: QSettings) -> dict[str, str]:
    """The keys that a person gave to commands, by their names; "" for none."""
    try:
        kept = json.loads(str(settings.value(KEYS, "{}")))
    except ValueError:
        return {}
    if not isinstance(kept, dict):
        return {}
    return {str(name): keys for name, keys in kept.items() if isinstance(keys, str)}


def write_keys(settings: QSettings, keys: Mapping[str, str]) -> None:
    """Keep the keys of commands that are not the usual ones."""
    settings.setValue(KEYS, json.dumps(dict(keys)))
