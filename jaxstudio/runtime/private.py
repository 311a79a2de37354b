"""What is private to JAX, all of it: another version may lack any of it, and each says what happens then."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from jax._src import config, source_info_util

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
