"""Who told the table something is a value, and text only in records."""

from __future__ import annotations

import pytest

from companion.announcements.texts import logged_by
from companion.hanabi.tellers import BROKER, FILM, NOBODY, PANEL, PUBLIC_PAGE, Teller
from companion.language.people import People

SAID = {
    "": NOBODY,
    "seat 2": Teller(2),
    "public": PUBLIC_PAGE,
    "panel": PANEL,
    "mqtt": BROKER,
    "film": FILM,
    "seat 1, with the yes of seat 0": Teller(1, agreed=0),
    "public, with the yes of seat 3": Teller(PUBLIC_PAGE.who, agreed=3),
}


@pytest.mark.parametrize("text", SAID)
def test_a_record_names_each_teller_as_it_always_did(text: str) -> None:
    assert Teller.parse(text) == SAID[text]
    assert str(SAID[text]) == text
    assert bool(SAID[text]) is (text != "")


@pytest.mark.parametrize(
    "text", ["seat", "seat x", "seat 1 ", "a guest", "seat 1, with the yes of "]
)
def test_who_is_no_teller_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="wants a seat as in seat 2"):
        Teller.parse(text)


def test_people_read_the_number_of_the_seat_that_logged_a_clue_or_its_name() -> None:
    assert logged_by(Teller(1)) == "Logged by seat 2."
    assert logged_by(Teller(1), people=People({1: "seat 0"})) == "Logged by seat 0."
    assert logged_by(PUBLIC_PAGE) == "Logged on the public page."
