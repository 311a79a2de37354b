"""Compiled kernels of one device, each found by a key of everything that is static in it.

The key holds the op, pass, bucket, channels and number formats; everything that a slider moves is traced.
Each pass is a jit of its own: with two passes in one jit, XLA:CPU computes the first anew inside the second.

Calls of a user's own filters are watched: how long each has been running; their errors are explained.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import jax
import numpy as np

from jaxstudio.engine.buffers import ValueCache
from jaxstudio.errors import Wording
from jaxstudio.kernels import pixels
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.params import Choice, Expression, Matrix, Points, Steps, Text
from jaxstudio.runtime.persistent_jit import PersistentJit


class StepWatch:
    """Calls in progress of the filters in `ops`; any thread may use it.

    A call is one chunk's kernel, with its tracing and compilation, or one call of a library's function. So a
    filter that is merely slow on a large picture makes many short calls, and one that hangs a long one.
    """

    def __init__(self) -> None:
        self.ops: frozenset[str] = frozenset()
        self._explain: Callable[[str, Exception], Exception] = lambda op, error: error
        self._numbers = itertools.count()
        self._running: dict[int, tuple[float, str]] = {}

    def watch(self, names: Iterable[str], explain: Callable[[str, Exception], Exception]) -> None:
        """Watch the filters of these names from now on.

        explain: (name of a filter, the error it raised) → the error to raise in its place.
        """
        self.ops, self._explain = frozenset(names), explain

    @contextmanager
    def running(self, op: str) -> Iterator[None]:
        """Record a call of a filter while the with block runs, if the filter is watched."""
        if op not in self.ops:
            yield
            return
        number = next(self._numbers)
        self._running[number] = time.monotonic(), op
        try:
            yield
        except Exception as error:
            explained = self._explain(op, error)
            if explained is error:
                raise
            raise explained from error
        finally:
            del self._running[number]

    def wrap(self, op: str, call: Callable[..., Any], wait: Callable[[Any], Any]) -> Callable[..., Any]:
        """`call`, watched until `wait` of its result returns; `call` itself where `op` is not watched."""
        if op not in self.ops:
            return call

        def watched(*arguments: Any) -> Any:
            with self.running(op):
                return wait(call(*arguments))

        return watched

    def longest(self) -> tuple[str, float]:
        """The filter whose call has been running longest, and for how many seconds; "" for none."""
        calls = sorted(self._running.copy().values())
        return (calls[0][1], time.monotonic() - calls[0][0]) if calls else ("", 0.0)


WATCH = StepWatch()


Kernel = Callable[..., Any]
# The dtype in the key of a kernel whose result has the format of its input.
SAME_DTYPE = "same"


@dataclass(frozen=True)
class KernelKey:
    """The key of a compiled kernel on its device.

    Attributes:
        role: what it does, such as `stage` or `convert`.
        op: name of the op whose function it computes; empty for a kernel that all ops share.
        stage: number of the pass of a neighbourhood op, from 0.
        bucket: radius in pixels that it is compiled for.
        channels: number of channels that it reads; 0 where that does not matter.
        dtype: number format of the result; SAME_DTYPE is that of the input.
        input_dtype: number format of the input, where the function depends on it.
        text: the expression that it computes.
    """

    role: str
    op: str = ""
    stage: int = 0
    bucket: int = 0
    channels: int = 0
    dtype: str = ""
    input_dtype: str = ""
    text: str = ""


@dataclass(frozen=True)
class KernelSpec:
    """A kernel before it is compiled.

    Attributes:
        key: specs with equal keys compute the same.
        build: returns the function to be jitted. The function may close only over values and functions of
            this program (runtime/fingerprint.py); else it is compiled anew in every process.
        label: what it does, for a reader of the inspector, given the number format of its input.
    """

    key: KernelKey
    build: Callable[[], Kernel]
    label: Callable[[str], Wording]

    def title(self, op_title: Callable[[str], Wording], input_dtype: str = "") -> Wording:
        """`Gaussian blur: columns, float32, radius up to 8`; `op_title` returns the title of an op's name."""
        label = self.label(input_dtype)
        return Wording("{0}: {1}", op_title(self.key.op), label) if self.key.op else label


class Kernels:
    """The compiled kernels of one device, made on first use and kept.

    Attributes:
        run: whether a call computes; false where it only compiles.
    """

    run = True

    def __init__(self, device: jax.Device) -> None:
        self.device = device
        self._jits: dict[KernelKey, PersistentJit] = {}
        self._prepared = ValueCache()
        self._lock = threading.Lock()

    @property
    def on_cpu(self) -> bool:
        return self.device.platform == "cpu"

    def jit(self, spec: KernelSpec) -> PersistentJit:
        """The jit of this key."""
        with self._lock:
            jit = self._jits.get(spec.key)
            if jit is None:
                jit = self._jits[spec.key] = PersistentJit(spec.build(), self.device)
            return jit

    def get(self, spec: KernelSpec) -> Kernel:
        """The function that a plan calls to run this kernel."""
        return _watched(spec.key, self.jit(spec))

    def prepared(self, key: Hashable, arguments: Any, compute: Callable[[], Any]) -> Any:
        """Small arrays, such as weights and tables, that `compute` makes of `arguments`: once for equal ones.

        Args:
            key: everything else that decides the arrays.
            arguments: a pytree of small arrays.
        """
        values = ((leaf.shape, leaf.tobytes()) for leaf in map(np.asarray, jax.tree.leaves(arguments)))
        key = (key, *values)
        found = self._prepared.find(key)
        return self._prepared.keep(key, compute()) if found is None else found


