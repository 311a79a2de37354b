"""Faults of photos mended, beside OpenCV, SciPy, scikit-image and formulas of other programs."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
import scipy.ndimage
import scipy.sparse.linalg
import skimage.data
import skimage.restoration

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.source import Source
from jaxstudio.errors import ParameterError
from jaxstudio.ops import CATALOGUE
from jaxstudio.ops.repair import inpaint
from jaxstudio.ops.repair.deblur import deblur
from jaxstudio.pipeline.masks import Brush, Ellipse, Luminosity, Mask, MaskPart, Rectangle, Stroke
from jaxstudio.pipeline.recipe import Recipe
from ops.test_everyday_tone import LUMA, fast_guided

SIZE = (120, 160)
SPOT = {"x": 37.5, "y": 45.0, "radius": 8.0, "source_x": 30.0, "source_y": 15.0}


def places(values=SPOT, size=SIZE):
    row, column = np.indices(size)
    x, y = values["x"] / 100 * (size[1] - 1), values["y"] / 100 * (size[0] - 1)
    away = np.hypot(column - x, row - y) / (values["radius"] / 100 * min(size))
    way = round(values["source_y"] / 100 * size[0]), round(values["source_x"] / 100 * size[1])
    return (column - x) / 20, (row - y) / 20, away, way


@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
def test_a_spot_on_a_harmonic_picture_heals_without_a_trace(filtered, dtype):
    # spot and source differ by a harmonic function, which is known inside from what it is on the circle
    x, y, away, _ = places()
    flawless = np.stack(
        [0.4 + 0.05 * x, 0.5 + 0.02 * (x * x - y * y), 0.3 + 0.01 * (x**3 - 3 * x * y * y) + y / 20], -1
    )
    flawless = np.clip(flawless, 0, 1).astype(np.float32)
    picture = np.where((away < 0.7)[..., None], np.float32(0.9), flawless)
    if dtype is np.uint8:
        picture = np.round(picture * 255).astype(np.uint8)
    healed = filtered("spot_removal", picture, **SPOT)
    near = away < 1.2
    assert np.abs(healed - flawless)[near].max() < 0.012
    # outside nothing changes
    first = picture / np.float32(255) if dtype is np.uint8 else picture
    np.testing.assert_allclose(healed[away > 1.01], first[away > 1.01], atol=2e-7)


def test_a_healed_spot_is_near_opencvs_poisson_editing(filtered):
    picture = np.ascontiguousarray(skimage.data.coffee()[40:340, 20:420])
    values = {"x": 30.0, "y": 25.0, "radius": 6.0, "source_x": -12.0, "source_y": 20.0, "feather": 5.0}
    *_, away, (down, right) = places(values, picture.shape[:2])
    source = np.roll(picture, (-down, -right), (0, 1))
    # OpenCV takes three pixels off the mask's edge
    mask = np.where(away < 1 + 3 / (0.06 * 300), np.uint8(255), np.uint8(0))
    rows, columns = np.nonzero(mask)
    middle = tuple(int(each.min() + (np.ptp(each) + 1) // 2) for each in (columns, rows))
    reference = cv2.seamlessClone(source, picture, mask, middle, cv2.NORMAL_CLONE) / 255
    healed = filtered("spot_removal", picture, **values)
    inner = away < 0.8
    apart, moved = np.abs(healed - reference)[inner].mean(), np.abs(source / 255 - reference)[inner].mean()
    assert apart < 0.04
    assert apart < 0.35 * moved


def test_a_clone_is_the_source(filtered):
    rng = np.random.default_rng(3)
    picture = rng.random((*SIZE, 3), np.float32)
    *_, away, (down, right) = places()
    cloned = filtered("spot_removal", picture, **SPOT, mode="clone", feather=10.0)
    np.testing.assert_allclose(
        cloned[away < 0.89], np.roll(picture, (-down, -right), (0, 1))[away < 0.89], atol=2e-7
    )


@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
def test_hot_pixels_are_scipys_median_where_they_stand_out(filtered, dtype):
    rng = np.random.default_rng(5)
    picture = scipy.ndimage.gaussian_filter(rng.random((40, 60, 3)), (3, 3, 0)).astype(np.float32)
    spots = rng.random((40, 60)) < 0.01
    picture[spots] = rng.integers(0, 2, spots.sum())[:, None]
    if dtype is np.uint8:
        picture = np.round(picture * 255).astype(np.uint8)
    values = picture / np.float32(255) if dtype is np.uint8 else picture
    middle = scipy.ndimage.median_filter(values, (3, 3, 1), mode="reflect")
    for which, outlier in (
        ("both", np.abs(values - middle) > 0.2),
        ("bright", values - middle > 0.2),
        ("dark", middle - values > 0.2),
    ):
        expected = np.where(outlier, middle, values)
        assert 0 < outlier.mean() < 0.02
        result = filtered("hot_pixels", picture, threshold=0.2, which=which)
        np.testing.assert_allclose(result, expected, atol=2e-7)


def test_a_red_eye_becomes_dark_by_gegls_formula(filtered):
    rng = np.random.default_rng(7)
    picture = rng.random((*SIZE, 3), np.float32)
    picture[:60, :, 0] *= 0.2
    place = {name: SPOT[name] for name in ("x", "y")} | {"radius": 30.0}
    *_, away, _ = places(place | {"source_x": 0.0, "source_y": 0.0})
    r, g, b = np.moveaxis(picture, 2, 0)
    for threshold in (0.3, 0.4, 0.6):
        margin = (threshold - 0.4) * 2
        red = (r * 0.5133333 >= g - margin) & (r * 0.5133333 >= b * 0.1933333 - margin)
        expected = np.stack(
            [np.where(red, np.clip((g + b * 0.1933333) / (2 * 0.5133333), 0, 1), r), g, b], -1
        )
        mended = filtered("red_eye", picture, **place, feather=10.0, threshold=threshold)
        assert 0.02 < red[away < 0.89].mean() < 0.95
        np.testing.assert_allclose(mended[away < 0.89], expected[away < 0.89], atol=2e-6)
        np.testing.assert_array_equal(mended[away > 1.01], picture[away > 1.01])


def blur_kernel(shape):
    if shape == "gaussian":
        tall = np.exp(-(np.arange(-6, 7) ** 2) / (2 * 2.0**2))
        kernel = np.outer(tall, tall)
    elif shape == "disc":
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3)).astype(np.float64)
    elif shape == "motion":
        kernel = np.ones((1, 9))
    else:
        kernel = np.random.default_rng(3).random((5, 3))
    return kernel / kernel.sum()


def test_deblurring_is_scikit_images(filtered, subtests):
    photo = skimage.data.camera()[150:300, 180:380].astype(np.float32) / 255
    drawn = blur_kernel("own kernel")
    for shape, values in (
        ("gaussian", {"sigma": 2.0}),
        ("disc", {"radius": 1.0}),
        ("motion", {"length": 9.0}),
        ("own kernel", {"kernel": drawn.tolist()}),
    ):
        with subtests.test(shape):
            kernel = blur_kernel(shape)
            if shape == "disc":  # its edge lies half in the pixels at the corners
                offset = np.hypot(*np.mgrid[-2:3, -2:3])
                kernel = np.clip(1.5 - offset, 0, 1)
                kernel /= kernel.sum()
            blurred = scipy.ndimage.convolve(photo, kernel, mode="mirror").astype(np.float32)
            reference = skimage.restoration.richardson_lucy(
                np.pad(blurred, 40, "reflect"), kernel, 8, clip=False
            )[40:-40, 40:-40]
            found = filtered("richardson_lucy", blurred[..., None], shape=shape, iterations=8, **values)[
                ..., 0
            ]
            inner = np.s_[30:-30, 30:-30]
            np.testing.assert_allclose(found[inner], reference[inner], atol=2e-5)
            # no ringing at the borders: everywhere nearer to the photo than what was blurred
            assert np.mean((found - photo) ** 2) < 0.8 * np.mean((blurred - photo) ** 2)


def test_a_motion_is_undone_along_its_own_angle(filtered):
    photo = skimage.data.camera()[100:260, 180:380, None].astype(np.float32) / 255
    blurred = filtered("motion_blur", photo, length=11, angle=30.0)

    def error(angle):
        return np.mean(
            (filtered("richardson_lucy", blurred, shape="motion", length=11.0, angle=angle) - photo) ** 2
        )

    assert error(30.0) < 0.7 * np.mean((blurred - photo) ** 2)
    assert error(30.0) < 0.5 * error(-30.0)


def test_tiles_of_a_deblurred_photo_are_the_whole(filtered):
    rng = np.random.default_rng(9)
    photo = skimage.data.camera()[:, :, None].astype(np.float32) / 255
    photo = np.clip(scipy.ndimage.gaussian_filter(photo, (2, 2, 0)) + rng.normal(0, 0.01, photo.shape), 0, 1)
    values = {"shape": "gaussian", "sigma": 2.0, "iterations": 40}
    whole = deblur(photo.astype(np.float32), values)
    np.testing.assert_allclose(
        filtered("richardson_lucy", photo.astype(np.float32), **values), whole, atol=1e-4
    )


def test_defringing_is_a_guided_filter_of_magenta(filtered):
    photo = np.random.default_rng(2).random((37, 53, 3)).astype(np.float32)
    m = (photo[..., 0] + photo[..., 2]) / 2 - photo[..., 1]
    e = m - fast_guided(photo @ LUMA, 8, 1e-3, m)
    less = 0.8 * np.clip(e - 0.05, 0, np.maximum(m, 0)) - 0.3 * np.clip(-e - 0.05, 0, np.maximum(-m, 0))
    expected = photo + less[..., None] * np.array([-LUMA[1], 1 - LUMA[1], -LUMA[1]])
    result = filtered("defringe", photo, purple=80.0, green=30.0, threshold=0.05, radius=8)
    np.testing.assert_allclose(result, expected, atol=2e-4)
    np.testing.assert_allclose(result @ LUMA, photo @ LUMA, atol=2e-6)


def test_a_fringe_fades_and_a_flower_stays(filtered):
    """Black beside white with the purple that a lens adds at the edge, and a purple square."""
    scene = np.full((80, 120, 3), 0.9, np.float32)
    scene[:, 60:] = 0.05
    scene[20:60, 8:40] = 0.5, 0.2, 0.6
    seen = scene.copy()
    seen[:, 60:63] += np.array([0.25, 0.05, 0.4], np.float32)
    mended = filtered("defringe", seen)

    def purple(picture, columns):
        return np.abs((picture[..., 0] + picture[..., 2]) / 2 - picture[..., 1])[:, columns].mean()

    fringe = slice(60, 63)
    assert purple(mended, fringe) < 0.4 * purple(seen, fringe)
    np.testing.assert_allclose(mended[26:54, 14:34], seen[26:54, 14:34], atol=0.02)


def solved(picture, hole):
    """Laplace's equation in the hole by a sparse factorisation, nothing pulling beyond the border."""
    number = np.full(hole.shape, -1)
    number[hole] = np.arange(hole.sum())
    first, second = [], []
    for axis in (0, 1):
        ends = np.moveaxis(np.arange(hole.size).reshape(hole.shape), axis, 0)
        first += [ends[:-1].ravel(), ends[1:].ravel()]
        second += [ends[1:].ravel(), ends[:-1].ravel()]
    first, second = np.concatenate(first), np.concatenate(second)
    own = hole.ravel()[first]
    rows, others = number.ravel()[first[own]], second[own]
    joins = scipy.sparse.csr_array((np.ones(len(rows)), (rows, others)), (hole.sum(), hole.size))
    inside = hole.ravel()
    matrix = scipy.sparse.diags_array(joins.sum(axis=1)) - joins[:, inside]
    known = picture.reshape(-1, picture.shape[2]).astype(np.float64)
    found = picture.astype(np.float64)
    found[hole] = scipy.sparse.linalg.spsolve(matrix.tocsc(), joins[:, ~inside] @ known[~inside])
    return found


