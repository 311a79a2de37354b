"""File dialogs, which answer through a callback and never block, and the files opened last."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSettings, QSize, QTimer
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from jaxstudio.app.shared.text import of_catalogue, tr
from jaxstudio.files.formats import FORMATS as WRITTEN
from jaxstudio.files.formats import RAW_SUFFIXES, SUFFIXES

RAW = " ".join(f"*{suffix}" for suffix in RAW_SUFFIXES)
PHOTOS = " ".join(f"*{suffix}" for suffix in SUFFIXES if suffix not in RAW_SUFFIXES)

# What "save as" and a batch offer: words, suffix, depth (None: the photo's own), how pixels are stored
# (words of `files.formats.WAYS`; none: as the photo's file does).
FORMATS: tuple[tuple[str, str, str | None, tuple[str, ...]], ...] = (
    ("PNG", ".png", None, ()),
    ("PNG, 8 bit", ".png", "8", ()),
    ("PNG, 16 bit", ".png", "16", ()),
    ("JPEG", ".jpg", "8", ()),
    ("JPEG, all colours (4:4:4)", ".jpg", "8", ("4:4:4",)),
    ("JPEG, a quarter of the colours (4:2:0)", ".jpg", "8", ("4:2:0",)),
    ("TIFF", ".tif", None, ()),
    ("TIFF, uncompressed", ".tif", None, ("uncompressed",)),
    ("TIFF, compressed", ".tif", None, ("deflate",)),
    ("TIFF, compressed in tiles", ".tif", None, ("deflate", "tiles")),
    ("TIFF, 16 bit", ".tif", "16", ()),
    ("TIFF, 32 bit float", ".tif", "float32", ("float",)),
    ("TIFF, 16 bit float", ".tif", "float32", ("half",)),
    ("WebP, lossless", ".webp", "8", ()),
    ("JPEG 2000, lossless", ".jp2", "8", ()),
    ("AVIF", ".avif", None, ()),
    *(
        (("AVIF, 10 bit", ".avif", None, ("10-bit",)), ("AVIF, 12 bit", ".avif", None, ("12-bit",)))
        if "16" in WRITTEN[".avif"].depths
        else ()
    ),
    *(
        (("HEIC", ".heic", None, ()), ("HEIC, 10 bit", ".heic", None, ("10-bit",)))
        if WRITTEN[".heic"].available
        else ()
    ),
    *((("JPEG XL", ".jxl", None, ()),) if WRITTEN[".jxl"].available else ()),
    *(
        (("OpenEXR", ".exr", "float32", ()), ("OpenEXR, 16 bit float", ".exr", "float32", ("half",)))
        if WRITTEN[".exr"].available
        else ()
    ),
    ("PPM or PGM", ".ppm", None, ()),
    ("NumPy, 32 bit float", ".npy", "float32", ()),
)


# Other endings of formats that are written.
SAME_FORMAT = {".jpeg": ".jpg", ".jpe": ".jpg", ".tiff": ".tif"}

Answer = Callable[[str], object]  # called with the path that was chosen

MOST_RECENT = 10
SIZE = QSize(800, 520)  # of Qt's own dialogs: wide enough for the dates of files
RECENT_KEY = "recent"


def _opened() -> dict[str, tuple[str, str, str]]:
    """Kinds of files to open, by the key of their folder: the dialog's title, a description, suffixes."""
    return {
        "sessions": (tr("Open a session"), tr("Sessions"), "*.jaxstudio"),
        "recipes": (tr("Open a recipe"), tr("Recipes"), "*.json"),
        "sheets": (tr("Open a sheet of functions"), tr("Sheets and points"), "*.json *.csv *.tsv *.txt"),
        "python": (tr("Open a Python file"), tr("Python files"), "*.py"),
        "points": (tr("Open points"), tr("Tables"), "*.csv *.tsv *.txt *.dat"),
        "profiles": (tr("The profile of the screen"), tr("Colour profiles"), "*.icc *.icm"),
    }


def _written() -> dict[str, tuple[str, str, str, str]]:
    """Kinds of files to write: the dialog's title, a description, the suffix, the key of the folder."""
    return {
        "session": (tr("Save the session"), tr("Sessions"), ".jaxstudio", "sessions"),
        "sheet": (tr("Save the sheet"), tr("Sheets of functions"), ".json", "sheets"),
        "program": (tr("Save the program"), tr("Python files"), ".py", "python"),
        "stage": (tr("Save the stage"), tr("Text"), ".txt", "stages"),
        "stages": (tr("Save all stages"), tr("Web pages"), ".html", "stages"),
        "graph": (tr("Save the graph"), "SVG", ".svg", "stages"),
        "text": (tr("Save as text"), tr("Text"), ".txt", "texts"),
    }


