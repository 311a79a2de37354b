"""Filters beside the libraries that they name: one line a comparison."""

from dataclasses import dataclass, field
from functools import partial

import numpy as np
import pytest
import scipy.ndimage as ndimage
import skimage.color
import skimage.exposure
import skimage.filters as filters
import skimage.restoration as restoration
import skimage.util
from pictures import encoded, random_photo
from scipy import signal

from jaxstudio.pipeline.params import BORDERS
from ops.per_channel import per_channel

DTYPES = ("float32", "uint8", "uint16")
PHOTOS = {dtype: random_photo(37, 53, dtype=dtype) for dtype in DTYPES}
for photo in PHOTOS.values():
    photo[0], photo[1, :20] = photo[0, :, :1], 0  # a gray row, and black
PHOTOS["gray"] = random_photo(29, 41, 1, "uint16")
AXES = {"magnitude": "", "horizontal": "_h", "vertical": "_v"}


@dataclass
class Case:
    """A filter with values, and its reference: (encoded pixels as float64) → what the filter should make."""

    name: str
    reference: object
    values: dict = field(default_factory=dict)
    dtypes: tuple = ("float32",)
    atol: float = 2e-6
    edge: int = 0  # rows and columns at each side that the reference computes in another way

    def __str__(self):
        return " ".join([self.name, *(f"{name}={value}" for name, value in self.values.items())])


def each(function, *args, **options):
    """A reference that knows one channel, applied to each."""
    return lambda x: per_channel(lambda plane: function(plane, *args, **options), x)


def gaussian(x, sigma, sigma_y=None, **options):
    sigmas = (sigma if sigma_y is None else sigma_y, sigma)
    return per_channel(lambda plane: ndimage.gaussian_filter(plane, sigmas, **options), x)


def shifted_hue(x, delta):
    hsv = skimage.color.rgb2hsv(x)
    hsv[..., 0] = (hsv[..., 0] + delta) % 1
    return skimage.color.hsv2rgb(hsv)


def scaled_chroma(x, factor):
    yuv = skimage.color.rgb2yuv(x)
    yuv[..., 1:] *= factor
    return skimage.color.yuv2rgb(yuv)


def high_pass(x, sigma=4.0):
    return x - ndimage.gaussian_filter(x, (sigma, sigma, 0))


def unsharp(radius, amount):
    return each(filters.unsharp_mask, radius, amount, preserve_range=True)


PATCHES = {"patch_size": 3, "patch_distance": 4, "h": 0.2}
MIXED = np.random.default_rng(1).uniform(-2, 2, (3, 3))
RGB = ("red", "green", "blue")
MIXER = {f"{to}_from_{by}": MIXED[i, j] for i, to in enumerate(RGB) for j, by in enumerate(RGB)}
REC601 = (0.299, 0.587, 0.114)
BROWN = np.array([[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]])
exposure, curve = skimage.exposure, partial(Case, dtypes=DTYPES, atol=1e-5)

