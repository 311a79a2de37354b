"""A recipe as a Python script on JAX and NumPy, with the same bits as the program's own results."""

from __future__ import annotations

import ast
import builtins
import keyword
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from jaxstudio.codegen.plain_source import global_names
from jaxstudio.codegen.sources import Sources
from jaxstudio.codegen.steps import RGB, StepFunction, StepWriter
from jaxstudio.engine.definitions import images
from jaxstudio.engine.expansion import expand_for_engine
from jaxstudio.engine.job import placement
from jaxstudio.engine.mask_raster import Placement
from jaxstudio.engine.plan import plan_of
from jaxstudio.engine.plan.base import Plan
from jaxstudio.engine.plan.masked import IN_PLACE, MaskedRun
from jaxstudio.errors import UsageError
from jaxstudio.pipeline.expand import size_after
from jaxstudio.pipeline.lenses import asks_for_lens
from jaxstudio.pipeline.recipe import Recipe, Step

Size = tuple[int, int]
# Sizes at which the parts of a step are compared, to find whether they depend on it.
SIZES = ((480, 640), (1000, 600), (301, 907))
# As in the engine (runtime/persistent_jit.py).
COMPILED = """# As JAXStudio compiles: last bits depend on the width of vectors and on threads.
ON_CPU = {"xla_cpu_prefer_vector_width": 512, "xla_disable_hlo_passes": "cpu-parallel-task-assigner"}
compiled = partial(jax.jit, compiler_options=ON_CPU if jax.default_backend() == "cpu" else {})"""
# What checks and explains a file in the program is left to the library that reads it.
REFERENCE = '''def reference(path):
    """A photo as float64 (height, width, 1 or 3)."""
    return encoded(decode(path))'''
# Packages beside JAX and NumPy that a few filters are computed or set up by.
LIBRARIES = {
    "skimage": "scikit-image", "PIL": "Pillow", "scipy": "SciPy", "matplotlib": "Matplotlib", "cv2": "OpenCV",
}  # fmt: skip
# As pip calls those that it calls otherwise than Python does.
INSTALLED = {"skimage": "scikit-image", "PIL": "pillow", "cv2": "opencv-python-headless"}
NEEDED = """except ImportError as missing:
    needed = f"{{missing.name}} is missing, this script needs: pip install {packages}"
    raise (SystemExit if __name__ == "__main__" else ImportError)(needed) from missing"""
RESERVED = {
    *("ON_CPU", "SEED", "SIZE", "missing", "needed", "main", "source", "target", "iio"),
    *("apply", "image", "dtype", "p"),
}


@dataclass(frozen=True)
class RecipeScript:
    """A generated script.

    Attributes:
        text: of the file.
        on_host: for each step that cannot be traced its name and why.
        size: (height, width) of the only images it takes, or None.
    """

    text: str
    on_host: tuple[str, ...]
    size: Size | None


def recipe_script(recipe: Recipe, size: Size | None = None, title: str = "") -> RecipeScript:
    """The recipe as a script with a function `apply(image, dtype=None)`.

    Args:
        size: (height, width) of the images that it is for; needed where a step is drawn or computed from it.
        title: what the recipe is called, for the first line.

    Raises:
        UsageError: a step cannot be written as a script, or depends on a size that is not given.
    """
    if step := next(filter(asks_for_lens, recipe.active), None):
        raise UsageError("{0}: profile = photo: a script reads no EXIF, expected numbers", step.op.name)
    steps, depends = _steps(recipe, size)
    fixed = size if depends else None
    replaced = {
        (images.__name__, "compiled"): COMPILED,
        ("jaxstudio.ops.tone.histogram", "reference"): REFERENCE,
    }
    sources = Sources({*RESERVED, *keyword.kwlist, *dir(builtins)}, replaced)
    for statement in (
        "import sys",
        "import jax.numpy as jnp",
        "import numpy as np",
    ):
        sources.add_import(statement)
    values: list[str] = []
    writer = StepWriter(sources, values, recipe.seed)
    functions, at = [], size or SIZES[0]
    for step, place in zip(steps, _places(steps, at), strict=True):
        functions.append(writer.write(step, at, place))
        at = size_after(step, at)
    sources.add(_apply(functions, sources.named(images.convert), fixed))
    sources.add(MAIN)
    on_host = tuple(
        f"{step.op.name} {function.on_host}"
        for step, function in zip(steps, functions, strict=True)
        if function.on_host
    )
    writer.prune()
    if any("SEED" in global_names(text) for text in sources.definitions):
        values.insert(0, f"SEED = {recipe.seed}")
    if fixed:
        values.insert(0, f"SIZE = {fixed!r}  # of the only images that this recipe was written for")
    # two empty lines around functions, as formatters have it
    text = f"{_header(recipe, title, sources)}\n\n{_imports(sources)}\n\n" + "\n".join(values)
    return RecipeScript(_joined(text, sources.definitions), on_host, fixed)


def _steps(recipe: Recipe, size: Size | None) -> tuple[tuple[Step, ...], bool]:
    """The steps to be computed, and whether they depend on the image's size."""
    found, moved = {}, []
    for at in (*SIZES, *((size,) if size else ())):
        found[at] = expand_for_engine(recipe, at).active
        moved += [place is not None for place in _places(found[at], at)]
    first, *others = (tuple(step.identity() for step in steps) for steps in found.values())
    depends = any(moved) or any(other != first for other in others)
    if depends and size is None:
        names = [step.op.name for step in recipe.active if step.implementation.kind.composed]
        what = names[0] if names else "the place of a mask behind steps that move the picture"
        raise UsageError("{0} depends on the size of the image: expected --size HEIGHTxWIDTH", what)
    return found[size or SIZES[0]], depends


