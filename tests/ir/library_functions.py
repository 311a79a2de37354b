"""Sixty functions of fourteen libraries, as their users write them: each the function, then its arguments.

Each library's functions are made by one function here, which imports the library.
"""

import jax
import jax.numpy as jnp
import numpy as np

KEY = jax.random.key(0)
OLD_KEY = jax.random.PRNGKey(0)
X = jnp.linspace(-1.0, 1.0, 12).reshape(3, 4)
V = jnp.linspace(0.5, 1.5, 3)
MATRIX = jnp.eye(3) * 2 + jnp.ones((3, 3)) / 4
IMAGE = jnp.linspace(0.0, 1.0, 16 * 16 * 3).reshape(16, 16, 3)


def dm_pix():
    import dm_pix as pix

    return {
        "gaussian_blur": (lambda image: pix.gaussian_blur(image, 1.0, 3), IMAGE),
        "random_flip": (pix.random_flip_left_right, KEY, IMAGE),
        "rgb_to_hsv": (pix.rgb_to_hsv, IMAGE),
        "rotate": (pix.rotate, IMAGE, 0.3),
        "ssim": (pix.ssim, IMAGE, IMAGE * 0.9),
    }


def equinox():
    import equinox as eqx

    network = eqx.nn.MLP(4, 2, 8, 2, key=KEY)
    dropout = eqx.nn.Sequential([eqx.nn.Linear(4, 4, key=KEY), eqx.nn.Dropout(0.5), eqx.nn.Lambda(jnp.tanh)])
    convolution = eqx.nn.Conv2d(3, 4, 3, key=KEY)

    def loss(model, x):
        return jnp.sum(jax.vmap(model)(x) ** 2)

    @eqx.filter_jit
    def step(model, x):
        value, gradient = eqx.filter_value_and_grad(loss)(model, x)
        return eqx.apply_updates(model, jax.tree.map(lambda each: -0.1 * each, gradient)), value

    return {
        "module": (network, X[0]),
        "argument": (lambda model, x: jax.vmap(model)(x), network, X),
        "filter_jit": (eqx.filter_jit(lambda model, x, key: model(x, key=key)), dropout, X[0], KEY),
        "convolution": (convolution, IMAGE.transpose(2, 0, 1)),
        "step": (step, network, X),
        "grad": (eqx.filter_grad(loss), network, X),
    }


def flax_nnx():
    from flax import nnx

    class Network(nnx.Module):
        def __init__(self, rngs):
            self.linear = nnx.Linear(4, 3, rngs=rngs)
            self.normalise = nnx.BatchNorm(3, rngs=rngs)
            self.dropout = nnx.Dropout(0.5, rngs=rngs)
            self.activation = nnx.gelu

        def __call__(self, x):
            return self.activation(self.dropout(self.normalise(self.linear(x))))

    network = Network(nnx.Rngs(0))

    def loss(model, x):
        return jnp.mean(model(x) ** 2)

    @nnx.jit
    def step(model, x):
        value, gradient = nnx.value_and_grad(loss)(model, x)
        nnx.update(model, jax.tree.map(lambda p, g: p - 0.1 * g, nnx.state(model, nnx.Param), gradient))
        return value

    def functional(state, x):
        return nnx.merge(nnx.graphdef(network), state)(x)

    return {
        "jit": (nnx.jit(lambda model, x: model(x)), network, X),
        "argument": (lambda model, x: model(x), network, X),
        "step": (step, network, X),
        "functional": (functional, nnx.state(network), X),
        "attention": (
            nnx.jit(lambda model, x: model(x)),
            nnx.MultiHeadAttention(2, 4, decode=False, rngs=nnx.Rngs(1)),
            X[None],
        ),
    }


def flax_linen():
    import flax.linen as nn

    class Network(nn.Module):
        @nn.compact
        def __call__(self, x, train=False):
            x = nn.relu(nn.Dense(8)(x))
            x = nn.Dropout(0.5, deterministic=not train)(x)
            return nn.LayerNorm()(nn.Dense(2)(x))

    network = Network()
    params = network.init(KEY, X)
    cell = nn.RNN(nn.LSTMCell(4))
    sequence = jnp.ones((1, 5, 4))

    def loss(params, x):
        return jnp.sum(network.apply(params, x) ** 2)

    return {
        "apply": (network.apply, params, X),
        "init": (network.init, KEY, X),
        "dropout": (lambda p, x, key: network.apply(p, x, train=True, rngs={"dropout": key}), params, X, KEY),
        "grad": (jax.jit(jax.grad(loss)), params, X),
        "recurrent": (cell.apply, cell.init(KEY, sequence), sequence),
        "module as an argument": (lambda module, p, x: module.apply(p, x), network, params, X),
    }


