"""The declarations of functions hold together, and reading needs neither JAX nor NumPy."""

import subprocess
import sys

from jaxstudio.functions.language import FUNCTIONS, read_line
from jaxstudio.functions.language.catalogue import ALIASES, PRIMITIVES, find
from jaxstudio.functions.language.nodes import Call, Name, walk
from jaxstudio.functions.language.parser import definition
from jaxstudio.functions.language.tokens import CONSTANTS, KEYWORDS, WORDS


def test_a_function_is_called_by_each_of_its_names():
    for name, function in FUNCTIONS.items():
        arguments = [f"c{at}" for at in range(len(function.parameters))]
        for spelled in (name, *function.aliases):
            assert find(spelled) is function
            for count in (len(arguments), function.counts[0]):
                tree = read_line(f"{spelled}({', '.join(arguments[:count])})").tree
                assert isinstance(tree, Call), spelled
                assert (tree.name, len(tree.arguments)) == (name, len(arguments)), spelled


def test_a_definition_says_what_it_needs():
    for name, function in FUNCTIONS.items():
        assert function.doc, name
        assert "\n" not in function.doc, name
        assert not function.doc.endswith("."), name
        tree = definition(name)
        assert (tree is None) == (name in PRIMITIVES), name
        if tree is None:
            assert function.jax or function.slopes is not None, name
            continue
        free = {node.name for node in walk(tree) if isinstance(node, Name)}
        assert free == set(function.parameters), name
        assert name not in [node.name for node in walk(tree) if isinstance(node, Call)]


def test_no_name_means_two_things():
    names = [*FUNCTIONS, *ALIASES, *CONSTANTS, *WORDS, *KEYWORDS]
    assert len(names) == len(set(names))
    assert sum(len(function.aliases) for function in FUNCTIONS.values()) == len(ALIASES)


def test_what_people_expect_is_there():
    expected = """
    sin cos tan cot sec csc asin acos atan arcsin arccos arctan atan2 sinh cosh tanh asinh acosh
    atanh exp expm1 log ln log10 log2 log1p sqrt cbrt abs sign floor ceil round frac mod min max
    clip hypot erf erfc erfinv gamma lgamma digamma polygamma beta zeta i0 i1 i0e i1e Ei E1 sinc
    heaviside step factorial binomial logit expit sigmoid relu relu6 leaky_relu elu celu selu gelu
    swish silu mish hard_tanh hard_sigmoid hard_swish soft_sign log_sigmoid softplus squareplus stop
    """
    assert [name for name in expected.split() if find(name) is None] == []


def test_reading_loads_neither_jax_nor_numpy():
    script = (
        "import sys; from jaxstudio.functions.language import Sheet; Sheet.read(['selu(x) {x > 0}']);"
        "print(sorted({'jax', 'numpy', 'scipy', 'sympy', 'mpmath'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "[]"
