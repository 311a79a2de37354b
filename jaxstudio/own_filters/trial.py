"""The child's side of a trial: each file is loaded, and each filter computes small pictures.

It runs under a guardian (`processes.guard`): what exits, hangs or takes too much memory ends this process and
no other, and the parent knows by the last message which file it was.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from jaxstudio.processes.channel import Json
from jaxstudio.processes.serve import Handler, Work

if TYPE_CHECKING:
    from jaxstudio.pipeline.op import Op

# (height, width, channels), number format
PICTURES = (((20, 31, 3), "uint8"), ((23, 17, 1), "float32"))


def handlers() -> Mapping[str, Handler]:
    """The one job of this process."""
    return {"try": try_files}


def try_files(paths: list[str], work: Work) -> None:
    """Load and try files, one after the other; of each tells {"file"}, then {"ops"} or {"line", "reason"}."""
    warnings.simplefilter("ignore")
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    from jaxstudio.engine.render import Engine
    from jaxstudio.ops import CATALOGUE
    from jaxstudio.own_filters.loading import FilterError, blamed, load_file
    from jaxstudio.own_filters.results import check_results

    process, engine, taken = os.getpid(), Engine(), dict(CATALOGUE)
    for path in paths:
        work.tell(Json({"file": path}))
        try:
            ops = load_file(path, taken)
            if os.getpid() != process:  # the code forked, and this is the copy
                os._exit(0)
            for op in ops:
                check_results(path, op)
                _try(engine, op)
        except FilterError as error:
            work.tell(Json({"line": error.line, "reason": error.reason}))
        except BaseException as error:
            trouble = blamed(path, error)
            work.tell(Json({"line": trouble.line, "reason": trouble.reason}))
        else:
            taken |= {op.name: op for op in ops}
            work.tell(Json({"ops": [op.spec.to_json() for op in ops]}))


def _try(engine: Any, op: Op) -> None:
    """Compute pictures with the defaults and with each number at the ends of its slider."""
    import numpy as np

    from jaxstudio.engine.source import Source
    from jaxstudio.errors import ComputeError
    from jaxstudio.pipeline.recipe import Recipe

    generator = np.random.default_rng(0)
    for shape, dtype in PICTURES:
        pixels = generator.random(shape, np.float32)
        source = Source(pixels if dtype == "float32" else (pixels * 255).astype(np.uint8))
        for values in values_to_try(op):
            recipe = Recipe().added(op, values)
            result = engine.render(source, recipe)
            expected = (*engine.size(recipe, *shape[:2]), shape[2])
            if result.shape != expected:
                raise ComputeError(f"{op.name}: the result is {result.shape}, expected {expected}")


def values_to_try(op: Op) -> Iterator[dict[str, Any]]:
    """The defaults, then each number at the ends of its slider."""
    from jaxstudio.pipeline.params import Float, Int

    yield op.defaults()
    for param in op.own_params:
        if isinstance(param, Float | Int):
            for value in param.slider:
                if isinstance(param, Int):
                    value = param.low + (int(value) - param.low) // param.step * param.step
                yield {**op.defaults(), param.name: value}