def optax():
    import optax

    params = {"w": V, "b": jnp.float32(0.5)}
    adam = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(optax.cosine_decay_schedule(0.1, 100)))

    def step(params, state, x):
        gradient = jax.grad(lambda p: jnp.sum((x * p["w"] + p["b"]) ** 2))(params)
        updates, state = adam.update(gradient, state, params)
        return optax.apply_updates(params, updates), state

    lbfgs = optax.lbfgs()

    def line_search(params, state):
        def value(p):
            return jnp.sum((p - 1) ** 4)

        gradient = jax.grad(value)(params)
        return lbfgs.update(gradient, state, params, value=value(params), grad=gradient, value_fn=value)

    return {
        "adamw": (step, params, adam.init(params), V),
        "lbfgs": (line_search, V, lbfgs.init(V)),
        "cross entropy": (optax.softmax_cross_entropy_with_integer_labels, X, jnp.array([0, 1, 2])),
        "update": (adam.update, params, adam.init(params), params),
    }


def diffrax():
    import diffrax

    term = diffrax.ODETerm(lambda t, y, args: -args * y)

    def solve(y, rate):
        return diffrax.diffeqsolve(
            term, diffrax.Tsit5(), 0.0, 1.0, 0.1, y, args=rate,
            stepsize_controller=diffrax.PIDController(1e-3, 1e-6),
            saveat=diffrax.SaveAt(ts=jnp.linspace(0.0, 1.0, 5)),
        ).ys  # fmt: skip

    def solution(term, solver, y):
        steps = diffrax.PIDController(1e-3, 1e-6)
        return diffrax.diffeqsolve(term, solver, 0.0, 1.0, 0.25, y, args=1.0, stepsize_controller=steps).ys

    def stochastic(y, key):
        path = diffrax.VirtualBrownianTree(0.0, 1.0, 1e-2, (), key)
        noise = diffrax.ControlTerm(lambda t, y, args: 0.1 * y, path)
        return diffrax.diffeqsolve(
            diffrax.MultiTerm(term, noise), diffrax.Euler(), 0.0, 1.0, 0.1, y, args=1.0
        ).ys

    return {
        "solve": (solve, V, 2.0),
        "gradient": (jax.grad(lambda y, rate: solve(y, rate).sum()), V, 2.0),
        "implicit": (solution, term, diffrax.Kvaerno3(), V),
        "stochastic": (stochastic, 1.0, KEY),
    }


def jaxopt():
    import jaxopt

    def squares(params, x):
        return jnp.sum((x @ params) ** 2) + jnp.sum((params - 1) ** 2)

    def residuals(params, x):
        return x @ params - 1

    return {
        "gradient descent": (jaxopt.GradientDescent(squares, maxiter=5).run, jnp.ones(4), X),
        "lbfgs": (jaxopt.LBFGS(squares, maxiter=5).run, jnp.ones(4), X),
        "gauss newton": (jaxopt.GaussNewton(residuals, maxiter=5).run, jnp.ones(4), X),
        "projection": (jaxopt.projection.projection_simplex, V),
    }


def optimistix():
    import optimistix

    def residuals(y, args):
        return args - y**2

    def root(y, args):
        return optimistix.root_find(residuals, optimistix.Newton(1e-5, 1e-5), y, args).value

    def least(y, args):
        return optimistix.least_squares(residuals, optimistix.LevenbergMarquardt(1e-5, 1e-5), y, args).value

    def minimum(y, args):
        solver = optimistix.BFGS(1e-5, 1e-5)
        return optimistix.minimise(lambda y, args: jnp.sum(residuals(y, args) ** 2), solver, y, args).value

    return {
        "newton": (root, V, V),
        "implicit gradient": (jax.grad(lambda args: root(V, args).sum()), V),
        "levenberg marquardt": (least, V, V),
        "bfgs": (minimum, V, V),
    }


def blackjax():
    import blackjax

    def density(x):
        return -0.5 * jnp.sum(x**2)

    nuts = blackjax.nuts(density, step_size=0.5, inverse_mass_matrix=jnp.ones(3))
    hmc = blackjax.hmc(density, step_size=0.5, inverse_mass_matrix=jnp.ones(3), num_integration_steps=3)
    walk = blackjax.additive_step_random_walk(density, blackjax.mcmc.random_walk.normal(jnp.ones(3)))

    def chain(key, state):
        return jax.lax.scan(lambda s, k: (hmc.step(k, s)[0], s.position), state, jax.random.split(key, 4))

    return {
        "nuts": (nuts.step, KEY, nuts.init(V)),
        "hmc": (jax.jit(hmc.step), KEY, hmc.init(V)),
        "chain": (chain, KEY, hmc.init(V)),
        "random walk": (walk.step, KEY, walk.init(V)),
    }


def numpyro():
    import numpyro
    import numpyro.distributions as dist
    from numpyro.infer.util import log_density

    def model(x, y=None):
        a = numpyro.sample("a", dist.Normal(0.0, 1.0))
        s = numpyro.sample("s", dist.HalfNormal(1.0))
        with numpyro.plate("data", x.shape[0]):
            numpyro.sample("y", dist.Normal(a * x, s), obs=y)

    values = {"a": jnp.float32(0.5), "s": jnp.float32(1.0)}

    def density(values, x, y):
        return log_density(model, (x, y), {}, values)[0]

    def draw(key, x):
        return numpyro.handlers.trace(numpyro.handlers.seed(model, key)).get_trace(x)["y"]["value"]

    return {
        "density": (density, values, V, V),
        "gradient": (jax.grad(density), values, V, V),
        "draw": (draw, KEY, V),
        "distribution": (lambda d, x: d.log_prob(x), dist.Gamma(V, 2.0), V),
    }


