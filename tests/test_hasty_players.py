"""Players in a hurry follow their one convention, and know no more than their phone shows."""

from __future__ import annotations

from typing import Any

from companion.demonstration.robots import LayOnDiscards, LayOnFireworks, PlannedClue
from tests.clumsy.hasty import decide
from tests.companion.demonstration.games import Game


def shown(**changes: Any) -> dict[str, Any]:
    """What the phone of seat 0 shows of a game of two that has just begun."""
    return {**Game(2, seed=1).page(0), **changes}


def test_a_clue_at_one_new_card_is_followed_by_playing_it() -> None:
    view = shown()
    view["hands"][0][2]["clues"] = ["1"]
    view["log"] = [{"seat": 1, "kind": "clue", "target": 0, "touched": [2], "value": 1}]
    assert decide(view) == LayOnFireworks(2)


def test_whoever_knows_nothing_and_lacks_a_token_discards_the_oldest_card() -> None:
    assert decide(shown(clue_tokens=[0, 8])) == LayOnDiscards(0)


def test_a_card_that_fits_is_told_of_where_one_clue_points_at_it_alone() -> None:
    view = shown()
    for card, face in zip(view["hands"][1], ("r1", "g3", "b3", "g4", "b4"), strict=True):
        card["face"] = face
    assert decide(view) == PlannedClue(1, 1)


def test_whoever_sees_nobodys_card_while_all_tokens_are_there_risks_a_card() -> None:
    """Something stays in front of a rack, say, and nobody knows how that hand stands."""
    view = shown(clue_tokens=[8, 8])
    for card in view["hands"][1]:
        card["face"] = None
    assert decide(view) == LayOnFireworks(0)
