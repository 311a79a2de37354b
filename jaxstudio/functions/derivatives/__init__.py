"""Derivatives of orders 0 to 12 of a function of one variable, by every method, with their accuracy.

    subject = Subject.of_line(line, sheet)              # or Subject(f) of a plain callable f(x, p)
    choose(subject, 3)                                  # Choice(method=taylor, reason="one walk gives …")
    g = derivative_orders(subject, 3, Method.TAYLOR)    # g(x, p) → (4,): f, f', f'', f'''
    curve = jax.jit(jax.vmap(g, (0, None), out_axes=1)) # curve(xs, p) → (4, n)

target.py            what is differentiated
methods.py           the names of the methods; what is found by them, as values
orders.py            nested modes, finite differences, one order or all up to one; the choice of a method
series/              truncated power series over any algebra: Taylor mode
taylor.py            Taylor mode in floats and over boxes; ball_function.py: in balls
symbolic.py          formulas by SymPy, computed by JAX
accuracy.py          significant digits, by multiple-precision arithmetic
compare.py           all methods side by side, and how their formulas grow
point.py             an expression at one point
"""
