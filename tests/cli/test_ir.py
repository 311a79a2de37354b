"""`jaxstudio ir`: the table, the texts, JSON, files, and one line for everything that is wrong."""

import json
import os
import subprocess
import sys

import pytest

from jaxstudio.cli.main import main

ENVIRONMENT = {**os.environ}


@pytest.fixture
def ir(capsys):
    """ir("op:gamma", …): the exit code, what was printed, and what went to stderr."""

    def ir(*words):
        code = main(["ir", *words])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return ir


QUICK = ("--no-passes", "--no-run")


def test_the_table(ir):
    code, out, _ = ir("expr:x^2 sin x", "--points", "8")
    assert code == 0
    lines = out.split("\n")
    assert lines[0] == "order 0 on cpu:0"
    assert lines[2].split() == ["stage", "lines", "bytes", "ms", "linked"]
    for stage in ("source", "jaxpr", "stablehlo", "hlo", "optimized", "buffers", "llvm", "asm"):
        assert any(line.split()[:1] == [stage] for line in lines)
    assert any("100% of" in line for line in lines)
    assert any("--stage pass" in line for line in lines)
    assert any("flops" in line and "bytes moved" in line for line in lines)
    assert any("ms until ready" in line for line in lines)


def test_a_stage_is_printed_as_it_is(ir):
    code, out, _ = ir("expr:x^2", "--stage", "jaxpr", "--points", "4", *QUICK)
    assert code == 0
    assert out.startswith("{ lambda ; a:f64[4]. let")
    assert "integer_pow[y=2] a" in out or "square a" in out or "mul a a" in out
    code, out, _ = ir("expr:x^2", "--orders", "0..1", "--stage", "jaxpr", *QUICK)
    assert "==== jaxpr [order 0]\n" in out
    assert "==== jaxpr [order 1" in out


def test_json_of_one_part(ir):
    code, out, _ = ir("expr:x^2", "--json", "--points", "4", "--no-passes")
    document = json.loads(out)
    assert code == 0
    assert document["target"] == "expr:x^2"
    assert document["device"] == "cpu:0"
    names = [stage["name"] for stage in document["stages"]]
    assert names[:5] == ["source", "jaxpr", "stablehlo", "hlo", "optimized"]
    assert document["stages"][0]["text"] == "x^2"
    assert all(link["from"] in names and link["to"] in names for link in document["links"])
    assert [1, 0, 1, 3] in document["items"]["source"]
    assert document["cost"]["flops"] > 0
    assert document["cost"]["ready_ms"] > 0
    assert document["compilation_log"][-1]["function"] == "curve"


def test_json_of_an_op(ir):
    code, out, _ = ir("op:gamma", "--json", *QUICK)
    document = json.loads(out)
    assert code == 0
    assert len(document["parts"]) > 1
    kinds = ("source", "jaxpr", "stablehlo", "hlo", "optimized", "buffers", "llvm", "asm")
    assert all(stage["name"].startswith(kinds) for stage in document["stages"])
    names = [stage["name"] for stage in document["stages"]]
    assert len(set(names)) == len(names)
    assert all({link["from"], link["to"]} <= set(names) for link in document["links"])
    assert {link["from"] for link in document["links"]} <= set(document["items"])
    assert document["cost"]["flops"] > 0


def test_parts_parameters_and_formats(ir):
    code, out, _ = ir("op:gaussian_blur", "--set", "sigma=9", "--channels", "1", *QUICK)
    assert code == 0
    parts = [line for line in out.split("\n") if line.endswith(" on cpu:0")]
    assert "Gaussian blur: columns, float32, radius up to 40 on cpu:0" in parts
    assert "Gaussian blur: rows, float32, radius up to 40 on cpu:0" in parts
    assert "Conversion to uint8 on cpu:0" in parts
    code, _, err = ir("op:gamma", "--part", "99", *QUICK)
    assert code == 2
    assert "--part 99: op:gamma has" in err


def test_a_recipe(ir, tmp_path):
    path = tmp_path / "look.json"
    from jaxstudio.files.recipes import save_recipe
    from jaxstudio.ops import CATALOGUE
    from jaxstudio.pipeline.recipe import Recipe

    save_recipe(path, Recipe().added(CATALOGUE["gamma"]))
    code, out, _ = ir(f"recipe:{path}", "--stage", "jaxpr", *QUICK)
    assert code == 0
    assert "all in one" in out


def test_files(ir, tmp_path):
    code, out, _ = ir("expr:sin x", "-o", str(tmp_path / "page.html"), *QUICK)
    assert code == 0
    assert out == f"{tmp_path / 'page.html'}\n"
    assert (tmp_path / "page.html").read_text().startswith("<!doctype html>")
    code, out, _ = ir("expr:sin x", "--orders", "0..1", "-o", str(tmp_path / "all"), *QUICK)
    folders = sorted((tmp_path / "all").iterdir())
    assert [folder.name[:3] for folder in folders] == ["01-", "02-"]
    assert (folders[0] / "report.json").exists()
    code, _, err = ir("expr:sin x", "--orders", "0..1", "-o", str(tmp_path / "two.html"), *QUICK)
    assert code == 2
    assert "--part" in err


