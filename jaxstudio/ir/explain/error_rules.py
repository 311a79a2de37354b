"""Rules that explain JAX's errors: exception class and message pattern, cause, suggested fix."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Groups = Mapping[str, str]


@dataclass(frozen=True)
class Situation:
    """What is known of an error: JAX's message, the user's line, and what the message names.

    `statement` is the keyword at work in the line (if, while, assert, and, …).
    """

    message: str
    code: str
    argument: str
    function: str
    statement: str

    @property
    def named(self) -> str:
        """`the argument x`, or `an argument`."""
        return f"the argument {self.argument}" if self.argument else "an argument"


@dataclass(frozen=True)
class Rule:
    """Errors of these classes whose message matches; `tell` returns cause and suggested fix."""

    errors: tuple[str, ...]
    message: str
    title: str
    tell: Callable[[Situation, Groups], tuple[str, str]]

    def fits(self, name: str, message: str) -> bool:
        return name in self.errors and re.search(self.message, message, re.DOTALL) is not None


def plain(words: str, suggestion: str) -> Callable[[Situation, Groups], tuple[str, str]]:
    """Words with the message's groups, and with {named}, {function} and {argument}, filled in."""

    def tell(situation: Situation, groups: Groups) -> tuple[str, str]:
        known = {
            "named": situation.named,
            "function": situation.function or "the function",
            "argument": situation.argument or "the argument",
            **groups,
        }
        return words.format_map(known), suggestion.format_map(known)

    return tell


def boolean(situation: Situation, groups: Groups) -> tuple[str, str]:
    asks = f"`{situation.statement}` asks" if situation.statement else "Python asks"
    words = (
        f"{asks} for True or False, but while JAX traces the function there are only shapes and types: "
        f"the answer depends on {situation.named}, which has no value yet."
    )
    suggestions = {
        "while": "use jax.lax.while_loop(condition, body, start), whose loop runs on the device",
        "assert": "check values outside the jitted function, or with jax.experimental.checkify",
        "and": "use & between arrays (jnp.logical_and)",
        "or": "use | between arrays (jnp.logical_or)",
        "not": "use ~ on arrays (jnp.logical_not)",
    }
    choose = "choose values with jnp.where(condition, a, b), or code with jax.lax.cond(condition, f, g, x)"
    suggestion = suggestions.get(situation.statement, choose)
    if situation.statement in ("and", "or", "not"):
        suggestion += f", and {choose}"
    static = f"mark it static: jax.jit(f, static_argnames={situation.argument!r})"
    if situation.argument.isidentifier():
        suggestion += f"; if {situation.argument} is a plain number or flag that rarely changes, {static}"
    return words, suggestion


def _no_array(situation: Situation, groups: Groups) -> tuple[str, str]:
    path, kind = groups["path"], groups["type"]
    words = f"JAX traces arrays and numbers; {path} is of type {kind}."
    if path.isidentifier():
        return words, f"mark it static (static_argnames={path!r}), or leave it out of the jitted function"
    return words, (
        "let the arrays of this argument be traced and the rest be static: jit with equinox.filter_jit for a "
        "module of Equinox, mark the field static, or split the argument in two"
    )


