"""`jaxstudio.inspect` from a script or a notebook."""

import html
import json
import linecache
import re
import subprocess
import sys
import webbrowser

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxstudio
from jaxstudio.ir import inspected as module
from jaxstudio.ir.compilation_log import COMPILATION_LOG


def layer(params, x, *, scale=1.0, mode="tanh"):
    y = x @ params["w"]
    return jnp.tanh(y) * scale if mode == "tanh" else y


@pytest.fixture(scope="module")
def found():
    params = {"w": jax.ShapeDtypeStruct((3, 4), "float32")}
    return jaxstudio.inspect(layer, params, np.ones((8, 3), "float32"), scale=2.0, mode="tanh")


def test_the_package_itself_loads_nothing():
    script = "import sys, jaxstudio; jaxstudio.inspect; print({'jax', 'PySide6', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_stages_cost_and_links(found):
    kinds = list(dict.fromkeys(stage.kind.value for stage in found.stages))
    assert kinds[:6] == ["source", "jaxpr", "stablehlo", "hlo", "pass", "optimized"]
    assert "tanh" in found.stage("jaxpr").text
    assert found.text == found.stage("optimized").text
    assert "dot" in found.text
    assert found.cost.flops >= 2 * 8 * 3 * 4
    line = layer.__code__.co_firstlineno + 1
    lines = found.linked_lines("source", line, "jaxpr")
    assert [found.stage("jaxpr").lines[each - 1].count("dot_general") for each in lines] == [1]
    assert found.report.timing is None, "it was not run"
    assert {entry.function for entry in found.compilation_log} == {"layer"}
    assert not COMPILATION_LOG.listening
    assert repr(found).startswith("<layer on cpu:0: source, jaxpr, stablehlo, hlo, ")
    with pytest.raises(KeyError, match="no stage begins with 'nope': expected source, jaxpr"):
        found.stage("nope")


def test_it_is_measured_when_asked_to(found):
    measured = found.measure(seconds=0.001)
    assert measured.report.timing.ready > 0
    assert found.report.timing is None
    assert measured.compilation_log == found.compilation_log


def test_as_a_page(found, tmp_path, monkeypatch):
    place = found.save(tmp_path / "page.html")
    assert place.read_text(encoding="utf-8").startswith("<!doctype html>")
    found.save(tmp_path / "folder")
    assert json.loads((tmp_path / "folder" / "report.json").read_text())["target"] == "layer"
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    assert opened == [found.show().as_uri()]
    monkeypatch.setattr(module, "MOST_SHOWN_CHARACTERS", 20_000)
    shown = found._repr_html_()
    (document,) = re.fullmatch(r'<iframe srcdoc="([^"]*)" sandbox="allow-scripts".*</iframe>', shown).groups()
    assert html.unescape(document).startswith("<!doctype html>")
    assert "left out for their size" in document


def test_a_jitted_function_is_taken_as_it_is():
    jitted = jax.jit(layer, static_argnames=("mode", "scale"), donate_argnums=1)
    found = jaxstudio.inspect(jitted, {"w": jnp.ones((3, 3))}, jnp.ones((3, 3)), scale=3.0)
    assert "3.0:f32[]" in found.stage("jaxpr").text
    assert found.cost.alias_bytes == 36


def test_a_function_of_a_notebook_cell():
    """Its text is in no file: Python keeps it."""
    text = "def cell(x):\n    return x.sum() * 2\n"
    name = "/tmp/ipykernel_1/123.py"
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    held = {}
    exec(compile(text, name, "exec"), held)
    found = jaxstudio.inspect(held["cell"], jnp.ones(4))
    assert found.stage("source").text == text
    assert found.linked_lines("source", 2, "jaxpr") == [2, 3]


def test_what_the_function_raises_is_raised():
    with pytest.raises(jax.errors.TracerBoolConversionError):
        jaxstudio.inspect(lambda x: 1 if x.sum() > 0 else x, jnp.ones(3))
    assert not COMPILATION_LOG.listening