def test_with_json_standard_output_holds_one_object(ir, tmp_path):
    for place in (tmp_path / "page.html", tmp_path / "folder"):
        code, out, err = ir("expr:sin x", "--json", "-o", str(place), *QUICK)
        assert code == 0
        assert json.loads(out)["target"] == "expr:sin x"
        assert str(place) in err
        assert place.exists()


@pytest.mark.parametrize(
    ("name", "stages"),
    [("jaxpr", ["jaxpr"]), ("j", ["jaxpr"]), ("so", ["source"]), ("stablehlo", ["stablehlo"])],
)
def test_nothing_is_compiled_for_a_stage_that_comes_before(ir, monkeypatch, name, stages):
    def compiled(*_, **__):
        pytest.fail("compiled")

    monkeypatch.setattr("jaxstudio.ir.inspection.compile_uncached", compiled)
    code, out, _ = ir("expr:x^2", "--stage", name)
    assert code == 0
    code, out, _ = ir("expr:x^2", "--stage", name, "--json")
    assert [stage["name"] for stage in json.loads(out)["stages"]] == stages


def test_what_is_not_asked_for_is_not_made(ir, monkeypatch):
    """The text of a stage needs neither a run nor links."""
    monkeypatch.setattr("jaxstudio.ir.inspection.timed", lambda *_: pytest.fail("run"))
    monkeypatch.setattr("jaxstudio.ir.inspection.lower_tagged", lambda *_: pytest.fail("compiled twice"))
    code, out, _ = ir("expr:x^2", "--stage", "optimized")
    assert code == 0
    assert out.startswith("HloModule")


def test_the_stages_that_were_made_are_shown_though_the_rest_never_comes(ir, tmp_path):
    path = tmp_path / "ends.py"
    path.write_text(
        "import os, jax\ndef ends(*_, **__):\n    os._exit(5)\njax.stages.Lowered.compile = ends\n"
        "def f(x):\n    return x * 2\n"
    )
    why = "its process ended with exit code 5 and no answer"
    code, out, err = ir(f"py:{path}:f", "--args", "f32[3]")
    assert code == 1
    assert [line.split()[0] for line in out.splitlines()[3:6]] == ["source", "jaxpr", "stablehlo"]
    assert "100% of 1" in out, "linked"
    assert f"nothing after stablehlo: {why}" in out
    assert err.splitlines()[-1] == f"jaxstudio: ends.py:f: {why}"
    code, out, _ = ir(f"py:{path}:f", "--args", "f32[3]", "--json")
    assert code == 1
    document = json.loads(out)
    assert [stage["name"] for stage in document["stages"]] == ["source", "jaxpr", "stablehlo"]
    assert document["notes"] == [f"nothing after stablehlo: {why}"]


def test_why_a_function_was_not_measured(ir, monkeypatch):
    def fails(*_):
        raise ValueError("no room\nof any kind")

    monkeypatch.setattr("jaxstudio.ir.inspection.timed", fails)
    code, out, _ = ir("expr:x^2", "--no-passes")
    assert code == 0
    assert "  not measured: ValueError: no room" in out.splitlines()
    code, out, _ = ir("expr:x^2", "--no-passes", "--json")
    assert json.loads(out)["cost"]["not_measured"] == "ValueError: no room"


