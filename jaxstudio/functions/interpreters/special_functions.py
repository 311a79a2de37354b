"""Special functions that JAX lacks, in balls and by SciPy: a new one is a line here and in the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import scipy.special as sp
from flint import acb, arb, fmpq, fmpz


def nothing(*arguments: Any) -> Sequence[Any]:
    return ()


def never(*arguments: Any) -> bool:
    return False


@dataclass(frozen=True)
class Special:
    """`ball` takes real or complex balls. A value exists where all of `closed` are at least 0, all of `open`
    positive, and `is_pole` is false. `host` takes arrays; without one the values come from balls."""

    ball: Callable[..., Any]
    host: Callable[..., Any] | None = None
    closed: Callable[..., Sequence[Any]] = nothing
    open: Callable[..., Sequence[Any]] = nothing
    is_pole: Callable[..., bool] = never


def is_whole(x: Any) -> bool:
    """Whether a fraction or a ball, real or complex, is exactly a whole number; an expansion is none."""
    if isinstance(x, acb):
        return bool(x.imag == 0) and is_whole(x.real)
    return x.q == 1 if isinstance(x, fmpq) else isinstance(x, arb) and bool(x.is_integer())


def _ends(x: Any) -> bool:
    """Whether a series with this parameter above ends: at 0 and negative whole numbers."""
    return is_whole(x) and bool((x.real if isinstance(x, acb) else x) <= 0)


def _complex(name: str, *arguments: Any) -> Any:
    """A function that Arb has of complex balls only."""
    value = getattr(acb, name)(*map(acb, arguments))
    return value if any(isinstance(x, acb) for x in arguments) else value.real


def _lower_lambert(x: Any) -> Any:
    value = acb(x).lambertw(-1, middle=True)
    return value if isinstance(x, acb) else value.real


def _angle(phi: Any, m: Any) -> Sequence[Any]:
    """The angle's condition: 1 - m sin^2 must not vanish from 0 up to it."""
    real = phi.real if isinstance(phi, acb) else arb(phi)
    if abs(real) > arb.pi() / 2:
        return (1 - m,)
    return (1 - m * (phi if isinstance(phi, acb) else arb(phi)).sin() ** 2,)


def _polylog(s: Any, x: Any) -> Any:
    """Li_s(x) by Arb; for s = 1 and 0, which derivatives of Li_2 need, by its quicker closed form."""
    if s == 1:
        return -(1 - x).log()
    return x / (1 - x) if s == 0 else _complex("polylog", x, s)


def _elliptic_pi(n: Any, m: Any) -> Any:
    """Arb's, which has no value over wide balls: there it lies between its ends, or a bound of its size."""
    value = acb.elliptic_pi(acb(n), acb(m))
    if not isinstance(n, acb) and not isinstance(m, acb):
        if value.is_finite() or not (n < 1 and m < 1):
            return value.real
        low, high = (
            acb.elliptic_pi(acb(n_), acb(m_)).real for n_, m_ in zip(_ends_of(n), _ends_of(m), strict=True)
        )
        return low.union(high)
    if value.is_finite():
        return value
    bound = arb.pi() / (2 * _from_one(n) * _from_one(m).sqrt())
    return acb(arb(0, bound.upper()), arb(0, bound.upper())) if bound.is_finite() else acb(arb.nan())


def _ends_of(x: Any) -> tuple[arb, arb]:
    return arb(x).lower(), arb(x).upper()


def _from_one(x: Any) -> arb:
    """The least of |1 - s x| for s from 0 to 1, or less."""
    x = acb(x)
    ahead = 1 - arb(0).max(x.real.upper())
    beside = arb(x.imag.abs_lower()) / arb(x.abs_upper()) if x.abs_upper() > 0 else arb(1)
    return arb(0).max(ahead.max(beside))


def elliptic_pi(n: np.ndarray, m: np.ndarray) -> np.ndarray:
    """The complete elliptic integral of the third kind of arrays of one shape, NaN where n or m is 1 or more.

    Carlson's integrals, with sums of positive terms only: DLMF 19.25.2; Abramowitz and Stegun 17.7.17 for n
    below 0; and where m is, too, the integral by the angle's complement.
    """
    both = (n < 0) & (m < 0)
    below = (n < 0) & (m >= 0)
    factor = np.where(both, 1 / ((1 - n) * np.sqrt(1 - m)), 1.0)
    kept, rest = np.where(both, n / (n - 1), n), 1 - np.where(both, 0.0, n)
    rest = np.where(both, 1 / (1 - n), rest)
    one = np.where(both, 1 / (1 - m), 1 - m)
    # for n below 0 by another one between m and 1
    moved = np.where(below, (m - n) / (1 - n), kept)
    rest = np.where(below, (1 - m) / (1 - n), rest)
    first = sp.elliprf(0.0, one, 1.0)
    value = first + moved / 3 * sp.elliprj(0.0, one, 1.0, rest)
    other = (value * -n / (1 - n) * (1 - m) + first * m) / np.where(below, m - n, 1.0)
    return np.where((n < 1) & (m < 1), np.where(below, other, factor * value), np.nan)


# A bound of what is looked at as a whole number.
LARGEST = 2**53