CASES = [
    # edges and detail
    *(
        Case(name, each(getattr(filters, f"{name}{end}")), {"axis": axis}, DTYPES, edge=3 * (name != "sobel"))
        for name in ("sobel", "scharr", "prewitt", "farid")
        for axis, end in AXES.items()
    ),
    *(
        Case("sobel", each(filters.sobel, mode=border, cval=0.3), {"border": border, "cval": 0.3})
        for border in BORDERS
    ),
    Case("roberts", each(filters.roberts), dtypes=("uint8",), edge=3),
    Case("laplace", each(filters.laplace), dtypes=("uint8",), edge=3),
    *(
        Case(
            "difference_of_gaussians",
            partial(filters.difference_of_gaussians, low_sigma=low, high_sigma=high, channel_axis=-1),
            {"low": low, "high": high},
        )
        for low, high in ((1.0, 1.6), (0.5, 4.0), (0.0, 2.0))
    ),
    Case("high_pass", lambda x: high_pass(x) + 0.5, {"sigma": 4.0}),
    Case("local_contrast", lambda x: x + 3.2 * x * (1 - x) * high_pass(x), {"sigma": 4.0, "amount": 0.8},
         atol=3e-6),
    *(
        Case("unsharp_mask", unsharp(radius, amount), {"radius": radius, "amount": amount}, DTYPES[:2],
             2e-6 * (1 + 2 * abs(amount)))
        for radius, amount in ((1.0, 1.0), (2.3, 1.5), (0.0, 1.0), (5.0, -0.7), (1.0, 16.0), (32.0, 1.0))
    ),
    # denoising
    Case("tv_chambolle", each(restoration.denoise_tv_chambolle, 0.2, eps=0.0, max_num_iter=30),
         {"weight": 0.2, "iterations": 30}, atol=2e-4),
    Case("nl_means", partial(restoration.denoise_nl_means, **PATCHES, channel_axis=-1), PATCHES, atol=1e-5),
    *(
        Case("wiener", each(signal.wiener, n, noise=0.02), {"size": n, "noise": 0.02}, atol=5e-6, edge=n)
        for n in (3, 7)
    ),
    # blurs
    *(
        Case("gaussian_blur", partial(gaussian, sigma=sigma), {"sigma": sigma}, (*DTYPES, "gray"))
        for sigma in (0.0, 0.05, 0.3, 1.0, 2.3, 10.0)
    ),
    *(Case("gaussian_blur", partial(gaussian, sigma=sigma), {"sigma": sigma}) for sigma in (30.0, 64.0)),
    *(
        Case("gaussian_blur", partial(gaussian, sigma=2.3, mode=border, cval=0.3),
             {"sigma": 2.3, "border": border, "cval": 0.3}, DTYPES)
        for border in BORDERS
    ),
    *(
        Case("gaussian_blur", partial(gaussian, sigma=x, sigma_y=y), {"sigma": x, "sigma_y": y})
        for x, y in ((2.3, 0.5), (0.0, 2.3), (1.7, 0.0))
    ),
    *(
        Case("gaussian_blur", partial(gaussian, sigma=1.3, truncate=end), {"sigma": 1.3, "truncate": end})
        for end in (1.0, 2.5, 3.0, 8.0)
    ),
    *(
        Case("box_blur", each(ndimage.uniform_filter, size), {"size": size}, (*DTYPES, "gray"))
        for size in (1, 2, 3, 4, 9, 16, 32, 33, 64, 65)
    ),
    # tones
    *(
        Case("gamma", partial(exposure.adjust_gamma, gamma=gamma, gain=gain), {"gamma": gamma, "gain": gain},
             DTYPES, 1e-5 * max(1, gain))
        for gamma, gain in ((1, 1), (2.2, 1), (0.45, 1), (1, 0.5), (0, 1), (0.1, 3), (10, 10))
    ),
    curve("log", partial(exposure.adjust_log, gain=0.8), {"gain": 0.8}),
    curve("log", partial(exposure.adjust_log, inv=True), {"inverse": True}),
    curve("sigmoid", partial(exposure.adjust_sigmoid, cutoff=0.4, gain=7.0), {"cutoff": 0.4, "gain": 7.0}),
    curve("sigmoid", partial(exposure.adjust_sigmoid, inv=True), {"inverse": True}),
    curve("invert", skimage.util.invert),
    curve("exposure", lambda x: x * 2**-1.5, {"stops": -1.5}),
    curve("brightness", lambda x: x + 0.25, {"delta": 0.25}),
    curve("contrast", lambda x: (x - 0.5) * 1.7 + 0.5, {"factor": 1.7, "about": "half"}),
    curve("contrast", lambda x: (x - x.mean()) * 1.7 + x.mean(), {"factor": 1.7}),
    curve("rescale_intensity", partial(exposure.rescale_intensity, out_range=(0, 1))),
    curve(
        "rescale_intensity",
        lambda x: exposure.rescale_intensity(x, tuple(np.percentile(x, (7.0, 88.5))), (0, 1)),
        {"low": 7.0, "high": 88.5},
    ),
    Case("levels", lambda x: 0.1 + 0.6 * np.clip((x - 0.2) / 0.6, 0, 1) ** 0.5,
         {"black": 0.2, "white": 0.8, "gamma": 2.0, "out_black": 0.1, "out_white": 0.7}, atol=1e-5),
    Case("levels", lambda x: x > 0.5, {"black": 0.5, "white": 0.5}, atol=0),
    Case("quantization", lambda x: np.rint(x * 4) / 4, {"levels": 5}, atol=1e-7),
    # colours
    *(curve("hue", partial(shifted_hue, delta=delta), {"delta": delta}) for delta in (-0.8, -0.1, 0.0, 0.37)),
    *(
        Case("saturation", partial(scaled_chroma, factor=k), {"factor": k}, DTYPES, 1e-5 * max(1, abs(k)))
        for k in (0, 0.3, 1, 1.7, 8, -1)
    ),
    Case("grayscale", lambda x: skimage.color.rgb2gray(x)[..., None].repeat(3, 2), {}, DTYPES, 1e-6),
    Case("grayscale", lambda x: (x @ REC601)[..., None].repeat(3, 2), {"weights": "rec601"}, DTYPES, 1e-6),
    Case("channel_mixer", lambda x: x @ MIXED.T, MIXER),
    Case("sepia", lambda x: x @ BROWN.T),
    Case("sepia", lambda x: x, {"amount": 0.0}, atol=0),
    Case("white_balance", lambda x: x * 2.0 ** np.array([0.5, 0, -0.5]), {"temperature": 0.5}, atol=1e-6),
    Case("white_balance", lambda x: x * 2.0 ** np.array([0.25, -0.5, 0.25]), {"tint": 0.5}, atol=1e-6),
]  # fmt: skip


@pytest.mark.samples(28)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_is_what_the_reference_makes(filtered, case):
    inner = np.s_[case.edge : -case.edge or None, case.edge : -case.edge or None]
    for dtype in case.dtypes:
        result = filtered(case.name, PHOTOS[dtype], **case.values)
        expected = case.reference(encoded(PHOTOS[dtype]))
        np.testing.assert_allclose(result[inner], expected[inner], atol=case.atol, rtol=0, err_msg=dtype)
