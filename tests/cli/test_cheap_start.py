"""What computes nothing loads neither JAX nor NumPy: lists, help, and commands that are refused."""

import json
import subprocess
import sys

from jaxstudio.backend import specs
from jaxstudio.ops import CATALOGUE

COMMANDS = [
    ["--help"], ["--version"], ["ops"], ["ops", "--json"], ["ops", "median"], ["ops", "zzzz"], ["presets"],
    ["presets", "film-look"], ["presets", "none"], ["guide"], ["guide", "none"],
    *([name, "--help"] for name in (
        "apply", "augment", "sweep", "compare", "match", "learn", "export", "eval", "plot", "ir", "devices",
    )),
    ["apply", "cat.png"],
    ["apply", "cat.png", "-o", "out.xyz", "-s", "gamma"],
    ["apply", "cat.png", "-o", "out.png", "-s", "gama"],
    ["apply", "cat.png", "-o", "out.png", "-s", "gamma gamma=99"],
    ["apply", "cat.png", "-o", "out.png", "-s", "gamma", "--scheduler", "foo"],
    ["apply", "cat.png", "-o", "out.png", "-s", "gamma", "--log", "none/log"],
    ["apply", "cat.png", "-o", "out.png", "-r", "none.json"],
    ["apply", "cat.png", "-o", "out.png", "--preset", "none"],
    ["apply", "none.png", "-o", "out.png", "-s", "gamma"],
    ["augment", "none", "-o", "out", "-s", "random_flip"],
    ["augment", "cat.png", "-o", "out", "-s", "none"],
    ["sweep", "none.png", "-s", "gamma", "--over", "gamma", "-o", "out.png"],
    ["sweep", "cat.png", "-s", "gamma", "--over", "gamma=3..1", "-o", "out.png"],
    ["compare", "cat.png", "none.png"],
    ["match", "cat.png", "none.png", "-s", "gamma"],
    ["match", "cat.png", "cat.png", "-s", "gamma", "--move", "none"],
    ["learn", "cat.png", "none.png"],
    ["learn", "cat.png", "cat.png", "--size", "4"],
    ["export", "-s", "gama", "-o", "out.py"],
    ["eval", "1 +"],
    ["plot", "1 +", "-o", "out.png"],
    ["none"],
]  # fmt: skip
SCRIPT = """
import contextlib, io, json, sys
from jaxstudio.cli.main import main

answers = []
for words in json.load(sys.stdin):
    out, error = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        code = main(words)
    heavy = sorted({"jax", "numpy"} & set(sys.modules))
    answers.append((words, code, len(out.getvalue()), error.getvalue(), heavy))
    if heavy:
        break
json.dump(answers, sys.stdout)
"""


def test_what_computes_nothing_loads_neither_jax_nor_numpy(tmp_path):
    stamp = specs.catalogue_stamp()
    specs.keep(stamp, specs.to_text(CATALOGUE.specs()))  # as the first command or window has left it
    (tmp_path / "cat.png").write_text("never read")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], input=json.dumps(COMMANDS), cwd=tmp_path, capture_output=True,
        text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for words, code, printed, error, heavy in json.loads(done.stdout):
        assert heavy == [], f"{words} loads {heavy}"
        informs = words[-1] in (
            "--help",
            "--version",
            "ops",
            "--json",
            "median",
            "presets",
            "guide",
            "film-look",
        )
        assert (code == 0, printed > 0) == (informs, informs), (words, code, error)
        assert "Traceback" not in error
        if not informs and words[0] not in ("eval", "plot"):  # these show the place below the expression
            assert error.count("\n") == 1, (words, error)


def test_the_kept_catalogue_is_that_of_the_ops(monkeypatch):
    """Filters of one's own, which the window may use, have a file of their own."""
    stamp = specs.catalogue_stamp()
    specs.keep(stamp, specs.to_text(CATALOGUE.specs()))
    specs.keep(f"{specs.OWN}0", "[]")
    monkeypatch.delitem(sys.modules, "jaxstudio.ops")
    kept = specs.spec_catalogue()
    assert "jaxstudio.ops" not in sys.modules
    assert specs.to_text(kept.values()) == specs.to_text(CATALOGUE.specs())
