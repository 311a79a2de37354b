"""Functions of libraries on JAX have every stage, whatever their arguments are and whoever jitted them."""

import warnings

import jax
import pytest

from ir.library_functions import LIBRARIES
from jaxstudio.ir.inspected import inspect_call

STAGES = ("source", "jaxpr", "stablehlo", "hlo", "optimized", "buffers", "llvm", "asm", "pass")
# XLA writes no kernels of its own for a function that only calls libraries or moves data.
KERNELS = ("llvm", "asm")


def problems(function, args):
    """What is missing from the inspection of a call."""
    report = inspect_call(function, args, {}).report
    kinds = {stage.kind.value for stage in report.stages}
    wanted = [kind for kind in STAGES if kind not in KERNELS or "fusion(" in report.stage("optimized").text]
    missing = [f"no {kind}" for kind in wanted if kind not in kinds]
    return missing + [stage.note for stage in report.stages if stage.note] + list(report.notes)


@pytest.mark.big
@pytest.mark.timeout(900)
@pytest.mark.parametrize("library", LIBRARIES)
def test_functions_of_a_library_have_all_stages(library):
    pytest.importorskip(library, reason=f"{library} is not installed", exc_type=ImportError)
    wrong = {}
    with warnings.catch_warnings(), jax.numpy_dtype_promotion("standard"):
        warnings.simplefilter("ignore")  # those of the library
        for name, (function, *args) in LIBRARIES[library]().items():
            try:
                wrong[name] = problems(function, tuple(args))
            except Exception as error:  # a library's or ours: all are listed
                wrong[name] = [f"{type(error).__name__}: {str(error)[:300]}"]
    assert not {name: what for name, what in wrong.items() if what}


def test_there_are_sixty_functions():
    """Libraries that are not installed are counted by the text of the list."""
    import inspect

    from ir import library_functions

    text = inspect.getsource(library_functions)
    assert len(LIBRARIES) >= 14
    assert sum(line.startswith('        "') for line in text.split("\n")) >= 60
