"""Every command of the window, declared once: its words, its keys, its menu."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence

from jaxstudio.app.shared.text import in_source_language, tr
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.search import holds_all

Key = QKeySequence.StandardKey


@dataclass(frozen=True)
class Command:
    """`name` finds the action and the method that does it; an empty text separates.

    A menu whose title is another command's text is that command's submenu.
    """

    name: str
    menu: str
    text: str
    keys: str | QKeySequence.StandardKey | tuple[str, ...] | None = None
    checkable: bool = False


def commands() -> list[Command]:
    """Return all commands in the order of the menus."""
    file, edit, view, help_menu = tr("&File"), tr("&Edit"), tr("&View"), tr("&Help")
    photo, filters, marks = tr("&Photo"), tr("Fi&lters"), tr("Stars and Fla&gs")
    mask = tr("&Mask")
    return [
        Command("open", file, tr("&Open…"), Key.Open),
        Command("recent", file, tr("Open &Recent")),
        Command("sample", file, tr("Open the Sample &Photo")),
        Command("page_before", file, tr("Pre&vious Page"), "Alt+PgUp"),
        Command("page_after", file, tr("&Next Page"), "Alt+PgDown"),
        Command("-9", file, ""),
        Command("new_session", file, tr("&New Session"), Key.New),
        Command("open_session", file, tr("Open Sess&ion…"), "Ctrl+Alt+O"),
        Command("recent_sessions", file, tr("Recen&t Sessions")),
        Command("save_session", file, tr("Save Sessio&n"), "Ctrl+Alt+S"),
        Command("save_session_as", file, tr("Save Session As…")),
        Command("restore", file, tr("Restore the &Last Session")),
        Command("-1", file, ""),
        Command("save", file, tr("&Save"), Key.Save),
        Command("save_as", file, tr("Save &As…"), "Ctrl+Shift+S"),
        Command("-2", file, ""),
        Command("export", file, tr("E&xport Picture or Data…"), "Ctrl+Shift+E"),
        Command("examples", file, tr("Exa&mples…"), "Ctrl+Shift+M"),
        Command("open_recipe", file, tr("Open R&ecipe…"), "Ctrl+Shift+O"),
        Command("save_recipe", file, tr("Save Re&cipe As…"), "Ctrl+E"),
        Command("export_session", file, tr("Export Sess&ion…"), "Ctrl+Alt+E"),
        Command("batch", file, tr("&Batch…"), "Ctrl+Shift+F"),
        Command("-3", file, ""),
        Command("quit", file, tr("&Quit"), "Ctrl+Q"),
        Command("undo", edit, tr("&Undo"), Key.Undo),
        Command("redo", edit, tr("&Redo"), ("Ctrl+Shift+Z", "Ctrl+Y")),
        Command("-4", edit, ""),
        Command("copy", edit, tr("&Copy Result"), Key.Copy),
        Command("copy_python", edit, tr("Copy Recipe as P&ython"), "Ctrl+Shift+C"),
        Command("paste", edit, tr("&Paste"), Key.Paste),
        Command("-5", edit, ""),
        Command("add", edit, tr("&Add a Filter…"), "Ctrl+K"),
        Command("new_seed", edit, tr("New S&eed"), "Ctrl+Shift+R"),
        Command("variants", edit, tr("Random &Variations…"), "Ctrl+Shift+V"),
        Command("sweep", edit, tr("S&weep…"), "Ctrl+Shift+W"),
        Command("match", edit, tr("&Match a Picture"), "Ctrl+Shift+L", checkable=True),
        Command("learn", edit, tr("&Learn a Kernel"), "Ctrl+L", checkable=True),
        Command("clear", edit, tr("Remove All &Filters")),
        Command("-13", edit, ""),
        Command("settings", edit, tr("Se&ttings…"), "Ctrl+,"),
        Command("crop", photo, tr("Crop and Strai&ghten"), "C", checkable=True),
        Command("rotate_left", photo, tr("Rotate &Left"), "Ctrl+["),
        Command("rotate_right", photo, tr("Rotate &Right"), "Ctrl+]"),
        Command("flip_horizontal", photo, tr("Flip &Horizontally")),
        Command("flip_vertical", photo, tr("Flip V&ertically")),
        Command("resize", photo, tr("Resi&ze")),
        Command("auto_white_balance", photo, tr("Auto &White Balance")),
        Command("auto_levels", photo, tr("Auto Le&vels")),
        Command("-photo", photo, ""),
        Command("add_photos", photo, tr("&Add Photos…"), "Ctrl+Shift+N"),
        Command("add_folder", photo, tr("Add a &Folder…")),
        Command("locate", photo, tr("&Locate the File…")),
        Command("remove_photo", photo, tr("Remo&ve from the Session")),
        Command("-10", photo, ""),
        Command("next_photo", photo, tr("&Next Photo"), "Ctrl+PgDown"),
        Command("previous_photo", photo, tr("Pre&vious Photo"), "Ctrl+PgUp"),
        Command("select_photos", photo, tr("&Select All")),
        Command("-11", photo, ""),
        Command("copy_recipe", photo, tr("&Copy Recipe"), "Ctrl+Alt+C"),
        Command("copy_steps", photo, tr("Cop&y Some Filters…"), "Ctrl+Alt+Shift+C"),
        Command("paste_recipe", photo, tr("&Paste Recipe"), "Ctrl+Alt+V"),
        Command("-12", photo, ""),
        Command("marks", photo, marks),
        Command("rate_0", marks, tr("No Stars"), "0"),
        Command("rate_1", marks, "★", "1"),
        Command("rate_2", marks, "★★", "2"),
        Command("rate_3", marks, "★★★", "3"),
        Command("rate_4", marks, "★★★★", "4"),
        Command("rate_5", marks, "★★★★★", "5"),
        Command("pick", marks, tr("Pic&k"), "P"),
        Command("reject", marks, tr("Re&ject"), "X"),
        Command("unflag", marks, tr("&Unflag"), "U"),
        Command("presets", filters, tr("Pre&sets…"), "Ctrl+Shift+P"),
        Command("own_filters", filters, tr("O&wn Filters…")),
        Command("-filters", filters, ""),
        Command("show_image", view, tr("&Image"), "Alt+1"),
        Command("show_functions", view, tr("Fu&nctions"), "Alt+2"),
        Command("show_playground", view, tr("Pla&yground"), "Alt+3"),
        Command("-8", view, ""),
        Command("fit", view, tr("&Fit"), "Ctrl+0"),
        Command("actual", view, tr("&100 %"), "Ctrl+1"),
        Command("zoom_in", view, tr("Zoom &In"), "Ctrl++"),
        Command("zoom_out", view, tr("Zoom &Out"), "Ctrl+-"),
        Command("-6", view, ""),
        Command("split", view, tr("&Before and After"), "Ctrl+B", checkable=True),
        Command("compare", view, tr("&Compare and Measure"), "F9", checkable=True),
        Command("snapshot", view, tr("Take a S&napshot"), "Ctrl+Shift+B"),
        Command("difference", view, tr("Show the &Difference"), "Ctrl+Shift+D", checkable=True),
        Command("clipping", view, tr("Show C&lipping"), "J", checkable=True),
        Command("sensitivity", view, tr("Sensiti&vity"), "Ctrl+Shift+I", checkable=True),
        Command("handles", view, tr("Handles on the Pic&ture"), "Ctrl+T", checkable=True),
        Command("adaptive", view, tr("&Adaptive Resolution"), checkable=True),
        Command("engine_details", view, tr("Engine Details in the Status &Bar"), checkable=True),
        Command("equal", view, tr("E&qual Scales"), "Ctrl+=", checkable=True),
        Command("axes", view, tr("A&xes…"), "Ctrl+Shift+X"),
        Command("typeset", view, tr("&Typeset Lines"), checkable=True),
        Command("panel", view, tr("Side &Panel"), "F8", checkable=True),
        Command("histogram", view, tr("&Histogram"), "Ctrl+H", checkable=True),
        Command("lighttable", view, tr("&Lighttable"), "L", checkable=True),
        Command("history", view, tr("Hi&story"), "Ctrl+Shift+H", checkable=True),
        Command("filmstrip", view, tr("Fil&mstrip"), "F4", checkable=True),
        Command("inspector", view, tr("&Inspector"), "F12", checkable=True),
        Command(
            "inspector_window", view, tr("Inspector in a Window of Its O&wn"), "Shift+F12", checkable=True
        ),
        Command("panels", view, tr("Pane&ls")),
        Command("reset_layout", view, tr("&Reset Layout")),
        Command("theme", view, tr("&Theme")),
        Command("-7", view, ""),
        Command("focus_picture", view, tr("Go to &Picture"), "F6"),
        Command("focus_stack", view, tr("Go to &Stack"), "F7"),
        Command("mask_edit", mask, tr("&Edit Mask"), "Ctrl+M", checkable=True),
        Command("blending", mask, tr("&Opacity and Blending")),
        Command("-mask", mask, ""),
        Command("mask_rectangle", mask, tr("&Rectangle")),
        Command("mask_ellipse", mask, tr("E&llipse")),
        Command("mask_polygon", mask, tr("&Polygon")),
        Command("mask_gradient", mask, tr("&Gradient")),
        Command("mask_brush", mask, tr("&Brush"), "Ctrl+Shift+K"),
        Command("mask_luminosity", mask, tr("&Luminosity Range")),
        Command("mask_colour_range", mask, tr("&Colour Range")),
        Command("-mask2", mask, ""),
        Command("mask_invert", mask, tr("&Invert Mask")),
        Command("mask_overlay", mask, tr("&Show the Mask"), "O", checkable=True),
        Command("mask_colour", mask, tr("&Next Colour of the Mask"), "Shift+O"),
        Command("mask_remove", mask, tr("Re&move Mask")),
        Command("tour", help_menu, tr("&Tour")),
        Command("guide", help_menu, tr("&Guide…"), "Ctrl+Shift+G"),
        Command("log", help_menu, tr("&Log…")),
        Command("palette", help_menu, tr("Fin&d a Command…"), "Ctrl+Shift+A"),
        Command("shortcuts", help_menu, tr("&Keyboard Shortcuts…"), "Ctrl+F1"),
        Command("help", help_menu, tr("&Help and Shortcuts"), Key.HelpContents),
        Command("about", help_menu, tr("&About JAXStudio")),
    ]


def focus_shortcuts() -> list[tuple[str, str, str]]:
    """Keys that act on the focused widget, for the help: (keys, widget, effect)."""
    return [
        ("↑ ↓", tr("Stack"), tr("The card before or after")),
        ("Alt+↑  Alt+↓", tr("Stack"), tr("Move the step up or down")),
        ("Space", tr("Stack"), tr("Switch the step on or off")),
        ("Enter", tr("Stack"), tr("Fold or unfold the step")),
        ("Ctrl+C", tr("Stack"), tr("Copy the step; Ctrl+V adds it to the selected photos")),
        ("Ctrl+D", tr("Stack"), tr("Duplicate the step")),
        ("Ctrl+R", tr("Stack"), tr("Reset the step")),
        ("Del", tr("Stack"), tr("Remove the step")),
        ("Ctrl+P", tr("Stack"), tr("Presets of the step's filter")),
        ("F1", tr("Stack"), tr("About the step's filter")),
        ("Enter", tr("Presets"), tr("Apply; with Shift: add to the stack; F2: rename; Del: remove")),
        ("← →", tr("Slider"), tr("A step; with Shift a tenth of it; Page Up and Down ten")),
        ("Del", tr("Slider"), tr("Reset; so does a double click on it or its label")),
        ("↑ ↓", tr("Number"), tr("A step; a double click resets it, Esc takes back what was typed")),
        ("↑ ↓  Enter", tr("History"), tr("Another state; go to it")),
        ("← →", tr("Filmstrip"), tr("The photo before or after; with Shift select more")),
        ("← → ↑ ↓", tr("Picture"), tr("Move it; with Shift: read the next pixel")),
        ("+  -", tr("Picture"), tr("Zoom")),
        ("← →", tr("Divider"), tr("Move it")),
        ("Tab", tr("Handles"), tr("The next one; Shift+Tab the one before; Enter ends, Esc cancels")),
        ("← → ↑ ↓", tr("Handles"), tr("Move it by a pixel; with Ctrl ten; with Shift keep the proportions")),
        (
            "[  ]",
            tr("Mask"),
            tr("Radius of the brush, with Shift its hardness; so do Ctrl and Shift + wheel"),
        ),
        (tr("Right button"), tr("Mask"), tr("The brush erases; so it does with Alt")),
        ("Tab", tr("Mask"), tr("The next handle; arrow keys move it; Enter ends")),
        (
            tr("Arrow keys"),
            tr("Mask"),
            tr("Move the shape by a pixel, with Shift by ten; numbers are in its panel"),
        ),
        (
            "Enter",
            tr("Mask"),
            tr("With a tool: draw in the middle, or at the cross that arrow keys move"),
        ),
        ("Ins  Del", tr("Mask"), tr("Add or remove a point of a polygon; Del removes other shapes")),
        (tr("Space"), tr("Mask"), tr("Held: a drag moves the picture")),
        ("Enter", tr("Lines"), tr("A new line")),
        ("↑ ↓", tr("Lines"), tr("The line before or after")),
        ("Alt+↑  Alt+↓", tr("Lines"), tr("Move the line up or down")),
        ("Backspace", tr("Lines"), tr("Remove an empty line")),
        ("Tab", tr("Lines"), tr("Take the name that is offered")),
        ("← → ↑ ↓", tr("Plane"), tr("Move it")),
        ("+  -  0", tr("Plane"), tr("Nearer, farther, home")),
        (tr("Wheel"), tr("Plane"), tr("Magnify at the cursor; with Shift only x, with Ctrl only y")),
        ("Enter", tr("Plane"), tr("Pin a point on the curve; Shift+← → moves it; Esc lets it go")),
        ("← → ↑ ↓", tr("Surface"), tr("Turn it")),
    ]


def make_actions(
    commands: Iterable[Command], parent: QObject, doer: Callable[[str], Callable[..., object]]
) -> dict[str, QAction]:
    """Make one action per command; each triggers `doer(name)`."""
    actions = {}
    for command in commands:
        if not command.text:
            continue
        action = QAction(command.text, parent)
        action.setShortcuts(usual_keys(command))
        action.setCheckable(command.checkable)
        action.triggered.connect(doer(command.name))
        actions[command.name] = action
        name_action(action, command.text)
    return actions


def give_keys(actions: Mapping[str, QAction], chosen: Mapping[str, str]) -> None:
    """Give each command its usual keys, or those that were chosen for it ("" for none)."""
    for command in commands():
        if command.text:
            action = actions[command.name]
            keys = chosen.get(command.name)
            given = [QKeySequence(keys)] if keys else []
            action.setShortcuts(usual_keys(command) if keys is None else given)
            name_action(action, action.text())


def usual_keys(command: Command) -> list[QKeySequence]:
    """The keys of a command that a person has not changed."""
    if command.keys is None:
        return []
    return [
        QKeySequence(each) for each in (command.keys if isinstance(command.keys, tuple) else (command.keys,))
    ]


def distinct_mnemonics(texts: Sequence[str]) -> list[str]:
    """The texts of one menu with a letter of its own underlined in each, as far as there are letters.

    A text keeps the letter that it names, unless one above it has that. Then it is given another one, the
    first of a word if possible. Two languages and two tabs share the menus: no choice by hand fits them all.
    """
    used_letters: set[str] = set()
    keeps_own = []
    for text in texts:
        letter = mnemonic(text)
        keeps_own.append(bool(letter) and letter not in used_letters)
        used_letters |= {letter}
    results = []
    for text, keeps in zip(texts, keeps_own, strict=True):
        if keeps:
            results.append(text)
            continue
        bare = text.replace("&", "")
        first = [place for place in range(len(bare)) if place == 0 or not bare[place - 1].isalnum()]
        others = (place for place in (*first, *range(len(bare))) if bare[place].isalnum())
        place = next((place for place in others if bare[place].lower() not in used_letters), None)
        if place is not None:
            used_letters.add(bare[place].lower())
            bare = f"{bare[:place]}&{bare[place:]}"
        results.append(bare)
    return results


def mnemonic(text: str) -> str:
    """The letter that is underlined in a menu's text; empty for none."""
    at = text.find("&")
    return text[at + 1 : at + 2].lower() if at >= 0 else ""


