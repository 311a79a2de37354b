"""What a compiled function costs: by JAX's analyses, by the clock, and against this machine's best."""
