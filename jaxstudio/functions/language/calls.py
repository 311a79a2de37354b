"""Names in an expression: a call, a form such as sum(…), d/dx, or a plain name."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from jaxstudio.errors import ExpressionError, Wording, either
from jaxstudio.functions.language import (
    diagnostics,
    distributions,
    idioms,
    joined_names,
    limits,
    lists,
    special_forms,
)
from jaxstudio.functions.language.catalogue import (
    AMBIGUOUS_CALLS,
    PI,
    Function,
    arguments_in_words,
    expansion_of,
    find,
    function_of,
    is_one_letter,
    nearest,
    product_with_function,
    readings,
)
from jaxstudio.functions.language.nodes import (
    QUESTIONS,
    SIGN,
    Apply,
    Call,
    Chain,
    Constant,
    Name,
    Negate,
    Node,
    Number,
    Power,
    Tuple,
    Vector,
    at_columns,
    substitute,
)
from jaxstudio.functions.language.special_forms import FORMS, read_derivative
from jaxstudio.functions.language.tokens import (
    FUNCTION_LETTERS,
    GREEK_WORDS,
    KEYWORDS,
    Kind,
    Token,
    TokenReader,
    closing,
    is_variable,
    tokenize,
)

# the parameters of a function that a further line would define
PARAMETERS = ("x", "y", "z", "t", "u", "v", "w")


def read_name(parser: TokenReader) -> Node:
    """The node that begins with the current name."""
    token, following = parser.token, parser.ahead(1)
    name = token.text
    if name == "d" and (found := read_derivative(parser)) is not None:
        return found
    if distributions.sees(parser):
        return distributions.read(parser)
    if lists.sees_call(parser):
        return lists.call(parser)
    if name.lower() in ("if", "sum", "prod", "integral") and name not in parser.functions:
        _refuse_idiom(parser)
    if name in FORMS and following.text == "(" and not (name in QUESTIONS and name in parser.functions):
        parser.advance()
        return FORMS[name](parser, token)
    if name in KEYWORDS:
        if following.text == "(":
            _refuse_idiom(parser)
        raise ExpressionError(Wording("{0} needs something before it", name), token.start, token.end)
    if name in parser.functions:
        return _call(parser, None)
    if opens_brackets(following):
        after = closing(parser.tokens, parser.at + 1) + 1
        if parser.tokens[min(after, len(parser.tokens) - 1)].text == "(" and not parser.tokens[after].spaced:
            message = Wording(
                "{0}[…](…) is no call here; a logarithm to a base is log_2(x), a root x^(1/3)", name
            )
            raise ExpressionError(message, token.start, parser.tokens[after].start)
    called = following.text == "(" or following.kind is Kind.PRIME or opens_brackets(following)
    defined = name in parser.values
    if not defined:
        if name in PI and token.end - token.start > 1:
            parser.advance()
            return Constant(token.start, token.end, "pi")
        if (name in FORMS and name not in QUESTIONS) or name == "arc":
            raise diagnostics.word_alone(parser, token)
        if (based := logarithm_base(name)) is not None:
            return _logarithm(parser, *based)
    function = find(name)
    if called and not defined:
        other = expansion_of(name) if function is not None else None
        if other is not None and following.text == "(" and _counts(parser, len(other[0])):
            return _expanded(parser, *other)
        _refuse_idiom(parser)
    # β, γ and ζ are functions only where they are called
    if function is not None and not defined and (called or name not in GREEK_WORDS):
        return _call(parser, function)
    if not defined and (called or _begins_argument(parser, True, 1)):
        foreign = function_of(name)
        if foreign and (called or (name != "W" and name not in GREEK_WORDS)):
            return _call(parser, find(foreign))
        if called and following.kind is not Kind.PRIME and (expanded := expansion_of(name)) is not None:
            return _expanded(parser, *expanded)
        if name in AMBIGUOUS_CALLS and len(name) > 1 and not called and name not in GREEK_WORDS:
            diagnostics.refuse_call(parser, token)
    if not defined and name in FUNCTION_LETTERS:
        _refuse_power_of_unknown(parser, token)
    if following.kind is Kind.PRIME:
        message = Wording("{0}' is the derivative of a function {0}, which no line defines", name)
        suggestion, undefined = "", "" if is_variable(name) else f"{name}(x)"
        if defined:
            message = Wording(
                "{0} is a value and takes no argument; its derivative is written d/dx ({0})", name
            )
            suggestion = diagnostics.derivative_text(f"({name})", "x", len(following.text), parser.ahead(2))
            undefined = ""
        raise ExpressionError(message, token.start, following.end, suggestion, undefined=undefined)
    if called and not defined and not following.spaced:
        diagnostics.refuse_call(parser, token)
    if called and _meant_as_function(parser, token):
        raise _unknown_function(parser, token)
    if not defined and not is_variable(name):
        joined_names.refuse_run_together(parser, token)
    parser.advance()
    return Name(token.start, token.end, name)


def _counts(parser: TokenReader, count: int) -> bool:
    """Whether the call has so many arguments. Raises ExpressionError for round(2,5), which may have one."""
    end = closing(parser.tokens, parser.at + 1)
    commas = list(diagnostics.commas(parser, parser.at + 1, end))
    for at in commas:
        before, after = parser.tokens[at - 1], parser.tokens[at + 1]
        numbers = before.kind is after.kind is Kind.NUMBER and "." not in before.text + after.text
        if numbers and not after.spaced and len(commas) == count - 1:
            texts = f"{before.text}.{after.text}", f"{before.text}, {after.text}"
            message = Wording("{0},{1} may be {2} or {3}", before.text, after.text, texts[0], texts[1])
            raise ExpressionError(message, before.start, after.end, texts[0], texts[1:])
    return len(commas) == count - 1


def _refuse_power_of_unknown(parser: TokenReader, token: Token) -> None:
    """f^-1(x) and f²(x) of an f that no line defines are no products."""
    at = parser.at + 1
    if parser.tokens[at].kind is Kind.RAISED:
        power, end = parser.tokens[at].text, at + 1
    else:
        found = re.match(
            r"\^ (?:{ )?(- )?([0-9]+)(?: })?(?= \()", " ".join(t.text for t in parser.tokens[at : at + 7])
        )
        if found is None:
            return
        power, end = ("-" if found[1] else "") + found[2], at + len(found.group().split())
    if parser.tokens[min(end, len(parser.tokens) - 1)].text != "(":
        return
    name = token.text
    message = Wording("no line defines a function {0}; a line {0}(x) = … does", name)
    if power == "-1":
        message = Wording("{0}, and its inverse is the curve x = {1}(y)", message, name)
    last = closing(parser.tokens, end)
    if power == "-1" and not parser.at and parser.tokens[last + 1].kind is Kind.END:
        raise ExpressionError(message, token.start, parser.tokens[last].end, f"x = {name}(y)")
    raise ExpressionError(message, token.start, parser.tokens[end - 1].end, undefined=f"{name}(x)")


def _refuse_idiom(parser: TokenReader) -> None:
    """D[f, x], if(c, a, b), round(x, 2): calls that others have and this language writes otherwise."""
    name, following = parser.token.text, parser.ahead(1)
    if name.lower() not in idioms.CALLS or (following.text != "(" and not opens_brackets(following)):
        return
    end = closing(parser.tokens, parser.at + 1)
    if name not in FORMS or any(
        token.text in ("{", "(", "[") for token in parser.tokens[parser.at + 2 : end]
    ):
        count = 1 + sum(1 for _ in diagnostics.commas(parser, parser.at + 1, end))
        function, fits = find(name), False
        if function is not None:
            least, most = function.counts
            fits = least <= count and (most is None or count <= most)
        fits = fits or (name in FORMS and (count == 4 or (name == "integral" and count == 3)))
        if not fits:
            idioms.refuse_call(parser, parser.token, end)


def opens_brackets(token: Token) -> bool:
    """Whether it is the [ of Sin[x]."""
    return token.text == "[" and not token.spaced


def logarithm_base(name: str) -> tuple[str, ...] | None:
    """The base in log_3 and log_b; None of other names."""
    found = re.fullmatch("log_?([0-9]{1,9}|(?<=_)[a-z])", name)
    return (found[1],) if found is not None and find(name) is None else None


def _logarithm(parser: TokenReader, base: str) -> Node:
    """log_3 x as log(x)/log(3)."""
    token = parser.advance()
    primes = parser.token.kind is Kind.PRIME
    if primes:
        raise ExpressionError(
            Wording("the derivative is written d/dx {0}(x)", token.text), token.start, parser.token.end
        )
    exponent = _power_of_function(parser, token, find("log"))
    if parser.sees("("):
        arguments, end = parser.arguments(token.text)
        if len(arguments) != 1:
            raise ExpressionError(Wording("{0} takes 1 argument", token.text), token.start, end)
        argument = arguments[0]
    else:
        argument = _bare_argument(parser, token)
    start, end = token.start, parser.previous.end
    at: Node = Number(start, token.end, float(base)) if base.isdigit() else Name(start, token.end, base)
    if base == "e":
        at = Constant(start, token.end, "e")
    logs = (Call(start, end, "log", (argument,)), Call(start, end, "log", (at,)))
    return _raised_call(Chain(start, end, logs, ("/",)), exponent)


def _expanded(parser: TokenReader, parameters: tuple[str, ...], text: str) -> Node:
    """A function of others, written out: pow(x, 2) as x^2."""
    token = parser.advance()
    arguments, end = parser.arguments(token.text)
    if len(arguments) == 1 < len(parameters) and token.text in ("root", "Root"):
        return Call(token.start, end, "sqrt", tuple(arguments))
    if len(arguments) != len(parameters):
        many = arguments_in_words(len(parameters))
        raise ExpressionError(
            Wording("{0} takes {1}, not {2}", token.text, many, len(arguments)), token.start, end
        )
    # names that no argument can have
    names = [f"{name}_" for name in parameters]
    written = re.sub(
        r"\b([A-Za-z])\b", lambda word: f"{word[1]}_" if word[1] in parameters else word[1], text
    )
    tree = at_columns(type(parser)(tokenize(written), (), names).expression(), token.start, end)
    for name, argument in zip(names, arguments, strict=True):
        tree = substitute(tree, name, argument)
    return tree


def _meant_as_function(parser: TokenReader, token: Token) -> bool:
    """Whether name( is a call of something unknown rather than a factor."""
    name = token.text
    if name in parser.values or is_variable(name) or name in GREEK_WORDS or parser.ahead(1).spaced:
        return False
    return len(name.rstrip("0123456789")) > 1 or name in FUNCTION_LETTERS


def _unknown_function(parser: TokenReader, token: Token) -> ExpressionError:
    name, at = token.text, parser.at + 1
    both = joined_names.number_in_call(parser, token)
    if both:
        message = Wording("no function {0}; did you mean {1}?", name, either(both))
        return ExpressionError(
            message, token.start, parser.tokens[closing(parser.tokens, at)].end, *_first(both)
        )
    product = product_with_function(name)
    guess = product if product and product[0] in "xyzt" else nearest(name, parser.functions)
    is_indexed = re.fullmatch("[A-Za-z]_?[A-Za-z0-9]?", name) is not None
    guess = ("" if is_indexed else guess) or product
    if guess:
        return ExpressionError(
            Wording("no function {0}; did you mean {1}?", name, guess), token.start, token.end, guess
        )
    message = Wording("no function {0}; a line {0}(x) = … defines it", name)
    count = sum(1 for _ in diagnostics.commas(parser, at, closing(parser.tokens, at)))
    undefined = f"{name}({', '.join(PARAMETERS[: count + 1])})" if count < len(PARAMETERS) else ""
    factors = (name,) if is_one_letter(name) else readings(name, False)
    if not factors:
        return ExpressionError(message, token.start, token.end, undefined=undefined)
    product = f"{factors[0]}*"
    message = Wording("{0}, {1}(…) is a product", message, product)
    return ExpressionError(message, token.start, token.end, product, undefined=undefined)


def _first(texts: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    return texts[0], texts[1:]


def _call(parser: TokenReader, function: Function | None) -> Node:
    """A function with its arguments, in parentheses or, for one argument, without."""
    token = parser.advance()
    name = function.name if function else token.text
    primes = len(parser.advance().text) if parser.token.kind is Kind.PRIME else 0
    if primes > limits.ORDER:
        raise ExpressionError(
            Wording("derivatives go up to order {0}", limits.ORDER), token.start, parser.previous.end
        )
    token = replace(token, text=token.text + "'" * primes, end=parser.previous.end)
    exponent = _power_of_function(parser, token, function)
    brackets = opens_brackets(parser.token)
    if parser.sees("(") or brackets:
        arguments, end = parser.arguments(token.text)
    elif function is not None and (function.counts[0] == 1 or function.variadic) and name != "hypot":
        arguments = [_bare_argument(parser, token)]
        end = arguments[0].end
    else:
        message = Wording("{0} is a function: it needs its arguments in parentheses", token.text)
        inputs = ", ".join("xyzt"[: function.counts[0]]) if function else "x"
        raise ExpressionError(message, token.start, token.end, f"{token.text}({inputs})")
    if primes and len(arguments) != 1:
        message = Wording("' is the derivative of a function of one argument; d/dx(…) takes others")
        raise ExpressionError(message, token.start, end)
    if function is None:
        return _raised_call(Apply(token.start, end, name, tuple(arguments), primes), exponent)
    if name in ("max", "min") and len(arguments) == 1 and isinstance(arguments[0], Vector | Tuple):
        # Python's max([x, 0])
        arguments = list(arguments[0].items)
    if len(arguments) == 2 and not brackets and not primes:
        _refuse_two_arguments(parser, token, name, arguments)
    if name == "log" and len(arguments) == 2 and token.text != "ln":
        # the logarithm to a base, as Python's; Mathematica's Log[b, x] begins with the base
        logs = [Call(each.start, each.end, name, (each,)) for each in arguments]
        return _raised_call(
            Chain(token.start, end, tuple(logs[::-1] if brackets else logs), ("/",)), exponent
        )
    if name == "atan" and len(arguments) == 2 and not primes:
        # Desmos has arctan(y, x), Mathematica ArcTan[x, y]
        ordered = arguments[::-1] if brackets else arguments
        return _raised_call(Call(token.start, end, "atan2", tuple(ordered)), exponent)
    if name == "sinc" and brackets:
        # Mathematica's is sin(x)/x
        turn = Constant(token.start, end, "pi")
        arguments = [Chain(token.start, end, (argument, turn), ("/",)) for argument in arguments]
    if function.variadic and len(arguments) == 1 and not primes:
        # the least of one number
        return _raised_call(arguments[0], exponent)
    _check_count(parser, function, arguments, token.start, end)
    missing = len(function.parameters) - len(arguments)
    if missing > 0:
        arguments += [Number(end, end, value) for value in function.defaults[-missing:]]
    return _raised_call(Call(token.start, end, name, tuple(arguments), primes), exponent)


def _refuse_two_arguments(parser: TokenReader, token: Token, name: str, arguments: list[Node]) -> None:
    """log(2,5) may have a decimal comma; in log(2, x) the base stands first in some programs."""
    first, second = arguments
    if not parser.text or name not in ("log", "atan") or not isinstance(first, Number):
        return
    typed = [parser.text[each.start : each.end] for each in arguments]
    if isinstance(second, Number) and second.start == first.end + 1:
        texts = [f"{typed[0]}.{typed[1]}", f"{typed[0]}, {typed[1]}"]
        message = Wording(
            "{0}({1},{2}) may be {0}({3}) or {0}({4})", token.text, typed[0], typed[1], texts[0], texts[1]
        )
        raise ExpressionError(message, first.start, second.end, texts[0], (texts[1],))
    if name == "log" and not isinstance(second, Number) and first.value.is_integer():
        texts = [f"log_{typed[0]}({typed[1]})", f"log({typed[0]})/log({typed[1]})"]
        message = Wording(
            "the base of {0} stands behind here and first elsewhere: {1}", token.text, either(texts)
        )
        raise ExpressionError(message, token.start, second.end + 1, texts[0], (texts[1],))


def _raised_call(call: Node, exponent: Number | None) -> Node:
    """sin(x) as sin²(x)."""
    return call if exponent is None else Power(call.start, call.end, call, exponent)


def _check_count(
    parser: TokenReader, function: Function, arguments: list[Node], start: int, end: int
) -> None:
    least, most = function.counts
    count = len(arguments)
    if least <= count and (most is None or count <= most):
        return
    expected, suggestion = arguments_in_words(least, most), ""
    message = Wording("{0} takes {1}, not {2}: {3}", function.name, expected, count, function.usage)
    if most is not None and count == most + 1:
        suggestion = _decimal_comma(parser, arguments)
    if suggestion:
        message = Wording("{0}; a decimal point is written as a point: {1}", message, suggestion)
        start, end = arguments[0].start, arguments[-1].end
    raise ExpressionError(message, start, end, suggestion)


def _decimal_comma(parser: TokenReader, arguments: list[Node]) -> str:
    """3,5 as 3.5 where two of the arguments may be one number."""
    for left, right in pairwise(arguments):
        if isinstance(left, Number) and isinstance(right, Number) and right.start == left.end + 1:
            begin, end = arguments[0].start, arguments[-1].end
            return parser.text[begin : left.end] + "." + parser.text[right.start : end]
    return ""


def _power_of_function(parser: TokenReader, token: Token, function: Function | None) -> Number | None:
    """The 2 of sin²x and sin^2 x, which is the power of the value; None where no power stands there.

    sin^-1 is an inverse, f^2 of a function of the sheet may be f(f(x)): each is written in its own way.
    """
    sign, at = parser.token, parser.at
    if sign.kind is not Kind.RAISED and sign.text != "^":
        return None
    parser.advance()
    power, closed = sign.text, True
    if sign.text == "^":
        inverse = [parser.ahead(k).text for k in range(4)] == ["(", "-", "1", ")"]
        grouped = parser.accept("{") or (inverse and parser.accept("("))
        minus = "-" if parser.accept("-") else ""
        power = minus + parser.advance().text
        closed = not grouped or parser.accept("}") or parser.accept(")")
    end = parser.previous.end
    if power.startswith("-"):
        suggestion = f"a{function.name}" if function is not None and find(f"a{function.name}") else ""
        message = Wording("an inverse is not written as a power")
        if suggestion:
            message = Wording("{0}, but as {1}(x)", message, suggestion)
        # sin⁻¹x and \sin^{-1}x
        apart = " " if suggestion and parser.text[end : end + 1].isalnum() else ""
        raise ExpressionError(message, token.start, end, suggestion + apart)
    follows = parser.sees("(") or opens_brackets(parser.token) or _begins_argument(parser, first=True)
    if power.isdigit() and len(power) <= 6 and closed and follows and function is not None:
        return Number(sign.start, end, float(power))
    suggestion, begin = "", parser.token.start
    if parser.text and follows:
        in_brackets = parser.sees("(")
        _ = parser.parentheses() if in_brackets else _bare_argument(parser, token)
        end = parser.previous.end
        inner = parser.text[begin:end]
        suggestion = f"{token.text}{inner if in_brackets else f'({inner})'}^{power}"
    parser.at = at
    message = Wording(
        "a power of a function stands behind its argument: {0}", suggestion or f"{token.text}(x)^{power}"
    )
    raise ExpressionError(message, token.start, end, suggestion)


def _bare_argument(parser: TokenReader, token: Token) -> Node:
    """Read the argument of sin in `sin 2x`: numbers, names and their powers, side by side."""
    following = parser.token
    if parser.sees("-"):
        parser.nesting += 1
        if parser.nesting > limits.READING:
            raise parser.too_deep()
        parser.advance()
        inner = _bare_argument(parser, token)
        parser.nesting -= 1
        return Negate(following.start, inner.end, inner)
    if special_forms.sees_group(parser):
        return special_forms.group(parser)
    factors: list[Node] = []
    while _begins_argument(parser, first=not factors):
        factors.append(parser.expression(SIGN))
    if not factors:
        # 30 degrees is an angle
        suggestion = "" if token.text in ("degrees", "radians") else f"{token.text}(x)"
        raise ExpressionError(
            Wording("{0} needs an argument", token.text), token.start, token.end, suggestion
        )
    joined_names.refuse_loose_argument(parser, token, factors)
    if len(factors) == 1:
        return factors[0]
    return Chain(factors[0].start, factors[-1].end, tuple(factors), ("*",) * (len(factors) - 1))


def _begins_argument(parser: TokenReader, first: bool, steps: int = 0) -> bool:
    """Whether the token so many steps on belongs to an argument without parentheses."""
    token = parser.ahead(steps)
    if token.kind is Kind.NUMBER or token.kind is Kind.FRACTION:
        return True
    if token.kind is Kind.NAME:
        name = token.text
        if name in KEYWORDS:
            return False
        if first:
            return name not in diagnostics.BEFORE_CONDITION or name in parser.values
        if name in parser.values:
            return True
        called = parser.ahead(steps + 1).text == "("
        is_word = name in diagnostics.BETWEEN or name in diagnostics.BEFORE_CONDITION
        is_function = name in parser.functions or name in FORMS or find(name) is not None
        return not (is_word or is_function or (function_of(name) and (called or name != "W")))
    if token.text in special_forms.BEGINNINGS:
        return True
    return first and (
        (token.text == "|" and not parser.in_bars)
        or (token.text == "{" and steps == 0 and special_forms.sees_group(parser))
    )
