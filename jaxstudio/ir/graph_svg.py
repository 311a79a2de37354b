"""A drawn graph as SVG: the visible nodes, with a tooltip each."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import numpy as np

from jaxstudio.ir.graph import Drawn

LETTER_PX, ROW_PX, NODE_PX, EDGE_PX = 7.3, 64.0, 40.0, 20.0
STYLE = (
    "text{font:12px monospace;text-anchor:middle;fill:#222}.type{fill:#666;font-size:11px}"
    "rect{stroke:#888;fill:#f6f6f6}.box{fill:#8881;stroke-dasharray:4}"
    "line{stroke:#999;stroke-opacity:.6}"
)


def graph_svg(drawn: Drawn, shares: np.ndarray | None = None) -> str:
    """The graph as it is laid out; nodes have the colours of their source lines, or of `shares` of a run."""
    layout = drawn.layout
    x0, width = (layout.x - layout.width / 2).min(initial=0.0), layout.x + layout.width / 2
    wide = (width.max(initial=1.0) - x0) * LETTER_PX + 2 * EDGE_PX
    high = layout.y.max(initial=0.0) * ROW_PX + NODE_PX + 2 * EDGE_PX
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{high:.0f}" '
        f'viewBox="0 0 {wide:.0f} {high:.0f}"><style>{STYLE}</style>',
        f'<rect width="{wide:.0f}" height="{high:.0f}" style="fill:#fff;stroke:none"/>',
    ]
    middle_x = (layout.x - x0) * LETTER_PX + EDGE_PX
    middle_y = layout.y * ROW_PX + NODE_PX / 2 + EDGE_PX
    for _, left, top, right, bottom in layout.boxes:
        corner = f'x="{(left - x0) * LETTER_PX + EDGE_PX:.1f}" y="{top * ROW_PX + NODE_PX / 2 + EDGE_PX:.1f}"'
        size = f'width="{(right - left) * LETTER_PX:.1f}" height="{(bottom - top) * ROW_PX:.1f}"'
        lines.append(f'<rect class="box" rx="8" {corner} {size}/>')
    lines += _edges(drawn, middle_x, middle_y)
    for place, node in enumerate(drawn.view.nodes.tolist()):
        share = None if shares is None else float(shares[node])
        middle = float(middle_x[place]), float(middle_y[place])
        lines += _node(drawn, node, *middle, float(layout.width[place]) * LETTER_PX, share)
    return "\n".join([*lines, "</svg>\n"])


def _edges(drawn: Drawn, x: np.ndarray, y: np.ndarray) -> Iterator[str]:
    carried = np.log1p(drawn.graph.result_bytes[drawn.view.nodes[drawn.view.edges[:, 0]]])
    widths = 0.8 + 5.2 * carried / max(carried.max(initial=0.0), 1.0)
    for (start, end), width in zip(drawn.view.edges.tolist(), widths.tolist(), strict=True):
        yield (
            f'<line x1="{x[start]:.1f}" y1="{y[start] + NODE_PX / 2:.1f}" x2="{x[end]:.1f}" '
            f'y2="{y[end] - NODE_PX / 2:.1f}" stroke-width="{width:.1f}"/>'
        )


def _node(drawn: Drawn, node: int, x: float, y: float, width: float, share: float | None) -> Iterator[str]:
    graph, hue, style = drawn.graph, drawn.graph.hue(node), []
    if hue >= 0:
        degrees = (hue * 137.508 + 30) % 360
        style.append(f"stroke:hsl({degrees:.0f},45%,50%)")
        if share is None:
            style.append(f"fill:hsl({degrees:.0f},50%,88%)")
    if share:
        style.append(f"fill:color-mix(in srgb,#f0701a {75 * share**0.5:.0f}%,#f6f6f6)")
    said = f"{graph.labels[node]}\n{graph.details[node]}" + (f"\n{share:.1%}" if share else "")
    yield f"<g><title>{escape(said)}</title>"
    yield (
        f'<rect rx="5" x="{x - width / 2:.1f}" y="{y - NODE_PX / 2:.1f}" width="{width:.1f}" '
        f'height="{NODE_PX:.0f}" style="{";".join(style)}"/>'
    )
    yield f'<text x="{x:.1f}" y="{y - 4:.1f}">{escape(graph.title(node))}</text>'
    caption = graph.caption(node) + (f"  {share:.0%}" if share is not None and share >= 0.005 else "")
    yield f'<text class="type" x="{x:.1f}" y="{y + 12:.1f}">{escape(caption)}</text></g>'
