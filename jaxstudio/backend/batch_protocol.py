"""The values of a batch that cross between the window and the process that runs it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True)
class BatchRequest:
    """What becomes of which photos.

    places: photos and folders. subfolders: those below the folders, too. folder: of the results. name: the
    pattern of their names without suffix. suffix: with its dot; "" is that of each photo. recipe: as JSON;
    recipe_file: a file that holds it, in its place. existing: skip, overwrite or rename. depth: "" follows
    the photo. quality: 0 follows the photo. jobs: photos in work at a time. devices: a list, "all", or "".
    scheduler: of a Dask cluster, or "". saved: a batch that was begun, in place of all above. started: begin
    at once. deaths: how often the process ended while it ran this batch. keep_subfolders: whether the
    results have the subfolders that their photos have in the folders of `places`.
    """

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


class Order(Enum):
    """What the window sends a batch that is planned or runs."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    CANCEL = "cancel"
    RETRY = "retry"


class Phase(Enum):
    """What a batch is doing."""

    READY = "ready"
    STARTING = "starting"
    RUNNING = "running"
    PAUSED = "paused"
    STOPPED = "stopped"
    FINISHED = "finished"


@dataclass(frozen=True)
class BatchFound:
    """So many photos were found so far."""

    count: int


@dataclass(frozen=True)
class BatchRows:
    """Photos and the files they become, from the row `first` on."""

    first: int
    sources: tuple[str, ...]
    targets: tuple[str, ...]


@dataclass(frozen=True)
class BatchPlanned:
    """All rows are there. existing: how many of the results' files are there already.

    out: the folder of the results. words: what was said of the recipe.
    """

    count: int
    existing: int
    size_bytes: int
    out: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class BatchUpdate:
    """What became of rows since the last update, and of the whole.

    states: by the values of `batch.queue.State`. shares, from 0 to 1, and messages are those of the rows.
    seconds_left: None while nobody knows.
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


@dataclass(frozen=True)
class BatchSaved:
    """The batch has begun; with the file at `path` it can be gone on with."""

    path: str


@dataclass(frozen=True)
class BatchNotice:
    """A line about a file that was written all the same, or about the cluster."""

    text: str


@dataclass(frozen=True)
class UnfinishedBatch:
    """A batch that was begun and not finished: its file, how many photos it has, where results go."""

    path: str
    count: int
    out: str
