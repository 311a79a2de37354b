"""What the children of these tests can do: nothing of JAX, so that they start at once."""

import os
import threading
import time

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.protocol.requests import DrawnLine, DrawRequest, LineError, Scene
from jaxstudio.processes.channel import Plain, Request


class Do(Request[Plain, Plain], frozen=True):
    """Call the function of this name."""

    NOTES = Plain
    name: str
    argument: Plain = None


class CursorQuestion(Request[Plain, None], frozen=True):
    """What the client sends to the quick child."""

    value: Plain = None


def forever(_, work):
    """Python that nobody interrupts."""
    work.tell("begun")
    while True:
        time.sleep(0.01)


def patiently(_, work):
    """Looks up now and then."""
    work.tell("begun")
    while True:
        work.check()
        time.sleep(0.001)


def held(_, work):
    """One operation of the interpreter that takes years: no other thread runs meanwhile."""
    work.tell("begun")
    return 9**9**9 % 10


def hungry(_, work):
    return len(bytes(1 << 40))


def hungry_in_small_bites(_, work):
    kept = []
    while True:
        kept.append(bytes([len(kept) % 251]) * (1 << 20))


def chatty(_, work):
    print("to stdout")
    os.write(1, b"and lower")
    return "said"


def wrong(_, work):
    raise ExpressionError(Wording("what is ^^"), 4, 6, "^")


def broken(_, work):
    return [][0]


def counting(count, work):
    for number in range(count):
        work.tell(number)
    return count


def conversation(_, work):
    work.tell("begun")
    return work.note(wait=True)


def unsendable(_, work):
    return object()


def draw(request, work):
    """A scene without curves. The text of each line says what happens: slow: forever; crash: abort."""
    lines = []
    for line in request.lines:
        if line.text in request.stopped:
            lines.append(DrawnLine("error", error=LineError(request.stopped[line.text])))
            continue
        work.check()
        work.doing(f"computing {line.text}", line.text)
        if line.text == "crash":
            os.abort()
        elif line.text == "slow":
            threading.Event().wait()
        elif line.text == "held back":
            work.note(wait=True)
        elif line.text == f"patient {request.phase}":
            patiently(None, Quiet(work))
        lines.append(DrawnLine("curve", name=str(os.getpid())))
    return Scene(request.number, request.phase, request.view, tuple(lines))


class Quiet:
    """The same work, but nobody is told how far it is."""

    def __init__(self, work):
        self.check = work.check

    def tell(self, value):
        pass


def never_ready():
    raise RuntimeError("this machine has no memory for it")


FUNCTIONS = {
    "echo": lambda value, work: value,
    "pid": lambda value, work: os.getpid(),
    "path": lambda value, work: __import__("sys").path[0],
    "abort": lambda value, work: os.abort(),
    "exit": lambda value, work: os._exit(3),
} | {
    f.__name__: f
    for f in (
        forever, patiently, held, hungry, hungry_in_small_bites, chatty, wrong, broken, counting,
        conversation, unsendable,
    )
}  # fmt: skip


def handlers():
    return {
        DrawRequest: draw,
        CursorQuestion: lambda request, work: request.value,
        Do: lambda request, work: FUNCTIONS[request.name](request.argument, work),
    }
