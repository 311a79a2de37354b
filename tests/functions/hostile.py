"""Texts that nobody would type by chance: pieces at random, texts made to hurt, well-formed nonsense."""

import random

from jaxstudio.functions.language import FUNCTIONS

PIECES = [
    *"xyztabndie0123456789.+-*/^%!|()[]{},:;=<>~'\"\\_ @#$&?\t\n\x00",
    *("²", "⁻", "π", "θ", "√", "≤", "·", "−", "∞", "é", "漢", "\u202e", "👍", "𝑥", "٣", "″"),
    *FUNCTIONS,
    *("sum", "prod", "integral", "where", "mlp", "d/dx", "d^2/dx^2", "and", "or", "not", "if", "else"),
    *("f(x) = ", "y = ", "a = 3", "x ~ ", "f'(x)", "9^9^9^9", "1e308", "(x+1)", "{x > 0: ", "|x|", "(" * 60),
    *("__import__", "os.system('true')", "lambda x: x", "().__class__", "eval('1')", "exec", "%s", "{0}"),
]
HOSTILE = [
    "(" * 4000,
    ")" * 4000,
    "-" * 4000 + "x",
    "|" * 3999,
    "{" * 2000 + "}" * 2000,
    "[" * 2000,
    "x^" * 1999 + "x",
    "x!" * 2000,
    "not " * 1000 + "x",
    "sin " * 1000 + "x",
    "√" * 4000,
    "d/dx " * 800 + "x",
    "x'" * 2000,
    "x²" * 2000,
    "f(" * 1300 + "x" + ")" * 1300,
    "sin(" * 45 + "x" + ")" * 45,
    "x if " * 700,
    "1 if x>0 else " * 280 + "1",
    "{x>0:" * 45 + "x" + "}" * 45,
    "sum(" * 40 + "n" + ",n,1,9)" * 40,
    "9" * 4000,
    "1e" + "9" * 3000,
    "x" * 4000,
    "x" * 4001,
    "a.b" * 1000,
    "x<" * 1999 + "x",
    "x=" * 1999 + "x",
    "f(" + ",".join(f"a{n}" for n in range(900)) + ")=1",
    "max(" + ",".join(["x"] * 1500) + ")",
    "x+" * 1999 + "x",
    "x*" * 1999 + "x",
    "x " * 1999,
    "(x)" * 1300,
    "2(" * 49 + "x" + ")" * 49,
    "mlp(x;" + "1024," * 500,
    "sum(sum(sum(sum(sum(n,n,1,9),n,1,9),n,1,9),n,1,9),n,1,9)",
    "integral(" * 30,
    "sum(n, n, -9e15, 9e15)",
    "sum(n, n, 1, 1e300)",
    "x^9999999999",
    "gamma(9^9^9)!",
]
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
