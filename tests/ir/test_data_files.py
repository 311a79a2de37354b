"""The data files of the compiler's stages are part of the wheel, and are read from a zip too."""

import fnmatch
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import jaxstudio

PACKAGE = Path(jaxstudio.__file__).parent
DATA = [path for path in (PACKAGE / "ir").rglob("*") if path.suffix in (".json", ".js", ".css")]


def test_every_data_file_is_part_of_the_wheel():
    """Hatch packs the folder, but for what git ignores."""
    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert "jaxstudio" in wheel["packages"]
    assert not {"exclude", "include", "only-include"} & set(wheel)
    assert len(DATA) >= 10
    ignored = (PACKAGE.parent / ".gitignore").read_text(encoding="utf-8").split()
    assert not [path for path in DATA for pattern in ignored if fnmatch.fnmatch(path.name, pattern)]


def test_help_is_read_from_a_zip(tmp_path):
    archive = tmp_path / "jaxstudio.zip"
    with zipfile.ZipFile(archive, "w") as held:
        for name in ("__init__.py", "errors.py", "lazy_dataclass.py", "ir/__init__.py", "ir/stages.py"):
            held.write(PACKAGE / name, f"jaxstudio/{name}")
        for path in (PACKAGE / "ir/text_view").rglob("*"):
            if path.suffix in (".py", ".json"):
                held.write(path, f"jaxstudio/{path.relative_to(PACKAGE).as_posix()}")
    program = (
        f"import sys; sys.path.insert(0, {str(archive)!r})\n"
        "from jaxstudio.ir.stages import Language\n"
        "from jaxstudio.ir.text_view.tokens import help_for\n"
        "assert '.zip' in help_for.__code__.co_filename\n"
        "print(help_for('fusion', Language.HLO))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert "one kernel" in done.stdout, done.stderr