def ask_file(parent: QWidget, settings: QSettings, kind: str, answer: Answer) -> QFileDialog:
    """Ask for a file to open, of a kind that `_opened` names."""
    title, words, endings = _opened()[kind]
    filters = [f"{words} ({endings})", f"{tr('All files')} (*)"]
    return _ask_file(parent, settings, title, filters, kind, answer)


def ask_new_file(
    parent: QWidget, settings: QSettings, kind: str, suggestion: str, answer: Answer, photo: str = ""
) -> QFileDialog:
    """Ask where to write what `_written` names: beside the photo at this path, if there is one.

    A name typed without an ending gets that of the kind.
    """
    title, words, suffix, place = _written()[kind]
    filters = [f"{words} (*{suffix})"]
    dialog = _ask(parent, settings, title, filters, place, lambda path, _: answer(path), save=True)
    dialog.setDefaultSuffix(suffix.removeprefix("."))
    _begin_beside(dialog, photo)
    dialog.selectFile(suggestion)
    return dialog


def ask_photo(parent: QWidget, settings: QSettings, answer: Answer) -> QFileDialog:
    """Ask which photo to open."""
    filters = [f"{tr('Photos')} ({PHOTOS})", f"{tr('Camera raw')} ({RAW})", f"{tr('All files')} (*)"]
    return _ask_file(parent, settings, tr("Open a photo"), filters, "photos", answer)


def ask_file_named(parent: QWidget, settings: QSettings, suffix: str, answer: Answer) -> QFileDialog:
    """Ask for a file whose name ends with `suffix`."""
    filters = [f"*{suffix}", f"{tr('All files')} (*)"]
    return _ask_file(parent, settings, tr("Open a file"), filters, suffix, answer)


def ask_photos(parent: QWidget, settings: QSettings, answer: Callable[[list[str]], object]) -> QFileDialog:
    """Ask which photos to open, one or several."""
    dialog = ask_photo(parent, settings, lambda path: answer(dialog.selectedFiles() or [path]))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    return dialog


def ask_recipe_target(
    parent: QWidget, settings: QSettings, suggestion: str, answer: Answer, photo: str = ""
) -> QFileDialog:
    """Ask where to write the recipe: beside the photo at this path, if there is one."""
    formats = [(tr("Recipes"), ".json"), (tr("Python files"), ".py"), ("StableHLO", ".stablehlo")]
    formats.append((tr("3D LUTs"), ".cube"))
    stem = Path(suggestion).stem
    return ask_export(parent, settings, formats, stem, answer, tr("Save the recipe"), "recipes", photo)


def ask_folder(
    parent: QWidget, settings: QSettings, title: str, answer: Answer, place: str = "stages"
) -> QFileDialog:
    """Ask for a folder: to write into, or to read from."""
    dialog = _ask(parent, settings, title, [], place, lambda path, _: answer(path))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    return dialog


def ask_export(
    parent: QWidget,
    settings: QSettings,
    formats: list[tuple[str, str]],
    stem: str,
    answer: Answer,
    title: str = "",
    place: str = "exports",
    photo: str = "",
) -> QFileDialog:
    """Ask where to write something; `formats` are words and suffixes, `stem` a name.

    It begins in the folder of the photo at this path, where there is one that can be written to.
    """
    filters = [f"{words} (*{suffix})" for words, suffix in formats]

    def chosen(path: str, name_filter: str) -> None:
        suffix = formats[filters.index(name_filter)][1] if name_filter in filters else formats[0][1]
        answer(path if Path(path).suffix else path + suffix)

    dialog = _ask(parent, settings, title or tr("Export"), filters, place, chosen, save=True)

    def follow(name_filter: str) -> None:
        """The name that is proposed ends as the format that is chosen."""
        written = Path(dialog.selectedFiles()[0]).name if dialog.selectedFiles() else ""
        if Path(written).suffix.lower() in {suffix for _, suffix in formats}:
            dialog.selectFile(str(Path(written).with_suffix(formats[filters.index(name_filter)][1])))

    dialog.filterSelected.connect(follow)
    _begin_beside(dialog, photo)
    dialog.selectFile(stem + formats[0][1])
    return dialog


