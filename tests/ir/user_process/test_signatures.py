"""What a file says of its functions without being run, and how calls are typed."""

import pytest

from jaxstudio.errors import UsageError
from jaxstudio.ir.user_process.loading import Written, read_functions, read_places, read_static, split_words

TEXT = """
import os
os.abort()

def f(x, /, y, *, z=1):
    def inside(q): pass

def _hidden(x): pass

g = jax.jit(f)
h = lambda a, b: a
n = 3

class Model:
    @staticmethod
    def loss(w): pass
    def method(self): pass

if True:
    def k(): pass
"""


def test_functions_are_found_and_nothing_is_run(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(TEXT)
    assert read_functions(path) == [
        Written("f", ("x", "y"), 5),
        Written("g", (), 10),
        Written("h", ("a", "b"), 11),
        Written("Model.loss", ("w",), 16),
        Written("k", (), 20),
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"def f(x:\n  pass", "own.py, line 1: .*never closed"),
        (b"\xff\xfe\x00", "own.py: a Python file in UTF-8"),
        (b"x = '\x00'", "own.py"),
        (b"(" * 5000, "own.py"),
    ],
)
def test_what_is_no_program_is_said_in_one_line(tmp_path, content, said):
    (tmp_path / "own.py").write_bytes(content)
    with pytest.raises(UsageError, match=said) as caught:
        read_functions(tmp_path / "own.py")
    assert "\n" not in str(caught.value)


def test_static_values_by_name_or_place():
    parameters = ("x", "n", "mode")

    def read(text, parameters=parameters):
        return read_static(split_words(text), parameters)

    assert read('n=3, mode="a,b"') == ({1: 3, 2: "a,b"}, ())
    assert read("mode=same,1=[1, 2], x") == ({2: "same", 1: [1, 2]}, ("x",))
    assert read("n=True, 0=None") == ({1: True, 0: None}, ())
    assert read("n=3, 2=4", ()) == ({"n": 3, 2: 4}, ()), "as on the command line, before the file is read"
    assert read("") == ({}, ())
    for wrong in ("n=", "=3", "m=3", "9999=1", "x-y"):
        with pytest.raises(UsageError):
            read(wrong)


def test_places_by_name_or_number():
    assert read_places("w, 0", ("x", "w")) == (0, 1)
    assert read_places(" ", ()) == ()
    with pytest.raises(UsageError, match="'z' is no parameter: expected one of x, w"):
        read_places("z", ("x", "w"))
