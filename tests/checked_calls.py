"""The decorator that checks annotated types, array dtypes and shapes at each call; ints do for floats."""

from beartype import BeartypeConf, beartype

check = beartype(conf=BeartypeConf(is_pep484_tower=True))
