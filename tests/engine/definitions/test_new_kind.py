"""A kind of op that is added at run time: its definition and its plan are all that it needs."""

from dataclasses import dataclass, replace

import jax.numpy as jnp
import numpy as np
import pytest
from codegen.test_script import assert_same, namespace_of, photo

from jaxstudio.cli.main import main
from jaxstudio.codegen.script import recipe_script
from jaxstudio.engine.definitions import DEFINITIONS, evaluate
from jaxstudio.engine.definitions.images import with_alpha_of
from jaxstudio.engine.plan import PLANS
from jaxstudio.engine.plan.pointwise import PointwisePlan
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.kernels.pixels import to_float
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.op import Kind, OpSpec
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import from_json, to_json


@dataclass(frozen=True)
class Shifted(Kind):
    """Each value plus what `shift(p)` returns."""

    shift: object
    cheap: bool = True
    name = "pointwise"

    def apply(self, x, p):
        return x + self.shift(p)


def add_shift(image, p, shift):
    """shift(p) is added to each value; alpha stays."""
    return with_alpha_of(image, to_float(jnp.asarray(image)) + shift(p))


def double(p):
    return 2 * p["delta"]


@pytest.fixture
def op(monkeypatch):
    monkeypatch.setitem(DEFINITIONS, Shifted, add_shift)
    monkeypatch.setitem(PLANS, Shifted, PointwisePlan)
    twice = {"name": "twice_as_bright", "title": "Twice as bright", "kind": Shifted(double)}
    made = replace(CATALOGUE["brightness"], **twice)
    monkeypatch.setitem(CATALOGUE._ops, made.name, made)
    # its module stands in for one of the program, which a script may copy
    monkeypatch.setattr("jaxstudio.codegen.sources.is_ours", lambda module: True)
    return made


def test_a_new_kind_is_known_to_all_that_read_the_catalogue(op, capsys):
    recipe = Recipe().added(op, {"delta": 0.1})
    # the window's form is made of the specification, which crosses to it as JSON
    assert OpSpec.from_json(op.spec.to_json()) == op.spec
    assert from_json(to_json(recipe), CATALOGUE) == recipe
    pixels = photo("float32", 3)
    rendered = Engine(cache_bytes=0).render(Source(pixels), recipe)
    np.testing.assert_allclose(rendered, pixels + np.float32(0.2), atol=1e-6)
    np.testing.assert_allclose(evaluate(recipe, pixels), rendered, atol=1e-6)
    text = recipe_script(recipe).text
    assert "def add_shift(image, p):" in text
    assert "def double(p):" in text
    assert namespace_of(text)["apply"] is not None
    assert_same(Engine(cache_bytes=0), recipe, [("uint8", 3), ("float32", 4)])
    assert main(["ir", "op:twice_as_bright", "--as", "plain", "--stage", "jaxpr", "--part", "1"]) == 0
    assert "add" in capsys.readouterr().out
