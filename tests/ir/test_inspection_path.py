"""How many modules a step passes through on its way to its optimised HLO."""

import sys
from collections import Counter

from jaxstudio.inspect_targets.ops import recipe_targets
from jaxstudio.ir.inspection import Inspection
from jaxstudio.ir.stages import Kind
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

# From a target (a jitted function with its arguments) to its optimised HLO, linked to its source.
MOST_FOR_A_TARGET = 18
# The same from a recipe: the engine renders a small photo meanwhile, which tells its kernels and arguments.
MOST_FOR_A_STEP = 48


def modules_of(work):
    """The result of `work`, and the modules of the program whose functions it executed, with their calls."""
    calls = Counter()

    def profile(frame, event, _):
        name = frame.f_globals.get("__name__") or ""
        # where the window was imported before, its package is called at any first import
        ours = name.startswith("jaxstudio.") and name != "jaxstudio.app"
        if event == "call" and ours and frame.f_code.co_name != "<module>":
            calls[name] += 1

    sys.setprofile(profile)
    try:
        result = work()
    finally:
        sys.setprofile(None)
    return result, calls


def optimised(target):
    """Run the inspection as far as the optimised HLO."""
    for stage in Inspection(target, passes=False, kernels=False).run():
        if stage.kind is Kind.OPTIMIZED:
            return stage
    return None


def few(calls, most):
    listing = "\n".join(f"{count:6} {name}" for name, count in sorted(calls.items()))
    assert len(calls) <= most, f"{len(calls)} modules, at most {most} were wanted:\n{listing}"


def test_a_step_reaches_its_optimised_hlo_through_few_modules():
    recipe = Recipe().added(CATALOGUE["gaussian_blur"], {"sigma": 2.0})
    optimised(recipe_targets(recipe)[0])  # what is set up once is no part of the way
    targets, recorded = modules_of(lambda: recipe_targets(recipe))
    stage, inspected = modules_of(lambda: optimised(targets[0]))
    assert stage is not None
    assert "fusion" in stage.text
    few(inspected, MOST_FOR_A_TARGET)
    few(recorded + inspected, MOST_FOR_A_STEP)
