"""The engine's process: the table of the functions that answer each request.

A handler's module is imported when its first request comes, so that the process is ready before JAX is
imported. A handler is called with the request and its `Work`.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from jaxstudio.backend import protocol, requests
from jaxstudio.backend.state import STATE
from jaxstudio.ir.compilation_log import forward as listen
from jaxstudio.processes.channel import Request
from jaxstudio.processes.limits import be_killed_first
from jaxstudio.processes.serve import Handler, Work

__all__ = ["handlers", "listen"]

# module and function
HANDLERS: Mapping[type[Request], str] = {
    protocol.PreviewJob: "jaxstudio.backend.service:run_preview",
    protocol.OpenRequest: "jaxstudio.backend.photos:open_photo",
    requests.SampleRequest: "jaxstudio.backend.photos:read_sample",
    requests.SaveRequest: "jaxstudio.backend.writing:save_result",
    requests.ProgramRequest: "jaxstudio.backend.writing:save_program",
    requests.ForeseeRequest: "jaxstudio.backend.writing:foresee_file",
    requests.CopyRequest: "jaxstudio.backend.writing:copy_result",
    requests.FilterPreviewsRequest: "jaxstudio.backend.thumbnails:make_filter_previews",
    requests.SheetRequest: "jaxstudio.backend.variants:make_sheet",
    requests.SheetFileRequest: "jaxstudio.backend.variants:write_sheet",
    requests.VariantsRequest: "jaxstudio.backend.variants:write_variants",
    requests.AugmentRequest: "jaxstudio.backend.variants:augment_folder",
    requests.PhotoThumbnailRequest: "jaxstudio.backend.thumbnails:make_thumbnail",
    requests.PhotoFactsRequest: "jaxstudio.backend.photos:read_facts",
    requests.FactsRequest: "jaxstudio.backend.guide:compute_facts",
    requests.LensNamesRequest: "jaxstudio.backend.photos:list_lenses",
    requests.MaskRequest: "jaxstudio.backend.mask_views:mask_values",
    requests.MaskColourRequest: "jaxstudio.backend.mask_views:mask_colour",
    requests.SensitivityRequest: "jaxstudio.backend.sensitivities:make_map",
    requests.GradientRequest: "jaxstudio.backend.sensitivities:differentiate_metric",
    requests.GrayPointRequest: "jaxstudio.backend.gray_points:light_at",
    requests.HistogramRequest: "jaxstudio.backend.histograms:count_tones",
}


def _deferred(place: str) -> Handler:
    module, _, name = place.partition(":")

    def handler(argument: Any, work: Work) -> object:
        return getattr(importlib.import_module(module), name)(argument, work)

    return handler


def handlers() -> dict[type[Request], Handler]:
    """The handlers by the classes of requests."""
    be_killed_first()
    # Two threads that import NumPy for the first time at once can find it half imported; all jobs need it.
    importlib.import_module("numpy")
    return {request: _deferred(place) for request, place in HANDLERS.items()}


def run_preview(request: protocol.PreviewJob, work: Work) -> None:
    """Import JAX, then serve the live preview until the process ends.

    The import waits until the first photo is being decoded: it holds the interpreter, and what the decoder
    imports would take twice as long. Pixels are decoded without the interpreter.
    """
    if request.photo:
        STATE.await_decoder(request.photo, work)
    STATE.load()
    STATE.catalogue(work)
    from jaxstudio.backend.preview_job import run_preview as serve

    serve(request, work)