RULES = (
    Rule(
        ("TracerBoolConversionError",), "", "a decision on a value that is not known while tracing", boolean
    ),
    Rule(
        ("TracerIntegerConversionError",),
        "",
        "a whole number is needed while tracing, and is not known",
        plain(
            "Python needs a whole number here (for range, an index into a list, a shape), but it depends "
            "on {named}, which has no value while JAX traces.",
            "mark the argument static (static_argnames), or loop with jax.lax.fori_loop and index arrays "
            "with jnp.take or x[i] on a jax array",
        ),
    ),
    Rule(
        ("TypeError",),
        "Shapes must be 1D sequences of concrete values",
        "a shape that depends on a value",
        plain(
            "The shape of an array must be known before anything is computed, but this one depends on "
            "{named}.",
            "pass the size as a static argument (static_argnames), take it from another array's shape, or "
            "make the array as large as it may become and mask the rest",
        ),
    ),
    Rule(
        ("NonConcreteBooleanIndexError",),
        "",
        "picking elements by a mask gives an array of unknown size",
        plain(
            "x[mask] has as many elements as the mask has True, which nobody knows while JAX traces: shapes "
            "must be fixed.",
            "keep the shape and choose values with jnp.where(mask, x, 0), or sum with where=mask; with a "
            "largest size known, use jnp.nonzero(mask, size=n, fill_value=…)",
        ),
    ),
    Rule(
        ("ConcretizationTypeError",),
        "size argument of jnp\\.(?P<name>\\w+)",
        "jnp.{name} gives an array of unknown size",
        plain(
            "How many elements jnp.{name} finds depends on {named}, but shapes must be known while JAX "
            "traces.",
            "give it a largest size: jnp.{name}(…, size=n, fill_value=…), or use the three-argument "
            "jnp.where",
        ),
    ),
    Rule(
        ("ConcretizationTypeError",),
        "with the `(?P<name>float|int|complex|bool)` function",
        "{name}() of a value that is not known while tracing",
        plain(
            "{name}() wants a Python number, but the value depends on {named}, which has none while JAX "
            "traces.",
            "keep it an array: x.astype({name}), or leave the conversion to the caller, after the jitted "
            "call",
        ),
    ),
    Rule(
        ("ConcretizationTypeError",),
        "",
        "a value is needed while tracing, and is not known",
        plain(
            "This line needs the value itself, but it depends on {named}, which has only a shape and a type "
            "while JAX traces.",
            "do it with jax.numpy on the whole array, move it out of the jitted function, or mark the "
            "argument static (static_argnames)",
        ),
    ),
    Rule(
        ("TracerArrayConversionError",),
        "",
        "NumPy was given a value that is not known while tracing",
        plain(
            "A function of NumPy (or of another library) wants the numbers of {named}, but while JAX traces "
            "there are none.",
            "use the function of the same name in jax.numpy; for code that must stay in Python use "
            "jax.pure_callback",
        ),
    ),
    Rule(
        ("UnexpectedTracerError",),
        "",
        "a value left the function that was being traced",
        plain(
            "While {function} was traced, it stored a value outside of itself (in a global, a list, an "
            "attribute), and that value is used later. It never held numbers: it stood for one during "
            "tracing.",
            "return the value from the function and use what is returned; jax.checking_leaks() shows where "
            "it was stored",
        ),
    ),
    Rule(
        ("TypeError",),
        r"(?P<name>\w+) got incompatible shapes for broadcasting: (?P<shapes>.*?)\.?$",
        "shapes that do not fit together: {shapes}",
        plain(
            "{name} combines arrays element by element. Aligned from the right, sizes must be equal or 1; "
            "{shapes} are not.",
            "reshape one of them (x[:, None] adds an axis), or transpose it, so that the sizes match",
        ),
    ),
    Rule(
        ("TypeError", "ValueError"),
        r"dot_general requires contracting dimensions to have the same shape, got (?P<shapes>.*?)\.?$"
        r"|matmul: Input operand.*?(?P<core>size \d+ is different from \d+)",
        "a product of matrices whose inner sizes differ: {shapes}{core}",
        plain(
            "The last axis of the left factor must be as long as the second last of the right one.",
            "transpose one factor (a @ b.T), or check which axis holds what",
        ),
    ),
    Rule(
        ("TypeError",),
        "Gradient only defined for scalar-output functions. Output had shape: (?P<shape>.*?)\\.?$",
        "grad of a function that returns {shape}, not one number",
        plain(
            "A gradient asks how ONE number changes with the inputs; this function returns an array of shape "
            "{shape}.",
            "for an elementwise function use jax.vmap(jax.grad(f)); for all partial derivatives "
            "jax.jacobian(f); "
            "to add the results up, grad of lambda x: f(x).sum()",
        ),
    ),
    Rule(
        ("TypeError",),
        "grad requires real- or complex-valued inputs.*?but got (?P<dtype>\\w+)",
        "grad with respect to an argument of type {dtype}",
        plain(
            "A whole number cannot change by a little, so there is no derivative with respect to {dtype}.",
            "pass a float (3.0 in place of 3, x.astype(float)), or choose another argument with argnums=",
        ),
    ),
    Rule(
        ("ValueError",),
        "Non-hashable static arguments.*?type (?P<type>.*?), (?P<value>.*?)\\. The error",
        "a static argument that cannot be a key: {value}",
        plain(
            "What is compiled is remembered under its static arguments, so they must be hashable; {type} "
            "is not.",
            "pass a tuple in place of a list, a frozen dataclass in place of a dict, or do not make it "
            "static",
        ),
    ),
    Rule(
        ("TypeError",),
        "Error interpreting argument to.*?type (?P<type>.*?) and was passed.*?at path "
        "(?P<path>\\S+?)\\.?(?:\\s|$)",
        "the argument {path} is no array: {type}",
        _no_array,
    ),
    Rule(
        ("TypeError",),
        "Argument types differ from the types for which this computation was compiled.*?"
        "Argument '(?P<name>.*?)' compiled with (?P<before>\\S+) and called with (?P<now>\\S+)",
        "{name} is {now}, but was compiled for {before}",
        plain(
            "What .compile() returns is machine code for exactly these types: it never traces anew.",
            "call the jitted function itself, which compiles for new types, or convert {name} to {before} "
            "first",
        ),
    ),
    Rule(
        ("TypeError",),
        "Cannot apply JAX transformations to a function lowered and compiled",
        "a compiled function cannot be differentiated or mapped any more",
        plain(
            "After .compile() there is only machine code; grad, vmap and jit need the Python function.",
            "transform first, compile last: jax.jit(jax.grad(f)).lower(x).compile()",
        ),
    ),
    Rule(
        ("TypeError",),
        "(?P<loop>scan|while_loop|fori_loop) body function carry input and carry output"
        ".*?The input carry (?P<what>.*?) has type (?P<before>\\S+) but the corresponding output carry "
        "component"
        " has type (?P<now>\\S+?),",
        "the loop's body turns {before} into {now}",
        plain(
            "A loop compiled once hands its state from round to round, so the body must return what it was "
            "given: {what} goes in as {before} and comes out as {now}.",
            "start with a value of the final type and shape, or convert in the body with .astype",
        ),
    ),
    Rule(
        ("TypeError",),
        "cond branches must have equal output types.*?true_fun has type (?P<one>\\S+) but.*?"
        "false_fun has type (?P<other>\\S+?),",
        "the two branches return {one} and {other}",
        plain(
            "Both branches of cond are compiled into one function, so they must return the same types and "
            "shapes.",
            "let both return the same type and shape, for example with .astype or by padding",
        ),
    ),
    Rule(
        ("ValueError",),
        "vmap got inconsistent sizes.*?size (?P<one>\\d+): (?P<first>.*?)[;\\n].*?size "
        "(?P<other>\\d+): (?P<second>.*?)(?:;|\\n|$)",
        "vmap over axes of different lengths: {one} and {other}",
        plain(
            "vmap walks along its arguments in step: {first} has {one}, {second} has {other}.",
            "check in_axes (None leaves an argument whole), or bring them to one length",
        ),
    ),
    Rule(
        ("ValueError",),
        "Reverse-mode differentiation does not work for lax.while_loop",
        "the gradient of a loop whose length is not known",
        plain(
            "Reverse mode walks back through every round and must know how many there are; this loop stops "
            "when a value says so.",
            "use jax.lax.scan or fori_loop with fixed bounds, or forward mode (jax.jvp, jax.jacfwd)",
        ),
    ),
    Rule(
        ("JaxRuntimeError", "XlaRuntimeError"),
        "RESOURCE_EXHAUSTED.*?(?P<bytes>\\d{6,}) bytes",
        "not enough memory: {bytes} bytes in one piece",
        plain(
            "A result or an intermediate value of {bytes} bytes does not fit.",
            "work in pieces (jax.lax.map, smaller batches), or in a smaller dtype",
        ),
    ),
    Rule(
        ("FloatingPointError",),
        "invalid value \\(nan\\) encountered",
        "a NaN appeared",
        plain(
            "Some equation made a NaN out of numbers that had none.",
            "follow it to the first equation that made it, then keep its input where it is defined "
            "(jnp.where on the input, not on the result)",
        ),
    ),
)
