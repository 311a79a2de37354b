"""Sequences: a_n = a_(n-1) + 1/n with a_1 = 1, a_(n+1) = r a_n (1 - a_n), a(n) = a(n-1)/2, a_n = 1/n.

Terms before the one that is computed are names such as a[1], a[2] in its tree.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.language.equations import split
from jaxstudio.functions.language.nodes import (
    Chain,
    Name,
    Node,
    Number,
    Recurrence,
    at_columns,
    has_lists,
    substitute,
    walk,
)
from jaxstudio.functions.language.statements import Resolver, Statement, may_define, read_statement
from jaxstudio.functions.language.tokens import Kind, Token, is_variable

INDICES = ("n", "k", "m", "i", "j")
# so many terms before may be used
MOST_BACK = 20
# other lines may use so many terms from the first on
MOST_USED = 200
# a_n, F_k; a_ before a bracket; a1 of a_1
TERM = re.compile(rf"(?P<name>[A-Za-z][A-Za-z]*?)_(?P<index>[{''.join(INDICES)}])\Z")
FIRST = re.compile(r"(?P<name>[A-Za-z]+?)_?(?P<at>[0-9]{1,4})\Z")


@dataclass(frozen=True)
class Recursion:
    """a_n by `back` terms before it; the first terms are trees by their index. `index` is n's name."""

    name: str
    index: str
    back: int
    first: Mapping[int, Node]

    @property
    def begin(self) -> int:
        """The index from which on all terms are known or computed."""
        if not self.back:
            return min(self.first, default=1)
        return min(at for at in self.first if all(at + k in self.first for k in range(self.back)))

    @property
    def earlier(self) -> tuple[str, ...]:
        """The names of the terms before, the nearest first."""
        return tuple(f"{self.name}[{k}]" for k in range(1, self.back + 1))

    @property
    def bound(self) -> tuple[str, ...]:
        """The names that the tree of a term has."""
        return self.index, *self.earlier

    @property
    def is_map(self) -> bool:
        """Whether each term is a function of the one before alone."""
        return self.back == 1


@dataclass(frozen=True)
class _Term:
    """a_(n + shift), in the tokens up to `end`; `shift` is None of a_3, whose place is `at`."""

    name: str
    index: str
    shift: int
    end: int
    at: int | None = None


