"""Entry of the self-contained program: the command line, or what `python -c` and `python -m` would run.

The program starts its child processes as `sys.executable -c CODE`; once frozen, that is this program itself.
"""

import runpy
import sys


def main() -> None:
    """Run `-c CODE` or `-m MODULE` as the interpreter would, otherwise the command line."""
    words = sys.argv[1:]
    while words and words[0] in ("-I", "-S", "-P", "-E", "-s"):
        words.pop(0)
    if words[:1] == ["-c"]:
        sys.argv = ["-c", *words[2:]]
        exec(compile(words[1], "<string>", "exec"), {"__name__": "__main__"})
    elif words[:1] == ["-m"]:
        sys.argv = words[1:]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        from jaxstudio.cli.main import main as run

        sys.exit(run())


if __name__ == "__main__":
    main()
