"""A plot as a picture, by Matplotlib without a window: PNG or SVG."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from jaxstudio.functions.colour_wheel import wheel
from jaxstudio.functions.export.plot import MeasuredPoints, Plot, PlotField, PlottedCurve
from jaxstudio.functions.fields.heatmap import SIDE
from jaxstudio.functions.protocol.scene import (
    Arrows,
    Boxes,
    Contour,
    Domain,
    Found,
    Heatmap,
    Implicit,
    MarkKind,
    Proof,
    Region,
    View,
)
from jaxstudio.functions.protocol.scene import Line as FieldLine

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DPI = 100
# Each derivative of a line has its colour and a stroke of its own.
STROKES = ("-", "--", "-.", ":")
DOTS = (MarkKind.ROOT, MarkKind.MAXIMUM, MarkKind.MINIMUM, MarkKind.INFLECTION)
SHADES = {"dot": 22, "hole": 30}
GREY = "0.55"
MOST_DOTS = 200
LIGHT = np.array([-0.45, -0.35, 0.82])
ARROWS: dict[str, Any] = {"pivot": "mid", "angles": "xy", "scale": 38, "width": 0.002, "zorder": 2}
SLOPES: dict[str, Any] = {
    "pivot": "mid", "angles": "uv", "scale": 55, "width": 0.0015, "alpha": 0.6, "zorder": 1.5,
    "headwidth": 0, "headlength": 0, "headaxislength": 0,
}  # fmt: skip

UNDATED = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}


def picture(plot: Plot, form: str) -> bytes:
    """The bytes of a file; `form` is png, svg or pdf."""
    import matplotlib

    figure = drawn_figure(plot)
    out = io.BytesIO()
    # the same plot gives the same file, and its words can be searched
    with matplotlib.rc_context({"svg.hashsalt": "jaxstudio", "svg.fonttype": "none"}):
        figure.savefig(out, format=form, dpi=DPI, metadata=UNDATED.get(form))
    return out.getvalue()


def pixels(plot: Plot) -> np.ndarray:
    """The picture as uint8 (height, width, 3)."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas = FigureCanvasAgg(drawn_figure(plot))
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[:, :, :3].copy()


def drawn_figure(plot: Plot) -> Figure:
    from matplotlib.figure import Figure

    view = plot.view
    figure = Figure(figsize=(view.width_px / DPI, view.height_px / DPI), dpi=DPI, layout="constrained")
    if plot.in_space:
        return _in_space(figure, plot)
    axes = figure.subplots()
    axes.set_xlim(*view.x)
    axes.set_ylim(*view.y)
    axes.set(**scales(plot))
    for axis, line in (("y", axes.axhline), ("x", axes.axvline)):
        if axis not in view.log:
            line(0, color=GREY, linewidth=0.8, zorder=0)
    axes.grid(color="0.9", linewidth=0.6, zorder=0)
    for field in plot.fields:
        _draw_field(axes, field, plot)
    for curve in plot.curves:
        _draw_curve(axes, curve)
    if plot.points is not None:
        _draw_points(axes, plot.points)
    for mark in plot.crossings:
        axes.plot(mark.x, mark.y, "x", color="black", markersize=5, zorder=4)
    axes.legend(loc="upper right", fontsize="small", framealpha=0.85)
    return figure


def scales(plot: Plot) -> dict[str, str]:
    """The axes' properties beyond their limits: logarithmic, labelled."""
    axes = plot.axes
    found = {f"{axis}scale": "log" for axis in plot.view.log}
    return found | {
        name.replace("_", ""): text for name, text in vars(axes).items() if "label" in name and text
    }


