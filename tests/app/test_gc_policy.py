"""Garbage is collected on the window's thread alone, and what stays is not searched again."""

import gc
import threading
import weakref

import pytest

from jaxstudio.app.main import GarbageCollection


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


def test_what_is_there_is_searched_no_more(garbage):
    kept = [Node() for _ in range(1000)]
    before = gc.get_freeze_count()
    garbage.collect()
    assert gc.get_freeze_count() == before
    garbage.skip_survivors()
    assert gc.get_freeze_count() >= before + len(kept)
    assert not any(isinstance(each, Node) for each in gc.get_objects())
    lost = Node()
    lost.itself = lost
    gone = weakref.ref(lost)
    del lost
    gc.collect()
    assert gone() is None  # what came later is


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
