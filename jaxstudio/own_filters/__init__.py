"""One's own filters: a folder of Python files in the format of `jaxstudio/ops`, loaded after an explicit yes.

loading.py   a file as `Op` values; what is wrong with it, with its line
results.py   what the functions of a filter return, checked before pictures are computed
trial.py     in a process under a guardian: each file is loaded, each filter tried on small pictures
folder.py    which files a folder has, the client of the trial, the text of a new filter
trust.py     which folder was allowed, kept from one start to the next
in_use.py    the files that a process has, given to its children, and its catalogue with them
"""