def name_action(action: QAction, text: str) -> None:
    """Give it its words; the tips of all buttons that stand for it name its keys, too."""
    action.setText(text)
    action.setToolTip(with_keys(text.replace("&", "").rstrip("…"), action))


def with_keys(words: str, action: QAction) -> str:
    """`Undo (Ctrl+Z)`: words for a tip, with the keys that do the same."""
    keys = native_keys(action)
    return f"{words} ({keys})" if keys else words


def native_keys(action: QAction) -> str:
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def plain(text: str) -> str:
    """A menu's text without its mnemonic and its dots."""
    return text.replace("&", "").removesuffix("…").rstrip()


@dataclass(frozen=True)
class Shortcut:
    """A command's keys and title; `name` is the command's, or empty for keys of the focused widget."""

    keys: str
    what: str
    name: str = ""


def shortcut_groups(
    actions: Mapping[str, QAction], search: str = "", *, changeable: bool = False
) -> dict[str, list[Shortcut]]:
    """The keys of the commands by menu, then the keys of the focused widgets; the search finds them all.

    A row is found by its group, its keys and its effect, in the window's language and in English. What can
    be changed is every command, with keys or without.
    """

    def all_rows() -> list[tuple[str, Shortcut]]:
        listed = [each for each in commands() if each.text]
        rows = [(plain(each.menu), Shortcut("", plain(each.text), each.name)) for each in listed]
        return rows + [(place, Shortcut(keys, what)) for keys, place, what in focus_shortcuts()]

    with in_source_language():
        english = [f"{group} {row.what}" for group, row in all_rows()]
    groups: dict[str, list[Shortcut]] = {}
    for (group, row), also in zip(all_rows(), english, strict=True):
        if row.name:
            action = actions[row.name]  # the tab in front may call it otherwise
            row = Shortcut(all_keys(action), plain(action.text()), row.name)
        listed = row.name if changeable else row.keys
        if listed and holds_all(f"{group} {row.keys} {row.what} {also}", search):
            groups.setdefault(group, []).append(row)
    return groups


def all_keys(action: QAction) -> str:
    """Every key that runs a command: `Ctrl+Shift+Z, Ctrl+Y`."""
    native = QKeySequence.SequenceFormat.NativeText
    return ", ".join(keys.toString(native) for keys in action.shortcuts())
