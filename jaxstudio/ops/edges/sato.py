"""Sato ridges: lines and tubes."""

from jaxstudio.ops.edges.ridges import ridge_op

sato = ridge_op(
    name="sato",
    title="Sato ridges",
    use="To find lines of a known width.",
    source="skimage.filters.sato; Sato et al., Three-dimensional multi-scale line filter (1998)",
)
