"""Panels around a tab's centre: moved, tabbed, floated and hidden by the user, and kept as they were left."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, QSettings, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QHideEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu, QWidget

from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.layouts import across, down, make_label
from jaxstudio.app.shared.theme import motion_is_reduced

Area = Qt.DockWidgetArea
TITLE_PX, GRIP_PX = 22, 10


class PanelTitle(QWidget):
    """The line above a panel by which it is dragged: its name, and buttons: help, float, close."""

    def __init__(self, panel: DockPanel, *, help_button: bool) -> None:
        super().__init__(panel)
        self.panel = panel
        self.setFixedHeight(TITLE_PX)
        self.label = make_label(panel.windowTitle(), "muted", self)
        font = self.label.font()
        font.setPointSizeF(font.pointSizeF() * 0.85)
        self.label.setFont(font)
        self.label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.help_button = GlyphButton("help", "", self, small=True)
        self.help_button.setVisible(help_button)
        self.float_button = GlyphButton("window", "", self, small=True)
        self.close_button = GlyphButton("close", "", self, small=True)
        self.help_button.setFixedSize(TITLE_PX, TITLE_PX)
        for button in (self.float_button, self.close_button):
            button.setFixedSize(TITLE_PX, TITLE_PX)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # View > Panels does the same by the keyboard
        across(
            self,
            (self.label, 1),
            self.help_button,
            self.float_button,
            self.close_button,
            spacing=0,
            margins=(12, 0, 6, 0),
        )
        self.help_button.clicked.connect(panel.help_asked)
        self.float_button.clicked.connect(lambda: panel.setFloating(not panel.isFloating()))
        self.close_button.clicked.connect(panel.close)
        panel.windowTitleChanged.connect(self._show_title)
        self._show_title(panel.windowTitle())

    def _show_title(self, title: str) -> None:
        self.label.setText(title)
        self.help_button.rename(self.tr("About {0}").format(title))
        self.float_button.rename(self.tr("{0} in a window of its own, or back").format(title))
        self.close_button.rename(self.tr("Hide {0} (View > Panels shows it again)").format(title))


class PanelGrip(QWidget):
    """A narrow strip at the left of a low panel, by which it is dragged."""

    def __init__(self, panel: DockPanel) -> None:
        super().__init__(panel)
        self.setFixedWidth(GRIP_PX)
        self.setCursor(Qt.CursorShape.SizeAllCursor)
        self.setToolTip(self.tr("Drag to move {0}").format(panel.windowTitle()))

    def sizeHint(self) -> QSize:
        return QSize(GRIP_PX, GRIP_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(QPalette.ColorRole.PlaceholderText))
        for number in (-1, 0, 1):
            painter.drawEllipse(self.rect().center().x(), self.rect().center().y() + 6 * number, 2, 2)


class _Holder(QWidget):
    """Gives a panel's widget the size that it has until someone drags its edge."""

    def __init__(self, widget: QWidget, usual: QSize, low: bool) -> None:
        super().__init__()
        self._widget, self._usual, self._low = widget, usual, low
        down(self, widget)

    def sizeHint(self) -> QSize:
        return self._usual

    def event(self, event: QEvent) -> bool:
        # lines that wrap need another height at another width, which Qt's docks do not reckon with
        if self._low and event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            wraps = self._widget.hasHeightForWidth()
            height = self._widget.heightForWidth(self.width()) if wraps else self._widget.sizeHint().height()
            self.setFixedHeight(max(height, 1))
        return super().event(event)


