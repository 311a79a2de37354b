"""Two functions share a print only if they do the same; what comes from elsewhere has none."""

import inspect
import subprocess
import sys
import types
from functools import partial

import jax.numpy as jnp
import numpy as np
import pytest

from jaxstudio.kernels import pixels, sampling
from jaxstudio.ops import CATALOGUE
from jaxstudio.runtime.fingerprint import (
    FOLDERS,
    PACKAGE,
    NotFingerprintable,
    _text,
    filter_files,
    fingerprint,
    sources,
)

TWO_ON_A_LINE = {"one": lambda x: x, "other": lambda x: -x}


@pytest.fixture
def package(tmp_path):
    """A small package with all the folders that kernels are made of."""
    for folder in FOLDERS:
        (tmp_path / folder / "deeper").mkdir(parents=True)
        (tmp_path / folder / "deeper" / "one.py").write_text("A = 1\n")
    yield tmp_path
    sources.cache_clear()


@pytest.mark.parametrize("folder", FOLDERS)
def test_any_change_of_a_source_changes_them_all(package, folder):
    before = sources(package)
    path = package / folder / "deeper" / "one.py"
    path.write_text("A = 2\n")
    sources.cache_clear()
    changed = sources(package)
    path.rename(path.with_name("two.py"))
    sources.cache_clear()
    moved = sources(package)
    path.with_name("two.py").write_text("A = 1\n")
    path.with_name("two.py").rename(path)
    sources.cache_clear()
    assert len({before, changed, moved}) == 3
    assert sources(package) == before


def test_a_filter_counts_with_the_files_that_it_imports_and_no_others(monkeypatch):
    def names(module):
        return {path.stem for path in filter_files(PACKAGE / "ops" / module)}

    assert names("sharpen/detail.py") == {"detail", "gaussian_blur"}
    assert names("tone/clahe.py") == {"clahe", "histogram"}
    assert names("denoise/averages.py") >= {"averages", "square"}
    prints, functions = (
        {},
        {name: inspect.unwrap(CATALOGUE[name].kind.apply) for name in ("gamma", "exposure")},
    )
    texts = {"as it is": _text, "changed": lambda path: _text(path) + "# changed" * (path.stem == "curves")}
    for when, text in texts.items():
        monkeypatch.setattr("jaxstudio.runtime.fingerprint._text", text)
        prints[when] = {name: fingerprint(function) for name, function in functions.items()}
    assert prints["as it is"]["exposure"] == prints["changed"]["exposure"]
    assert prints["as it is"]["gamma"] != prints["changed"]["gamma"]


def test_without_sources_nothing_can_be_told(tmp_path):
    assert sources(tmp_path) == ""


def test_the_same_function_has_the_same_print_in_another_process():
    script = (
        "from jaxstudio.runtime.fingerprint import fingerprint\nfrom jaxstudio.ops import CATALOGUE\n"
        "print(*(fingerprint(lambda_) for lambda_ in [CATALOGUE['gaussian_blur'].kind.prepare, "
        "CATALOGUE['median'].kind.passes[0].apply]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=240
    )
    here = [CATALOGUE["gaussian_blur"].kind.prepare, CATALOGUE["median"].kind.passes[0].apply]
    assert done.stdout.split() == [fingerprint(inspect.unwrap(function)) for function in here]


def test_what_a_function_closes_over_counts():
    prints = [
        fingerprint(partial(pixels.quantise, dtype="uint8")),
        fingerprint(partial(pixels.quantise, dtype="uint16")),
        fingerprint(partial(pixels.premultiply, channels=4)),
        fingerprint(partial(pixels.premultiply, channels=True)),
        fingerprint(partial(sampling.bilinear, nearest=False)),
        fingerprint(partial(sampling.bilinear, nearest=True)),
        fingerprint(partial(pixels.quantise, dtype=np.float32(1))),
        fingerprint(partial(pixels.quantise, dtype=np.float64(1))),
        fingerprint(partial(pixels.quantise, dtype=np.ones(2))),
        fingerprint(partial(pixels.quantise, dtype=(1.0, 1.0))),
        fingerprint(partial(pixels.quantise, dtype=jnp.minimum)),
        fingerprint(partial(pixels.quantise, dtype=jnp.maximum)),
    ]
    assert len(set(prints)) == len(prints)
    assert fingerprint(partial(sampling.bilinear, nearest=True)) == prints[5]


def test_the_defaults_of_a_function_count():
    plain = inspect.unwrap(pixels.quantise)

    def with_defaults(*defaults):
        return types.FunctionType(plain.__code__, plain.__globals__, plain.__name__, defaults)

    assert len({fingerprint(with_defaults(*defaults)) for defaults in ((), ("uint8",), ("uint16",))}) == 3


@pytest.mark.parametrize(
    "foreign",
    [
        *TWO_ON_A_LINE.values(),
        partial(pixels.quantise, dtype=TWO_ON_A_LINE["one"]),
        partial(pixels.quantise, dtype=object()),
        partial(pixels.quantise, dtype=jnp.ones(2)),
    ],
    ids=["a test's", "a test's, too", "given a test's", "given anything", "given a jax.Array"],
)
def test_what_comes_from_elsewhere_has_none(foreign):
    with pytest.raises(NotFingerprintable):
        fingerprint(foreign)


def test_a_function_that_holds_itself_has_an_end():
    shared = {"radius": 3}
    held = [shared, shared]
    held.append(held)
    first = fingerprint(partial(pixels.quantise, dtype=held))
    assert first != fingerprint(partial(pixels.quantise, dtype=[shared, {"radius": 3}, held]))
