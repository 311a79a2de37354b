"""A call of a user's function as a value, how it differs from the call before it, and variations of it."""

from __future__ import annotations

import re
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from jaxstudio.errors import UsageError
from jaxstudio.ir.argument_grammar import read_call
from jaxstudio.ir.compilation_log import FIRST, Change, Entry
from jaxstudio.ir.cost import Measurement
from jaxstudio.ir.report import Explanation, NanFound, Report
from jaxstudio.ir.stages import Stage
from jaxstudio.processes import channel

Option = bool | int | float | str  # of the compiler
MOST_KEPT = 200
SAME = "the same call again"


class Found(Struct, frozen=True, omit_defaults=True):
    """One thing that is known of the function by now.

    report: without the stages, which come one by one. complete: only measurements are missing from it.
    explanation: of the error that the code has raised.
    """

    stage: Stage | None = None
    report: Report | None = None
    complete: bool = False
    measured: Measurement | None = None
    nan: NanFound | None = None
    compiled: Entry | None = None
    explanation: Explanation | None = None


class Request(channel.Request[None, Found], frozen=True):
    """A function of a file, and how it is to be called.

    `arguments` are those of a call, such as `f32[3,3], n=3` (see `ir.argument_grammar`). Static ones
    among them are named in `static`, by their name or place; others stand in `static_values`, by their
    place in the call or their name, as JSON values. `module` is the dotted name of a file that was asked
    for by it. `original` is the file whose edited text `path` holds. `devices` is how many the CPU is made to
    be, `precision` JAX's precision of matrix products, `flags` are XLA's own, as in XLA_FLAGS; 0 and empty
    leave the usual ones. `typed`: it is asked for again and again while it is typed. With `nan_values` (one
    of `explain.nans.VALUES`), a NaN that comes out of such arguments is followed. Without
    `links` the answer holds no links and no equations.
    """

    path: str
    function: str
    arguments: str = ""
    static_values: Mapping[int | str, Any] = field(default_factory=dict)
    donated: tuple[int, ...] = ()
    device: str = ""
    options: Mapping[str, Option] = field(default_factory=dict)
    x64: bool = False
    passes: bool = True
    kernels: bool = True
    links: bool = True
    exact: bool = True
    run_seconds: float = 0.2
    time_kernels: bool = False
    nan_values: str = ""
    static: tuple[str, ...] = ()
    module: str = ""
    last: str = ""
    original: str = ""
    devices: int = 0
    precision: str = ""
    flags: str = ""
    typed: bool = False


class Limits(Struct, frozen=True):
    """Limits of the process that runs a user's code.

    Seconds from start to end, seconds to measure, bytes of memory, bytes of its output and of its answer.
    """

    seconds: float = 120.0
    measure_seconds: float = 30.0
    memory_bytes: int = 16 << 30
    printed_bytes: int = 64 << 20
    answer_bytes: int = 1 << 30


_last: OrderedDict[tuple[str, str], tuple[Request, int]] = OrderedDict()
_lock = threading.Lock()


def since_last(request: Request) -> tuple[Change, ...] | None:
    """Return the changes from the function's last call, and note this one; None without an earlier call."""
    name = request.path, request.function
    saved = saved_at(request.path)
    with _lock:
        before = _last.get(name)
        _last[name] = request, saved
        _last.move_to_end(name)
        while len(_last) > MOST_KEPT:
            _last.popitem(last=False)
    if before is None:
        return None
    found = list(changes(request, before[0]))
    if saved != before[1]:
        found.append(Change("file saved", _clock(saved), _clock(before[1])))
    return tuple(found)


def in_words(differences: tuple[Change, ...] | None) -> str:
    if differences is None:
        return FIRST
    return "; ".join(map(str, differences)) or SAME


def changes(now: Request, before: Request) -> list[Change]:
    """Return the differences of two calls in the order of the form."""
    types, old = (_texts(each.arguments) for each in (now, before))
    static, old_static = (_by_place(each.static_values) for each in (now, before))
    found = [*_differing("argument {0}", types, old), *_differing("static argument {0}", static, old_static)]
    for where, new, was in (
        ("static", now.static, before.static),
        ("donated", now.donated, before.donated),
        ("device", now.device or "the usual", before.device or "the usual"),
        ("64-bit numbers", now.x64, before.x64),
        ("devices of the CPU", now.devices or "the usual", before.devices or "the usual"),
        ("precision of matrix products", now.precision or "the usual", before.precision or "the usual"),
        ("XLA flags", now.flags or "none", before.flags or "none"),
    ):
        if new != was:
            found.append(Change(where, _value_text(new), _value_text(was)))
    options, old_options = (_by_place(each.options) for each in (now, before))
    return found + _differing("option {0}", options, old_options)


def _differing(words: str, now: Mapping[str, str], before: Mapping[str, str]) -> list[Change]:
    places = dict.fromkeys([*now, *before])
    return [
        Change(words.format(place), now.get(place, "none"), before.get(place, "none"))
        for place in places
        if now.get(place) != before.get(place)
    ]


def _by_place(held: Mapping[int | str, object] | Mapping[str, object]) -> dict[str, str]:
    return {str(place): str(value) for place, value in held.items() if value != ""}


def _texts(arguments: str) -> dict[str, str]:
    """The arguments as they were written, by place or name."""
    try:
        return _by_place(read_call(arguments).texts)
    except UsageError:
        return {"s": arguments}


def _value_text(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def saved_at(path: str) -> int:
    """When a file was last written, in nanoseconds; 0 if there is none."""
    file = Path(path)
    return file.stat().st_mtime_ns if file.is_file() else 0


def _clock(nanoseconds: int) -> str:
    return time.strftime("%H:%M:%S", time.localtime(nanoseconds / 1e9))


FLOATS = {"float64": "f64", "float32": "f32", "float16": "f16", "bfloat16": "bf16"}
FLOAT_WORD = re.compile(r"\b(?:f64|f32|f16|bf16|float64|float32|float16|bfloat16)\b")


class Variation(Struct, frozen=True):
    """Empty fields leave everything as it is. `dtype` takes the place of every format of real numbers."""

    dtype: str = ""
    device: str = ""
    options: Mapping[str, Option] = field(default_factory=dict)

    @property
    def key(self) -> tuple[object, ...]:
        """Equal keys compile alike."""
        return self.dtype, self.device, tuple(sorted(self.options.items()))

    @property
    def words(self) -> str:
        """Return the variation in a few words; empty if nothing varies."""
        options = [f"{name.removeprefix('xla_')}={value}" for name, value in sorted(self.options.items())]
        return " · ".join(filter(None, [self.dtype, self.device, *options]))


def apply_to_request(request: Request, by: Variation) -> Request:
    """The request with the variation applied; its arguments are text."""
    if by.dtype:
        arguments = FLOAT_WORD.sub(FLOATS[by.dtype], request.arguments)
        request = replace(request, arguments=arguments, x64=request.x64 or by.dtype == "float64")
    if by.device:
        request = replace(request, device=by.device)
    return replace(request, options={**request.options, **by.options}) if by.options else request
