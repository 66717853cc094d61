"""What people are called in sentences."""

from companion.announcements.announcement import PleaseDraw, TableDiffers
from companion.announcements.texts import sentence
from companion.language.people import COUNTED, LONGEST_NAME, People, as_name
from companion.language.phrases import Seat, phrase
from companion.referee.reasons import Cause, Reason

ANA = People({1: "Ana"})


def test_people_count_seats_from_one_and_are_called_by_their_names() -> None:
    assert [ANA.who(seat) for seat in (0, 1, 2)] == ["Seat 1", "Ana", "Seat 3"]
    assert [ANA.whom(seat) for seat in (0, 1, 2)] == ["seat 1", "Ana", "seat 3"]
    assert sentence(PleaseDraw(1.0, 1), people=ANA) == "Ana, please draw a card."
    assert sentence(PleaseDraw(1.0, 2), people=ANA) == "Seat 3, please draw a card."


def test_who_has_no_name_is_called_by_his_number_from_one() -> None:
    assert sentence(PleaseDraw(1.0, 2)) == "Seat 3, please draw a card."
    assert COUNTED.recorded("seat 0 is to move") == "seat 1 is to move"
    assert COUNTED.recorded("turn 1: the seats are 0 to 4, got 7") == (
        "turn 1: the seats are 1 to 5, got 8"
    )


def test_a_detail_of_the_referees_is_read_as_people_count() -> None:
    reason = Reason(Cause.OUT_OF_TURN, seat=1, to_move=0)
    said = sentence(TableDiffers(1.0, reason), people=ANA)
    assert said is not None
    assert "Ana laid a card on the discards, but seat 1 is to move" in said


def test_no_number_in_a_message_is_taken_for_a_seat() -> None:
    """A message has its seats as values; what else it quotes stays as it was written."""
    told = phrase("{whom} has {name}", whom=Seat(0), name="seat 0")
    assert COUNTED.told(told) == "seat 1 has seat 0"
    assert COUNTED.told("the deck seat 0 is not learnt") == "the deck seat 0 is not learnt"


def test_a_name_is_one_short_line_of_what_can_be_seen() -> None:
    assert as_name("  Ana \n Maria\u202e ") == "Ana Maria"
    assert as_name("Żółć Ștefan") == "Żółć Ștefan"
    assert len(as_name("x" * 99)) == LONGEST_NAME
    assert as_name("\u200b\t") == ""
