"""A table without a camera: whole games by phone alone and by panel alone, and a camera lost."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from companion.desk.taps import (
    AnswerTap,
    CheckTap,
    ClueTap,
    IdentifyTap,
    LayTap,
    NameTap,
    NewGameTap,
    PhotoTap,
    RearrangeTap,
    StartTap,
    Tap,
    TileTap,
    UndoTap,
)
from companion.evening.evening import Evening, Watch
from companion.evening.lobby import Plan
from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import Options, compose
from companion.hanabi.moves import ColourHint, RankHint, Tile
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.panel.panel import Press, Status
from companion.record.games import Record
from companion.referee.findings import Spot
from companion.telling.announcement_notation import to_data
from companion.telling.announcements import Announcement
from companion.views.view import PUBLIC
from tests.companion.filmed_table import FilmedTable


class Table:
    """An evening that nobody watches."""

    def __init__(
        self, record: Record, players: int | None = 2, ruleset: Ruleset = STANDARD
    ) -> None:
        self.said: list[str] = []
        self.clock = 100.0
        self.evening = Evening(
            record,
            Plan(ruleset, players),
            now=lambda: "2026-11-20T19:00:00Z",
            tell=self._told,
            watch=Watch.NONE,
            clock=lambda: self.clock,
        )

    def _told(self, announcement: Announcement) -> None:
        self.said.append(str(to_data(announcement)["event"]))

    def tap(self, tap: Tap, reader: int | None = 0) -> str | None:
        return self.evening.ask(tap, reader).message

    def begin(self) -> None:
        assert self.tap(StartTap(0)) is None

    def lay(self, slot: int, label: str | None, spot: Spot = Spot.FIREWORKS) -> None:
        """Have the seat to move lay a card and somebody say which it is."""
        seat = self.view()["game"]["to_move"]
        assert self.tap(LayTap(seat, slot, spot)) is None
        assert self.tap(AnswerTap(Card.parse(label) if label else None), 1) is None

    def discard(self, slot: int, label: str | None) -> None:
        self.lay(slot, label, Spot.DISCARDS)

    def press(self, *presses: Press) -> None:
        for press in presses:
            self.evening.press(press)

    def view(self, reader: int | None = PUBLIC) -> Mapping[str, Any]:
        view: Mapping[str, Any] = self.evening.views()[reader]
        return view

    @property
    def log(self) -> list[str]:
        turns = self.view()["game"]["log"]
        return [f"{turn['seat']} {turn['kind']} {turn.get('card') or ''}".strip() for turn in turns]

    @property
    def counts(self) -> tuple[int, int]:
        panel = self.evening.panel()
        return panel.clue_tokens, panel.strikes


@pytest.fixture
def table(record: Record) -> Table:
    table = Table(record)
    table.begin()
    return table


# ---------------------------------------------------------------------------- before the game


def test_a_game_starts_as_soon_as_somebody_says_how_many_play(record: Record) -> None:
    table = Table(record, players=None)
    lobby = table.view()["lobby"]
    assert lobby["choices"] == [2, 3, 4, 5]
    assert lobby["reason"] == "Nobody has said how many play."
    assert table.tap(StartTap(0)) == "nobody has said how many play"
    assert table.tap(StartTap(2, players=3)) is None
    assert table.view()["game"]["players"] == 3
    assert table.view()["game"]["to_move"] == 2


@pytest.mark.parametrize(
    ("tap", "why"),
    [
        (StartTap(0, players=6), "standard is not for 6 players"),
        (StartTap(3, players=3), "nobody sits there in this game"),
    ],
)
def test_a_number_of_players_that_cannot_be_is_refused(
    record: Record, tap: StartTap, why: str
) -> None:
    assert Table(record, players=None).tap(tap) == why


# ------------------------------------------------------------------------------ a phone alone


def test_a_card_is_laid_with_its_slot_and_then_its_face(table: Table) -> None:
    assert table.tap(LayTap(0, 2, Spot.FIREWORKS), 0) is None
    question = table.view()["question"]
    assert (question["place"], question["seat"], question["slot"]) == ("fireworks", 0, 2)
    assert len(question["options"]) == 25
    assert table.evening.panel().status is Status.QUESTION
    assert table.tap(AnswerTap(Card.parse("r1")), 1) is None
    assert table.said == ["game_started", "played", "drawn"]
    assert table.view()["question"] is None
    assert table.log == ["0 play r1"]


def test_only_the_seat_to_move_lays_a_card_and_only_one_it_has(table: Table) -> None:
    assert "seat 0 is to move" in str(table.tap(LayTap(1, 0, Spot.FIREWORKS), 1))
    assert table.tap(LayTap(0, 5, Spot.FIREWORKS)) == "seat 0 has no card in slot 5"
    assert "clue tokens" in str(table.tap(LayTap(0, 0, Spot.DISCARDS)))
    assert table.tap(LayTap(7, 0, Spot.FIREWORKS)) == "the seats are 0 to 1, got 7"
    assert table.view()["question"] is None


def test_a_card_laid_by_mistake_is_taken_up_again_with_undo(table: Table) -> None:
    table.tap(LayTap(0, 2, Spot.FIREWORKS))
    table.press(Press.UNDO)
    assert table.view()["question"] is None
    assert table.log == []
    table.lay(1, "r1")
    assert table.tap(UndoTap()) is None
    assert table.log == []


def test_only_cards_on_the_table_veto_a_face(table: Table) -> None:
    table.lay(0, "r5")  # a misplay: it lies on the discards
    table.tap(LayTap(1, 0, Spot.FIREWORKS), 1)
    assert "r5" not in table.view()["question"]["options"]
    assert table.tap(AnswerTap(Card.parse("r5"))) == "all copies of r5 lie on the table already"
    assert "no card m1" in str(table.tap(AnswerTap(Card.parse("m1"))))
    assert table.tap(AnswerTap(Card.parse("r4"))) is None
    assert table.log == ["0 play r5", "1 play r4"]


@pytest.mark.parametrize("said", ["r5", "y1", None])
def test_what_was_said_of_hands_never_stands_against_the_card_on_the_table(
    table: Table, said: str | None
) -> None:
    """The owner's word is taken whatever others have said, so he learns nothing of it."""
    if said is not None:
        table.tap(IdentifyTap(0, {0: Card.parse(said)}), 1)
        table.tap(IdentifyTap(1, {0: Card.parse(said)}), 0)
    table.lay(0, "r5")
    assert table.log == ["0 play r5"]
    assert table.counts == (8, 1)


