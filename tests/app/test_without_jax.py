"""The window computes in other processes: none of its modules, and nothing that crosses to it, loads JAX."""

import pkgutil
import subprocess
import sys

import pytest

import jaxstudio.app
from jaxstudio.functions.client import VALUES as FUNCTIONS
from jaxstudio.inspect_targets.requests import VALUES as INSPECTOR

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


@pytest.mark.parametrize(
    "names",
    [window_modules(), FUNCTIONS, INSPECTOR],
    ids=["the window", "what functions answer", "what the inspector answers"],
)
def test_importing_it_loads_no_jax(names):
    assert len(names) >= 5
    command = [sys.executable, "-c", SCRIPT, *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
