"""Text from files: what cannot be read is said in one line with the file's name."""

import pytest

from jaxstudio.errors import DataError
from jaxstudio.runtime.text_files import read_text


def test_text_is_read_without_its_mark(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbf\xc3\xa9t\xc3\xa9\r\n")
    assert read_text(path, 100, "a word") == "été\r\n"
    assert read_text(str(path), 10, "a word") == "été\r\n"


def test_what_cannot_be_read_is_said(tmp_path):
    path = tmp_path / "a.txt"
    for content, most, said in (
        (b"x" * 11, 10, "0 MB, expected a word of at most 0 MB"),
        (b"\xff\xfe", 10, "not UTF-8 text, expected a word"),
    ):
        path.write_bytes(content)
        with pytest.raises(DataError, match=rf"a\.txt: {said}"):
            read_text(path, most, "a word", DataError)
    with pytest.raises(DataError, match="a folder, expected a word"):
        read_text(tmp_path, 10, "a word", DataError)
    with pytest.raises(DataError, match="no such file, expected a word"):
        read_text(tmp_path / "b", 10, "a word", DataError)
    with pytest.raises(DataError, match="cannot be read"):
        read_text(path / "b", 10, "a word", DataError)
