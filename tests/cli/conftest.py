"""Commands run in this process, photos in a folder of their own."""

from dataclasses import dataclass

import pytest

from jaxstudio.cli.main import main
from jaxstudio.files.photo import sample_photo
from jaxstudio.files.save import save


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
def run(capsys, tmp_path, monkeypatch, catalogue_restored):
    """Run a command in a folder with the small photo `cat.png`; --ops changes nothing beyond the test."""
    monkeypatch.chdir(tmp_path)
    save(tmp_path / "cat.png", sample_photo("cat").pixels[100:164, 100:180])

    def run(*argv):
        capsys.readouterr()
        code = main([str(word) for word in argv])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return run