def _in_space(figure: Figure, plot: Plot) -> Figure:
    """Surfaces over the plane, with holes where they have no value or jump."""
    axes: Any = figure.add_subplot(projection="3d")
    axes.set(xlabel="x", ylabel="y")
    for field in plot.fields:
        if field.drawn.mesh is not None:
            axes.plot([], [], "s", color=f"C{field.colour}", label=field.label)
            continue
        grid, surface = field.grid, field.drawn.surface
        assert grid is not None
        assert surface is not None
        across, up = np.meshgrid(grid.x.places, grid.y.places)
        axes.plot_surface(
            across, up, np.where(grid.hidden, np.nan, grid.values), rcount=SIDE, ccount=SIDE,
            cmap="viridis", vmin=surface.low, vmax=surface.high,
        )  # fmt: skip
        axes.plot([], [], "s", color=GREY, label=field.label)
    meshes = [field.drawn.mesh for field in plot.fields if field.drawn.mesh is not None]
    low, high = meshes[0].box[2] if meshes else height(plot)
    axes.set_zlim(low, high)
    if meshes:
        _draw_meshes(axes, plot.fields)
        x, y, z = meshes[0].box
        axes.set(xlim=x, ylim=y, zlabel="z")
        axes.set_box_aspect([end - start for start, end in (x, y, z)])
    axes.legend(loc="upper right", fontsize="small", framealpha=0.85)
    return figure


def _draw_meshes(axes: Any, fields: Sequence[PlotField]) -> None:
    """Surfaces in space, lit, in the colours of their lines; as one, so that the nearer triangle hides."""
    from matplotlib.colors import to_rgb
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    faces, shades = [np.empty((0, 3, 3))], [np.empty((0, 3))]
    for field in fields:
        mesh = field.drawn.mesh
        if mesh is not None:
            # lit from both sides: which of them is outside nobody says
            light = np.abs(mesh.normals[mesh.triangles].mean(axis=1) @ LIGHT)[:, None]
            faces.append(mesh.positions[mesh.triangles])
            shades.append((0.45 + 0.55 * light) * np.array(to_rgb(f"C{field.colour}")))
    colours = np.concatenate(shades).clip(0, 1)
    axes.add_collection3d(
        Poly3DCollection(
            np.concatenate(faces), facecolors=colours, edgecolors=colours, linewidths=0.3, antialiased=False
        )
    )


def height(plot: Plot) -> tuple[float, float]:
    """Return the shown range of z, without extreme values, for all surfaces."""
    surfaces = [field.drawn.surface for field in plot.fields if field.drawn.surface is not None]
    return min(surface.low for surface in surfaces), max(surface.high for surface in surfaces)


def _draw_points(axes: Axes, points: MeasuredPoints) -> None:
    axes.errorbar(
        points.x,
        points.y,
        points.sigma,
        fmt="o",
        color=GREY,
        ecolor=GREY,
        markersize=3,
        linewidth=0.8,
        zorder=1,
    )


def _draw_curve(axes: Axes, curve: PlottedCurve) -> None:
    """Its pieces one by one, so that nothing is joined; bands where it is unresolved."""
    colour, stroke = f"C{curve.colour}", STROKES[curve.order % len(STROKES)]
    label: str | None = curve.label
    if not curve.stretches:
        axes.plot([], [], stroke, color=colour, linewidth=1.6, label=label)
    for stretch in curve.stretches:
        piece = stretch.piece
        if piece.proof is Proof.UNRESOLVED and curve.is_graph:
            assert piece.low is not None
            assert piece.high is not None
            axes.fill_between(
                piece.x, piece.low, piece.high, color=colour, alpha=0.35, linewidth=0, label=label
            )
        else:
            axes.plot(piece.x, piece.y, stroke, color=colour, linewidth=1.6, label=label, zorder=2)
        label = None
    for mark in curve.marks(MarkKind.POLE):
        axes.axvline(mark.x, color=colour, linestyle=(0, (4, 4)), linewidth=0.8, alpha=0.7, zorder=1)
    holes = curve.marks(MarkKind.HOLE)
    axes.scatter(
        [mark.x for mark in holes], [mark.y for mark in holes],
        s=SHADES["hole"], facecolors="white", edgecolors=colour, linewidths=1.3, zorder=5,
    )  # fmt: skip
    if not curve.order:
        dots = curve.marks(*DOTS)[:MOST_DOTS]
        axes.scatter(
            [mark.x for mark in dots], [mark.y for mark in dots], s=SHADES["dot"], color=colour, zorder=4
        )


