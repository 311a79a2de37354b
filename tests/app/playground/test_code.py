"""The typed program without widgets: what is run, when, and what is asked first."""

import os

import pytest
from PySide6.QtCore import QSettings
from shiboken6 import delete

from jaxstudio.app.playground.bench import examples
from jaxstudio.app.playground.code import Call, PlaygroundCode, Switches
from jaxstudio.app.playground.completion import arguments_in, call_before, modules_in, names_in
from jaxstudio.ir.user_process.request import Request

TEXT = """# inspect: g(f32[3], n=2); static n; donated x

def f(x):
    return x

def g(x, n):
    return x * n
"""


@pytest.fixture
def code(qapp, tmp_path):
    code = PlaygroundCode(QSettings(str(tmp_path / "own.ini"), QSettings.Format.IniFormat))
    code._rest.setInterval(0)
    code.asked = []
    code.inspection_requested.connect(code.asked.append)
    yield code
    code.close()
    delete(code)


def request(item):
    (part,) = item.make(None, lambda: False)
    assert isinstance(part.request.subject, Request)
    return part.request.subject


def test_what_is_typed_runs_after_one_question(code, qtbot):
    code.show_own("def f(x):\n    return x\n")
    code.edit(Call("f32[3]"))
    code.type_text("def f(x):\n    return -x\n")
    qtbot.waitUntil(lambda: not code._rest.isActive())
    assert not code.asked
    assert code.inspectables() == []
    code.allow()
    assert [request(each).arguments for each in code.asked] == ["f32[3]"]
    code.type_text("def f(x):\n    return x * 2\n")
    assert len(code.asked) == 1  # not before the keys rest
    qtbot.waitUntil(lambda: len(code.asked) == 2)
    asked = request(code.asked[-1])
    assert (asked.function, asked.arguments, asked.original) == ("f", "f32[3]", "")
    with open(asked.path, encoding="utf-8") as file:
        assert file.read() == code.text
    code.show_own(examples()[0].text)  # it was asked once
    assert len(code.asked) == 3


def test_a_file_or_a_session_is_asked_about_by_itself(code, tmp_path):
    code.show_own("def f():\n    return 1\n")
    code.allow()
    path = tmp_path / "shared.py"
    path.write_text(TEXT)
    code.open(str(path))
    assert not code.allowed
    assert len(code.asked) == 1
    code.allow()
    assert request(code.asked[-1]).original == str(path)
    values = code.session_values()
    code.take(values["text"], values["text"], "", values["function"], {})
    assert not code.allowed
    assert len(code.asked) == 2


def test_a_call_declared_in_the_text_is_the_call(code):
    code.allowed = True
    code.show_own(TEXT)
    assert (code.function, code.call) == ("g", Call("f32[3], n=2", "n", "x"))
    code.edit(Call("f32[4], n=2", "n"))
    code.text = TEXT.replace("def f", "def h")
    code.react()
    assert code.call == Call("f32[4], n=2", "n")  # typed in the form, and the text says what it said
    code.text = TEXT.replace("f32[3]", "f32[5]")
    code.react()
    assert code.call.arguments == "f32[5], n=2"


def test_an_error_names_its_line_and_nothing_is_run(code):
    code.show_own("def f(x):\n    return x\n")
    code.allow()
    code.asked.clear()
    code.text = "def f(x):\n    return (x\n"
    code.react()
    assert code.error_line == 2
    assert "line 2" in code.error
    assert not code.asked


def test_a_program_with_an_error_is_not_run_by_hand_either(code):
    code.show_own(TEXT)
    code.allow()
    code.type_text("def f(x:\n")
    code.react()
    asked = len(code.asked)
    for do in (code.run, code.allow, lambda: code.switch(Switches(x64=True))):
        do()
        assert (len(code.asked), code.error_line, code.field) == (asked, 1, "file")
    code.type_text(TEXT)
    code.run()
    assert len(code.asked) == asked + 1


def test_the_switches_are_part_of_the_request(code):
    code.show_own("def f():\n    return 1\n")
    code.allow()
    code.switch(Switches(8, True, "float32", "--xla_cpu_enable_fast_math=true"))
    asked = request(code.asked[-1])
    assert (asked.devices, asked.x64, asked.precision) == (8, True, "float32")
    assert asked.flags == "--xla_cpu_enable_fast_math=true"
    assert (
        code.inspectables()[0].details
        == "() · 8 devices · 64 bits · float32 · --xla_cpu_enable_fast_math=true"
    )
    code.switch(Switches(flags="nonsense"))
    assert "nonsense" in code.error
    assert request(code.asked[-1]) == asked


def test_a_file_that_changes_on_disk_is_followed_or_asked_about(code, tmp_path, qtbot):
    path = tmp_path / "model.py"
    path.write_text(TEXT)
    code.open(str(path))
    conflicts = []
    code.conflict.connect(lambda: conflicts.append(code.text))

    def write(text, stamp):
        path.write_text(text)
        os.utime(path, ns=(stamp, stamp))
        code.look()

    write("def new():\n    return 1\n", 10**18)
    assert code.text == "def new():\n    return 1\n"
    assert not code.modified
    code.type_text("def mine():\n    return 1\n")
    write("def theirs():\n    return 1\n", 2 * 10**18)
    assert conflicts == ["def mine():\n    return 1\n"]
    code.keep_mine()
    assert code.modified
    assert "mine" in code.text
    code.take_from_disk()
    assert not code.modified
    assert "theirs" in code.text