class DockPanel(QDockWidget):
    """A named panel; `closed` is emitted when a person closes it, `help_asked` by the button in its title.

    Args:
        name: under which its place is kept.
        usual: its width beside the centre, its height above or below.
        low: one or two lines high: it has a grip instead of a title, lies above or below the centre,
            and is as high as its widget wants at its width.
        help_button: its title has one.
    """

    closed = Signal()
    help_asked = Signal()

    def __init__(
        self,
        name: str,
        title: str,
        widget: QWidget,
        usual: QSize,
        parent: QWidget,
        *,
        low: bool = False,
        help_button: bool = False,
    ) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.usual, self.content = usual, widget
        feature = QDockWidget.DockWidgetFeature
        features = feature.DockWidgetClosable | feature.DockWidgetMovable | feature.DockWidgetFloatable
        if low:
            features |= feature.DockWidgetVerticalTitleBar
            self.setAllowedAreas(Area.TopDockWidgetArea | Area.BottomDockWidgetArea)
        self.setFeatures(features)
        self.setTitleBarWidget(PanelGrip(self) if low else PanelTitle(self, help_button=help_button))
        self.setWidget(_Holder(widget, usual, low))

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.hide()  # Qt does so only afterwards
        self.closed.emit()

    def fill_menu(self, menu: QMenu, keys: QAction | None = None) -> None:
        """Add what shows and hides the panel, and what floats it; `keys`: a command that does the first."""
        shown = keys if keys is not None else self.toggleViewAction()
        menu.addAction(shown)
        floating = menu.addAction(self.tr("{0} in a Window of Its Own").format(self.windowTitle()))
        floating.setCheckable(True)
        floating.setChecked(self.isFloating())
        floating.setEnabled(not self.isHidden())
        floating.triggered.connect(lambda on: self.setFloating(on))


LOW_WINDOW_PX = 720  # of a tab: that of a window on a screen of 800 pixels
LEAST_PX = 400  # below it panels that yield leave their room to the centre and the other panels


