"""Where a clue points, and how that is read again when a face comes to light."""

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.clues import GivenClue, reread, touches
from companion.hanabi.moves import CardId, ColourHint, RankHint
from companion.hanabi.refusals import Rule
from companion.hanabi.ruleset import STANDARD, Ruleset, SuitRule

WILD = Ruleset(
    "wild",
    (*STANDARD.suits, SuitRule(Suit.MULTICOLOUR, nameable=False, touched_by_every_colour=True)),
)


@pytest.mark.parametrize(
    ("label", "red", "three"), [("r3", True, True), ("r1", True, False), ("g3", False, True),
                                ("g1", False, False), ("m2", True, False)],
)  # fmt: skip
def test_a_clue_points_at_its_colour_or_its_rank(label: str, red: bool, three: bool) -> None:
    card = Card.parse(label)
    assert touches(WILD, ColourHint(Suit.RED), card) is red
    assert touches(WILD, RankHint(3), card) is three


def test_a_clue_is_read_again_card_by_card() -> None:
    ids = (CardId(8), CardId(5))
    clue = GivenClue(1, 0, 1, RankHint(3), ids, (0, 1), touched=(), open=ids, fault=None)
    clue = reread(STANDARD, clue, ids[1], Card.parse("r3"))
    assert (clue.touched, clue.open) == ((5,), (8,))
    clue = reread(STANDARD, clue, ids[0], Card.parse("b3"))
    assert (clue.touched, clue.open) == ((8, 5), ())
    clue = reread(STANDARD, clue, ids[1], Card.parse("r2"))
    assert (clue.touched, clue.open) == ((8,), ())
    clue = reread(STANDARD, clue, ids[0], None)
    assert (clue.touched, clue.open) == ((), (8,))


def test_a_fault_is_forgotten_once_the_clue_may_have_been_right() -> None:
    ids = (CardId(5),)
    clue = GivenClue(1, 0, 1, RankHint(3), ids, (0,), (), (), Rule.EMPTY_CLUE)
    assert reread(STANDARD, clue, ids[0], Card.parse("r2")).fault is Rule.EMPTY_CLUE
    assert reread(STANDARD, clue, ids[0], Card.parse("r3")).fault is None
    assert reread(STANDARD, clue, ids[0], None).fault is None
