"""The time of a run by line: kernels' seconds carried along the links."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from ir.conftest import floats
from jaxstudio.ir.inspection import inspect
from jaxstudio.ir.line_profile import line_profiles
from jaxstudio.ir.links.index import line_hues
from jaxstudio.ir.target import Target


def several(x):
    ordered = jnp.sort(x, axis=0)
    product = ordered @ x.T

    def step(carry, row):
        carry = jnp.tanh(carry + row)
        return carry, None

    last, _ = jax.lax.scan(step, product[0], product)
    return jnp.sin(last) * 3.0 + 1.0


@pytest.fixture(scope="module")
def inspection():
    return inspect(Target("several", several, (floats(32, 32),)), passes=False, kernels=False)


def line_of(report, words):
    return next(number for number, line in enumerate(report.stage("source").lines, 1) if words in line)


def kinds_of(report):
    parsed = report.links.parsed("optimized")
    return dict(zip(parsed.names, parsed.kinds, strict=True))


def test_a_kernel_s_seconds_are_at_its_line_and_its_equation(inspection):
    report = inspection.report(seconds=0)
    assert not line_profiles(report)
    kinds = kinds_of(report)
    sort = next(name for name, kind in kinds.items() if kind == "sort")
    dot = next(name for name, kind in kinds.items() if kind == "dot")
    measured = replace(report, kernel_seconds={sort: 0.3, dot: 0.5}, profiled_seconds=1.0)
    profile = line_profiles(measured)["time"]
    assert profile.total == 1.0
    assert profile.share_unattributed == pytest.approx(0.2)
    lines = profile.lines["source"]
    assert lines[line_of(report, "jnp.sort(")] == pytest.approx(0.3)
    assert lines[line_of(report, "ordered @ x.T")] == pytest.approx(0.5)
    assert lines.sum() == pytest.approx(0.8)
    names, spans = report.links.parsed("optimized").names, report.links.parsed("optimized").spans
    found = {names[item]: float(profile.lines["optimized"][line]) for item, line in enumerate(spans[:, 0])}
    assert {name: seconds for name, seconds in found.items() if seconds} == {sort: 0.3, dot: 0.5}
    jaxpr = report.stage("jaxpr").lines
    # the sort stands in a jit, which has its time too
    found = {jaxpr[line - 1].split(" = ")[1].split("[")[0]: float(profile.lines["jaxpr"][line])
             for line in np.flatnonzero(profile.lines["jaxpr"])}  # fmt: skip
    assert found == pytest.approx({"jit": 0.3, "sort": 0.3, "dot_general": 0.5})


def test_a_loop_s_line_has_the_time_of_its_body(inspection):
    report = inspection.report(seconds=0)
    loop = next(name for name, kind in kinds_of(report).items() if kind == "while")
    parsed, number = report.links.parsed("optimized"), [e.primitive for e in report.equations].index("tanh")
    linked = report.links.follow("jaxpr", [number], "optimized").tolist()
    tanh = next(item for item in linked if parsed.kinds[item] == "tanh")
    # the fusion that computes it, if it stands in one
    called = f"calls=%{parsed.regions[parsed.region_of[tanh]].name},"
    callers = [line for line in report.stage("optimized").lines if called in f"{line},"]
    kernel = callers[0].replace("ROOT", "").split()[0].lstrip("%") if callers else parsed.names[tanh]
    profile = line_profiles(replace(report, kernel_seconds={loop: 0.1, kernel: 0.4}))["time"]
    lines = profile.lines["source"]
    assert lines[line_of(report, "jax.lax.scan(")] == pytest.approx(0.5)
    assert lines[line_of(report, "jnp.tanh(")] > 0.3
    assert profile.unattributed == pytest.approx(0.0, abs=1e-9)


def test_without_equations_lines_are_found_by_place():
    inspection = inspect(
        Target("several", several, (floats(32, 32),)), passes=False, kernels=False, exact=False
    )
    report = inspection.report(seconds=0)
    sort = next(name for name, kind in kinds_of(report).items() if kind == "sort")
    profile = line_profiles(replace(report, kernel_seconds={sort: 0.3}))["time"]
    assert profile.lines["source"][line_of(report, "jnp.sort(")] == pytest.approx(0.3)
    assert "jaxpr" not in profile.lines


def test_a_measured_run(inspection):
    report = inspection.report(seconds=0.01, kernels=True)
    profile = line_profiles(report)["time"]
    assert 0 <= profile.share_unattributed < 1
    assert profile.total >= sum(report.kernel_seconds.values()) > 0
    for lines in profile.lines.values():
        assert lines.max() <= profile.total * 1.001


def test_the_colour_of_a_source_line_is_the_same_in_all_stages(inspection):
    links = inspection.links
    here = line_hues(links, "source", ["source"])
    number = line_of(inspection.report(seconds=0), "jnp.sort(")
    assert here[number].tolist() == [number, -1, -1, -1]
    for stage, opcode in (("jaxpr", "sort"), ("stablehlo", "sort"), ("optimized", "sort")):
        parsed = links.parsed(stage)
        item = parsed.kinds.index(opcode)
        assert line_hues(links, stage, ["source"])[parsed.spans[item, 0], 0] == number, stage
    assert line_hues(links, "jaxpr", []) is None
    # an instruction has the colours of its equations
    equations, spans = line_hues(links, "jaxpr", ["source"]), links.parsed("jaxpr").spans
    for stage in ("stablehlo", "optimized"):
        found, parsed = line_hues(links, stage, ["source"]), links.parsed(stage)
        relation = links.between(stage, "jaxpr")
        for item in np.flatnonzero(relation.counts == 1).tolist():
            (number,) = relation.of([item]).tolist()
            assert found[parsed.spans[item, 0]].tolist() == equations[spans[number, 0]].tolist(), (
                stage,
                item,
            )


def test_flops_and_bytes_of_lines_add_up_to_xla_s_own_counts(inspection):
    """XLA's analysis of the whole module is the reference, with its loop as often as it runs."""
    report = inspection.report(seconds=0.01, kernels=True)
    flops, moved = report.cost.of_a_run
    assert sum(report.counts["flops"].values()) == pytest.approx(flops, rel=1e-3)
    assert sum(report.counts["bytes accessed"].values()) == pytest.approx(moved, rel=1e-3)
    lines = report.line_profiles["flops"].lines["source"]
    assert lines[line_of(report, "ordered @ x.T")] == 2 * 32**3
    assert lines[line_of(report, "jax.lax.scan(")] >= 32 * 32, "an addition in each round"
    assert report.line_profiles["flops"].share_unattributed < 0.01
    moved = report.line_profiles["bytes"].lines["source"]
    assert moved[line_of(report, "ordered @ x.T")] == pytest.approx(3 * 32 * 32 * 4, rel=0.01)