class DockArea(QMainWindow):
    """A tab's centre with its panels."""

    def __init__(self, centre: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowFlags(Qt.WindowType.Widget)  # Qt's constructor makes it a window whatever it is given
        self.setDockNestingEnabled(True)
        self.setCentralWidget(centre)
        self._give_corners()
        self.panels: list[DockPanel] = []
        self._places: dict[DockPanel, tuple[Area, bool]] = {}
        self._above: set[DockPanel] = set()
        self._yielding: list[DockPanel] = []
        self.yielded: set[DockPanel] = set()  # those that come back when there is room
        self._cramped = False
        self._away: list[DockPanel] = []  # floating ones, while the tab is not in front
        self._state_before: QByteArray | None = None  # they were put away

    def add(
        self, panel: DockPanel, area: Area, *, visible: bool = True, above: bool = False, yields: bool = False
    ) -> None:
        """Put a panel where it is until someone moves it, or, if it comes late, where it was left.

        above: over the first panel of its area, which the others share as tabs; below: over all.
        yields: it is hidden while the area is lower than `LEAST_PX`, unless it is asked for then.
        """
        self.panels.append(panel)
        if above:
            self._above.add(panel)
        if yields:
            self._yielding.append(panel)
        self._places[panel] = area, visible
        if not self.restoreDockWidget(panel):
            self._place(panel)
        panel.hide()
        self.show_if_room(panel, visible)

    def show_if_room(self, panel: DockPanel, visible: bool, *, asked: bool = False) -> None:
        """Show or hide a panel; one that yields waits for room, unless a person asked for it."""
        waits = self._cramped and panel in self._yielding and panel.isHidden() and not panel.isFloating()
        if visible and waits and not asked:
            self.yielded.add(panel)
        else:
            self.yielded.discard(panel)
            panel.setVisible(visible)

    def _share_height(self) -> None:
        """Hide the panels that yield while the area is low, and show them again when it is high enough."""
        cramped = self.height() < LEAST_PX
        if cramped == self._cramped or not self.isVisible():
            return
        self._cramped = cramped
        if cramped:
            shown = {panel for panel in self._yielding if not panel.isHidden() and not panel.isFloating()}
            self.yielded |= shown
            for panel in shown:
                panel.hide()
        else:
            shown = self.yielded.copy()
            self.yielded.clear()
            for panel in shown:
                panel.show()
            heights = [panel.usual.height() for panel in shown]  # Qt gives them no more than they need
            self.resizeDocks(list(shown), heights, Qt.Orientation.Vertical)

    def _share_height_anew(self) -> None:
        """All panels were shown or hidden as a layout says: those that yield do so once more."""
        self._cramped = False
        self.yielded.clear()
        self._share_height()

    def _place(self, panel: DockPanel) -> None:
        """Put a panel where it is at first: a tab of its area's first one, above that, or a low one below."""
        area = self._places[panel][0]
        if area in _LOW:
            self.addDockWidget(area, panel, Qt.Orientation.Vertical)
            lower = (other for other in self.panels if other not in self._above and not other.isFloating())
            for other in lower if panel in self._above else ():
                if self.dockWidgetArea(other) == area:
                    self.splitDockWidget(panel, other, Qt.Orientation.Vertical)
            return
        self.addDockWidget(area, panel)
        first = next(other for other, (theirs, _) in self._places.items() if theirs == area)
        if panel in self._above:
            self.splitDockWidget(panel, first, Qt.Orientation.Vertical)
            self.resizeDocks([panel], [panel.usual.width()], Qt.Orientation.Horizontal)
            heights = [panel.usual.height(), first.usual.height()]
            self.resizeDocks([panel, first], heights, Qt.Orientation.Vertical)
        elif first is not panel:
            self.tabifyDockWidget(first, panel)

    def reset(self) -> None:
        """Put all panels back where they are at first."""
        for panel, (_, visible) in self._places.items():
            panel.setFloating(False)
            self._place(panel)
            panel.setVisible(visible)
        across = [panel for panel, (area, _) in self._places.items() if area not in _LOW]
        self.resizeDocks(across, [panel.usual.width() for panel in across], Qt.Orientation.Horizontal)
        self._share_height_anew()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._give_corners()
        super().resizeEvent(event)
        self._share_height()

    def _give_corners(self) -> None:
        """In a low window panels at the sides are as high as it is; else those below are as wide."""
        sides = Area.LeftDockWidgetArea, Area.RightDockWidgetArea
        for corner, side in zip(
            (Qt.Corner.BottomLeftCorner, Qt.Corner.BottomRightCorner), sides, strict=True
        ):
            area = side if self.height() < LOW_WINDOW_PX else Area.BottomDockWidgetArea
            if self.corner(corner) != area:
                self.setCorner(corner, area)

    # What is kept

    def state(self) -> QByteArray:
        """Return the places of the panels, for `restore`."""
        return self._present_state() if self._state_before is None else self._state_before

    def _present_state(self) -> QByteArray:
        """Return the places of the panels, with those that only yield as shown."""
        hidden = Qt.WidgetAttribute.WA_WState_Hidden  # what `saveState` reads; to show them would move others
        for panel in self.yielded:
            panel.setAttribute(hidden, False)
        try:
            return self.saveState()
        finally:
            for panel in self.yielded:
                panel.setAttribute(hidden, True)

    def restore(self, state: object) -> bool:
        """Restore the panels' layout; False for a `state` that did not come from here."""
        if not isinstance(state, QByteArray) or not self.restoreState(state):
            return False
        self._give_corners()  # which a state holds, too
        self._share_height_anew()
        if not self.isVisible():
            self._put_away()
        return True

    def keep(self, settings: QSettings, key: str) -> None:
        settings.setValue(key, self.state())

    def _put_away(self) -> None:
        self._away = [panel for panel in self.panels if panel.isFloating() and not panel.isHidden()]
        self._state_before = self._present_state() if self._away else None
        for panel in self._away:
            panel.hide()

    def hideEvent(self, event: QHideEvent) -> None:
        """Another tab comes to the front: floating panels would stay over it."""
        super().hideEvent(event)
        if not event.spontaneous():
            self._put_away()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.setAnimated(not motion_is_reduced())
        for panel in self._away:
            panel.show()
        self._away, self._state_before = [], None
        self._share_height()


_LOW = (Area.TopDockWidgetArea, Area.BottomDockWidgetArea)
