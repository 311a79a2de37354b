"""Values, no arrays: ops and their parameters, the catalogue, recipes, history."""
