"""Every hard function: what is known is found, nothing else is, and nothing is drawn wrong."""

import numpy as np
import pytest

from benchmarks.hard_functions import HARD_FUNCTIONS, OFF_PX, Strip, judge, strips_of
from functions.curves.plain import study_of, typed
from jaxstudio.functions.curves.features import Features
from jaxstudio.functions.protocol.scene import MarkKind, Proof

KINDS = {
    "poles": MarkKind.POLE, "jumps": MarkKind.JUMP, "holes": MarkKind.HOLE, "ends": MarkKind.END,
}  # fmt: skip


def same(found, expected, within):
    assert len(found) == len(expected), f"found {found}, expected {expected}"
    np.testing.assert_allclose(sorted(found), sorted(expected), rtol=within, atol=within)


@pytest.mark.samples(3)
@pytest.mark.parametrize("hard", HARD_FUNCTIONS, ids=lambda hard: f"{hard.text} {hard.y}")
def test_what_is_true_is_found_and_drawn(hard):
    evaluator = typed(hard.text)
    study = study_of(evaluator, hard.view)
    undersampled = [(p.x[0], p.x[-1]) for p in study.pieces if p.proof is Proof.UNRESOLVED]
    assert bool(undersampled) == (hard.undersampled is not None)

    def clear(places):
        """Those outside of what cannot be resolved."""
        low, high = hard.undersampled or (np.inf, -np.inf)
        return [place for place in places if not low <= place <= high]

    if hard.undersampled:
        assert min(low for low, _ in undersampled) >= hard.undersampled[0] - 0.01
        assert max(high for _, high in undersampled) <= hard.undersampled[1] + 0.01
    for name, kind in KINDS.items():
        found = clear(b.at for b in study.breaks if b.kind is kind)
        same(found, clear(getattr(hard, name)), 1e-12)
    if not hard.undersampled:
        same([corner.at for corner in study.corners], hard.corners, 1e-9)
        if hard.roots is not None:
            same([mark.x for mark in Features(study).find(MarkKind.ROOT).marks], hard.roots, 1e-9)
    if hard.peak is not None:
        pixel = (hard.y[1] - hard.y[0]) / hard.view.height_px
        assert abs(max(piece.y.max() for piece in study.pieces) - hard.peak) <= pixel
    assert judge(hard, evaluator, *strips_of(study)).true


def test_the_judge_sees_what_is_wrong():
    hard = next(hard for hard in HARD_FUNCTIONS if hard.text == "tan(x)")
    evaluator = typed(hard.text)
    x = np.linspace(*hard.x, 5000)
    y = evaluator.values(x)[0]
    whole = judge(hard, evaluator, [Strip(x, y, y)], ())
    assert whole.joins == len(hard.poles)
    shifted = y + 3 * OFF_PX * (hard.y[1] - hard.y[0]) / hard.view.height_px
    cuts = np.searchsorted(x, hard.poles)
    strips = [Strip(a, b, b) for a, b in zip(np.split(x, cuts), np.split(shifted, cuts), strict=True)]
    off = judge(hard, evaluator, strips, ())
    assert (off.joins, off.holes) == (0, 0)
    assert 0 < off.off < off.places
    assert judge(hard, evaluator, strips[:3], ()).off > off.off
