"""The help's pages about presets and about finding a filter."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication

from jaxstudio.app.shared.tab import Topic, holding

PRESETS, FINDING = "\0presets", "\0finding"
COMMANDS = (
    "jaxstudio presets",
    'jaxstudio apply --preset "Film look" photo.jpg -o film.jpg',
    "jaxstudio apply --preset median/strong photo.jpg -o clean.png",
)


def tr(text: str) -> str:
    return QCoreApplication.translate("PresetsHelp", text)


def presets() -> str:
    """What a preset is and what one does with it, as HTML."""
    commands = "".join(f"<p><code>{escape(each)}</code></p>" for each in COMMANDS)
    return "".join(
        (
            f"<h2>{tr('Presets')}</h2>",
            f"<p>{tr('Ctrl+Shift+P, or the button beside the search field, shows looks on your photo.')} ",
            f"{tr('Enter puts a preset in place of the stack; one undo brings the stack back.')} ",
            f"{tr('Shift+Enter adds its filters after those that are there and keeps the seed.')}</p>",
            f"<p>{tr('Type a name below and press Enter to keep the present stack, with its seed.')} ",
            f"{tr('F2 renames one of yours, Del removes it, and then it can be put back.')}</p>",
            f"<h3>{tr('Of one filter')}</h3>",
            f"<p>{tr('Ctrl+P on a step, or its menu, shows the presets of its filter.')} ",
            f"{tr('They hold its values, and leave the other steps alone.')}</p>",
            f"<h3>{tr('Files')}</h3>",
            f"<p>{tr('A preset is a recipe file in the folder that the first command names.')} ",
            f"{tr('A file that cannot be read says so in its row; the others work.')}</p>",
            f"<h3>{tr('Without the window')}</h3>{commands}",
        )
    )


def finding() -> str:
    """How the search field shows filters, as HTML."""
    return "".join(
        (
            f"<h2>{tr('Finding a filter')}</h2>",
            f"<p>{tr('Ctrl+K: type a word of its name, its use or its category; Enter adds it.')}</p>",
            f"<p>{tr('The small pictures show each filter on your photo after the present stack.')} ",
            f"{tr('They are computed while nothing else is, on a photo made small.')} ",
            f"{tr('Sizes in pixels are those of the small photo, so that a blur can be seen at all.')} ",
            f"{tr('A filter that does nothing by default is shown with a slider moved a little.')} ",
            f"{tr('A picture that would be almost black, of edges say, is shown lighter.')}</p>",
        )
    )


def topics(search: str) -> list[Topic]:
    """The pages whose words hold those of `search`."""
    pages = [Topic(PRESETS, "", tr("Presets"), presets), Topic(FINDING, "", tr("Finding a filter"), finding)]
    return holding(pages, search)
