"""Simulated players at their table: what they do, what they write down, and after a break."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.demonstration.phones import PhoneError
from companion.demonstration.players import (
    REMEDIES,
    STUCK,
    TAKEN_BACK,
    THINKING,
    DemoError,
    Diary,
    Players,
)
from companion.panel.panel import Press
from vision.simulator import Setting, SimulatedTable, gestures

HANDS = "r1 y5 g1 b2 w3 y1 r2 b4 w5 g3"
PACK = f"{HANDS} r3 w1 y2 b1 g2 r4 y3 w2 g4 b3".split()
PLAYED = {"turn": 1, "seat": 0, "kind": "play", "card": "r1", "slot": 0, "success": True}
TOLD = {"turn": 1, "seat": 0, "kind": "clue", "target": 1, "value": 1, "touched": [0]}


class Phone:
    """A page that shows what a test says, and keeps what was tapped."""

    def __init__(self, page: Mapping[str, Any]) -> None:
        self.page = dict(page)
        self.pressed: list[Press] = []
        self.clues: list[tuple[int, str | int]] = []
        self.tiles: list[tuple[str, str | None]] = []
        self.tapped: list[str] = []
        self.refuses = False

    def view(self) -> Mapping[str, Any]:
        return self.page

    def clue(self, target: int, hint: str | int) -> None:
        if self.refuses:
            raise PhoneError("it is not your turn")
        self.clues.append((target, hint))

    def turn_tile(self, tile: str, card: str | None) -> None:
        self.tiles.append((tile, card))

    def lay_down(self) -> None:
        self.page["phase"] = "over"

    def put_right(self) -> None:
        self.tapped.append("put right")

    def tap(self, what: str, data: Mapping[str, object]) -> None:
        assert data == {}
        self.tapped.append(what)

    def press(self, press: Press) -> None:
        self.pressed.append(press)


def playing(log: Sequence[object] = (), to_move: int = 0) -> dict[str, Any]:
    hands: list[list[dict[str, Any]]] = [
        [{"id": 5 * seat + n, "slot": n, "face": None, "clues": []} for n in range(5)]
        for seat in range(2)
    ]
    fireworks = [
        {"suit": suit, "height": 0, "length": 5, "nameable": True, "next_rank": 1}
        for suit in "rygbw"
    ]
    game = {
        "reader": to_move,
        "players": 2,
        "fireworks": fireworks,
        "discards": [],
        "clue_tokens": [7, 8],
        "strikes": [0, 3],
        "to_move": to_move,
        "award": None,
        "tiles": [],
        "hands": hands,
        "log": list(log),
    }
    status = "waiting_for_move"
    return {"phase": "playing", "status": status, "detail": None, "named": [], "game": game}


def lobby(*, ready: bool) -> dict[str, Any]:
    return {
        "phase": "lobby",
        "status": "waiting_to_start",
        "detail": None,
        "game": None,
        "lobby": {"ready": ready},
    }


@pytest.fixture
def table() -> SimulatedTable:
    return SimulatedTable(Setting.seeded(2, 1), PACK, seed=1)


@pytest.fixture
def diary(tmp_path: Path) -> Diary:
    return Diary(tmp_path / "new" / "players.jsonl")


def sit(table: SimulatedTable, phone: Phone, diary: Diary, *, with_guests: bool = False) -> Players:
    return Players(table, [phone, phone], diary, mender=phone if with_guests else None)


def pass_time(players: Players, table: SimulatedTable, seconds: float) -> None:
    for _ in range(round(seconds / 0.2)):
        table.advance(0.2)
        players.step()


def test_they_deal_and_confirm_once_when_the_table_is_ready(
    table: SimulatedTable, diary: Diary
) -> None:
    phone = Phone(lobby(ready=False))
    players = sit(table, phone, diary)
    pass_time(players, table, 3)
    assert [card for rack in table.truth()["racks"] for card in rack] == HANDS.split()
    assert phone.pressed == []
    phone.page = lobby(ready=True)
    pass_time(players, table, 5)
    assert phone.pressed == [Press.CONFIRM]


def test_they_think_before_they_move(table: SimulatedTable, diary: Diary) -> None:
    table.deal(5)
    players = sit(table, Phone(playing()), diary)
    pass_time(players, table, THINKING)
    assert diary.turns == []
    pass_time(players, table, 0.4)
    assert len(diary.turns) == 1
    assert table.busy


def test_a_turn_is_written_before_it_is_done_and_done_only_once(
    table: SimulatedTable, diary: Diary
) -> None:
    table.deal(5)
    players = sit(table, Phone(playing()), diary)
    pass_time(players, table, 12)  # the companion has not seen it yet
    assert diary.turns == [{"turn": 1, "seat": 0, "kind": "discard", "card": "r1", "slot": 0}]
    assert table.truth()["discards"] == ["r1"]
    assert table.truth()["racks"][0][0] == "r3"


def test_a_clue_is_given_though_no_token_is_left_to_move(
    table: SimulatedTable, diary: Diary
) -> None:
    table.deal(5)
    while table.truth()["clue_tokens"]:
        table.script(gestures.clue(0))
        table.advance(5.0)
    page = playing()
    page["game"]["clue_tokens"] = [8, 8]  # nothing may be discarded
    for held, face in zip(page["game"]["hands"][1], HANDS.split()[5:], strict=True):
        held["face"] = face
    phone = Phone(page)
    pass_time(sit(table, phone, diary), table, 8)
    assert [turn["kind"] for turn in diary.turns] == ["clue"]
    assert len(phone.clues) == 1


def test_while_the_companion_reads_or_asks_nobody_moves(
    table: SimulatedTable, diary: Diary
) -> None:
    table.deal(5)
    phone = Phone({**playing(), "status": "reading"})
    pass_time(sit(table, phone, diary), table, 10)
    assert diary.turns == []


def test_a_table_where_nothing_goes_on_is_told_with_what_the_page_says(
    table: SimulatedTable, diary: Diary
) -> None:
    table.deal(5)
    phone = Phone({**playing(), "status": "differs", "detail": "r1 no longer on the fireworks"})
    players = sit(table, phone, diary)
    with pytest.raises(DemoError, match="stuck: differs r1 no longer on the fireworks"):
        pass_time(players, table, STUCK + 1)


def test_after_a_break_the_clock_that_ran_before_is_no_standstill(
    table: SimulatedTable, diary: Diary
) -> None:
    table.deal(5)
    table.advance(2 * STUCK)
    players = sit(table, Phone(playing()), diary)
    pass_time(players, table, 2)
    assert len(diary.turns) == 1


def test_when_the_game_has_ended_they_lay_their_hands_down(
    table: SimulatedTable, diary: Diary
) -> None:
    table.deal(5)
    phone = Phone({**playing(), "phase": "ending"})
    players = sit(table, phone, diary)
    pass_time(players, table, 5)
    assert phone.page["phase"] == "over"
    assert players.over
    assert diary.turns == []


def test_at_the_end_they_stop(table: SimulatedTable, diary: Diary) -> None:
    table.deal(5)
    players = sit(table, Phone({**playing(), "phase": "over"}), diary)
    pass_time(players, table, 3)
    assert players.over
    assert diary.turns == []


# ------------------------------------------------------------------------------ guests


def check_the_game_goes_on(players: Players, table: SimulatedTable, diary: Diary) -> None:
    """Say that a clue has cost its token, and that the next player has moved after it."""
    pass_time(players, table, 4)
    assert table.truth()["clue_tokens"] == 7
    pass_time(players, table, 3)
    assert [turn["seat"] for turn in diary.turns] == [0, 1]


def test_a_clue_that_a_guest_tapped_counts_as_given_and_the_game_goes_on(
    table: SimulatedTable, diary: Diary, tmp_path: Path
) -> None:
    table.deal(5)
    phone = Phone(playing(log=[{**TOLD, "touched": None, "by": "seat 1"}], to_move=1))
    players = sit(table, phone, diary, with_guests=True)
    pass_time(players, table, THINKING + 0.4)
    assert diary.turns == [{**TOLD, "touched": None, "by": "seat 1"}]
    assert Diary(tmp_path / "new" / "players.jsonl").turns == diary.turns
    assert diary.agrees_with([{**TOLD, "by": "seat 1"}])
    assert not diary.agrees_with([{**TOLD, "by": "seat 1", "value": 2}])
    check_the_game_goes_on(players, table, diary)


def test_a_clue_that_only_a_button_of_the_panel_counted_does_not_stop_the_game(
    table: SimulatedTable, diary: Diary
) -> None:
    table.deal(5)
    counted = {"turn": 1, "seat": 0, "kind": "clue", "target": None, "touched": None}
    phone = Phone(playing(log=[counted], to_move=1))
    players = sit(table, phone, diary, with_guests=True)
    check_the_game_goes_on(players, table, diary)


def test_no_clue_of_a_guest_stands_for_a_card_that_was_laid(
    table: SimulatedTable, diary: Diary
) -> None:
    table.deal(5)
    diary.write(PLAYED)
    table.script(gestures.play(0, 0, 0))
    players = sit(table, Phone(playing(log=[TOLD], to_move=1)), diary)
    pass_time(players, table, 20)
    assert diary.turns == [PLAYED], "the companion has yet to see it"


def test_a_clue_that_a_guest_took_back_was_not_given_and_its_token_comes_back(
    table: SimulatedTable, diary: Diary
) -> None:
    table.deal(5)
    diary.write(TOLD)
    table.script(gestures.clue(0))
    table.advance(3)
    page = playing(log=[TOLD], to_move=1)
    page["status"] = "reading"
    phone = Phone(page)
    players = sit(table, phone, diary, with_guests=True)
    pass_time(players, table, 2)
    phone.page = {**playing(), "status": "reading"}
    phone.page["game"]["clue_tokens"] = [8, 8]
    pass_time(players, table, TAKEN_BACK - 3)
    assert diary.turns == [TOLD], "the page may be late"
    pass_time(players, table, 6)
    assert diary.turns == []
    assert table.truth()["clue_tokens"] == 8


def test_in_a_trial_no_clue_counts_that_the_players_did_not_give(
    table: SimulatedTable, diary: Diary
) -> None:
    table.deal(5)
    players = sit(table, Phone(playing(log=[TOLD], to_move=1)), diary)
    with pytest.raises(DemoError):
        pass_time(players, table, STUCK + 2)
    assert diary.turns == []


def test_a_clue_that_is_lost_from_the_record_is_no_matter_of_guests_in_a_trial(
    table: SimulatedTable, diary: Diary
) -> None:
    table.deal(5)
    diary.write(TOLD)
    page = playing(log=[TOLD])
    page["status"] = "reading"
    phone = Phone(page)
    players = sit(table, phone, diary)
    phone.page = playing()
    with pytest.raises(DemoError):
        pass_time(players, table, STUCK + 2)


def test_a_paused_game_waits_as_long_as_a_guest_likes(table: SimulatedTable, diary: Diary) -> None:
    table.deal(5)
    phone = Phone({**playing(), "status": "paused"})
    players = sit(table, phone, diary)
    pass_time(players, table, 2 * STUCK)
    assert diary.turns == []
    phone.page = playing()
    pass_time(players, table, 3)
    assert len(diary.turns) == 1


def test_a_game_that_a_guest_has_cleared_away_is_over(table: SimulatedTable, diary: Diary) -> None:
    table.deal(5)
    phone = Phone({**playing(), "status": "reading"})
    players = sit(table, phone, diary)
    pass_time(players, table, 3)
    phone.page = lobby(ready=True)
    pass_time(players, table, 2)
    assert players.over


def test_a_clue_that_is_refused_was_not_given(table: SimulatedTable, diary: Diary) -> None:
    table.deal(5)
    page = playing()
    page["game"]["clue_tokens"] = [8, 8]  # nothing may be discarded
    for held, face in zip(page["game"]["hands"][1], HANDS.split()[5:], strict=True):
        held["face"] = face
    phone = Phone(page)
    phone.refuses = True
    players = sit(table, phone, diary)
    pass_time(players, table, 4)
    assert diary.turns == []
    assert table.truth()["clue_tokens"] == 8
    phone.refuses = False
    pass_time(players, table, 2)
    assert [turn["kind"] for turn in diary.turns] == ["clue"]


def test_what_a_guest_has_brought_into_disorder_is_put_right_as_the_page_proposes(
    table: SimulatedTable, diary: Diary
) -> None:
    table.deal(5)
    phone = Phone({**playing(), "status": "differs"})
    players = sit(table, phone, diary, with_guests=True)
    pass_time(players, table, REMEDIES[0] - 1)
    assert phone.tapped == [], "the guest has time to"
    pass_time(players, table, 3)
    assert phone.tapped == ["put right"]
    pass_time(players, table, REMEDIES[1] - REMEDIES[0])
    assert phone.tapped == ["put right", "undo"]
    with pytest.raises(DemoError):
        pass_time(players, table, STUCK)


def test_in_a_trial_nothing_is_put_right(table: SimulatedTable, diary: Diary) -> None:
    table.deal(5)
    phone = Phone({**playing(), "status": "differs"})
    players = sit(table, phone, diary)
    with pytest.raises(DemoError):
        pass_time(players, table, STUCK + 1)
    assert phone.tapped == []


def test_a_tile_that_a_guest_has_turned_is_carried_out(table: SimulatedTable, diary: Diary) -> None:
    table.deal(5)
    table.lift(0, 1)
    table.lay_on_discards(0)
    diary.write(PLAYED)
    page = playing(log=[PLAYED], to_move=1)
    page["status"] = "please_draw"
    page["game"] |= {"award": 0, "discards": ["y5"]}
    page["may"] = {"tile": None}
    phone = Phone(page)
    players = sit(table, phone, diary)
    pass_time(players, table, 2)
    page["game"] |= {"award": None, "tiles": ["rescue"], "discards": []}
    pass_time(players, table, 4)
    truth = table.truth()
    assert truth["discards"] == []
    assert [pile for pile in truth["columns"] if pile] == [["y5"]]


# ------------------------------------------------------------------------------ after a break


def test_the_diary_is_read_again(diary: Diary, tmp_path: Path) -> None:
    diary.write(PLAYED)
    again = Diary(tmp_path / "new" / "players.jsonl")
    assert again.turns == [PLAYED]
    assert again.agrees_with([PLAYED])
    assert not again.agrees_with([])
    assert not again.agrees_with([{**PLAYED, "slot": 1}])
    assert again.agrees_with([{**PLAYED, "slot": None}]), "of two like cards it may be either"
    assert not again.agrees_with([{**PLAYED, "slot": None, "card": "w1"}])
    assert not again.agrees_with([PLAYED, TOLD])


def test_a_line_that_was_cut_off_by_a_power_cut_is_a_turn_not_done(tmp_path: Path) -> None:
    path = tmp_path / "players.jsonl"
    path.write_text(json.dumps(PLAYED) + '\n{"turn": 2, "se')
    diary = Diary(path)
    assert diary.turns == [PLAYED]
    diary.write({**TOLD, "turn": 2})
    assert Diary(path).turns == [PLAYED, {**TOLD, "turn": 2}]


@pytest.mark.parametrize("turn", [PLAYED, TOLD])
def test_a_turn_that_was_written_and_never_begun_is_struck_out(
    turn: dict[str, Any], table: SimulatedTable, diary: Diary, tmp_path: Path
) -> None:
    table.deal(5)
    diary.write(turn)
    sit(table, Phone(playing()), diary)
    assert diary.turns == []
    assert Diary(tmp_path / "new" / "players.jsonl").turns == []


def test_a_turn_that_was_begun_or_done_is_kept(table: SimulatedTable, diary: Diary) -> None:
    table.deal(5)
    diary.write(PLAYED)
    table.script(gestures.play(0, 0, 0))
    sit(table, Phone(playing()), diary)
    assert diary.turns == [PLAYED]
    table.advance(10)
    sit(table, Phone(playing()), diary)
    assert diary.turns == [PLAYED]


def test_a_card_whose_twin_was_drawn_is_known_to_have_been_laid(diary: Diary) -> None:
    table = SimulatedTable(Setting.seeded(2, 1), [*HANDS.split(), "r1", "w1"], seed=1)
    table.deal(5)
    diary.write(PLAYED)
    table.script(gestures.play(0, 0, 0))
    table.advance(10)
    table.script(gestures.draw(0, 0))
    table.advance(10)
    sit(table, Phone(playing()), diary)
    assert diary.turns == [PLAYED]


def test_a_turn_on_record_is_kept(table: SimulatedTable, diary: Diary) -> None:
    table.deal(5)
    diary.write(TOLD)
    sit(table, Phone(playing([TOLD], to_move=1)), diary)
    assert diary.turns == [TOLD]


@pytest.mark.parametrize(
    ("tile", "card", "shows"),
    [
        ("mended_fuse", None, {"fuses": 3, "discards": ["y5"]}),
        ("rescue", "y5", {"fuses": 2, "discards": [], "columns": ["y5"]}),
        ("return", "y5", {"fuses": 2, "discards": [], "deck": 10}),
    ],
)
def test_what_an_award_tile_says_is_done_before_the_next_card_is_drawn(
    tile: str, card: str | None, shows: dict[str, Any], table: SimulatedTable, diary: Diary
) -> None:
    table.deal(5)
    table.burn_fuse()
    table.lift(0, 1)
    table.lay_on_discards(0)
    diary.write(PLAYED)
    page = playing(log=[PLAYED], to_move=1)
    page["game"] |= {"award": 0, "strikes": [1, 3]}
    offer = {"tile": tile, "cards": [] if card is None else [card]}
    page["may"] = {"tile": {"seat": 0, "tiles": [offer]}}
    phone = Phone(page)
    players = sit(table, phone, diary)
    pass_time(players, table, THINKING + 0.4)
    assert phone.tiles == [(tile, card)]
    page["game"]["award"] = None
    phone.page = {**page, "status": "please_draw"}
    table.advance(4.0)
    truth = table.truth()
    assert truth["fuses"] == shows["fuses"]
    assert truth["discards"] == shows["discards"]
    assert [pile for pile in truth["columns"] if pile] == (
        [shows["columns"]] if "columns" in shows else []
    )
    assert truth["racks"][0][1] is None, "the tile comes before the draw"
    pass_time(players, table, 6)
    assert table.truth()["racks"][0][1] is not None
    assert table.truth()["deck"] == shows.get("deck", 9)
