"""One's own function as an inspection: asked as `Inspection` is, answered by a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from jaxstudio.ir.explain.errors import Explanation
from jaxstudio.ir.explain.nans import NanFound
from jaxstudio.ir.links.index import Links
from jaxstudio.ir.report import Report, stage_named
from jaxstudio.ir.stages import Stage, in_order
from jaxstudio.ir.user_process.client import OwnFunction, Request
from jaxstudio.ir.user_process.limits import Limits


class OwnInspection:
    """The stages as they come; every question that needs the code to run starts a process anew."""

    def __init__(self, request: Request, limits: Limits = Limits()) -> None:  # noqa: B008 (frozen)
        self.request, self.limits = request, limits
        self.own = OwnFunction(replace(request, run_seconds=0.0), limits)
        self._nothing = Links()

    @property
    def stages(self) -> tuple[Stage, ...]:
        return in_order(self.own.stages)

    @property
    def links(self) -> Links:
        """Empty until the process has told all it knows."""
        return self.own.report.links if self.own.report is not None else self._nothing

    @property
    def unfinished(self) -> Report | None:
        """What there is, and what is missing and why, where `run` raised an error."""
        return self.own.report

    @property
    def explanation(self) -> Explanation | None:
        """What is wrong with the code, where its error has words here."""
        return self.own.explanation

    @property
    def printed(self) -> str:
        """The end of what the code printed."""
        return self.own.printed

    def stage(self, name: str) -> Stage:
        """The stage of that name, or the first whose name begins with it; KeyError without one."""
        found = stage_named(self.stages, name)
        if found is None:
            raise KeyError(name)
        return found

    def run(self, cancelled: Callable[[], bool] = lambda: False) -> Iterator[Stage]:
        """As `OwnFunction.run`."""
        yield from self.own.run(cancelled)

    def link(self, name: str) -> None:
        """Nothing: what can be linked was linked where the code ran."""

    def report(
        self,
        *,
        seconds: float = 0.2,
        kernels: bool = False,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Report:
        """All that is known; with `seconds` above 0, the function is loaded once more and run."""
        assert self.own.report is not None
        if not seconds:
            return self.own.report
        again = replace(
            self.request, run_seconds=seconds, time_kernels=kernels,
            passes=False, kernels=False, exact=False,
        )  # fmt: skip
        own = self._ran(again, cancelled)
        assert own.report is not None
        return replace(self.own.report, **vars(own.report.measurement))

    def first_nan(self, values: str, cancelled: Callable[[], bool] = lambda: False) -> NanFound | None:
        """The first equation that makes a NaN of such arguments (see `explain.nans.VALUES`)."""
        again = replace(
            self.request, nan_values=values, run_seconds=0.0, passes=False, kernels=False, exact=False
        )
        return self._ran(again, cancelled).nan

    def _ran(self, request: Request, cancelled: Callable[[], bool]) -> OwnFunction:
        own = OwnFunction(request, self.limits)
        for _ in own.run(cancelled):
            pass
        return own
