"""Recipes as differentiable functions of their parameters; parameters and kernels fitted to pictures."""
