"""The source that is exported computes what the studio computes, to the last bit, in a Python of its own."""

import ast
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from functions.of_lines import to_jax, to_python
from jaxstudio.functions.language import FUNCTIONS, Sheet

LINES = [
    "7x sin(x) + a x^2 - b/(2x) - x^-3 - -x", "f(x) = a x^2 + lambda", "f(f(f(x)))",
    "f'(x) + f''(2x) + tan'''(x)", "{x > 0: log(x), x < -1: -x^-2, f(x) + f(x + 1)}", "x^2 {0 < x < a}",
    "sum(x^n/n!, n, 0, 20) + prod(x + n, n, 1, 3)", "sum(part1 x^n, n, 0, m)",
    "integral(exp(-t^2 x), t, 0, 1)", "d/dx (x f(x)) + d/da (a^2 x)",
    "x^(1/3) + x^(2/3) + |x|^2.5 + 2^x + 1/3", "9^9^9^9 x + cos(2) - 1/0",
    "mod(x, 2) + max(x, 1, a) + x % 3 + x // 2", "(x > 1) + 2(x < 0 or not x > -1)", "tau x + e^x - pi",
    "gamma(x) + binomial(7, x) + lgamma(x - 9) + erf(x) + i0(x)", "where(x > 0, 1, 2) x0", "x0 = 4.25",
    "p + jnp + special(x) + total + x_1", "special(u) = u^2", "(cos x, 1)", "x > a and x < b",
]  # fmt: skip
PARAMETERS = ("a", "b", "lambda", "m", "part1", "x0", "p", "jnp", "total", "x_1")
P = dict(zip(PARAMETERS, (1.5, 2.5, 0.7, 6.0, 1.1, 4.25, 1.2, 1.3, 1.4, 1.6), strict=True))


# those that are more than a call of JAX's own, and some that are just that
FUNCTION_LINES = [
    f"{name}({', '.join(['x', '1.25', '2.5'][: len(function.parameters)])})"
    for name, function in FUNCTIONS.items()
    if not function.jax or function.jax.startswith("own.") or name in ("atan2", "selu", "ndtr", "elu")
    if function.slopes is None and name != "laguerre"
]
SHEET = Sheet.read(LINES + FUNCTION_LINES)
WITH_TREES = [line for line in SHEET.lines if line.tree is not None]


@pytest.mark.samples(4)
@pytest.mark.parametrize("line", WITH_TREES, ids=lambda line: line.text)
def test_the_source_gives_the_same_bits(line):
    """The source, run here operation by operation, as the tree is."""
    names: dict = {}
    exec(str(to_python(line, SHEET)), names)
    arguments = [jnp.asarray([-2.5, -1.0, 0.0, 0.5, 3.0])] * len(line.variables)
    ours = jax.vmap(lambda *at: to_jax(line, SHEET)(*at, P))(*arguments)
    theirs = jax.vmap(lambda *at: names["f"](*at, P))(*arguments)
    assert ours.dtype == theirs.dtype
    assert np.asarray(ours).tobytes() == np.asarray(theirs).tobytes()


@pytest.mark.thorough
def test_another_python_gives_the_same_bits():
    """Compiled there, run as a script."""
    xs = np.random.default_rng(0).uniform(-3, 3, 20)
    lines = WITH_TREES[:17] + [line for line in WITH_TREES if line.text.startswith(("binomial", "selu"))]
    script = ["import jax", 'jax.config.update("jax_enable_x64", True)', "import numpy, jax.numpy"]
    script += [f"xs, P = jax.numpy.asarray({xs.tolist()!r}), {P!r}"]
    for line in lines:
        arguments = ", ".join(["x"] * len(line.variables) + ["P"])
        script += [str(to_python(line, SHEET)), f"values = jax.jit(jax.vmap(lambda x: f({arguments})))(xs)"]
        script += ["print(numpy.asarray(values, numpy.float64).tobytes().hex())"]
    done = subprocess.run(
        [sys.executable, "-"],
        input="\n".join(script),
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    for line, theirs in zip(lines, done.stdout.split(), strict=True):
        function = to_jax(line, SHEET)
        count = len(line.variables)
        ours = jax.jit(jax.vmap(lambda x, f=function, count=count: f(*[x] * count, P)))(xs)
        assert np.asarray(ours, np.float64).tobytes().hex() == theirs, line.text


def test_it_reads_like_python():
    sheet = Sheet.read(["y = a x^2 - 3x/2 + sin(x)"])
    text = to_python(sheet.lines[0], sheet)
    assert text.helpers == ""
    assert text.definition == (
        'def f(x, p):\n    a = jnp.asarray(p["a"], x.dtype)\n    return a * x**2 - 3.0 * x / 2.0 + jnp.sin(x)'
    )


def test_it_carries_what_it_needs_and_no_more():
    sheet = Sheet.read(["gamma(x) + integral(t, t, 0, x)", "f'(x)", "f(x) = x^2"])
    first, second = (to_python(line, sheet) for line in sheet.lines[:2])
    defined = [node.name for node in ast.parse(first.helpers).body if isinstance(node, ast.FunctionDef)]
    gamma = ["sin_pi", "above_zero", "factorials", "gamma"]
    assert defined == [*gamma, "quadrature", "better_rule", "integral"]
    assert "import numpy as np" in first.imports
    assert "from jax.scipy import special" in first.imports
    defined = [node.name for node in ast.parse(second.helpers).body if isinstance(node, ast.FunctionDef)]
    assert defined == ["forward", "derivative"]
    assert "numpy as np" not in second.imports


def test_definitions_that_double_do_not_swell_the_text():
    sheet = Sheet.read(["f(x) = x sin(x) + x", "f(f(f(f(f(f(f(x)))))))"])
    assert len(to_python(sheet.lines[1], sheet).definition) < 2000


def test_names_of_python_are_avoided(subtests):
    for name in ("x", "import", "f", "jax"):
        with subtests.test(name=name):
            sheet = Sheet.read(["2u", "f(u) = u^2"])
            assert "def g(u, p)" in to_python(sheet.lines[1], sheet, "g").definition
            texts = {"x": "x", "import": "import_", "f": "f_", "jax": "jax_"}
            sheet = Sheet.read([f"{name}+1"], [name])
            assert texts[name] in to_python(sheet.lines[0], sheet).definition
