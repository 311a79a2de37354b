"""Modules that are imported after PySide6 are not read as text: neither time nor memory goes into it."""

import subprocess
import sys

SCRIPT = """
import linecache, sys
import jaxstudio.app
import jaxstudio.pipeline.recipe
import numpy
print(sum("jaxstudio" in name or "numpy" in name for name in linecache.cache))
"""


def test_the_sources_of_modules_are_not_kept():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=60, check=True
    )
    assert int(done.stdout) <= 2  # what was imported before PySide6 was ready


def test_a_pyside_without_that_search_is_left_alone(monkeypatch):
    from jaxstudio.app import skip_feature_search

    monkeypatch.delitem(sys.modules, "shibokensupport.feature", raising=False)
    skip_feature_search()
