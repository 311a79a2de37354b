"""An inspection that was never compiled: three stages, linked by their equations."""

import threading
from pathlib import Path

import numpy as np

from jaxstudio.app.inspector.inspectables import Inspectable, Part
from jaxstudio.errors import UsageError
from jaxstudio.inspect_targets.requests import InspectionRequest
from jaxstudio.ir.export import save_folder, save_page
from jaxstudio.ir.graph import draw, graph_of
from jaxstudio.ir.links.index import Links, Parsed, Relation, Space, StageIndex, follow, hues
from jaxstudio.ir.report import Report, Summary
from jaxstudio.ir.stages import Kind, Language, Stage
from jaxstudio.ir.text_view.search import search

JAXPR = "{ lambda ; a:f32[]. let\n    b:f32[] = sin a\n    c:f32[] = mul b b\n  in (c,) }"
OPTIMIZED = (
    "HloModule jit_f\n\nENTRY %main (a: f32[]) -> f32[] {\n"
    '  %b = f32[] sine(%a), metadata={op_name="jit(f)/sin"}\n'
    '  ROOT %c = f32[]{:T(128)} multiply(%b, %b), metadata={op_name="jit(f)/mul"}\n}'
)
STAGES = (
    Stage("jaxpr", Kind.JAXPR, Language.JAXPR, JAXPR, 0.002),
    Stage("optimized", Kind.OPTIMIZED, Language.HLO, OPTIMIZED, 0.1),
    Stage("pass 0001 p/first", Kind.PASS, Language.HLO, OPTIMIZED.replace("sine", "cosine")),
    Stage("pass 0002 p/second", Kind.PASS, Language.HLO, OPTIMIZED),
)


def _index(lines, text):
    rows = text.split("\n")
    spans = np.array([(line, 2, line, len(rows[line - 1])) for line in lines], np.int32)
    parsed = Parsed(spans, ["b", "c"], ["sin", "mul"], np.full(2, -1, np.int32))
    return StageIndex(parsed, {Space.EQUATION: Relation.identity(2)})


class Inspection:
    """Yields its stages one by one; `held` (an event) stops it after the first until it is set."""

    held: threading.Event | None = None
    made = 0

    def __init__(self, request):
        type(self).made += 1
        self.request = request
        self.links = Links()
        self.stages = ()
        self.unfinished = self.explanation = None
        self.printed = ""

    def stage(self, name):
        return next(stage for stage in self.stages if stage.name == name)

    def run(self, cancelled):
        for stage in STAGES:
            self.stages += (stage,)
            if stage.kind is Kind.JAXPR:
                self.links.add("jaxpr", _index((2, 3), JAXPR))
            elif stage.kind is Kind.OPTIMIZED:
                self.links.add("optimized", _index((4, 5), OPTIMIZED))
            yield stage
            if self.held is not None:
                self.held.wait(10)

    def link(self, name):
        self.links.add(name, _index((4, 5), OPTIMIZED))

    def report(self, *, seconds=0.0, kernels=False, cancelled=None):
        return Summary(self.request.subject, "cpu:0", self.stages, quiet_passes=("p/idle",))

    def follow(self, stage, line, column, to, cancelled=None):
        return follow(self, stage, line, column, to)

    def hues(self, stage, by, cancelled=None):
        if stage.startswith("pass"):
            self.link(stage)
        return hues(self.links, stage)

    def line(self, stage, item, cancelled=None):
        return int(self.links.parsed(stage).spans[item, 0])

    def graph(self, stage, known=None, opened=None, focus=None, cancelled=None):
        graph = known or graph_of(self.stage(stage), ())
        return draw(graph, opened or frozenset(), focus)

    def search(self, stages, pattern, cancelled=None):
        return search([self.stage(name) for name in stages], pattern)

    def save(self, form, path):
        report = Report(self.request.subject, "cpu:0", self.stages, links=self.links)
        (save_page if form == "page" else save_folder)(report, Path(path))


class Process:
    """In the place of the process that inspects."""

    def start(self):
        pass

    def close(self):
        pass

    def devices(self):
        return ("cpu:0", "gpu:0")

    def inspection(self, request):
        return Inspection(request)


def inspectable(name, value=1):
    """A subject of two parts; another value is another compilation of the same step."""
    parts = [
        Part(title, InspectionRequest(f"{name} {title}", place))
        for place, title in enumerate(("rows", "columns"))
    ]
    return Inspectable((name, value), name, name.capitalize(), lambda *_: parts)


def broken(name="wrong"):
    """A subject that cannot be compiled."""

    def make(*_):
        raise UsageError("sigma = -1: expected at least 0")

    return Inspectable((name,), name, name, make)
