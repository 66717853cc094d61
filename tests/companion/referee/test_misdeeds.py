"""Whatever people do at the table is handled, told, asked about or openly out of sight."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.announcements.notation import to_data
from companion.record.games import Record
from tests.companion.filmed_table import Game
from tests.companion.referee import (  # noqa: F401 - they make the list longer
    misdeeds_between_turns,
    misdeeds_in_poor_light,
    misdeeds_of_beginners,
    misdeeds_of_families,
    misdeeds_of_guests,
    misdeeds_of_hurried_players,
    misdeeds_of_last_rounds,
    misdeeds_of_long_evenings,
    misdeeds_of_many_hands,
    misdeeds_of_tired_players,
    misdeeds_with_likes,
    misdeeds_with_tiles,
    more_misdeeds,
)
from tests.companion.referee.misdeeds import MISDEEDS, TWO, Misdeed, Outcome

TOLD = {"please_draw", "refused", "tokens_differ", "on_other_pile", "cards_astray"}
"""What the table says besides of something that holds nothing up."""


def outcome(game: Game) -> set[Outcome]:
    """Return what has come of it, by what is shown and said."""
    if game.now.differs is not None:
        return {Outcome.DIFFERS}
    if game.now.questions:
        return {Outcome.ASKED}
    if any(to_data(one)["event"] in TOLD for one in game.said):
        return {Outcome.TOLD}
    if any(doubt.disputed for doubt in game.now.doubts.open.values()):
        return {Outcome.ASKED_ALONE}
    return {Outcome.HANDLED, Outcome.UNSEEN}


@pytest.mark.parametrize("misdeed", MISDEEDS, ids=str)
def test_nothing_that_people_do_leaves_a_record_that_is_silently_wrong(
    misdeed: Misdeed, tmp_path: Path
) -> None:
    with Record(tmp_path / "games.sqlite3") as record:
        game = Game(record, misdeed.hands or TWO, ruleset=misdeed.ruleset)
        misdeed.deeds(game)
        assert misdeed.outcome in outcome(game), game.now.differs or game.turns
        assert game.turns == list(misdeed.turns)
        struck = sum("misses" in turn for turn in misdeed.turns)
        assert game.now.state.strikes == struck, "nobody is struck who has not earned it"


def test_the_list_is_long_and_has_nothing_twice() -> None:
    names = [misdeed.name for misdeed in MISDEEDS]
    assert len(set(names)) == len(names) >= 330
