"""A typed line becomes a curve through few modules: those whose functions run are counted."""

import inspect
import sys
import threading
from pathlib import Path

import jax
import pytest

import jaxstudio.functions
from jaxstudio.functions.protocol.requests import DrawRequest, Phase, SheetLine
from jaxstudio.functions.protocol.scene import View
from jaxstudio.functions.service import curve_lines  # noqa: F401  what the child process loads while nobody waits
from jaxstudio.functions.service.composing import Composer

PACKAGE = Path(jaxstudio.functions.__file__).parent
MOST_MODULES = 30
VIEW = View((-10.0, 10.0), (-10.0, 10.0), 800, 600)


class Job:
    def check(self):
        pass

    check_room = surrender = check

    def tell(self, scene):
        pass

    def doing(self, text, key=""):
        pass


def draw(text):
    """Draw a line and its first derivative, coarse and refined, as the child process does."""
    composer = Composer()
    try:
        for phase in Phase:
            scene = composer.draw(DrawRequest((SheetLine(text, orders=(0, 1)),), VIEW, {}, phase), {}, Job())
            (line,) = scene.lines
            assert line.error is None
            assert [curve.order for curve in line.curves] == [0, 1]
    finally:
        composer.close()


@pytest.fixture
def modules():
    """The modules of `jaxstudio.functions` whose functions run while a line is drawn, in all threads."""
    visited = set()

    def visit(frame, event, _argument):
        code = frame.f_code
        # the bodies of modules and classes are no functions
        if event == "call" and code.co_flags & inspect.CO_OPTIMIZED and code.co_filename not in visited:
            visited.add(code.co_filename)

    before = sys.getprofile()
    jax.config.update("jax_enable_x64", True)
    draw("cos(x)")
    threading.setprofile(visit)
    sys.setprofile(visit)
    try:
        draw("sin(x)")
    finally:
        sys.setprofile(before)
        threading.setprofile(before)
        jax.config.update("jax_enable_x64", False)
    inside = [Path(name) for name in visited if Path(name).is_relative_to(PACKAGE)]
    return sorted(".".join(path.relative_to(PACKAGE).with_suffix("").parts) for path in inside)


def test_a_typed_line_becomes_a_curve_through_few_modules(modules):
    assert len(modules) <= MOST_MODULES, f"{len(modules)} modules: " + ", ".join(modules)
