"""Generated scripts: the same bits as the engine, from JAX and NumPy alone."""

import ast
import builtins
import os
import subprocess
import sys

import numpy as np
import pytest
from pictures import lively
from PIL import Image

from jaxstudio.codegen.pruning import reachable
from jaxstudio.codegen.script import recipe_script
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import UsageError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.kinds import Composed
from jaxstudio.pipeline.recipe import LINEAR, Recipe

SIZE = (45, 67)
FORMATS = (
    *(("uint8", 3), ("uint16", 3), ("float32", 3), ("uint8", 1), ("uint8", 4), ("float32", 4)),
    *(("uint8", 2), ("uint16", 1), ("float32", 1), ("uint16", 4)),
)
QUICK = (("uint8", 3), ("float32", 4), ("uint16", 1))
# One of each kind and of each way through it; the others in the big test.
SOME = (
    *("gamma", "brightness", "saturation", "hue", "vignette", "gaussian_noise", "contrast"),
    *("gaussian_blur", "erosion", "sobel", "unsharp_mask", "rotate", "translate", "crop", "swirl"),
    *("zoom_blur", "jpeg", "high_pass", "white_tophat", "fog", "quantization", "prewitt", "bilateral"),
)
# Those that a library computes or sets up.
LIBRARIES = {
    "canny",
    "colormap",
    "nl_means",
    "jpeg",
    "richardson_lucy",
    "inpaint",
    "local_laplacian",
    "match_histogram",
    "resize",
    "threshold",
}


@pytest.fixture(scope="module")
def engine():
    return Engine(cache_bytes=0)


def photo(dtype, channels, size=SIZE):
    """Slopes, waves and a little noise, (height, width, channels)."""
    y, x = np.mgrid[: size[0], : size[1]]
    planes = np.stack([np.sin(x / 9) + y / 40, np.cos(y / 7) * x / 60, (x * y % 97) / 97, x / 50], axis=-1)
    noise = np.random.default_rng(1).normal(0, 0.05, planes.shape)
    pixels = (0.5 * planes + 0.25 + noise).clip(0, 1)[
        ..., {1: [0], 2: [0, 3], 3: [0, 1, 2], 4: [0, 1, 2, 3]}[channels]
    ]
    if dtype == "float32":
        return pixels.astype(np.float32)
    return np.rint(pixels * np.iinfo(dtype).max).astype(dtype)


def without_this_program(name, *arguments):
    if name.partition(".")[0] == "jaxstudio":
        raise ImportError(f"{name}: a script must not need it")
    return builtins.__import__(name, *arguments)


def namespace_of(text):
    """The names of a script that was run without this program."""
    allowed = {**vars(builtins), "__import__": without_this_program}
    names = {"__name__": "script", "__builtins__": allowed}
    exec(compile(text, "script.py", "exec"), names)
    return names


def recipe_of(name):
    """A step that does something: what is drawn is drawn for sure."""
    op = CATALOGUE[name]
    values = {**lively(op), **({"p": 1.0} if "p" in op.by_name else {})}
    return Recipe(seed=3).added(op, values)


def assert_same(engine, recipe, formats, size=SIZE):
    names = namespace_of(recipe_script(recipe, size).text)
    for dtype, channels in formats:
        pixels = photo(dtype, channels, size)
        expected = engine.render(Source(pixels), recipe, dtype=dtype)
        found = np.asarray(names["apply"](pixels))
        assert found.dtype == expected.dtype
        assert np.array_equal(found, expected), (dtype, channels, np.mean(found != expected))


@pytest.mark.samples(2)
@pytest.mark.parametrize("name", SOME)
def test_the_script_of_a_filter_gives_the_same_bits(engine, name):
    assert_same(engine, recipe_of(name), [QUICK[SOME.index(name) % 3]])


@pytest.mark.big
@pytest.mark.parametrize("name", [name for name in CATALOGUE if name != "match_histogram"])
def test_the_script_of_every_filter_gives_the_same_bits_in_every_format(engine, name):
    assert_same(engine, recipe_of(name), FORMATS)