def _draw_field(axes: Axes, field: PlotField, plot: Plot) -> None:
    colour, drawn, label = f"C{field.colour}", field.drawn, field.label
    if drawn.heatmap is not None:
        _draw_heatmap(axes, drawn.heatmap, field, plot)
        axes.plot([], [], "s", color=GREY, label=label)
    if drawn.domain is not None:
        _draw_domain(axes, drawn.domain, drawn.features, plot.view)
        axes.plot([], [], "s", color=GREY, label=label)
    if drawn.contours:
        _draw_contours(axes, drawn.contours)
        axes.plot([], [], "-", color=GREY, label=label)
    if drawn.region is not None:
        _draw_region(axes, drawn.region, field, plot)
    if drawn.implicit is not None:
        _draw_implicit(axes, drawn.implicit, colour, label)
    for band in drawn.bands:
        axes.fill(*band.outline.T, color=colour, alpha=0.2, linewidth=0)
    for curve in drawn.curves:
        for piece in curve.pieces:
            axes.plot(piece.x, piece.y, "-", color=colour, linewidth=1.6, zorder=2)
    if drawn.handles:
        ends = np.array([(handle.x, handle.y) for handle in drawn.handles])
        axes.plot(*ends.T, "o", color=colour, markersize=5, label=label, zorder=4)
    if drawn.arrows is not None:
        _draw_arrows(axes, drawn.arrows, "white" if drawn.heatmap is not None else colour, plot.view)
        if drawn.heatmap is None:
            axes.plot([], [], ">", color=colour, label=label)


def on_paper(arrows: Arrows, view: View) -> np.ndarray:
    """The directions (n, 2) of slopes as they look on paper, of length 1."""
    shown = arrows.vectors * (view.width_px, view.height_px) / (view.x[1] - view.x[0], view.y[1] - view.y[0])
    return shown / np.hypot(*shown.T)[:, None]


def shortened(arrows: Arrows) -> np.ndarray:
    """The vectors (n, 2), each as long as the square root of its length, so that short ones stay visible."""
    lengths = np.hypot(*arrows.vectors.T)
    return arrows.vectors / np.sqrt(np.where(lengths > 0, lengths * max(arrows.longest, 1e-300), 1))[:, None]


def _draw_arrows(axes: Axes, arrows: Arrows, colour: str, view: View) -> None:
    """Draw arrows; slopes have no heads and are as long as each other."""
    if arrows.slopes:
        axes.quiver(*arrows.tails.T, *on_paper(arrows, view).T, color=colour, **SLOPES)
        return
    axes.quiver(*arrows.tails.T, *shortened(arrows).T, color=colour, **ARROWS)


def _draw_heatmap(axes: Axes, heatmap: Heatmap, field: PlotField, plot: Plot) -> None:
    values = np.where(heatmap.finite, heatmap.values, np.nan)
    if plot.view.log and field.grid is not None:
        mesh = axes.pcolormesh(
            field.grid.x.places, field.grid.y.places, values, vmin=heatmap.low, vmax=heatmap.high,
            cmap="viridis", shading="nearest", rasterized=True, zorder=0.5,
        )  # fmt: skip
        axes.figure.colorbar(mesh, ax=axes)
        return
    shown = axes.imshow(
        values, extent=(*plot.view.x, *plot.view.y), vmin=heatmap.low, vmax=heatmap.high,
        cmap="viridis", aspect="auto", interpolation="nearest", zorder=0.5,
    )  # fmt: skip
    axes.figure.colorbar(shown, ax=axes)


