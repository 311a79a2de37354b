"""The program as it is installed: from a wheel, from an sdist, and as a folder that needs no Python."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LAUNCHER = ROOT / "resources" / "packaging" / "launcher.py"


def called(*words, **options):
    return subprocess.run([*map(str, words)], capture_output=True, text=True, check=True, **options).stdout


def bare_environment(home):
    """Only what a shell brings: no variable that would lead to this checkout or to this environment."""
    kept = {
        name: os.environ[name] for name in ("PATH", "PIP_INDEX_URL", "PIP_CONFIG_FILE") if name in os.environ
    }
    return {**kept, "HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (("-I", "-S", "-c", "import sys; print(sys.argv, __name__)", "x"), "['-c', 'x'] __main__"),
        (("-P", "-c", "print(40 + 2)"), "42"),
        (("-m", "jaxstudio", "--version"), "jaxstudio "),
        (("--version",), "jaxstudio "),
        (("eval", "x^2", "--at", "x=3", "--json"), '"values"'),
    ],
)
def test_the_launcher_stands_in_for_the_interpreter(words, printed):
    """A frozen program has no interpreter beside it: its children are started through itself."""
    shown = called(sys.executable, LAUNCHER, *words, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert printed in shown


def pictures_of_demo(program, folder):
    folder.mkdir()
    shown = called(program, "demo", "--out", folder / "out", env=bare_environment(folder), cwd=folder)
    return [Path(line) for line in shown.splitlines()]


def computes_in_children(program, folder):
    """A typed function and a user's own are computed in child processes, one of them isolated."""
    assert "12.0" in called(
        program, "eval", "x^3", "--at", "x=2", "--orders", "0..1", env=bare_environment(folder)
    )
    own = folder / "own.py"
    own.write_text("import jax.numpy as jnp\n\ndef f(x):\n    return jnp.sin(x) * 2\n")
    words = ("ir", f"py:{own}:f", "--args", "f32[8]", "--stage", "optimized")
    assert "ENTRY" in called(program, *words, env=bare_environment(folder))


@pytest.mark.big
@pytest.mark.timeout(1800)
@pytest.mark.skipif(importlib.util.find_spec("build") is None, reason="needs jaxstudio[packaging]")
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_installed_in_an_empty_environment(tmp_path, kind):
    called(sys.executable, "-m", "build", f"--{kind}", "--outdir", tmp_path, ROOT)
    (package,) = tmp_path.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    called(sys.executable, "-m", "venv", tmp_path / "env")
    scripts = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin")
    called(scripts / "python", "-m", "pip", "install", "-q", package)
    paths = pictures_of_demo(scripts / "jaxstudio", tmp_path / "demo")
    assert len(paths) > 3
    assert all(path.stat().st_size > 1000 for path in paths)
    computes_in_children(scripts / "jaxstudio", tmp_path)


@pytest.mark.big
@pytest.mark.timeout(1800)
@pytest.mark.skipif(importlib.util.find_spec("PyInstaller") is None, reason="needs jaxstudio[packaging]")
def test_self_contained(tmp_path):
    words = ("--noconfirm", "--distpath", tmp_path / "dist", "--workpath", tmp_path / "build")
    called(sys.executable, "-m", "PyInstaller", *words, ROOT / "resources" / "packaging" / "jaxstudio.spec")
    program = tmp_path / "dist" / "jaxstudio" / "jaxstudio"
    assert len(pictures_of_demo(program, tmp_path / "demo")) > 3
    computes_in_children(program, tmp_path)
