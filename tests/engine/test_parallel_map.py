"""Chunks are computed by several threads, in any order, and come back in theirs."""

import os
import threading
import time

import pytest

from jaxstudio.engine.buffers import MOST, parallel_map, processors


def test_results_come_in_the_order_of_the_items():
    def slow_first(number):
        time.sleep(0.02 if number == 0 else 0)
        return number * number

    assert parallel_map(slow_first, range(20)) == [number * number for number in range(20)]
    assert parallel_map(slow_first, []) == []


@pytest.mark.skipif(processors() < 2, reason="this process may run on one processor only")
def test_work_is_shared_among_threads_and_this_one_takes_part():
    meeting = threading.Barrier(2, timeout=30)

    def met(number):
        meeting.wait()  # broken, were one thread to do both
        return threading.current_thread()

    threads = parallel_map(met, range(2))
    assert len(set(threads)) == 2
    assert threading.current_thread() in threads


@pytest.mark.parametrize("threads", [1, MOST])
def test_an_error_ends_the_work_and_is_raised(threads):
    begun = []

    def failing(number):
        begun.append(number)
        if number == 3:
            raise ValueError("chunk 3")
        time.sleep(0.001)

    with pytest.raises(ValueError, match="chunk 3"):
        parallel_map(failing, range(1000), threads)
    assert len(begun) < 1000


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system binds no process to processors")
def test_no_more_threads_than_processors():
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        assert processors() == 1
        assert (
            parallel_map(lambda _: threading.current_thread(), range(5)) == [threading.current_thread()] * 5
        )
    finally:
        os.sched_setaffinity(0, before)
