"""The engine's process: which function answers which kind of job.

A handler is named by its module, which is imported when the first job of its kind comes: the process is ready
before JAX is imported. It is called with the job's argument and its `Work` and returns values of
`protocol.py`, or of another module in `client.VALUES`.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Mapping
from typing import Any

from jaxstudio.backend.state import STATE
from jaxstudio.ir.ledger import forward as listen
from jaxstudio.processes.limits import be_killed_first
from jaxstudio.processes.serve import Handler, Work

__all__ = ["handlers", "listen"]

# kind: module and function
HANDLERS: Mapping[str, str] = {
    "session": "jaxstudio.backend.session:run_session",
    "describe": "jaxstudio.backend.recipes:describe",
    "open": "jaxstudio.backend.photos:open_photo",
    "sample": "jaxstudio.backend.photos:read_sample",
    "save": "jaxstudio.backend.writing:save_result",
    "copy": "jaxstudio.backend.writing:copy_result",
    "gallery": "jaxstudio.backend.galleries:make_gallery",
    "sheet": "jaxstudio.backend.variants:make_sheet",
    "sheet file": "jaxstudio.backend.variants:save_sheet",
    "variants": "jaxstudio.backend.variants:write_variants",
    "augment": "jaxstudio.backend.variants:augment_folder",
    "guide": "jaxstudio.backend.guide:compute_facts",
    "histogram": "jaxstudio.backend.histograms:count_tones",
}


def _deferred(place: str) -> Handler:
    module, _, name = place.partition(":")

    def handler(argument: Any, work: Work) -> object:
        return getattr(importlib.import_module(module), name)(argument, work)

    return handler


def handlers() -> dict[str, Handler]:
    """The handlers by the kinds of jobs; JAX is imported from now on, in a thread."""
    be_killed_first()
    threading.Thread(target=STATE.load, name="jaxstudio-imports", daemon=True).start()
    return {kind: _deferred(place) for kind, place in HANDLERS.items()}