def inpainted(engine, picture, *parts, values=None, **mask):
    recipe = Recipe(working_space="encoded", masks=(Mask(1, tuple(map(MaskPart, parts)), **mask),))
    recipe = recipe.added(CATALOGUE["inpaint"], values or {})
    recipe = replace(recipe, steps=(replace(recipe.steps[0], mask=1),))
    return engine.render(Source(picture), recipe, dtype="float32"), recipe


def test_inpainting_is_a_sparse_solution_of_laplaces_equation(engine, filtered, subtests, monkeypatch):
    photo = skimage.data.astronaut()[40:160, 150:310]
    shapes = {
        "ellipse": Ellipse(0.5, 0.45, 0.4, 0.6),
        "stroke at the border": Brush((Stroke(((0.0, 0.1), (0.6, 0.9)), 0.04, 1.0),)),
        "pixels by their light": Luminosity(0.0, 0.2, 0.0),
    }
    for name, shape in shapes.items():
        for picture, most in ((photo, 30_000_000), (photo.astype(np.float32) / 255, 1_000)):
            # with few products allowed, the hole is solved by conjugate gradients and multigrid cycles
            monkeypatch.setattr(inpaint, "MOST_PRODUCTS", most)
            with subtests.test(name, dtype=picture.dtype):
                result, recipe = inpainted(engine, picture, shape)
                values = picture / np.float32(255) if picture.dtype == np.uint8 else picture
                changed = np.abs(result - values).max(axis=2) > 1e-6
                assert 0.01 < changed.mean() < 0.6
                # the mask's soft edge belongs to the hole, but keeps a share of the picture
                weights = mask_of(engine, picture, shape)
                expected = solved(values, weights > 0)
                expected = values + weights[..., None] * (expected - values)
                np.testing.assert_allclose(result, expected, atol=1e-4)
                region = engine.render(Source(picture), recipe, dtype="float32", rect=Rect(30, 20, 90, 121))
                np.testing.assert_array_equal(region, result[30:90, 20:121])
    np.testing.assert_allclose(filtered("inpaint", photo), photo / 255, atol=1e-6)
    with pytest.raises(ParameterError, match="whole picture"):
        inpainted(engine, photo, Rectangle(0.5, 0.5, 3.0, 3.0))


