"""A running game is put right: record, table and everybody's news follow."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.announcements.notation import to_data
from companion.announcements.texts import sentence
from companion.hanab_live.export import export
from companion.hanabi.cards import Card, Suit
from companion.hanabi.moves import ColourHint, Discard, Play, RankHint, Terminate
from companion.hanabi.tellers import NOBODY, PANEL, Teller
from companion.play.corrections import Stamp, redone, undone
from companion.play.inputs import CorrectTap, RedoTap, Tap, TimedTap, UndoTap
from companion.play.running import RunningGame
from companion.record.corrections import Correction, FaceIs, Instead, Lay, Missed, Never, Tell
from companion.record.entries import Change
from companion.record.games import Record
from companion.record.timeline import Past
from tests.companion.filmed_table import Game
from tests.companion.referee.misdeeds import blind

HANDS = [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]
AT = "2026-11-20T19:00:00Z"
LONG = 3.4


def card(label: str) -> Card:
    return Card.parse(label)


def tap(game: Game, what: Tap, reader: int | None = 0, *, who: Teller = NOBODY) -> list[str]:
    return game._note(game.tap(TimedTap(game.table.t, what, reader, who, AT)))


def correct(game: Game, correction: Correction, reader: int | None = 0) -> list[str]:
    return tap(game, CorrectTap(correction), reader)


@pytest.fixture
def game(record: Record) -> Game:
    return Game(record, HANDS)


def again(game: Game) -> RunningGame:
    """Open the game anew, as after a power cut."""
    return RunningGame.resume(game.record, game.now.id)


# ------------------------------------------------------------------------------- a face misread


def test_a_misread_card_is_put_right_and_the_table_agrees(record: Record) -> None:
    game = Game(record, [["?", "y1", "g1", "b1", "w1"], HANDS[1]])
    game.table.lay("r4", 0)
    game.table.put(0, 0, "w3")
    game.look(LONG)
    assert game.turns == ["0 plays r4 from 0 and misses"]
    assert game.now.state.strikes == 1
    assert correct(game, FaceIs(1, card("r1"))) == ["corrected"]
    assert game.turns == ["0 plays r1 from 0"]
    assert game.now.state.strikes == 0
    assert (
        sentence(game.said[-1])
        == "Turn 1 is put right. Seat 1 plays red 1: it fits. Score 0 → 1. Fuses burnt 1 → 0."
    )
    assert game.look(LONG) == [], "the eyes still read a red four, and a person knows better"
    assert game.now.differs is None
    assert game.play(1, 0, 0, "g4") == ["played", "drawn"]
    game.table.lift(0)
    game.table.lift(0)
    assert game.look(LONG) == ["table_differs"], "both are expected to lie there"
    assert "r1, r2 no longer" in game.why


def test_a_card_that_did_not_fit_after_all_may_go_to_the_discards(game: Game) -> None:
    game.play(0, 0, 0, "r4")
    game.play(1, 0, 0, "g4")
    assert correct(game, FaceIs(2, card("y2"))) == ["corrected"]
    assert game.now.state.strikes == 1
    game.table.lift(0)
    game.table.drop("y2")
    assert game.look(LONG) == [], "that is no move of its own"
    assert len(game.turns) == 2


def test_a_play_that_was_a_discard_and_back(game: Game) -> None:
    game.clue(0, 1, RankHint(2))
    game.discard(1, 0, "g4")
    game.clue(0, 1, RankHint(2))
    before = game.now.state
    assert correct(game, Instead(2, Lay(True, 0, card("r2")))) == ["corrected"]
    assert game.now.state.strikes == 1
    assert game.look(LONG) == []
    assert correct(game, Instead(2, Lay(False, 0, card("r2")))) == ["corrected"]
    assert game.now.state == before
    assert game.look(LONG) == []


def test_a_turn_that_was_missed_explains_the_card_that_lies_there(record: Record) -> None:
    game = Game(record, HANDS)
    game.play(0, 0, 0, "r4")
    game.table.lay("g1", 1)  # nobody saw whose it was
    game.look(LONG)
    assert game.now.differs is not None
    said = correct(game, Missed(2, Lay(True, 2, card("g1"))), None)
    assert said == ["corrected", "table_agrees"]
    assert game.turns == ["0 plays r1 from 0", "1 plays g1 from 2"]


def test_a_discard_that_was_shown_to_the_camera_once_more_is_told_once(game: Game) -> None:
    """It was laid unseen, taken up, and laid down elsewhere: its first place may be hidden now."""
    game.clue(0, 1, RankHint(2))
    blind(game, 9.0)
    for slot, label in enumerate(["y2", "g2", "b2", "w2", "g5"]):
        game.table.put(1, slot, label)
    first = game.table.drop("r2")
    assert game.look(LONG) == ["table_differs"]
    game.table.doubtful = {first.serial}
    game.table.drop("r2")
    game.look(LONG)
    said = correct(game, Missed(2, Lay(False, 0, card("r2"))), None)
    assert said == ["corrected", "table_agrees"]
    game.look(LONG)
    assert game.now.differs is None
    assert game.turns[1:] == ["1 discards r2 from None"], "all slots were filled anew"


def newest_card_laid(game: Game) -> Play | Discard:
    moves = [step.move for step in game.now.past.timeline.steps]
    return [move for move in moves if isinstance(move, Play | Discard)][-1]


@pytest.mark.parametrize("first", ["r1", "b2"])
def test_of_a_told_turn_that_no_rack_shows_the_slot_stays_open(record: Record, first: str) -> None:
    """Whatever stands there: who names a card that he may hold is not told whether he does."""
    game = Game(record, [[first, *HANDS[0][1:]], HANDS[1]])
    game.table.lay("r1", 0)  # from another pack, perhaps: no hand has lost it
    game.look(LONG)
    correct(game, Missed(1, Lay(True, 0, card("r1"))), None)
    assert game.turns == ["0 plays r1 from None"]
    assert len(newest_card_laid(game).among) == 5
    assert game.look(LONG) == []
    assert game.play(1, 0, 0, "g4") == ["played", "drawn"]
    assert game.look(LONG) == []


def test_a_told_turn_takes_the_card_whose_slot_is_empty(record: Record) -> None:
    game = Game(record, HANDS)
    game.clue(0, 1, RankHint(2))
    game.clue(1, 0, ColourHint(Suit.BLUE))
    game.look(LONG)
    game.table.put(0, 3, None)  # what it was something hides that lies on the fireworks
    game.look(LONG, clear=False)
    assert correct(game, Missed(3, Lay(True, 0, card("b1"))), None)[0] == "corrected"
    assert game.turns[2:] == ["0 plays b1 from 3"]
    game.table.put(0, 3, "g4")
    game.table.lay("b1", 3)
    game.look(LONG)
    assert game.now.differs is None
    assert game.play(1, 0, 0, "g4") == ["missed", "drawn"]
    assert game.now.state.strikes == 1


def test_of_a_turn_undone_by_mistake_and_told_again_racks_tell_no_slot(game: Game) -> None:
    """Its card never came home, and what is lifted meanwhile was not laid."""
    game.clue(0, 1, RankHint(2))
    game.discard(1, 0, "g4")
    game.take_back(game.table.t)
    lifted = game.table.slots[1, 3].label
    game.table.put(1, 3, None)
    game.look(1.0)
    game.table.put(1, 3, lifted)
    game.look(LONG)
    correct(game, Missed(2, Lay(False, 0, card("r2"))))
    assert game.turns[-1] == "1 discards r2 from None"


def test_of_an_earlier_turn_racks_tell_no_slot(record: Record) -> None:
    game = Game(record, HANDS)
    game.clue(0, 1, RankHint(2))
    game.clue(1, 0, ColourHint(Suit.BLUE))
    assert correct(game, Instead(1, Lay(True, 0, card("r1"))), None)[0] == "corrected"
    assert game.turns[0] == "0 plays r1 from None"


def test_with_racks_in_view_a_told_turn_makes_nobody_forget_where_cards_lie(game: Game) -> None:
    """One look shows less of the table than is known of it: a card may be hidden just then."""
    game.play(0, 0, 0, "r4")
    known = game.now.referee.built
    game.table.columns[0].pop()
    game.look(0.2, clear=False)
    assert correct(game, Missed(2, Lay(True, 0, card("r2"))), None)[0] == "corrected"
    assert game.now.referee.built == known


def test_a_turn_that_never_was_is_gone_and_what_lies_there_needs_no_other(game: Game) -> None:
    game.play(0, 0, 0, "r4")
    assert correct(game, Never(1)) == ["corrected"]
    said = sentence(game.said[-1])
    assert said is not None
    assert said.startswith("Turn 1 is put right. This turn was never taken. ")
    assert game.look(LONG) == []
    assert game.turns == []


# -------------------------------------------------------------------------- what is on record


def test_the_record_says_who_put_what_right_and_what_it_was_before(game: Game) -> None:
    game.clue(0, 1, RankHint(2))
    game.discard(1, 0, "g4")
    correct(game, FaceIs(2, card("w5")), 1)
    tap(game, UndoTap(), None, who=PANEL)
    tap(game, RedoTap(), None)
    amendments = [entry.amendment for entry in game.record.entries(1) if entry.amendment]
    assert [(one.change, one.who, one.at, one.turn, one.replaced) for one in amendments] == [
        (Change.CORRECTED, "seat 1", AT, 2, "seat 1 discard r2 from slot 0"),
        (Change.UNDONE, "panel", AT, 2, "seat 1 discard w5 from slot 0"),
        (Change.REDONE, "public", AT, 2, None),
    ]
    assert amendments[0].correction == FaceIs(2, card("w5"))


def test_nothing_is_ever_taken_out_of_the_record(game: Game) -> None:
    game.play(0, 0, 0, "r4")
    before = game.record.entries(1)
    correct(game, FaceIs(1, card("y1")))
    tap(game, UndoTap())
    tap(game, UndoTap())
    tap(game, RedoTap())
    entries = game.record.entries(1)
    assert entries[: len(before)] == before
    assert sum(entry.amendment is not None for entry in entries) == 4


def test_a_corrected_game_is_exported_as_it_counts(game: Game) -> None:
    game.clue(0, 1, RankHint(2))
    game.discard(1, 0, "g4")
    correct(game, FaceIs(2, card("w5")))
    game.terminate(9.0)
    events = [event for entry in game.record.entries(1) for event in entry.events]
    live = export(events)
    assert len(live.actions) == 3
    assert live.deck[5] == card("w5")


def test_a_refused_correction_says_the_rule_and_writes_nothing(game: Game) -> None:
    game.play(0, 0, 0, "r4")
    before = game.record.entries(1)
    assert correct(game, Missed(1, Lay(False, 0, card("r3")))) == ["refused"]
    assert to_data(game.said[-1])["rule"] == "clue_tokens_full"
    assert game.record.entries(1) == before


# ------------------------------------------------------------------------------- undo and redo


def test_undo_takes_back_the_correction_first_and_then_the_turn(game: Game) -> None:
    game.play(0, 0, 0, "r4")
    states = [game.now.state]
    correct(game, FaceIs(1, card("w5")))
    states.append(game.now.state)
    assert tap(game, UndoTap()) == ["undone"]
    assert game.now.state == states[0]
    assert tap(game, RedoTap()) == ["redone"]
    assert game.now.state == states[1]
    tap(game, UndoTap())
    assert tap(game, UndoTap()) == ["taken_back"]
    assert game.now.state.turn == 1
    assert tap(game, RedoTap()) == ["redone"]
    assert game.now.state == states[0]
    assert tap(game, RedoTap()) == ["redone"]
    assert game.now.state == states[1]
    assert tap(game, RedoTap()) == ["refused"]


def test_a_turn_taken_back_by_mistake_counts_again_without_touching_a_card(game: Game) -> None:
    game.play(0, 0, 0, "r4")
    before = game.now.state
    tap(game, UndoTap())
    assert game.look(LONG) == ["table_differs"], "the card was not returned"
    assert tap(game, RedoTap()) == ["redone", "table_agrees"]
    assert game.now.state == before
    assert game.look(LONG) == []
    assert game.play(1, 0, 0, "g4") == ["played", "drawn"]


def test_what_was_undone_can_be_done_again_after_a_restart(game: Game) -> None:
    game.clue(0, 1, RankHint(2))
    game.clue(1, 0, RankHint(1))
    correct(game, Instead(1, Tell(1, ColourHint(Suit.RED))), 0)
    corrected = game.now.state
    tap(game, UndoTap())
    tap(game, UndoTap())
    game.running = again(game)
    assert tap(game, RedoTap()) == ["redone"]
    game.running = again(game)
    assert tap(game, RedoTap()) == ["redone"]
    assert game.now.state == corrected


def test_after_a_new_turn_nothing_is_done_again(game: Game) -> None:
    game.clue(0, 1, RankHint(2))
    tap(game, UndoTap())
    game.clue(0, 1, ColourHint(Suit.RED))
    assert tap(game, RedoTap()) == ["refused"]


def test_what_the_eyes_learn_meanwhile_does_not_stand_in_the_way_of_doing_it_again(
    record: Record,
) -> None:
    game = Game(record, [HANDS[0], ["?", *HANDS[1][1:]]])
    game.clue(0, 1, RankHint(2))
    tap(game, UndoTap())
    game.table.put(1, 0, "r2")
    game.look(LONG)
    assert game.now.state.hands[1][0].card == card("r2")
    assert tap(game, RedoTap()) == ["redone"]
    assert game.now.state.hands[1][0].card == card("r2")


DEEDS = st.lists(
    st.sampled_from(["clue", "play", "discard", "undo", "redo", "face", "never", "restart"]),
    max_size=14,
)


@settings(max_examples=25, deadline=None)
@given(deeds=DEEDS)
def test_whatever_is_undone_and_put_right_the_record_says_what_the_game_says(
    tmp_path_factory: pytest.TempPathFactory, deeds: list[str]
) -> None:
    with Record(tmp_path_factory.mktemp("game") / "games") as record:
        game = Game(record, HANDS)
        for number, deed in enumerate(deeds):
            seat, turns = game.now.state.to_move, len(game.now.log)
            match deed:
                case "clue":
                    game.clue(seat, 1 - seat, RankHint(1 + number % 5))
                case "play":
                    game.play(seat, number % 5, number % 6, "w4")
                case "discard":
                    game.discard(seat, number % 5, "b4")
                case "undo":
                    tap(game, UndoTap())
                case "redo":
                    tap(game, RedoTap())
                case "face":
                    correct(game, FaceIs(max(1, turns - 1), card("g3")))
                case "never":
                    correct(game, Never(turns))
                case _:
                    game.running = again(game)
            past = record.past(1)
            assert past == game.now.past
            assert past.timeline.state() == game.now.state == record.state(1)
            assert list(past.timeline.events) == list(game.now.events)
        past = game.now.past
        entry = undone(past, Stamp(0.0, PANEL, AT))
        if entry is not None:
            without = past.then(entry)
            back = redone(without, Stamp(0.0, PANEL, AT))
            assert back is not None
            assert without.then(back).timeline.state() == game.now.state


# ------------------------------------------------------------------------------- after the end


def test_a_game_that_was_lost_by_a_misreading_goes_on(record: Record) -> None:
    game = Game(record, [["r5", "y5", "g1", "b1", "w1"], ["b5", "y2", "g2", "b2", "w2"]])
    game.play(0, 0, 0, "r4")
    game.play(1, 0, 1, "g4")
    game.play(0, 1, 2, "y4")
    assert game.now.state.over
    assert correct(game, FaceIs(3, card("y1"))) == ["corrected"]
    assert not record.state(1).over
    assert sentence(game.said[-1]) == (
        "Turn 3 is put right. Seat 1 plays yellow 1: it fits. Score 0 → 1. Fuses burnt 3 → 2."
        " The game goes on."
    )
    assert record.unfinished(None) == 1


def test_a_stopped_game_that_ended_earlier_is_not_stopped_twice(game: Game) -> None:
    game.play(0, 0, 0, "r4")
    game.terminate(5.0)
    moves = [step.move for step in game.now.past.timeline.steps]
    assert isinstance(moves[-2], Terminate)
    assert correct(game, FaceIs(1, card("w5"))) == ["corrected"]
    assert game.now.state.over


# ---------------------------------------------------------------------------------- old records


def test_in_a_record_of_version_1_a_turn_that_was_taken_back_can_be_done_again(
    tmp_path: Path, game: Game
) -> None:
    """There the entry held only what still counted, and not who took it back."""
    game.clue(0, 1, RankHint(2))
    steps = game.now.past.timeline.steps
    entries = list(game.record.entries(1))
    kept = game.now.past.timeline.events[:-1]
    old = type(entries[0])(7.0, None, tuple(kept))
    past = Past.of([*entries, old])
    assert past.timeline.steps == steps[:-1]
    redo = past.redo()
    assert redo is not None
    assert redo[1] == steps
