"""The help's page about kernels: the grid, what is done to it as a whole, its text, its response."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication

from jaxstudio.app.shared.tab import Topic, holding

KERNELS = "\0kernels"
WAYS = (
    "[[0, -1, 0], [-1, 5, -1], [0, -1, 0]]",
    "1/16 * np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]])",
    "[1 2 1; 2 4 2; 1 2 1] / 16",
    "1, 2, 1",
)


def tr(text: str) -> str:
    return QCoreApplication.translate("KernelHelp", text)


def page() -> str:
    """All of it, as HTML."""
    ways = "".join(f"<li><code>{escape(way)}</code></li>" for way in WAYS)
    return "".join(
        (
            f"<h2>{tr('Kernels')}</h2>",
            f"<p>{tr('Convolve gives every pixel the sum of its neighbours, each times its weight.')} ",
            f"{tr('The weights stand in the grid, up to 15 × 15. A preset begins one.')}</p>",
            f"<p>{tr('The button beside the sum, or a right click, does something to the whole kernel:')} ",
            f"{tr('divide it by its sum, flip, turn, transpose.')} ",
            f"{tr('Combine makes one kernel that does what two do, one after the other.')} ",
            f"{tr('Weights that sum to 0, as of edge finders, cannot be divided by their sum.')}</p>",
            f"<h3>{tr('As text')}</h3>",
            f"<p>{tr('Ctrl+C and Ctrl+V in the grid copy and paste the kernel. Read are, for example:')}</p>",
            f"<ul>{ways}</ul>",
            f"<p>{tr('Edit as text underlines what is wrong where it stands.')}</p>",
            f"<h3>{tr('Frequency response')}</h3>",
            f"<p>{tr('How strongly the kernel lets each frequency pass: even areas in the middle, ')}",
            f"{tr('the finest detail, half a cycle per pixel, at the edges. ')}",
            f"{tr('A blur is bright in the middle only; what finds edges is dark there.')}</p>",
            f"<h3>{tr('Separable kernels')}</h3>",
            f"<p>{tr('A kernel that is a column times a row, as a box or a Gaussian is, needs no square.')} ",
            f"{tr('From 5 × 5 on it is done in two passes, several times faster, to the same result.')}</p>",
        )
    )


def topics(search: str) -> list[Topic]:
    """The page, where its words hold those of `search`."""
    return holding([Topic(KERNELS, "", tr("Kernels"), page)], search)
