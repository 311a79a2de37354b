"""The histogram panel: the scope that was chosen, the shares of clipped pixels, what paints them."""

from __future__ import annotations

import time

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QSettings, QSize, Qt
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.panels.scope_chart import LUMA, RGB, ScopeChart
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.choice_box import small_box
from jaxstudio.app.shared.layouts import across, down, make_label, set_look
from jaxstudio.app.shared.settings import SCOPE, SCOPE_LOG
from jaxstudio.app.shared.text import of_number
from jaxstudio.backend.protocol import ScopesAnswer
from jaxstudio.pipeline.display_mode import GAMUTS
from jaxstudio.pipeline.measures import HISTOGRAM, VECTORSCOPE, WAVEFORM
from jaxstudio.pipeline.recipe import Recipe

USUAL = QSize(372, 168)
BOX_LEAST_PX = 60  # so that the panel is no wider while both boxes are there
COUNTED = {RGB: HISTOGRAM, LUMA: HISTOGRAM, WAVEFORM: WAVEFORM, VECTORSCOPE: VECTORSCOPE}
HELD_S = 0.4  # a key that is held longer shows clipping only for so long


class HistogramPanel(QFrame):
    """The scope with its choice below it, the shares of clipped pixels, and whether the numbers are exact."""

    def __init__(
        self,
        document: ImageDocument,
        settings: QSettings,
        clipping: QAction,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self.document, self.settings = document, settings
        self.scopes: ScopesAnswer | None = None
        self._recipe: Recipe | None = None  # whose result was counted
        self.chart = ScopeChart(document, self)
        self.kind = small_box(self.tr("Scope"), self, self.tr("What is shown of the result's tones"))
        for words, value in (
            (self.tr("RGB"), RGB),
            (self.tr("Luma"), LUMA),
            (self.tr("Waveform"), WAVEFORM),
            (self.tr("Vectorscope"), VECTORSCOPE),
        ):
            self.kind.addItem(words, value)
        self.kind.setMinimumWidth(BOX_LEAST_PX)
        self.kind.show_value(SCOPE.read(settings))
        self.log = GlyphButton("logarithm", self.tr("Logarithmic heights"), self, small=True)
        self.log.setCheckable(True)
        self.log.setChecked(SCOPE_LOG.read(settings))
        self.clip = GlyphButton.for_action("clipping", clipping, self)
        about = self.tr("The colour space whose limits are shown; the picture's own is that of its profile")
        self.gamut = small_box(self.tr("Gamut"), self, about)
        names = {"srgb": "sRGB", "display_p3": "Display P3", "adobe_rgb": "Adobe RGB"}
        self.gamut.setMinimumWidth(BOX_LEAST_PX)
        self.gamut.offer([(self.tr("Own"), ""), *((names[target], target) for target in GAMUTS)])
        self.gamut.chosen.connect(
            lambda target: document.set_display_mode(replace(document.display_mode, gamut=target))
        )
        self.state = make_label("", "muted", self)
        self.state.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        line = across(None, self.kind, self.log, self.clip, self.gamut, None, self.state, spacing=2)
        down(self, (self.chart, 1), line, spacing=2, margins=(8, 2, 8, 4))
        self.kind.chosen.connect(self._choose)
        self.log.clicked.connect(self._choose)
        document.scopes_arrived.connect(self.take_scopes)
        document.photo_changed.connect(self._forget)
        document.recipe_changed.connect(self._draw_state)
        document.view_changed.connect(self._draw_gamut)
        self._draw_gamut()

    def sizeHint(self) -> QSize:
        return USUAL

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.document.scopes_wanted = ()

    def _ask(self) -> None:
        wanted = (COUNTED[self.kind.currentData()],)
        if self.document.scopes_wanted != wanted:
            self.document.scopes_wanted = wanted
            self.document.request()

    def _choose(self) -> None:
        SCOPE.write(self.settings, self.kind.currentData())
        SCOPE_LOG.write(self.settings, self.log.isChecked())
        self._ask()
        self._draw()

    def take_scopes(self, scopes: ScopesAnswer, recipe: Recipe) -> None:
        """Show the counted scopes."""
        self.scopes, self._recipe = scopes, recipe
        self._draw()

    def _forget(self) -> None:
        self.scopes = self._recipe = None
        self._draw()

    def _draw(self) -> None:
        kind = self.kind.currentData()
        self.log.setEnabled(kind in (RGB, LUMA))
        self.chart.show_scopes(self.scopes, kind, logarithmic=self.log.isChecked())
        self.state.setToolTip("" if self.scopes is None else self._about(self.scopes))
        self._draw_state()

    def _draw_gamut(self) -> None:
        """Offer the colour space while clipped pixels are shown."""
        mode = self.document.display_mode
        self.gamut.setVisible(mode.clipping)
        self.gamut.show_value(mode.gamut)

    def _draw_state(self) -> None:
        scopes, now = self.scopes, self.document.displayed_recipe
        current = self._recipe is now or self._recipe == now
        if scopes is None:
            words, look = "", "muted"
        elif current and scopes.exact:
            words, look = self.tr("exact"), "exact"
        elif current or self.document.moving:  # a frame behind the hand at most
            words, look = self.tr("approximate"), "approximate"
        else:
            words, look = self.tr("earlier"), "muted"
        if words != self.state.text():
            self.state.setText(words)
            set_look(self.state, look)
            self.state.setMinimumWidth(self.state.sizeHint().width())  # the line is laid out later

    def _about(self, scopes: ScopesAnswer) -> str:
        """The shares of clipped pixels in words, and whether the counts are exact."""
        lines = [
            self.tr("▼ {0} pixels are black").format(of_number(scopes.under, ",")),
            self.tr("▲ {0} pixels have a channel at its greatest value").format(of_number(scopes.over, ",")),
        ]
        if scopes.out_of_gamut is not None:
            words = self.tr("◆ {0} pixels have a colour that the colour space cannot hold")
            lines.append(words.format(of_number(scopes.out_of_gamut, ",")))
        lines.append(self.tr("of {0} that were counted").format(of_number(scopes.pixels, ",")))
        explained = self.tr(
            "Exact: every pixel of the whole result was counted. Approximate: a grid of pixels of a reduced "
            "picture. Earlier: of what was shown before. Waveform and vectorscope show a grid of pixels."
        )
        return "\n".join([*lines, explained])


class ClippingSwitch(QObject):
    """Shows clipping until it is switched again, or only while its key is held."""

    def __init__(self, document: ImageDocument, action: QAction, parent: QObject) -> None:
        super().__init__(parent)
        self.document = document
        self._since = 0.0
        action.setAutoRepeat(False)

    def toggle(self) -> None:
        """Paint the clipped pixels, or no longer."""
        self._set(not self.document.display_mode.clipping)
        application = QApplication.instance()
        if self.document.display_mode.clipping and application is not None:
            self._since = time.monotonic()
            application.installEventFilter(self)

    def _set(self, on: bool) -> None:
        self.document.set_display_mode(replace(self.document.display_mode, clipping=on))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A release long after the switch ends it; a key that is pressed first means that none was held."""
        application = QApplication.instance()
        if isinstance(event, QKeyEvent) and not event.isAutoRepeat() and application is not None:
            application.removeEventFilter(self)
            if event.type() == QEvent.Type.KeyRelease and time.monotonic() - self._since > HELD_S:
                self._set(False)
        return False
