"""The photos of a session: opened, saved, marked, and shown in the filmstrip."""
