"""What is on the plane just now: the newest good picture of each line, kept while a newer one is computed."""

from __future__ import annotations

from dataclasses import replace

from jaxstudio.app.plot.curve_geometry import Art, art_of
from jaxstudio.app.plot.picture import Scenery
from jaxstudio.functions.document import Document
from jaxstudio.functions.protocol.requests import DrawnLine, Scene
from jaxstudio.functions.protocol.scene import Found


class Gallery:
    """Art by the key of its line."""

    def __init__(self) -> None:
        self.arts: dict[int, Art] = {}
        self.wrong: frozenset[int] = frozenset()  # lines that keep the picture of what they were
        self.faded: frozenset[int] = frozenset()
        self.intersections: Found | None = None

    def forget(self) -> None:
        """Another sheet begins: what is on the plane belongs to none of its lines."""
        self.arts, self.intersections = {}, None
        self.wrong = self.faded = frozenset()

    def take(self, scene: Scene, document: Document) -> None:
        """Put up what came; a line that is wrong or still in work keeps its last picture."""
        kept: dict[int, Art] = {}
        wrong = set()
        for plot_line, drawn in zip(document.lines, scene.lines, strict=True):
            old = self.arts.get(plot_line.key)
            if (drawn.error is not None or drawn.pending) and old is not None and not _brings(drawn):
                kept[plot_line.key] = old
                if drawn.error is not None or plot_line.key in self.wrong:
                    wrong.add(plot_line.key)
            else:
                kept[plot_line.key] = art_of(plot_line.key, plot_line.hue, drawn, scene.view, scene.phase)
        self.arts = kept
        self.wrong = frozenset(wrong)
        self.faded &= self.wrong
        self.intersections = scene.intersections

    def fade(self) -> bool:
        """Fade the pictures of lines that are wrong; whether any was not yet."""
        new = self.wrong != self.faded
        self.faded = self.wrong
        return new

    def scenery(self, document: Document, held: int | None) -> Scenery:
        """What is to be painted of the document."""
        shown = []
        for line in document.lines:
            art = self.arts.get(line.key)
            if art is not None and line.line.visible and line.text.strip():
                shown.append(replace(art, faded=True) if line.key in self.faded else art)
        return Scenery(tuple(shown), self.intersections, document.data, held)


def _brings(drawn: DrawnLine) -> bool:
    """Whether there is anything to draw."""
    return bool(drawn.curves or drawn.contours) or any(
        part is not None
        for part in (drawn.implicit, drawn.region, drawn.heatmap, drawn.arrows, drawn.surface)
    )
