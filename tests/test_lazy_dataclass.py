"""Frozen values whose methods are compiled at the first instance: the same as the standard library's."""

import copy
import dataclasses
import pickle
import threading

import pytest

from jaxstudio.lazy_dataclass import dataclass


def classes(decorate):
    """A class and one derived from it, made by a decorator."""

    @decorate(frozen=True)
    class Place:
        x: int
        y: int = 2

        def __post_init__(self):
            if self.x < 0:
                raise ValueError("x")

    @decorate(frozen=True)
    class Named(Place):
        names: tuple = ()
        notes: list = dataclasses.field(default_factory=list, compare=False, repr=False)

    return Place, Named


def compiled(cls):
    return "__init__" in vars(cls)


def test_it_does_what_the_standard_one_does():
    (place, named), (usual_place, usual_named) = classes(dataclass), classes(dataclasses.dataclass)
    for ours, usual in ((place, usual_place), (named, usual_named)):
        assert [(field.name, field.default, field.compare) for field in dataclasses.fields(ours)] == [
            (field.name, field.default, field.compare) for field in dataclasses.fields(usual)
        ]
        one, same, other = ours(1), ours(x=1, y=2), ours(2)
        assert one == same != other
        assert hash(one) == hash(same) == hash(usual(1))
        assert repr(one) == repr(usual(1))
        assert dataclasses.replace(one, y=5) == ours(1, 5)
        assert dataclasses.asdict(one) == dataclasses.asdict(usual(1))
        assert copy.copy(one) == one
        with pytest.raises(dataclasses.FrozenInstanceError):
            one.x = 3
        with pytest.raises(dataclasses.FrozenInstanceError):
            one.new = 3
        with pytest.raises(ValueError, match="x"):
            ours(-1)
        with pytest.raises(TypeError):
            ours()


def test_methods_are_compiled_with_the_first_instance_or_when_fields_are_asked_for():
    place, named = classes(dataclass)
    assert not compiled(place)
    assert not compiled(named)
    named(1)
    assert compiled(place)
    assert compiled(named)
    place, named = classes(dataclass)
    assert dataclasses.is_dataclass(place)
    assert compiled(place)
    assert not compiled(named)


@dataclass(frozen=True)
class Kept:
    """At the module's level, where pickle finds it."""

    value: int = 0


def test_a_value_that_another_process_pickled_is_whole():
    text = pickle.dumps(Kept(3))
    # as in a process that has made none of its kind
    fresh = dataclass(frozen=True)(type("Kept", (), {"__annotations__": {"value": "int"}, "value": 0}))
    fresh.__module__, globals()["Kept"], before = __name__, fresh, Kept
    try:
        read = pickle.loads(text)
    finally:
        globals()["Kept"] = before
    assert type(read) is fresh
    assert read == fresh(3)
    assert len({read, fresh(3)}) == 1


def test_threads_may_make_the_first_instance_at_the_same_time():
    for _ in range(50):
        _, named = classes(dataclass)
        start, made, failed = threading.Barrier(4), [], []

        def make(named=named, start=start, made=made, failed=failed):
            start.wait()
            try:
                made.append(named(1, names=("a",)))
            except Exception as error:  # of a thread: it is raised below
                failed.append(error)

        threads = [threading.Thread(target=make) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failed == []
        assert set(made) == {named(1, names=("a",))}
