"""The catalogue is the collection of `Op` values found in the modules of a package."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from collections.abc import Iterator, Mapping

from jaxstudio.errors import UnknownOpError
from jaxstudio.pipeline.op import Op


class Catalogue(Mapping[str, Op]):
    """Ops by name, in the order of category, then title."""

    def __init__(self, ops: list[Op]) -> None:
        self._ops: dict[str, Op] = {}
        for op in sorted(ops, key=lambda op: (op.category, op.title)):
            if op.name in self._ops:
                raise ValueError(f"two ops are called {op.name!r}")
            self._ops[op.name] = op

    @classmethod
    def collect(cls, package: str, path: list[str]) -> Catalogue:
        """Import every module below `package` and gather its module-level `Op` values."""
        ops: dict[str, Op] = {}
        for module_info in pkgutil.walk_packages(path, package + "."):
            module = importlib.import_module(module_info.name)
            for value in vars(module).values():
                if isinstance(value, Op) and ops.setdefault(value.name, value) is not value:
                    raise ValueError(f"two ops are called {value.name!r}")
        return cls(list(ops.values()))

    def __getitem__(self, name: str) -> Op:
        try:
            return self._ops[name]
        except KeyError:
            near = self._near(name)
            hint = f": did you mean {near}?" if near else ": `jaxstudio ops` lists them"
            raise UnknownOpError(f"no op is called {name!r}{hint}") from None

    def _near(self, name: str) -> str:
        """The op probably meant: by a word of its name, its name elsewhere, a slip, any word; or nothing."""
        part = [op.name for op in self._ops.values() if name in op.name.split("_")]
        elsewhere = [op.name for op in self._ops.values() if name in op.keywords]
        slips = difflib.get_close_matches(name, self._ops, n=1)
        words = [op.name for op in self.search(name)] if len(name) > 2 else []
        return next(iter([*(part if len(part) == 1 else ()), *elsewhere, *slips, *words]), "")

    def __contains__(self, name: object) -> bool:
        return name in self._ops

    def __iter__(self) -> Iterator[str]:
        return iter(self._ops)

    def __len__(self) -> int:
        return len(self._ops)

    def search(self, text: str) -> list[Op]:
        """Ops whose name, title, category, keywords or description hold every word of `text`.

        Matches in the name come first, augmentations last.
        """
        words = text.lower().replace("_", " ").split()

        def haystack(op: Op) -> str:
            return " ".join((op.name.replace("_", " "), op.title, op.category, *op.keywords, op.doc)).lower()

        def rank(op: Op) -> tuple[bool, bool, bool]:
            name = f"{op.name.replace('_', ' ')} {op.title}".lower()
            # an augmentation is a random version of the filter that was probably meant
            drawn = op.category == "augmentation"
            return (not name.startswith(" ".join(words)), not all(word in name for word in words), drawn)

        found = [op for op in self._ops.values() if all(word in haystack(op) for word in words)]
        return sorted(found, key=rank)
