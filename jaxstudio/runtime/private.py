"""What is private to JAX, all of it: another version may lack any of it, and each says what happens then."""

from __future__ import annotations

import io
import math
import os
import threading
from collections.abc import Hashable, Iterator
from contextlib import AbstractContextManager, nullcontext
from tempfile import TemporaryDirectory
from typing import Any

import jax
from jax._src import compilation_cache, config, source_info_util
from jax._src.lib import xla_client
from jax.experimental import serialize_executable

# The loggers that say what is compiled and why it is traced anew; the others speak up when asked to explain.
COMPILING, TRACING = "jax._src.interpreters.pxla", "jax._src.interpreters.partial_eval"
CHATTER = ("jax._src.compiler", "jax._src.compilation_cache")
# (file, function, line, column, end line, end column): lines from 1, columns from 0
Frame = tuple[str, str, int, int, int, int]


def user_frames(source_info: Any) -> Iterator[Frame]:
    """The frames of an equation that are not JAX's own, innermost first; none without them."""
    frames = getattr(source_info_util, "user_frames", None)
    if frames is None or source_info.traceback is None:
        return
    for frame in frames(source_info.traceback):
        yield (
            frame.file_name, frame.function_name,
            frame.start_line, frame.start_column, frame.end_line, frame.end_column,
        )  # fmt: skip


def nothing_kept() -> AbstractContextManager[Any]:
    """While it lasts, this thread writes nothing to the persistent cache of compiled kernels.

    Without it, what is compiled to be looked at would be written there too: within the cache's bound,
    and never found again.
    """
    state = getattr(config, "persistent_cache_min_compile_time_secs", None)
    if not callable(state):
        return nullcontext()
    least_seconds: AbstractContextManager[Any] = state(math.inf)
    return least_seconds


# What this thread read from the persistent cache, or wrote there, last.
_here = threading.local()


def compiled_and_packed(lowered: Any, options: dict[str, Any]) -> tuple[Any, bytes]:
    """A lowered function compiled, and as the bytes that `deserialize_and_load` takes; none without them.

    What JAX loaded from its persistent cache must not be serialised: XLA leaves its functions out, and
    says so when it is loaded again and called. So the machine code is what went to that cache or came from
    it. Where there is no such cache, or JAX had compiled the same before, there are no bytes.
    """
    _here.entry = None
    compiled = lowered.compile(compiler_options=options)
    entry, _here.entry = _here.entry, None
    unpacked: Any = getattr(compilation_cache, "decompress_executable", None)
    parts: Any = getattr(compilation_cache, "extract_executable_and_time", None)
    pickler: Any = getattr(serialize_executable, "_JaxPjrtPickler", None)
    unloaded = getattr(compiled._executable, "_unloaded_executable", None)
    if entry is None or unloaded is None or None in (unpacked, parts, pickler) or compiled._params.const_args:
        return compiled, b""
    code = parts(unpacked(entry))[0]

    class Pickler(pickler):
        """JAX's, with the machine code that is known."""

        def persistent_id(self, part: Any) -> Any:
            return (
                ("exec", code)
                if isinstance(part, xla_client.LoadedExecutable)
                else super().persistent_id(part)
            )

    with io.BytesIO() as file:
        Pickler(file).dump((unloaded, jax.tree.leaves(compiled.args_info), compiled._no_kwargs))
        return compiled, file.getvalue()


def write_kernels_whole() -> None:
    """From now on a kernel is in the persistent cache complete, or not at all; to be called before one is.

    JAX writes it in place. A process that is killed meanwhile, as those that compute functions are, leaves
    half a kernel for good: JAX overwrites none, so that every later process warns and compiles it again; and
    who reads at that very moment finds half of it too. A version without this class writes as it likes.
    """
    kept: Any = getattr(compilation_cache, "LRUCache", None)
    if not hasattr(kept, "put") or hasattr(kept, "put_whole"):
        return

    class Whole(kept):
        """JAX's cache, whose files come to their place when they are complete."""

        def get(self, key: str) -> bytes | None:
            entry: bytes | None = super().get(key)
            _here.entry = entry
            return entry

        def put(self, key: str, value: bytes) -> None:
            _here.entry = value
            if getattr(self, "eviction_enabled", True):
                super().put(key, value)  # under a lock
            else:
                self.put_whole(key, value)

        def put_whole(self, key: str, value: bytes) -> None:
            with TemporaryDirectory(prefix="new-", dir=self._path) as beside:
                kept(beside, max_size=-1).put(key, value)
                for name in os.listdir(beside):
                    os.replace(os.path.join(beside, name), os.path.join(self._path, name))

    compilation_cache.LRUCache = Whole  # type: ignore[misc]


def tracing_context() -> Hashable:
    """The settings for which a jit traces anew, as this thread has them; costs 0.1 µs.

    A version without it is asked for the only one that this program changes.
    """
    context = getattr(config, "trace_context", None)
    found: Hashable = context() if callable(context) else (jax.config.values["jax_enable_x64"],)
    return found


def features(device: jax.Device) -> str:
    """A text that stands for what code can be compiled to on this device; empty where it cannot be told."""
    topology = getattr(xla_client, "get_topology_for_devices", None)
    if topology is None:
        return ""
    try:
        return str(topology([device]).fingerprint())
    except jax.errors.JaxRuntimeError:  # a platform without
        return ""