def test_a_card_nobody_could_see_is_laid_unread_whatever_was_said_of_it(table: Table) -> None:
    table.tap(IdentifyTap(0, {0: Card.parse("r1")}), 1)
    table.lay(0, None)
    assert table.log == ["0 play"]
    assert table.said[-2:] == ["laid_unread", "drawn"]


def test_a_clue_instead_takes_the_card_up_again(table: Table) -> None:
    table.tap(LayTap(0, 2, Spot.FIREWORKS))
    assert table.tap(ClueTap(0, 1, RankHint(1))) is None
    assert table.view()["question"] is None
    assert table.log == ["0 clue"]


def test_a_clue_that_comes_too_early_is_refused_at_once(table: Table) -> None:
    assert "seat 0 is to move" in str(table.tap(ClueTap(1, 0, RankHint(1)), 1))


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_played_and_scored_by_taps(record: Record, seed: int) -> None:
    chance = random.Random(seed)
    table = Table(record, players=3)
    table.begin()
    deck = [card.label for card in STANDARD.deck]
    chance.shuffle(deck)
    assert table.evening.session is not None
    while not table.evening.session.state.over:
        state = table.evening.session.state
        held = chance.choice(state.hands[state.to_move])
        face, seat = Card.parse(deck[held.id]), state.to_move
        fits = state.height(face.suit) + 1 == face.rank
        if fits or (state.clue_tokens == 8 and state.strikes < 2 and chance.random() < 0.2):
            table.lay(held.slot, face.label)
        elif state.clue_tokens and chance.random() < 0.5:
            assert table.tap(ClueTap(seat, (seat + 1) % 3, RankHint(1)), seat) is None
        elif state.clue_tokens < 8:
            table.discard(held.slot, face.label)
        else:
            assert table.tap(ClueTap(seat, (seat + 1) % 3, ColourHint(Suit.RED)), seat) is None
    view = table.view()
    assert view["phase"] == "over"
    assert view["game"]["outcome"] in ("deck_out", "strikeout")
    assert view["game"]["unread"] == 0
    assert record.games()[0].turns == len(table.log)


