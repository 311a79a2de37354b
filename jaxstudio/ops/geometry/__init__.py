"""Where pixels go."""