def _watched(key: KernelKey, kernel: Kernel) -> Kernel:
    """The kernel; if it computes a watched filter, each call is reported to WATCH."""
    return WATCH.wrap(key.op, kernel, jax.block_until_ready) if WATCH.ops else kernel


def for_equal_types(kernel: Kernel) -> Kernel:
    """The kernel for a loop over chunks, in which all calls have arguments of the same types."""
    return kernel.for_equal_types() if isinstance(kernel, PersistentJit) else kernel


class CompileOnlyKernels(Kernels):
    """Kernels that a call compiles but does not run: the result is zeros of the right shape.

    To run a wide filter once takes longer than to fetch it from the cache on disk.
    """

    run = False

    def __init__(self, kernels: Kernels) -> None:
        super().__init__(kernels.device)
        self._kernels = kernels

    def get(self, spec: KernelSpec) -> Kernel:
        jit = self._kernels.jit(spec)

        def compile_only(*arguments: Any) -> Any:
            # np.zeros is calloc: no page is allocated before it is written to
            return jax.tree.map(lambda like: np.zeros(like.shape, like.dtype), jit.ready(*arguments))

        return compile_only


def conversion(dtype: str) -> KernelSpec:
    """(chunk) → chunk in another number format."""

    def build() -> Kernel:
        def convert(x: jax.Array) -> jax.Array:
            return pixels.quantise(pixels.to_float(x), dtype)

        return convert

    return KernelSpec(KernelKey("convert", dtype=dtype), build, lambda _: Wording("Conversion to {0}", dtype))


def premultiplication(channels: int) -> KernelSpec:
    """(chunk) → float32 chunk with its colours multiplied by alpha."""

    def build() -> Kernel:
        def multiply(x: jax.Array) -> jax.Array:
            return pixels.premultiply(pixels.to_float(x), channels)

        return multiply

    key = KernelKey("premultiply", channels=channels)
    return KernelSpec(key, build, lambda _: Wording("Colours multiplied by opacity"))


def unpremultiplication(channels: int) -> KernelSpec:
    """(float32 chunk) → float32 chunk with its colours divided by alpha."""

    def build() -> Kernel:
        def divide(x: jax.Array) -> jax.Array:
            return pixels.unpremultiply(x, channels)

        return divide

    key = KernelKey("unpremultiply", channels=channels)
    return KernelSpec(key, build, lambda _: Wording("Colours divided by opacity"))


def traced(op: Op, values: Mapping[str, Any], radius: int | None = 0) -> dict[str, Any]:
    """Parameter values as the arrays that an op's functions are traced with.

    Numbers become float32 (whole ones too), a Choice the int32 index of its word, a Matrix float32
    (2·radius + 1)² with the weights in its centre (as it is if `radius` is None), Points float32 (largest, 2)
    with the last point repeated. A Text (a Path, too) is left out, because what it stands for comes
    as a statistic; an Expression and Steps too: the kernel is compiled for a text, and listed steps are
    computed by themselves.
    """
    arrays: dict[str, Any] = {}
    for param in (*op.own_params, *op.declared):
        value = values[param.name]
        if isinstance(param, Choice):
            arrays[param.name] = np.int32(param.choices.index(value))
        elif isinstance(param, Matrix):
            weights = np.asarray(value, np.float32)
            arrays[param.name] = weights if radius is None else centred(weights, 2 * radius + 1)
        elif isinstance(param, Points):
            points = np.asarray(value, np.float32)
            arrays[param.name] = np.pad(points, ((0, param.largest - len(points)), (0, 0)), mode="edge")
        elif isinstance(param, Text | Expression | Steps):
            continue
        elif isinstance(value, bool):
            arrays[param.name] = np.bool_(value)
        else:
            arrays[param.name] = np.float32(value)
    return arrays


def sample_values(op: Op) -> dict[str, Any]:
    """Values to compile with: they name no file, and `traced` gives them the shapes of any other values."""
    values: dict[str, Any] = op.resolve(op.defaults())
    for param in op.own_params:
        if isinstance(param, Matrix):
            values[param.name] = ((0.0,),)
    return values


def centred(matrix: np.ndarray, side: int) -> np.ndarray:
    """`matrix` in the middle of a square of zeros, `side` elements each way."""
    top, left = (side - matrix.shape[0]) // 2, (side - matrix.shape[1]) // 2
    square = np.zeros((side, side), np.float32)
    square[top : top + matrix.shape[0], left : left + matrix.shape[1]] = matrix
    return square
