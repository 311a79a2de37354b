"""The graph of a jaxpr or an HLO module: nodes, edges, boxes; what is shown of it; where it is drawn."""

from jaxstudio.ir.graph.layout import Layout, layered
from jaxstudio.ir.graph.model import Graph, of_hlo, of_jaxpr
from jaxstudio.ir.graph.view import MOST_SHOWN, View, shown

__all__ = ["MOST_SHOWN", "Graph", "Layout", "View", "layered", "of_hlo", "of_jaxpr", "shown"]
