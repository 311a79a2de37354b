"""The script draws the plot's numbers, to the last bit, in a Python of its own."""

import subprocess
import sys

import numpy as np
import pytest

from jaxstudio.errors import UsageError
from jaxstudio.functions.paper.compose import compose
from jaxstudio.functions.paper.script import as_script
from jaxstudio.functions.scene import Proof

PLOTS = {
    "graphs": (["tan(x)", "a x^2 - gamma(x)", "(x^2 - 1)/(x - 1)", "{x < 1: x^2, 3 - x}"], (0, 1)),
    "bands and paths": (["sin(1/x)", "(cos(t)^3, sin(t)^3)", "r = 1 + a cos(theta)"], (0,)),
}


@pytest.mark.parametrize("name", PLOTS)
def test_the_same_bits(name, tmp_path):
    texts, orders = PLOTS[name]
    plot = compose(texts, {"x": (-4.0, 4.0)}, {"a": 0.7}, orders)
    script = tmp_path / "plot.py"
    script.write_text(as_script(plot), encoding="utf-8")
    after = (
        "import runpy, sys, numpy as np\nimport matplotlib\nmatplotlib.use('Agg')\n"
        "found = runpy.run_path(sys.argv[1])\n"
        "arrays = [v for curve in found['drawn'] for x, y in curve for v in (x, y)]\n"
        "np.savez(sys.argv[2], *arrays)\nfound['figure'].savefig(sys.argv[3])\n"
    )
    words = [str(tmp_path / name) for name in ("plot.py", "arrays.npz", "again.png")]
    done = subprocess.run(
        [sys.executable, "-c", after, *words], capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr
    with np.load(tmp_path / "arrays.npz") as file:
        arrays = [file[f"arr_{k}"] for k in range(len(file.files))]
    stretches = [stretch for curve in plot.curves for stretch in curve.stretches]
    assert len(arrays) == 2 * len(stretches)
    for x, y, stretch in zip(arrays[::2], arrays[1::2], stretches, strict=True):
        if stretch.piece.proof is not Proof.UNRESOLVED:
            np.testing.assert_array_equal(x, stretch.piece.x)
            np.testing.assert_array_equal(y, stretch.piece.y)
        else:
            assert len(x) == len(stretch.t)
    assert (tmp_path / "again.png").stat().st_size > 1000


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
    with pytest.raises(UsageError, match="a script draws curves"):
        as_script(compose(["x^2 + y^2 = 1"]))
    with pytest.raises(UsageError, match="up to order 4"):
        as_script(compose(["sin(x)"], orders=(5,)))


def test_quotes_in_the_name_do_no_harm(tmp_path):
    text = as_script(compose(["f(x) = x^2", "f'(x)"], {"x": (-4.0, 4.0)}))
    compile(text, "plot.py", "exec")
