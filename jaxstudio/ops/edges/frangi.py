"""Frangi ridges: lines and tubes."""

from jaxstudio.ops.edges.ridges import ridge_op

frangi = ridge_op(
    name="frangi",
    title="Frangi ridges",
    use="To find vessels, cracks and fibres.",
    source="skimage.filters.frangi; Frangi et al., Multiscale vessel enhancement filtering (1998)",
)
