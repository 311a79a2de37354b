"""The window computes in other processes: none of its modules loads JAX."""

import pkgutil
import subprocess
import sys

import jaxstudio.app

# what the children's messages are made of
MESSAGES = ("jaxstudio.functions.protocol.queries", "jaxstudio.inspect_targets.requests")
SCRIPT = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
    heavy = {"jax", "jaxlib"} & set(sys.modules)
    if heavy:
        sys.exit(f"{name} loads {', '.join(sorted(heavy))}")
"""


def window_modules():
    """Every module of the window."""
    return [module.name for module in pkgutil.walk_packages(jaxstudio.app.__path__, "jaxstudio.app.")]


def test_importing_it_loads_no_jax():
    names = [*window_modules(), *MESSAGES]
    assert len(names) >= 50
    command = [sys.executable, "-c", SCRIPT, *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