class Sequences:
    """The recursions of a sheet: `lines` are their indices, `errors` the wrong ones' errors."""

    def __init__(self, texts: Sequence[str], tokens: Mapping[int, tuple[Token, ...]]) -> None:
        self.texts = texts
        self.functions: frozenset[str] = frozenset()
        self.values: frozenset[str] = frozenset()
        self.errors: dict[int, ExpressionError] = {}
        self.recursions: dict[int, tuple[Recursion, Node, tuple[str, ...]]] = {}
        self._heads: dict[str, tuple[int, _Term, tuple[Token, ...]]] = {}
        self._firsts: dict[str, dict[int, tuple[int, tuple[Token, ...]]]] = {}
        # before names are resolved
        self._parsed: dict[str, tuple[Recursion, Node]] = {}
        defined = {line[0].text for line in tokens.values() if line[1:] and line[1].text in ("=", "(")}
        parts = [(at, part, _head(part)) for at, line in tokens.items() for part in split(line[:-1])]
        for at, part, term in parts:
            if term is None or term.at is not None:
                continue
            body = part[term.end + 1 :]
            used = [each for place in range(len(body)) if (each := _term(body, place)) is not None]
            recursive = any(each.name == term.name for each in used)
            elsewhere = sum(
                f"{term.name}_{term.index}" == each.text for line in tokens.values() for each in line
            )
            explicit = (
                elsewhere == 1
                and term.index not in defined
                and any(each.text == term.index for each in body)
                and not any(each.kind is Kind.NAME and is_variable(each.text) for each in body)
            )
            if not may_define(term.name) or not (recursive or explicit):
                continue
            if term.name in self._heads:
                message = Wording(
                    "{0} is defined already, in line {1}", term.name, self._heads[term.name][0] + 1
                )
                self.errors[at] = ExpressionError(message, 0, len(texts[at]))
            else:
                self._heads[term.name] = at, term, body
        for at, part, term in parts:
            if term is not None and term.at is not None and term.name in self._heads:
                self._firsts.setdefault(term.name, {})[term.at] = at, part[term.end + 1 :]
        self.names = frozenset(self._heads)
        self.first_lines = frozenset(at for each in self._firsts.values() for at, _ in each.values())
        heads = {at for at, _, _ in self._heads.values()}
        self.lines = frozenset(heads) | self.first_lines | frozenset(self.errors)

    def parse(self, functions: frozenset[str], values: frozenset[str]) -> None:
        """Parse all recursions with their first terms; what is wrong is in `errors`.

        `functions` and `values` are the names that the sheet defines with and without parameters.
        """
        self.functions, self.values = functions, values
        for name, (at, term, body) in self._heads.items():
            try:
                self._parsed[name] = self._recursion(name, term, body, at)
            except ExpressionError as error:
                self.errors[at] = error

    def read(self, resolver: Resolver) -> None:
        """Resolve the names in all recursions; what is wrong is in `errors`."""
        for name, (recursion, tree) in self._parsed.items():
            at = self._heads[name][0]
            try:
                resolved, sliders = self._resolved(tree, resolver, frozenset(recursion.bound))
                first = {}
                for place, each in recursion.first.items():
                    first[place], used = self._resolved(each, resolver, frozenset())
                    sliders |= used
                self.recursions[at] = replace(recursion, first=first), resolved, tuple(sorted(sliders))
            except ExpressionError as error:
                self.errors[at] = error

    def used(self, tokens: tuple[Token, ...]) -> tuple[tuple[Token, ...], dict[str, tuple[int, Statement]]]:
        """The tokens of another line with one name for each term, as a_10 and a(10), and what these are.

        Raises ExpressionError for a term that is not computed.
        """
        result: list[Token] = []
        terms: dict[str, tuple[int, Statement]] = {}
        place = 0
        while place < len(tokens):
            term = _term(tokens, place)
            token = tokens[place]
            if term is None or term.at is None or term.name not in self.names or token.text in self.values:
                result.append(token)
                place += 1
                continue
            end = tokens[term.end - 1].end
            name = f"{term.name}{term.at}"
            terms[name] = self._heads[term.name][0], Statement(self._used(term, token.start, end))
            result.append(Token(Kind.NAME, name, token.start, end, token.spaced))
            place = term.end
        return tuple(result), terms

    def _used(self, term: _Term, start: int, end: int) -> Node:
        """A term as a tree of its own, before names are resolved."""
        if term.name not in self._parsed:
            raise ExpressionError(Wording("the sequence {0} cannot be read", term.name), start, end)
        recursion, tree = self._parsed[term.name]
        assert term.at is not None
        begin = recursion.begin if recursion.back else term.at
        if not begin <= term.at < begin + MOST_USED:
            last = begin + MOST_USED - 1
            message = Wording(
                "lines use the terms {0}_{1} to {0}_{2} of this sequence", term.name, begin, last
            )
            raise ExpressionError(message, start, end)
        given = {at: each for at, each in recursion.first.items() if begin <= at <= term.at}
        whole = (0, len(self.texts[self._heads[term.name][0]]))
        first = tuple(at_columns(each, *whole) for each in given.values())
        return Recurrence(
            *whole, first, tuple(given), tree, recursion.index, recursion.earlier, begin, term.at
        )

    def _recursion(
        self, name: str, head: _Term, body: tuple[Token, ...], line: int
    ) -> tuple[Recursion, Node]:
        result: list[Token] = []
        back = place = 0
        whole = len(self.texts[line])
        while place < len(body):
            term = _term(body, place)
            if term is None or term.name != name:
                result.append(body[place])
                place += 1
                continue
            end = body[term.end - 1].end
            if term.at is not None or term.index != head.index or term.shift >= head.shift:
                message = Wording("a term is computed from those before it: {0}_({1}-1)", name, head.index)
                raise ExpressionError(message, body[place].start, end)
            back = max(back, head.shift - term.shift)
            text = f"{name}[{head.shift - term.shift}]"
            result.append(Token(Kind.NAME, text, body[place].start, end, body[place].spaced))
            place = term.end
        if back > MOST_BACK:
            raise ExpressionError(Wording("at most {0} terms before are used", MOST_BACK), 0, whole)
        earlier = frozenset(f"{name}[{k}]" for k in range(1, back + 1))
        tree = self._tree(tuple(result), line, earlier | {head.index})
        first: dict[int, Node] = {}
        for at, (own, tokens) in sorted(self._firsts.get(name, {}).items()):
            first[at] = self._tree(tokens, own, frozenset())
        begins = [at for at in first if all(at + k in first for k in range(back))]
        if back and not begins:
            terms = [f"{name}_{k} = 1" for k in range(1, back + 1)]
            message = Wording("a sequence begins with {0}: each in a line", ", ".join(terms))
            raise ExpressionError(message, 0, whole, "\n".join((self.texts[line], *terms)))
        if head.shift:
            # the tree is of n where the term is a_(n + shift)
            tree = _moved(tree, head.index, head.shift)
        return Recursion(name, head.index, back, first), tree

    def _tree(self, tokens: tuple[Token, ...], line: int, local: frozenset[str]) -> Node:
        end = tokens[-1].end
        closed = (*tokens, Token(Kind.END, "", end, end))
        return read_statement(closed, self.texts[line], self.functions - local, self.values | local).tree

    def _resolved(self, tree: Node, resolver: Resolver, local: frozenset[str]) -> tuple[Node, frozenset[str]]:
        resolved = resolver.line(Statement(tree, parameters=tuple(sorted(local))))
        if has_lists(resolved.tree):
            raise ExpressionError(Wording("a sequence is of numbers, not of lists"), tree.start, tree.end)
        if resolved.variables:
            message = Wording("a sequence depends on its index alone, not on {0}", min(resolved.variables))
            raise ExpressionError(message, tree.start, tree.end)
        return resolved.tree, resolved.sliders


