"""What is compiled ahead is what rendering runs, for every op of the catalogue; nothing is compiled here."""

from itertools import chain

import jax
import numpy as np
import pytest
from pictures import random_photo

from jaxstudio.engine.buffers import BufferCache
from jaxstudio.engine.executor import Executor, Notices
from jaxstudio.engine.kernels import Kernels
from jaxstudio.engine.plan import PLANS, plan_of
from jaxstudio.engine.plan.between_sizes import size_param
from jaxstudio.engine.plan.geometry import GeometryPlan
from jaxstudio.engine.plan.masked import MaskedRun
from jaxstudio.engine.precompile import compile_conversions, new_workspace, requests_for, steps_of
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.op import Kind
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.runtime.devices import find_device
from jaxstudio.runtime.fingerprint import fingerprint
from jaxstudio.runtime.persistent_jit import signature_of

PREVIEW_LEVELS = (0, 1, 2)
# Always with alpha, too: one filter of each plan, and every third of all. The others are left to -m big.
ONE_OF_EACH_PLAN = {plan_of(op): op.name for op in CATALOGUE.values()}
WITH_ALPHA = {*ONE_OF_EACH_PLAN.values(), *list(CATALOGUE)[::3]}


def with_channels(argument, ops):
    """Parametrizes by a filter, or by its name, and by 3 and 4 channels."""
    return pytest.mark.parametrize(
        (argument, "channels"),
        [
            pytest.param(
                op if argument == "op" else op.name,
                channels,
                marks=() if channels == 3 or op.name in WITH_ALPHA else pytest.mark.big,
                id=f"{op.name}-{channels}",
            )
            for op in ops
            for channels in (3, 4)
        ],
    )


class ShapeKernels(Kernels):
    """Kernels that are traced but never compiled: `calls` are what would be, results are zeros.

    `fingerprint` raises for a kernel that could not be found on disk again, and is traced in every process.
    """

    def __init__(self):
        super().__init__(find_device("cpu"))
        self.prints, self.results = {}, {}
        self.begin()

    def begin(self):
        """Record calls from now on; what was prepared before is prepared anew."""
        self.calls = set()
        self._prepared.clear()

    def get(self, spec):
        if spec.key not in self.prints:
            self.prints[spec.key] = fingerprint(spec.build())

        def shapes_alone(*arguments):
            call = (spec.key, signature_of(arguments))
            self.calls.add(call)
            if call not in self.results:
                self.results[call] = jax.eval_shape(spec.build(), *arguments)
            return jax.tree.map(lambda like: np.zeros(like.shape, like.dtype), self.results[call])

        return shapes_alone


@pytest.fixture(scope="module")
def kernels():
    """One for all tests, so that no kernel is traced twice."""
    return ShapeKernels()


@pytest.fixture(scope="module")
def workspace():
    return new_workspace()


def alone(op):
    return Recipe(working_space="encoded").added(op)


def precompiled(kernels, workspace, recipe, channels):
    """What the window compiles for a recipe on an 8-bit photo, before a slider moves."""
    kernels.begin()
    source = Source(np.zeros((40, 50, channels), np.uint8))
    compile_conversions(kernels, source)
    done = set()
    for part, values in steps_of(recipe, source):
        for request in requests_for(part, values, source, soon=True):
            if request.key not in done:
                request.run(kernels, workspace)
                done.add(request.key)
    return kernels.calls


def rendered(kernels, op, channels):
    """What rendering calls: from a photo or another step's floats, for the screen or for the next step."""
    kernels.begin()
    executor = Executor(kernels, BufferCache(0), Notices(lambda line: None), threads=1)
    for photo_dtype in ("uint8", "float32"):
        source = Source(random_photo(40, 50, channels, photo_dtype))
        for dtype in ("uint8", "float32"):
            for level in PREVIEW_LEVELS:
                Engine(executor=executor).render(source, alone(op), dtype=dtype, level=level)
    return kernels.calls


def named(calls):
    return sorted({str(key) for key, _ in calls})


@pytest.mark.samples(3)
@with_channels("op", CATALOGUE.values())
def test_what_rendering_runs_was_compiled(kernels, workspace, op, channels):
    missing = rendered(kernels, op, channels) - precompiled(kernels, workspace, alone(op), channels)
    assert not missing, named(missing)


@pytest.mark.parametrize("scale", [50.0, 30.0])
def test_what_scales_light_was_compiled(kernels, workspace, scale):
    """The photo's bytes are read through a table, where a step alone reads bytes or floats."""
    recipe = Recipe().added(CATALOGUE["resize"], {"scale": scale, "antialias": False})
    before = precompiled(kernels, workspace, recipe, 3)
    kernels.begin()
    executor = Executor(kernels, BufferCache(0), Notices(lambda line: None), threads=1)
    Engine(executor=executor).render(Source(random_photo(40, 50, 3, "uint8")), recipe, dtype="uint8")
    assert {key.dtype for key, _ in kernels.calls if key.role in ("halve", "scale")} == {"float32"}
    assert not kernels.calls - before, named(kernels.calls - before)


def declares_variants(op):
    """Whether more is compiled ahead than default values run: other matrices, ops that a step may become."""
    plan = plan_of(op)
    if getattr(op.kind, "cheap", False):  # looked up in a table with others in a run, computed alone
        return True
    if size_param(op) is not None:  # of a reduced photo two sizes are mixed, unless one is whole
        return True
    return issubclass(plan, GeometryPlan) or bool(list(plan.parts(op, op.resolve(op.defaults()))))


@pytest.mark.samples(6)
@with_channels("name", [op for op in CATALOGUE.values() if not declares_variants(op)])
def test_nothing_else_is_compiled(kernels, workspace, name, channels):
    op = CATALOGUE[name]
    needless = precompiled(kernels, workspace, alone(op), channels) - rendered(kernels, op, channels)
    assert not [call for call in needless if call[0].role != "convert"], named(needless)


def kinds_below(kind):
    return {kind, *chain.from_iterable(map(kinds_below, kind.__subclasses__()))}


def test_every_kind_has_a_plan():
    declared = {kind for kind in kinds_below(Kind) - {Kind} if kind.__module__ == "jaxstudio.pipeline.kinds"}
    assert declared | {MaskedRun} == set(PLANS)  # a run under a mask is no filter's kind
