"""The activation functions of neural networks in the catalogue, as jax.nn defines them."""

from __future__ import annotations

from jaxstudio.functions.language.declaration import Function

FUNCTIONS = (
    Function(
        "relu", "x where it is positive, 0 elsewhere", definition="{x > 0: x, x <= 0: 0}", jax="nn.relu"
    ),
    Function("relu6", "relu, at most 6", definition="min(max(x, 0), 6)", jax="nn.relu6"),
    Function(
        "leaky_relu",
        "x where it is positive, slope x elsewhere",
        parameters=("x", "slope"),
        defaults=(0.01,),
        definition="{x >= 0: x, slope*x}",
        jax="nn.leaky_relu",
    ),
    Function(
        "elu",
        "x where it is positive, alpha (exp(x) - 1) elsewhere",
        parameters=("x", "alpha"),
        defaults=(1.0,),
        definition="{x > 0: x, alpha*expm1(x)}",
        jax="nn.elu",
    ),
    Function(
        "celu",
        "elu whose slope is 1 on both sides of 0, whatever alpha",
        parameters=("x", "alpha"),
        defaults=(1.0,),
        definition="{x > 0: x, alpha*expm1(x/alpha)}",
        jax="nn.celu",
    ),
    Function(
        "selu",
        "elu scaled so that mean 0 and variance 1 are kept from layer to layer",
        definition="1.0507009873554805*{x > 0: x, 1.6732632423543772*expm1(x)}",
        jax="nn.selu",
    ),
    Function("gelu", "x ndtr(x), exactly", definition="x*erfc(-x/sqrt(2))/2"),
    Function(
        "gelu_tanh",
        "gelu approximated by a tanh, as jax.nn.gelu by default",
        # x/2 (1 + tanh(u)), as jax.nn.gelu has it, loses its digits in the tail
        definition="x*sigmoid(sqrt(8/pi)*(x + 0.044715*x^3))",
    ),
    Function(
        "sigmoid",
        "1/(1 + exp(-x))",
        aliases=("expit", "logistic"),
        definition="{x < 0: exp(x)/(1 + exp(x)), 1/(1 + exp(-x))}",
        jax="nn.sigmoid",
    ),
    Function(
        "log_sigmoid",
        "log(sigmoid(x)), without overflow",
        definition="-softplus(-x)",
        jax="nn.log_sigmoid",
    ),
    Function(
        "logit",
        "log(x/(1 - x)), the inverse of sigmoid",
        definition="log(x) - log1p(-x)",
        jax="special.logit",
    ),
    Function("swish", "x sigmoid(x)", aliases=("silu",), definition="x*sigmoid(x)", jax="nn.silu"),
    Function("mish", "x tanh(softplus(x))", definition="x*tanh(softplus(x))", jax="nn.mish"),
    Function(
        "softplus",
        "log(1 + exp(x)), a smooth relu",
        definition="{x > 0: x + log1p(exp(-x)), log1p(exp(x))}",
        jax="nn.softplus",
    ),
    Function(
        "squareplus",
        "(x + sqrt(x^2 + b))/2, a smooth relu",
        parameters=("x", "b"),
        defaults=(4.0,),
        definition="(x + sqrt(x^2 + b))/2",
        jax="nn.squareplus",
    ),
    Function("soft_sign", "x/(1 + |x|)", aliases=("softsign",), definition="x/(1 + |x|)", jax="nn.soft_sign"),
    Function(
        "hard_tanh",
        "x between -1 and 1, there cut off",
        aliases=("hardtanh",),
        definition="{x > 1: 1, x < -1: -1, x}",
        jax="nn.hard_tanh",
    ),
    Function("hard_sigmoid", "relu6(x + 3)/6", definition="relu6(x + 3)/6", jax="nn.hard_sigmoid"),
    Function(
        "hard_swish",
        "x hard_sigmoid(x)",
        aliases=("hard_silu",),
        definition="x*hard_sigmoid(x)",
        jax="nn.hard_silu",
    ),
)
