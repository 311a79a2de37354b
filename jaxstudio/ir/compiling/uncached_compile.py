"""One compilation around the persistent cache, since a cache hit dumps nothing."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from typing import Any

from jaxstudio.errors import UsageError
from jaxstudio.ir.compiling.dumps import Dumps
from jaxstudio.ir.target import Option
from jaxstudio.runtime.jax_internals import without_persistent_cache

# Where XLA dumps to is no part of the cache's key. This option is: with a value that nobody used before
# it makes a key that cannot be found. It is a regular expression over the code generators whose output is
# dumped; since jaxlib 0.11 one that does not match theirs leaves LLVM IR out.
UNIQUE = "xla_dump_emitter_re"
EMITTERS = "llvm|ptx|asm"


def compile_around_cache(
    lowered: Any, options: Mapping[str, Option], dumps: Dumps | None = None, passes: bool = False
) -> Any:
    """Compile `lowered` and neither read nor write the persistent cache, in this thread alone.

    Args:
        dumps: where XLA writes what it made on the way; with `passes` the module after each pass too.

    Raises:
        UsageError: an option that XLA does not know, or with a value that it does not take.
    """
    every: dict[str, Option] = {}
    if dumps is not None:
        every |= {"xla_dump_to": str(dumps.folder), "xla_dump_hlo_as_text": True}
        if passes:
            every["xla_dump_hlo_pass_re"] = ".*"
    every |= options
    try:
        return _compile(lowered, {**every, UNIQUE: f"{EMITTERS}|jaxstudio-{uuid.uuid4().hex}"})
    except RuntimeError as error:
        if UNIQUE in str(error):  # an XLA without it: a cache hit then leaves the later stages out
            return _compile(lowered, every)
        wrong = [name for name in options if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", str(error))]
        if wrong:
            raise UsageError(f"--option {wrong[0]}={options[wrong[0]]}: {first_line(error)}") from None
        raise


def _compile(lowered: Any, options: Mapping[str, Option]) -> Any:
    with without_persistent_cache():
        return lowered.compile(compiler_options=dict(options))


def first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
