"""The operands of machine instructions in words: the written one, the read ones."""

from __future__ import annotations

import re

INSTRUCTION = re.compile(r"^(?: *[0-9a-f]+:)? +([a-z][\w.]*) +([^;]+)")
PART = re.compile(r"(?:[^,\[{]|\[[^\]]*\]!?|\{[^}]*\})+")
MEMORY = re.compile(r"(?:(\w+) ptr )?(?:\w+:)?\[(.+)\]!?(?: ?\{1to(\d+)\})?$")
BYTES = {"byte": 1, "word": 2, "dword": 4, "qword": 8, "xmmword": 16, "ymmword": 32, "zmmword": 64}
SHIFTED = re.compile(r"(\w+), (?:lsl|sxtw|uxtw) #?(\d+)")
SCALED = re.compile(r"(\w+)\*(\d)")
NUMBER = re.compile(r"(?<![\w.+])#?(-?(?:0x[0-9a-f]+|\d+))(?![\w.])(?! ·)")
MASKED = re.compile(r"(\S+) \{(k\d)\}(?: ?\{z\})?$")
# x86's fused multiply-adds say in their names which operands are multiplied, the first being number 1.
FUSED = re.compile(r"vf(n?)m(add|sub)(\d)(\d)(\d)[ps][sdh]")
# Instructions that only read; whose operands say little; that read what they write.
READS = re.compile(r"cmp|test|bt|v?u?comis[sdh]|k(?:or)?test\w|v?ptest|cmn|tst|fcmpe?")
OTHERS = re.compile(
    r"j\w+|call|ret|loop\w*|b|bl?r?|b\.\w+|cbn?z|tbn?z|push|pop|nop\w*|prefetch\w*|vzero\w+|i?div|mul|xchg|cmpxchg|"
    r"c[dq][qo]e?|v?p?gather\w+|v?p?scatter\w+|ccmp|ld[1-4]|st[1-4]"
)
CHANGES = re.compile(
    r"add|sub|and|or|xor|imul|sh[lrx]+d?|sa[lr]|ro[lr]|adc|sbb|inc|dec|neg|not|bts|btr|btc|cmov\w+|(?:add|sub|mul|div|"
    r"and|or|xor|min|max|unpck[hl]|shuf)[ps][sd]"
)
ALWAYS_CHANGES = re.compile(
    r"fml[as]|bsl|bi[ft]|ins|movk|vpdp\w+|vpmadd52\w+|vperm[it]2\w+|vpternlog\w|vfixupimm\w+"
)


def operands_in_words(line: str) -> str:
    """`ymm1 ← ymm2 · ymm3 + ymm1`, `32 bytes at rax + 4 · rsi ← ymm0`; empty where words say no more."""
    found = INSTRUCTION.match(line)
    if found is None or OTHERS.fullmatch(found[1]):
        return ""
    mnemonic, parts = found[1], [_operand(part.strip()) for part in PART.findall(found[2].strip())]
    if fused := FUSED.fullmatch(mnemonic):
        first, second, third = (parts[int(place) - 1] for place in fused.groups()[2:])
        sign = "−" if fused[1] else ""
        return f"{parts[0]} ← {sign}{first} · {second} {'+' if fused[2] == 'add' else '−'} {third}"
    if READS.fullmatch(mnemonic):
        return " and ".join(parts)
    if mnemonic in ("xor", "eor", "xorps", "vxorps", "vpxor", "vpxord") and len(set(parts[-2:])) == 1 < len(
        parts
    ):
        return f"{parts[0]} ← 0"
    written = 2 if mnemonic == "ldp" else 1
    if mnemonic.startswith("st"):  # AArch64 names the place last
        parts = [parts[-1], *parts[:-1]]
    target, sources = ", ".join(parts[:written]), parts[written:]
    if (CHANGES.fullmatch(mnemonic) and len(parts) < 3) or ALWAYS_CHANGES.fullmatch(mnemonic):
        sources.insert(0, parts[0])
    if mnemonic in ("lea", "adr", "adrp"):
        sources = [source.removeprefix("memory at ") for source in sources]
    return f"{target} ← {', '.join(sources)}" if sources else ""


def _operand(text: str) -> str:
    if found := MEMORY.match(text):
        size = BYTES.get(found[1] or "", 0)
        place = f"{size} byte{'s' * (size > 1)}" if size else "memory"
        return f"{place} at {_address(found[2])}" + (f", repeated {found[3]} ×" if found[3] else "")
    if found := MASKED.match(text):
        return f"{found[1]} where {found[2]}"
    return _decimal(text)


def _address(text: str) -> str:
    """`rax + rsi*4 - 0x1e0` and `x8, x0, lsl #2` as a sum with decimal numbers."""
    text = SHIFTED.sub(lambda match: f"{1 << int(match[2])} · {match[1]}", text)
    text = SCALED.sub(lambda match: match[1] if match[2] == "1" else f"{match[2]} · {match[1]}", text)
    return _decimal(text.replace(", ", " + ")).replace("+ -", "− ").replace(" - ", " − ")


def _decimal(text: str) -> str:
    return NUMBER.sub(lambda match: str(int(match[1], 0)), text)
