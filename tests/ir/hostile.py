"""Forty kinds of files that do what no file should, each with what is to come of it.

`TAG` is replaced by the seconds that a `sleep` of theirs lasts, by which a process that escaped is recognised
even where its environment is empty.
"""

import os
from dataclasses import dataclass
from pathlib import Path

TAG = f"86399.{os.getpid():09d}"  # other tests may run beside these
MARK = "JAXSTUDIO_TEST"  # in the environment of a test
REPORT = "report"  # all stages, cost, timing
SLEEP = "['sleep', 'TAG']"
USUAL = "import jax, jax.numpy as jnp\ndef f(x):\n    return jnp.sin(x) * 2\n"


@dataclass(frozen=True)
class Hostile:
    """`comes` is REPORT, "unmeasured: …" or "error: …" with a regular expression of the line; a file that
    is to be ended by the limit has few `seconds`."""

    text: str
    comes: str = REPORT
    seconds: float = 90.0
    measure_seconds: float = 60.0
    memory_gb: int = 16


def processes_left(mark, but=()):
    """The command lines of the processes that inherited the mark or sleep for TAG, but for this one and those
    of the numbers `but`."""

    def read(process, what):
        try:
            return Path(f"/proc/{process}/{what}").read_bytes().decode(errors="replace")
        except OSError:
            return ""

    ours = {str(number) for number in (os.getpid(), *but)}
    processes = [name for name in os.listdir("/proc") if name.isdigit() and name not in ours]
    lines = [(read(each, "environ"), read(each, "cmdline")) for each in processes]
    return [line for environment, line in lines if mark in environment or TAG in line]


def write(folder, kind):
    """The file of a kind, written anew."""
    path = folder / "hostile.py"
    path.write_text(kind.text.replace("TAG", TAG))
    return path


def at_import(text, **wanted):
    """Does something, then defines an honest function."""
    return Hostile(f"{text}\n{USUAL}", **wanted)


def in_function(body, head="", **wanted):
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return Hostile(f"import jax, jax.numpy as jnp\n{head}\ndef f(x):\n{lines}", **wanted)


