"""Which folder of one's own filters was allowed, and which of its files: kept from one start to the next."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import platformdirs

from jaxstudio.errors import SaveError
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.own_filters.folder import FilterFile
from jaxstudio.runtime.atomic_write import write_text


@dataclass(frozen=True)
class Trust:
    """A folder, and what a person has said about it.

    digest: of the files that were allowed, "" before a yes. always: whatever its files become is allowed,
    too. files: those that can be used. left_out: digests of files that hung, and are not used as they are.
    """

    folder: str = ""
    digest: str = ""
    always: bool = False
    files: tuple[FilterFile, ...] = ()
    left_out: tuple[str, ...] = ()


def trust_file() -> Path:
    """Where it is kept: JAXSTUDIO_OWN_FILTERS, or a file of the user's data directory."""
    chosen = os.environ.get("JAXSTUDIO_OWN_FILTERS")
    folder = platformdirs.user_data_path("jaxstudio", appauthor=False)
    return Path(chosen) if chosen else folder / "own_filters.json"


def read_trust() -> Trust:
    """What was kept; nothing where there is none that can be read."""
    try:
        kept = json.loads(trust_file().read_text(encoding="utf-8"))
        files = tuple(
            FilterFile(str(each["path"]), str(each["digest"]), tuple(map(str, each.get("ops", ()))))
            for each in kept["files"]
        )
        return Trust(
            str(kept["folder"]),
            str(kept["digest"]),
            kept["always"] is True,
            files,
            tuple(map(str, kept.get("left_out", ()))),
        )
    except (OSError, ValueError, TypeError, LookupError):
        return Trust()


def keep_trust(trust: Trust) -> None:
    """Keep it for the next start; where that is not possible the person is asked again."""
    path = trust_file()
    with suppress(OSError, SaveError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, json.dumps(asdict(trust), indent=1))
