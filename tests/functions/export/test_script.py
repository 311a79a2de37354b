"""The script draws the plot's numbers, to the last bit, in a Python of its own."""

import subprocess
import sys

import numpy as np
import pytest

from jaxstudio.errors import UsageError
from jaxstudio.functions.export.compose import compose
from jaxstudio.functions.export.figure import drawn_figure
from jaxstudio.functions.export.script import as_script
from jaxstudio.functions.protocol.requests import SheetLine, Style
from jaxstudio.functions.protocol.scene import Proof

PLOTS = {
    "graphs": (["tan(x)", "a x^2 - gamma(x)", "(x^2 - 1)/(x - 1)", "{x < 1: x^2, 3 - x}"], (0, 1)),
    "bands and paths": (["sin(1/x)", "(cos(t)^3, sin(t)^3)", "r = 1 + a cos(theta)"], (0,)),
}


FIELDS = {
    "a heatmap with arrows": (["x y/(x - 1) + a"], Style.HEATMAP, True),
    "contours": (["1/x + y^2", "floor(x) y"], Style.CONTOURS, False),
    "a surface": (["log(x) sin(y)"], Style.SURFACE, False),
    "regions": (["y > x^2 and not (log(x) > 1)", "x < y {x > 0}"], Style.HEATMAP, False),
    "an equation beside a curve": (["x^2 + y^2 = 4", "tan(x)"], Style.HEATMAP, False),
    "a surface beside a curve": (["x^2 - y^2", "sin(x)"], Style.SURFACE, False),
    "arrows": (["[-y, x]", "[sin(y), y]"], Style.HEATMAP, False),
}


def composed(name):
    if name in PLOTS:
        texts, orders = PLOTS[name]
        return compose(texts, {"x": (-4.0, 4.0)}, {"a": 0.7}, orders)
    texts, style, gradient = FIELDS[name]
    lines = [SheetLine(text, style=style, gradient=gradient) for text in texts]
    view = {"x": (-4.0, 4.0), "y": (-3.0, 3.0)}
    return compose(lines, view, {"a": 0.7} if texts[0].endswith("+ a") else {}, (0,), 320, 240)


RUN = """import runpy, sys, numpy as np, matplotlib
matplotlib.use("Agg")
for folder in sys.argv[1:]:
    found = runpy.run_path(f"{folder}/plot.py")
    for name, several in (("curves", [c for curve in found.get("drawn", ()) for c in curve]),
                          ("grids", found.get("grids", ()))):
        np.savez(f"{folder}/{name}.npz", *(array for arrays in several for array in arrays))
    found["figure"].savefig(f"{folder}/again.png")
"""


def arrays_in(path):
    with np.load(path) as file:
        return [file[f"arr_{k}"] for k in range(len(file.files))]


ALWAYS = ("bands and paths", "contours", "regions", "a surface beside a curve")


@pytest.mark.usefixtures("optimised")
@pytest.mark.parametrize(
    "names",
    [ALWAYS, pytest.param([*(PLOTS.keys() | FIELDS) - {*ALWAYS}], marks=pytest.mark.thorough)],
    ids=["few", "rest"],
)
def test_the_script_has_the_plots_bits(names, tmp_path, subtests):
    """One Python runs all scripts, one after the other: most of its time goes into its start."""
    plots = {name: composed(name) for name in names}
    folders = {name: tmp_path / name for name in names}
    for name, folder in folders.items():
        folder.mkdir()
        (folder / "plot.py").write_text(as_script(plots[name]), encoding="utf-8")
    words = ["-W", "error::RuntimeWarning", "-c", RUN, *map(str, folders.values())]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stderr
    for name, plot in plots.items():
        with subtests.test(name):
            assert (folders[name] / "again.png").stat().st_size > 1000
            arrays = arrays_in(folders[name] / "curves.npz")
            stretches = [stretch for curve in plot.curves for stretch in curve.stretches]
            assert len(arrays) == 2 * len(stretches)
            for x, y, stretch in zip(arrays[::2], arrays[1::2], stretches, strict=True):
                if stretch.piece.proof is not Proof.UNRESOLVED:
                    np.testing.assert_array_equal(x, stretch.piece.x)
                    np.testing.assert_array_equal(y, stretch.piece.y)
                else:
                    assert len(x) == len(stretch.t)
            grids = [grid for field in plot.fields for grid in (field.grid, field.arrows) if grid is not None]
            expected = [array for grid in grids for array in (grid.x.places, grid.y.places, grid.values)]
            for array, known in zip(arrays_in(folders[name] / "grids.npz"), expected, strict=True):
                np.testing.assert_array_equal(array, known)


def test_what_is_computed_over_the_plane_is_what_numpy_computes():
    view = {"x": (-4.0, 4.0), "y": (-3.0, 3.0)}
    (field,) = compose(["sin(x) y^2"], view, width_px=320, height_px=240, style=Style.CONTOURS).fields
    grid = field.grid
    np.testing.assert_allclose(grid.values, np.sin(grid.x.places) * grid.y.places[:, None] ** 2, rtol=1e-13)
    (field,) = compose(["y > x^2"], view, width_px=320, height_px=240).fields
    np.testing.assert_array_equal(field.grid.values, field.grid.y.places[:, None] > field.grid.x.places**2)
    assert field.grid.y.places[0] > field.grid.y.places[-1]


def test_no_contour_and_no_surface_joins_the_sides_of_a_pole():
    """Between all neighbours of which one is above 1/x = 2 and one below -2 something is left out."""
    for style in (Style.CONTOURS, Style.SURFACE):
        (field,) = compose(["1/x + y/9"], {"x": (-4.0, 4.0), "y": (-3.0, 3.0)}, style=style).fields
        shown = np.where(field.grid.hidden, np.nan, field.grid.values)
        assert not np.any((shown[:, :-1] < -2) & (shown[:, 1:] > 2))
        assert np.mean(field.grid.hidden) < 0.02


def test_surfaces_alone_stand_in_space():
    view = {"x": (-4.0, 4.0), "y": (-3.0, 3.0)}
    (axes,) = drawn_figure(compose(["x y"], view, style=Style.SURFACE)).axes
    assert axes.name == "3d"
    first, *_ = drawn_figure(compose(["x y", "x^2"], view, style=Style.SURFACE)).axes
    assert first.name == "rectilinear"


def test_nearly_all_is_computed_and_not_stored():
    """Given are but the limits at the two breaks."""
    text = as_script(compose(["(x^2 - 1)/(x - 1)"], {"x": (-4.0, 4.0)}))
    row = next(line for line in text.splitlines() if line.startswith("     {"))
    limits = row.split("{")[1].split("}")[0]
    assert 1 <= limits.count(":") <= 2


def test_it_is_short():
    text = as_script(compose(["a sin(x)"], {"x": (-4.0, 4.0)}))
    code = [line for line in text.splitlines() if line.strip()]
    assert len(code) <= 33
    assert len(text) < 12_000


def test_what_a_script_does_not_draw():
    with pytest.raises(UsageError, match="up to order 4"):
        as_script(compose(["sin(x)"], orders=(5,)))


def test_quotes_in_the_name_do_no_harm(tmp_path):
    text = as_script(compose(["f(x) = x^2", "f'(x)"], {"x": (-4.0, 4.0)}))
    compile(text, "plot.py", "exec")
