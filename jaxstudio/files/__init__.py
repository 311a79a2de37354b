"""Photos and recipes in and out of files; knows the pipeline, neither JAX nor Qt."""