def test_ones_own_function_in_a_process_of_its_own(tmp_path):
    """From a folder with a file named as a module of Python's: it must not be taken for that."""
    text = "import jax.numpy as jnp\ndef loss(w, x):\n    return jnp.sum((x @ w) ** 2)\n"
    (tmp_path / "model.py").write_text(text)
    (tmp_path / "json.py").write_text("raise RuntimeError('the wrong module')\n")
    words = ["ir", "model.py:loss", "--args", "f32[3],f32[4,3]", "--json", *QUICK]
    script = "import sys; from jaxstudio.cli.main import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-P", "-c", script, *words],
        cwd=tmp_path,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "this runs the code of model.py, in a process of its own" in done.stderr
    document = json.loads(done.stdout)
    assert document["part"] == "model.py:loss"
    assert document["coverage"]["optimized"]["share"] == 1.0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nope"], "is no target: expected op:NAME"),
        (["op:gausian"], "op:gausian: no op is called 'gausian': did you mean gaussian_blur?"),
        (["op:gamma", "--set", "gamma=wide"], "gamma"),
        (["op:gamma", "--set", "gamma"], "expected name=value"),
        (["expr:x^^2"], "something is missing"),
        (["expr:x", "--orders", "0..99"], "--orders"),
        (["expr:x", "--option", "nonsense"], "--option 'nonsense': expected name=value"),
        (["expr:x", "--option", "xla_nope=1", *QUICK], "--option xla_nope=1: "),
        (["expr:x", "--stage", "nope", *QUICK], "--stage nope: no stage begins so: expected source, jaxpr"),
        (["expr:x", "--device", "tpu:9", *QUICK], "device 'tpu:9' does not exist"),
        (["recipe:missing.json"], "missing.json"),
        (["py:missing.py:f"], "missing.py: no such file"),
        (["py:missing.py"], "expected a function, too: FILE.py:FUNCTION"),
        (["missing.py"], "expected a function, too"),
        (["py:a.py:f", "--static", "x-y"], "--static 'x-y': expected an argument, or one with its value"),
        (["py:a.py:f", "--args", "f32[3"], "--args: 'f32[3': expected arguments such as f32[3,3]"),
        (["py:no.such.module:f"], "py:no.such.module: there is no module no in this folder"),
        ([], "the following arguments are required: TARGET"),
        (["--compare", "expr:x", "nope"], "is no target: expected op:NAME"),
        (["--compare", "expr:x", "py:missing.py:f", "--stage", "jaxpr"], "missing.py: no such file"),
        (["--compare", "expr:x", "recipe:missing.json", "--stage", "jaxpr"], "missing.json"),
        (["expr:x", "--compare", "expr:x", "expr:y"], "'expr:x': --compare takes two targets"),
        (["--compare", "expr:x", "expr:x", "-o", "x"], "-o x: --compare writes no files"),
        (["expr:x", "--measure"], "--measure: a single target is measured anyway"),
        (["expr:x", "--other-args", "f32"], "--other-args: there is no other target without --compare"),
        (["expr:x", "--other-device", "cpu:0"], "--other-device: there is no other target without"),
        (["--compare", "expr:x", "expr:x", "--other-option", "a=1"], "No such compile option: 'a'"),
    ],
)
def test_what_is_wrong_is_one_line(ir, words, said):
    code, out, err = ir(*words)
    assert code == 2 if "--compare" in words else code in (1, 2)
    assert out == ""
    assert said in err.splitlines()[-1]
    assert err.splitlines()[-1].startswith("jaxstudio: ")


@pytest.mark.thorough
def test_two_functions_of_files_are_compared(ir, tmp_path):
    """Other names, other lines, another file: the same program."""
    text = "import jax.numpy as jnp\ndef {0}({1}, y):\n    return jnp.sin({1}) * 2 - y\n"
    (tmp_path / "a.py").write_text(text.format("f", "x"))
    (tmp_path / "b.py").write_text("# moved\n\n" + text.format("renamed", "other"))
    words = (f"py:{tmp_path}/a.py:f", f"py:{tmp_path}/b.py:renamed", "--args", "f32[4], f32[4]")
    code, out, _ = ir("--compare", *words)
    said = "Both have the same optimised HLO, names aside\noptimized: the same program\n"
    assert (code, out) == (0, said)


def test_what_differs_is_printed_and_the_exit_code_says_so(ir):
    code, out, _ = ir("--compare", "expr:sin(x) + x", "expr:cos(x) + x", "--stage", "jaxpr")
    assert code == 1
    lines = out.splitlines()
    assert lines[:2] == ["--- expr:sin(x) + x jaxpr", "+++ expr:cos(x) + x jaxpr"]
    changed = [line for line in lines[2:] if line[:1] in ("+", "-")]
    assert [(line[0], "sin" in line, "cos" in line) for line in changed] == [
        ("-", True, False),
        ("+", False, True),
    ]
    assert "jaxpr: 1 lines removed, 1 added" in lines
    code, out, _ = ir("--compare", "expr:sin(x) + x", "expr:sin(x) + x", "--json")
    assert (code, json.loads(out)["same"]) == (0, True)
    assert json.loads(out)["words"] == ["Both have the same optimised HLO, names aside"]
    code, out, _ = ir(
        "--compare", "expr:x", "expr:exp(sin(x)) * sin(x) + cosh(x)", "--measure", "--points", "100000"
    )
    assert code == 1
    assert out.startswith("The second has ")
    assert " × slower" in out.splitlines()[0]
    code, out, _ = ir(
        "--compare", "expr:sin(x)", "expr:sin(x)", "--orders", "0..1", "--json", "--stage", "jaxpr"
    )
    assert (code, len(json.loads(out)["stages"])) == (0, 2)
    code, out, _ = ir("--compare", "expr:x", "expr:x^3", "--json", "--stage", "jaxpr")
    document = json.loads(out)
    assert (code, document["same"], document["a"], document["b"]) == (1, False, "expr:x", "expr:x^3")
    assert any(line.startswith("+") for line in document["stages"][0]["lines"])


def test_a_limit_names_the_option_that_moves_it():
    from jaxstudio.cli.ir import with_way_out
    from jaxstudio.errors import ComputeError, UsageError

    late = ComputeError("f.py:f: not done after 120 s; its process was ended")
    assert str(with_way_out(late)) == f"{late}; --seconds allows more"
    large = ComputeError("f.py:f: used more than 16 GB of memory; its process was ended")
    assert str(with_way_out(large)) == f"{large}; --memory allows more"
    other = UsageError("f.py has no function 'g'")
    assert with_way_out(other) is other
