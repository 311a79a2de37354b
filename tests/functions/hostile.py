"""Texts that nobody would type by chance: pieces at random, texts made to hurt, well-formed nonsense."""

import random

from jaxstudio.functions.language import FUNCTIONS

PIECES = [
    *"xyztabndie0123456789.+-*/^%!|()[]{},:;=<>~'\"\\_ @#$&?\t\n\x00",
    *("²", "⁻", "π", "θ", "√", "≤", "·", "−", "∞", "é", "漢", "\u202e", "👍", "𝑥", "٣", "″"),
    *FUNCTIONS,
    *("sum", "prod", "integral", "where", "mlp", "d/dx", "d^2/dx^2", "and", "or", "not", "if", "else"),
    *("f(x) = ", "y = ", "a = 3", "x ~ ", "f'(x)", "9^9^9^9", "1e308", "(x+1)", "{x > 0: ", "|x|", "(" * 60),
    *(
        r"\frac{",
        r"\sqrt[",
        r"\int_",
        r"\sum_{n=",
        r"\begin{cases}",
        r"\end{cases}",
        r"\\",
        r"\left|",
        "∫",
        "∑",
    ),
    *(
        "½",
        "°",
        "ⁿ",
        "₀",
        "⌊",
        "∜",
        "±",
        "Sin[",
        "W(",
        "nCr",
        "for",
        "{n, 1, 9}",
        "np.",
        "0x1F",
        "2e3x",
        "5C2",
        ":=",
    ),
    *("__import__", "os.system('true')", "lambda x: x", "().__class__", "eval('1')", "exec", "%s", "{0}"),
]
HOSTILE = [
    "$x 👍$", "$$f(x) = x \x01$$",
    r"\frac" * 800, r"\frac{" * 600, r"\sqrt[" * 600, r"\int_" * 800, r"\begin{cases}" * 250, "∫" * 4000,
    "∫_0^1 " * 600 + "x" + " dx" * 20, "∑_{n=1}^{" * 300, "⌊" * 4000, "xⁿ" * 2000, "^{" * 2000,
    "rem(" * 45 + "x" + ", 2)" * 45, "pow(" * 45 + "x" + ", 2)" * 45, "D[" * 900, "if(" * 1000,
    "sin" * 1300 + "x", "(" * 1900 + "," + ")" * 1900, "f" + "[" * 3000, "np." + "a" * 50,
    "x, " * 1300 + "x > 0", "lambda " * 500 + ": x", "(" * 4000, ")" * 4000, "-" * 4000 + "x", "|" * 3999,
    "{" * 2000 + "}" * 2000, "[" * 2000, "x^" * 1999 + "x", "x!" * 2000, "not " * 1000 + "x",
    "sin " * 1000 + "x", "√" * 4000, "d/dx " * 800 + "x", "x'" * 2000, "x²" * 2000,
    "f(" * 1300 + "x" + ")" * 1300, "sin(" * 45 + "x" + ")" * 45, "x if " * 700, "1 if x>0 else " * 280 + "1",
    "{x>0:" * 45 + "x" + "}" * 45, "sum(" * 40 + "n" + ",n,1,9)" * 40, "9" * 4000, "1e" + "9" * 3000,
    "x" * 4000, "x" * 4001, "a.b" * 1000, "x<" * 1999 + "x", "x=" * 1999 + "x",
    "f(" + ",".join(f"a{n}" for n in range(900)) + ")=1", "max(" + ",".join(["x"] * 1500) + ")",
    "x+" * 1999 + "x", "x*" * 1999 + "x", "x " * 1999, "(x)" * 1300, "2(" * 49 + "x" + ")" * 49,
    "mlp(x;" + "1024," * 500, "sum(sum(sum(sum(sum(n,n,1,9),n,1,9),n,1,9),n,1,9),n,1,9)", "integral(" * 30,
    "sum(n, n, -9e15, 9e15)", "sum(n, n, 1, 1e300)", "x^9999999999", "gamma(9^9^9)!",
]  # fmt: skip
NUMBERS = [*"01237", "0.5", "-1", "170", "1e16", "1e308", "1e-308", "9^9^9", "pi", "e", "inf"]
HEADS = ("", "", "", "y = ", "f(x) = ", "r = ", "x > ", "y < ", "x ~ ", "y ~ ", "d/dx ", "d^3/dx^3 ")
AROUND = (
    *("|{}|", "({})!", "({})'", "√({})", "[{}, 2]", "({}, 1)", "d/dx ({})", "where({} > 0, x, 1)"),
    *("sum({}, n, 1, 300)", "prod({}, n, -3, 20)", "sum({}, n, 0, 9999)"),
    *("integral({}, t, 0, x)", "integral({}, t, -1, 1e9)"),
)


def random_texts(count, seed):
    source = random.Random(seed)
    for _ in range(count):
        pieces = source.choices(PIECES, k=source.randint(1, 25))
        yield "".join(pieces) if source.random() < 0.8 else " ".join(pieces)


