"""A stand-in for the child processes: draws curves by NumPy, at once or when told to."""

import math

import numpy as np
from msgspec.structs import replace

from jaxstudio.functions.language import LineKind, Sheet
from jaxstudio.functions.protocol.queries import (
    AreaAnswer,
    AreaQuestion,
    CursorAnswer,
    CursorQuestion,
    DescentAnswer,
    DescentQuestion,
    TableAnswer,
    TableQuestion,
)
from jaxstudio.functions.protocol.requests import DrawnLine, LineError, Phase, Scene
from jaxstudio.functions.protocol.scene import Curve, Found, Mark, MarkKind, Piece, Proof

# What a text is drawn as: a function of x and of the sliders, for each order.
KNOWN = {
    "x^2": (lambda x, p: x**2, lambda x, p: 2 * x, lambda x, p: 2 + 0 * x),
    "sin(x)": (lambda x, p: np.sin(x), lambda x, p: np.cos(x), lambda x, p: -np.sin(x)),
    "f(x) = a x^2": (
        lambda x, p: p["a"] * x**2,
        lambda x, p: 2 * p["a"] * x,
        lambda x, p: 2 * p["a"] + 0 * x,
    ),
}


class Client:
    """`held`: scenes wait in `waiting` until `deliver`. Every request is kept in `requests`."""

    def __init__(self, on_scene, on_error, on_busy):
        self.on_scene, self.on_error, self.on_busy = on_scene, on_error, on_busy
        self.requests, self.questions, self.waiting = [], [], []
        self.held = self.closed = self.cancelled = False

    def draw(self, request):
        number = len(self.requests) + 1
        request = replace(request, number=number)
        self.requests.append(request)
        self.waiting.append(request)
        if not self.held:
            self.deliver()
        return number

    def deliver(self):
        """Hand out the scenes of the newest request, coarse and refined."""
        if self.waiting:
            request = self.waiting[-1]
            self.waiting.clear()
            self.on_scene(scene_of(request))
            self.on_scene(scene_of(replace(request, phase=Phase.REFINED)))

    def call(self, request, on_answer, on_error, on_event):
        ticket = Ticket(request, on_answer, on_error, on_event)
        self.questions.append(ticket)
        answer = ANSWERS.get(type(request))
        if answer is not None:
            on_answer(answer(request))
        return ticket

    def cancel(self):
        self.cancelled = True

    def retry(self):
        pass

    def close(self):
        self.closed = True


class Ticket:
    def __init__(self, argument, answer, error, progress):
        self.argument = argument
        self.answer, self.error, self.progress = answer, error, progress
        self.cancelled, self.sent = False, []

    def cancel(self):
        self.cancelled = True

    def send(self, value):
        self.sent.append(value)


def scene_of(request):
    """The scene that a request is answered with."""
    sheet = Sheet.read([line.text for line in request.lines])
    lines = [
        drawn_line(place, wanted, read, request)
        for place, (wanted, read) in enumerate(zip(request.lines, sheet.lines, strict=True))
    ]
    return Scene(
        request.number,
        request.phase,
        request.view,
        tuple(lines),
        sliders=tuple(sheet.values),
        compiles=0,
        seconds={"draw": 0.002},
    )


def drawn_line(place, wanted, read, request):
    if read.error is not None:
        error = read.error
        return DrawnLine("error", error=LineError(str(error), error.start, error.end, error.suggestion))
    if read.kind is LineKind.VALUE:
        return DrawnLine("number", value=(42.0,))
    if read.kind is not LineKind.CURVE or not wanted.visible:
        return DrawnLine(str(read.kind))
    orders = KNOWN.get(wanted.text, KNOWN["sin(x)"])
    x = np.linspace(*request.view.x, 400)
    values = {**dict(sheet_values(request)), **request.sliders}
    curves = tuple(
        Curve(
            place, order, (Piece(x, orders[order % len(orders)](x, values), Proof.SAMPLED),), method="taylor"
        )
        for order in wanted.orders
    )
    found = ()
    if request.phase is Phase.REFINED and MarkKind.ROOT in wanted.marks:
        found = (Found(MarkKind.ROOT, (Mark(MarkKind.ROOT, 0.0, 0.0, 15.0),), True),)
    return DrawnLine("curve", curves=curves, features=found)


def sheet_values(request):
    return Sheet.read([line.text for line in request.lines]).values


def cursor_answer(question):
    x, order = question.at, question.target.order
    text = question.target.lines[question.target.line].text
    functions = KNOWN.get(text, KNOWN["sin(x)"])[order:]
    values = tuple(float(function(np.float64(x), question.target.sliders)) for function in functions)
    slope = values[1] if len(values) > 1 else 0.0
    long = math.hypot(1, slope)
    return CursorAnswer(x, values, x, values[0], 1 / long, slope / long, 0.5, (x, values[0] + 2), 2.0, values)


ANSWERS = {
    CursorQuestion: cursor_answer,
    DescentQuestion: lambda question: DescentAnswer(
        np.zeros((3, len(question.start))),
        np.zeros(3),
        np.zeros((3, len(question.start))),
        "It took all its steps.",
    ),
    AreaQuestion: lambda question: AreaAnswer(1 / 3, 1e-16),
    TableQuestion: lambda question: TableAnswer(
        ("x", "f"), (np.linspace(question.low, question.high, question.count), np.zeros(question.count))
    ),
}
