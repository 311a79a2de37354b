"""A folder of one's own filters: its files, their trial, and which were allowed, kept for later.

The trial runs their code in a process of its own, so that a file that exits or hangs takes nothing with it.
"""

from __future__ import annotations

import itertools
import keyword
import os
import re
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
import platformdirs
from msgspec import Struct

from jaxstudio.errors import ComputeError, SaveError, UsageError
from jaxstudio.processes.channel import Request
from jaxstudio.processes.errors import WorkerBug
from jaxstudio.runtime.atomic_write import write_text
from jaxstudio.runtime.setup import plain_environment

HANDLERS = "jaxstudio.own_filters.loading:handlers"
MOST_FILES = 200
START_SECONDS, FILE_SECONDS, SPARE_SECONDS = 60.0, 20.0, 10.0
MEMORY_BYTES = 4 << 30

TEMPLATE = '''"""{title}: what one sees happen."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.pipeline.kinds import Op, Pointwise
from jaxstudio.pipeline.params import Float

# Pixels are float32 from 0 to 1. The function is traced by JAX: use jax.numpy (jnp), and jnp.where in place
# of if. `p` holds the parameters as numbers that are traced, too, so that a slider never compiles.
#
# Other kinds of filters are in jaxstudio/pipeline/kinds.py: Colour sees red, green and blue of a pixel,
# Placed its place, Neighbourhood its neighbours, Whole the picture as a NumPy array.


def compute(x, p):
    """New values of the pixels `x`, of the same shape."""
    return jnp.clip(x + p["amount"] * jnp.sin(2 * jnp.pi * x), 0, 1)


{name} = Op(
    name="{name}",  # in recipes, on the command line
    title="{title}",  # in the window
    category="custom",
    doc="Bends the tones by a sine.",
    use="As a beginning of your own.",
    source="Your own.",
    own_params=(
        # the name, the value, the least and the greatest; slider_low and slider_high make a slider narrower
        Float("amount", 0.1, -0.5, 0.5, doc="How far they are bent."),
    ),
    kind=Pointwise(compute),
)
'''


class Trouble(Struct, frozen=True):
    """The reason why a file cannot be used; `line` counts from 1, 0 if no line is to blame.

    ops: the names of its filters, where it was loaded before.
    """

    path: str
    line: int
    reason: str
    ops: tuple[str, ...] = ()

    @property
    def absent(self) -> dict[str, str]:
        """Return the reason why each of the file's filters is missing, by name."""
        return {name: str(self) for name in self.ops}

    def __str__(self) -> str:
        where = f", line {self.line}" if self.line else ""
        return f"{Path(self.path).name}{where}: {self.reason}"


class FilterFile(Struct, frozen=True):
    """A file with the digest of its content at a time, and the names of the filters that it then defined."""

    path: str
    digest: str
    ops: tuple[str, ...] = ()


class FilterActivity(Struct, frozen=True, tag=True):
    """In the engine's process: the filter whose present call takes longest ("" for none), and its seconds."""

    op: str
    seconds: float


class TrialRequest(Request[None, dict[str, Any]], frozen=True):
    """Load and try files, one after the other; of each tells {"file"}, then {"ops"} or {"line", "reason"}."""

    paths: tuple[str, ...]


class Trial(Struct, frozen=True):
    """The result of a trial: usable files, the specs of their filters as JSON, and the other files."""

    files: tuple[FilterFile, ...]
    specs: tuple[Any, ...]
    troubles: tuple[Trouble, ...]


def filter_files(folder: str) -> list[str]:
    """The Python files of a folder, except names with _ or a dot first; UsageError if it is no folder."""
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise UsageError(
            "{0}: {1}, expected a folder of Python files", folder, error.strerror or error
        ) from None
    names = [name for name in names if name.endswith(".py") and name[0] not in "._"]
    if len(names) > MOST_FILES:
        raise UsageError("{0}: {1} Python files, expected at most {2}", folder, len(names), MOST_FILES)
    return [os.path.join(os.path.abspath(folder), name) for name in names]


def folder_digest(folder: str) -> str:
    """Return a digest that changes with the content of any file in the folder; "" if it cannot be read."""
    import hashlib  # takes 6 ms, which the window's start need not wait for

    digest = hashlib.sha256()
    try:
        for path in filter_files(folder):
            content = Path(path).read_bytes()
            digest.update(f"{os.path.basename(path)} {len(content)}\n".encode())
            digest.update(content)
    except (OSError, UsageError):
        return ""
    return digest.hexdigest()


def file_digest(path: str) -> str:
    """The digest of a file's content, "" where it cannot be read."""
    import hashlib

    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return ""


