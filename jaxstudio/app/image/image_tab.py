"""The image tab: puts its parts together and lets each command do its work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPoint, QSettings, QSize, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from jaxstudio.app.image.canvas.canvas import Canvas
from jaxstudio.app.image.canvas.handle_geometry import HANDLED
from jaxstudio.app.image.canvas.overlays import MissingPhoto, Welcome
from jaxstudio.app.image.commands import MaskCommands, PhotoCommands
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.panels.compare import Comparing
from jaxstudio.app.image.panels.histogram import USUAL, ClippingSwitch, HistogramPanel
from jaxstudio.app.image.panels.panels import FILMSTRIP, Dialogs, Panels
from jaxstudio.app.image.photos.collection import Entry, PhotoCollection
from jaxstudio.app.image.photos.photo_io import LastFiles, PhotoIO, ReferenceFiles
from jaxstudio.app.image.recipe_editor import new_seed
from jaxstudio.app.image.stack.stack import USUAL_PX, Panel
from jaxstudio.app.image.status import FILTERS, PageChooser, StateMessages, Status, Toolbar
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.docks import DockArea, DockPanel
from jaxstudio.app.shared.layouts import Layers, down, show_in_front
from jaxstudio.app.shared.messages import MessageBar
from jaxstudio.app.shared.settings import ADAPTIVE, ASK_OPTIONS, ENGINE_DETAILS
from jaxstudio.app.shared.tab import Tab
from jaxstudio.app.shared.text import tr
from jaxstudio.own_filters.in_use import files_in_use
from jaxstudio.pipeline.recipe import Recipe

if TYPE_CHECKING:
    from jaxstudio.app.image.plugins import Plugins

# Modules that the first step needs, and those that are needed later and take long to import.
HERE = "jaxstudio.app.image"
OF_CARDS = (f"{HERE}.stack.step_card", f"{HERE}.canvas.handles", f"{HERE}.masks.tools")
NEEDED_LATER = (
    f"{HERE}.stack.tone_charts",
    f"{HERE}.stack.frequency_response",
    f"{HERE}.panels.variants_dialog",
    f"{HERE}.panels.sweep_dialog",
)
LAYOUT = "layout/image"  # in the settings
OF_PHOTO = (
    *("fit", "actual", "zoom_in", "zoom_out", "split"),
    *("compare", "snapshot", "difference", "clipping", "crop", "handles", "sensitivity"),
)
# In the menu of the picture; an empty name separates.
ON_PICTURE = (
    *("add", "crop", "rotate_left", "rotate_right", "auto_white_balance", "auto_levels", "mask_edit", ""),
    *(
        "undo",
        "copy_recipe",
        "copy_steps",
        "paste_recipe",
        "",
        "split",
        "snapshot",
        "difference",
        "clipping",
        "",
    ),
    *("fit", "actual", "", "open", "paste", "copy", "save_as"),
)
OF_RESULT = ("save", "save_as", "copy", "variants", "sweep", "match", "learn")


class ImageTab(Tab):
    """The image tab: photos, the stack of one, its canvas. Hidden parts are imported when first shown."""

    name = "image"

    def __init__(
        self,
        document: ImageDocument,
        settings: QSettings,
        actions: dict[str, QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.document, self.settings, self.actions_by_name = document, settings, actions
        self.io = PhotoIO(document, self)
        self.photos: PhotoCollection = PhotoCollection(document, self.io, self)
        self.references = ReferenceFiles(document, self)
        self.toolbar: Toolbar = Toolbar(document, actions, self)
        self.messages = MessageBar(self)
        self.last_files = LastFiles(self.messages, self)
        self.canvas = Canvas(document, self)
        self.comparing = Comparing(document, self)  # after the canvas: a frame is painted first
        self.welcome = Welcome(document, self.io, self.photos, actions, self.canvas)
        self.missing = MissingPhoto(self.photos, actions, self.canvas)
        self.panel = Panel(document, self)
        self.status = Status(document, self)
        self.page_chooser = PageChooser(document, self.io, self)
        self.status.add_chooser(self.page_chooser)
        self.state_messages = StateMessages(document, self.messages)
        document.adaptive = ADAPTIVE.read(settings)
        self._assemble()
        self.show_engine_details()
        stack, docks = self.panel.stack, {"panel": self.stack_dock, "histogram": self.histogram_dock}
        self.panels = Panels(self.docks, docks, self.canvas, self.comparing, self.photos, settings, actions)
        self.dialogs = Dialogs(stack, settings, self.messages, self)
        self.clipping = ClippingSwitch(document, actions["clipping"], self)
        self.photo_commands = PhotoCommands(self.photos, self.panels, stack, settings, self.messages, self)
        self.mask_commands = MaskCommands(stack, settings, self.messages, self)
        self.commands = self._own_commands()
        for part in (self.panels, self.dialogs, self.photo_commands, self.mask_commands):
            self.commands |= part.commands
        self._connect()

    @cached_property
    def plugins(self) -> Plugins:
        """The user's own filters; their folder is watched from the first picture on."""
        from jaxstudio.app.image.plugins import Plugins

        return Plugins(self.document, self.messages, self)

    def _assemble(self) -> None:
        layers = Layers(self.canvas, self.messages, self)
        self.docks = DockArea(layers, self)
        self.stack_dock = DockPanel("stack", self.tr("Filters"), self.panel, QSize(USUAL_PX, 400), self.docks)
        self.docks.add(self.stack_dock, Qt.DockWidgetArea.RightDockWidgetArea)
        histogram = HistogramPanel(self.document, self.settings, self.actions_by_name["clipping"], self)
        self.histogram_dock = DockPanel("histogram", self.tr("Histogram"), histogram, USUAL, self.docks)
        self.docks.add(self.histogram_dock, Qt.DockWidgetArea.RightDockWidgetArea, above=True, yields=True)
        for dock in (self.stack_dock, self.histogram_dock):
            dock.visibilityChanged.connect(lambda _: self.actions_changed.emit())
        down(self, (self.docks, 1), self.status, spacing=0)
        self.docks.restore(self.settings.value(LAYOUT))

    def _connect(self) -> None:
        document, io = self.document, self.io
        self.canvas.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.canvas.customContextMenuRequested.connect(self._show_picture_menu)
        once = Qt.ConnectionType.SingleShotConnection
        document.picture_arrived.connect(lambda: self.plugins.folder.start(), once)
        document.engine_started.connect(lambda: self.plugins.watch.start() if files_in_use() else None)
        for changed in (
            document.recipe_changed,
            document.photo_changed,
            document.backend_changed,
            document.view_changed,
            document.mask_editing.changed,
            self.panels.changed,
            self.mask_commands.changed,
        ):
            changed.connect(self.actions_changed)
        io.failed.connect(self.messages.error)
        io.done.connect(self.messages.done)
        io.started.connect(self.messages.work)
        io.opened.connect(self._opened)
        self.photos.carried_over.connect(self.state_messages.say_carried_over)
        for changed in (self.photos.changed, self.photos.current_changed):
            changed.connect(self._show_photos)
        self.photos.marked.connect(self._show_mark)
        self.panels.help_asked.connect(self.help_asked)
        self.panel.help_asked.connect(self.help_asked)
        self.panel.stack.focus_lost.connect(self.canvas.setFocus)
        self.comparing.changed.connect(self.actions_changed)
        self.panel.presets_asked.connect(self.commands["presets"])

    def draw_actions(self, actions: dict[str, QAction]) -> None:
        document = self.document
        photo, ready = document.photo is not None, document.backend is not None
        actions["undo"].setEnabled(document.history.can_undo)
        actions["redo"].setEnabled(document.history.can_redo)
        actions["clear"].setEnabled(bool(document.recipe.steps))
        actions["split"].setChecked(document.split is not None)
        actions["handles"].setChecked(document.handle_key is not None)
        actions["difference"].setChecked(bool(document.display_mode.difference))
        actions["clipping"].setChecked(document.display_mode.clipping)
        actions["adaptive"].setChecked(document.adaptive)
        for name in OF_PHOTO:
            actions[name].setEnabled(photo)
        page, pages = (document.photo.page, document.photo.pages) if document.photo else (1, 1)
        actions["page_before"].setEnabled(page > 1)
        actions["page_after"].setEnabled(page < pages)
        for name in OF_RESULT:
            actions[name].setEnabled(photo and ready)
        for name in ("open_recipe", "add", "presets"):
            actions[name].setEnabled(ready)
        for part in (self.panels, self.photo_commands, self.mask_commands):
            part.draw_actions(actions)

    def _show_photos(self) -> None:
        """Show which photos there are, and which is current."""
        self.panels.show_filmstrip()
        self.actions_changed.emit()
        self.title_changed.emit(self.title())

    def _show_mark(self, entry: Entry) -> None:
        """A mark of the current photo changes what can be done; one of the others is seen in the strip."""
        if entry is self.photos.current:
            self._show_photos()

    def _show_picture_menu(self, at: QPoint) -> None:
        """Show the context menu of the picture; while a mask is drawn the right button erases."""
        if self.document.mask_editing.step_key is not None:
            return
        menu = QMenu(self.canvas)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name in ON_PICTURE:
            action = self.actions_by_name.get(name)
            if action is None:
                menu.addSeparator()
            elif action.isEnabled():
                menu.addAction(action)
        menu.popup(self.canvas.mapToGlobal(at))

    def _opened(self, path: str) -> None:
        if path:
            file_dialogs.remember_file(self.settings, path)
        self.title_changed.emit(self.title())

    def recipe_text(self) -> str:
        """The recipe as JSON."""
        from jaxstudio.pipeline.recipe_text import to_json

        return to_json(self.document.recipe)

    # What the window asks

    def title(self) -> str:
        photo = self.document.photo
        if photo is None:
            return self.photos.current.title
        name = Path(photo.path).name if photo.path else photo.name
        return name if photo.pages == 1 else self.tr("{0}, page {1}").format(name, photo.page)

    def say(self, kind: str, text: str, about: str = "") -> None:
        bar = self.messages
        {"error": bar.error, "info": bar.info, "done": bar.done}[kind](text, about)

    def fill_recent(self, menu: QMenu) -> None:
        for path in file_dialogs.recent_files(self.settings):
            action = QAction(path, menu)
            action.triggered.connect(lambda _=False, path=path: self.io.open(path))
            menu.addAction(action)

    def takes(self, path: str) -> bool:
        return True

    def open_path(self, path: str) -> None:
        self.io.open_any(path)

    def open_mime(self, mime: QMimeData) -> bool:
        return self.io.open_mime(mime)

    def current_topic(self) -> str | None:
        step = self.panel.stack.focused_step()
        return None if step is None else step.op.name

    def message_bar(self) -> MessageBar:
        return self.messages

    def entered(self) -> None:
        self.canvas.setFocus()

    def keep_layout(self, settings: QSettings) -> None:
        self.docks.keep(settings, LAYOUT)
        settings.setValue(FILMSTRIP, self.panels.filmstrip_wanted)

    def keeps_open(self, close: Callable[..., object]) -> bool:
        dialogs = [job for work in self.dialogs.works() for job in work.writing()]
        return self.last_files.wait_for([*self.io.writing(), *dialogs], close)

    def fill_filters(self, menu: QMenu) -> None:
        from jaxstudio.app.image.stack.add_box import fill_filters

        fill_filters(menu, self.document)

    def fill_panels(self, menu: QMenu) -> None:
        self.panels.fill_menu(menu)

    def reset_layout(self) -> None:
        self.panels.reset()

    def close_tab(self) -> None:
        self.panels.close()
        self.dialogs.close()
        self.io.close()
        self.document.close()

    # Commands

    def _own_commands(self) -> dict[str, Callable[[], object]]:
        """Return the functions of the commands about the photo, its recipe and its view."""
        document, io = self.document, self.io
        return {
            "open": lambda: file_dialogs.ask_photos(self, self.settings, self.open_paths),
            "sample": io.open_sample,
            "page_before": lambda: self._turn_page(-1),
            "page_after": lambda: self._turn_page(1),
            "save": self.save,
            "save_as": self.ask_target,
            "copy": io.copy,
            "open_recipe": lambda: file_dialogs.ask_file(self, self.settings, "recipes", io.open_recipe),
            "save_recipe": self.ask_recipe_target,
            "copy_python": self.copy_python,
            "undo": document.undo,
            "redo": document.redo,
            "clear": document.clear_steps,
            "own_filters": lambda: show_in_front(self.plugins.dialog),
            "new_seed": lambda: document.set_seed(new_seed(document.recipe.seed)),
            "add": lambda: self._go_to_stack(self.panel.add_box.field.setFocus),
            "focus_stack": lambda: self._go_to_stack(self.panel.go_to_stack),
            "focus_picture": lambda: self.canvas.setFocus(Qt.FocusReason.ShortcutFocusReason),
            "fit": document.fit,
            "actual": lambda: document.zoom_to(1.0),
            "zoom_in": lambda: document.zoom_to(document.viewport.next_zoom(up=True)),
            "zoom_out": lambda: document.zoom_to(document.viewport.next_zoom(up=False)),
            "split": lambda: document.set_split(0.5 if document.split is None else None),
            "snapshot": self.take_snapshot,
            "clipping": self.clipping.toggle,
            "difference": self.comparing.toggle_difference,
            "handles": self.toggle_handles,
            "adaptive": self.toggle_adaptive,
        }

    def _go_to_stack(self, take_focus: Callable[..., object]) -> None:
        self.stack_dock.show()
        self.stack_dock.raise_()
        take_focus()

    def _turn_page(self, by: int) -> None:
        """Open another picture of a file that holds several."""
        if self.document.photo is not None:
            self.io.open_page(self.document.photo.page + by)

    def open_paths(self, paths: Sequence[str]) -> None:
        """Open one file, or add several."""
        if len(paths) > 1 or Path(paths[0]).is_dir():
            self.photo_commands.add(paths)
        else:
            self.io.open_any(paths[0])

    def open_steps(self, sample: str, steps: Sequence[str]) -> None:
        """Put steps, written as for `jaxstudio apply -s`, on a sample photo; the stack before is an undo."""
        from jaxstudio.pipeline.step_text import read_step

        if self.document.backend is None:
            self.messages.error(self.tr("The filters are still loading, try again in a moment"), FILTERS)
            return
        recipe = Recipe()
        for step in steps:
            recipe = recipe.added(*read_step(step, self.document.backend.catalogue))
        self.io.open_sample(sample)
        self.document.set_recipe(recipe)

    def save(self) -> None:
        """Write the result again where it was written before; the photo itself is never the target."""
        if self.io.save_path:
            self.io.save_again()
        else:
            self.ask_target()

    @property
    def _photo_path(self) -> str:
        photo = self.document.photo
        return "" if photo is None else photo.path or ""

    def ask_target(self) -> None:
        """Ask where to write the result, and how."""
        file_dialogs.ask_target(self, self.settings, self._photo_path, self._ask_options)

    def _ask_options(self, path: str) -> None:
        from jaxstudio.app.image.photos.export_dialog import ExportDialog, saved_options

        if ASK_OPTIONS.read(self.settings) and self.document.photo is not None:
            ExportDialog(self.document, self.io, self.settings, path, self.io.save, self).open()
        else:
            self.io.save(path, saved_options(self.settings, path))

    def ask_recipe_target(self) -> None:
        """Ask where to write the recipe."""
        suggestion = f"{Path(self.title()).stem or 'recipe'}-recipe.json"
        file_dialogs.ask_recipe_target(self, self.settings, suggestion, self.io.save_recipe, self._photo_path)

    def copy_python(self) -> None:
        """Put the recipe on the clipboard as a script."""
        from jaxstudio.pipeline.recipe_text import as_python

        QGuiApplication.clipboard().setText(as_python(self.document.recipe))
        self.messages.done(self.tr("The recipe is on the clipboard as a Python script"))

    def take_snapshot(self) -> None:
        """Keep the present result to compare later ones with."""
        self.comparing.take_snapshot()
        self.messages.done(tr("A snapshot is kept: later results are compared with it"))

    def toggle_handles(self) -> None:
        """Show the handles of the focused step, or else of the first that has some; or end them."""
        keys = [step.key for step in self.document.recipe.steps if step.op.name in HANDLED and step.enabled]
        focused = self.panel.stack.focused_step()
        if self.document.handle_key is not None:
            self.canvas.handles.done()
        elif keys:
            self.document.handle(focused.key if focused is not None and focused.key in keys else keys[0])
        else:
            self.messages.info(tr("Crop, Perspective, Spot removal and Red eye have handles: add one first"))
        self.actions_changed.emit()

    def show_engine_details(self) -> None:
        for label in self.status.engine_details:
            label.setVisible(ENGINE_DETAILS.read(self.settings))

    def toggle_adaptive(self) -> None:
        """Let a preview be coarser than the screen while a control is held, or not."""
        self.document.adaptive = not self.document.adaptive
        ADAPTIVE.write(self.settings, self.document.adaptive)
        self.actions_changed.emit()
