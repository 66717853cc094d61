"""What people are called in sentences."""

from companion.announcements.announcement import PleaseDraw, TableDiffers
from companion.announcements.texts import sentence
from companion.language.people import COUNTED, LONGEST_NAME, People, as_name

ANA = People({1: "Ana"})


def test_people_count_seats_from_one_and_are_called_by_their_names() -> None:
    assert [ANA.who(seat) for seat in (0, 1, 2)] == ["Seat 1", "Ana", "Seat 3"]
    assert [ANA.whom(seat) for seat in (0, 1, 2)] == ["seat 1", "Ana", "seat 3"]
    assert sentence(PleaseDraw(1.0, 1), people=ANA) == "Ana, please draw a card."
    assert sentence(PleaseDraw(1.0, 2), people=ANA) == "Seat 3, please draw a card."


def test_who_has_no_name_is_called_by_his_number_from_one() -> None:
    assert sentence(PleaseDraw(1.0, 2)) == "Seat 3, please draw a card."
    assert COUNTED.told("seat 0 is to move") == "seat 1 is to move"
    assert COUNTED.told("turn 1: the seats are 0 to 4, got 7") == (
        "turn 1: the seats are 1 to 5, got 8"
    )


def test_a_detail_of_the_referees_is_read_as_people_count() -> None:
    why = "seat 1 laid a card on the discards, but seat 0 is to move"
    said = sentence(TableDiffers(1.0, why), people=ANA)
    assert said is not None
    assert "Ana laid a card on the discards, but seat 1 is to move" in said


def test_a_name_is_one_short_line_of_what_can_be_seen() -> None:
    assert as_name("  Ana \n Maria\u202e ") == "Ana Maria"
    assert as_name("Żółć Ștefan") == "Żółć Ștefan"
    assert len(as_name("x" * 99)) == LONGEST_NAME
    assert as_name("\u200b\t") == ""
