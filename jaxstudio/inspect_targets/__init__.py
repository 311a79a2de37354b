"""What can be inspected: ops as the engine runs them, recipes, typed functions, the user's Python.

Joins the rooms that know nothing of each other: here an op or an expression becomes a target of `ir`.

ops.py, expressions.py, plain.py   filters, recipes and typed functions as targets; recording.py finds kernels
target_syntax.py                   a target in words: op:NAME, recipe:FILE, expr:TEXT, py:FILE:FUNCTION
requests.py                        what the window asks of the process that inspects, as values
client.py                          the window's side: starts the process, asks, hands out stages
service.py                         the process's side: compiles, keeps, answers
curves_child.py                    the process of the Functions tab
"""
