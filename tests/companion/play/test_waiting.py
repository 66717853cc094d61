"""What waits for a yes, and colours that were named, outlast a companion that was killed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.moves import ColourHint, RankHint, Tile
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.tellers import Teller
from companion.play.game import Proposal
from companion.play.inputs import (
    AnswerTap,
    ClueTap,
    ConsentTap,
    CorrectTap,
    LayTap,
    NameTap,
    NewGameTap,
    Proposed,
    RedoTap,
    Tap,
    TimedTap,
    UndoTap,
)
from companion.play.running import RunningGame
from companion.play.step import step
from companion.play.waiting import waiting_to_text, with_waiting
from companion.record.corrections import FaceIs, Instead, Lay, Missed, Never, Tell, TileIs
from companion.record.errors import TRY_AGAIN
from companion.record.games import Record, RecordError
from companion.referee.findings import Spot
from tests.companion.taking import take

AT = "2026-11-20T12:00:00Z"
SHOW = replace(STANDARD, name="show", synchronised_show=True)
CLUE = ClueTap(1, 2, RankHint(1), (0, 3), by=Teller(2), consent=True)
R1 = Card.parse("r1")


@pytest.fixture
def running(record: Record) -> RunningGame:
    """A game of three that no camera watches, after its first turn."""
    running, _ = RunningGame.begin(record, SHOW, 3, 0, at=AT, source="test", reading=None)
    tap(running, 0, LayTap(0, 0, Spot.FIREWORKS))
    tap(running, 0, AnswerTap(R1))
    return running


def tap(running: RunningGame, reader: int | None, tapped: Tap) -> None:
    take(running, TimedTap(1.0, tapped, reader, at=AT), 1.0)


def again(record: Record, running: RunningGame) -> RunningGame:
    return RunningGame.resume(record, running.game.id)


PROPOSED: list[Proposed] = [
    CLUE,
    ClueTap(0, 1, ColourHint(Suit.RED), blind=True, consent=True),
    UndoTap((0,)),
    RedoTap((0, 1)),
    NewGameTap((0, 2)),
    *(
        CorrectTap(correction, (1,))
        for correction in (
            FaceIs(1, R1),
            Instead(1, Lay(played=False, slot=2, card=None)),
            Instead(1, Tell(2, RankHint(3))),
            Missed(2, Lay(played=True, slot=0, card=R1)),
            Never(1),
            TileIs(1, Tile.RESCUE, R1),
        )
    ),
]


@pytest.mark.parametrize("proposed", PROPOSED, ids=repr)
def test_all_that_may_wait_for_a_yes_is_read_as_it_was_written(
    running: RunningGame, proposed: Proposed
) -> None:
    waits = (Proposal(proposed, 1, 2, (0, 2)), Proposal(proposed, None, 2, ()))
    game = replace(running.game, proposed=waits)
    assert with_waiting(running.game, waiting_to_text(game)) == game


def test_what_waits_for_a_yes_still_does_after_a_break_and_can_be_agreed_to(
    record: Record, running: RunningGame
) -> None:
    tap(running, 2, UndoTap((0,)))
    tap(running, 0, CLUE)
    assert len(running.game.proposed) == 2
    back = again(record, running)
    assert back.game.proposed == running.game.proposed
    tap(back, 1, ConsentTap(granted=True))
    assert len(back.game.log) == 2
    assert again(record, back).game.proposed == (), "with the next turn it is void"


def test_what_was_agreed_to_or_taken_back_before_a_break_does_not_wait_again(
    record: Record, running: RunningGame
) -> None:
    tap(running, 2, UndoTap((0,)))
    tap(running, 2, ConsentTap(granted=False))
    assert again(record, running).game.proposed == ()
    tap(running, 2, UndoTap((0,)))
    tap(running, 0, ConsentTap(granted=True))
    back = again(record, running)
    assert (back.game.proposed, len(back.game.log)) == ((), 0)


def test_a_colour_that_was_named_is_that_of_the_card_that_is_played_after_a_break(
    record: Record, running: RunningGame
) -> None:
    tap(running, 1, NameTap(1, Suit.BLUE))
    back = again(record, running)
    assert back.game.named_before(1, None) is Suit.BLUE
    assert back.game.named_before(1, 0.0) is Suit.BLUE, "before anything that is seen from now on"
    tap(back, 1, NameTap(1, None))
    assert again(record, back).game.named == {}
    tap(back, 1, NameTap(1, Suit.YELLOW))
    tap(back, 1, LayTap(1, 0, Spot.FIREWORKS))
    late = again(record, back)
    tap(late, 1, AnswerTap(R1))
    assert late.game.state.strikes == 1, "a wrong colour was named for it"
    assert again(record, late).game.named == {}


def test_what_waits_is_written_before_it_is_told(
    running: RunningGame, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **_all: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(record, "append", broken)
    with pytest.raises(OSError, match="no space left"):
        tap(running, 2, UndoTap((0,)))
    assert running.game.proposed == (), "what is not written has not happened"


def test_what_waits_while_the_disk_is_full_is_written_when_there_is_room(
    record: Record, running: RunningGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **_all: object) -> None:
        raise RecordError("no space left")

    with monkeypatch.context() as disk:
        disk.setattr(record, "append", full)
        tap(running, 2, UndoTap((0,)))
    assert running.not_saved
    assert again(record, running).game.proposed == ()
    running.catch_up(1.0 + TRY_AGAIN)
    assert not running.not_saved
    assert again(record, running).game.proposed == running.game.proposed != ()


def test_a_tap_that_waits_is_known_by_its_name_after_a_break(
    record: Record, running: RunningGame
) -> None:
    done = step(running.game, TimedTap(1.0, UndoTap((0,)), 2, at=AT), 1.0)
    running.keep(done, 1.0, "name of the tap")
    assert again(record, running).was_carried_out("name of the tap")


@pytest.mark.parametrize(
    "spoilt",
    [
        "{",
        "7",
        '{"proposed": 7}',
        '{"proposed": [{"tap": {"kind": "undo"}, "reader": 7, "turn": 1, "asks": [0]}]}',
        '{"proposed": [{"tap": {"kind": "undo"}, "reader": 1, "turn": 1, "asks": [3]}]}',
        '{"proposed": [{"tap": {"kind": "undo"}, "reader": 1, "turn": 1}]}',
        '{"proposed": [{"tap": {"kind": "pause"}, "reader": 1, "turn": 1, "asks": []}]}',
        '{"named": [[3, "r"]]}',
        '{"named": [[0, "m"]]}',
        "[" * 100_000,
    ],
)
def test_where_it_cannot_be_read_nothing_waits_and_the_game_goes_on(
    record: Record, running: RunningGame, spoilt: str, caplog: pytest.LogCaptureFixture
) -> None:
    record.append(running.game.id, waiting=spoilt)
    back = again(record, running)
    assert (back.game.proposed, dict(back.game.named)) == ((), {})
    assert back.game.state == running.game.state
    assert "nothing waits any more" in caplog.text
    assert spoilt[:9] not in caplog.text, "it may be a clue"


def test_nor_does_what_is_not_as_it_was_written(record: Record, running: RunningGame) -> None:
    tap(running, 2, UndoTap((0,)))
    record._db.execute("UPDATE waiting SET said = replace(said, '0', '1')")
    assert again(record, running).game.proposed == ()


def test_a_record_that_was_deleted_while_the_game_ran_is_written_anew_with_what_waits(
    record: Record, running: RunningGame
) -> None:
    record.delete(running.game.id)
    tap(running, 2, UndoTap((0,)))
    assert again(record, running).game.proposed == running.game.proposed != ()


def test_of_a_game_in_which_nothing_waits_nothing_is_written(
    record: Record, running: RunningGame
) -> None:
    assert waiting_to_text(running.game) == record.waiting(running.game.id) == ""
    tap(running, 2, UndoTap((0,)))
    assert record.waiting(running.game.id) != ""
    tap(running, 2, ConsentTap(granted=False))
    assert record.waiting(running.game.id) == ""
