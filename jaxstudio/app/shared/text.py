"""Texts, names and numbers in the window, in the person's language.

Translations are made by Qt's tools: `resources/translations/update.py` collects the texts into .ts files and
compiles those to `app/translations/*.qm`.
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QSettings, QTranslator

from jaxstudio.app.shared.settings import LANGUAGE
from jaxstudio.errors import StudioError, Wording
from jaxstudio.pipeline.params import Expression, Float, Int, Param, Points, Steps, Value
from jaxstudio.pipeline.params import Path as PathParam

LANGUAGES = {"en": "English", "de": "Deutsch"}
MARKS = {"de": str.maketrans(".,", ",.")}  # decimal and thousands, where they are not those of Python
SOURCE_LANGUAGE = "en"
FOLDER = Path(__file__).parent.parent / "translations"

_in_source_language = False
_language = SOURCE_LANGUAGE

COMMAND = re.compile(r"[:;,]? *`jaxstudio [^`]*`( lists them)?")
FLAG = re.compile(r"(?<![\w-])--(?:(?:args|option):? )?([a-z]|(?<= ))")

# Names that are customary in code but say little in a form.
IN_FULL = {
    "cval": "Border value",
    "delta": "Amount",
    "k": "Turns",
    "k1": "Distortion",
    "k2": "Distortion at the edges",
    "h": "Strength",
    "eps": "Edge threshold",
    "max_delta": "Reach",
    "patch_distance": "Search distance",
    "salt_vs_pepper": "Share of salt",
    "sigma_color": "Colour range",
    "sigma_spatial": "Radius",
    "kelvin": "Temperature",
    "light_adapt": "Light adaptation",
    "color_adapt": "Colour adaptation",
    "out_black": "Output black",
    "out_white": "Output white",
    "sigma": "Radius",
    "sigma_y": "Vertical radius",
    "stops": "Exposure",
    "photo": "By camera and lens",
    "numbers": "By numbers",
    "wind": "Wind up",
    "truncate": "Cut-off",
    "border_alpha": "Border opacity",
    "var": "Variance",
    "op": "Filter",
    "ops": "Filters",
    "p": "Probability",
    "normalize": "Normalise",
}


def chosen_language(settings: QSettings) -> str:
    """The language of the settings: one of `LANGUAGES`, or "" to follow the desktop."""
    return LANGUAGE.read(settings)


def language_of_desktop() -> str:
    """The first of the person's languages that the program has, English if it has none of them."""
    wanted = (name.replace("_", "-").split("-")[0] for name in QLocale.system().uiLanguages())
    return next((name for name in wanted if name in LANGUAGES), SOURCE_LANGUAGE)


def install_language(language: str) -> str:
    """Show all windows made from now on in `language` ("": the desktop's); the language that it is.

    Call it once, before the first window is made. Qt's own texts are translated too, where PySide6 has them.
    """
    global _language
    _language = language = language or language_of_desktop()
    application = QCoreApplication.instance()
    assert application is not None
    if language == SOURCE_LANGUAGE:
        return language
    qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for name, folder in ((f"qtbase_{language}", qt_folder), (f"jaxstudio_{language}", str(FOLDER))):
        translator = QTranslator(application)
        if translator.load(name, folder):
            application.installTranslator(translator)
    return language


def shown_language() -> str:
    """The language of the window."""
    return _language


def tr(text: str) -> str:
    """A text of the window in the person's language.

    For texts outside a class of Qt: lupdate finds them by the function's name, and gives them no context.
    """
    return text if _in_source_language else QCoreApplication.translate("", text)


@contextlib.contextmanager
def in_source_language() -> Iterator[None]:
    """Let `tr` give the English texts: they are searched as well as those of the window."""
    global _in_source_language
    _in_source_language = True
    try:
        yield
    finally:
        _in_source_language = False


def of_catalogue(text: str) -> str:
    """A text that data hold, in the person's language: of the catalogue of filters, a lesson, an example."""
    return QCoreApplication.translate("Catalogue", text)


def of_wording(text: str) -> str:
    """A sentence of an error or of an answer, in the person's language if it has a template."""
    return text.translated(of_catalogue, _written) if isinstance(text, Wording) else text


def _written(number: float, form: str) -> str:
    return format(number, form).translate(MARKS.get(_language, {}))


def of_error(error: BaseException) -> str:
    """An error's text, in the person's language if it was raised as a wording."""
    return of_wording(error.wording) if isinstance(error, StudioError) else str(error)


