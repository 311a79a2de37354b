"""Everything that must hold before a commit, with one command: `python tests/check.py`.

Format, lint, types, the direction of imports, tests; words after it go to pytest. With `--all-pythons` the
tests run on every supported Python that this machine has, each in an environment of its own (`.venvs/`), with
the newest JAX that pip finds for it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ("3.11", "3.12", "3.13")
LINT_IMPORTS = (
    "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
)
CHECKS = {
    "format": ["-m", "ruff", "format", "--check", "."],
    "lint": ["-m", "ruff", "check", "."],
    "types": ["-m", "mypy"],
    "imports": ["-c", LINT_IMPORTS],
}
TESTS = ["-m", "pytest", "-n", "2"]
INSTALLED = "import jax, sys; print('Python', sys.version.split()[0], 'with JAX', jax.__version__)"


def main() -> int:
    """Run every check, show what it prints, and name those that failed."""
    words = [word for word in sys.argv[1:] if word != "--all-pythons"]
    failed = [name for name, command in CHECKS.items() if run(name, [sys.executable, *command])]
    if "--all-pythons" not in sys.argv:
        if run("tests", [sys.executable, *TESTS, *words]):
            failed.append("tests")
    else:
        failed += on_all_pythons(words)
    print(f"failed: {', '.join(failed)}" if failed else "all is well", file=sys.stderr)
    return 1 if failed else 0


def run(name: str, command: list[str]) -> int:
    print(f"== {name}", flush=True)
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def on_all_pythons(words: list[str]) -> list[str]:
    """Run the tests on each supported Python; the names of those that failed. A missing one is said."""
    failed = []
    for version in PYTHONS:
        interpreter = find_python(version)
        if interpreter is None:
            print(f"== Python {version}: not on this machine (uv, pyenv, PATH)", flush=True)
            continue
        folder = ROOT / ".venvs" / version
        python = str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
        name = f"tests on Python {version}"
        steps = [
            [interpreter, "-m", "venv", str(folder)],
            [python, "-m", "pip", "install", "-q", "--upgrade", "-e", ".[test]"],
            [python, "-c", INSTALLED],
            [python, *TESTS, *words],
        ]
        if any(run(name, step) for step in steps):  # stops at the first that fails
            failed.append(name)
    return failed


def find_python(version: str) -> str | None:
    """An interpreter of this version: uv's, pyenv's, or one on the PATH."""
    candidates: list[str] = []
    if uv := shutil.which("uv"):
        found = subprocess.run([uv, "python", "find", version], capture_output=True, text=True, check=False)
        candidates += found.stdout.split("\n")[:1]
    if pyenv := shutil.which("pyenv"):
        root = subprocess.run([pyenv, "root"], capture_output=True, text=True, check=False).stdout.strip()
        candidates += map(str, sorted(Path(root, "versions").glob(f"{version}.*/bin/python"), reverse=True))
    candidates += filter(None, [shutil.which(f"python{version}")])
    asked = "import sys; print('%d.%d' % sys.version_info[:2])"
    for candidate in filter(None, candidates):
        answer = subprocess.run([candidate, "-c", asked], capture_output=True, text=True, check=False)
        if answer.stdout.strip() == version:
            return candidate
    return None


if __name__ == "__main__":
    sys.exit(main())
