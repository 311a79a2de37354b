"""Tables in the shapes in which people keep them, against readings by hand and by NumPy."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaxstudio.errors import DataError
from jaxstudio.functions.fitting import table
from jaxstudio.functions.fitting.table import Points, read_table


def test_layouts(subtests):
    for text, expected in (
        ("1,2\n3,4\n", {"x": [1, 3], "y": [2, 4]}),
        ("time,speed\n1,2\n3,4", {"time": [1, 3], "speed": [2, 4]}),
        ("time, speed\n1, 2\n3, 4", {"time": [1, 3], "speed": [2, 4]}),
        ("\ufefft\tv\r\n1.5\t-2e3\r\n3\t.5\r\n", {"t": [1.5, 3], "v": [-2000, 0.5]}),
        ("t;v\n1,5;2,25\n3;4", {"t": [1.5, 3], "v": [2.25, 4]}),
        ("t;v\n1.5;2.25\n3;4", {"t": [1.5, 3], "v": [2.25, 4]}),
        ("1,5 2,5\n3,5 4,5", {"x": [1.5, 3.5], "y": [2.5, 4.5]}),
        ("t v\n1,5   2,5\n3,5\t4", {"t": [1.5, 3.5], "v": [2.5, 4]}),
        ("1,2 3,4", {"x": [1.2], "y": [3.4]}),
        ("  1   2 \n\n  3   4 ", {"x": [1, 3], "y": [2, 4]}),
        ("# made by hand\n# t v\n1 2\n3 4", {"t": [1, 3], "v": [2, 4]}),
        ("% a comment with six words in it\n1 2 3", {"x": [1], "y": [2], "column 3": [3]}),
        ("1 2 # the first\n// between\n3 4", {"x": [1, 3], "y": [2, 4]}),
        ('"time (s)","a, b"\n"1","2"', {"time (s)": [1], "a, b": [2]}),
        ("x,x,,x\n1,2,3,4", {"x": [1], "x 2": [2], "column 3": [3], "x 3": [4]}),
        ("a,b\n1,2,\n3,4,\n", {"a": [1, 3], "b": [2, 4]}),
        ("1,2,\n3,4,\n", {"x": [1, 3], "y": [2, 4]}),
        ("7\n8\n9", {"y": [7, 8, 9]}),
        ("−1;2", {"x": [-1], "y": [2]}),
        ("1;2\n3;4;\n", {"x": [1, 3], "y": [2, 4]}),
    ):
        with subtests.test(text=text):
            found = read_table(text).columns
            assert {name: column.tolist() for name, column in found.items()} == expected


@pytest.mark.parametrize("delimiter", [" ", ",", ";", "\t"])
def test_what_numpy_writes_is_read_to_the_last_bit(delimiter):
    values = np.random.default_rng(0).normal(size=(50, 3)) * 10.0 ** np.arange(-150, 150, 100)
    text = io.StringIO()
    np.savetxt(text, values, fmt="%.17g", delimiter=delimiter, header=delimiter.join("abc"))
    found = read_table(text.getvalue())
    np.testing.assert_array_equal(np.stack(list(found.columns.values()), 1), values)
    assert list(found.columns) == list("abc")


def test_missing_values_are_skipped_and_counted():
    found = read_table("t,v,w\n1,2,1\n,3,1\n4,NA,1\n5,nan,1\n6,7,\n8,-inf,1\n9,10,1")
    points = found.points("t", "v")
    assert points.x.tolist() == [1, 6, 9]
    assert points.y.tolist() == [2, 7, 10]
    assert points.skipped == 4
    assert found.points("t", "v", sigma="w").skipped == 5


def test_columns_are_chosen_by_name():
    found = read_table("who,t,v,s,u\nAda,1,2,3,4\nAlan,5,6,7,8")
    points = found.points()
    assert points.names == ("t", "v")
    points = found.points(y="u", sigma="s")
    assert (points.names, points.sigma.tolist()) == (("t", "u"), [3, 7])
    points = found.points(["v", "t"], "s")
    assert points.inputs.tolist() == [[2, 6], [1, 5]]
    assert found.points(x="v").names == ("v", "t")
    alone = read_table("5\n6\n\n7").points()
    assert (alone.x.tolist(), alone.y.tolist(), alone.names) == ([1, 2, 3], [5, 6, 7], ("row", "y"))


def test_what_cannot_be_read_is_told_with_its_place(subtests):
    for text, words in (
        ("", "no data"),
        ("# only a comment", "no data"),
        ("a,b", "header"),
        ("one two three\nfour five six", "'four'"),
        ("1,2\n3\n", "line 2 has 1 field; expected 2"),
        ("a,b\n\n1,2\n3,4,5\n", "line 4 has 3 fields; expected 2 as in line 1"),
        ("NA\nNA", "no numbers"),
        ('""', "no numbers"),
        ("1," * 300, "300 columns|301 columns"),
        ('"' + "1" * 200_000 + '",2', "cannot be read"),
    ):
        with subtests.test(text=text):
            with pytest.raises(DataError, match=words) as caught:
                read_table(text)
            assert "\n" not in str(caught.value)


def test_a_fault_names_line_column_and_text():
    found = read_table("# speeds\nt,v\n1,2\n2,3..5\n3,abc")
    with pytest.raises(DataError, match=r"line 4, column 2 \(v\): '3..5'"):
        found.points("t", "v")
    with pytest.raises(DataError, match=r"line 2, column 1 \(x\): '2,5'"):
        read_table("1.5;1\n2,5;2").points()
    with pytest.raises(DataError, match="no column 'w'; expected one of t"):
        found.points("t", "w")
    with pytest.raises(DataError, match="beside t"):
        found.points("t")
    with pytest.raises(DataError, match="'1e999'"):
        read_table("1e999\n1e999")
    with pytest.raises(DataError, match="no points"):
        read_table("1,\n,1").points()
    with pytest.raises(DataError, match="above 0"):
        read_table("1,2,0").points("x", "y", sigma="column 3")


def test_sizes_are_limited(monkeypatch):
    monkeypatch.setattr(table, "LONGEST_TEXT", 20)
    monkeypatch.setattr(table, "MOST_ROWS", 3)
    with pytest.raises(DataError, match="21 characters"):
        read_table("1" * 21)
    with pytest.raises(DataError, match="line 4: too many rows"):
        read_table("1\n2\n3\n4")
    assert read_table("1\n2\n3").rows == 3


@given(st.one_of(st.text(), st.text('0123456789,;.\t\n #xe-+"', max_size=80)))
def test_any_text_is_a_table_or_told_in_one_line(text):
    message = ""
    try:
        found = read_table(text)
        assert all(column.shape == (found.rows,) for column in found.columns.values())
    except DataError as error:
        message = str(error)
    assert len(message.splitlines()) <= 1


def test_points_of_arrays():
    points = Points.of([1, 2, np.nan], [3, np.inf, 5], [1, 1, 1])
    assert (len(points), points.skipped, points.names) == (1, 2, ("x", "y"))
    assert Points.of(np.ones((2, 4)), np.ones(4)).names == ("x1", "x2", "y")
    with pytest.raises(DataError, match="as many"):
        Points.of([1, 2], [1, 2, 3])
