"""Ops, recipes and typed functions become exactly what the studio runs."""

import numpy as np
import pytest

from jaxstudio.engine.kernels import SAME_DTYPE, Kernels
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import DeviceError, ExpressionError, UnknownOpError, UsageError
from jaxstudio.inspect_targets.expressions import expression_targets
from jaxstudio.inspect_targets.requests import parse_options, parse_target
from jaxstudio.inspect_targets.targets import (
    RecordingKernels,
    fuse_calls,
    op_source,
    op_targets,
    op_title,
    record_calls,
)
from jaxstudio.ir.inspection import inspect
from jaxstudio.ir.links.index import follow
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe


@pytest.fixture
def called(monkeypatch):
    """The kernels that an engine calls, in order."""
    keys = []
    real = Kernels.get

    def noting(self, spec):
        kernel = real(self, spec)

        def call(*arguments):
            keys.append(spec)
            return kernel(*arguments)

        return call

    monkeypatch.setattr(Kernels, "get", noting)
    return keys


@pytest.mark.samples(2)
@pytest.mark.parametrize(
    "name", ["gaussian_blur", "gamma", "rotate", "median", "equalize_hist", "saturation"]
)
def test_an_op_is_what_the_engine_runs(called, name):
    recipe = Recipe().added(CATALOGUE[name])
    Engine(cache_bytes=0).render(Source(np.zeros((48, 48, 3), np.uint8)), recipe, dtype="uint8")
    specs = list({spec.key: spec for spec in called}.values())
    targets = [target for target in op_targets(name) if target.name != "all in one"]
    assert [target.kernel for target in targets] == [spec.key.role for spec in specs]
    for target, spec in zip(targets, specs, strict=True):
        if spec.key.dtype != SAME_DTYPE:
            assert target.name == spec.title(op_title)


def test_recording_changes_no_pixel():
    recipe = Recipe().added(CATALOGUE["gaussian_blur"], {"sigma": 2.0}).added(CATALOGUE["gamma"])
    pixels = np.random.default_rng(0).integers(0, 256, (40, 50, 3), np.uint8)
    plain, noting = Engine(cache_bytes=0), Engine(cache_bytes=0)
    noting.executor.kernels = RecordingKernels(noting.device)
    results = [engine.render(Source(pixels), recipe, dtype="uint8") for engine in (plain, noting)]
    np.testing.assert_array_equal(*results)


def test_all_in_one_computes_the_same():
    """The program of all stages, given what each stage was given from outside."""
    recipe = Recipe().added(CATALOGUE["gaussian_blur"], {"sigma": 1.0})
    pixels = np.random.default_rng(0).integers(0, 256, (40, 50, 3), np.uint8)
    calls = record_calls(recipe, pixels)
    function, shapes = fuse_calls(calls)
    random = np.random.default_rng(1)
    given = [random.integers(0, 9, shape.shape).astype(shape.dtype) for shape in shapes]
    (result,) = function(*given)
    inputs = iter(given)
    made = []
    for call in calls:
        leaves = [next(inputs) if at is None else made[at[0]][at[1]] for at in call.inputs]
        import jax

        made.append(
            jax.tree.leaves(call.kernel(*jax.tree.unflatten(jax.tree.structure(call.arguments), leaves)))
        )
    np.testing.assert_array_equal(result, made[-1][0])
    assert any(at is not None for call in calls for at in call.inputs), "passes hand on their results"


def test_an_ops_own_lines_lead_to_its_kernel():
    target = op_targets("gaussian_blur")[1]
    assert target.source.path.endswith("blur/gaussian_blur.py")
    inspection = inspect(target, passes=False, exact=False)
    links = inspection.links
    sources = [stage.path.rsplit("/", 1)[-1] for stage in inspection.stages if stage.kind == "source"]
    assert sources[0] == "gaussian_blur.py"
    assert "fir.py" in sources
    lines = enumerate(target.source.text.split("\n"), 1)
    line = next(k for k, text in lines if 'symmetric_sum(window, p["columns"]' in text)
    items = links.parsed("source").on_lines(line, line)
    assert len(links.follow("source", items, "optimized")) > 10
    asm = next(stage.name for stage in inspection.stages if stage.kind == "asm")
    assert len(links.follow("source", items, asm))


def test_of_a_file_of_several_filters_only_what_one_is_made_of_is_shown_and_linked():
    target = op_targets("gamma")[0]
    assert "def gamma_curve(" in target.source.text
    assert "monotone_curve" not in target.source.text
    inspection = inspect(target, passes=False, exact=False)
    lines = enumerate(inspection.stage("source").text.split("\n"), 1)
    line = next(k for k, text in lines if "curve = power(" in text)
    links = inspection.links
    items = links.parsed("source").on_lines(line, line)
    assert len(links.follow("source", items, "jaxpr")) >= 3


def test_every_op_has_a_file():
    for op in CATALOGUE.values():
        assert f"\n{op.name} = " in op_source(op).text


def test_a_typed_function_at_each_order():
    text = "x^2 + a sin(2x)"
    targets = expression_targets(text, (0, 1, 2), samples=16)
    assert [target.name.split(" by ")[0] for target in targets] == ["order 0", "order 1", "order 2"]
    inspection = inspect(targets[0], passes=False, kernels=False)
    links = inspection.links
    spans = {text[start:end]: k for k, (_, start, _, end) in enumerate(links.parsed("source").spans.tolist())}
    assert {"x^2", "2x", "sin(2x)", text} <= set(spans)
    sine = links.follow("source", [spans["sin(2x)"]], "optimized")
    assert "sine" in {links.parsed("optimized").kinds[item] for item in sine}
    assert "f64[16]" in inspection.stage("jaxpr").text


