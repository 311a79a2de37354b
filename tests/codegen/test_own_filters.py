"""Scripts of filters of one's own: their functions as they were written, with the same bits."""

import pytest

from codegen.test_script import assert_same, namespace_of
from jaxstudio.codegen.script import recipe_script
from jaxstudio.engine.render import Engine
from jaxstudio.errors import UsageError
from jaxstudio.own_filters.loading import load_file
from jaxstudio.pipeline.recipe import Recipe

FILTER = '''"""Wave: bends tones."""
from __future__ import annotations
import jax.numpy as jnp
import numpy as np
from jaxstudio.kernels.colour_spaces import srgb_to_linear
from jaxstudio.pipeline.kinds import {kind}, Op
from jaxstudio.pipeline.params import Float

WEIGHTS = np.linspace(0, 1, 3, dtype=np.float32)
{more}

def helper(x, strength: float):
    # bent
    return srgb_to_linear(x) * strength + WEIGHTS[1]


{function}

wave = Op(
    name="wave", title="Wave", category="custom", doc="Bends the tones.", use="For tests.", source="None.",
    own_params=(Float(name="amount", value=0.3, low=-0.5, high=0.5, doc="How far."),), kind={made},
)
'''
POINTWISE = "def compute(x, p):\n    return jnp.clip(helper(x, p['amount']) * jnp.sin(6 * x), 0, 1)\n"
COLOUR = "def compute(r, g, b, p):\n    return helper(g, p['amount']), b * r + g, jnp.maximum(r, g)\n"


def recipe_of(folder, name, function=POINTWISE, kind="Pointwise", made="Pointwise(compute)", more=""):
    path = folder / f"{name}.py"
    path.write_text(FILTER.format(function=function, kind=kind, made=made, more=more), encoding="utf-8")
    (op,) = load_file(str(path), {})
    return Recipe().added(op)


@pytest.mark.samples(1)
@pytest.mark.parametrize(
    ("function", "kind", "made"),
    [(POINTWISE, "Pointwise", "Pointwise(compute)"), (COLOUR, "Colour", "Colour(compute)")],
    ids=["pointwise", "colour"],
)
def test_a_filter_of_ones_own_gives_the_same_bits(tmp_path, function, kind, made):
    recipe = recipe_of(tmp_path, f"same_{kind.lower()}", function, kind, made)
    text = recipe_script(recipe).text
    assert "jaxstudio." not in text
    assert "    # bent\n" in text
    assert_same(Engine(cache_bytes=0), recipe, [("uint8", 3), ("float32", 4)])


def test_a_file_that_was_changed_since_is_exported_as_it_was_loaded(tmp_path):
    recipe = recipe_of(tmp_path, "changed")
    (tmp_path / "changed.py").write_text("", encoding="utf-8")
    assert "def helper" in recipe_script(recipe).text


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ("for number in range(3): WEIGHTS[number] = 1", "line 10: a script takes functions, .* no other"),
        ("WEIGHTS = 2 * WEIGHTS", "line 10: a script takes one definition of WEIGHTS"),
    ],
)
def test_what_a_script_cannot_take_along_is_said_in_a_line(tmp_path, more, reason):
    recipe = recipe_of(tmp_path, "refused", more=more)
    with pytest.raises(UsageError, match=rf"^refused\.py, {reason}"):
        recipe_script(recipe)


def test_packages_that_it_imports_are_named(tmp_path):
    recipe = recipe_of(tmp_path, "packages", POINTWISE.replace("(x, p):\n", "(x, p):\n    import scipy\n"))
    text = recipe_script(recipe).text
    assert "It needs JAX, NumPy and SciPy." in text
    assert namespace_of(text)["apply"] is not None
