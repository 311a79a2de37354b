"""A row of suite `ir`: what the window does at once while somebody types fast into the playground.

The hand types into a function of 60 lines. It stops inside a parenthesis, so that an error is shown, and
after a line, so that the program is compiled. At some lines it waits for the stages, at others it types on
while they come.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSettings, Qt, QTimer
from PySide6.QtTest import QTest

from benchmarks.heartbeat import Heartbeat, wait_until
from benchmarks.live import PAUSE_MS, run_child
from benchmarks.measurement import Options, Row
from jaxstudio.app.inspector.code_canvas import CodeCanvas
from jaxstudio.app.inspector.panel import Panel
from jaxstudio.app.main import Start, make_application
from jaxstudio.app.main_window import MainWindow
from jaxstudio.app.playground.bench import Bench
from jaxstudio.ir.stages import Kind

NAME = "typing into a function of 60 lines"
CHILD = "import sys; from benchmarks.playground import main; main(sys.argv[1])"
WINDOW = (1000, 1600)
KEY_MS, REST_S, LOOK_S = 50, 0.5, 0.02
WAIT_S = 2.0  # after the stages: colours and links come
BODY_LINES = 60
# What is typed, a line each; at "…" the hand rests, at "!" at a line's end it waits for the stages.
TYPED = (
    "scale = jnp.mean(x03 * x05)…!",
    "turned = jnp.sin(x07 * scale…) + 1.0…",
    "mixed = jnp.where(turned > scale, turned, scale / (2.0…))…!",
    "# what follows brings the rows together…",
    "rows = [mixed * k for k in range(3…)]…!",
    "total = jnp.stack(rows).sum(axis=0)…",
    'kept = {"total": total, "scale": scale…}…!',
    "again = jax.nn.softmax(kept[\"total\"], axis=-1)…",
    "weights = jnp.exp(-again…) / jnp.sqrt(scale + 2.0)…!",
    "x30 = x29 + weights * total…!",
)  # fmt: skip


def rows(options: Options) -> Iterator[Row]:
    """The longest stretch of the window's thread, in processor time, with the keys above 16 ms."""
    if options.wants(NAME):
        order = {"lines": 3 if options.quick else len(TYPED)}
        yield row_of(run_child(CHILD, json.dumps(order)))


def row_of(found: dict[str, Any]) -> Row:
    """The row of what the window's process noted."""
    longest, over = max(found["stretches"]), sum(ms > PAUSE_MS for ms in found["stretches"])
    old, most = found["old"], found["most_compiling"]
    return Row(
        "ir", NAME, f"{found['keys']} keys", longest,
        target=f"<= {PAUSE_MS:g} ms at once, nothing old shown, one compilation",
        met=longest <= PAUSE_MS and not old and most <= 1,
        more={"over_16_ms": over, "old_shown": old, "most_compiling": most, "results": found["results"]},
        remark=f"{over} stretches over {PAUSE_MS:g} ms of processor time; {found['results']} results, {old} "
        f"paintings of an old one; {most} compilations at once at most",
    )  # fmt: skip


def program(folder: Path) -> str:
    """A function of 60 lines; while a process has it loaded, its number is in the folder."""
    forms = ("jnp.tanh({0} @ w)", "{0} * 0.5 + {1}", "jnp.where({0} > {1}, {0}, -{1})", "jnp.sin({0}) / 2.0")
    line = [forms[0], *forms[1:] * 3]
    body = [
        f"    x{k:02} = {line[k % len(line)].format(f'x{k - 1:02}', f'x{max(k - 3, 0):02}')}"
        for k in range(1, BODY_LINES - 1)
    ]
    return "\n".join(
        [
            "# inspect: f(f32[32,32], f32[32,32])",
            "import os, pathlib",
            "import jax",
            "import jax.numpy as jnp",
            f"pathlib.Path({str(folder)!r}, str(os.getpid())).touch()",
            "",
            "def f(x00, w):",
            *body,
            f"    return x{BODY_LINES - 2:02}",
            "",
        ]
    )


