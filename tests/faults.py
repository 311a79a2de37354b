"""Puts the faults of faults.toml into a copy of the program, one at a time: do the tests see them?

    python tests/faults.py                        # all of them; takes hours
    python tests/faults.py --only 5-8             # numbers as the table has them
    python tests/faults.py --check                # whether each can still be put in
    python tests/faults.py -- -n 2                # what follows -- goes to pytest

For each fault those tests run that reach the changed module, up to the first that fails: those of its own
name, those that import it, those of modules that import it, those of its package. First the tests that always
run; where they see nothing, the thorough ones. Results are kept in a file, by which a later call goes on.
"""

import argparse
import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE, TESTS = ROOT / "jaxstudio", ROOT / "tests"
FAULTS = tomllib.loads((TESTS / "faults.toml").read_text(encoding="utf-8"))["fault"]
RESULTS = Path(tempfile.gettempdir()) / "jaxstudio-faults.json"
SUITES = {"short": ["-m", "not big and not thorough"], "thorough": ["-m", "thorough and not big"]}
# What these packages hold is in every op.
IN_EVERY_OP = {"kernels", "ops", "engine", "pipeline", "definitions"}
SECONDS = 3000
NO_TESTS = 5


def main() -> int:
    """Try the faults that are asked for, and print the table of all that have been tried."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", metavar="N-M", help="numbers of faults, such as 5 or 5-8")
    parser.add_argument("--results", type=Path, default=RESULTS, help=f"the file of results ({RESULTS})")
    parser.add_argument("--again", action="store_true", help="also those that have a result")
    parser.add_argument("--check", action="store_true", help="only whether each fault can be put in")
    parser.add_argument("words", nargs="*", help="options for pytest, after --")
    options = parser.parse_args()
    wrong = [f"{number}: {fault['file']}" for number, fault in numbered() if faulty(fault) is None]
    print("\n".join([*wrong, f"{len(wrong)} of {len(FAULTS)} cannot be put in"]))
    if options.check:
        return 1 if wrong else 0
    first, _, last = (options.only or f"1-{len(FAULTS)}").partition("-")
    asked = range(int(first), int(last or first) + 1)
    results = json.loads(options.results.read_text()) if options.results.exists() else {}
    with tempfile.TemporaryDirectory(prefix="jaxstudio-faults-") as folder:
        copy = copied(Path(folder) / "copy")
        for number, fault in numbered():
            new = options.again or str(number) not in results
            if number in asked and new and faulty(fault) is not None:
                results[str(number)] = tried(copy, fault, options.words)
                options.results.write_text(json.dumps(results, indent=1))
                print(row(number, fault, results[str(number)]), flush=True)
    return table(results)


def numbered() -> list[tuple[int, dict]]:
    return list(enumerate(FAULTS, 1))


def faulty(fault: dict) -> str | None:
    """The text of the file with the fault in it; None where the place is not found, or more than once."""
    path = PACKAGE / fault["file"]
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return text.replace(fault["old"], fault["new"]) if text.count(fault["old"]) == 1 else None


def copied(folder: Path) -> Path:
    """A copy of what git knows of, so that faults never stand where someone works."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def tried(copy: Path, fault: dict, words: list[str]) -> dict[str, str]:
    """Which test sees the fault, in which suite; and the seconds it took."""
    began, broken = time.monotonic(), []
    for suite, selection in SUITES.items():
        for files in filter(None, reaching(fault["file"])):
            while seen := with_fault(copy, fault, [*selection, *words, *files, *broken]):
                # a test that fails without the fault as well says nothing
                if "::" not in seen or not first_failure(copy, ["-m", "", seen]):
                    return {"seen": suite, "by": seen, "seconds": str(round(time.monotonic() - began))}
                broken.append(f"--deselect={seen}")
    return {"seen": "no", "by": "", "seconds": str(round(time.monotonic() - began))}


