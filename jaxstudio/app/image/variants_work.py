"""Variants of the photo made in threads: small ones to look at, and the files of an export."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import to_image
from jaxstudio.app.shared.background_tasks import BackgroundTask, emit

if TYPE_CHECKING:
    from jaxstudio.variants.plan import Plan

WORKERS = 2


class VariantsWork(QObject):
    """Emits `arrived(turn, place, image)` for each small picture, `started(job)` for each export."""

    arrived = Signal(int, int, object)
    sheet_finished = Signal(int)
    started = Signal(object)
    done = Signal(str)
    failed = Signal(str)

    def __init__(self, document: ImageDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.jobs: list[BackgroundTask] = []
        self._preview_task: BackgroundTask | None = None
        self._turn = 0
        self._engine: tuple[str, Any] | None = None

    def _engine_here(self) -> Any:
        """An engine of our own on the document's device, kept so that its kernels are."""
        assert self.document.backend is not None
        device = self.document.backend.live.device_name
        if self._engine is None or self._engine[0] != device:
            # no picture comes back: little is worth keeping
            self._engine = (device, self.document.backend.make_engine(device).exporter())
        return self._engine[1]

    def _run(self, work: Callable[[BackgroundTask], Any], title: str) -> BackgroundTask:
        job = BackgroundTask(work, title, self)
        job.failed.connect(self.failed)
        job.ended.connect(lambda: self._forget(job))
        self.jobs.append(job)
        return job

    def _forget(self, job: BackgroundTask) -> None:
        self.jobs.remove(job)
        job.deleteLater()

    def writing(self) -> list[BackgroundTask]:
        """The exports that are not over."""
        return [job for job in self.jobs if not job.cancelled() and job is not self._preview_task]

    # To look at

    def make_sheet(self, seeds: Sequence[int], side: int) -> int:
        """Make a small picture for each seed, the first one first; the number that they come with."""
        self.stop()
        document, turn = self.document, self._turn
        source, recipe, engine = document.source, document.recipe, self._engine_here()

        def work(job: BackgroundTask) -> None:
            from jaxstudio.variants.contact_sheet import thumbnail

            for place, seed in enumerate(seeds):
                pixels = thumbnail(engine, source, recipe.with_seed(seed), side, job.cancelled)
                if job.cancelled():
                    return
                emit(self, self.arrived, turn, place, to_image(pixels))

        job = self._run(work, self.tr("Variants"))
        job.ended.connect(lambda: self.sheet_finished.emit(turn))
        self._preview_task = job
        job.start()
        return turn

    def stop(self) -> None:
        """Nobody looks any more."""
        self._turn += 1
        if self._preview_task is not None and self._preview_task in self.jobs:
            self._preview_task.cancel()
        self._preview_task = None

    # To keep

    def save_sheet(self, path: str, seeds: Sequence[int], side: int) -> None:
        """Write a contact sheet of these seeds."""
        document = self.document
        source, recipe, engine = document.source, document.recipe, self._engine_here()

        def work(job: BackgroundTask) -> None:
            from jaxstudio.files.save import save
            from jaxstudio.variants.contact_sheet import contact_sheet, thumbnail

            pictures = []
            for number, seed in enumerate(seeds, 1):
                pictures.append(thumbnail(engine, source, recipe.with_seed(seed), side, job.cancelled))
                job.report(number / len(seeds))
            save(path, contact_sheet(pictures, [str(seed) for seed in seeds], side))

        job = self._run(work, self.tr("Saving {0}").format(Path(path).name))
        job.succeeded.connect(lambda _: self.done.emit(self.tr("Saved {0}").format(path)))
        self._start(job)

    def save_variants(self, folder: str, seeds: Sequence[int]) -> None:
        """Write the whole result of each seed, and the manifest of them."""
        photo, recipe = self.document.photo, self.document.recipe

        def planned() -> Plan:
            from jaxstudio.variants.manifest import Header
            from jaxstudio.variants.plan import Plan, Task, named

            path = getattr(photo, "path", None)
            name = path.name if path else f"{photo.name or 'photo'}.png"
            root = str(path.parent.absolute()) if path else ""
            task = Task(
                name, Path(root, name), named(Path(name).stem, seeds, ".png"), None if path else photo
            )
            return Plan(Header(recipe, root), Path(folder), (task,))

        self._make(planned, folder)

    def augment_folder(self, photos: str, folder: str, variants: int) -> None:
        """Write so many variants of every photo below `photos`, and the manifest of them."""
        recipe = self.document.recipe

        def planned() -> Plan:
            from jaxstudio.variants.plan import plan_new

            return plan_new([photos], Path(folder), recipe, variants)

        self._make(planned, folder)

    def _make(self, planned: Callable[[], Plan], folder: str) -> None:
        assert self.document.backend is not None
        catalogue, engine = self.document.backend.catalogue, self._engine_here()
        errors: list[str] = []

        def work(job: BackgroundTask) -> Any:
            from jaxstudio.variants.generation import Making

            def progress(done: int, count: int) -> None:
                job.report(done / count)

            return Making(engine, planned(), WORKERS, progress, errors.append, job.cancelled).run(catalogue)

        def finished(outcome: Any) -> None:
            if outcome.failed:
                words = self.tr("{0} of the files could not be made; the first: {1}")
                self.failed.emit(words.format(outcome.failed, errors[0]))
            if outcome.skipped:
                words = self.tr("{0} files written to {1}, {2} were there")
                self.done.emit(words.format(outcome.written, folder, outcome.skipped))
            elif outcome.written:
                self.done.emit(self.tr("{0} files written to {1}").format(outcome.written, folder))

        job = self._run(work, self.tr("Writing variants to {0}").format(Path(folder).name))
        job.succeeded.connect(finished)
        self._start(job)

    def _start(self, job: BackgroundTask) -> None:
        self.started.emit(job)
        job.start()

    def close(self) -> None:
        """Stop all work and wait for it."""
        for job in self.jobs:
            job.cancel()
        for job in self.jobs:
            job.wait()
