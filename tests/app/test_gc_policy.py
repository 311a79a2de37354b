"""What compiling leaves is passed over by later searches; what is unreachable is not kept by that."""

import gc
import threading
import weakref

import pytest

from jaxstudio.app.main import GarbageCollection, suspend_collection


class Node:
    pass


@pytest.fixture
def garbage(qapp):
    gc.enable()
    garbage = GarbageCollection()
    yield garbage
    garbage.stop()
    garbage.deleteLater()
    gc.unfreeze()


def test_what_outlives_compiling_is_searched_no_more(garbage):
    compiled = 0
    garbage.watch(lambda: compiled)
    kept, lost = [Node() for _ in range(1000)], Node()
    lost.itself = lost
    gone = weakref.ref(lost)
    del lost
    before = gc.get_freeze_count()
    garbage.collect()
    assert gc.get_freeze_count() == before  # nothing was compiled
    compiled += 1
    garbage.collect()
    assert gone() is None
    assert gc.get_freeze_count() >= before + len(kept)
    assert not any(isinstance(each, Node) for each in gc.get_objects())


def test_objects_are_freed_on_the_window_s_thread_alone(garbage):
    freed_by = []
    node = Node()
    node.itself = node
    weakref.finalize(node, lambda: freed_by.append(threading.current_thread()))
    del node
    held = []
    work = threading.Thread(target=lambda: held.extend([Node()] for _ in range(200_000)))
    work.start()
    work.join()
    assert freed_by == []
    garbage.collect()
    assert freed_by == [threading.main_thread()]


def test_importing_is_not_searched():
    gc.enable()
    with suspend_collection():
        assert not gc.isenabled()
        kept = Node()
    assert gc.isenabled()
    assert not any(each is kept for each in gc.get_objects())
    gc.unfreeze()


def test_a_failed_import_leaves_the_collector_as_it_was(garbage):
    for enabled in (True, False):
        gc.enable() if enabled else gc.disable()
        with pytest.raises(ImportError), suspend_collection():
            import jaxstudio.not_there  # noqa: F401
        assert gc.isenabled() == enabled
