"""The state of the engine's process: the open photos, and the engine once JAX is imported.

Jobs run in parallel, each kind in a queue of its own. A job may need a photo that is still being decoded, or
JAX while it is still being imported: the job waits, and can be cancelled meanwhile.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from jaxstudio.errors import ComputeError, PhotoError, StudioError
from jaxstudio.processes.serve import Work

if TYPE_CHECKING:
    from jaxstudio.engine.preview_worker import PreviewWorker
    from jaxstudio.engine.render import Engine
    from jaxstudio.engine.source import Source
    from jaxstudio.files.colour import DisplayTransform
    from jaxstudio.files.photo import Photo
    from jaxstudio.pipeline.catalogue import Catalogue
    from jaxstudio.pipeline.op import Op

LOOK_SECONDS = 0.02  # between two checks whether a waiting job was cancelled
FIRST_SECONDS = 0.5  # how long JAX's import waits at most for the first photo's decoder
PHOTO_SECONDS = 60.0  # how long a job waits at most for the photo that it needs


class OpenPhoto(Struct, frozen=True, eq=False, dict=True):
    """A photo with its metadata, and its pixels as the engine reads them."""

    photo: Photo
    source: Source

    @cached_property
    def display(self) -> DisplayTransform:
        """The transform from the photo's colours to the screen's."""
        from jaxstudio.files.colour import DisplayTransform

        return DisplayTransform(self.photo.metadata.icc, STATE.screen, self.photo.channels)


class EngineState:
    """The photos, the catalogue and the live preview; any thread may call it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._photos: dict[int, OpenPhoto | Exception] = {}
        self._forgotten: set[int] = set()
        self._decoding: set[int] = set()
        self._catalogue: Catalogue[Op] | None = None
        self._trouble: Exception | None = None
        self._live: PreviewWorker | None = None
        self.screen: bytes | None = None  # its ICC profile; None is sRGB

    # Photos

    def put_photo(self, token: int, photo: OpenPhoto | Exception) -> None:
        """Store an opened photo, or the error that prevented it."""
        with self._changed:
            if token not in self._forgotten:
                self._photos[token] = photo
            self._changed.notify_all()

    def use_screen(self, path: str) -> None:
        """Show photos through the ICC profile in a file from now on; "" is sRGB.

        Raises:
            PhotoError: the file is no profile of a screen; photos are shown in sRGB.
        """
        from jaxstudio.files.colour import read_screen_profile

        try:
            self.screen = read_screen_profile(path) if path else None
        except PhotoError:
            self.screen = None
            raise
        finally:
            with self._changed:
                for photo in self._photos.values():
                    vars(photo).pop("display", None)

    def forget_photo(self, token: int) -> None:
        """Close a photo; frames in progress keep it until they are done."""
        with self._changed:
            self._photos.pop(token, None)
            self._forgotten.add(token)

    def known_photo(self, token: int) -> OpenPhoto | None:
        """The photo with this token if it is open now."""
        found = self._photos.get(token)
        return found if isinstance(found, OpenPhoto) else None

    def photo(self, token: int, work: Work) -> OpenPhoto:
        """The photo with this token; waits until it is decoded.

        Raises:
            Cancelled: the waiting job was cancelled.
            StudioError: the photo could not be opened, or is not being opened.
        """
        self._wait(work, lambda: self.has_photo(token), PHOTO_SECONDS)
        found = self._photos.get(token)
        if isinstance(found, Exception):
            raise found
        if found is None:
            raise ComputeError("the photo is not open any more")
        return found

    def begin_photo(self, token: int) -> None:
        """Tell that a photo is being decoded from now on."""
        with self._changed:
            self._decoding.add(token)
            self._changed.notify_all()

    def await_decoder(self, token: int, work: Work) -> None:
        """Wait until a photo is being decoded or has failed, FIRST_SECONDS at most."""
        self._wait(work, lambda: token in self._decoding or self.has_photo(token), FIRST_SECONDS)

    def has_photo(self, token: int) -> bool:
        """Whether a photo was opened, has failed, or was closed."""
        return token in self._photos or token in self._forgotten

    # The engine

    def load(self) -> None:
        """Import JAX, the ops and the user's own filters; an error is raised later, where they are needed."""
        try:
            gc.disable()  # the import creates tens of thousands of objects that all stay
            from jaxstudio.ir.compilation_listener import start_logging

            start_logging()  # before anything is compiled
            from jaxstudio.own_filters.in_use import full_catalogue

            found = full_catalogue()
        except Exception as error:  # sent to the window, which shows it
            with self._changed:
                self._trouble = error
                self._changed.notify_all()
            return
        finally:
            gc.freeze()
            gc.enable()
        with self._changed:
            self._catalogue = found
            self._changed.notify_all()

    def catalogue(self, work: Work) -> Catalogue[Op]:
        """The ops with their implementations; waits until JAX is imported.

        Raises:
            ComputeError: JAX cannot be imported.
        """
        self._wait(work, lambda: self._catalogue is not None or self._trouble is not None)
        if self._catalogue is None:
            error = self._trouble
            if isinstance(error, StudioError):
                raise error
            raise ComputeError("{0}: {1}", type(error).__name__, error)
        return self._catalogue

    def use_live(self, live: PreviewWorker | None) -> None:
        """Set the live preview."""
        with self._changed:
            self._live = live
            self._changed.notify_all()

    def live(self, work: Work) -> PreviewWorker:
        """The live preview; waits until it was started."""
        self.catalogue(work)
        self._wait(work, lambda: self._live is not None)
        assert self._live is not None
        return self._live

    def engine(self, work: Work) -> Engine:
        """The preview's engine: its device, its compiled kernels."""
        return self.live(work).engine

    def _wait(self, work: Work, ready: Callable[[], bool], seconds: float = float("inf")) -> None:
        left = seconds
        with self._changed:
            while not ready() and left > 0:
                work.check()
                self._changed.wait(LOOK_SECONDS)
                left -= LOOK_SECONDS


STATE = EngineState()
