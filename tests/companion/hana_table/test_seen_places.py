"""What a picture shows of a deal that is followed: whose each card is, and what nobody can tell."""

from companion.hana_awase.cards import Card
from companion.hana_table.found_piles import PileCard, PilePicture
from companion.hana_table.seen_places import SECTORS, FieldSight, reading_of
from companion.hana_table.steps import MAT
from companion.referee.readings import Sight
from tests.companion.hana_table.evenings import card


def at(turn: float, label: str | None, sight: Sight = Sight.FACE) -> PileCard:
    return PileCard("", sight, label, 0.9, (), turn)


def on_mat(label: str | None, sight: Sight = Sight.FACE) -> PileCard:
    return PileCard("", sight, label, 0.9, (), 0.3, on_mat=True)


def seen(*cards: PileCard, mat: bool = True, moving: tuple[int, ...] = ()) -> FieldSight:
    return FieldSight(2.0, PilePicture("", mat, cards), frozenset(moving), 3)


NOWHERE: dict[Card, int] = {}


def test_a_card_on_the_mat_is_in_the_field_and_others_before_their_seats() -> None:
    reading = reading_of(
        seen(on_mat("01-crane"), at(0.02, "02-poem"), at(0.5, "03-poem"), at(0.98, "04-red")),
        2,
        NOWHERE,
    )
    assert reading.field == (card("01-crane"),)
    assert reading.piles == ((card("02-poem"), card("04-red")), (card("03-poem"),))
    assert (reading.t, reading.reached) == (2.0, 3)


def test_a_card_that_could_not_be_read_is_unknown_and_the_stock_is_no_card() -> None:
    reading = reading_of(
        seen(on_mat(None, Sight.UNKNOWN), on_mat(None, Sight.BACK), at(0.5, None, Sight.UNKNOWN)),
        2,
        NOWHERE,
    )
    assert reading.field == (None,)
    assert reading.piles == ((), (None,))
    assert reading.stock is True


def test_beside_a_card_between_two_seats_neither_pile_can_be_seen() -> None:
    reading = reading_of(seen(at(0.0, "02-poem"), at(1 / 6, "03-poem")), 3, NOWHERE)
    assert reading.piles == (None, None, ())


def test_a_pile_before_which_something_moves_cannot_be_seen() -> None:
    cards = [at(seat / 4, label) for seat, label in enumerate(["01-poem", "02-poem", "03-poem"])]
    for part in range(SECTORS):
        reading = reading_of(seen(*cards, moving=(part,)), 4, NOWHERE)
        assert [pile is None for pile in reading.piles].count(True) in (1, 2)
        assert reading.piles[round((part + 0.5) / SECTORS * 4) % 4] is None
        assert reading.field == ()


def test_without_the_mat_nothing_is_said() -> None:
    reading = reading_of(seen(at(0.0, "02-poem"), mat=False), 2, NOWHERE)
    assert (reading.field, reading.piles) == (None, (None, None))


def test_like_chaff_is_what_the_record_has_there_and_then_what_lies_nowhere() -> None:
    places = {card("05-chaff2"): MAT}
    reading = reading_of(seen(at(0.0, "05-chaff"), on_mat("05-chaff")), 2, places)
    assert reading.field == (card("05-chaff2"),)
    assert reading.piles[0] == (card("05-chaff1"),)
    third = reading_of(seen(*[on_mat("05-chaff")] * 3), 2, places)
    assert third.field is not None
    assert third.field.count(None) == 1
