"""Subjects of the inspector: ops as the engine runs them, recipes, typed functions, the user's Python.

Joins the rooms that know nothing of each other: here an op or an expression becomes a target of `ir`.

targets.py, expressions.py   filters, recipes and typed functions as targets
requests.py                  what the window asks of the process that inspects, and targets in words
client.py                    the window's side: starts the process, asks, hands out stages
service.py                   the process's side: compiles, keeps, answers
curves_child.py              the process of the Functions tab
"""