def test_a_colour_is_named_before_the_card_is_laid(record: Record) -> None:
    table = Table(record, ruleset=compose("show", Options(synchronised_show=True)))
    table.begin()
    table.tap(ClueTap(0, 1, RankHint(1)))
    assert table.tap(NameTap(1, Suit.RED), 1) is None
    assert table.view()["named"] == [{"seat": 1, "colour": "r"}]
    table.lay(0, "r1")
    assert table.view()["named"] == []
    assert table.counts == (8, 0)


def test_a_tile_is_turned_by_tap_and_everybody_sees_that_it_is_due(record: Record) -> None:
    table = Table(record, ruleset=compose("tiles", Options(award_tiles=True)))
    table.begin()
    for rank in range(1, 6):
        table.lay(0, f"r{rank}")
    assert table.view()["game"]["award"] == 0
    assert table.view()["status"] == "question"
    refused = table.tap(TileTap(0, Tile.RANK_CLUE, 1, RankHint(2)), 1)
    assert refused == "a clue that a tile brings is told by a seat that sees the hand"
    assert table.tap(TileTap(0, Tile.RANK_CLUE, 1, RankHint(2)), 0) is None
    assert table.view()["game"]["award"] is None
    assert table.view()["game"]["tiles"] == ("rank_clue",)


def test_a_tile_nobody_says_is_given_up_when_the_next_card_is_laid(record: Record) -> None:
    table = Table(record, ruleset=compose("tiles", Options(award_tiles=True)))
    table.begin()
    for rank in range(1, 6):
        table.lay(0, f"r{rank}")
    table.lay(0, "y1")
    assert table.view()["game"]["tiles"] == (None,)
    assert table.log[-1] == "1 play y1"


def test_the_own_hand_is_put_in_order_from_its_own_phone_only(table: Table) -> None:
    order = (4, 3, 2, 1, 0)
    why = "a hand is put in order from the phone of the seat that holds it"
    assert table.tap(RearrangeTap(0, order), 1) == why
    assert table.tap(RearrangeTap(0, order), 0) is None
    assert [card["id"] for card in table.view(0)["game"]["hands"][0]] == [4, 3, 2, 1, 0]


# ------------------------------------------------------------------ what others see in a hand


def test_a_team_mate_names_a_card_and_all_but_its_owner_see_it(record: Record) -> None:
    table = Table(record, players=3)
    table.begin()
    before = table.view(0), table.view()
    assert table.tap(IdentifyTap(0, {2: Card.parse("r3")}), 1) is None
    assert table.view(2)["game"]["hands"][0][2]["face"] == "r3"
    assert (table.view(0), table.view()) == before


@pytest.mark.parametrize("reader", [0, PUBLIC, 2, 4])
def test_nobody_names_a_card_that_he_does_not_see(table: Table, reader: int | None) -> None:
    why = "the cards of a hand are told by a seat that sees them"
    assert table.tap(IdentifyTap(0, {2: Card.parse("r3")}), reader) == why
    assert table.tap(PhotoTap(0, (Card.parse("r3"),) * 5), reader) == why


