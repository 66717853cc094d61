"""A table without a camera: whole games by phone alone."""

from __future__ import annotations

import random

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import Options, compose
from companion.hanabi.moves import ColourHint, RankHint, Tile
from companion.hanabi.ruleset import STANDARD
from companion.language.people import People
from companion.panel.panel import Press, Status
from companion.play.inputs import (
    AnswerTap,
    CheckTap,
    ClueTap,
    ConsentTap,
    CorrectTap,
    IdentifyTap,
    LayDownTap,
    LayTap,
    NameTap,
    NewGameTap,
    PhotoTap,
    RearrangeTap,
    RedoTap,
    StartTap,
    TileTap,
    UndoTap,
)
from companion.record.corrections import Missed, Tell
from companion.record.games import Record
from companion.referee.findings import Spot
from companion.views.view import PUBLIC
from tests.companion.unwatched.tables import Table

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
    assert table.controller.panel().status is Status.QUESTION
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


@pytest.mark.parametrize("spot", [Spot.FIREWORKS, Spot.DISCARDS])
def test_of_a_card_nobody_could_see_nobody_is_asked_again_after_a_break(
    table: Table, record: Record, spot: Spot
) -> None:
    assert table.tap(ClueTap(0, 1, RankHint(1))) is None
    table.lay(0, None, spot)
    again = Table(record)
    assert again.controller.resume() is not None
    assert again.view()["question"] is None
    assert again.log == table.log


def test_whoever_has_laid_a_card_gives_no_clue_before_it_is_taken_up_again(table: Table) -> None:
    table.tap(LayTap(0, 2, Spot.FIREWORKS))
    for second in (ClueTap(0, 1, RankHint(1)), LayTap(0, 3, Spot.DISCARDS)):
        assert (
            table.tap(second) == "a card is laid already: say which one it was, or take it up again"
        )
    assert table.tap(UndoTap()) is None
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
    assert table.controller.game is not None
    while not table.controller.game.state.over:
        state = table.controller.game.state
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
    assert table.view()["phase"] == "ending"
    assert table.tap(LayDownTap(), 2) is None
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


def test_no_card_is_laid_before_the_tile_is_turned(record: Record) -> None:
    table = Table(record, ruleset=compose("tiles", Options(award_tiles=True)))
    table.begin()
    for rank in range(1, 6):
        table.lay(0, f"r{rank}")
    assert table.tap(LayTap(1, 0, Spot.FIREWORKS), 1) is not None
    assert table.view()["detail"] == "The game waits until seat 1 has turned an award tile."
    assert table.tap(TileTap(0, None), 0) is None
    table.lay(0, "y1")
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
        assert table.tap(IdentifyTap(0, {2: Card.parse("w4")}), 0) is not None
    assert table.tap(LayDownTap(), 0) is None
    assert table.view()["phase"] == "over"
    game = table.controller.game
    assert game is not None
    assert [clue.turn for clue in game.state.clues if clue.open] == [1]
    for seat in (0, 1):
        cards = {held.slot: Card.parse("r2") for held in game.state.hands[seat][:1]}
        assert table.tap(IdentifyTap(seat, cards), seat) is None
    rest = {held.slot: Card.parse("b1") for held in game.state.hands[1][1:4]}
    rest |= {held.slot: Card.parse("b2") for held in game.state.hands[1][4:]}
    assert table.tap(IdentifyTap(1, rest), PUBLIC) is None
    game = table.controller.game
    assert game is not None
    assert not any(clue.open for clue in game.state.clues)
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
    ask = table.controller.ask
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
    reply = table.controller.ask(CheckTap(ClueTap(0, 1, ColourHint(Suit.RED), (0, 3))), 0)
    assert reply.told == {"verdict": "pending", "touched": [0], "unknown": [1, 2, 3, 4]}


# --------------------------------------------------------- while its face is asked for


@pytest.fixture
def with_phones(table: Table) -> Table:
    """Both seats have phones, so each is asked about its own turns."""
    table.controller.introduce(People(phones=frozenset({0, 1})))
    return table


def proposed(table: Table, reader: int) -> str | None:
    asked = table.view(reader)["proposed"]
    return None if asked is None else str(asked["says"])


def test_whoever_agrees_to_take_up_his_card_is_asked_once(with_phones: Table) -> None:
    """The next yes would take back a turn of somebody else."""
    table = with_phones
    table.tap(ClueTap(0, 1, RankHint(1)), 0)
    table.tap(LayTap(1, 0, Spot.FIREWORKS), 1)
    table.tap(UndoTap(), 0)
    assert proposed(table, 1) == (
        "Seat 1 would like to take up the card that you have laid. Do you agree?"
    )
    assert table.tap(ConsentTap(True), 1) is None
    assert table.view(1)["question"] is None
    assert proposed(table, 1) is None
    assert table.tap(ConsentTap(True), 1) is not None
    assert table.log == ["0 clue"]


def test_what_an_undo_means_is_not_asked_once_a_card_is_laid(with_phones: Table) -> None:
    table = with_phones
    table.tap(ClueTap(0, 1, RankHint(1)), 0)
    table.tap(UndoTap(), 1)
    assert proposed(table, 0) is not None
    table.tap(LayTap(1, 0, Spot.FIREWORKS), 1)
    assert proposed(table, 0) is None


@pytest.mark.parametrize("how", ["redo", "missed", "stopped"])
def test_a_card_whose_turn_has_gone_by_is_asked_for_no_more(table: Table, how: str) -> None:
    table.tap(ClueTap(0, 1, RankHint(1)), 0)
    table.tap(UndoTap(), 0)
    table.tap(LayTap(0, 0, Spot.FIREWORKS), 0)
    match how:
        case "redo":
            assert table.tap(RedoTap(), 0) is None
        case "missed":
            missed = Missed(1, Tell(1, RankHint(1)))
            assert table.tap(CorrectTap(missed), 0) is None
        case _:
            assert table.tap(NewGameTap(), 0) is None
    assert table.view()["question"] is None
    assert table.tap(AnswerTap(Card.parse("r1")), 0) is not None
