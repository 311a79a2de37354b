"""The child process that draws functions tells its parent's compilation log what it compiled."""

import queue

from jaxstudio.app.plot import qt_client as plot_studio
from jaxstudio.functions.protocol.requests import DrawRequest, Phase, SheetLine
from jaxstudio.functions.protocol.scene import View
from jaxstudio.ir.compilation_log import COMPILATION_LOG

SECONDS = 240


def test_what_the_child_compiles_stands_in_the_compilation_log_here():
    said = queue.Queue()
    before = COMPILATION_LOG.count
    client = plot_studio.make_client(said.put, lambda error, _: said.put(error), lambda _: None)
    try:
        view = View((-10.0, 10.0), (-10.0, 10.0), 200, 200)
        client.draw(DrawRequest((SheetLine("sin(x)/x + 0.123"),), view, {}))
        while True:
            scene = said.get(timeout=SECONDS)
            assert not isinstance(scene, Exception), scene
            if scene.phase is Phase.REFINED and scene.complete:
                break
    finally:
        client.close()
    entries = COMPILATION_LOG.entries(before)
    assert entries
    assert {entry.thread for entry in entries} == {"functions"}
    assert [entry.number for entry in entries] == list(range(before + 1, before + 1 + len(entries)))
    assert all(entry.why and entry.function and entry.compile > 0 for entry in entries)
    assert any("f64[" in argument for entry in entries for argument in entry.arguments)