def test_a_stroke_is_numbered_along_it_wherever_it_has_grown_to():
    y, x = np.mgrid[:126, :220]
    for points in range(300, 401, 20):
        t = np.linspace(0, points / 400, points)[::6]
        far = np.hypot(y[..., None] - 63 - 50 * np.sin(9 * t), x[..., None] - 20 - 180 * t)
        hole = (far < 12.5).any(-1)
        matrix = inpaint.laplacian(hole, inpaint.sum_around(np.ones(hole.shape, np.float32)))
        order = inpaint.along(matrix)
        np.testing.assert_array_equal(np.sort(order), np.arange(hole.sum()))
        place = np.argsort(order)
        first, second = matrix.nonzero()
        # Cuthill and McKee's order begins in the middle of some: up to 83
        width = int(np.abs(place[first] - place[second]).max())
        assert width < 50
        # the pixels of a square cannot be numbered with less than its side between neighbours
        assert inpaint.has_square(hole, 8)
        assert not inpaint.has_square(hole, width + 1)


def test_a_hole_of_several_parts_or_nowhere_two_pixels_wide_is_filled(subtests):
    picture = skimage.data.astronaut()[:90, :90].astype(np.float32) / 255
    parts, comb = np.zeros((2, 90, 90), bool)
    parts[10:30, 10:40] = parts[50:80, 60:80] = True
    comb[4:86, 4:86:2] = comb[45, 4:86] = True
    for name, hole, most in (("parts", parts, 30_000_000), ("comb", comb, 1_000)):
        with subtests.test(name), pytest.MonkeyPatch.context() as patch:
            patch.setattr(inpaint, "MOST_PRODUCTS", most)
            found = inpaint.fill_smoothly(picture, hole, lambda: None)
            np.testing.assert_allclose(found, solved(picture, hole), atol=1e-4)