def in_words(name: str) -> str:
    """`high_sigma` as `High sigma`, in the person's language."""
    return of_catalogue(IN_FULL.get(name) or name.replace("_", " ").capitalize())


def of_param(param: Param) -> str:
    """A parameter's name on its form."""
    return of_catalogue(param.label) if param.label else in_words(param.name)


def within(words: str) -> str:
    """A name as it stands within a line: German nouns keep their capitals."""
    return words.lower() if _language == SOURCE_LANGUAGE else words


def without_flags(text: str) -> str:
    """An error's line as the window shows it: without the commands and dashes of the command line.

    The engine and the language raise the same errors for both.
    """
    return FLAG.sub(r"\1", COMMAND.sub("", text))


def of_number(value: float, form: str = "") -> str:
    """Write a number with the decimal mark of the language: in German 1,234.5 is 1.234,5.

    `form` is a format of Python such as ".2f". Without one there are at most six significant digits and no
    needless zeros. Formulas and code have a decimal point in every language, and are not written by this.
    """
    whole = isinstance(value, int) or (float(value).is_integer() and abs(value) < 1e9)
    return _written(int(value), "") if whole and not form else _written(value, form or ".6g")


def to_number(text: str, unit: str = "") -> float:
    """Read a typed number, with or without its unit, with a point or a comma; else ValueError."""
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    if unit and text.endswith(unit):
        text = text[: -len(unit)].strip()
    if "," in text and "." not in text:
        text = text.replace(",", ".")
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def sign_of(param: Float | Int, value: float) -> str:
    """A plus before a change upwards, where a parameter's values go up and down from 0."""
    return "+" if param.low < 0 == param.default and value > 0 else ""


def of_value(param: Param, value: Value) -> str:
    """A parameter's value with its unit, for help and tooltips."""
    if value is None:
        linked = getattr(param, "linked", None) or ""
        return tr("as {0}").format(within(in_words(linked)))
    if isinstance(value, bool):
        return tr("on") if value else tr("off")
    if isinstance(value, int | float):
        sign = sign_of(param, value) if param.unit and isinstance(param, Float | Int) else ""
        return f"{sign}{of_number(value)} {param.unit}".strip()
    if isinstance(value, str):
        if isinstance(param, PathParam):
            return value or tr("none")
        return value if isinstance(param, Steps | Expression) else in_words(value)
    if isinstance(param, Points):
        return tr("{0} points").format(len(value))
    return f"{len(value)} × {len(value[0])}"


def of_bytes(count: int) -> str:
    """Memory in the unit that reads best."""
    amount = float(count)
    for unit in ("B", "kB", "MB"):
        if amount < 1000:
            return f"{of_number(amount, '.1f' if amount < 10 and unit != 'B' else '.0f')} {unit}"
        amount /= 1000
    return f"{of_number(amount, '.1f')} GB"


def of_milliseconds(ms: float) -> str:
    """A time in the unit that reads best."""
    if ms >= 10_000:
        return f"{ms / 1000:.0f} s"
    return f"{of_number(ms, '.1f' if ms < 10 else '.0f')} ms"


UNITS = ("", "k", "M", "G", "T")


def of_count(value: float, unit: str) -> str:
    """A count with k, M, G or T."""
    place = 0
    while abs(value) >= 1000 and place < len(UNITS) - 1:
        value /= 1000
        place += 1
    return f"{of_number(value, '.4g')} {UNITS[place]}{unit}".strip()


def of_time(seconds: float) -> str:
    """Seconds in the unit that reads best."""
    if seconds >= 1:
        return f"{of_number(seconds, '.3g')} s"
    if seconds >= 1e-3:
        return f"{of_number(seconds * 1e3, '.3g')} ms"
    return f"{of_number(seconds * 1e6, '.3g')} µs"


def html_table(
    rows: Iterable[Sequence[str]], heads: Sequence[str] = (), *, right: Collection[int] = (), padding: int = 3
) -> str:
    """A table as rich text; its cells are rich text too. The columns `right` are aligned to the right."""

    def line(cells: Sequence[str], tag: str) -> str:
        sides = ("right" if column in right else "left" for column in range(len(cells)))
        found = (f"<{tag} align='{side}'>{cell}</{tag}>" for side, cell in zip(sides, cells, strict=True))
        return f"<tr>{''.join(found)}</tr>"

    head = line(heads, "th") if heads else ""
    return f"<table cellpadding='{padding}'>{head}{''.join(line(row, 'td') for row in rows)}</table>"
