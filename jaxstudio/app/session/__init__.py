"""The session of the window: opened, saved, autosaved, and restored after a crash."""
