"""The service: a document of typed lines, a view and slider values become a scene; queries are answered.

reading.py        texts to functions that keep their identity, and so what is compiled for them
programs.py       a function with its derivatives, at once or compiled, in threads of its own
curve_lines.py    lines that are curves; planes.py: lines that fill the plane
composing.py      all of them in a scene
targets.py        what a query is about; curve_queries.py, answering.py, training.py answer it
handlers.py       the entry of the child process
"""
