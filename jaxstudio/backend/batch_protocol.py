"""The messages between the window and the process that runs a batch."""

from __future__ import annotations

from enum import Enum
from typing import Any, ClassVar

from msgspec import Struct

from jaxstudio.backend.protocol import Notice
from jaxstudio.processes.channel import Request


class Order(Enum):
    """An order of the window to a batch that is planned or running."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    CANCEL = "cancel"
    RETRY = "retry"


class Phase(Enum):
    """The phase of a batch."""

    READY = "ready"
    STARTING = "starting"
    RUNNING = "running"
    PAUSED = "paused"
    STOPPED = "stopped"
    FINISHED = "finished"


class BatchFound(Struct, frozen=True, tag=True):
    """How many photos were found so far."""

    count: int


class BatchRows(Struct, frozen=True, tag=True):
    """Photos and the files of their results, from row `first` on."""

    first: int
    sources: tuple[str, ...]
    targets: tuple[str, ...]


class BatchPlanned(Struct, frozen=True, tag=True):
    """All rows were sent. existing: how many of the results' files exist already.

    out: the folder of the results. words: notices about the recipe.
    """

    count: int
    existing: int
    size_bytes: int
    out: str
    words: tuple[str, ...] = ()


class BatchUpdate(Struct, frozen=True, tag=True):
    """The rows that changed since the last update, and the progress of the whole batch.

    numbers, states (values of `batch.queue.State`), shares (0 to 1) and messages: one per row. seconds_left:
    None while unknown.
    """

    phase: Phase
    numbers: tuple[int, ...] = ()
    states: tuple[str, ...] = ()
    shares: tuple[float, ...] = ()
    messages: tuple[str, ...] = ()
    total: int = 0
    done: int = 0
    skipped: int = 0
    failed: int = 0
    share: float = 0.0
    seconds: float = 0.0
    seconds_left: float | None = None


class BatchSaved(Struct, frozen=True, tag=True):
    """The batch has begun; the file at `path` can resume it."""

    path: str


class UnfinishedBatch(Struct, frozen=True):
    """A batch that was begun and not finished: its file, its number of photos, the results' folder."""

    path: str
    count: int
    out: str


class UnfinishedRequest(Request[tuple[UnfinishedBatch, ...], None], frozen=True):
    """The batches that can be resumed, the newest first."""


BatchEvent = BatchFound | BatchRows | BatchPlanned | BatchUpdate | BatchSaved | Notice


class BatchRequest(Request[None, BatchEvent], frozen=True):
    """The photos of a batch, its recipe, and how the results are written.

    places: photos and folders. subfolders: whether to search the folders' subfolders too. folder: the
    results' folder. name: the pattern of their names without suffix. suffix: with its dot; "" keeps each
    photo's. recipe: as JSON; recipe_file: or a file with the recipe. existing: skip, overwrite or rename.
    depth: "" follows the photo. quality: 0 follows the photo. jobs: photos in work at a time. devices: a
    list, "all", or "". scheduler: of a Dask cluster, or "". saved: the file of a begun batch, instead of all
    above. started: begin at once. deaths: how often the process has ended while it ran this batch.
    keep_subfolders: whether the results keep the subfolders of their photos below the folders of `places`.
    store: words of `files.formats.WAYS`, how pixels are stored; none: as each photo's file does.
    recipes, pages: of a session's photos, whose files are then `places`; the recipes are JSON.
    """

    NOTES: ClassVar[Any] = Order
    places: tuple[str, ...] = ()
    subfolders: bool = True
    folder: str = ""
    name: str = "{stem}"
    suffix: str = ""
    recipe: str = ""
    recipe_file: str = ""
    existing: str = "skip"
    depth: str = ""
    quality: int = 0
    drop: tuple[str, ...] = ()
    to_srgb: bool = False
    jobs: int = 2
    devices: str = ""
    scheduler: str = ""
    saved: str = ""
    started: bool = False
    deaths: int = 0
    keep_subfolders: bool = False
    store: tuple[str, ...] = ()
    recipes: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()
