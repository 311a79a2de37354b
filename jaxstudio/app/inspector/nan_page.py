"""The page that follows a NaN to the first equation that made it."""

from __future__ import annotations

from html import escape
from math import isnan

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QTextBrowser, QWidget

from jaxstudio.app.inspector.controller import InspectionState, InspectorController
from jaxstudio.app.inspector.pane import Page
from jaxstudio.app.shared.buttons import small_button
from jaxstudio.app.shared.choice_box import small_box
from jaxstudio.app.shared.layouts import across, down, make_label
from jaxstudio.app.shared.text import html_table
from jaxstudio.inspect_targets.requests import SIDE
from jaxstudio.ir.report import NanFound

OWN = "own"


class NanPage(Page):
    """Computes equation by equation on chosen arguments. `equation_asked(number)` to go there."""

    equation_asked = Signal(int)

    def __init__(self, controller: InspectorController, parent: QWidget | None = None) -> None:
        super().__init__(controller, parent)
        self.box = small_box(self.tr("Arguments"), self)
        about = self.tr("Compute it equation by equation until one makes a NaN")
        self.follow = small_button(self.tr("Follow the first NaN"), self, about)
        self.follow.clicked.connect(self._follow)
        self.page = QTextBrowser(self)
        self.page.setAccessibleName(self.tr("Where the NaN came from"))
        self.page.setOpenLinks(False)
        self.page.anchorClicked.connect(lambda url: self.equation_asked.emit(int(url.toString())))
        name = make_label(self.tr("With"), "muted", self)
        line = across(None, name, self.box, self.follow, None, spacing=6, margins=(8, 4, 8, 4))
        down(self, line, (self.page, 1), spacing=0)
        for signal in (controller.report_changed, controller.stages_changed, controller.nan_changed):
            signal.connect(self.draw)
        controller.busy_changed.connect(self.draw)

    def draw(self, *_: object) -> None:
        """Offer the arguments, and write the finding."""
        state = self.controller.state
        self.follow.setEnabled(self.controller.report is not None and not self.controller.busy)
        if not self.isVisible():
            return
        self.box.offer(self._offered(state))
        nan = state.nan if state is not None else None
        self.page.setHtml(self._html(nan) + self._limits(state))

    def _offered(self, state: InspectionState | None) -> list[tuple[str, str]]:
        usual = [
            (self.tr("numbers from −1 to 1"), "spread"),
            (self.tr("zeros"), "zeros"),
            (self.tr("ones"), "ones"),
            (self.tr("random normal numbers"), "random"),
        ]
        if state is None or state.values is None:
            return usual
        own = self.tr("a sample of the photo") if state.sampled else self.tr("what the window shows")
        return [(own, OWN), *usual]

    def _limits(self, state: InspectionState | None) -> str:
        """Says that only a sample of the photo was checked."""
        if state is None or not state.sampled:
            return ""
        words = self.tr(
            "The sample is a square of {0} × {0} pixels: around the photo's first pixel that is no number, "
            "or else spread over all of it, with the darkest and the brightest value of each channel. A NaN "
            "that other pixels make is not seen here."
        )
        return f"<p>{escape(words.format(SIDE))}</p>"

    def _html(self, nan: NanFound | str | None) -> str:
        if nan is None:
            words = self.tr(
                "A NaN spreads to all that is computed from it. Here the program is computed equation by "
                "equation, and the first one that makes a NaN out of numbers is named, at your line."
            )
            return f"<p>{escape(words)}</p>"
        if not isinstance(nan, NanFound):
            return f"<p>{escape(self.tr('No equation makes a NaN of these arguments.'))}</p>"
        if nan.equation < 0:
            return f"<p>{escape(nan.why)}</p>"
        place = ", ".join(map(str, nan.index))
        rows = [
            (
                self.tr("The first NaN comes from"),
                f'<a href="{nan.equation}">{escape(nan.primitive)}</a>, '
                + escape(self.tr("equation {0} of the jaxpr").format(nan.equation + 1)),
            ),
            (self.tr("At your line"), escape(nan.written)),
            (self.tr("Because"), escape(nan.why)),
            (self.tr("In the result at"), escape(f"[{place}]") if nan.index else ""),
            (
                self.tr("It read there"),
                escape(", ".join("…" if isnan(value) else f"{value:.9g}" for value in nan.inputs)),
            ),
            (self.tr("In round"), escape(", ".join(map(str, nan.rounds)))),
            (
                self.tr("The first infinity before it"),
                f'<a href="{nan.infinite}">{escape(self.tr("equation {0}").format(nan.infinite + 1))}</a>'
                if nan.infinite >= 0
                else "",
            ),
            (self.tr("Suggestion"), escape(nan.suggestion)),
        ]
        return html_table((f"<nobr>{escape(name)}</nobr>", "&nbsp;", value) for name, value in rows if value)

    def _follow(self) -> None:
        self.controller.follow_nan(str(self.box.currentData()))
