"""One thread looks at pictures; whoever asks waits, and not too many do."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from companion.adapters.worker import PictureWorker
from companion.busy import MOST_WAITING, BusyError


def test_whoever_asks_it_is_one_thread_that_looks() -> None:
    worker = PictureWorker()
    with ThreadPoolExecutor(MOST_WAITING) as pages:
        asked = [pages.submit(worker.do, threading.get_ident) for _ in range(MOST_WAITING)]
        threads = {one.result() for one in asked}
    assert len(threads) == 1
    assert threading.get_ident() not in threads


def test_what_looking_raises_is_raised_where_it_was_asked() -> None:
    def look(picture: bytes) -> None:
        raise ValueError(f"{picture!r} is no picture")

    worker = PictureWorker()
    with pytest.raises(ValueError, match="is no picture"):
        worker.do(look, b"cat")
    assert worker.do(len, b"cat") == 3


def test_too_many_are_told_to_come_back_and_the_others_are_served() -> None:
    worker, looked_at, go_on = PictureWorker(), [], Event()

    def look(number: int) -> int:
        assert go_on.wait(10)
        looked_at.append(number)
        return number

    with ThreadPoolExecutor(2 * MOST_WAITING) as pages:
        asked = [pages.submit(worker.do, look, number) for number in range(2 * MOST_WAITING)]
        refused = 0
        while refused < MOST_WAITING:
            go_on.wait(0.01)
            refused = sum(isinstance(one.exception(), BusyError) for one in asked if one.done())
        go_on.set()
        answers = [one.result() for one in asked if one.exception() is None]
    assert sorted(answers) == sorted(looked_at)
    assert len(answers) == MOST_WAITING
    assert worker.do(len, b"cat") == 3
