"""Everything that must hold before a commit, with one command: `python tests/check.py`.

Format, lint, types, the direction of imports, tests; words after it go to pytest.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINT_IMPORTS = (
    "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
)
CHECKS = {
    "format": ["-m", "ruff", "format", "--check", "."],
    "lint": ["-m", "ruff", "check", "."],
    "types": ["-m", "mypy"],
    "imports": ["-c", LINT_IMPORTS],
    "tests": ["-m", "pytest", "-n", "2"],
}


def main() -> int:
    """Run every check, show what it prints, and name those that failed."""
    failed = []
    for name, command in CHECKS.items():
        print(f"== {name}", flush=True)
        words = sys.argv[1:] if name == "tests" else []
        if subprocess.run([sys.executable, *command, *words], cwd=ROOT, check=False).returncode:
            failed.append(name)
    print(f"failed: {', '.join(failed)}" if failed else "all is well", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
