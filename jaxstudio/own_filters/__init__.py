"""The user's own filters: Python files in the format of `jaxstudio/ops`, loaded after an explicit yes.

loading.py   a file as `Op` values; what is wrong with it, with its line; the trial, under a guardian
folder.py    which files a folder has, the client of the trial, the text of a new filter, what was allowed
in_use.py    the files that a process has, given to its children, and its catalogue with them
"""
