"""Searches in a process of its own, which is ended when it takes too long or nobody waits for it any more."""

from __future__ import annotations

import json
import queue
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterable
from typing import IO

from jaxstudio.errors import ComputeError
from jaxstudio.ir.text_view import finding
from jaxstudio.ir.text_view.hits import Hit, Piece

PATIENCE = 0.02  # seconds between two looks at whether it is over


def searched_apart(
    pieces: Iterable[Piece],
    pattern: re.Pattern[str],
    lowered: re.Pattern[str] | None,
    most: int,
    over: Callable[[], bool],
) -> Generator[Hit | None]:
    """The places, and None after each piece; None, and no more, once it is `over`.

    Raises:
        ComputeError: the process ended by itself.
    """
    process = subprocess.Popen(
        # alone with the standard library: no site packages, nothing of the folder one happens to be in
        [sys.executable, "-I", "-S", finding.__file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    names: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    head = [pattern.pattern, pattern.flags, lowered.pattern if lowered is not None else None, most]
    threads = [
        threading.Thread(target=_tell, args=(process.stdin, head, pieces, names), daemon=True),
        threading.Thread(target=_hear, args=(process.stdout, answers), daemon=True),
    ]
    for thread in threads:
        thread.start()
    try:
        while (name := names.get()) is not None:
            answer = _next(answers, over)
            if answer is None:
                yield None
                return
            if not answer:
                raise ComputeError("search: its process ended, perhaps for lack of memory")
            yield from (Hit(name, *span) for span in json.loads(answer))
            yield None
    finally:
        process.kill()
        process.wait()
        for thread in threads:
            thread.join()
        process.stdout.close()


def _next(answers: queue.SimpleQueue[bytes], over: Callable[[], bool]) -> bytes | None:
    while not over():
        try:
            return answers.get(timeout=PATIENCE)
        except queue.Empty:
            continue
    return None


def _tell(
    pipe: IO[bytes], head: object, pieces: Iterable[Piece], names: queue.SimpleQueue[str | None]
) -> None:
    """Send all pieces; `names` says whose piece the next answer is about, None that there are no more."""
    try:
        with pipe:
            pipe.write(json.dumps(head).encode() + b"\n")
            for name, line, piece in pieces:
                data = piece.encode("utf-8", "surrogatepass")
                if data:
                    names.put(name)
                    pipe.write(json.dumps([line, len(data)]).encode() + b"\n" + data)
                    pipe.flush()
            pipe.write(b"[0, 0]\n")
    except OSError:  # it was ended: whoever waits for its answers knows
        pass
    finally:
        names.put(None)


def _hear(pipe: IO[bytes], answers: queue.SimpleQueue[bytes]) -> None:
    for answer in pipe:
        answers.put(answer)
    answers.put(b"")
