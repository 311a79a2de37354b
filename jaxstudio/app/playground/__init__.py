"""The Playground tab: Python that is typed, compiled when the keys rest, and seen stage by stage beside it.

playground_tab.py   the tab as the window sees it; what it opens, saves and keeps in a session
code.py             the text, its functions, the call and the switches, without widgets
call_form.py        the function, its arguments, permission to run, what was printed; the switches of JAX
editor.py           the editor: colours, indentation, comments, marks
completion.py       the names that are offered while one types
links.py            colours, light, times and links between the editor and the inspector's texts
"""