def test_a_healed_stroke_is_its_source_and_a_membrane(engine, subtests):
    """The source overlaps the stroke: what it takes from there is filled smoothly before."""
    photo = (skimage.data.astronaut()[40:160, 150:310] / np.float32(255)).astype(np.float32)
    stroke = Brush((Stroke(((0.2, 0.3), (0.7, 0.8)), 0.05, 1.0),))
    weights = mask_of(engine, np.zeros_like(photo), stroke, 0)[..., None]  # exact on black
    hole = weights[..., 0] > 0
    smooth = solved(photo, hole)
    source = np.roll(np.where(hole[..., None], smooth, photo), (-6, -16), (0, 1))
    source[-6:], source[:, -16:] = source[-7:-6], source[:, -17:-16]
    values = {"source_x": 10.0, "source_y": 5.0}
    for name, expected in (("clone", source), ("heal", source + solved(photo - source, hole))):
        with subtests.test(name):
            result, _ = inpainted(engine, photo, stroke, values={**values, "fill": name})
            np.testing.assert_allclose(result, photo + weights * (expected - photo), atol=3e-4)


def test_strokes_have_sources_of_their_own(engine, subtests):
    """Of strokes that overlap the latest has the pixel; a stroke without a source takes the step's."""
    photo = (skimage.data.astronaut()[40:160, 150:310] / np.float32(255)).astype(np.float32)
    apart = Stroke(((0.8, 0.8),), 0.05, 1.0)
    first, second = Stroke(((0.2, 0.3), (0.5, 0.3)), 0.08, 1.0), Stroke(((0.4, 0.2), (0.4, 0.5)), 0.08, 1.0)
    ways = {first: (0.1, 0.3), second: (0.25, -0.05)}
    own = [replace(stroke, source=way) for stroke, way in ways.items()]
    covered = {
        stroke: mask_of(engine, np.zeros_like(photo), Brush((stroke,)), 0) > 0 for stroke in (*ways, apart)
    }
    hole, whole = covered[first] | covered[second], Brush((*own, apart))
    weights = mask_of(engine, np.zeros_like(photo), whole, 0)[..., None]
    smooth = solved(solved(photo, hole), covered[apart])

    def moved(right, down):
        rows, columns = (np.arange(size) for size in photo.shape[:2])
        rows = np.clip(rows + round(down * 120), 0, 119)
        return smooth[rows[:, None], np.clip(columns + round(right * 160), 0, 159)]

    pieces = {
        (0.0, -0.2): covered[apart],
        ways[first]: covered[first] & ~covered[second],
        ways[second]: covered[second],
    }
    cloned, healed = photo.copy(), solved(photo, hole)
    for way, piece in pieces.items():
        cloned[piece] = moved(*way)[piece]
        healed = solved(healed - moved(*way), piece) + moved(*way)
    values = {"source_x": 0.0, "source_y": -20.0}
    for name, expected in (("clone", cloned), ("heal", healed)):
        with subtests.test(name):
            result, recipe = inpainted(engine, photo, whole, values={**values, "fill": name})
            np.testing.assert_allclose(result, photo + weights * (expected - photo), atol=3e-4)
            region = engine.render(Source(photo), recipe, dtype="float32", rect=Rect(20, 10, 70, 121))
            np.testing.assert_array_equal(region, result[20:70, 10:121])
    with subtests.test("ways lie on the photo and turn with it"):
        only = Brush(tuple(own))
        upright, recipe = inpainted(engine, photo, only, values={"fill": "heal"})
        turned = engine.render(
            Source(photo), recipe.added(CATALOGUE["rotate_90"], position=0), dtype="float32"
        )
        np.testing.assert_allclose(turned, np.rot90(upright), atol=3e-4)


