"""How a stage's text is read, without a window: syntax colours, filters, folds, search, help.

tokens.py        the tokens of a line by their kind, for syntax colours
filters.py       filters and folds, with the mapping back to the original's lines and columns
lines.py         a text by its lines, cut out on demand
search.py        regular expressions over many stages
opcode_help.py   a line of help for a primitive, an opcode, an instruction (help/*.json)
"""
