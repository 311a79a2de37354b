"""What a shell is answered when it asks what a word may become."""

import os
import subprocess
import sys

import pytest

pytest.importorskip("argcomplete", reason="the package argcomplete is not installed")

from jaxstudio.backend import specs
from jaxstudio.ops import CATALOGUE

SCRIPT = "import sys\nsys.argv[0] = 'jaxstudio'\nfrom jaxstudio.cli.main import main\nmain()"


def answers(line, folder):
    """What the shell gets for a line whose cursor stands at its end."""
    place = folder / "answers"
    shell = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "COMP_LINE": line, "COMP_POINT": str(len(line)),
             "_ARGCOMPLETE_STDOUT_FILENAME": str(place), "_ARGCOMPLETE_SHELL": "zsh"}  # fmt: skip
    done = subprocess.run([sys.executable, "-c", SCRIPT], env={**os.environ, **shell}, timeout=60,
                          check=False, capture_output=True, text=True)  # fmt: skip
    assert done.returncode == 0, done.stderr
    return {each.partition(":")[0].strip() for each in place.read_text().split("\n")}


def test_words_are_completed(tmp_path):
    specs.keep(specs.catalogue_stamp(), specs.to_text(CATALOGUE.specs()))
    for line, expected in {
        "jaxstudio ": {"apply", "ops", "completion"},
        "jaxstudio au": {"augment"},
        "jaxstudio apply --wor": {"--working-space"},
        "jaxstudio apply --working-space ": {"linear", "encoded"},
        "jaxstudio ops gaussian": {"gaussian_blur", "gaussian_noise"},
        "jaxstudio apply -s gaussian": {"gaussian_blur", "gaussian_noise"},
        "jaxstudio guide a": {"array", "augment"},
    }.items():
        found = answers(line, tmp_path)
        assert expected <= found, (line, found)
    assert "gamma" not in answers("jaxstudio ops gaussian", tmp_path)


def test_each_shell_has_its_code(run):
    for shell, word in (("bash", "complete "), ("zsh", "compdef "), ("fish", "complete --command jaxstudio")):
        outcome = run("completion", shell)
        assert (outcome.code, word in outcome.out, "jaxstudio" in outcome.out) == (0, True, True)
    assert run("completion", "tcsh").code == 2
