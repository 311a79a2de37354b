"""A jit whose executables are kept on disk: an unchanged function is neither traced nor lowered again.

JAX's own cache is found by what was lowered, so that every process traces and lowers every kernel
before it looks there; that takes three times as long as the load. Here an executable is found by
what decides what would be lowered: the sources of this program, the function and all it closes
over, the types of its arguments, JAX's settings and version, and the machine.

What is loaded is machine code and JAX's own pickle around it: whoever can write to the folder can
run anything. It is the user's cache folder, which nobody else may enter (mode 0700; setup.py keeps
nothing where that cannot be had). A file that is not exactly what was written is not loaded.
"""

from __future__ import annotations

import hashlib
import logging
import os
import threading
import time
import zlib
from collections.abc import Callable, Hashable
from functools import cache
from pathlib import Path
from typing import Any

import jax
import jaxlib.version
import numpy as np
from jax import monitoring
from jax.experimental import serialize_executable
from jax.tree_util import PyTreeDef, default_registry, tree_flatten

from jaxstudio.errors import SaveError
from jaxstudio.runtime import fingerprint
from jaxstudio.runtime.atomic_write import atomic_write
from jaxstudio.runtime.compile_counter import LOADED, WAITED
from jaxstudio.runtime.jax_internals import compile_and_serialize, device_features, tracing_context
from jaxstudio.runtime.setup import THREAD_VARIABLES, configure

MAGIC = b"jaxstudio kernel 1\n"
DIGEST_BYTES = 32
# Half the time of zlib's usual level, and a tenth more bytes.
LEVEL = 1
LOG = logging.getLogger(__name__)

Signature = tuple[Hashable, ...]


class PersistentJit:
    """`function` compiled for one device and called as `jax.jit` calls it, from any thread.

    Arguments are pytrees of NumPy arrays and scalars and JAX's arrays; with anything else in them
    (a Python number, a tracer) it is the plain jit. Executables are kept where a folder for them
    was set up and `fingerprint` can tell what the function does.
    """

    def __init__(self, function: Callable[..., Any], device: jax.Device) -> None:
        sharding = jax.sharding.SingleDeviceSharding(device)
        # Results are committed to the device. Arguments are said to be there too: a NumPy array
        # and an earlier result would otherwise be compiled for apart.
        self.jitted = jax.jit(function, in_shardings=sharding, out_shardings=sharding)
        self._options = compiler_options(device.platform)
        self._function, self._device = function, device
        self._executables: dict[Signature, jax.stages.Compiled] = {}
        self._lock = threading.Lock()

    def __call__(self, *arguments: Any) -> Any:
        signature = signature_of(arguments)
        if signature is None:
            return self.jitted(*arguments)
        call = self._executables.get(signature)
        if call is None:
            call = self._make(signature, arguments)
        return call(*arguments)

    def for_equal_types(self) -> Callable[..., Any]:
        """The jit for calls whose arguments have the types of the first call's, which are found out once.

        In between calls of kernels the processor's caches are full of pixels, and finding out takes 40 µs.
        """
        executable: Callable[..., Any] | None = None

        def call(*arguments: Any) -> Any:
            nonlocal executable
            if executable is None:
                signature = signature_of(arguments)
                if signature is None:
                    executable = self.jitted
                else:
                    executable = self._executables.get(signature) or self._make(signature, arguments)
            return executable(*arguments)

        return call

    def ready(self, *arguments: Any) -> Any:
        """Compile it for arguments of these types and compute nothing; the shapes of its results."""
        signature = signature_of(arguments)
        if signature is None:
            return self.jitted.lower(*arguments).compile(compiler_options=self._options).out_info
        return (self._executables.get(signature) or self._make(signature, arguments)).out_info

    def _make(self, signature: Signature, arguments: tuple[Any, ...]) -> jax.stages.Compiled:
        began = time.perf_counter()
        with self._lock:
            executable = self._executables.get(signature)
            if executable is not None:
                monitoring.record_event_duration_secs(WAITED, time.perf_counter() - began)
            else:
                path = self._path(signature)
                executable = None if path is None else self._loaded(path, signature)
                if executable is None:
                    executable, code = compile_and_serialize(self.jitted.lower(*arguments), self._options)
                    if path is not None and code:
                        keep(path, code, executable.out_tree)
                self._executables[signature] = executable
            return executable

    def _path(self, signature: Signature) -> Path | None:
        """The file for it; None where nothing can be kept."""
        folder, sources, machine = configure(), fingerprint.sources(), machine_of(self._device)
        if not (folder and sources and machine and jax.config.values["jax_enable_compilation_cache"]):
            return None
        try:
            code = fingerprint.fingerprint(self._function)
        except fingerprint.NotFingerprintable as reason:
            LOG.debug("not kept: %r: %s", self._function, reason)
            return None
        context, structure, *types = signature
        words = (
            sources,
            code,
            machine_of(self._device),
            _settings(context),
            str(structure),
            *map(str, types),
        )
        name = hashlib.sha256("\n".join(words).encode()).hexdigest()
        return folder / f"{name}.kernel"

    def _loaded(self, path: Path, signature: Signature) -> jax.stages.Compiled | None:
        began = time.perf_counter()
        loaded = load(path, signature[1], self._device)
        if loaded is not None:
            seconds = time.perf_counter() - began
            name = getattr(self._function, "__name__", "")
            monitoring.record_event_duration_secs(LOADED, seconds, fun_name=name)
        return loaded