def usable_name(typed: str, files: Sequence[str] = ()) -> str:
    """A name for recipes, made of the typed text: `Mein Filter!` becomes `mein_filter`.

    Args:
        files: those that are there; `mein_filter_2` is another one.
    """
    folded = (
        unicodedata.normalize("NFKD", typed.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    )
    name = re.sub(r"[^a-z0-9]+", "_", folded).strip("_") or "my_filter"
    if name[0].isdigit() or keyword.iskeyword(name):
        name = f"filter_{name}"
    names = itertools.chain([name], (f"{name}_{number}" for number in itertools.count(2)))
    return next(each for each in names if f"{each}.py" not in files)


def new_file(folder: str, name: str, title: str = "") -> str:
    """Write a commented template for a filter of this name and title; its path.

    Raises:
        UsageError: the name is no lower-case identifier, or there is such a file.
    """
    if not name.isidentifier() or name != name.lower() or not name.isascii() or name[0] == "_":
        raise UsageError("{0}: expected a lower-case identifier such as my_filter", repr(name))
    path = Path(folder) / f"{name}.py"
    try:
        with path.open("x", encoding="utf-8") as file:
            typed = "".join(each for each in title if each.isprintable() and each not in '"\\')
            shown = typed.strip() or name.replace("_", " ").capitalize()
            file.write(TEMPLATE.format(name=name, title=shown))
    except OSError as error:
        raise UsageError("{0}: {1}", path, error.strerror or error) from None
    return str(path)


def try_files(
    paths: Sequence[str],
    cancelled: Callable[[], bool] = lambda: False,
    seconds: float = FILE_SECONDS,
    loaded: tuple[FilterFile, ...] = (),
) -> Trial:
    """Load and try files in a process of their own; a file that ends it is left out, the others go on.

    Args:
        loaded: files that were tried before, whose names are taken.

    Raises:
        Cancelled: `cancelled` said so.
    """
    from jaxstudio.processes.child import Program, SingleJob

    digests = {path: file_digest(path) for path in paths}
    before = [file.path for file in loaded if file.path not in digests]
    good: dict[str, list[Any]] = {}
    troubles: list[Trouble] = []
    waiting = list(paths)
    while waiting:
        whole = START_SECONDS + seconds * len(waiting)
        program = Program(
            HANDLERS,
            environment=plain_environment(),
            memory_bytes=MEMORY_BYTES,
            guard_seconds=whole + SPARE_SECONDS,
            shared=False,
        )
        # those that were tried come again: their names are taken
        job = SingleJob(program, TrialRequest((*before, *good, *waiting)), whole)
        current = ""
        try:
            with closing(job.run(cancelled)) as messages:
                for message in messages:
                    if "file" in message:
                        current = message["file"]
                        job.allow(seconds)
                    elif current in waiting:
                        waiting.remove(current)
                        if "ops" in message:
                            good[current] = message["ops"]
                        else:
                            troubles.append(Trouble(current, message["line"], message["reason"]))
            break
        except (ComputeError, WorkerBug, KeyError, TypeError) as error:
            blamed = current if current in waiting else waiting[0]
            waiting.remove(blamed)
            troubles.append(Trouble(blamed, 0, str(error).splitlines()[0]))
    files = tuple(
        FilterFile(path, digests[path], tuple(str(spec["name"]) for spec in specs))
        for path, specs in good.items()
    )
    return Trial(files, tuple(spec for specs in good.values() for spec in specs), tuple(troubles))


class Trust(Struct, frozen=True):
    """A folder, and the person's answers about it.

    digest: of the files that were allowed, "" before a yes. always: whatever its files become is allowed,
    too. files: those that can be used. left_out: digests of files that hung, and are not used as they are.
    """

    folder: str = ""
    digest: str = ""
    always: bool = False
    files: tuple[FilterFile, ...] = ()
    left_out: tuple[str, ...] = ()


def trust_file() -> Path:
    """Return the path of the kept trust: JAXSTUDIO_OWN_FILTERS, or a file of the user's data directory."""
    chosen = os.environ.get("JAXSTUDIO_OWN_FILTERS")
    folder = platformdirs.user_data_path("jaxstudio", appauthor=False)
    return Path(chosen) if chosen else folder / "own_filters.json"


def read_trust() -> Trust:
    """Return the kept trust; empty if there is none that can be read."""
    try:
        return msgspec.json.decode(trust_file().read_bytes(), type=Trust)
    except (OSError, ValueError):
        return Trust()


def keep_trust(trust: Trust) -> None:
    """Keep it for the next start; where that is not possible the person is asked again."""
    path = trust_file()
    with suppress(OSError, SaveError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, msgspec.json.format(msgspec.json.encode(trust), indent=1).decode())
