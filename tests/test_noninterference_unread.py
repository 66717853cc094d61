"""Two worlds that differ in one hidden hand only: what is asked and concluded of unread cards.

So is whether a card that was taken back is home. Its owner and the public are told the same.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.announcements.announcement import Announcement
from companion.announcements.notation import to_data
from companion.hanabi.cards import Card, Suit
from companion.hanabi.moves import ColourHint
from companion.panel.panel import Press
from companion.play.inputs import AnswerTap
from companion.record.games import Record
from companion.referee.readings import Discs, TableReading
from companion.views.view import PUBLIC
from tests.companion.play.evening_table import Table

OTHER = ["y2", "y1", "g2", "b2", "y3"]
"""The hand of seat 1, which everybody but seat 1 sees, in both worlds."""
HIDDEN = (
    ["?", "y1", "g1", "b1", "w1"],
    ["?", "g4", "y1", "y1", "r5"],
    ["?", "y2", "y2", "g3", "?"],
    ["?", "?", "?", "?", "?"],
)
"""What seat 0 may hold: the yellow 1 that nobody can read, and cards that the others see."""


class Heard(Table):
    """A table that notes all that seat 0 and the public are told and shown."""

    def __init__(self, folder: Path, hand: list[str], other: list[str] = OTHER) -> None:
        self.heard: list[str] = []
        super().__init__(Record(folder / "games.sqlite3"), (hand, other))

    def _told(self, announcement: Announcement) -> None:
        super()._told(announcement)
        self.heard.append(json.dumps(to_data(announcement)))

    def note(self) -> None:
        """Note what is shown now."""
        views = self.controller.views()
        for reader in (0, PUBLIC):
            self.heard.append(json.dumps(views[reader]))
        self.heard.append(repr(self.controller.panel()))


def unread_then_told(table: Heard) -> None:
    """Seat 0 plays unread; a clue; a card on it, or an answer, tells what it was."""
    table.film.lay(None, 3, "w1", "b1")
    table.film.put(0, 0, "b4")
    for _ in range(2):
        table.look(2.0)
        table.note()
    table.look()
    table.note()
    table.film.play(1, 0, 3, "w3")
    table.look(2.0)
    table.note()
    table.look()
    table.note()


def unread_then_answered(table: Heard) -> None:
    """Seat 0 plays unread; seat 1 lays a card beside it; the public page answers, wrong first."""
    table.film.lay(None, 3)
    table.film.put(0, 0, "b4")
    table.look()
    table.film.play(1, 0, 4, "w3")
    table.look()
    table.note()
    table.clue(0, 1, ColourHint(Suit.BLUE))
    for label in ("k1", "y1"):
        reply = table.controller.ask(AnswerTap(Card.parse(label)), PUBLIC)
        table.heard.append(repr(reply))
        table.note()
    table.look()
    table.note()


def misplayed_and_taken_back(table: Heard) -> None:
    """Seat 0 misplays a card that can be read on the mat, takes it back and puts it home."""
    table.film.lay("r4", 0)
    table.film.put(0, 0, "b4")
    table.look(1.0)
    table.film.lift(0)
    table.film.drop("r4")
    table.look()
    table.note()
    table.controller.press(Press.UNDO)
    table.look()
    table.note()
    table.film.discards.clear()
    table.look()
    table.note()
    table.film.put(0, 0, "r4")
    table.look(2.0)
    table.note()


@pytest.mark.parametrize(
    "story", [unread_then_told, unread_then_answered, misplayed_and_taken_back]
)
def test_what_is_said_of_unread_cards_depends_on_no_hidden_card(
    story: object, tmp_path: Path
) -> None:
    assert callable(story)
    worlds = []
    for number, hand in enumerate(HIDDEN):
        folder = tmp_path / str(number)
        folder.mkdir()
        table = Heard(folder, hand)
        table.begin()
        story(table)
        worlds.append(table.heard)
    for number, heard in enumerate(worlds[1:], 1):
        assert heard == worlds[0], f"world {number}"
    assert any("told" in line or "table_differs" in line for line in worlds[0])


def laid_by_two_in_the_dark(table: Heard) -> None:
    """Seats 0 and 1 lay a card each while nobody looks, and a disc of the fuses is moved."""
    table.film.discs = Discs(8, 3)
    for _ in range(2):
        table.look()
    for seat in (0, 1):
        table.film.reach(seat)
    table.controller.see(TableReading(table.film.t + 6.0, 6.0, False, False), table.film.t + 6.0)
    table.film.t += 6.0
    table.film.lay("y1", 3)
    table.film.put(0, 0, "b4")
    table.film.lay("g1", 4)
    table.film.put(1, 0, "w4")
    table.film.discs = Discs(8, 2)
    for _ in range(3):
        table.look()
        table.note()
    reply = table.controller.ask(AnswerTap(Card.parse("y1")), PUBLIC)
    table.heard.append(repr(reply))
    table.look()
    table.note()


def test_which_of_two_hands_laid_which_card_is_asked_alike_in_all_worlds(tmp_path: Path) -> None:
    worlds = []
    for number, hand in enumerate(HIDDEN):
        folder = tmp_path / str(number)
        folder.mkdir()
        table = Heard(folder, hand, ["?", *OTHER[1:]])
        table.begin()
        laid_by_two_in_the_dark(table)
        worlds.append(table.heard)
    for number, heard in enumerate(worlds[1:], 1):
        assert heard == worlds[0], f"world {number}"
    assert any("laid_first" in line for line in worlds[0])
    assert any('"played"' in line and '"g1"' in line for line in worlds[0]), "the other follows"
