"""Orders 0 to 12 of a function of one variable, each way, compared with high precision.

    subject = Subject.of_line(line, sheet)              # or Subject(f) of a plain callable f(x, p)
    choose(subject, 3)                                  # Choice(method=taylor, reason="one walk gives …")
    g = derivative_orders(subject, 3, Method.TAYLOR)                # g(x, p) → (4,): f, f', f'', f'''
    curve = jax.jit(jax.vmap(g, (0, None), out_axes=1)) # curve(xs, p) → (4, n)

target.py      what is differentiated
orders.py      derivative (one order), derivative_orders (all up to one), by any Method
choice.py      choose: which way, and why
series/        truncated power series over any algebra, the way of Taylor mode
enclose.py     enclose_orders: derivatives over boxes, bounds that hold for certain
nested.py      reverse and forward mode nested; growth: how fast their programs grow
finite.py      central differences; step_errors: truncation and round-off against the step
symbolic.py    formulas: the derivatives by SymPy, computed by JAX
compare.py     compare: every way beside the others; reference.py: fifty digits to judge by
expression_swell.py  expression_swell: how formulas grow beside programs
compiling.py   compiled: ahead of time, with size and seconds
"""

from jaxstudio.functions.derivatives.methods import HIGHEST, Method
from jaxstudio.functions.derivatives.orders import Choice, choose, derivative, derivative_orders
from jaxstudio.functions.derivatives.target import Subject

__all__ = ["HIGHEST", "Choice", "Method", "Subject", "choose", "derivative", "derivative_orders"]
