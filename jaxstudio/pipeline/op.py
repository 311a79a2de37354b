"""An op is declared once: `OpSpec` serves forms, flags, recipes and help; `Op` adds the implementation.

A spec holds only plain values. It can be pickled or written as JSON, and a process that never imports JAX can
hold the whole catalogue, and read, check and write a recipe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, fields, replace
from functools import cached_property
from typing import Any, Self

from jaxstudio.errors import ParameterError
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.params import Expression, Float, Param, Steps, Value, as_json, bound, from_json

Values = Mapping[str, Any]  # a step's parameters by name, checked
Params = Mapping[str, Any]  # a traced function's `p`: parameters and arrays prepared from them
Size = tuple[int, int]  # (height, width) in pixels
PARAM_FIELDS = ("own_params", "declared", "kind_params")
CHANCE = ("noise", "augmentation", "glass_blur", "elastic")  # categories and ops that read the seed
ENCODED, LINEAR = "encoded", "linear"  # values as in the file, and values proportional to light


class Kind:
    """Base class of the kinds of ops in `pipeline.kinds`: the way an op computes."""

    name = ""
    composed = False  # whether a step is replaced by others before it is computed
    on_host = ""  # why JAX alone does not compute it, if so

    @property
    def params(self) -> tuple[Param, ...]:
        """The parameters that the kind adds to the op's own: the border, where it is read."""
        return ()

    @property
    def moves(self) -> bool:
        """Whether pixels may move, or the picture change its size."""
        return False

    def result_size(self, values: Mapping[str, Any], size: Size) -> Size:
        """(height, width) of the result on a picture of this size; ParameterError where there is none."""
        return size

    def inverse_matrix(self, values: Mapping[str, Any], size: Size) -> Any:
        """(2, 3) float64 from the result's (x, y, 1) to the input's (x, y); None without such a matrix."""
        return None

    def arguments(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The fields by name, for the kind's definition (jaxstudio/engine/definitions)."""
        return {each.name: getattr(self, each.name) for each in fields(self)}  # type: ignore[arg-type]

    def check(self, values: Mapping[str, Any], size: Size) -> None:
        """Raise ParameterError if these values are not possible together on a picture of this size."""
        return


@dataclass(frozen=True, kw_only=True)
class OpSpec:
    """The declaration of a filter without its implementation.

    Attributes:
        name: in recipes, flags and Python; a lower-case identifier.
        title: in the window.
        category: its folder in `ops`.
        doc: one sentence: the effect that a person sees.
        use: one sentence: when to use it.
        formula: what is computed; x is the picture and y the result.
        source: the paper or the reference implementation.
        notes: every known difference from the reference.
        preview_note: how the preview on a reduced photo differs from the exact picture; empty where the two
            hardly differ.
        keywords: other names that people use.
        own_params: the parameters that are declared with the op.
        declared: the sliders that a parameter's text declares; in the catalogue those of the default text.
        kind_name: pointwise, neighbourhood, geometry, global, random, composed, combined or whole.
        kind_params: the parameters that the kind adds (the border).
        moves: whether pixels may move, or the picture change its size.
        space: "linear" if the step computes with values proportional to light wherever the recipe allows;
            "" if it computes with the values of the recipe's working space.
    """

    name: str
    title: str
    category: str
    doc: str
    source: str
    own_params: tuple[Param, ...] = ()
    declared: tuple[Float, ...] = ()
    use: str = ""
    formula: str = ""
    notes: str = ""
    preview_note: str = ""
    keywords: tuple[str, ...] = ()
    kind_name: str = ""
    kind_params: tuple[Param, ...] = ()
    moves: bool = False
    space: str = ""

    @cached_property
    def params(self) -> tuple[Param, ...]:
        """The op's own parameters, then its text's, then its kind's."""
        return self.own_params + self.declared + self.kind_params

    @cached_property
    def expression(self) -> Expression | None:
        """The parameter whose text declares others."""
        return next((param for param in self.own_params if isinstance(param, Expression)), None)

    def declaring(self, values: Mapping[str, object]) -> Self:
        """The op with the parameters that the text in `values` declares; the same op if they are the same.

        A wrong text changes nothing here: `check` reports it.
        """
        if self.expression is None:
            return self
        text = values.get(self.expression.name, self.expression.default)
        try:
            declared = Expression.declared(self.expression.check(text))
        except ParameterError:
            return self
        return self if declared == self.declared else replace(self, declared=declared)

    def differs_reduced(self, values: Mapping[str, Value]) -> bool:
        """Whether the preview of a reduced photo differs from the exact picture, as `preview_note` says."""
        if self.expression is None or not self.preview_note:
            return bool(self.preview_note)
        from jaxstudio.pipeline.pixel_program import read_program

        return not read_program(str(values[self.expression.name])).is_local

    @cached_property
    def by_name(self) -> Mapping[str, Param]:
        return {param.name: param for param in self.params}

    def defaults(self) -> dict[str, Value]:
        return {param.name: param.default for param in self.params}

    def check(self, values: Mapping[str, object]) -> dict[str, Value]:
        """Return every parameter spelled out and checked, or raise ParameterError."""
        if self.expression is not None and self.expression.name in values:
            try:  # first: a wrong text would make its sliders seem unknown
                self.expression.check(values[self.expression.name])
            except ParameterError as error:
                raise ParameterError("{0}: {1}", self.name, error) from None
            declaring = self.declaring(values)
            if declaring is not self:
                return declaring.check(values)
        unknown = [name for name in values if name not in self.by_name]
        if unknown:
            known = ", ".join(self.by_name) or "none"
            raise ParameterError("{0} has no parameter {1}: it has {2}", self.name, repr(unknown[0]), known)
        checked = self.defaults()
        for name, value in values.items():
            try:
                checked[name] = self.by_name[name].check(value)
            except ParameterError as error:
                raise ParameterError("{0}: {1}", self.name, error) from None
        return checked

    def changed(self, values: Mapping[str, Value], changes: Mapping[str, object]) -> dict[str, Value]:
        """A step's values with `changes`, checked; if the text changes, sliders that were moved stay."""
        if self.expression is None or self.expression.name not in changes:
            return self.check({**values, **changes})
        after = self.declaring(changes)
        moved = {param.name for param in self.declared if values.get(param.name) != param.default}
        own = {param.name for param in self.declared}
        kept = {name: value for name, value in values.items() if name not in own}
        for param in after.declared:
            value = values.get(param.name)
            if param.name in moved and isinstance(value, float) and param.low <= value <= param.high:
                kept[param.name] = value
        return after.check({**kept, **changes})

    def resolve(self, values: Mapping[str, Value]) -> dict[str, Value]:
        """Return the values with every linked parameter replaced by the one it follows."""
        resolved = dict(values)
        for param in self.params:
            if isinstance(param, Float) and param.linked and resolved[param.name] is None:
                resolved[param.name] = resolved[param.linked]
        return resolved

    @cached_property
    def in_working_space(self) -> Self:
        """The op computing with the values of the recipe's working space, as a part of another op may."""
        return replace(self, space="")

    def may_move(self, values: Mapping[str, Value]) -> bool:
        """Whether a step with these values, or a step in one of its lists, may move pixels."""
        if not any(isinstance(param, Steps) for param in self.params):
            return self.moves
        return any(op.may_move(listed) for op, listed in self._listed(values))

    def needs_light(self, values: Mapping[str, Value]) -> bool:
        """Whether a step with these values, or a step in one of its lists, computes in linear light."""
        return self.space == LINEAR or any(op.needs_light(listed) for op, listed in self._listed(values))

    @property
    def draws(self) -> bool:
        """Whether chance decides the result, so that the recipe's seed matters."""
        return self.kind_name == "random" or self.category in CHANCE or self.name in CHANCE

    def _listed(self, values: Mapping[str, Value]) -> Iterator[tuple[OpSpec, Mapping[str, Value]]]:
        """The steps that the lists in a step's values name, as ops and values that they may have."""
        for param in self.params:
            if isinstance(param, Steps):
                for each in param.read_steps(str(values[param.name])):
                    yield each.op, each.high

    @cached_property
    def spec(self) -> OpSpec:
        """The op without its implementation: plain values."""
        values = {each.name: getattr(self, each.name) for each in fields(OpSpec)}
        return OpSpec(**{**values, "own_params": tuple(bound(param, None) for param in self.own_params)})

    def to_json(self) -> dict[str, Any]:
        """The spec as an object that `json.dumps` takes."""
        document = {each.name: getattr(self, each.name) for each in fields(OpSpec)}
        return {**document, **{name: [as_json(param) for param in document[name]] for name in PARAM_FIELDS}}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> OpSpec:
        """The spec that `to_json` wrote."""
        params = {name: tuple(from_json(each) for each in document[name]) for name in PARAM_FIELDS}
        return OpSpec(**{**document, **params, "keywords": tuple(document["keywords"])})


@dataclass(frozen=True, kw_only=True)
class Op(OpSpec):
    """A filter with its implementation: `kind` computes it.

    `reduced(values, level)` returns the values with the same effect on a photo reduced by 2^level (each of
    its pixels is the mean of 4^level); lengths in pixels are divided by 2^level before the call.
    `caution(values)` is a line about values that are allowed but do not do what their names promise, or "".
    """

    kind: Kind
    reduced: Callable[[Mapping[str, Any], int], Mapping[str, Any]] = lambda values, level: values
    caution: Callable[[Mapping[str, Any]], str] = lambda values: ""
    # set from the kind
    kind_name: str = field(init=False)
    kind_params: tuple[Param, ...] = field(init=False)
    moves: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind_name", self.kind.name)
        object.__setattr__(self, "kind_params", self.kind.params)
        object.__setattr__(self, "moves", self.kind.moves)


@dataclass(frozen=True, kw_only=True)
class Part(Op):
    """A step that only other ops become, or are made of: no catalogue lists it, and it needs no texts."""

    title: str = field(init=False)
    category: str = ""
    doc: str = ""
    source: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "title", self.name.replace("_", " ").capitalize())


def implementation(spec: OpSpec) -> Op:
    """The op itself, where the catalogue holds implementations.

    Raises:
        TypeError: the process holds specs alone, and cannot compute.
    """
    if not isinstance(spec, Op):
        raise TypeError(f"{spec.name} is a specification: this process cannot compute it")
    return spec
