"""What can be inspected: ops as the engine runs them, recipes, typed functions, the user's Python.

Joins the rooms that know nothing of each other: here an op or an expression becomes a target of `ir`.
"""
