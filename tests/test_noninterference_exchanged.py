"""Two worlds that differ in one hidden hand only: cards that are exchanged, hidden, or impossible.

Those who see that hand are asked about it; its owner and the public are told the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.hanabi.moves import RankHint
from tests.test_noninterference_unread import Heard

STAYS = 12.0
Story = Callable[[Heard, Sequence[str]], None]


@dataclass(frozen=True)
class Hidden:
    """What only seat 1 sees: the hand of seat 0, and the cards that come into it."""

    hand: list[str]
    comes: Sequence[str]


def passed_by(table: Heard, comes: Sequence[str]) -> None:
    """Two cards of seat 0 leave their slots, and two come there."""
    for slot, label in zip((1, 2), comes, strict=True):
        table.film.put(0, slot, label)
    rest(table)
    table.clue(0, 1, RankHint(2))
    rest(table)


PASSED_BY = (
    Hidden(["r1", "y1", "g1", "b1", "w1"], ("g1", "y1")),
    Hidden(["r1", "y1", "g1", "b1", "w1"], ("y1", "g1")),
    Hidden(["r1", "y1", "g1", "b1", "w1"], ("r5", "w5")),
    Hidden(["r1", "y1", "g1", "b1", "w5"], ("w5", "w5")),
    Hidden(["r1", "?", "g1", "b1", "w5"], ("w5", "?")),
)


def drawn(table: Heard, comes: Sequence[str]) -> None:
    """Seat 0 plays its r1 and draws what may be the second of its kind."""
    table.film.play(0, 0, 0, comes[0])
    table.look(2.0)
    table.note()
    rest(table)
    table.clue(1, 0, RankHint(1))
    rest(table)


DRAWN = (
    Hidden(["r1", "y5", "g1", "b1", "w5"], ("b3",)),
    Hidden(["r1", "y5", "g1", "b1", "w5"], ("w5",)),
    Hidden(["r1", "y5", "g1", "b1", "w5"], ("y5",)),
)


def told_before_the_draw(table: Heard, comes: Sequence[str]) -> None:
    """Seat 0 plays its r1, is told of its ones, and only then draws."""
    table.film.play(0, 0, 0)
    table.look(2.0)
    table.note()
    table.clue(1, 0, RankHint(1))
    rest(table)
    table.film.put(0, 0, comes[0])
    rest(table)


TOLD_BEFORE_THE_DRAW = (
    Hidden(["r1", "y5", "g1", "b2", "w5"], ("y1",)),
    Hidden(["r1", "y5", "g1", "b2", "w5"], ("y4",)),
    Hidden(["r1", "y5", "g1", "b2", "w5"], ("?",)),
)


def stacked(table: Heard, comes: Sequence[str]) -> None:
    """Two cards have left the hand of seat 0, and an r2 shows; then it goes to the discards."""
    table.film.put(0, 0, comes[0])
    table.film.lay("r2", 0)
    table.film.put(0, 1, comes[1])
    table.look(2.0)
    table.note()
    rest(table)
    table.film.lift(0)
    table.film.drop("r2")
    rest(table)


STACKED = (
    Hidden(["r1", "r2", "g1", "b1", "w1"], ("y5", "b4")),
    Hidden(["g4", "r2", "g1", "b1", "w1"], ("r1", "b4")),
    Hidden(["?", "r2", "g1", "b1", "w1"], ("?", "r2")),
    Hidden(["r2", "r2", "g1", "b1", "w1"], ("y5", "?")),
)


def laid_unread(table: Heard, comes: Sequence[str]) -> None:
    """A clue about an unread card waits, a hand passes, and the card of that slot is laid."""
    table.clue(0, 1, RankHint(2))
    table.clue(1, 0, RankHint(3))
    rest(table)
    table.film.reach(0)
    table.film.slip(0, 1, comes[0])
    rest(table)
    table.film.lay("r3", 0)
    table.film.put(0, 0, comes[1])
    table.look(2.0)
    table.note()
    rest(table)


LAID_UNREAD = (
    Hidden(["?", "?", "g1", "b1", "w1"], ("?", "y5")),
    Hidden(["?", "?", "g4", "b1", "y1"], ("?", "y4")),
    Hidden(["?", "?", "g1", "b4", "w4"], ("?", "?")),
)


def rest(table: Heard) -> None:
    """Let so much time pass that everything is said that will be, and note what is shown."""
    for still_for in (5.0, STAYS):
        table.look(still_for)
        table.note()


@pytest.mark.parametrize(
    ("story", "worlds"),
    [
        (passed_by, PASSED_BY),
        (drawn, DRAWN),
        (told_before_the_draw, TOLD_BEFORE_THE_DRAW),
        (stacked, STACKED),
        (laid_unread, LAID_UNREAD),
    ],
)
def test_what_is_asked_of_a_hand_depends_for_its_owner_on_no_card_in_it(
    story: Story, worlds: Sequence[Hidden], tmp_path: Path
) -> None:
    heard = []
    for number, hidden in enumerate(worlds):
        folder = tmp_path / str(number)
        folder.mkdir()
        table = Heard(folder, hidden.hand)
        table.begin()
        story(table, hidden.comes)
        heard.append(table.heard)
    for number, one in enumerate(heard[1:], 1):
        assert one == heard[0], f"world {number}"


def test_who_sees_that_hand_is_asked(tmp_path: Path) -> None:
    """Or the worlds above would differ in nothing that anybody hears."""
    asked = []
    for number, (story, hidden) in enumerate(
        [(passed_by, PASSED_BY[0]), (passed_by, PASSED_BY[2]), (drawn, DRAWN[0]), (drawn, DRAWN[1])]
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        table = Heard(folder, hidden.hand)
        table.begin()
        story(table, hidden.comes)
        asked.append(table.view(1)["rack_question"] is not None)
    assert asked == [False, True, False, True]
