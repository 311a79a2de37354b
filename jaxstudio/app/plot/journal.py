"""The journal of the Functions tab: the sheet in work survives a crash."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from jaxstudio.app.plot.session import Session
from jaxstudio.app.shared.autosave import KeptFile
from jaxstudio.app.shared.background_tasks import Job
from jaxstudio.functions.document import load_session, to_json


class SheetJournal(KeptFile):
    """Keeps the document."""

    def __init__(self, session: Session, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(
            folder, "functions", "last-functions.json", lambda: to_json(session.document), parent
        )
        self.session = session
        session.document_changed.connect(self.changed)

    def restore(self, path: Path) -> None:
        """Bring back the sheet of a journal; the one there is now becomes an undo."""

        def then(document: object) -> None:
            self.session.set_document(document)  # type: ignore[arg-type]
            self.restored(path)

        job = Job(lambda _: load_session(path), "journal", self)
        job.succeeded.connect(then)
        job.failed.connect(self.failed)
        job.ended.connect(job.deleteLater)
        job.start()

    def close(self) -> None:
        """The window closes as it should: what was in work can still be restored by hand."""
        self.end(keep=any(line.text.strip() for line in self.session.document.lines))
