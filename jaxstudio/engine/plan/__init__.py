"""How steps are computed: one module per kind of op, or per family of kinds."""