def ask_target(
    parent: QWidget, settings: QSettings, photo: str, answer: Answer, *, added: str = "studio"
) -> QFileDialog:
    """Ask where to write the result of the photo at this path; the ending of its name chooses the format.

    Proposed is a new name beside the photo, in its format where that can be written.
    """
    formats = {suffix: words for words, suffix, *_ in reversed(FORMATS)}
    suffixes = list(dict.fromkeys(suffix for _, suffix, *_ in FORMATS))
    filters = [f"{of_catalogue(formats[suffix])} (*{suffix})" for suffix in suffixes]

    def chosen(path: str, name_filter: str) -> None:
        place = filters.index(name_filter) if name_filter in filters else 0
        answer(path if Path(path).suffix else path + suffixes[place])

    dialog = _ask(parent, settings, tr("Save the result"), filters, "results", chosen, save=True)
    _begin_beside(dialog, photo)
    suffix = SAME_FORMAT.get(Path(photo).suffix.lower(), Path(photo).suffix.lower()) if photo else ""
    same = suffixes.index(suffix) if suffix in suffixes else 0
    dialog.selectNameFilter(filters[same])
    base = f"{Path(photo).stem}-{added}" if photo else added
    dialog.selectFile(new_name(Path(dialog.directory().path()), base, suffixes[same]))
    return dialog


def ask_animation_target(parent: QWidget, settings: QSettings, photo: str, answer: Answer) -> QFileDialog:
    """Ask where to write an animation of the photo at this path; its suffix chooses the format."""
    formats = [(tr("GIF"), ".gif"), (tr("WebP"), ".webp"), (tr("MP4 video"), ".mp4")]
    return ask_export(parent, settings, formats, f"{Path(photo).stem or 'photo'}-sweep", answer, photo=photo)


def new_name(folder: Path, base: str, suffix: str) -> str:
    """A name that no file of the folder has: `photo-studio.jpg`, then `photo-studio-2.jpg`."""
    number, name = 1, base + suffix
    while (folder / name).exists():
        number += 1
        name = f"{base}-{number}{suffix}"
    return name


def _begin_beside(dialog: QFileDialog, photo: str) -> None:
    if photo and _can_be_written(Path(photo).parent):
        dialog.setDirectory(str(Path(photo).parent))


def _can_be_written(folder: Path) -> bool:
    return folder.is_dir() and os.access(folder, os.W_OK)


def _ask(
    parent: QWidget,
    settings: QSettings,
    title: str,
    filters: list[str],
    place: str,
    answer: Callable[[str, str], object],
    *,
    save: bool = False,
) -> QFileDialog:
    key = f"folder/{place}"
    last = Path(str(settings.value(key, "") or Path.home()))
    there = _can_be_written(last) if save else last.is_dir()
    dialog = QFileDialog(parent, title, str(last if there else Path.home()))
    dialog.setNameFilters(filters)
    dialog.resize(SIZE.boundedTo(parent.screen().availableSize()))
    if save:
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    else:
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)

    def accepted() -> None:
        path = dialog.selectedFiles()[0]
        folder = Path(path).parent
        if not save or _can_be_written(folder):  # one that fails is not proposed again
            settings.setValue(key, str(folder))
        answer(path, dialog.selectedNameFilter())

    dialog.accepted.connect(accepted)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    if save:  # once a name is proposed: typing replaces it, and leaves its ending
        QTimer.singleShot(0, dialog, lambda: _select_stem(dialog))
    return dialog


def _select_stem(dialog: QFileDialog) -> None:
    field = dialog.findChild(QLineEdit, "fileNameEdit")  # of Qt's own dialog; a desktop's does it by itself
    if field is not None:
        field.setFocus()
        field.setSelection(0, len(Path(field.text()).stem))


def _ask_file(
    parent: QWidget, settings: QSettings, title: str, filters: list[str], place: str, answer: Answer
) -> QFileDialog:
    """Ask for a file that exists."""
    return _ask(parent, settings, title, filters, place, lambda path, _: answer(path))


def recent_files(settings: QSettings, key: str = RECENT_KEY) -> list[str]:
    """The recently opened paths of photos, or of another key."""
    stored = settings.value(key, [])
    paths = [stored] if isinstance(stored, str) else list(stored or [])  # type: ignore[call-overload]
    return [path for path in paths if isinstance(path, str) and path]


def remember_file(settings: QSettings, path: str, key: str = RECENT_KEY) -> None:
    """Put `path` first."""
    path = str(Path(path).absolute())
    paths = [path, *(other for other in recent_files(settings, key) if other != path)]
    settings.setValue(key, paths[:MOST_RECENT])