def _head(part: Sequence[Token]) -> _Term | None:
    """The term that an equation begins with; a_n + 1 = a_n/2 says what a_(n + 1) is."""
    term = _term(part, 0)
    if term is None:
        return None
    ahead = [each.text for each in part[term.end : term.end + 3]]
    if term.at is None and len(ahead) == 3 and ahead[0] in "+-" and ahead[1].isdigit() and ahead[2][0] == "=":
        shift = int(ahead[1]) if ahead[0] == "+" else -int(ahead[1])
        term, ahead = replace(term, shift=shift, end=term.end + 2), ahead[2:]
    return term if ahead[:1] in (["="], ["=="]) and part[term.end + 1 :] else None


def _moved(tree: Node, index: str, shift: int) -> Node:
    """The tree with n - shift in place of n."""
    start, end = tree.start, tree.end
    sign = "-" if shift > 0 else "+"
    earlier = Chain(start, end, (Name(start, end, index), Number(start, end, float(abs(shift)))), (sign,))
    return substitute(tree, index, earlier)


def _term(tokens: Sequence[Token], at: int) -> _Term | None:
    """a_n, a_(n+1), a_{n-1}, a(n-1), a[n], a_1 or a(1) at a place."""
    if at >= len(tokens) or tokens[at].kind is not Kind.NAME:
        return None
    text = tokens[at].text
    if (found := TERM.match(text)) is not None:
        return _Term(found["name"], found["index"], 0, at + 1)
    called = at + 1 < len(tokens) and tokens[at + 1].text in ("(", "[", "{")
    if not called:
        found = FIRST.match(text)
        return _Term(found["name"], "", 0, at + 1, int(found["at"])) if found is not None else None
    name = text.removesuffix("_")
    if is_variable(name) and name == text and tokens[at + 1].text == "(":
        return None
    if tokens[at + 1].text == "{" and name == text:
        return None
    inner = []
    for token in tokens[at + 2 : at + 6]:
        if token.text in (")", "]", "}"):
            break
        inner.append(token)
    else:
        return None
    end, texts = at + len(inner) + 3, [token.text for token in inner]
    if len(inner) == 1 and inner[0].kind is Kind.NUMBER and texts[0].isdigit():
        return _Term(name, "", 0, end, int(texts[0]))
    if not texts or texts[0] not in INDICES:
        return None
    if len(texts) == 1:
        return _Term(name, texts[0], 0, end)
    if len(texts) == 3 and texts[1] in ("+", "-") and texts[2].isdigit():
        shift = int(texts[2])
        return _Term(name, texts[0], shift if texts[1] == "+" else -shift, end)
    return None


def uses_index(tree: Node, index: str) -> bool:
    """Whether the index itself is in the tree."""
    return any(isinstance(node, Name) and node.name == index for node in walk(tree))
