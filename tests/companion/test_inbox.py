"""One queue, one thread."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from companion.inbox import SIGNALS_HEEDED_WITHIN, Inbox, InboxClosedError

LONG = 20.0


@contextmanager
def running(inbox: Inbox, after: Callable[[], object] = lambda: None) -> Iterator[threading.Thread]:
    thread = threading.Thread(target=inbox.run, args=(after,))
    thread.start()
    try:
        yield thread
    finally:
        inbox.close()
        thread.join(LONG)
        assert not thread.is_alive()


def test_work_is_done_in_the_order_in_which_it_came() -> None:
    inbox, done = Inbox(), list[int]()
    for number in range(100):
        inbox.post(lambda number=number: done.append(number))  # type: ignore[misc]  # bound now
    inbox.close()
    inbox.run(lambda: None)
    assert done == list(range(100))


def test_everything_is_done_in_the_thread_that_runs_the_inbox() -> None:
    inbox = Inbox()
    with running(inbox) as thread, ThreadPoolExecutor(4) as phones:
        asked = [phones.submit(inbox.ask, threading.get_ident) for _ in range(20)]
        assert {one.result() for one in asked} == {thread.ident}


def test_after_each_piece_of_work_the_thread_does_what_it_was_told() -> None:
    inbox, seen = Inbox(), list[str]()
    inbox.post(lambda: seen.append("camera"))
    inbox.post(lambda: seen.append("button"))
    inbox.close()
    inbox.run(lambda: seen.append("publish"))
    assert seen == ["camera", "publish", "button", "publish"]


def test_whoever_asked_gets_the_answer() -> None:
    inbox = Inbox()
    with running(inbox):
        assert inbox.ask(lambda: 6 * 7) == 42


def test_whoever_asked_hears_only_when_what_follows_the_work_is_done() -> None:
    inbox, published = Inbox(), list[str]()

    def publish() -> None:
        time.sleep(0.05)  # long enough for an answer to overtake it
        published.append("view")

    def fail() -> None:
        raise LookupError("no such seat")

    with running(inbox, publish):
        inbox.ask(lambda: "done")
        assert published == ["view"]
        with pytest.raises(LookupError):
            inbox.ask(fail)
        assert published == ["view", "view"]


def test_an_error_goes_to_whoever_asked_and_the_work_goes_on() -> None:
    inbox = Inbox()

    def fail() -> None:
        raise LookupError("no such seat")

    with running(inbox):
        with pytest.raises(LookupError, match="no such seat"):
            inbox.ask(fail)
        assert inbox.ask(lambda: "still here") == "still here"


def test_an_answer_that_does_not_come_in_time_is_a_timeout_and_the_next_one_comes() -> None:
    inbox, gate = Inbox(), threading.Event()
    with running(inbox):
        with pytest.raises(TimeoutError):
            inbox.ask(gate.wait, timeout=0.01)
        gate.set()
        assert inbox.ask(lambda: "next") == "next"


def test_a_closed_inbox_takes_no_question() -> None:
    inbox = Inbox()
    inbox.close()
    inbox.close()
    with pytest.raises(InboxClosedError):
        inbox.ask(lambda: 1)


def test_what_is_posted_after_closing_is_not_done() -> None:
    inbox, done = Inbox(), list[str]()
    inbox.close()
    inbox.post(lambda: done.append("late"))
    inbox.run(lambda: None)
    assert done == []


def test_when_the_thread_fails_whoever_waits_is_told_and_nobody_waits_after_that() -> None:
    inbox, failed = Inbox(), list[BaseException]()
    begun, never = threading.Event(), threading.Event()

    def fail() -> None:
        begun.set()
        never.wait(0.3)  # meanwhile a phone asks
        raise OSError("the disk is full")

    def run() -> None:
        try:
            inbox.run(lambda: None)
        except OSError as error:
            failed.append(error)

    with ThreadPoolExecutor() as threads:
        threads.submit(run)
        inbox.post(fail)
        begun.wait(LONG)
        asked = threads.submit(inbox.ask, lambda: "never done", LONG)
        with pytest.raises(InboxClosedError):
            asked.result()
    assert [str(error) for error in failed] == ["the disk is full"]
    with pytest.raises(InboxClosedError):
        inbox.ask(lambda: 1)


def test_closing_lets_a_signal_handler_in_while_work_is_done() -> None:
    # Ctrl-C comes between two lines of the very thread that runs the inbox.
    inbox = Inbox()
    inbox.post(inbox.close)
    inbox.run(lambda: None)
    with pytest.raises(InboxClosedError):
        inbox.ask(lambda: 1)


def test_a_signal_that_does_not_wake_the_thread_closes_the_inbox_all_the_same() -> None:
    """It reaches another thread, as one does that comes just before the wait begins."""
    inbox = Inbox()
    rescued = threading.Event()
    before = signal.signal(signal.SIGUSR1, lambda *_: inbox.close())

    def elsewhere() -> None:
        time.sleep(0.2)  # the inbox waits by now
        signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)
        time.sleep(10 * SIGNALS_HEEDED_WITHIN)
        rescued.set()
        inbox.close()

    threading.Thread(target=elsewhere, daemon=True).start()
    try:
        inbox.run(lambda: None)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert not rescued.is_set()


def test_a_thread_with_nothing_to_do_says_now_and_then_that_it_lives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.inbox.SIGNALS_HEEDED_WITHIN", 0.01)
    inbox, alive = Inbox(), threading.Semaphore(0)
    thread = threading.Thread(target=inbox.run, args=(lambda: None, alive.release))
    thread.start()
    for _ in range(3):
        assert alive.acquire(timeout=LONG)
    inbox.close()
    thread.join(LONG)