def _of_whole_numbers(function: Callable[..., int], *arguments: Any) -> arb:
    if not all(isinstance(x, arb) and x.is_exact() and abs(x) <= LARGEST for x in arguments):
        return arb.nan()
    return arb(int(function(*(x.unique_fmpz() for x in arguments))))


def _not_whole(*arguments: Any) -> bool:
    return any(not x.contains_integer() for x in arguments)


TABLE: dict[str, Special] = {
    "besselj": Special(
        lambda n, x: x.bessel_j(n),
        sp.jv,
        closed=lambda n, x: () if is_whole(n) else (x,),
        is_pole=lambda n, x: n < 0 and x == 0 and not is_whole(n),
    ),
    "bessely": Special(lambda n, x: x.bessel_y(n), sp.yv, open=lambda n, x: (x,)),
    "besseli": Special(
        lambda n, x: x.bessel_i(n),
        sp.iv,
        closed=lambda n, x: () if is_whole(n) else (x,),
        is_pole=lambda n, x: n < 0 and x == 0 and not is_whole(n),
    ),
    "besselk": Special(lambda n, x: x.bessel_k(n), sp.kv, open=lambda n, x: (x,)),
    "airyai": Special(lambda x: x.airy_ai(), lambda x: sp.airy(x)[0]),
    "airybi": Special(lambda x: x.airy_bi(), lambda x: sp.airy(x)[2]),
    "airyaiprime": Special(lambda x: x.airy_ai(derivative=1), lambda x: sp.airy(x)[1]),
    "airybiprime": Special(lambda x: x.airy_bi(derivative=1), lambda x: sp.airy(x)[3]),
    "legendre": Special(
        lambda n, x: x.legendre_p(n),
        sp.eval_legendre,
        open=lambda n, x: () if is_whole(n) else (1 + x,),
    ),
    "chebyshevt": Special(
        lambda n, x: x.chebyshev_t(n),
        sp.eval_chebyt,
        closed=lambda n, x: () if is_whole(n) else (1 + x,),
    ),
    "chebyshevu": Special(
        lambda n, x: x.chebyshev_u(n),
        sp.eval_chebyu,
        open=lambda n, x: () if is_whole(n) else (1 + x,),
    ),
    "gegenbauer": Special(
        lambda n, a, x: x * 0 if _ends(n + 1) else x.gegenbauer_c(n, a),
        open=lambda n, a, x: () if is_whole(n) else (1 + x,),
    ),
    "hermite": Special(lambda n, x: x.hermite_h(n), sp.eval_hermite),
    "genlaguerre": Special(
        lambda n, a, x: x * 0 if _ends(n + 1) else x.laguerre_l(n, a), sp.eval_genlaguerre
    ),
    "ellipk": Special(partial(_complex, "elliptic_k"), sp.ellipk, open=lambda m: (1 - m,)),
    "ellipe": Special(partial(_complex, "elliptic_e"), sp.ellipe, closed=lambda m: (1 - m,)),
    "ellipf": Special(partial(_complex, "elliptic_f"), sp.ellipkinc, open=_angle),
    "ellipeinc": Special(partial(_complex, "elliptic_e_inc"), sp.ellipeinc, closed=_angle),
    "ellippi": Special(_elliptic_pi, elliptic_pi, open=lambda n, m: (1 - n, 1 - m)),
    "ellippiinc": Special(
        partial(_complex, "elliptic_pi_inc"), open=lambda n, phi, m: (*_angle(phi, m), *_angle(phi, n))
    ),
    "polylog": Special(
        _polylog,
        closed=lambda s, x: (1 - x,),
        is_pole=lambda s, x: x == 1 and s <= 1,
    ),
    "fresnels": Special(lambda x: x.fresnel_s(), lambda x: sp.fresnel(x)[0]),
    "fresnelc": Special(lambda x: x.fresnel_c(), lambda x: sp.fresnel(x)[1]),
    "lambertwm1": Special(
        _lower_lambert,
        closed=lambda x: (x * arb(1).exp() + 1,),
        open=lambda x: (-x,),
    ),
    "hyp1f1": Special(lambda a, b, x: x.hypgeom_1f1(a, b), sp.hyp1f1, is_pole=lambda a, b, x: _ends(b)),
    "hyp2f1": Special(
        lambda a, b, c, x: x.hypgeom_2f1(a, b, c),
        sp.hyp2f1,
        closed=lambda a, b, c, x: () if _ends(a) or _ends(b) else (1 - x,),
        is_pole=lambda a, b, c, x: _ends(c) or bool(x == 1 and c <= a + b and not (_ends(a) or _ends(b))),
    ),
    "gcd": Special(partial(_of_whole_numbers, lambda a, b: a.gcd(b)), is_pole=_not_whole),
    "lcm": Special(partial(_of_whole_numbers, lambda a, b: a.lcm(b)), is_pole=_not_whole),
    "isprime": Special(partial(_of_whole_numbers, lambda n: n > 1 and fmpz.is_prime(n)), is_pole=_not_whole),
}
# Of these SciPy is right for whole degrees only; of these it lacks values for a parameter above 1.
POLYNOMIALS = frozenset({"legendre", "chebyshevt", "chebyshevu", "hermite", "genlaguerre"})
INCOMPLETE = frozenset({"ellipf", "ellipeinc"})
