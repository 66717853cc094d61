"""A card on another colour's pile is mentioned once, and where it lies still."""

from companion.hanabi.cards import Card
from companion.referee.findings import COMPLAIN_AFTER
from companion.referee.piles import OnOtherPile, PileWatch
from companion.referee.readings import LaidCard, TableReading

R1, B1, R2, B2 = (Card.parse(label) for label in ("r1", "b1", "r2", "b2"))
BUILT = {1: R1, 2: B1, 3: R2, 4: B2}


def mat(
    *columns: tuple[int, ...], still_for: float = COMPLAIN_AFTER, clear: bool = True
) -> TableReading:
    """A mat with the cards of those serials on its columns, oldest first."""
    piles = tuple(
        tuple(LaidCard(serial, BUILT[serial].label) for serial in pile) for pile in columns
    )
    return TableReading(9.0, still_for, mat=True, clear=clear, columns=piles)


def test_a_card_on_another_colours_pile_is_mentioned_once() -> None:
    astray = mat((1,), (2, 3))
    watch, said = PileWatch().see(BUILT, astray)
    assert said == OnOtherPile(9.0, "r2", "b1")
    assert watch.see(BUILT, astray) == (watch, None)


def test_piles_of_one_colour_each_are_no_news_whatever_columns_they_lie_on() -> None:
    assert PileWatch().see(BUILT, mat((2, 4), (), (1, 3))) == (PileWatch(), None)


def test_nothing_is_said_of_it_before_it_has_lain_still_or_behind_an_arm() -> None:
    for early in (mat((1,), (2, 3), still_for=1.0), mat((1,), (2, 3), clear=False)):
        assert PileWatch().see(BUILT, early) == (PileWatch(), None)


def test_of_two_that_lie_astray_each_is_mentioned() -> None:
    both = mat((1, 4), (2, 3))
    watch, first = PileWatch().see(BUILT, both)
    watch, second = watch.see(BUILT, both)
    assert [said and said.card for said in (first, second)] == ["r2", "b2"]


def test_one_that_was_put_right_is_mentioned_anew_if_it_goes_astray_again() -> None:
    watch, _ = PileWatch().see(BUILT, mat((1,), (2, 3)))
    watch, said = watch.see(BUILT, mat((1, 3), (2,)))
    assert said is None
    assert watch.see(BUILT, mat((1,), (2, 3)))[1] is not None


def test_a_misplay_or_an_unread_card_on_a_pile_is_another_matter() -> None:
    assert PileWatch().see({1: R1, 2: B1}, mat((1,), (2, 3))) == (PileWatch(), None)