@pytest.mark.samples(3)
@pytest.mark.parametrize("name", list(CATALOGUE))
def test_every_filter_is_a_script_without_this_program(name):
    tree = ast.parse(recipe_script(recipe_of(name), SIZE).text)
    imported = {
        (node.module if isinstance(node, ast.ImportFrom) else alias.name).partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert "jaxstudio" not in imported
    others = imported - {"jax", "numpy", "imageio"} - sys.stdlib_module_names
    assert not others or name in LIBRARIES


def random_stack(seed, names):
    """Two to five steps, by chance."""
    chance = np.random.default_rng(seed)
    recipe = Recipe(seed=int(seed))
    for name in chance.choice(names, chance.integers(2, 6), replace=False):
        recipe = recipe.added(CATALOGUE[str(name)], lively(CATALOGUE[str(name)]))
    return recipe


@pytest.mark.samples(1)
@pytest.mark.parametrize("seed", range(10))
def test_scripts_of_random_stacks_give_the_same_bits(engine, seed):
    assert_same(engine, random_stack(seed, SOME), [QUICK[seed % 3]])


@pytest.mark.big
@pytest.mark.parametrize("seed", range(10, 60))
def test_scripts_of_many_random_stacks_give_the_same_bits(engine, seed):
    moving = [name for name, op in CATALOGUE.items() if isinstance(op.kind, Composed)]
    names = sorted({*CATALOGUE} - {*moving, "match_histogram", "wavelet", "nl_means"})
    assert_same(engine, random_stack(seed, names), [FORMATS[seed % 10], FORMATS[(seed + 4) % 10]])


@pytest.mark.thorough
def test_linear_light_and_steps_that_are_switched_off(engine):
    recipe = Recipe(working_space=LINEAR).added(CATALOGUE["box_blur"]).added(CATALOGUE["invert"])
    assert_same(engine, recipe.switched(2, False), [("uint8", 3), ("float32", 4)])


@pytest.mark.thorough
@pytest.mark.parametrize("border", ["mirror", "constant"])
def test_borders(engine, border):
    values = {"border": border, "cval": 0.3, "sigma": 4.0}
    recipe = Recipe().added(CATALOGUE["gaussian_blur"], values)
    assert_same(engine, recipe, [("uint8", 4)], (9, 7))


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("brightness", 109),
        ("saturation", 109),
        ("sobel", 218),
        ("gaussian_blur", 295),
    ],
)
def test_the_script_of_a_simple_filter_is_short(name, lines):
    text = recipe_script(Recipe().added(CATALOGUE[name])).text
    assert len(text.splitlines()) < lines
    assert max(map(len, text.splitlines())) <= 110


def test_values_stand_first_and_the_seed_only_where_there_is_chance():
    text = recipe_script(Recipe(seed=5).added(CATALOGUE["gaussian_noise"])).text
    assert text.index("SEED = 5") < text.index("GAUSSIAN_NOISE = {") < text.index("def ")
    text = recipe_script(Recipe(seed=5).added(CATALOGUE["gaussian_blur"])).text
    assert "SEED" not in text
    assert text.index("GAUSSIAN_BLUR = {") < text.index("def ")


def test_the_name_of_a_comprehension_is_nobodys_definition():
    """As `power` of gamma, which a table of swirl has in its comprehension."""
    definitions = [
        "def power(x):\n    return x",
        "POWERS = [power for power in range(3)]",
        "def apply(x):\n    return power(x) + POWERS[0]",
        "apply(1)",
    ]
    assert reachable(definitions) == definitions


def test_a_step_that_depends_on_the_size_needs_it_and_keeps_to_it():
    recipe = Recipe().added(CATALOGUE["resize"])
    with pytest.raises(UsageError, match="depends on the size of the image: expected --size"):
        recipe_script(recipe)
    names = namespace_of(recipe_script(recipe, SIZE).text)
    with pytest.raises(ValueError, match="expected an image of 45 x 67 pixels"):
        names["apply"](photo("uint8", 3, (40, 67)))