def jraph():
    import jraph

    graph = jraph.GraphsTuple(
        nodes=X, edges=jnp.ones((4, 2)), receivers=jnp.array([1, 2, 0, 1]), senders=jnp.array([0, 1, 2, 2]),
        globals=jnp.ones((1, 2)), n_node=jnp.array([3]), n_edge=jnp.array([4]),
    )  # fmt: skip

    def join(*features):
        return jnp.concatenate(features, axis=-1)

    network = jraph.GraphNetwork(join, join, join)
    attention = jraph.GAT(lambda nodes: nodes, lambda s, r, e: jnp.sum(s + r, -1, keepdims=True), jnp.tanh)
    return {
        "network": (network, graph),
        "attention": (attention, graph),
        "convolution": (jraph.GraphConvolution(lambda nodes: nodes * 2, add_self_edges=True), graph),
        "softmax": (lambda x: jraph.segment_softmax(x, jnp.array([0, 0, 1]), 2), V),
    }


def chex():
    import chex

    @chex.dataclass
    class State:
        position: chex.Array
        velocity: chex.Array

    state = State(position=V, velocity=V)

    def step(state, dt):
        chex.assert_equal_shape([state.position, state.velocity])
        return state.replace(position=state.position + dt * state.velocity)

    return {
        "dataclass": (step, state, 0.1),
        "one trace": (jax.jit(chex.assert_max_traces(step, n=5)), state, 0.1),
        "gradient": (jax.grad(lambda s: jnp.sum(s.position**2) + jnp.sum(s.velocity)), state),
    }


def e3nn_jax():
    import e3nn_jax as e3nn

    irreps = e3nn.Irreps("2x0e + 1x1o")
    array = e3nn.IrrepsArray(irreps, jnp.arange(10.0).reshape(2, 5))
    return {
        "tensor product": (e3nn.tensor_product, array, array),
        "harmonics": (lambda x: e3nn.spherical_harmonics("0e + 1o + 2e", x, True), X[:, :3]),
        "norm": (e3nn.norm, array),
        "gate": (lambda x: e3nn.scalar_activation(x.filter("0e"), [jax.nn.gelu]), array),
    }


def haiku():
    import haiku as hk

    def forward(x):
        return hk.nets.MLP([8, 2])(x)

    network = hk.transform(forward)
    with_state = hk.transform_with_state(lambda x: hk.BatchNorm(True, True, 0.9)(x, is_training=True))
    recurrent = hk.without_apply_rng(
        hk.transform(lambda x: hk.dynamic_unroll(hk.GRU(4), x, hk.GRU(4).initial_state(None)))
    )
    params = network.init(OLD_KEY, X)
    return {
        "apply": (network.apply, params, OLD_KEY, X),
        "init": (network.init, OLD_KEY, X),
        "state": (with_state.apply, *with_state.init(OLD_KEY, X), OLD_KEY, X),
        "recurrent": (recurrent.apply, recurrent.init(OLD_KEY, X), X),
        "grad": (jax.grad(lambda p, x: network.apply(p, OLD_KEY, x).sum()), params, X),
    }


def lineax():
    import lineax

    operator = lineax.MatrixLinearOperator(MATRIX)
    positive = lineax.MatrixLinearOperator(MATRIX, lineax.positive_semidefinite_tag)

    def solve(operator, b):
        return lineax.linear_solve(operator, b).value

    return {
        "solve": (solve, operator, V),
        "cholesky": (lambda o, b: lineax.linear_solve(o, b, lineax.Cholesky()).value, positive, V),
        "cg": (lambda o, b: lineax.linear_solve(o, b, lineax.CG(1e-5, 1e-5)).value, positive, V),
        "gradient": (jax.grad(lambda m: solve(lineax.MatrixLinearOperator(m), V).sum()), MATRIX),
        "function": (
            lambda b: (
                lineax.linear_solve(
                    lineax.FunctionLinearOperator(lambda x: MATRIX @ x, jax.eval_shape(lambda: V)),
                    b,
                    lineax.GMRES(1e-5, 1e-5),
                ).value
            ),
            V,
        ),
        "least squares": (lambda a, b: jnp.linalg.lstsq(a, b)[0], MATRIX, V),
    }


# The module to import, and what makes its functions.
LIBRARIES = {
    "dm_pix": dm_pix, "equinox": equinox, "flax.nnx": flax_nnx, "flax.linen": flax_linen, "optax": optax,
    "diffrax": diffrax, "jaxopt": jaxopt, "optimistix": optimistix, "blackjax": blackjax, "numpyro": numpyro,
    "jraph": jraph, "chex": chex, "e3nn_jax": e3nn_jax, "haiku": haiku, "lineax": lineax,
}  # fmt: skip
__all__ = ["LIBRARIES", "np"]
