"""The help's page about comparing: what is measured, the difference, channels, and what is not a number."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from jaxstudio.app.shared.tab import Topic, holding

COMPARE = "\0compare"


def tr(text: str) -> str:
    return QCoreApplication.translate("CompareHelp", text)


def page() -> str:
    """All of it on one page, as HTML."""
    measures = (
        ("PSNR", tr("10·log₁₀(1 ÷ MSE) in decibels: how far the difference lies below the full range.")),
        ("SSIM", tr("Structural similarity of windows of 7×7 pixels, the mean over windows and channels.")),
        ("MSE", tr("The mean of the squared differences of all values.")),
        ("max |Δ|", tr("The greatest difference of one value.")),
        (
            "ΔE",
            tr("CIEDE2000: how far apart two colours look. About 1 is just seen. The mean and the greatest."),
        ),
    )
    rows = "".join(f"<tr><td><b>{name}</b></td><td>{words}</td></tr>" for name, words in measures)
    parts = [
        f"<h2>{tr('Compare and measure')}</h2>",
        f"<p>{tr('F9 opens a bar that says how far the result is from the photo, or from a snapshot.')} "
        f"{tr('Take a snapshot (Ctrl+Shift+B) to compare later results with the present one.')} "
        f"{tr('Before and After (Ctrl+B) then shows the snapshot on the left.')}</p>",
        f"<table cellpadding='5'>{rows}</table>",
        f"<p>{tr('Values go from 0 to 1; alpha is left out.')} "
        f"{tr('The definitions are those of scikit-image with a data range of 1.')} "
        f"{tr('Measured is the whole result at full size, in the photo’s depth, as it would be saved.')} "
        f"{tr('Of a large photo an approximate answer from a smaller copy comes first, and says so.')} "
        f"{tr('Where the sizes differ, after a crop say, there is nothing to compare pixel by pixel.')}</p>",
        f"<h3>{tr('Difference')}</h3>",
        f"<p>{tr('Absolute shows the gain times |a − b|: black where nothing differs.')} "
        f"{tr('Signed is gray where nothing differs, lighter where the result is.')} "
        f"{tr('Zoomed out, only the exact frame averages the differences of full size.')}</p>",
        f"<h3>{tr('Channels')}</h3>",
        f"<p>{tr('The box in the toolbar shows one channel in gray, hues as the colours they are.')} "
        f"{tr('Side by side, each third of what is seen shows one plane of the colour space.')} "
        f"{tr('Only the view changes; what is saved does not.')}</p>",
        f"<h3>{tr('What is not a number')}</h3>",
        f"<p>{tr('NaN and infinity in a float photo are kept, painted in magenta, and counted below.')} "
        f"{tr('Statistics (equalize, auto levels, thresholds) and measures leave them out and say so.')} "
        f"{tr('Saved as integers, NaN becomes 0 and infinity an end of the range, which is said.')}</p>",
    ]
    return "".join(parts)


def topics(search: str) -> list[Topic]:
    """The page, where its words hold those of `search`."""
    return holding([Topic(COMPARE, "", tr("Compare and measure"), page)], search)