def test_once_hands_are_laid_down_everybody_names_the_cards_that_nobody_knew(table: Table) -> None:
    """Clues of which nobody knew where they pointed are settled by it."""
    assert table.tap(ClueTap(0, 1, ColourHint(Suit.RED))) is None
    for label in ("r5", "y5", "g5"):
        assert table.tap(IdentifyTap(0, {2: Card.parse("w4")}), 0) is not None
        table.lay(0, label)
    assert table.view()["phase"] == "over"
    game = table.evening.session
    assert game is not None
    assert [clue.turn for clue in game.state.pending_clues] == [1]
    for seat in (0, 1):
        cards = {held.slot: Card.parse("r2") for held in game.state.hands[seat][:1]}
        assert table.tap(IdentifyTap(seat, cards), seat) is None
    rest = {held.slot: Card.parse("b1") for held in game.state.hands[1][1:4]}
    rest |= {held.slot: Card.parse("b2") for held in game.state.hands[1][4:]}
    assert table.tap(IdentifyTap(1, rest), PUBLIC) is None
    assert game.state.pending_clues == ()
    assert all(card["face"] for card in table.view(0)["game"]["hands"][1])
    photo = (Card.parse("w1"), *(None,) * (len(game.state.hands[0]) - 1))
    assert table.tap(PhotoTap(0, photo), 1) is None
    assert table.view()["game"]["hands"][0][0]["face"] == "w1"


def test_a_photo_of_a_hand_names_its_cards_and_leaves_unread_ones(table: Table) -> None:
    photo = tuple(Card.parse(label) if label else None for label in ("r1", None, "y2", "g3", "w4"))
    assert table.tap(PhotoTap(0, photo), 1) is None
    faces = [card["face"] for card in table.view(1)["game"]["hands"][0]]
    assert faces == ["r1", None, "y2", "g3", "w4"]
    assert [card["face"] for card in table.view(0)["game"]["hands"][0]] == [None] * 5


def test_a_photo_with_another_number_of_cards_is_refused_in_one_sentence(table: Table) -> None:
    why = "the photo shows 4 cards, but seat 0 holds 5"
    assert table.tap(PhotoTap(0, (None,) * 4), 1) == why


def test_a_clue_about_a_hand_that_others_know_is_looked_at_before_it_is_spoken(
    table: Table,
) -> None:
    hand = dict(enumerate(map(Card.parse, ("r1", "r2", "y2", "g3", "w4"))))
    table.tap(IdentifyTap(1, hand), 0)
    ask = table.evening.ask
    reply = ask(CheckTap(ClueTap(0, 1, ColourHint(Suit.RED))), 0)
    assert reply.told == {"verdict": "legal", "touched": [0, 1], "unknown": []}
    assert ask(CheckTap(ClueTap(0, 1, ColourHint(Suit.BLUE))), 0).rule == "empty_clue"
    assert ask(CheckTap(ClueTap(0, 1, RankHint(2), (1,))), 0).rule == "incomplete_clue"
    assert ask(CheckTap(ClueTap(0, 1, RankHint(2), (1, 2))), 0).ok
    assert not ask(CheckTap(ClueTap(0, 1, ColourHint(Suit.RED))), 1).ok
    assert table.log == []
    assert ask(ClueTap(0, 1, RankHint(2), (1,)), 0).rule == "incomplete_clue"
    assert ask(ClueTap(0, 1, RankHint(2), (1, 2)), 0).ok


def test_of_a_hand_that_is_not_known_the_verdict_is_pending(table: Table) -> None:
    table.tap(IdentifyTap(1, {0: Card.parse("r1")}), 0)
    reply = table.evening.ask(CheckTap(ClueTap(0, 1, ColourHint(Suit.RED), (0, 3))), 0)
    assert reply.told == {"verdict": "pending", "touched": [0], "unknown": [1, 2, 3, 4]}


# ---------------------------------------------------------------------------- the panel alone


def test_the_clue_button_spends_a_token_and_the_turn_passes(table: Table) -> None:
    table.press(Press.CLUE)
    assert table.counts == (7, 0)
    assert table.evening.panel().to_move == 1
    assert table.log == ["0 clue"]


