"""A person who taps while the plug is pulled, and what has to be on record afterwards."""

from __future__ import annotations

from http.client import HTTPException

from companion.demonstration.phones import HttpPhone, PhoneError

ROUND = 12
"""Taps after which the record is as at first: six clues are given and taken back one by one."""


def clues_after(taps: int) -> int:
    """Return how many clues count after so many taps."""
    return min(taps % ROUND, ROUND - taps % ROUND)


def tap_on(phone: HttpPhone, answered: list[int]) -> None:
    """Give clues and take them back as fast as it is answered, until nobody answers any more."""
    try:
        while True:
            if answered[0] % ROUND < ROUND // 2:
                giver = phone.view()["game"]["to_move"]
                phone.tap("clue", {"giver": giver, "target": 1 - giver, "value": 1})
            else:
                phone.tap("undo", {})
            answered[0] += 1
    except (HTTPException, OSError, PhoneError):  # also an answer that was broken off
        return


def still_there(found: int, before: int, answered: int) -> int | None:
    """Return how many taps the record holds if it shows ``found`` clues; None: one was lost.

    All that were answered have to be there; the one that was under way may be.

    Args:
        found: the clues on record.
        before: taps on record before the power came back last.
        answered: taps that were answered until it went.
    """
    assert answered >= before
    fits = [taps for taps in (answered, answered + 1) if clues_after(taps) == found]
    return fits[0] if fits else None
