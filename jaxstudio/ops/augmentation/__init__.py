"""Changes drawn at random, for training pictures."""