def test_a_reference_photo_is_read_by_the_script(engine, tmp_path):
    path = str(tmp_path / "reference.png")
    Image.fromarray(photo("uint8", 3, (30, 40)) // 2).save(path)
    recipe = Recipe().added(CATALOGUE["match_histogram"], {"reference": path, "amount": 0.7})
    assert_same(engine, recipe, [("uint8", 3), ("uint16", 1)])
    assert f'"reference": "{path}"' in recipe_script(recipe).text
    other = Recipe().added(CATALOGUE["match_histogram"], {"reference": str(tmp_path / "absent.png")})
    with pytest.raises(FileNotFoundError):
        namespace_of(recipe_script(other).text)["apply"](photo("uint8", 3))


def test_a_script_is_a_program(engine, tmp_path):
    recipe = Recipe(seed=2).added(CATALOGUE["median"]).added(CATALOGUE["gaussian_noise"])
    (tmp_path / "filter.py").write_text(recipe_script(recipe).text, encoding="utf-8")
    pixels = photo("uint8", 3)
    np.save(tmp_path / "in.npy", pixels)
    program = (
        "import sys, runpy; sys.modules['jaxstudio'] = None; runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    program = program.replace("sys.argv[0]", "'filter.py'")
    subprocess.run(
        [sys.executable, "-c", program, "in.npy", "out.npy"], cwd=tmp_path, check=True, timeout=240
    )
    found = np.load(tmp_path / "out.npy")
    assert np.array_equal(found, engine.render(Source(pixels), recipe, dtype="uint8"))


def test_a_blur_of_integers_has_the_bits_of_the_program_as_floats_too(engine, tmp_path):
    """Sums of integers were formed in another order: one of 400,000 values differed by 1 after rounding.

    The scripts run with two threads, which would share a loop and sum its ends in another order.
    """
    expected = {}
    for name in ("gaussian_blur", "unsharp_mask"):
        recipe, case = Recipe().added(CATALOGUE[name]), name
        (tmp_path / f"{case}.py").write_text(recipe_script(recipe, SIZE).text, encoding="utf-8")
        np.save(tmp_path / f"{case}.npy", photo("uint8", 3))
        expected[case] = engine.render(Source(photo("uint8", 3)), recipe, dtype="float32")
    program = (
        "import sys, runpy, numpy as np; sys.modules['jaxstudio'] = None\n"
        "for case in sys.argv[1:]:\n"
        "    made = runpy.run_path(f'{case}.py')['apply'](np.load(f'{case}.npy'), 'float32')\n"
        "    np.save(f'{case}-made.npy', made)"
    )
    environment = {**os.environ, "NPROC": "2"}
    subprocess.run(
        [sys.executable, "-c", program, *expected], cwd=tmp_path, env=environment, check=True, timeout=240
    )
    for case, values in expected.items():
        np.testing.assert_array_equal(np.load(tmp_path / f"{case}-made.npy"), values, case)


def test_a_script_says_what_it_needs(tmp_path):
    """In its help, and where a package is missing: the line for pip, without a traceback as a program."""
    text = recipe_script(Recipe().added(CATALOGUE["nl_means"])).text
    assert "It needs JAX, NumPy and scikit-image." in text
    (tmp_path / "look.py").write_text(text)
    (tmp_path / "skimage.py").write_text("raise ImportError(name='skimage')")
    done = subprocess.run(
        [sys.executable, "look.py", "in.npy", "out.npy"], cwd=tmp_path, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    said = "skimage is missing, this script needs: pip install jax numpy scikit-image"
    assert (done.returncode, done.stderr.strip()) == (1, said)
    with pytest.raises(ImportError, match="pip install jax numpy scikit-image"):
        exec(text, {"__name__": "look", "__builtins__": {**vars(builtins), "__import__": without_skimage}})


def without_skimage(name, *arguments):
    if name.partition(".")[0] == "skimage":
        raise ImportError("No module", name="skimage")
    return builtins.__import__(name, *arguments)
