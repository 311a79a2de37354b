"""A child of these tests: arrays there and back, and whatever goes wrong. It loads no JAX."""

import os
import subprocess
import sys
import threading
import time

import numpy as np

from jaxstudio.errors import PhotoError
from jaxstudio.processes.channel import Plain, Request


class Do(Request[Plain, Plain], frozen=True):
    """Call the function of this name."""

    name: str
    argument: Plain = None


class Unknown(Request[None, None], frozen=True):
    """A request that the child has no handler for."""


class Measure(Request[float, None], frozen=True):
    """A request that the child answers with its text, whatever that is."""

    text: str


def frame(argument, work):
    """A frame in shared memory: shape, dtype, value."""
    shape, dtype, value = argument
    array = work.empty(shape, dtype)
    array[...] = value
    return array


def stages(count, work):
    for number in range(count):
        work.tell(np.full(100_000, number))
    return count


def until_cancelled(_, work):
    work.tell("begun")
    while True:
        work.check()
        time.sleep(0.001)


def hang(_, work):
    work.tell(os.getpid())
    threading.Event().wait()


def spawn(_, work):
    work.tell(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]).pid)
    threading.Event().wait()


def wrong(_, work):
    raise PhotoError("photo.png: not a photo")


def missing(_, work):
    import tests.nothing_of_the_kind  # noqa: F401


FUNCTIONS = {
    "echo": lambda value, work: value,
    "environment": lambda name, work: os.environ.get(name),
    "modules": lambda names, work: tuple(name for name in names if name in sys.modules),
    "writeable": lambda array, work: array.flags.writeable,
    "exit": lambda code, work: os._exit(code),
} | {f.__name__: f for f in (frame, stages, until_cancelled, hang, spawn, wrong, missing)}


def handlers():
    print("handlers loaded", flush=True)
    return {
        Do: lambda request, work: FUNCTIONS[request.name](request.argument, work),
        Measure: lambda request, work: request.text,
    }


def hangs():
    """Handlers that never come: nothing is computed."""
    time.sleep(600)


def computes_for_ever():
    """Handlers that never come: all the time is the processor's."""
    while True:
        pass


def comes_late():
    """As `handlers`, after 1.2 s of the processor's time, for which a busy machine needs longer."""
    while time.process_time() < 1.2:
        pass
    return handlers()