def test_the_buttons_keep_tokens_fuses_and_turns(table: Table) -> None:
    table.press(Press.CLUE, Press.CLUE, Press.DISCARD, Press.PLAY, Press.FUSE)
    assert table.counts == (7, 1)
    assert table.evening.panel().to_move == 1
    assert table.view()["game"]["deck"] == 37
    table.press(Press.UNDO)
    assert table.counts == (7, 0)
    table.press(Press.UNDO)  # a clumsy thumb
    assert len(table.log) == 4
    table.clock += 1
    table.press(Press.UNDO)
    assert len(table.log) == 3


def test_confirm_after_play_is_a_firework_completed(table: Table) -> None:
    table.press(Press.CLUE, Press.PLAY, Press.CONFIRM)
    assert table.counts == (8, 0)
    table.press(Press.CLUE, Press.CLUE, Press.CONFIRM)  # nothing was played just now
    assert table.counts == (6, 0)


def test_a_button_that_the_rules_forbid_changes_nothing(table: Table) -> None:
    table.press(Press.DISCARD)
    assert table.log == []
    table.press(*[Press.CLUE] * 9)
    assert table.counts == (0, 0)


def test_a_whole_game_is_kept_by_the_panel_alone(record: Record) -> None:
    table = Table(record, players=2)
    table.press(Press.PLAY, Press.CONFIRM)  # seat 1 begins
    assert table.evening.panel().to_move == 1
    turns = 0
    while table.view()["phase"] == "playing":
        table.press((Press.CLUE, Press.PLAY, Press.DISCARD, Press.PLAY)[turns % 4])
        turns += 1
        assert turns < 200
    view = table.view()
    assert view["game"]["outcome"] == "deck_out"
    assert view["game"]["deck"] == 0
    assert view["game"]["unread"] > 20
    assert table.said[-1] == "game_ended"


def test_three_fuses_end_a_game_of_the_panel_alone(table: Table) -> None:
    table.press(*[Press.FUSE] * 3)
    assert table.view()["game"]["outcome"] == "strikeout"


def test_what_a_clue_of_the_button_said_is_told_by_anybody_afterwards(record: Record) -> None:
    table = Table(record, players=3)
    table.begin()
    table.tap(IdentifyTap(1, {0: Card.parse("r1")}), 0)
    table.press(Press.CLUE)
    assert table.tap(ClueTap(0, 1, ColourHint(Suit.RED)), 2) is None
    assert table.counts == (7, 0)
    turn = table.view()["game"]["log"][0]
    assert (turn["target"], turn["colour"]) == (1, "r")
    assert len(table.log) == 1
    assert table.view(2)["game"]["hands"][1][0]["face"] == "r1"


def test_cards_that_buttons_have_taken_carry_no_marks_any_more(table: Table) -> None:
    table.tap(IdentifyTap(1, dict.fromkeys(range(5), Card.parse("r1")) | {1: Card.parse("r2")}), 0)
    hand = dict(enumerate(map(Card.parse, ("r1", "r1", "y2", "g3", "w4"))))
    table.tap(IdentifyTap(1, hand), 0)
    table.tap(ClueTap(0, 1, RankHint(1)))
    assert table.view(1)["game"]["hands"][1][0]["clues"] == ("1",)
    table.press(Press.DISCARD)
    assert all(card["clues"] == () for card in table.view(1)["game"]["hands"][1])


def test_a_game_that_nobody_watches_goes_on_after_a_power_cut(record: Record) -> None:
    table = Table(record)
    table.begin()
    table.lay(0, "r1")
    table.press(Press.CLUE, Press.PLAY, Press.CONFIRM)
    again = Table(record)
    assert again.evening.resume() is not None
    assert again.view()["game"] == table.view()["game"]
    again.lay(0, "r2")
    assert again.log[-1] == "1 play r2"


# ------------------------------------------------------------------------- a camera that is lost