def main(order: str) -> None:
    """Type as many lines as `order` says into a real window, and print what was noted, both as JSON."""
    wanted = json.loads(order)
    make_application()
    folder = Path(os.environ["JAXSTUDIO_BENCH_FOLDER"])
    start = Start(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
    found = drive(start, folder / "loaded", TYPED[: wanted["lines"]])
    start.window.close()
    print(json.dumps(found), flush=True)


def drive(start: Start, folder: Path, lines: tuple[str, ...]) -> dict[str, Any]:
    """Open the program in the playground, let it run, and type."""
    folder.mkdir()
    window = start.window
    window.resize(WINDOW[1], WINDOW[0])
    start.show()
    window.commands["show_playground"]()
    wait_until(lambda: start.ahead is True and panel_of(start) is not None, window)
    bench, panel = window.playground.build(), panel_of(start)
    assert panel is not None
    bench.code.show_own(program(folder))
    bench.code.allow()
    hand, heartbeat = Hand(window, bench, panel), Heartbeat(window)
    hand.wait_for_stages()
    bench.editor.go_to(len(program(folder).split("\n")) // 2)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_End)
    hand.wait(WAIT_S)
    start.garbage.skip_survivors()
    heartbeat.start()
    with Compilations(folder) as compilations:
        for line in lines:
            hand.type("\n")
            hand.type_line(line)
    heartbeat.stop()
    return {
        "stretches": heartbeat.processor,
        "keys": hand.keys,
        "results": hand.results,
        "old": hand.old,
        "most_compiling": compilations.most,
    }


def panel_of(start: Start) -> Panel | None:
    return start.window.inspector.panel


class Hand(QObject):
    """Types, and looks at every painting of a text whether it belongs to the program as it stands."""

    def __init__(self, window: MainWindow, bench: Bench, panel: Panel) -> None:
        super().__init__(window)
        self.window, self.bench, self.panel = window, bench, panel
        self.keys = self.results = self.old = 0
        self.views = [panel.code.left.view, panel.code.right.view]
        for view in self.views:
            view.viewport().installEventFilter(self)
        panel.controller.report_changed.connect(self._count)

    def _count(self) -> None:
        self.results += self.panel.controller.report is not None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            view = next(each for each in self.views if each.viewport() is watched)
            self.old += not self._covered(view) and self._is_old(view)
        return False

    def _covered(self, view: CodeCanvas) -> bool:
        return view.dimmed or not view.model.lines

    def _is_old(self, view: CodeCanvas) -> bool:
        stages = self.panel.controller.stages
        texts = [stage.text for stage in stages if stage.kind is Kind.SOURCE]
        return view.model.stage not in stages or texts != [self.bench.code.text]

    def wait(self, seconds: float) -> None:
        over: list[bool] = []
        QTimer.singleShot(round(seconds * 1e3), self, lambda: over.append(True))
        wait_until(lambda: bool(over), self)

    def wait_for_stages(self) -> None:
        """Wait until the stages of the program as it stands are shown, or its error."""
        panel, code = self.panel, self.bench.code

        def there() -> bool:
            chosen = panel.controller.inspectable
            return panel.settled and chosen is not None and (chosen.key == code.key or bool(code.error))

        wait_until(there, self)
        self.wait(WAIT_S)

    def type_line(self, line: str) -> None:
        for letter in line:
            if letter == "…":
                self.wait(REST_S)
            elif letter == "!":
                self.wait_for_stages()
            else:
                self.type(letter)

    def type(self, letter: str) -> None:
        """Press a key of the window, and wait for the next one's turn."""
        self.keys += 1
        handle = self.window.windowHandle()
        key = Qt.Key.Key_Return if letter == "\n" else letter
        QTimer.singleShot(0, self, lambda: QTest.keyClick(handle, key))  # type: ignore[arg-type]
        self.wait(KEY_MS / 1e3)


class Compilations:
    """`most`: in how many processes the typed program was loaded at one time."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.most = folder, 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> Compilations:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(LOOK_S):
            alive = sum(Path("/proc", name).exists() for name in os.listdir(self.folder))
            self.most = max(self.most, alive)
