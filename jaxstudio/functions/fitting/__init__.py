"""Data points, and models fitted to them by least squares, by gradient descent, by a network.

    points = read_table(text).points("time", "speed")     # or generate(f, 0, 10, 200, noise=0.1, seed=1)
    model = Model.of(read_line("y ~ a exp(-k x) + c"))
    found = fit(model, points, {"a": 2})                  # found.parameters, .errors, .converged, .reason
    training = train(model, points, method="adam")        # training.advance(100).losses, .parameters, .state
    jax.vmap(model.f, (0, None))(xs, found.parameters)    # the curve, of a training alike

table.py               data points, as values and read from tables; samples.py: drawn at random
model.py               a model of a typed line, a callable, a network
least_squares.py       Levenberg-Marquardt; errors, correlation, goodness of fit
training.py            gradient descent; classify.py: a network that classifies images
epochs.py              what a training and a fit tell, as values without JAX
"""
