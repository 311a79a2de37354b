"""Size limits of a typed line that keep parsing, tracing and compiling bounded."""

TEXT = 4_000  # characters in a line
NAME = 40  # characters in a name
LINES = 1_000  # lines in a sheet
NODES = 2_000  # nodes of a tree, the definitions that it uses counted as often as they are used
NESTING = 50  # brackets inside one another
READING = 150  # brackets, powers and signs inside one another; the parser uses Python's stack
DEPTH = 120  # levels of a tree, definitions included; the walkers use Python's stack
EXPONENT = 64  # the largest integer power that is multiplied out
ITEMS = 10_000  # of a list
MEMBERS = 100  # curves of a line
ORDER = 12  # the highest derivative
TERMS = 10_000  # terms of a sum or a product between two numbers
OPEN_TERMS = 1_000  # the same when a bound depends on a slider or a variable
WIDTH = 1_024  # units of a network's layer
LAYERS = 8
WORK = 2_000_000  # nodes evaluated for one value, sums and integrals counted with all their terms
QUADRATURE, INNER_QUADRATURE = (
    256,
    64,
)  # points of Gauss and Legendre's rule, and of an integral inside another
LOOPS = 4  # sums, products and integrals inside one another
LARGEST_INDEX = 2.0**53  # beyond it whole numbers have no neighbours