def with_fault(copy: Path, fault: dict, words: list[str]) -> str:
    """The first test that fails while the fault is in the copy, "" where all pass."""
    path = copy / "jaxstudio" / fault["file"]
    sound = path.read_text(encoding="utf-8")
    path.write_text(faulty(fault), encoding="utf-8")
    try:
        return first_failure(copy, words)
    finally:
        path.write_text(sound, encoding="utf-8")


def first_failure(copy: Path, words: list[str]) -> str:
    """The first test that fails, "" where all pass."""
    environment = {**os.environ, "PYTHONPATH": str(copy), "QT_QPA_PLATFORM": "offscreen"}
    for name in ("JAXSTUDIO_CACHE_DIR", "JAXSTUDIO_OWN_FILTERS"):
        environment.pop(name, None)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", *words],
            cwd=copy, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"the time was over ({SECONDS} s)"
    if done.returncode in (0, NO_TESTS):
        return ""
    failed = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", done.stdout, re.MULTILINE)
    return failed[0] if failed else f"pytest ended with {done.returncode}: {done.stdout[-300:]}"


def reaching(file: str) -> tuple[list[str], list[str]]:
    """The files of tests that reach a module: those near it, and the others."""
    module = "jaxstudio." + ".".join(Path(file).with_suffix("").parts)
    near = [*mirrored(file), *importers(module, TESTS)]
    far = [path for user in importers(module, PACKAGE) for path in mirrored(str(user.relative_to(PACKAGE)))]
    package = Path(file).parts[0]
    if (TESTS / package).is_dir():
        far += sorted((TESTS / package).rglob("test_*.py"))
    if package in IN_EVERY_OP:
        far.append(TESTS / "test_every_op.py")
    near = [str(path.relative_to(ROOT)) for path in dict.fromkeys(near) if path.name.startswith("test_")]
    far = [str(path.relative_to(ROOT)) for path in dict.fromkeys(far) if path.name.startswith("test_")]
    return near, [path for path in far if path not in near]


def mirrored(file: str) -> list[Path]:
    """The tests called after a module or its folder, in the folder that mirrors its own."""
    path = Path(file)
    beside = (TESTS / path.parent).glob("test_*.py") if len(path.parts) > 2 else ()
    return [
        *sorted((TESTS / path.parent).glob(f"test_*{path.stem}*.py")),
        *sorted((TESTS / path.parent.parent).glob(f"test_{path.parent.name}*.py")),
        *sorted(beside),
    ]


def importers(module: str, place: Path) -> list[Path]:
    """The files below a folder that import a module."""
    package, _, name = module.rpartition(".")
    return [path for path in sorted(place.rglob("*.py")) if imports(path, module, package, name)]


def imports(path: Path, module: str, package: str, name: str) -> bool:
    text = path.read_text(encoding="utf-8")
    if name not in text:
        return False
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            if node.module == module or (
                node.module == package and name in [alias.name for alias in node.names]
            ):
                return True
        elif isinstance(node, ast.Import) and module in [alias.name for alias in node.names]:
            return True
    return False


def row(number: int, fault: dict, result: dict[str, str]) -> str:
    """One line of the table, in Markdown."""
    cells = [number, fault["file"], fault["kind"], result["seen"], result["by"], result["seconds"]]
    return f"| {' | '.join(map(str, cells))} |"


def table(results: dict[str, dict[str, str]]) -> int:
    """Print the table; 1 if the short suite sees less than 95 % of what both see."""
    print("\n| | module | fault | seen by | first test that fails | s |\n|---|---|---|---|---|---|")
    for number, fault in numbered():
        if str(number) in results:
            print(row(number, fault, results[str(number)]))
    seen = [result["seen"] for result in results.values()]
    short, both = seen.count("short"), seen.count("short") + seen.count("thorough")
    print(
        f"\n{len(seen)} faults: {short} seen by the short suite, {both} by both, {len(seen) - both} by none"
    )
    return 0 if short >= 0.95 * both else 1


if __name__ == "__main__":
    sys.exit(main())