def test_a_text_keeps_the_encoding_that_it_names(code, tmp_path):
    path = tmp_path / "old.py"
    path.write_bytes('# coding: latin-1\ndef f():\n    return "ä"\n'.encode("latin-1"))
    code.open(str(path))
    code.allow()
    with open(request(code.asked[-1]).path, "rb") as file:
        assert file.read() == path.read_bytes()


def test_a_letter_that_the_encoding_lacks_is_an_error_of_its_line(code):
    code.show_own("# coding: latin-1\ndef f(x):\n    return x\n")
    code.allow()
    code.asked.clear()
    code.type_text("# coding: latin-1\ndef f(x):\n    return x  # α\n")
    code.react()
    assert (code.error_line, code.field) == (3, "file")
    assert "α is no character of" in code.error
    code.run()
    assert not code.asked


def test_a_null_byte_is_an_error_without_a_line(code):
    code.show_own("def f(x):\n    return x\n\0")
    assert "null byte" in code.error
    assert "None" not in code.error


def test_a_file_that_is_removed_is_no_longer_saved(code, tmp_path):
    path = tmp_path / "f.py"
    path.write_text(TEXT)
    code.open(str(path))
    assert not code.modified
    path.unlink()
    code.look()
    assert code.modified
    path.write_text(TEXT.replace("x * n", "x + n"))
    code.look()  # it is followed all the same: an editor may write a new file in its place
    assert "x + n" in code.text
    assert not code.modified


def test_modules_have_the_names_that_the_program_gives_them():
    found = modules_in("import jax.numpy as xp\nfrom jax import lax as L, random\nimport jax.scipy\n")
    assert found["xp"] == "jax.numpy"
    assert found["L"] == "jax.lax"
    assert found["jax"] == "jax"
    assert found["random"] == "jax.random"
    assert found["jnp"] == "jax.numpy"
    assert modules_in("import numpy as np\nimport numpydoc\n")["np"] == "numpy"
    assert "numpydoc" not in modules_in("import numpy as np\nimport numpydoc\n")


def test_names_of_the_text_are_those_of_its_code():
    text = 'def scaled(rate, n=3):  # not remarked\n    """Nor told."""\n    total = rate * n\n    return tot'
    found = names_in(text, len(text))
    assert set(found) == {"scaled", "rate", "total"}
    assert found["total"] == "total = rate * n"
    assert set(names_in(text, len(text), "sc")) == {"scaled"}
    assert set(names_in("größe = αβγ\nxy = 1", 0)) == {"größe", "αβγ"}
    assert call_before("y = jnp.sum(f(x)[0], ") == "jnp.sum"
    assert call_before("y = jnp.sum(f(x)[0]) + ") == call_before("y = (x[") == ""
    assert arguments_in(text, "scaled") == [("rate=", "rate"), ("n=", "n=3")]


def test_what_is_wrong_in_the_form_is_said_there(code, subtests):
    code.show_own(TEXT.split("\n", 1)[1])
    code.choose("g")
    code.allow()
    code.asked.clear()
    for call, field, said in (
        (Call("f32[3"), "arguments", "expected arguments such as f32[3,3], n=3"),
        (Call("f32[3]", "m=3"), "static", "'m' is no parameter: expected one of x, n"),
        (Call("f32[3]", "m"), "static", "'m' is no parameter: expected one of x, n"),
        (Call("x=f32[8@a]"), "arguments", "'a' is no axis of the mesh"),
        (Call("f32[3]", "n=3", "q"), "donated", "'q' is no parameter"),
        (Call("f99[3]"), "arguments", "is no dtype"),
        (Call("f32[9999999,9999999]"), "arguments", "elements"),
    ):
        with subtests.test(call=call):
            code.edit(call)
            code.run()
            assert code.asked == []
            assert code.field == field
            assert said in code.error


def test_numbers_of_64_bits_are_set_only_where_a_dtype_asks_for_them(code):
    code.show_own(TEXT.split("\n", 1)[1])
    code.choose("g")
    code.allow()
    for arguments, wide in (("x={'a': f32[64,64], 'k': key(0)}, n=3", False), ("x=f64[2], n=3", True)):
        code.edit(Call(arguments, "n"))
        code.run()
        asked = request(code.asked[-1])
        assert (asked.arguments, asked.static, asked.x64) == (arguments, ("n",), wide)


def test_the_last_call_of_a_file_is_remembered(code, tmp_path):
    path = tmp_path / "model.py"
    path.write_text(TEXT.split("\n", 1)[1])
    code.open(str(path))
    code.edit(Call("f64[2]"))
    code.allow()
    code.choose("g")
    assert code.call == Call()
    code.show_own("")
    code.open(str(path))
    assert (code.function, code.call) == ("f", Call("f64[2]"))