HANDS = (["r1", "r1", "y2", "g3", "w4"], ["b1", "b2", "y1", "w5", "r2"])


class Watched(Table):
    """A table whose camera can be lost."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.film = FilmedTable(HANDS)
        self.evening.see_again()
        self.look()
        self.begin()
        self.look()

    def look(self, still_for: float = 3.4) -> list[str]:
        before = len(self.said)
        self.film.t += still_for
        self.evening.see(self.film.reading(still_for), self.film.t)
        return self.said[before:]


def test_while_the_camera_watches_nobody_taps_what_is_laid(record: Record) -> None:
    table = Watched(record)
    assert table.tap(LayTap(0, 0, Spot.FIREWORKS)) == "the camera sees what is laid"


def test_when_the_camera_is_lost_the_game_goes_on_by_taps_and_the_page_says_so(
    record: Record,
) -> None:
    table = Watched(record)
    table.evening.lose_sight()
    view = table.view()
    assert (view["camera"], view["status"]) == ("lost", "error")
    assert "The camera is lost" in view["detail"]
    table.lay(0, "r1")
    table.press(Press.CLUE)
    assert table.log == ["0 play r1", "1 clue"]


def test_when_the_camera_is_back_it_finds_what_was_tapped_and_goes_on(record: Record) -> None:
    table = Watched(record)
    table.evening.lose_sight()
    table.film.play(0, 0, 0, "w1")
    table.lay(0, "r1")
    table.evening.see_again()
    assert table.look() == []
    assert table.view()["camera"] == "on"
    assert table.view()["status"] == "waiting_for_move"
    table.film.play(1, 4, 0, "w2")
    assert table.look() == ["played", "drawn"]
    assert table.log == ["0 play r1", "1 play r2"]


def test_a_card_laid_while_the_camera_was_away_and_not_told_is_seen_when_it_is_back(
    record: Record,
) -> None:
    table = Watched(record)
    table.evening.lose_sight()
    table.film.play(0, 0, 0, "w1")
    table.evening.see_again()
    assert table.look() == ["played", "drawn"]


def test_a_question_of_the_camera_and_a_difference_end_when_it_is_lost(record: Record) -> None:
    table = Watched(record)
    table.film.drop("r5")
    assert table.look() == ["table_differs"]
    table.evening.lose_sight()
    assert table.said[-1] == "table_agrees"
    assert table.tap(ClueTap(0, 1, RankHint(1))) is None
    assert table.log == ["0 clue"]


def test_the_clue_button_spends_a_token_also_while_the_camera_watches(record: Record) -> None:
    table = Watched(record)
    table.press(Press.CLUE)
    assert table.counts == (7, 0)
    assert table.tap(ClueTap(0, 1, RankHint(1)), 1) is None
    assert table.view()["game"]["log"][0]["value"] == 1
    assert table.counts == (7, 0)
    table.film.play(1, 0, 1, "w2")
    assert table.look() == ["played", "drawn"]


def test_a_game_whose_cards_were_only_counted_is_not_left_to_the_camera(record: Record) -> None:
    table = Watched(record)
    table.evening.lose_sight()
    table.film.play(0, 0, 0, "w1")
    table.press(Press.PLAY)
    table.evening.see_again()
    assert table.look() == []
    assert "waits for the next game" in table.view()["detail"]
    table.press(Press.PLAY)
    assert table.log == ["0 play", "1 play"]
    table.tap(NewGameTap())
    table.film.lift(0)
    table.look()
    assert table.view()["camera"] == "on"


def test_such_a_game_is_not_left_to_the_camera_after_a_power_cut_either(record: Record) -> None:
    table = Table(record)
    table.begin()
    table.press(Press.PLAY)
    again = Watched.__new__(Watched)
    Table.__init__(again, record)
    again.film = FilmedTable(HANDS)
    again.evening.see_again()
    assert again.evening.resume() is not None
    again.film.play(0, 0, 0, "w1")
    assert again.look() == []
    assert again.view()["camera"] == "lost"