def test_a_stroke_that_grows_leaves_other_holes_alone(engine, monkeypatch):
    """One hole is filled for each frame, and the picture is the same as from the beginning."""
    photo, filled, fill = skimage.data.astronaut()[40:160, 150:310], [], inpaint.fill_smoothly
    monkeypatch.setattr(inpaint, "fill_smoothly", lambda *given: filled.append(1) or fill(*given))
    spot, line = Stroke(((0.2, 0.8),), 0.03, 0.5), ((0.3, 0.2), (0.6, 0.3), (0.8, 0.2))
    values, source = {"fill": "heal", "source_x": 0.0, "source_y": 30.0}, Source(photo)
    for count in (2, 3):
        brush = Brush((spot, Stroke(line[:count], 0.03, 0.5)))
        recipe = Recipe(working_space="encoded", masks=(Mask(1, (MaskPart(brush),)),))
        recipe = recipe.added(CATALOGUE["inpaint"], values, mask=1)
        filled.clear()
        result = engine.render(source, recipe, dtype="float32")
        assert len(filled) == 4 - count
    np.testing.assert_array_equal(result, engine.render(Source(photo), recipe, dtype="float32"))


def mask_of(engine, picture, shape, least=1e-6):
    """The mask's weights: how far it lets Brightness through."""
    recipe = Recipe(working_space="encoded", masks=(Mask(1, (MaskPart(shape),)),))
    recipe = recipe.added(CATALOGUE["brightness"], {"delta": 0.5})
    recipe = replace(recipe, steps=(replace(recipe.steps[0], mask=1),))
    before = picture / np.float32(255) if picture.dtype == np.uint8 else picture
    weights = (engine.render(Source(picture), recipe, dtype="float32") - before).mean(axis=2) / 0.5
    return np.where(weights > least, weights, 0)
