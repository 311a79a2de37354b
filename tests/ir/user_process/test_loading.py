"""The user's function and its call: files of packages, arguments by name, what the file defines."""

import sys

import jax
import jax.numpy as jnp
import pytest

from jaxstudio.errors import UsageError
from jaxstudio.inspect_targets.requests import parse_target
from jaxstudio.ir.user_process.client import UserInspection
from jaxstudio.ir.user_process.loading import find_function, find_module, load_module, package_name
from jaxstudio.ir.user_process.request import Request
from jaxstudio.ir.user_process.server import target_of
from jaxstudio.processes.channel import encode

MODEL = """
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax.numpy import tanh

from ..layers import init

class Params(NamedTuple):
    w: jax.Array

def loss(params, x, n=1, mode="sum"):
    for _ in range(n):
        x = tanh(x @ params["w"])
    return x.sum() if mode == "sum" else x

def first(params):
    return params.w * 2

def halves(x):
    return x / 2 + x.sum()

double = lambda x: x * 2
"""
LAYERS = "import jax\ndef init(key):\n    return {'w': jax.random.normal(key, (3, 3))}\n"
NETS = "studio_test_nets"


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with a package in it; what Python knows of it is forgotten afterwards."""
    for name in (NETS, f"{NETS}/deep"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    (tmp_path / NETS / "layers.py").write_text(LAYERS)
    (tmp_path / NETS / "deep/model.py").write_text(MODEL)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path / NETS
    for name in [name for name in sys.modules if name.partition(".")[0] == NETS]:
        del sys.modules[name]


@pytest.fixture
def target(package):
    """target("loss", "f32[3]", …): the call as the child makes it."""

    def target(function, arguments, **wanted):
        path = package / "deep/model.py"
        module = load_module(path)
        request = Request(str(path), function, arguments, **wanted)
        return target_of(encode(request).decode(Request), find_function(module, path, function), module)

    return target


def equations(target):
    jaxpr = target.trace().jaxpr
    return [equation.primitive.name for equation in jaxpr.eqns]


def test_a_file_of_a_package_is_imported_as_its_module(package):
    path = package / "deep/model.py"
    assert package_name(path) == f"{NETS}.deep.model"
    module = load_module(path)
    assert module.__name__ == f"{NETS}.deep.model"
    assert find_function(module, path, "Params")(3).w == 3


def test_relative_imports_work_without_an_init_file(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    folder = tmp_path / f"{NETS}_plain"
    folder.mkdir()
    (folder / "layers.py").write_text("scale = 3\n")
    (folder / "model.py").write_text("from .layers import scale\ndef f(x):\n    return scale * x\n")
    assert load_module(folder / "model.py").f(2) == 6
    for name in [name for name in sys.modules if name.startswith(folder.name)]:
        del sys.modules[name]


def test_a_module_is_found_and_nothing_of_it_is_run(package, monkeypatch):
    monkeypatch.chdir(package.parent)
    (package / "deep/aborts.py").write_text("import os\nos.abort()\ndef f(x): pass\n")
    spelled = parse_target(f"py:{NETS}.deep.aborts:f")
    assert spelled.what == str(package / "deep/aborts.py")
    assert (spelled.function, spelled.module) == ("f", f"{NETS}.deep.aborts")
    assert find_module(NETS) == package / "__init__.py"
    assert find_module("jax.nn").match("jax/nn/__init__.py")
    for wrong, said in (
        (f"{NETS}.nope", f"py:{NETS}.nope: there is no module {NETS}.nope"),
        (f"{NETS}.layers.f", f"py:{NETS}.layers.f: {NETS}.layers is no package"),
        ("_ctypes", "py:_ctypes: a module written in Python was expected"),
    ):
        with pytest.raises(UsageError, match=said):
            find_module(wrong)


def test_only_functions_of_the_file_itself_are_named(package):
    path = package / "deep/model.py"
    module = load_module(path)
    with pytest.raises(
        UsageError, match=r"model.py has no function 'xyz': it has loss, first, halves, double$"
    ):
        find_function(module, path, "xyz")
    with pytest.raises(UsageError, match=r"has no function 'los': did you mean loss\?"):
        find_function(module, path, "los")


def test_arguments_by_name_and_static_ones(target):
    call = target("loss", "params=init(key(0)), x=f32[8,3], n=3", static=("n",))
    assert call.static_argnames == ("n",)
    assert equations(call).count("tanh") == 3
    call = target("loss", "{'w': f32[3,3]}, f32[8,3], 2", static=("n",))
    assert call.static_argnums == (2,)
    assert equations(call).count("tanh") == 2
    assert equations(target("loss", "{'w': f32[3,3]}, f32[8,3]", static_values={2: 4})).count("tanh") == 4
    # its place among arguments that are given by name
    call = target("loss", "params={'w': f32[3,3]}, x=f32[8,3]", static_values={2: 5})
    assert equations(call).count("tanh") == 5
    assert "reduce_sum" not in equations(target("loss", "{'w': f32[3,3]}, f32[8,3], mode='none'"))
    with pytest.raises(UsageError, match=r"--static m: no such argument is given"):
        target("loss", "{'w': f32[3,3]}, f32[8,3]", static=("m",))


def test_what_the_file_defines(target):
    assert equations(target("first", "Params(f32[3])")) == ["mul"]
    weights = target("loss", "init(key(3)), f32[8,3]").args[0]["w"]
    assert jnp.array_equal(weights, jax.random.normal(jax.random.key(3), (3, 3)))
    with pytest.raises(UsageError, match=r"--args: 'config' is no dtype, nor defined in model.py"):
        target("first", "config")


def test_an_argument_over_several_devices(package):
    """In a process of its own, whose CPU is made to be four devices."""
    request = Request(
        str(package / "deep/model.py"), "halves", "f32[8@x,4]; mesh(x=4)",
        passes=False, kernels=False, exact=False, run_seconds=0.0,
    )  # fmt: skip
    own = UserInspection(request)
    list(own.run())
    optimized = own.known.stage("optimized").text
    assert "num_partitions=4" in optimized
    assert "f32[2,4]" in optimized
    assert "all-reduce" in optimized


def test_an_edited_text_imports_as_from_the_place_of_its_file(tmp_path, monkeypatch):
    """The text of a file, one inside a package too, before it is saved."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    folder = tmp_path / "edited_pkg" / "models"
    folder.mkdir(parents=True)
    for each in (folder.parent, folder):
        (each / "__init__.py").write_text("")
    (folder.parent / "layers.py").write_text("SIZE = 7\n")
    (folder / "net.py").write_text("wrong = True\n")
    (tmp_path / "beside.py").write_text("import edited_helper\n")
    (tmp_path / "edited_helper.py").write_text("SIZE = 8\n")
    copy = tmp_path / "elsewhere" / "net.py"
    copy.parent.mkdir()
    copy.write_text("from ..layers import SIZE\n")
    assert load_module(copy, original=folder / "net.py").SIZE == 7
    copy.write_text("from edited_helper import SIZE\n")
    assert load_module(copy, original=tmp_path / "beside.py").SIZE == 8


def test_the_switches_hold_for_the_process(tmp_path):
    path = tmp_path / "switched.py"
    path.write_text(
        "import jax, jax.numpy as jnp\n"
        "def f():\n"
        "    return jnp.ones(jax.device_count()), jax.config.jax_default_matmul_precision == 'float32'\n"
    )
    request = Request(str(path), "f", devices=4, precision="float32", x64=True, last="jaxpr")
    inspection = UserInspection(request)
    for _ in inspection.run():
        pass
    assert "f64[4]" in inspection.stage("jaxpr").text
    assert "True" in inspection.stage("jaxpr").text
