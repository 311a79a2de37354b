"""How a value is computed: the evaluation trace of a call, forward and in reverse, and as a graph.

    trace = evaluation_trace(f, {"x": 7.0, "y": 2.0}, {"a": 1.0}, direction="x")
    for row in trace.rows: row.name, row.formula, row.value, row.tangent, row.adjoint
    graph_of(trace)                                  nodes and edges in layers
    vmap_axes(f, (0, None), ((5, 3), (2, 3)))        which axis goes where
    key_table(seed=0)                                same key, same numbers

Results are the values of `protocol.answers`.
"""

from jaxstudio.functions.traces.table import evaluation_trace, graph_of
from jaxstudio.functions.traces.transformations import key_table, vmap_axes

__all__ = ["evaluation_trace", "graph_of", "key_table", "vmap_axes"]
