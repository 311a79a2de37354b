"""The common instructions of PTX, by what stands before their first types."""

PTX = {
    "abs": "absolute value",
    "add": "adds",
    "and": "bitwise and",
    "atom": "reads, changes and writes memory in one step, and gives the old value",
    "bar.sync": "waits for all threads of the block",
    "bar.warp.sync": "waits for the threads of the warp",
    "barrier.sync": "waits for all threads of the block",
    "bfe": "takes out a field of bits",
    "bra": "jumps, for the threads whose predicate holds",
    "call": "calls a function",
    "cos.approx": "cosine, approximate",
    "cp.async": "copies from global to shared memory while other work goes on",
    "cvt": "converts between types",
    "cvta": "turns an address of one memory into a general one, or back",
    "div": "divides",
    "ex2.approx": "2 to a power, approximate",
    "exit": "ends the thread",
    "fma": "a·b + c in one rounding",
    "ld": "loads from any memory",
    "ld.global": "loads from the memory of the card",
    "ld.global.nc": "loads from the memory of the card, through the cache that is only read",
    "ld.param": "loads an argument of the kernel",
    "ld.shared": "loads from the memory that a block shares",
    "lg2.approx": "binary logarithm, approximate",
    "mad": "a·b + c",
    "max": "the larger",
    "membar": "makes writes seen before what follows",
    "min": "the smaller",
    "mma": "multiplies small matrices, the threads of a warp together",
    "mov": "copies a value, or reads a special register",
    "mul": "multiplies",
    "mul.wide": "multiplies to twice the width",
    "neg": "the negative",
    "not": "bitwise not",
    "or": "bitwise or",
    "prmt": "picks bytes out of two registers",
    "rcp": "1 / x",
    "red": "changes memory in one step, without giving the old value",
    "rem": "the remainder of a division",
    "ret": "returns",
    "rsqrt": "1 / square root",
    "selp": "picks one of two values by a predicate",
    "setp": "compares, into a predicate",
    "shfl.sync": "reads a register of another thread of the warp",
    "shl": "shifts left",
    "shr": "shifts right",
    "sin.approx": "sine, approximate",
    "sqrt": "square root",
    "st": "stores to any memory",
    "st.global": "stores to the memory of the card",
    "st.param": "stores an argument of a call",
    "st.shared": "stores to the memory that a block shares",
    "sub": "subtracts",
    "tanh.approx": "hyperbolic tangent, approximate",
    "vote.sync": "asks all threads of the warp about a predicate",
    "wgmma": "multiplies matrices, four warps together",
    "xor": "bitwise exclusive or",
}


def help_for_ptx(word: str) -> str:
    """What an instruction does, whatever types stand behind it; empty where nothing is known."""
    stem = word
    while stem:
        if stem in PTX:
            return PTX[stem]
        stem = stem.rpartition(".")[0]
    return ""
