"""Widgets, dialogs, themes and background work that every tab of the window uses."""