def test_the_values_of_a_typed_function():
    import jax

    target = expression_targets("a x^3", (2,), samples=4, dtype="float64")[0]
    with jax.enable_x64(True):
        xs = np.array([1.0, 2.0, -1.0, 0.5])
        np.testing.assert_allclose(jax.jit(target.function)(xs, {"a": np.float64(2)}), 12 * xs, rtol=1e-12)


def test_what_is_wrong_is_one_line():
    with pytest.raises(UnknownOpError, match="did you mean gaussian_blur"):
        op_targets("gausian_blur")
    with pytest.raises(UsageError, match="sigma"):
        op_targets("gaussian_blur", {"sigma": "wide"})
    with pytest.raises(DeviceError, match="tpu:7"):
        op_targets("gamma", device="tpu:7")
    with pytest.raises(ExpressionError) as caught:
        expression_targets("x^^2")
    assert caught.value.end > caught.value.start


def test_targets_in_words():
    assert parse_target("op:median").what == "median"
    assert parse_target("expr:f(x) = x: {x > 0}").what == "f(x) = x: {x > 0}"
    own = parse_target(r"py:C:\code\a.py:loss")
    assert (own.what, own.function) == (r"C:\code\a.py", "loss")
    for wrong in ("", "median", "op:", "op: ", "py:a.py", "py::f", "nope:x", ":x"):
        with pytest.raises(UsageError, match="expected"):
            parse_target(wrong)


def test_options_in_words():
    found = parse_options(["a=true", "b=3", "c=0.5", "d=word", "e=x=y", "f = False"])
    assert found == {"a": True, "b": 3, "c": 0.5, "d": "word", "e": "x=y", "f": False}
    for wrong in ("a", "=3", "a=", ""):
        with pytest.raises(UsageError, match="--option"):
            parse_options([wrong])


def operation_lines(inspection, stage, text, at):
    """The lines of a stage that belong to the character `at` of the source's text."""
    line, column = text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1)
    lines = inspection.stage(stage).lines
    return [lines[number - 1] for number in follow(inspection, "source", line, column, stage).linked]


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_an_expression_without_neighbours_is_linked_by_its_characters(dtype):
    text = "k = 0.5 [0, 1]\nr = 1 - g\ng = k sqrt(b)  # green"
    (target,) = op_targets("expression", {"text": text, "k": 0.5}, dtype=dtype)
    assert target.kernel == "expression"
    inspection = inspect(target)
    assert inspection.stage("source").text == text
    for typed, jaxpr, hlo in (("sqrt", " sqrt ", " sqrt("), ("- g", " sub ", " subtract(")):
        at = text.index(typed)
        assert any(jaxpr in line for line in operation_lines(inspection, "jaxpr", text, at))
        assert any(hlo in line for line in operation_lines(inspection, "hlo", text, at))
        others = [line for line in inspection.stage("jaxpr").lines if jaxpr in line]
        assert others


def test_a_filter_of_values_is_linked_to_its_file():
    target = op_targets("exposure", {"stops": 1.0}, dtype="float32")[-1]
    inspection = inspect(target)
    lines, source = inspection.stage("jaxpr").lines, inspection.stage("source").lines
    linked = {
        source[place - 1].strip()
        for number, line in enumerate(lines, 1)
        if " mul " in line
        for place in follow(inspection, "jaxpr", number, -1, "source").linked
    }
    assert any('p["stops"]' in line or "stops" in line for line in linked), linked


FORMULA = "k = 0.5 [0, 1]\nr = 2 g - at_r(1, 0)\n  g = f(luma); b = k sin(b)  # blue\nf(u) = sqrt(u)"


@pytest.mark.samples(2)
@pytest.mark.parametrize(
    ("typed", "at", "operation"),
    [("sin(b)", 0, "sin"), ("sqrt(u)", 0, "sqrt"), ("luma", 0, "mul"), ("2 g - at_r", 4, "sub"),
     ("at_r(1, 0)", 2, "dynamic_slice")],
)  # fmt: skip
def test_what_is_typed_into_an_expression_is_linked_by_its_characters(typed, at, operation):
    (target,) = op_targets("expression", {"text": FORMULA, "k": 0.5})
    inspection = inspect(target)
    assert inspection.stage("source").text == FORMULA
    begin = FORMULA.index(typed)
    line, column = FORMULA.count("\n", 0, begin) + 1, begin - (FORMULA.rfind("\n", 0, begin) + 1) + at
    for stage, word in (
        ("jaxpr", operation),
        ("hlo", {"sin": "sine", "sub": "subtract", "mul": "multiply"}.get(operation, operation)),
    ):
        lines = inspection.stage(stage).lines
        found = [lines[number - 1] for number in follow(inspection, "source", line, column, stage).linked]
        assert any(f" {word.replace('_', '-') if stage == 'hlo' else word}" in each for each in found), found
    # and back: each sine of the jaxpr is of these characters
    if operation == "sin":
        number = next(n for n, each in enumerate(inspection.stage("jaxpr").lines, 1) if "= sin " in each)
        (span,) = follow(inspection, "jaxpr", number, -1, "source").linked_spans
        assert FORMULA.split("\n")[span[0] - 1][span[1] : span[3]] == "sin(b)"
