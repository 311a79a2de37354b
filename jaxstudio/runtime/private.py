"""What is private to JAX, all of it: another version may lack any of it, and each says what happens then."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from tempfile import TemporaryDirectory
from typing import Any

from jax._src import compilation_cache, config, source_info_util

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

        def put(self, key: str, value: bytes) -> None:
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
