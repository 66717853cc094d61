"""A camera above the mat and no racks: people hold their cards, and the mat alone is watched."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.announcements.correction_texts import described
from companion.corrections.judging import Choice
from companion.hanabi.cards import Card
from companion.hanabi.moves import Discard, Play, RankHint
from companion.panel.panel import Status
from companion.play.inputs import ClueTap, CorrectTap, PlayedTap, StartTap, UndoTap
from companion.play.remedies import choices
from companion.record.corrections import Correction, FaceIs, Instead, Lay, Missed
from companion.referee.readings import TableReading
from companion.reply import Reply
from tests.companion.filmed_table import FilmedTable
from tests.web.real_table import PlayedTable, played

LOOKED_AT_LONG = 4.0
"""Seconds of stillness after which the table asks or complains."""


@pytest.fixture(autouse=True)
def no_racks(monkeypatch: pytest.MonkeyPatch) -> None:
    read = FilmedTable.reading

    def mat_alone(self: FilmedTable, *args: Any, **more: Any) -> TableReading:
        return replace(read(self, *args, **more), slots={}, racks=frozenset())

    monkeypatch.setattr(FilmedTable, "reading", mat_alone)


@contextmanager
def begun(folder: Path, players: int, seed: int) -> Iterator[PlayedTable]:
    with played(folder / f"{players}-{seed}", players, seed=seed) as table:
        table.look(LOOKED_AT_LONG)
        assert table.ask(StartTap(0, players), 0).ok
        yield table


def test_where_no_rack_is_in_view_people_say_how_many_play(tmp_path: Path) -> None:
    with played(tmp_path / "games", 3) as table:
        table.look(LOOKED_AT_LONG)
        shown = table.call(lambda controller: controller.views()[0]["lobby"])
        assert isinstance(shown, dict)
        assert (shown["choices"], shown["watched"], shown["racks"]) == ([2, 3, 4, 5], True, [])
        assert not table.ask(StartTap(0), 0).ok  # nobody has said it
        assert not table.ask(StartTap(0, 6), 0).ok
        assert table.ask(StartTap(1, 4), 0).ok
        assert (table.state.players, table.state.to_move) == (4, 1)


def test_a_game_does_not_begin_over_cards_of_the_last_one(tmp_path: Path) -> None:
    with played(tmp_path / "games", 3) as table:
        table.film.lay("r1", 0)
        table.look(LOOKED_AT_LONG)
        reply = table.ask(StartTap(0, 3), 0)
        assert reply.message is not None
        assert "cards lie on the fireworks" in reply.message


def test_a_card_that_is_laid_is_a_turn_and_nobody_says_from_which_slot(tmp_path: Path) -> None:
    with begun(tmp_path, 2, seed=1) as table:
        fits = next(card for card in (*table.hand(0), *table.hand(1)) if card.rank == 1)
        table.film.lay(fits.label, 0)
        table.look()
        move = table.call(lambda one: one.game.past.timeline.steps[-1].move if one.game else None)
        assert isinstance(move, Play)
        assert (move.card, len(move.among)) == (fits, 5)


@pytest.mark.parametrize("rests", [0.6, LOOKED_AT_LONG])
def test_a_card_that_lay_on_its_own_firework_and_went_to_the_discards_was_misplayed(
    tmp_path: Path, rests: float
) -> None:
    with begun(tmp_path, 2, seed=1) as table:
        for label in ("r1", "r2", "r1"):
            table.film.lay(label, 0)
            table.look(rests)
        table.film.lift(0)
        table.film.drop("r1")
        table.look(rests)
        move = table.call(lambda one: one.game.past.timeline.steps[-1].move if one.game else None)
        assert isinstance(move, Play)
        assert (table.turns, table.state.strikes) == (3, 1)


def test_a_card_of_a_firework_that_is_pushed_is_no_turn(tmp_path: Path) -> None:
    with begun(tmp_path, 2, seed=1) as table:
        assert table.ask(ClueTap(0, 1, RankHint(1), (0,)), 0).ok
        for label in ("r1", "r2", "r2"):  # the eyes take what was pushed for another card
            table.film.lay(label, 0)
            table.look()
        table.film.columns[0].pop(1)
        table.look(LOOKED_AT_LONG)
        table.film.drop("g3")
        table.look(LOOKED_AT_LONG)
        assert (table.turns, table.state.strikes) == (4, 0)


def test_a_card_that_was_taken_back_belongs_into_a_hand_and_into_no_rack(tmp_path: Path) -> None:
    with begun(tmp_path, 2, seed=1) as table:
        table.film.lay("r1", 0)
        table.look()
        assert table.ask(UndoTap(), 0).ok
        table.look(LOOKED_AT_LONG)
        shown = table.call(lambda controller: controller.views()[1])
        assert shown["differs"] is not None
        why = "Red 1 was taken back: put it back into the hand of seat 1."
        assert (shown["differs"]["why"], shown["detail"]) == (why, why)
        assert shown["racks"] is False
        table.film.lift(0)
        table.look(LOOKED_AT_LONG)
        assert (table.turns, table.controller.status) == (0, Status.WAITING_FOR_MOVE)


def test_of_a_misplay_put_onto_a_firework_the_table_tells_what_it_sees_and_what_helps(
    tmp_path: Path,
) -> None:
    with begun(tmp_path, 2, seed=2) as table:
        for label, column in (("r3", 0), ("r1", 1), ("r2", 1)):
            table.film.lay(label, column)
            table.look()
            table.look(LOOKED_AT_LONG)
        table.film.lift(0)
        table.film.lay("r3", 1)
        table.look(LOOKED_AT_LONG)
        told = table.call(lambda controller: controller.views()[1]["detail"])
        lies = "Red 3 lies on the fireworks, but by the record nobody has laid it"
        assert told == f"{lies}: put it back, or enter the turn that is missing."
        table.film.lift(1)
        table.film.drop("r3")
        table.look(LOOKED_AT_LONG)
        assert (table.turns, table.state.strikes) == (3, 1)
        assert table.controller.status is Status.WAITING_FOR_MOVE


def test_how_a_card_was_laid_is_asked_though_its_like_was_covered_since(tmp_path: Path) -> None:
    with begun(tmp_path, 2, seed=1) as table:
        assert table.ask(ClueTap(0, 1, RankHint(1), (0,)), 0).ok
        table.film.lay("r1", 0)
        table.look()
        table.film.drop("r1")
        table.look()
        table.film.lay("r2", 0)
        table.look()
        asked = table.call(lambda one: one.game.questions if one.game else ())
        assert [one.card for one in asked] == ["r1"]


def test_a_card_that_was_told_before_the_camera_saw_it_is_no_second_turn(tmp_path: Path) -> None:
    with begun(tmp_path, 3, seed=1) as table:
        told = Missed(1, Lay(played=True, slot=0, card=Card.parse("w1")))
        assert table.ask(CorrectTap(told), 0).ok  # something covered the fireworks
        table.film.lay("w1", 0)
        table.look(LOOKED_AT_LONG)
        assert (table.turns, table.state.strikes) == (1, 0)
        assert table.controller.status is Status.WAITING_FOR_MOVE


def test_another_card_than_was_told_is_no_turn_of_the_next(tmp_path: Path) -> None:
    with begun(tmp_path, 3, seed=1) as table:
        told = Missed(1, Lay(played=True, slot=0, card=Card.parse("b1")))
        assert table.ask(CorrectTap(told), 0).ok
        table.film.lay("y1", 0)
        table.look(LOOKED_AT_LONG)
        assert (table.turns, table.controller.status) == (1, Status.DIFFERS)
        assert table.ask(CorrectTap(FaceIs(1, Card.parse("y1"))), 0).ok
        table.look(LOOKED_AT_LONG)
        assert (table.turns, table.state.strikes) == (1, 0)
        assert table.controller.status is Status.WAITING_FOR_MOVE


def newest_move(table: PlayedTable) -> Play | Discard:
    steps = table.call(lambda one: one.game.past.timeline.steps if one.game else ())
    move = steps[-1].move
    assert isinstance(move, Play | Discard)
    return move


def test_of_a_turn_that_people_tell_nobody_says_from_which_slot(tmp_path: Path) -> None:
    with begun(tmp_path, 3, seed=1) as table:
        told = Missed(1, Lay(played=True, slot=0, card=Card.parse("w1")))
        assert table.ask(CorrectTap(told), 0).ok
        assert len(newest_move(table).among) == 5


def test_whether_a_card_was_played_is_put_right_without_its_slot(tmp_path: Path) -> None:
    with begun(tmp_path, 2, seed=1) as table:
        assert table.ask(ClueTap(0, 1, RankHint(1), (0,)), 0).ok
        table.film.drop("g3")
        table.look()
        card = newest_move(table).card
        played = Instead(2, Lay(played=True, slot=0, card=card))
        assert played in offered(table, 2)
        assert said(table, played) == "Instead: Seat 2 plays green 3."
        assert table.ask(CorrectTap(played), 1).ok
        assert (table.state.strikes, len(newest_move(table).among)) == (1, 5)


def test_from_which_slot_a_card_was_laid_can_be_told_of_each(tmp_path: Path) -> None:
    with begun(tmp_path, 2, seed=1) as table:
        table.film.lay("w1", 0)
        table.look()
        slots = [
            Instead(1, Lay(played=True, slot=slot, card=Card.parse("w1"))) for slot in range(5)
        ]
        assert set(slots) <= offered(table, 1).keys()
        assert said(table, slots[0]) == "Instead: Seat 1 plays white 1. It was card 5 of the hand."
        assert table.ask(CorrectTap(slots[0]), 0).ok
        assert newest_move(table).among == ()


def offered(table: PlayedTable, turn: int) -> dict[Correction, Choice]:
    found = table.call(lambda one: choices(one.game, turn, turn - 1))
    assert not isinstance(found, Reply)
    return {one.preview.correction: one for one in found}


def said(table: PlayedTable, correction: Correction) -> str:
    return described(offered(table, correction.turn)[correction])


@pytest.mark.parametrize("seed", range(8))
def test_a_whole_game_is_told_right_or_asked(tmp_path: Path, seed: int) -> None:
    """Whatever is laid, twins of cards on the mat too: the record never says another thing."""
    chance, players = random.Random(seed), 2 + seed % 4
    done: list[tuple[type, str]] = []
    with begun(tmp_path, players, seed) as table:
        while table.state.outcome is None:
            _one_turn(table, chance, done)
        steps = table.call(lambda one: one.game.past.timeline.steps if one.game else ())
    told = [step.move for step in steps if isinstance(step.move, Play | Discard)]
    assert [(type(one), one.card and one.card.label) for one in told] == done


def _one_turn(table: PlayedTable, chance: random.Random, done: list[tuple[type, str]]) -> None:
    state, before = table.state, table.turns
    seat = state.to_move
    if state.clue_tokens and chance.random() < 0.4:
        target = (seat + 1) % state.players
        slot = chance.choice(state.hands[target]).slot
        hint = RankHint(chance.randint(1, 5))
        assert table.ask(ClueTap(seat, target, hint, (slot,)), seat).ok
        return
    held = [at for at, sight in table.film.slots.items() if at[0] == seat and sight.label]
    _, slot = chance.choice(held)
    card = table.card(seat, slot)
    assert card is not None
    column, strikes = table._column_for(card), state.strikes
    plays = state.clue_tokens == state.ruleset.clue_tokens or chance.random() < 0.5
    if plays:
        table.film.play(seat, slot, column, next(table._stock, None))
    else:
        table.film.discard(seat, slot, next(table._stock, None))
    table.look()
    table.look(LOOKED_AT_LONG)
    if plays and (table.state.strikes > strikes or table.turns == before):
        table.film.lift(column)
        table.film.drop(card.label)
        table.look(LOOKED_AT_LONG)
    if table.turns == before:
        assert table.ask(PlayedTap(plays), 0).ok, table.controller.status
        table.look()
    assert table.turns == before + 1, table.controller.status
    done.append((Play if plays else Discard, card.label))
