"""The row of a hand that types into the playground: what it aims at, and that its programs are programs."""

import ast
from pathlib import Path

from benchmarks import playground


def row(**changes):
    found = {"stretches": [0.1, 15.0], "keys": 300, "results": 10, "old": 0, "most_compiling": 1}
    return playground.row_of(found | changes)


def test_it_aims_at_short_stretches_no_old_text_and_one_compilation():
    assert row().met
    assert row().ours_ms == 15.0
    for changes in ({"stretches": [16.5]}, {"old": 1}, {"most_compiling": 2}):
        assert row(**changes).met is False
    assert row(stretches=[17.0, 1.0, 20.0]).more["over_16_ms"] == 2


def test_the_program_has_a_function_of_sixty_lines_with_all_that_is_typed():
    text = playground.program(Path("/tmp"))
    at = text.index("    return")
    typed = [line.replace("…", "").rstrip("!") for line in playground.TYPED]
    (whole,) = (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))
    assert whole.end_lineno - whole.lineno + 1 == playground.BODY_LINES
    ast.parse(text[:at] + "".join(f"    {line}\n" for line in typed) + text[at:])
    assert sum(map(len, typed)) + len(typed) > 340
