"""Garbage is collected on the window's thread; what is imported is passed over."""

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
