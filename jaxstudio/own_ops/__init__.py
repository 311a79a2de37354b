"""One's own filters: a folder of Python files in the format of `jaxstudio/ops`, loaded after an explicit yes.

loading.py   a file as `Op` values; what is wrong with it, with its line
trial.py     in a process under a guardian: each file is loaded, each filter tried on small pictures
folder.py    which files a folder has, the client of the trial, the text of a new filter
"""