def _draw_domain(axes: Axes, domain: Domain, features: Sequence[Found], view: View) -> None:
    """The colours of a function of z, with zeros as discs and poles as crosses, and a bar of arguments."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import ListedColormap, Normalize

    layer = domain.pixels[:, :, None] >> np.array([16, 8, 0, 24], np.uint32) & 0xFF
    axes.imshow(
        layer.astype(np.uint8), extent=(*view.x, *view.y), aspect="auto", interpolation="nearest", zorder=0.5
    )
    for found in features:
        shape = "o" if found.kind is MarkKind.ZERO else "X"
        places = np.array([(mark.x, mark.y) for mark in found.marks]).reshape(-1, 2)
        axes.plot(*places.T, shape, color="white", markeredgecolor="black", markersize=6, zorder=4)
    shades = ScalarMappable(Normalize(-180, 180), ListedColormap(wheel() / 255))
    axes.figure.colorbar(shades, ax=axes, ticks=[-180, -90, 0, 90, 180], label="arg in degrees")


def _draw_contours(axes: Axes, contours: Sequence[Contour]) -> None:
    """Each in the colour of its height, which a bar tells."""
    from matplotlib import colormaps
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize, to_hex

    levels = [contour.level for contour in contours]
    normal, colours = Normalize(min(levels), max(levels)), colormaps["viridis"]
    for contour in contours:
        colour = to_hex(colours(float(normal(contour.level))))
        for each in contour.lines:
            _draw_line(axes, each, "-", colour, None)
        _draw_boxes(axes, contour.unresolved, colour)
    axes.figure.colorbar(ScalarMappable(normal, colours), ax=axes, ticks=levels)


def _draw_region(axes: Axes, region: Region, field: PlotField, plot: Plot) -> None:
    from matplotlib.colors import ListedColormap, to_rgba

    colour, label = f"C{field.colour}", field.label
    if plot.view.log and field.grid is not None:
        inside = np.where(region.inside, 1.0, np.nan)
        places = field.grid.x.places, field.grid.y.places
        shades = ListedColormap([to_rgba(colour, 0.3)])
        axes.pcolormesh(*places, inside, cmap=shades, shading="nearest", rasterized=True, zorder=0.6)
    else:
        layer = np.zeros((*region.inside.shape, 4))
        layer[region.inside] = to_rgba(colour, 0.3)
        axes.imshow(
            layer, extent=(*plot.view.x, *plot.view.y), aspect="auto", interpolation="nearest", zorder=0.6
        )
    axes.plot([], [], "s", color=colour, alpha=0.5, label=label)
    for edge in region.boundary:
        _draw_line(axes, edge.line, "--" if edge.strict else "-", colour, None)
    _draw_boxes(axes, region.unresolved, colour)


def _draw_implicit(axes: Axes, implicit: Implicit, colour: str, label: str) -> None:
    axes.plot([], [], "-", color=colour, label=label)
    for each in implicit.lines:
        _draw_line(axes, each, "-", colour, None)
    axes.plot(*implicit.points.T, "o", color=colour, markersize=3)
    _draw_boxes(axes, implicit.unresolved, colour)
    _draw_boxes(axes, implicit.solid, colour)


def _draw_line(axes: Axes, line: FieldLine, stroke: str, colour: str, label: str | None) -> None:
    points = np.vstack([line.points, line.points[:1]]) if line.closed else line.points
    axes.plot(*points.T, stroke, color=colour, linewidth=1.6, label=label, zorder=2)


def _draw_boxes(axes: Axes, boxes: Boxes, colour: str) -> None:
    """Draw the boxes where nothing is resolved, in a lighter shade."""
    from matplotlib.collections import PolyCollection

    x0, y0, x1, y1 = boxes.corners.reshape(-1, 4).T
    corners = np.stack([x0, y0, x1, y0, x1, y1, x0, y1], axis=1).reshape(-1, 4, 2)
    axes.add_collection(
        PolyCollection(list(corners), facecolor=colour, alpha=0.35, linewidth=0), autolim=False
    )
