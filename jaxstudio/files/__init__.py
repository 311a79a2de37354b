"""Photos in and out."""
