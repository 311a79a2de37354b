"""JAXStudio: see what JAX does, to a photo, to a function, to the code itself.

Importing this package loads neither JAX nor Qt.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jaxstudio.ir.inspected import Inspected

__version__ = "1.0.0"


def inspect(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Inspected:
    """Every stage of `function(*args, **kwargs)` from its source to machine code, linked line by line.

    The function is traced and compiled in this process, with JAX as it is set up here; it is not run. It may
    be jitted already; of a plain one, words and other values that JAX cannot trace are static arguments.

    Args:
        args: arrays, numbers, pytrees of them, or `jax.ShapeDtypeStruct` for arrays by their shape; and so
            `kwargs`.

    Returns:
        A value with `stage("optimized").text`, `cost`, `links`, `measure()`, `save("page.html")`, `show()`;
        a notebook shows it as a page.

    Raises:
        Exception: whatever the function raises while it is traced.
    """
    from jaxstudio.ir.inspected import inspect_call

    return inspect_call(function, args, kwargs)
