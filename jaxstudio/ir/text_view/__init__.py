"""What makes a stage readable, without a window: colours, filters, folds, search, help.

tokens.py    the words of a line by their kind, for syntax colours
filters.py   noise taken out of a text, with the way back to its lines and columns
lines.py     a text by its lines, cut out when they are asked for
folds.py     blocks and repeats that can be folded away
search.py    regular expressions over many stages
helping.py   a line of help for a primitive, an opcode, an instruction
"""
