"""What AVX-512 adds to x86-64: masks, wide shifts and permutations, comparisons by their condition."""

import re

AVX512 = {
    "andn": "bitwise and with the first one inverted",
    "kand": "bitwise and of mask registers",
    "kandn": "bitwise and of mask registers, the first one inverted",
    "kmov": "copies a mask register",
    "knot": "bitwise not of a mask register",
    "kor": "bitwise or of mask registers",
    "kortest": "tests whether a mask is all zeros or all ones",
    "kshiftr": "shifts a mask right",
    "kshiftl": "shifts a mask left",
    "ktest": "tests masks, for the jump behind it",
    "kunpck": "joins two masks",
    "kxnor": "bitwise equality of mask registers; all ones of a register with itself",
    "kxor": "bitwise exclusive or of mask registers",
    "vblendm": "picks from two vectors by a mask",
    "vpblendm": "picks from two vectors of whole numbers by a mask",
    "vcompress": "packs the numbers that a mask picks",
    "vexpand": "spreads numbers to the places that a mask picks",
    "vextract": "a part of a wide vector",
    "vfixupimm": "mends special floats: NaN, zero, infinity",
    "vgetexp": "exponents of floats, as floats",
    "vgetmant": "mantissas of floats",
    "vinsert": "puts a part into a wide vector",
    "vmovdqa": "copies whole numbers, aligned",
    "vmovdqu": "copies whole numbers, at any address",
    "vpabs": "absolute value of whole numbers",
    "vpandn": "bitwise and of vectors, the first one inverted",
    "vpand": "bitwise and of vectors",
    "vpcmp": "compares whole numbers into a mask",
    "vpermi2": "picks numbers out of two vectors, over the picker",
    "vpermt2": "picks numbers out of two vectors, over the first one",
    "vperm": "picks numbers out of a vector",
    "vpmov": "narrows or widens whole numbers, or turns them to a mask",
    "vpor": "bitwise or of vectors",
    "vprol": "rotates bits left",
    "vpror": "rotates bits right",
    "vpsllv": "shifts left, each number by its own count",
    "vpsrav": "shifts right with sign, each number by its own count",
    "vpsrlv": "shifts right, each number by its own count",
    "vpternlog": "any bitwise function of three vectors",
    "vptestm": "bitwise and into a mask of what is not zero",
    "vptestnm": "bitwise and into a mask of what is zero",
    "vpxor": "bitwise exclusive or of vectors",
    "vrange": "the smaller or larger of floats, with signs",
    "vrcp14": "1 / x, to 14 bits",
    "vreduce": "what is left of floats after rounding",
    "vrndscale": "rounds to a number of binary places",
    "vrsqrt14": "1 / square root, to 14 bits",
    "vscalef": "floats times powers of two",
}
ENDING = re.compile(r"(?:\d+x\d+|ps|pd|ss|sd|[bwdq]|8|16|32|64)$")
COMPARES = re.compile(r"^vcmp(eq|lt|le|unord|neq|nlt|nle|ord|ge|gt|nge|ngt|true|false)?\w*?([ps])[sd]$")
FUSED = re.compile(r"^vf(n?)m(add|sub)(\d\d\d)([ps])[sd]$")
CONDITIONS = {
    "eq": "equal", "lt": "less", "le": "less or equal", "unord": "one is NaN", "neq": "not equal",
    "nlt": "not less", "nle": "not less or equal", "ord": "none is NaN", "ge": "greater or equal",
    "gt": "greater", "nge": "not greater or equal", "ngt": "not greater",
}  # fmt: skip


def help_for_wide(word: str) -> str:
    """What such an instruction does, whatever the width in its name; empty where nothing is known."""
    if found := COMPARES.match(word):
        return f"compares floats: {CONDITIONS.get(found[1] or '', 'by a condition')}"
    if found := FUSED.match(word):
        sign, added = "−" if found[1] else "", "+" if found[2] == "add" else "−"
        return f"{sign}a·b {added} c in one rounding"
    stem = word
    while stem:
        if stem in AVX512:
            return AVX512[stem]
        shorter = ENDING.sub("", stem)
        if shorter == stem:
            return ""
        stem = shorter
    return ""
