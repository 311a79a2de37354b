"""The time of a run by line: kernels' seconds carried along the links."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from ir.conftest import floats
from jaxstudio.ir.inspection import inspect
from jaxstudio.ir.line_profile import line_profile
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
    assert line_profile(report) is None
    kinds = kinds_of(report)
    sort = next(name for name, kind in kinds.items() if kind == "sort")
    dot = next(name for name, kind in kinds.items() if kind == "dot")
    measured = replace(report, kernel_seconds={sort: 0.3, dot: 0.5}, profiled_seconds=1.0)
    profile = line_profile(measured)
    assert profile.run == 1.0
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
    profile = line_profile(replace(report, kernel_seconds={loop: 0.1, kernel: 0.4}))
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
    profile = line_profile(replace(report, kernel_seconds={sort: 0.3}))
    assert profile.lines["source"][line_of(report, "jnp.sort(")] == pytest.approx(0.3)
    assert "jaxpr" not in profile.lines


def test_a_measured_run(inspection):
    report = inspection.report(seconds=0.01, kernels=True)
    profile = line_profile(report)
    assert 0 <= profile.share_unattributed < 1
    assert profile.run >= sum(report.kernel_seconds.values()) > 0
    for lines in profile.lines.values():
        assert lines.max() <= profile.run * 1.001


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
