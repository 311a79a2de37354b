"""Computes the guide's figures now, and compares them with those that the pages state."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.guide import facts_numbers
from jaxstudio.guide.pages import Fact, Page, Scalar, Stated
from jaxstudio.ir.lesson_programs import formula, selu


def primitives(function: Callable[..., Any], *arguments: Any) -> list[str]:
    """The names of the equations of a function's jaxpr."""
    return [str(equation.primitive) for equation in jax.make_jaxpr(function)(*arguments).jaxpr.eqns]


def zeros(*shape: int) -> np.ndarray:
    return np.zeros(shape, np.float32)


def mean_gradient() -> list[float]:
    slopes = jax.grad(lambda x: jnp.mean((x + 2) ** 2 + 3))(jnp.ones(3))
    return [float(slope) for slope in slopes]


def calls_and_prints() -> list[int]:
    printed = []

    @jax.jit
    def noisy(x: Any) -> Any:
        printed.append("traced")
        return x * 2

    for _ in range(3):
        noisy(np.float32(1))
    return [3, len(printed)]


def five_additions(x: Any) -> Any:
    for _ in range(5):
        x = x + 1
    return x


def loop_primitive() -> str:
    looped = primitives(lambda n, x: jax.lax.fori_loop(0, n, lambda _, x: x + 1, x), np.int32(5), zeros(3))
    return next(name for name in looped if name in ("while", "scan"))


def exception_name(call: Callable[[], object]) -> str:
    """The class of a call's exception; empty without one."""
    try:
        call()
    except Exception as error:  # the page is about which one it is
        return type(error).__name__
    return ""


def decide() -> object:
    return jax.jit(lambda x: x if x > 0 else -x)(1.0)


def same_as_numpy() -> bool:
    x = np.random.default_rng(0).random((200, 200), np.float32)
    return bool(np.allclose(formula(x), jax.jit(formula)(x), rtol=1e-5))


def compiled() -> Any:
    return jax.jit(lambda x: x * x).trace(np.float32(2)).lower().compile()


def loop_equations(count: int = 10) -> list[int]:
    def unrolled(x: Any) -> Any:
        sums, total = [], jnp.float32(0)
        for number in range(count):
            total = total + x[number]
            sums.append(total)
        return sums

    def scanned(x: Any) -> Any:
        return jax.lax.scan(lambda total, value: (total + value, total + value), jnp.float32(0), x)

    return [len(primitives(each, zeros(count))) for each in (unrolled, scanned)]


def traces_by_length() -> list[int]:
    traced = []

    @jax.jit
    def total(x: Any) -> Any:
        traced.append(x.shape)
        return jnp.sum(x)

    counts = []
    for _ in range(2):
        for length in range(1, 11):
            total(zeros(length))
        counts.append(len(traced))
    return counts


def fusions() -> int:
    text = jax.jit(lambda x: jnp.sin(x) * 2 + x).lower(zeros(1000)).compile().as_text()
    return sum(" fusion(" in line for line in (text or "").splitlines())


def mapped_layer(*, both: bool) -> Any:
    weights, x = zeros(10, 4, 3) if both else zeros(4, 3), zeros(10, 3)
    return jax.vmap(jnp.dot, in_axes=(0 if both else None, 0))(weights, x).shape


def same_as_a_loop() -> bool:
    random = np.random.default_rng(0)
    weights, x = random.random((4, 3), np.float32), random.random((10, 3), np.float32)
    mapped = jax.vmap(lambda row: jnp.dot(weights, row, precision="highest"))(x)
    return bool(np.abs(mapped - np.stack([weights @ row for row in x])).max() < 1e-6)


def drawn(key: Any, count: int = 4) -> np.ndarray:
    return np.asarray(jax.random.normal(key, (count,)))


def split_differs() -> bool:
    key = jax.random.key(0)
    return all(not np.array_equal(drawn(key), drawn(each)) for each in jax.random.split(key))


def one_by_one_differs() -> bool:
    key = jax.random.key(0)
    single = np.concatenate([drawn(each, 1) for each in jax.random.split(key, 4)])
    return not np.array_equal(single, drawn(key))


COMPILATION: Mapping[str, Callable[[], object]] = {
    "jaxpr.equations": lambda: sorted(
        primitives(lambda x, y, z: jnp.sum(x + y * z), zeros(3), zeros(3, 3), zeros(3))
    ),
    "jaxpr.gradient": mean_gradient,
    "purity.prints": calls_and_prints,
    "purity.unrolled": lambda: len(primitives(five_additions, zeros(3))),
    "purity.loop": loop_primitive,
    "purity.decision": lambda: exception_name(decide),
    "selu.values": lambda: [float(selu(jnp.float32(x))) for x in (17.8, 17.0)],
    "selu.mapped": lambda: [float(value) for value in jax.vmap(selu)(jnp.array([42.0, 78.0, -12.3]))],
    "race.megabytes": lambda: zeros(3000, 3000).nbytes,
    "race.same": same_as_numpy,
    "ahead.result": lambda: float(compiled()(np.float32(2))),
    "ahead.refuses": lambda: exception_name(lambda: compiled()(np.int32(2))),
    "loops.equations": loop_equations,
    "shapes.traces": traces_by_length,
    "fusion.kernels": fusions,
    "vmap.x": lambda: mapped_layer(both=False),
    "vmap.both": lambda: mapped_layer(both=True),
    "vmap.same": same_as_a_loop,
    "keys.same": lambda: bool(np.array_equal(drawn(jax.random.key(5)), drawn(jax.random.key(5)))),
    "keys.split": split_differs,
    "keys.at_once": one_by_one_differs,
}


FACTS: Mapping[str, Callable[[], object]] = {
    **facts_numbers.IMAGES,
    **facts_numbers.NUMBERS,
    **COMPILATION,
}


@dataclass(frozen=True)
class Computed:
    """A fact with its computed value; `agrees`: the page states the same."""

    fact: Fact
    value: Stated

    @property
    def agrees(self) -> bool:
        return _agree(self.fact.stated, self.value, self.fact.relative)


def compute(page: Page) -> Iterator[Computed]:
    """Every fact of a page, one by one as it is computed."""
    for fact in page.facts:
        value = FACTS[fact.key]()
        yield Computed(fact, tuple(value) if isinstance(value, list | tuple) else value)  # type: ignore[arg-type]


def _agree(stated: Stated, value: Stated, relative: float) -> bool:
    if isinstance(stated, tuple) or isinstance(value, tuple):
        return (
            isinstance(stated, tuple)
            and isinstance(value, tuple)
            and len(stated) == len(value)
            and all(_agree(one, other, relative) for one, other in zip(stated, value, strict=True))
        )
    return _agree_scalars(stated, value, relative)


def _agree_scalars(stated: Scalar, value: Scalar, relative: float) -> bool:
    if isinstance(stated, bool | str) or isinstance(value, bool | str):
        return stated == value
    return math.isclose(stated, value, rel_tol=relative, abs_tol=relative if stated == 0 else 0.0)
