"""Commands run in this process, photos in a folder of their own."""

from dataclasses import dataclass

import pytest

from jaxstudio.cli.main import main
from jaxstudio.files.photo import sample_photo
from jaxstudio.files.save import save
from jaxstudio.ops import CATALOGUE


@dataclass
class Outcome:
    code: int
    out: str
    err: str

    @property
    def line(self):
        """The only line on stderr, without the program's name."""
        lines = self.err.splitlines()
        assert len(lines) == 1, f"expected one line on stderr: {self.err!r}"
        assert lines[0].startswith("jaxstudio: ")
        return lines[0].removeprefix("jaxstudio: ")


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run a command in a folder with the small photo `cat.png`; the catalogue is as it was after the test."""
    monkeypatch.setattr(CATALOGUE, "_ops", dict(CATALOGUE._ops))  # apply --ops adds to it
    monkeypatch.chdir(tmp_path)
    save(tmp_path / "cat.png", sample_photo("cat").pixels[100:164, 100:180])

    def run(*argv):
        capsys.readouterr()
        code = main([str(word) for word in argv])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return run
