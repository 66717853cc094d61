"""The newest view of every reader, and who waits for it."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.views.hub import Hub
from companion.views.view import PUBLIC

LONG = 20.0
"""Seconds that nobody here has to wait."""


def shown(hub: Hub, reader: int | None) -> tuple[int, object]:
    snapshot = hub.snapshot(reader)
    assert snapshot is not None
    return snapshot.version, json.loads(snapshot.body)


def test_before_anything_is_published_there_is_an_empty_public_view_and_no_seat() -> None:
    hub = Hub()
    assert shown(hub, PUBLIC) == (0, {})
    assert hub.snapshot(0) is None


def test_a_version_counts_only_the_changes_of_its_own_reader() -> None:
    hub = Hub()
    hub.publish({PUBLIC: {"a": 1}, 0: {"own": 1}, 1: {"own": 1}})
    hub.publish({PUBLIC: {"a": 1}, 0: {"own": 2}, 1: {"own": 1}})
    hub.publish({PUBLIC: {"a": 2}, 0: {"own": 3}, 1: {"own": 1}})
    assert shown(hub, PUBLIC) == (2, {"a": 2})
    assert shown(hub, 0) == (3, {"own": 3})
    assert shown(hub, 1) == (1, {"own": 1})


def test_a_seat_that_is_not_published_any_more_is_gone() -> None:
    hub = Hub()
    hub.publish({PUBLIC: {}, 4: {"own": 1}})
    hub.publish({PUBLIC: {}})
    assert hub.snapshot(4) is None
    assert hub.wait(4, 1, timeout=LONG) is None


def test_the_same_view_is_the_same_bytes_whatever_the_order_of_its_keys() -> None:
    hub = Hub()
    hub.publish({PUBLIC: {"a": 1, "b": 2}})
    before = hub.snapshot(PUBLIC)
    hub.publish({PUBLIC: {"b": 2, "a": 1}})
    assert hub.snapshot(PUBLIC) is before


def test_who_has_seen_an_older_version_gets_the_newest_without_waiting() -> None:
    hub = Hub()
    hub.publish({0: {"own": 1}})
    hub.publish({0: {"own": 2}})
    assert hub.wait(0, 1, timeout=LONG) == hub.snapshot(0)


def test_news_wake_who_waits_and_news_of_others_do_not() -> None:
    hub = Hub()
    hub.publish({0: {"own": 1}, 1: {"own": 1}})
    with ThreadPoolExecutor() as threads:
        zero = threads.submit(hub.wait, 0, 1, LONG)
        one = threads.submit(hub.wait, 1, 1, LONG)
        hub.publish({0: {"own": 1}, 1: {"own": 2}})
        assert one.result() == hub.snapshot(1)
        assert not zero.done()
        hub.publish({0: {"own": 5}, 1: {"own": 2}})
        assert zero.result() == hub.snapshot(0)


def test_waiting_in_vain_ends_with_nothing() -> None:
    hub = Hub()
    hub.publish({0: {"own": 1}})
    assert hub.wait(0, 1, timeout=0.01) is None


def test_closing_wakes_everybody_and_nothing_is_waited_for_afterwards() -> None:
    hub = Hub()
    hub.publish({reader: {"own": 1} for reader in range(5)})
    with ThreadPoolExecutor(5) as threads:
        waiting = [threads.submit(hub.wait, reader, 1, LONG) for reader in range(5)]
        hub.close()
        assert [one.result() for one in waiting] == [None] * 5
    hub.close()
    assert hub.closed
    assert not Hub().closed
    assert hub.wait(0, 0, timeout=LONG) is None


def test_a_view_that_is_no_json_is_refused_and_the_old_ones_stay() -> None:
    hub = Hub()
    hub.publish({PUBLIC: {"a": 1}})
    with pytest.raises(TypeError):
        hub.publish({PUBLIC: {"a": object()}})
    assert shown(hub, PUBLIC) == (1, {"a": 1})