def compiler_options(platform: str) -> dict[str, Any]:
    """Return the compiler options of this platform, besides XLA's defaults."""
    if platform != "cpu":
        return {}
    return {
        # Vectors as wide as the processor has them: where that is 512 bits, XLA takes 256 on its own, and
        # sums of many taps take up to twice as long.
        "xla_cpu_prefer_vector_width": 512,
        # No loop is divided among threads: how many there are would decide the last bits of sums.
        "xla_disable_hlo_passes": "cpu-parallel-task-assigner",
    }


def signature_of(arguments: tuple[Any, ...]) -> Signature | None:
    """Everything that a jit compiles anew for, as (context, structure, types…); None if not all are
    arrays.
    """
    leaves, structure = tree_flatten((arguments, {}))
    types: list[Hashable] = []
    for leaf in leaves:
        if isinstance(leaf, np.ndarray | np.generic):
            types.append((leaf.shape, leaf.dtype))
        elif isinstance(leaf, jax.Array) and not isinstance(leaf, jax.core.Tracer):
            types.append(
                (leaf.shape, leaf.dtype, leaf.weak_type) if leaf.weak_type else (leaf.shape, leaf.dtype)
            )
        else:
            return None
    return (tracing_context(), structure, *types)


def keep(path: Path, code: bytes, results: PyTreeDef) -> None:
    """Write an executable and the structure of its results, whole or not at all; the log says why not."""
    structure = results.serialize_using_proto()
    body = len(structure).to_bytes(8, "big") + structure + zlib.compress(code, LEVEL)
    try:
        with atomic_write(path, durable=False) as file:
            file.write(MAGIC + hashlib.sha256(body).digest() + body)
    except SaveError as reason:
        LOG.warning("not kept: %s: %s", path, reason)


def load(path: Path, arguments: Any, device: jax.Device) -> jax.stages.Compiled | None:
    """The executable in a file of `keep`; None where there is none, or none that can be used.

    Args:
        arguments: the structure of its arguments.
    """
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as reason:
        LOG.warning("compiled anew: %s: %s", path, reason)
        return None
    start = len(MAGIC) + DIGEST_BYTES
    body = text[start:]
    if text[:start] != MAGIC + hashlib.sha256(body).digest():
        LOG.warning("compiled anew: %s: not what was written there", path)
        return None
    size = int.from_bytes(body[:8], "big")
    results = PyTreeDef.deserialize_using_proto(default_registry, body[8 : 8 + size])
    try:
        loaded: jax.stages.Compiled = serialize_executable.deserialize_and_load(
            zlib.decompress(body[8 + size :]), arguments, results,
            backend=device.client, execution_devices=[device],
        )  # fmt: skip
    except jax.errors.JaxRuntimeError as reason:
        LOG.warning("compiled anew: %s: %s", path, reason)
        return None
    return loaded


@cache
def machine_of(device: jax.Device) -> str:
    """Return everything that identifies a compiled executable besides the lowered module; empty if unknown.

    JAX and jaxlib versions, platform, device kind, CPU features, XLA flags, and the number of threads: XLA
    divides a loop among as many as PJRT_NPROC or NPROC says, or as there are processors for this process.
    """
    told = device_features(device)
    if not told:
        return ""
    affinity = getattr(os, "sched_getaffinity", None)
    processors = len(affinity(0)) if affinity is not None else os.cpu_count()
    flags = [os.environ.get(name, "") for name in ("XLA_FLAGS", "LIBTPU_INIT_ARGS", *THREAD_VARIABLES)]
    client = device.client
    return repr((
        jax.__version__, jaxlib.version.__version__, client.platform_version, client.platform,
        device.device_kind, device.id, told, processors, flags,
    ))  # fmt: skip


@cache
def _settings(context: Hashable) -> str:
    """JAX's settings as a text that is the same in another process."""
    assert isinstance(context, tuple)
    plain = (bool, int, float, str, tuple, type(None))
    return repr([value if isinstance(value, plain) else _name(value) for value in context])


def _name(value: object) -> str:
    return f"{type(value).__qualname__} {getattr(value, 'name', '')}"