def test_the_line_that_holds_the_peak_of_memory():
    """XLA's memory analysis is the reference for how much is held."""

    def wide(x):
        small = jnp.sort(x)
        large = jnp.sort(jnp.outer(small, small), axis=0)
        return jnp.sort(large.sum(0))

    found = inspect(Target("wide", wide, (floats(256),)), passes=False, kernels=False)
    report = found.report(seconds=0.01, kernels=True)
    profile = report.line_profiles["memory"]
    cost = report.cost
    assert profile.total == pytest.approx(
        cost.argument_bytes + cost.output_bytes + cost.temporary_bytes, rel=0.01
    )
    lines = profile.lines["source"]
    peak = line_of(report, "jnp.outer(")
    assert np.argmax(lines) == peak
    assert 256 * 256 * 4 <= lines[peak] <= profile.total


def test_a_flame_stands_on_what_was_called(inspection):
    """The frames and the scopes are those that JAX wrote beside the equations."""
    report = inspection.report(seconds=0)
    kinds = kinds_of(report)
    dot = next(name for name, kind in kinds.items() if kind == "dot")
    loop = next(name for name, kind in kinds.items() if kind == "while")
    profile = line_profiles(replace(report, kernel_seconds={dot: 0.5, loop: 0.25}))["time"]
    for flame in profile.flames.values():
        roots = flame.values[flame.above < 0]
        assert roots.sum() == pytest.approx(0.75)
        for node in range(len(flame.names)):
            above = flame.values[flame.above == node].sum()
            assert above <= flame.values[node] * 1.0001
    flame = profile.flames["functions"]
    product = flame.names.index("dot_general")
    assert flame.values[product] == 0.5
    line = line_of(report, "ordered @ x.T")
    assert flame.names[flame.above[product]] == f"several:{line}"
    assert flame.lines[product] == line
    assert flame.stages[product] == "source"
