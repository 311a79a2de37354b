"""The handlers of the process that inspects, with a compilation that never ends by itself."""

import time

from jaxstudio.inspect_targets import service
from jaxstudio.inspect_targets.requests import ExperimentRequest, PartsRequest
from jaxstudio.inspect_targets.service import listen
from jaxstudio.ir.lessons import Table

__all__ = ["handlers", "listen"]
HANGS = "hangs"


def handlers():
    found = dict(service.handlers())
    parts, experiment = found[PartsRequest], found[ExperimentRequest]

    def parts_or_hang(request, work):
        if getattr(request.subject, "name", "") == HANGS:
            time.sleep(600)
        return parts(request, work)

    def experiment_or_hang(request, work):
        if request.lesson == HANGS:
            work.tell(Table(("begun",), ()))
            time.sleep(600)
        return experiment(request, work)

    return {**found, PartsRequest: parts_or_hang, ExperimentRequest: experiment_or_hang}
