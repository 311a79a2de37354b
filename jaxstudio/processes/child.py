"""One child process as its parent sees it: started, spoken to, killed."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable
from io import FileIO
from pathlib import Path

from jaxstudio.processes.channel import Message, Reader, Writer, widen

LAST_LINES = 40
CLOSED = "closed"


def _environment() -> dict[str, str]:
    """The parent's, with this very package found first, and JAX kept to the processor.

    Curves of thousands of points gain nothing from a graphics card, and float64 is slow or missing there.
    """
    root = str(Path(__file__).resolve().parents[2])
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {"JAX_PLATFORMS": "cpu", **os.environ, "PYTHONPATH": os.pathsep.join(paths)}


class Child:
    """A process that answers. Both callbacks are called on its reading thread, `on_end` last."""

    def __init__(
        self,
        handlers: str,
        memory_bytes: int,
        on_message: Callable[[Child, Message], None],
        on_end: Callable[[Child], None],
    ) -> None:
        self.ready = False
        self.killed = ""
        self._on_message, self._on_end = on_message, on_end
        # -P: a file called numpy.py in the folder one happens to be in is not imported
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "jaxstudio.functions.worker", handlers, str(memory_bytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=_environment(),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        assert isinstance(self._process.stdin, FileIO)
        assert isinstance(self._process.stdout, FileIO)
        widen(self._process.stdin)
        self._writer, self._reader = Writer(self._process.stdin), Reader(self._process.stdout)
        self._said: deque[str] = deque(maxlen=LAST_LINES)
        self._errors = threading.Thread(target=self._hear_errors, name="jaxstudio-child-errors", daemon=True)
        self._thread = threading.Thread(target=self._listen, name="jaxstudio-child", daemon=True)
        self._errors.start()
        self._thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, message: Message) -> None:
        """Send; when the child has just died that is told by `on_end` alone."""
        try:
            self._writer.send(message)
        except OSError:
            return

    def kill(self, why: str) -> None:
        """End it at once, whatever it is doing."""
        self.killed = self.killed or why
        self._process.kill()

    def close(self) -> None:
        """End it and wait for it and its threads; not to be called by its callbacks."""
        self.kill(CLOSED)
        self._thread.join()

    def last_words(self) -> str:
        """How it ended, in one line: what it wrote last to stderr, and its exit code."""
        code = self._process.wait()
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        said = [line for line in self._said if line.strip()]
        return f"{how}: {said[-1].strip()}" if said else how

    def _hear_errors(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as stream:
            rest = b""
            while block := stream.read(1 << 16):
                *lines, rest = (rest + block).split(b"\n")
                self._said.extend(line.decode(errors="replace") for line in lines)
                rest = rest[-4096:]
            self._said.append(rest.decode(errors="replace"))

    def _listen(self) -> None:
        try:
            while (message := self._reader.receive()) is not None:
                if message.kind == "ready":
                    self.ready = True
                self._on_message(self, message)
        finally:
            self._process.kill()
            self._process.wait()
            self._errors.join()
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.close()
            self._process.stdout.close()
            self._on_end(self)
