"""One cache of compiled kernels for the whole run, strict arithmetic on arrays, one engine."""

import gc
import os
import sys
from collections import defaultdict
from pathlib import Path

import hypothesis
import jaxtyping
import pytest

ROOT = Path(__file__).resolve().parent.parent
# Python's collector would look at a million objects of imported modules again and again: it is off until all
# tests are collected, and leaves alone what is there by then.
gc.disable()
# A hundred child processes would compile the package anew where the environment keeps Python from writing
# bytecode, as containers often do.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
os.environ.setdefault("JAXSTUDIO_CACHE_DIR", str(ROOT / ".pytest_cache" / "jaxstudio"))
os.environ.setdefault("JAXSTUDIO_OWN_FILTERS", str(ROOT / ".pytest_cache" / "own_filters.json"))
# an op that mixes formats by accident fails here
os.environ.setdefault("JAX_NUMPY_DTYPE_PROMOTION", "strict")
# what kernels and ops declare of their arrays' dtypes and shapes is checked at every call
jaxtyping.install_import_hook(["jaxstudio.kernels", "jaxstudio.ops"], "checked_calls.check")

EVERYWHERE = {
    "derandomize": True,
    "deadline": None,
    "database": None,
    "suppress_health_check": [hypothesis.HealthCheck.too_slow],  # seconds of a busy machine say nothing
}
hypothesis.settings.register_profile("repeatable", max_examples=30, **EVERYWHERE)
hypothesis.settings.register_profile("thorough", max_examples=200, **EVERYWHERE)
hypothesis.settings.load_profile("repeatable")


# These look at the syntax trees of the package, which take two seconds to parse.
OF_SOURCES = ("test_documents.py", "test_house.py", "test_imports.py", "test_words.py")


def together(test):
    """What of the tests runs in one process, one after the other: those of a file, for they share fixtures
    and what they compile; those that look at sources; of the file that tests every op those of an op.
    """
    file, _, name = test.partition("::")
    if file.endswith(OF_SOURCES):
        return OF_SOURCES[0]
    _, _, values = name.partition("[")
    return f"{file} {values.rstrip(']').partition('-')[0]}" if file.endswith("test_every_op.py") else file


def pytest_collection_finish():
    gc.freeze()
    gc.set_threshold(20_000)  # traces make objects by the thousand
    gc.enable()


# What `-m quick` runs: values, texts, kernels, and one test of each way through the program.
QUICK = (
    "pipeline/", "kernels/test_borders.py", "kernels/test_pixels.py", "functions/language/",
    "functions/document/", "ops/test_tone.py",
    "engine/test_render.py", "ir/test_jaxpr.py", "cli/test_main.py", "cli/test_steps.py", "test_house.py",
)  # fmt: skip


def pytest_runtest_setup(item):
    """Python's collector, which tests of the window keep off, runs again in all others.

    What those tests left is collected here, on the main thread: an object of Qt must not be freed elsewhere.
    """
    if not gc.isenabled() and "app" not in item.path.relative_to(ROOT / "tests").parts:
        gc.collect()
        gc.enable()


@pytest.hookimpl(tryfirst=True)  # before -m leaves out what is marked here
def pytest_collection_modifyitems(items):
    mark_samples(items)
    for item in items:
        place = item.path.relative_to(ROOT / "tests").as_posix()
        longer = item.get_closest_marker("big") or item.get_closest_marker("thorough")
        if place.startswith(QUICK) and not longer:
            item.add_marker(pytest.mark.quick)


def mark_samples(items):
    """Of a test marked `samples(3)`, three cases always run; the others are thorough.

    They are the cases that show the most values not seen before, spread over the list; `samples("a", "b")`
    names them. A case that is asked for by its name alone always runs.
    """
    tests = defaultdict(list)
    for item in items:
        if item.get_closest_marker("samples") and not item.get_closest_marker("big"):
            tests[item.nodeid.partition("[")[0]].append(item)
    for cases in tests.values():
        keep, names = cases[0].get_closest_marker("samples").args, [case.callspec.id for case in cases]
        values = [set(enumerate(name.split("-"))) for name in names]
        left = sorted(range(len(cases)), key=lambda number: number * 0.618 % 1)  # spread evenly
        if isinstance(keep[0], str):
            left = [number for number in left if names[number] not in keep or len(cases) == 1]
            keep = (0,)
        seen = set()
        for _ in range(min(keep[0], len(cases))):
            best = max(left, key=lambda number: len(values[number] - seen))
            seen |= values[best]
            left.remove(best)
        for number in left:
            cases[number].add_marker(pytest.mark.thorough)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """`-n 2` shares out whole files, in their order; any other `--dist` does what it says."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return together(nodeid)

    if config.option.dist != "load":
        return None
    config.option.loadscopereorder = False
    return ByFile(config, log)


@pytest.fixture(scope="session")
def engine():
    """An engine that keeps no pixels: every render computes."""
    from jaxstudio.engine.render import Engine

    return Engine(cache_bytes=0)


@pytest.fixture(scope="session")
def inspection_process():
    """The process that inspects, one for all tests."""
    from jaxstudio.inspect_targets.client import InspectionProcess

    process = InspectionProcess()
    yield process
    process.close()


@pytest.fixture
def catalogue_restored(monkeypatch):
    """The catalogue, which is after the test as it was, whatever filters of one's own were loaded."""
    from jaxstudio.engine.kernels import WATCH
    from jaxstudio.ops import CATALOGUE
    from jaxstudio.own_filters import in_use

    monkeypatch.setattr(CATALOGUE, "_ops", dict(CATALOGUE._ops))
    monkeypatch.setattr(CATALOGUE, "absent", {})
    monkeypatch.setattr(in_use, "LOADED", {})
    monkeypatch.setattr(in_use, "_paths", {})
    monkeypatch.setattr(WATCH, "ops", frozenset())
    return CATALOGUE


@pytest.fixture
def small_tiles(monkeypatch):
    """small_tiles(5000): from now on a tile has about so many elements."""

    def small_tiles(elements):
        monkeypatch.setattr("jaxstudio.engine.job.TILE", elements)
        monkeypatch.setattr("jaxstudio.engine.job.SMALLEST", 1)

    yield small_tiles
    monkeypatch.undo()


@pytest.fixture(scope="session")
def filtered(engine):
    """filtered("median", pixels, size=5): the result of one op, computed with the pixels' own values."""
    from jaxstudio.engine.source import Source
    from jaxstudio.ops import CATALOGUE
    from jaxstudio.pipeline.recipe import Recipe

    def filtered(name, pixels, dtype="float32", *, seed=0, **values):
        recipe = Recipe(seed=seed, working_space="encoded").added(CATALOGUE[name], values)
        return engine.render(Source(pixels), recipe, dtype=dtype)

    return filtered
