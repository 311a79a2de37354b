"""JAX as this program uses it: set up once, its devices by name, its compilations counted."""
