"""Which held cards may have been in a hand, or on their like, while the mat lay open."""

from __future__ import annotations

from companion.hanabi.moves import CardId
from companion.referee.absent import Absent

ONE, TWO, THREE = CardId(1), CardId(2), CardId(3)
HELD = frozenset({ONE, TWO, THREE})
AT_REST = {ONE: 4, TWO: 4, THREE: 4}


def lies_open(
    absent: Absent,
    *,
    out: frozenset[CardId] = frozenset(),
    stirred: tuple[CardId, ...] = (),
    touched: int = 7,
    turn: int = 1,
) -> Absent:
    """The mat lies open once more; something has moved in front of the cards ``stirred``."""
    stirs = {one: absent.stirs.get(one, 4) + (one in stirred) for one in HELD}
    return absent.lies_open(HELD, out, stirs, touched, turn)


def may_be_out(absent: Absent) -> list[CardId]:
    return [one for one in sorted(HELD) if absent.may_be_out(one)]


def test_a_card_that_has_left_its_rack_may_lie_on_its_like_once_a_hand_was_over_the_fireworks() -> (
    None
):
    absent = lies_open(Absent())
    assert absent.stirs == AT_REST
    lifted = lies_open(absent, out=frozenset({TWO}))
    assert may_be_out(lifted) == []
    assert may_be_out(lies_open(lifted, out=frozenset({TWO}), touched=8)) == [TWO]


def test_a_card_that_stands_again_before_a_hand_is_over_the_fireworks_is_in_its_rack() -> None:
    absent = lies_open(lies_open(Absent()), out=frozenset({TWO}), touched=8)
    assert may_be_out(absent) == [TWO]
    assert may_be_out(lies_open(absent, touched=8)) == []


def test_a_card_may_have_strayed_where_something_moved_at_it_and_over_the_fireworks() -> None:
    absent = lies_open(Absent())
    assert may_be_out(lies_open(absent, stirred=(ONE, THREE))) == [], "none over the fireworks"
    assert may_be_out(lies_open(absent, touched=8)) == [], "nothing was at a rack"
    absent = lies_open(absent, stirred=(ONE, THREE), touched=8)
    assert may_be_out(absent) == [ONE, THREE]
    assert may_be_out(lies_open(absent, touched=9)) == [ONE, THREE], "as long as it is that turn"
    assert may_be_out(lies_open(absent, touched=9, turn=2)) == []


def test_what_moved_before_a_turn_began_is_of_the_turn_before() -> None:
    absent = lies_open(Absent())
    assert may_be_out(lies_open(absent, stirred=(ONE,), touched=8, turn=2)) == []


def test_a_card_that_is_held_no_more_is_forgotten() -> None:
    absent = lies_open(lies_open(Absent()), stirred=(ONE, THREE), touched=8)
    after = absent.lies_open(frozenset({ONE, TWO}), frozenset(), absent.stirs, 8, 1)
    assert may_be_out(after) == [ONE]