def in_run(body, head="", **wanted):
    """Does something each time that the compiled function runs."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return Hostile(
        f"import jax, jax.numpy as jnp, numpy as np\n{head}\ndef host(x):\n{lines}    return np.sin(x)\n"
        "def f(x):\n    return jax.pure_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x)\n",
        **wanted,
    )


ENDED = {"comes": "error: not done after", "seconds": 2.0}

KINDS = {
    # processes
    "popen": at_import(f"import subprocess\nsubprocess.Popen({SLEEP})"),
    "fork that sleeps": at_import(
        "import os, time\nif os.fork() == 0:\n    time.sleep(TAG)\n    os._exit(0)"
    ),
    "fork that goes on": at_import("import os\nos.fork()"),
    "fork bomb": at_import(
        "import os, time\nfirst = os.getpid()\nfor _ in range(4):\n    os.fork()\n"
        "if os.getpid() != first:\n    time.sleep(TAG)"
    ),
    "grandchild in a session of its own": at_import(
        f"import os\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
        f"        os.execvp('sleep', {SLEEP})\n    os._exit(0)"
    ),
    "grandchild without environment": at_import(
        f"import os\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
        f"        os.execve('/bin/sleep', {SLEEP}, {{}})\n    os._exit(0)"
    ),
    "multiprocessing": at_import(
        "import multiprocessing, time\nif __name__ == '__inspected__':\n"
        "    multiprocessing.get_context('fork').Process(target=time.sleep, args=(TAG,)).start()"
    ),
    "shell in the background": at_import("import os\nos.system('sleep TAG & sleep TAG &')"),
    "kills its guardian": at_import(
        f"import os, signal, subprocess, time\nsubprocess.Popen({SLEEP})\n"
        "os.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(TAG)",
        comes="error: its process was ended by signal SIGKILL",
    ),
    "stops its guardian": at_import(
        f"import os, signal, subprocess, time\nsubprocess.Popen({SLEEP})\n"
        "os.kill(os.getppid(), signal.SIGSTOP)\ntime.sleep(TAG)",
        **ENDED,
    ),
    "kills itself": at_import(
        "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", comes="error: .*ended by signal SIGKILL"
    ),
    "stops itself": at_import("import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", **ENDED),
    "kills its group": at_import("import os, signal\nos.killpg(0, signal.SIGKILL)", comes="error: .*SIGKILL"),
    # endings
    "sys.exit": at_import("import sys\nsys.exit(3)", comes="error: ended its process itself"),
    "os._exit": at_import("import os\nos._exit(7)", comes="error: ended with exit code 7 and no answer"),
    "abort": at_import("import os\nos.abort()", comes="error: .*signal SIGABRT"),
    "segmentation fault": at_import("import ctypes\nctypes.string_at(0)", comes="error: .*signal SIGSEGV"),
    "raises at exit": at_import(
        "import atexit\ndef last():\n    raise ValueError('at exit')\natexit.register(last)"
    ),
    "sleeps at exit": at_import("import atexit, time\natexit.register(time.sleep, TAG)"),
    "thread that goes on": at_import(
        "import threading, time\nthreading.Thread(target=time.sleep, args=(TAG,)).start()"
    ),
    "SystemExit while traced": in_function("raise SystemExit(4)", comes="error: SystemExit"),
    "os._exit in the run": in_run(
        "import os\nos._exit(9)", comes="unmeasured: its process ended with exit code 9"
    ),
    # signals and hangs
    "endless at import": at_import("while True: pass", **ENDED),
    "endless while traced": in_function("while True: pass", **ENDED),
    "endless in the run": in_function(
        "return jax.lax.while_loop(lambda y: y[0] < 2, lambda y: y * 0, x)",
        comes="unmeasured: not done after 1 s",
        measure_seconds=1.0,
    ),
    "holds the interpreter": at_import("import re\nre.match('(a*)*b', 'a' * 64)", **ENDED),
    "ignores every signal": at_import(
        "import signal\nfor number in range(1, 32):\n    try:\n"
        "        signal.signal(number, signal.SIG_IGN)\n"
        "    except OSError:\n        pass\nwhile True: pass",
        **ENDED,
    ),
    "deadlock": at_import(
        "import threading\nheld = threading.Lock()\nheld.acquire()\nheld.acquire()", **ENDED
    ),
    # pipes
    "closes everything": at_import(
        "import os\nos.closerange(3, 256)", comes="error: closed the pipe to JAXStudio"
    ),
    "closes what is printed": at_import("import os\nos.close(1)\nos.close(2)"),
    "closes the input": at_import("import os, sys\nsys.stdin.close()"),
    "reads": at_import("import sys\nassert sys.stdin.read() == ''"),
    "other output": at_import(
        "import sys\nclass Other:\n    def write(self, text): raise ValueError('no')\n"
        "    def flush(self): raise ValueError('no')\nsys.stdout = sys.stderr = Other()"
    ),
    "output that sleeps": at_import(
        "import sys, time\nclass Other:\n    def write(self, text): return len(text)\n"
        "    def flush(self): time.sleep(TAG)\nsys.stdout = Other()"
    ),
    "garbage on 1 and 2": at_import("import os\nfor n in (1, 2):\n    os.write(n, bytes(range(256)) * 40)"),
    "garbage on every pipe": at_import(
        "import os\nfor n in range(3, 64):\n    try:\n"
        "        os.write(n, b'12\\n{}')\n    except OSError:\n        pass",
        comes="error: ",
    ),
    "endless print": at_import("while True: print('x' * 100_000)", comes="error: printed more than 8 MB"),
    "binary print": at_import("import sys\nsys.stdout.buffer.write(bytes(range(256)) * 100)"),
    "10,000 warnings": at_import(
        "import warnings\nwarnings.simplefilter('always')\n"
        "for n in range(10_000):\n    warnings.warn(f'number {n}')"
    ),
    # memory
    "eats memory": at_import(
        "held = []\nwhile True:\n    held.append(bytearray(1 << 28))",
        comes="error: not enough memory",
        memory_gb=3,
    ),
    "huge result": in_function(
        "return jnp.broadcast_to(x, (1 << 20, 1 << 14, 8)) + 1", comes="unmeasured: ", memory_gb=8
    ),
    # Python itself
    "changes the folder": at_import("import os\nos.chdir('/')"),
    "replaces functions": at_import(
        "import json, time, builtins\njson.dumps = None\nbuiltins.len = None", comes="error: "
    ),
    "removes modules": at_import(
        "import sys\n"
        "for name in [n for n in sys.modules if n.startswith('jaxstudio')]:\n    del sys.modules[name]"
    ),
    "recursion": in_function("return f(x)", comes="error: RecursionError"),
    "recursion without a bound": at_import(
        "import sys\nsys.setrecursionlimit(10**9)\ndef g(n):\n    return g(n + 1) + 1\ng(0)",
        comes="error: ",
        memory_gb=1,
    ),
    "error without words": in_function(
        "raise Wordless()",
        "class Wordless(Exception):\n    def __str__(self): raise ValueError('no')",
        comes="error: line .*Wordless",
    ),
    "error of a megabyte": in_function(
        "raise ValueError('x' * (1 << 20))", comes="error: line .*ValueError: x"
    ),
    "raising callback": in_run(
        "raise ValueError('within the callback')", comes="unmeasured: .*ValueError: within the callback"
    ),
    "SystemExit in a callback": in_run("raise SystemExit(3)", comes="unmeasured: "),
    "generator": in_function("yield x", comes="error: "),
    "no array": in_function("return 'text'", comes="error: "),
    "other than itself": in_function("raise KeyboardInterrupt", comes="error: .*KeyboardInterrupt"),
    "BaseException": in_function("raise Own()", "class Own(BaseException): pass", comes="error: .*Own"),
    "traces the interpreter": at_import(
        "import sys\nsys.settrace(lambda *a: None)\nsys.setprofile(lambda *a: None)"
    ),
    "limits itself": at_import("import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))"),
}
# Everything that once lost the report, in one file.
TOGETHER = at_import(
    f"""import atexit, os, subprocess, threading, time
subprocess.Popen({SLEEP})
if os.fork() == 0:
    time.sleep(TAG)
    os._exit(0)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execve('/bin/sleep', {SLEEP}, {{}})
    os._exit(0)
os.fork()
atexit.register(time.sleep, TAG)
threading.Thread(target=time.sleep, args=(TAG,)).start()"""
)
