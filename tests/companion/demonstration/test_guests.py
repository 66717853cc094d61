"""What guests tap at a demonstration, and what the simulated players have done."""

from __future__ import annotations

from companion.demonstration.guests import OnRecord, as_on_record, clues_of

LAID = {"turn": 1, "seat": 0, "kind": "play", "card": "r1", "slot": 0, "success": True}
GIVEN = {"turn": 2, "seat": 1, "kind": "clue", "target": 0, "value": 1, "touched": [0]}
GUESTS = {"turn": 3, "seat": 0, "kind": "clue", "target": 1, "colour": "r", "touched": None}


def test_a_record_of_what_was_done_changes_nothing() -> None:
    assert as_on_record([LAID, GIVEN], [LAID, GIVEN]) == OnRecord([LAID, GIVEN], lost=False)


def test_what_is_told_of_a_card_that_was_laid_changes_nothing_of_it() -> None:
    told = {**LAID, "card": "g5", "success": False}
    assert as_on_record([LAID], [told]) == OnRecord([LAID], lost=False)


def test_a_clue_of_a_guest_is_added_where_it_was_told() -> None:
    first = {**GUESTS, "turn": 1, "seat": 1}
    found = as_on_record([LAID, GIVEN], [first, {**LAID, "turn": 2}, {**GIVEN, "turn": 3}, GUESTS])
    assert found is not None
    assert not found.lost
    assert found.turns == [first, {**LAID, "turn": 2}, {**GIVEN, "turn": 3}, GUESTS]
    assert clues_of(found.turns) == 3


def test_a_clue_that_is_not_on_record_is_lost() -> None:
    assert as_on_record([LAID, GIVEN], [LAID]) == OnRecord([LAID], lost=True)
    other = {**GIVEN, "value": 2}
    assert as_on_record([LAID, GIVEN], [LAID, other]) == OnRecord([LAID, other], lost=True)


def test_cards_that_the_record_lacks_or_has_too_many_of_tell_nothing() -> None:
    assert as_on_record([LAID], []) is None
    assert as_on_record([], [LAID]) is None
    assert as_on_record([LAID], [GIVEN]) is None
