"""The engine's process: the table of the functions that handle each kind of job.

A handler's module is imported when the first job of its kind comes, so that the process is ready before JAX
is imported. A handler is called with the job's argument and its `Work`, and returns values of `protocol.py`,
or of another module in `client.VALUES`.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from jaxstudio.backend.protocol import SessionRequest
from jaxstudio.backend.state import STATE
from jaxstudio.ir.compilation_log import forward as listen
from jaxstudio.processes.limits import be_killed_first
from jaxstudio.processes.serve import Handler, Work

__all__ = ["handlers", "listen"]

# kind: module and function
HANDLERS: Mapping[str, str] = {
    "session": "jaxstudio.backend.service:run_session",
    "describe": "jaxstudio.backend.recipes:describe",
    "open": "jaxstudio.backend.photos:open_photo",
    "sample": "jaxstudio.backend.photos:read_sample",
    "save": "jaxstudio.backend.writing:save_result",
    "program": "jaxstudio.backend.writing:save_program",
    "foresee": "jaxstudio.backend.writing:foresee_file",
    "copy": "jaxstudio.backend.writing:copy_result",
    "gallery": "jaxstudio.backend.galleries:make_gallery",
    "sheet": "jaxstudio.backend.variants:make_sheet",
    "sheet file": "jaxstudio.backend.variants:save_sheet",
    "variants": "jaxstudio.backend.variants:write_variants",
    "augment": "jaxstudio.backend.variants:augment_folder",
    "sweep": "jaxstudio.backend.sweeps:make_sweep",
    "sweep file": "jaxstudio.backend.sweeps:write_sweep",
    "thumbnail": "jaxstudio.backend.thumbnails:make_thumbnail",
    "guide": "jaxstudio.backend.guide:compute_facts",
    "mask": "jaxstudio.backend.mask_views:mask_values",
    "mask colour": "jaxstudio.backend.mask_views:mask_colour",
    "sensitivity": "jaxstudio.backend.sensitivities:make_map",
    "gradient": "jaxstudio.backend.sensitivities:differentiate_metric",
    "histogram": "jaxstudio.backend.histograms:count_tones",
}


def _deferred(place: str) -> Handler:
    module, _, name = place.partition(":")

    def handler(argument: Any, work: Work) -> object:
        return getattr(importlib.import_module(module), name)(argument, work)

    return handler


def handlers() -> dict[str, Handler]:
    """The handlers by the kinds of jobs."""
    be_killed_first()
    # Two threads that import NumPy for the first time at once can find it half imported; all jobs need it.
    importlib.import_module("numpy")
    return {kind: _deferred(place) for kind, place in HANDLERS.items()}


def run_session(request: SessionRequest, work: Work) -> None:
    """Import JAX, then serve the live preview until the process ends.

    The first photo is decoded before the import: during it, decoding would take several times as long,
    because the import holds the interpreter.
    """
    if request.photo:
        STATE.await_photo(request.photo, work)
    STATE.load()
    STATE.catalogue(work)
    from jaxstudio.backend.session import run_session as serve

    serve(request, work)
