"""Oscillations that have no limit: expansions beside a point whose terms swing ever faster towards it.

sin(x)/x towards infinity, or sin(1/x) towards 0: amplitudes that are expansions themselves, times cosines and
sines of ω s^-m, where s is the distance. Integrals up to the point are incomplete gamma functions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from flint import acb, arb, fmpq

from jaxstudio.functions.interpreters.germs import (
    NUMBERS,
    ONE,
    ZERO,
    Germ,
    Steep,
    Unexpanded,
    ball_of,
    is_nothing,
    whole,
)


class Phase(NamedTuple):
    """ω s^-m with ω, m > 0."""

    m: Fraction
    omega: Any


class Term(NamedTuple):
    """cosine · cos(phase) + sine · sin(phase)."""

    phase: Phase
    cosine: Germ
    sine: Germ


@dataclass(frozen=True)
class Wave(Germ):
    """calm + the sum of the waves. As a germ it is calm with a rest that bounds the waves."""

    calm: Germ = field(kw_only=True)
    waves: tuple[Term, ...] = field(kw_only=True)

    def is_zero(self) -> bool:
        return False

    def __neg__(self) -> Germ:
        return self * fmpq(-1)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Steep):
            return other + self
        if not isinstance(other, NUMBERS):
            return NotImplemented
        calm, terms = _parts(self._other(other))
        return _together(self.calm + calm, [*self.waves, *terms])

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Steep):
            return other * self
        if not isinstance(other, NUMBERS):
            return NotImplemented
        calm, terms = _parts(self._other(other))
        scaled = [
            Term(phase, cosine * by, sine * by)
            for waves, by in ((self.waves, calm), (terms, self.calm))
            for phase, cosine, sine in waves
        ]
        try:
            products = [_product(one, two) for one in self.waves for two in terms]
        except Unexpanded:  # the phases have no sum of this form
            return Germ.__mul__(self, other)
        return sum(products, _together(self.calm * calm, scaled))

    # what is overridden here is asked before a plain germ on the left
    __radd__, __rmul__ = __add__, __mul__

    def shifted(self, p: Fraction, k: Fraction = ZERO) -> Germ:
        waves = [Term(phase, cosine.shifted(p, k), sine.shifted(p, k)) for phase, cosine, sine in self.waves]
        return _together(self.calm.shifted(p, k), waves)

    def integral(self) -> tuple[arb, bool]:
        """The integral of the waves over 0 < s <= reach, and whether it diverges, of whatever phase and calm.

        Raises Unexpanded where neither is known.
        """
        parts = [_integrated(term) for term in self.waves]
        return sum((part for part, _ in parts), arb(0)), any(diverges for _, diverges in parts)


def wave(phase: Phase, cosine: Germ, sine: Germ) -> Germ:
    """cosine · cos(phase) + sine · sin(phase) with ω of either sign."""
    return _together(cosine.constant(fmpq(0)), [_upright(Term(phase, cosine, sine))])


def parted(f: Germ) -> tuple[Phase, Germ]:
    """The infinite term of a germ as a phase, with ω of either sign, and the rest.

    Raises Unexpanded where it is not one power of s.
    """
    infinite = [(p, k) for p, k in f.terms if p < 0 or (p == 0 and k > 0)]
    if type(f) is not Germ or len(infinite) != 1 or infinite[0][1] != 0 or (f.rest and f.rest[0] <= 0):
        raise Unexpanded
    key = infinite[0]
    return Phase(-key[0], f.terms[key]), f - f.of({key: f.terms[key]})


def _upright(term: Term) -> Term:
    """The same wave with ω > 0."""
    phase, cosine, sine = term
    if phase.omega > 0:
        return term
    if not phase.omega < 0:
        raise Unexpanded
    return Term(Phase(phase.m, -phase.omega), cosine, -sine)


def _parts(f: Germ) -> tuple[Germ, tuple[Term, ...]]:
    return (f.calm, f.waves) if isinstance(f, Wave) else (f, ())


def _together(calm: Germ, waves: list[Term]) -> Germ:
    """Add waves of one phase; those that vanish are left out."""
    merged: list[Term] = []
    for phase, cosine, sine in waves:
        for at, (other, c, s) in enumerate(merged):
            if other.m == phase.m and is_nothing(other.omega - phase.omega):
                merged[at] = Term(other, c + cosine, s + sine)
                break
        else:
            merged.append(Term(phase, cosine, sine))
    merged = [term for term in merged if not (term.cosine.is_zero() and term.sine.is_zero())]
    if not merged:
        return calm
    amplitudes = [amplitude for term in merged for amplitude in (term.cosine, term.sine)]
    rests = [each for amplitude in amplitudes for each in amplitude.bounds()]
    bounding = calm.of(calm.terms, [*([calm.rest] if calm.rest else []), *rests])
    return Wave(bounding.terms, bounding.places, bounding.rest, calm=calm, waves=tuple(merged))


def _product(one: Term, two: Term) -> Germ:
    """The product as waves of the sum and of the difference of the phases."""
    (a, c, s), (b, d, t) = one, two
    if a.m != b.m:
        raise Unexpanded
    half, omega = fmpq(1, 2), a.omega - b.omega
    total = wave(Phase(a.m, a.omega + b.omega), (c * d - s * t) * half, (c * t + s * d) * half)
    cosine, sine = (c * d + s * t) * half, (s * d - c * t) * half
    return total + (cosine if is_nothing(omega) else wave(Phase(a.m, omega), cosine, sine))


def _integrated(term: Term) -> tuple[arb, bool]:
    """By ∫ s^p exp(i ω s^-m) ds = (-i ω)^-a Γ(a, -i ω r^-m) / m over 0 < s <= r, where a = -(p + 1)/m < 1.

    Of a larger a, the integral from s on swings as s^(m(1 - a)) does, which is not towards any limit.
    """
    (m, omega), *amplitudes = term
    total, diverges = arb(0), False
    for amplitude, is_sine in zip(amplitudes, (False, True), strict=True):
        rests = [amplitude.rest] if amplitude.rest else []
        for (p, k), c in amplitude.terms.items():
            a = -(p + ONE) / m
            if k:
                rests.append(amplitude._power((p, k), c))
                continue
            if a >= 1:
                if isinstance(c, arb) and c.contains(0):
                    raise Unexpanded
                diverges = True
                continue
            turned = acb(0, -arb(omega))
            factor = arb(omega) ** whole(-a) * acb(0, arb.pi() * whole(a) / 2).exp() / ball_of(m)
            found = factor * (turned * amplitude.reach ** whole(-m)).gamma_upper(acb(whole(a)))
            total += c * (found.imag if is_sine else found.real)
        for q, bound in rests:
            if q <= -1:
                raise Unexpanded
            total += arb(0, (bound * amplitude.reach ** whole(q + 1) / ball_of(q + 1)).upper())
    return total, diverges
