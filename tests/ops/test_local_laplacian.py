"""The local Laplacian filter against its definition, coefficient by coefficient, on OpenCV's pyramids."""

import cv2
import numpy as np
import skimage.data

from jaxstudio.ops.tone import local_laplacian


def gaussian_pyramid(x, levels):
    found = [x]
    for _ in range(levels):
        found.append(cv2.pyrDown(found[-1]))
    return found


def enlarged(coarse, fine):
    return cv2.pyrUp(coarse, dstsize=fine.shape[::-1])


def by_definition(x, amount, sigma, levels):
    """Paris, Hasinoff and Kautz: every coefficient from a picture that is remapped around its lightness."""
    own = gaussian_pyramid(x, levels)
    result = own[-1]
    for level in reversed(range(levels)):
        detail = np.empty_like(own[level])
        for place in np.ndindex(detail.shape):
            off = x - own[level][place]
            remapped = x + amount * off * np.exp(-(off**2) / (2 * sigma**2))
            fine, coarse = gaussian_pyramid(remapped, level + 1)[-2:]
            detail[place] = (fine - enlarged(coarse, fine))[place]
        result = detail + enlarged(result, detail)
    return result


def test_every_coefficient_is_that_of_the_definition(filtered, monkeypatch, subtests):
    photo = skimage.data.astronaut()[100:121, 200:228]
    for channels, picture in ((3, photo), (1, photo[..., :1])):
        values = (picture / np.float32(255)).astype(np.float32)
        weights = (0.2126, 0.7152, 0.0722) if channels == 3 else (1.0,)
        luma = values.astype(float) @ np.array(weights)
        for amount, sigma in ((1.0, 0.2), (-0.6, 0.1)):
            expected = values + (by_definition(luma, amount, sigma, 1) - luma)[..., None]
            for apart, off in ((0.5, 0.01), (0.02, 2e-4)):  # between two lightnesses it is interpolated
                with subtests.test(channels=channels, amount=amount, apart=apart):
                    monkeypatch.setattr(local_laplacian, "APART", apart)
                    result = filtered("local_laplacian", values, amount=100 * amount, range=sigma)
                    np.testing.assert_allclose(result, expected, atol=off)


def test_an_edge_has_no_halo_where_an_unsharp_mask_has_one(filtered):
    step = np.where(np.arange(240) < 120, 0.25, 0.75).astype(np.float32)[None, :, None].repeat(60, 0)
    narrow = filtered("local_laplacian", step, amount=100.0, range=0.1) - step
    blurred = filtered("local_contrast", step, amount=1.0, sigma=16.0) - step
    assert np.abs(narrow).max() < 0.01 < 0.1 < np.abs(blurred).max()