def readable_texts(count, seed):
    """Expressions of every function, sums, integrals and cases in each other; most of them can be read."""
    source = random.Random(seed)

    def tree(depth):
        if depth == 0 or source.random() < 0.15:
            return source.choice(["x", "x", "n", "t", "y", "a", "theta", source.choice(NUMBERS)])
        kind = source.randrange(10)
        if kind < 4:
            return f"({tree(depth - 1)} {source.choice('+-*/^%')} {tree(depth - 1)})"
        if kind < 7:
            name = source.choice(list(FUNCTIONS))
            return f"{name}({', '.join(tree(depth - 1) for _ in FUNCTIONS[name].parameters)})"
        if kind < 8:
            return f"{{{tree(depth - 1)} > {tree(depth - 1)}: {tree(depth - 1)}, {tree(depth - 1)}}}"
        return source.choice(AROUND).format(tree(depth - 1))

    for _ in range(count):
        yield source.choice(HEADS) + tree(source.randint(1, 5))


CONSTANTS = [
    *"123457", "0.1", "0.5", "-1", "-3", "1e-3", "1e-12", "1e-300", "-1e15", "1e15", "1e300", "60", "171",
    "pi", "e", "2^53", "1/3", "1e5",
]  # fmt: skip
SUMS = (
    "sum(sin(n^2 {x})/n^2, n, 1, {n})", "sum(cos({c} n {x})/n!, n, 0, {n})", "prod(1 - {x}^2/n^2, n, 1, {n})",
    "sum(sin(n {x}) sin((n+1) {x}), n, 1, {n})", "prod(sin({x}/n), n, 1, {n})",
    "sum((-1)^n {x}^n/n!, n, 0, {n})", "sum({f}, n, 1, {n})",
    "sum(sum(sin(n m {x})/(n m), n, 1, {k}), m, 1, {k})", "sum(prod(cos({x} m/n), m, 1, {k}), n, 1, {k})",
    "integral({f} cos(t), t, 0, {x})", "integral(exp(-t^2) {f}, t, -1, {x})",
    "integral(sum(sin(n t)/n, n, 1, {k}), t, 0, {x})", "sum(integral(sin(n t), t, 0, {x}), n, 1, {k})",
)  # fmt: skip
SHAPES = (
    *("{f}",) * 8,
    *("{c} {f}", "{f} + {g}", "{f}*{g}", "{f}/{g}", "({f})^{k}", "({f})^({g})", "x^x^({f})", "|{f}|^({g})"),
    *(
        "{{x > {c}: {f}, {g}}}",
        "{{x < 0: {f}, x < {c}: {g}, {f}}}",
        "{f} {{{c} < x < 5}}",
        "{f} {{x^2 < {k}}}",
    ),
    *("d/dx ({f})", "d^{k}/dx^{k} ({f})", "d^12/dx^12 ({f})", "d^2/dx^2 (d^3/dx^3 ({f}))"),
    *("({f}, {g})", "(t cos({f}), t sin({g}))", "r = {f}", "r = 1 + {c} {f}", "f(x) = {f}"),
    *("{f} = y", "x^2 + y^2 = {f}", "{f} = {h}", "sin({f}) cos({h}) = {c}", "y > {f}", "{f} < {h}"),
    *("x^2 + {h}^2 < {k} and {f} > 0", "{f} {h}", "{f} + {h}", "[{f}, {h}]", "mod({f}, {c})"),
)


def odd_texts(count, seed):
    """What a curious person draws: special functions of special functions, constants far too large or
    small, deep sums, products, powers and cases, derivatives of high order; of the plane too."""
    source = random.Random(seed)

    def constant():
        return source.choice(CONSTANTS)

    def argument(depth, name):
        kind = source.randrange(6)
        if kind == 0 or depth == 0:
            return source.choice((name, f"{constant()} {name}", f"{name}^2", f"{name} + {constant()}"))
        if kind == 1:
            return f"{constant()} ({tree(depth - 1, name)})"
        return tree(depth - 1, name)

    def tree(depth, name="x"):
        kind = source.randrange(12)
        if kind < 7:
            function = source.choice(list(FUNCTIONS))
            parameters = FUNCTIONS[function].parameters
            given = [constant() for _ in parameters[1:]] + [argument(depth, name)]
            source.shuffle(given)
            return f"{function}({', '.join(given)})"
        if kind < 8:
            return (
                f"({argument(depth, name)})^{source.choice(('2', '7', '64', '0.5', '1/3', '-2', constant()))}"
            )
        if kind < 9:
            return f"({argument(depth, name)} {source.choice('+-*/')} {argument(depth, name)})"
        if kind < 10:
            small, large = source.choice("2358"), source.choice(("12", "40", "60", "300", "2000"))
            shape = source.choice(SUMS)
            body = f"sin(n {name})" if shape.startswith("sum") else "t"
            return shape.format(x=name, c=constant(), n=large, k=small, f=body)
        return f"{source.choice(('sin', 'cos', 'exp', 'log', 'sqrt', 'tan'))}({argument(depth, name)})"

    for _ in range(count):
        shape, depth = source.choice(SHAPES), source.randrange(4)
        name = "t" if shape.startswith(("({f},", "(t")) else "theta" if shape.startswith("r") else "x"
        yield shape.format(
            f=tree(depth, name),
            g=tree(depth, name),
            h=tree(depth, "y"),
            c=constant(),
            k=source.randint(2, 12),
        )
