"""Completion in a shell; the entry in a desktop's menu."""

from __future__ import annotations

import configparser
import os
import shlex
import shutil
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from jaxstudio.backend import specs
from jaxstudio.cli.integration import entry_text, quoted
from jaxstudio.ops import CATALOGUE

pytest.importorskip("argcomplete", reason="the package argcomplete is not installed")


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


LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="entries are for Linux desktops")


def entry(path):
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str
    parser.read(path, encoding="utf-8")
    return parser["Desktop Entry"]


@LINUX
def test_written_and_removed(run, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    outcome = run("desktop-entry")
    assert outcome.code == 0
    desktop, icon, session = (tmp_path / line for line in outcome.out.splitlines())
    assert desktop == tmp_path / "applications" / "jaxstudio.desktop"
    assert icon.read_text().startswith("<svg")
    assert {"image/jpeg", "image/png", "image/tiff", "image/webp"} <= set(
        entry(desktop)["MimeType"].split(";")
    )
    kind = ElementTree.parse(session).find("{*}mime-type")
    assert kind.get("type") in entry(desktop)["MimeType"].split(";")
    assert kind.find("{*}glob").get("pattern") == "*.jaxstudio"
    outcome = run("desktop-entry", "--remove")
    assert outcome.code == 0
    assert not any(path.exists() for path in (desktop, icon, session))
    assert run("desktop-entry", "--remove").out == ""


@LINUX
def test_the_exec_line_starts_the_program(run, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    run("desktop-entry")
    words = shlex.split(entry(tmp_path / "applications" / "jaxstudio.desktop")["Exec"])
    assert words.pop() == "%F"
    shown = subprocess.run([*words, "--version"], capture_output=True, text=True, check=True)
    assert shown.stdout.startswith("jaxstudio ")


@LINUX
@pytest.mark.skipif(
    shutil.which("desktop-file-validate") is None, reason="desktop-file-utils is not installed"
)
@pytest.mark.parametrize("program", ["/usr/bin/jaxstudio", '/home/ann lee/100% "mine" $x`\\/jaxstudio'])
def test_valid_by_the_desktops_own_tool(tmp_path, program):
    path = tmp_path / "jaxstudio.desktop"
    path.write_text(entry_text([program]), encoding="utf-8")
    checked = subprocess.run(
        ["desktop-file-validate", str(path)], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stdout) == (0, "")


@LINUX
def test_reserved_characters_are_quoted():
    assert quoted("/usr/bin/jaxstudio") == "/usr/bin/jaxstudio"
    assert quoted("/a b/c") == '"/a b/c"'
    assert quoted("/a$b/50%") == r'"/a\\$b/50%%"'


@LINUX
def test_elsewhere_it_says_so(run, monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    outcome = run("desktop-entry")
    assert outcome.code == 2
    assert "Linux" in outcome.err
