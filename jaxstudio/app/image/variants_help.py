"""The help's page about variants: other seeds side by side, the files they become, the command for many."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication

from jaxstudio.app.shared.tab import Topic, holding

VARIANTS = "\0variants"
COMMAND = (
    'jaxstudio augment -s random_flip -s "choose_one ops=[gaussian_blur sigma=0.5..3 | fog p=1]" '
    "train/ -o augmented/ --variants 8"
)


def tr(text: str) -> str:
    return QCoreApplication.translate("VariantsHelp", text)


def page() -> str:
    """All of it on one page, as HTML."""
    parts = [
        f"<h2>{tr('Variants')}</h2>",
        f"<p>{tr('Ctrl+Shift+V shows the stack under other seeds, side by side.')} "
        f"{tr('Whatever is left to chance is drawn anew for each: noise, augmentations, choose one.')} "
        f"{tr('A click, or Enter, takes the seed; undo takes it back.')} "
        f"{tr('They are computed on a reduced photo, and stop when their window is closed.')}</p>",
        f"<h3>{tr('Files')}</h3>",
        f"<p>{tr('The sheet is one picture of them all, each with its seed.')} "
        f"{tr('The variants are written in full size into a folder.')} "
        f"{tr('A folder of photos is augmented with its subfolders, so many variants of each photo.')}</p>",
        f"<p>{tr('Its manifest.jsonl holds the recipe, and for each file its seed and what was drawn.')} "
        f"{tr('Cancelled or interrupted, the same work goes on where it was when it is asked for again.')} "
        f"{tr('From the manifest and the photos alone the files can be made again, bit for bit:')}</p>",
        "<p><code>jaxstudio augment --from-manifest augmented/manifest.jsonl -o again/</code></p>",
        f"<h3>{tr('Without the window')}</h3>",
        f"<p><code>{escape(COMMAND)}</code></p>",
        f"<h3>{tr('Filters drawn from a list')}</h3>",
        f"<p>{tr('Choose one takes a filter to a line, as they are written on the command line.')} "
        f"{tr('A number may be a range, 0.5..3, and is then drawn evenly.')} "
        f"{tr('Sometimes applies one filter, or a choose one in brackets, with a probability.')}</p>",
    ]
    return "".join(parts)


def topics(search: str) -> list[Topic]:
    """The page, where its words hold those of `search`."""
    return holding([Topic(VARIANTS, "", tr("Variants"), page)], search)
