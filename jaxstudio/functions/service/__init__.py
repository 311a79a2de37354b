"""A sheet of typed lines, a view and slider values become everything that is drawn; questions are answered.

reading.py    texts to functions that keep their identity, and so what is compiled for them
programs.py   a function with its derivatives, at once or compiled
compiling.py  what is compiled when, in a thread of its own
coarse.py     curves on a fixed grid
paths.py      lines that are curves
studying.py   curves refined, their marks
planes.py     lines that fill the plane
points.py     lines that are numbers
composing.py  all of them in a scene
targets.py    what a question is about; cursor, area, tables, answering, training, classifying answer it
job_control.py  what a running answer is told
warming.py    what the first pictures will need
handlers.py   what the child process answers
"""
