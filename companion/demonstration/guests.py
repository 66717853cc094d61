"""What guests tap at a demonstration, taken into the diary of the simulated players.

A clue lies nowhere: whoever taps one has given it, and the players go on from there. Cards are only
where the players laid them, whatever somebody says on a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

ToldTurn = Mapping[str, Any]
"""A turn as scripts are told it; see `companion.record.history.TurnTaken`."""
CLUE = "clue"


@dataclass(frozen=True, slots=True)
class OnRecord:
    """What was done, with the clues that the record has.

    Attributes:
        turns: in their order.
        lost: whether a clue that was given is not among them: somebody has taken it back, or the
            page does not show it yet.
    """

    turns: list[dict[str, Any]]
    lost: bool


def as_on_record(done: Sequence[ToldTurn], log: Iterable[ToldTurn]) -> OnRecord | None:
    """Return the turns that were ``done`` with those clues that ``log``, the record, has.

    None: it has not as many cards as were laid. Then the companion has yet to see one, or somebody
    has told what was not done.
    """
    laid = iter([turn for turn in done if turn["kind"] != CLUE])
    given = [turn for turn in done if turn["kind"] == CLUE]
    found: list[dict[str, Any]] = []
    for told in log:
        if told["kind"] == CLUE:
            own = next((turn for turn in given if _says_the_same(turn, told)), None)
            if own is not None:
                given.remove(own)
            found.append({**(own or told), "turn": told["turn"]})
            continue
        card = next(laid, None)
        if card is None:
            return None
        found.append({**card, "turn": told["turn"]})
    return OnRecord(found, bool(given)) if next(laid, None) is None else None


def clues_of(turns: Iterable[ToldTurn]) -> int:
    """Return how many of ``turns`` are clues."""
    return sum(turn["kind"] == CLUE for turn in turns)


def _says_the_same(one: ToldTurn, other: ToldTurn) -> bool:
    said = ("seat", "target", "value", "colour")
    return all(one.get(name) == other.get(name) for name in said)
