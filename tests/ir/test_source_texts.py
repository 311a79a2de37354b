"""Sources with letters beyond ASCII: which characters a line's columns mean, and files in other encodings."""

import importlib.util
import sys

import jax
import numpy as np
import pytest

from jaxstudio.ir.error_explanations import explain
from jaxstudio.ir.inspection import inspect
from jaxstudio.ir.target import Target
from jaxstudio.ir.user_process.loading import read_functions
from jaxstudio.runtime.text_files import character_column, read_python

TEXT = """import jax.numpy as jnp
def f(α, x):
    β = "déjà vu 🙂"; y = jnp.sin(α) * jnp.cos(x); return y + jnp.exp(x)
def g(x):
    "ünï"; return 1 if x.sum() > 0 else x
"""
LATIN = "# -*- coding: latin-1 -*-\n" + TEXT.replace("🙂", "ß").replace("α", "a").replace("β", "b")


@pytest.fixture
def loaded(tmp_path, request):
    """loaded(text, encoding): the module of a file with this text."""

    def loaded(text, encoding):
        path = tmp_path / "letters.py"
        path.write_bytes(text.encode(encoding))
        spec = importlib.util.spec_from_file_location("letters", path)
        module = importlib.util.module_from_spec(spec)
        sys.modules["letters"] = module
        request.addfinalizer(lambda: sys.modules.pop("letters"))
        spec.loader.exec_module(module)
        return module, path

    return loaded


@pytest.mark.parametrize(("text", "encoding"), [(TEXT, "utf-8"), (LATIN, "latin-1"), (TEXT, "utf-8-sig")])
def test_links_lead_to_the_characters_that_python_means(loaded, text, encoding):
    module, _ = loaded(text, encoding)
    shape = jax.ShapeDtypeStruct((4,), "float32")
    inspection = inspect(Target("f", module.f, (shape, shape)), passes=False, kernels=False)
    source = inspection.stage("source")
    assert source.text == text
    parsed = inspection.links.parsed("source")
    found = {}
    for item, (line, start, end_line, end) in enumerate(parsed.spans.tolist()):
        assert line == end_line
        for place in ("jaxpr", "optimized"):
            index = inspection.links.stages[place].parsed
            for other in inspection.links.follow("source", [item], place):
                found.setdefault((place, index.kinds[other]), set()).add(source.lines[line - 1][start:end])
    first = "α" if encoding != "latin-1" else "a"
    for stage, names in (("jaxpr", ("sin", "cos", "exp")), ("optimized", ("sine", "cosine", "exponential"))):
        for name, word in zip(names, (f"jnp.sin({first})", "jnp.cos(x)", "jnp.exp(x)"), strict=True):
            assert found[stage, name] == {word}


def test_an_error_is_underlined_at_its_characters(loaded):
    module, path = loaded(TEXT, "utf-8")
    with pytest.raises(jax.errors.TracerBoolConversionError) as caught:
        jax.jit(module.g)(np.ones(3, "float32"))
    said = explain(caught.value, [str(path)])
    assert TEXT.splitlines()[said.line - 1][said.column : said.end_column] == "x.sum() > 0"


def test_functions_of_a_file_in_another_encoding(tmp_path):
    path = tmp_path / "latin.py"
    path.write_bytes(b"# coding: latin-1\ndef gr\xf6\xdfe(x): pass\n")
    assert [each.name for each in read_functions(path)] == ["größe"]
    assert read_python(path).endswith("def größe(x): pass\n")


@pytest.mark.parametrize("line", ["plain ascii", "α = β + 1", "🙂🙂x", "e\u0301 combining", ""])
def test_columns_are_those_of_python(line):
    for count in range(len(line) + 1):
        assert character_column(line, len(line[:count].encode())) == count
    assert character_column(line, 999) == len(line)
    assert character_column("🙂x", 2) == 0, "within a character"