def _places(steps: Sequence[Step], photo: Size) -> list[Placement | None]:
    """The placement on the photo of each masked step's input; None if the input lies as the photo does."""
    places: list[Placement | None] = []
    plans: list[Plan] = []
    size = photo
    for step in steps:
        op = step.implementation
        place = placement(plans, 0) if isinstance(op.kind, MaskedRun) else None
        places.append(None if place == IN_PLACE and size == photo else place)
        plans.append(plan_of(op)(op, step.values, size, RGB))
        size = plans[-1].result_size
    return places


def _header(recipe: Recipe, title: str, sources: Sources) -> str:
    names = ", ".join(step.op.title for step in recipe.active) or "no steps"
    needed = [LIBRARIES.get(module, module) for module in _others(sources)]
    also = "".join(f", {title}" for title in ["NumPy", *needed][:-1]) + f" and {['NumPy', *needed][-1]}"
    lines = [
        f'"""{_plain(title) or "A recipe"} as JAX: {names}.',
        "",
        "`apply(image)` computes what JAXStudio computes: the same bits on the same kind of processor with",
        "the same versions of libraries; elsewhere, and within jax.jit, the last bit of a float may differ.",
        f"It needs JAX{also}.",
        "As a program: python THIS_FILE.py INPUT OUTPUT (.npy, or photos where imageio is installed).",
        '"""',
    ]
    return "\n".join(lines)


def _others(sources: Sources) -> list[str]:
    """The packages beside JAX and NumPy that a script imports, imageio for photos aside."""
    whole = ast.parse("\n".join([*sources.imports, *sources.definitions]))
    imported = {module for node in ast.walk(whole) for module in _imported(node)}
    return sorted(imported - {"jax", "numpy", "imageio", *sys.stdlib_module_names})


def _plain(title: str) -> str:
    """A title that cannot end the docstring it stands in."""
    return "".join(letter for letter in title if letter.isprintable() and letter not in '"\\')


def _imported(node: ast.AST) -> list[str]:
    """The packages that a statement imports."""
    if isinstance(node, ast.Import):
        return [alias.name.partition(".")[0] for alias in node.names]
    return [(node.module or "").partition(".")[0]] if isinstance(node, ast.ImportFrom) else []


def _imports(sources: Sources) -> str:
    first: list[str] = []
    rest: list[str] = []
    statements = _merged(sources.imports)
    for statement in sorted(statements, key=lambda each: (each.startswith("from"), each.lower())):
        module = statement.split()[1].partition(".")[0]
        (first if module in sys.stdlib_module_names else rest).append(statement)
    packages = [INSTALLED.get(module, module) for module in ("jax", "numpy", *_others(sources))]
    tried = [f"    {statement}" for statement in rest]
    return "\n".join([*first, "", "try:", *tried, NEEDED.format(packages=" ".join(packages))])


def _merged(statements: dict[str, None]) -> list[str]:
    """Imports from one module in one statement."""
    plain: list[str] = []
    by_module: dict[str, list[str]] = {}
    for statement in statements:
        if statement.startswith("import "):
            plain.append(statement)
            continue
        module, _, names = statement.removeprefix("from ").partition(" import ")
        by_module.setdefault(module, []).append(names)
    return plain + [
        f"from {module} import {', '.join(sorted(names, key=str.lower))}"
        for module, names in by_module.items()
    ]


def _apply(functions: list[StepFunction], convert: str, size: Size | None) -> str:
    lines = [
        "def apply(image, dtype=None):",
        '    """The result for (height, width) or (height, width, channels) of uint8, uint16 or float32."""',
        "    pixels = image if image.ndim == 3 else image[..., None]",
    ]
    if size:
        lines += [
            "    if pixels.shape[:2] != SIZE:",
            "        height, width = SIZE",
            '        raise ValueError(f"expected an image of {height} x {width} pixels")',
        ]
    lines.append("    dtype = str(np.dtype(image.dtype if dtype is None else dtype))")
    for number, function in enumerate(functions, 1):
        last = number == len(functions)
        lines.append(
            f"    pixels = {function.call('pixels', 'dtype' if last else chr(34) + 'float32' + chr(34))}"
        )
    lines += [
        f"    pixels = {convert}(jnp.asarray(pixels), dtype=dtype)",
        "    return pixels if image.ndim == 3 else pixels[..., 0]",
    ]
    return "\n".join(lines)


MAIN = """if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, target = sys.argv[1:]
    if source.endswith(".npy"):
        np.save(target, apply(np.load(source)))
    else:
        try:
            import imageio.v3 as iio
        except ImportError:
            sys.exit("photos need imageio (pip install imageio); .npy files do not")
        iio.imwrite(target, np.asarray(apply(iio.imread(source))))"""


def _joined(head: str, definitions: list[str]) -> str:
    """Definitions with two empty lines around functions and none between constants."""
    parts, before = [head], False
    for text in definitions:
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        is_function = lines[0].startswith(("def ", "class ", "@", "if "))
        parts.append(("\n\n\n" if is_function or before else "\n") + text)
        before = is_function
    return "".join(parts) + "\n"
