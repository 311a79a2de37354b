"""What compiling leaves is passed over by later searches; what is unreachable is not kept by that."""

import gc
import weakref

import pytest

from jaxstudio.app.main import Garbage, no_search


class Node:
    pass


@pytest.fixture
def garbage(qapp):
    thresholds = gc.get_threshold()
    made = Garbage()
    yield made
    made.deleteLater()
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def test_what_outlives_compiling_is_searched_no_more(garbage):
    compiled = 0
    garbage.watch(lambda: compiled)
    kept, lost = [Node() for _ in range(1000)], Node()
    lost.itself = lost
    gone = weakref.ref(lost)
    del lost
    before = gc.get_freeze_count()
    garbage.look()
    assert gc.get_freeze_count() == before  # nothing was compiled
    compiled += 1
    garbage.look()
    assert gone() is None
    assert gc.get_freeze_count() >= before + len(kept)
    assert not any(isinstance(each, Node) for each in gc.get_objects())


def test_importing_is_not_searched(garbage):
    with no_search():
        assert not gc.isenabled()
        kept = Node()
    assert gc.isenabled()
    assert not any(each is kept for each in gc.get_objects())


def test_an_import_that_fails_leaves_the_search_on(garbage):
    with pytest.raises(ImportError), no_search():
        import jaxstudio.not_there  # noqa: F401
    assert gc.isenabled()
