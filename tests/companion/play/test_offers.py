"""What a page may tap: what policy and rules would take, and nothing that they refuse."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.hanabi.cards import RANKS, Card, Suit
from companion.hanabi.editions import Options, SixthSuit, compose
from companion.hanabi.moves import RankHint, Tile
from companion.play.inputs import (
    ClueTap,
    IdentifyTap,
    LayTap,
    NameTap,
    PauseTap,
    RearrangeTap,
    TileTap,
)
from companion.play.offers import NOTHING, offered
from companion.record.games import Record
from companion.referee.findings import Spot
from companion.views.view import ONLOOKER, PUBLIC
from tests.companion.unwatched.tables import Table

RULES = compose(
    "all of it",
    Options(
        sixth_suit=SixthSuit.FIVE_WILD,
        black_powder=True,
        synchronised_show=True,
        award_tiles=True,
        clue_tokens=2,
    ),
)


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    with Record(tmp_path / "games") as record:
        yield record


@pytest.fixture
def table(record: Record) -> Table:
    """Three play by all rules at once, without a camera."""
    table = Table(record, 3, RULES)
    table.begin()
    return table


def may(table: Table, reader: int | None) -> dict[str, Any]:
    offer: dict[str, Any] = table.view(reader)["may"]
    return offer


def hands_known(table: Table) -> None:
    game = table.controller.game
    assert game is not None
    deck = list(RULES.deck)
    random.Random(2).shuffle(deck)
    for seat, hand in enumerate(game.state.hands):
        cards = {held.slot: deck[held.id] for held in hand}
        assert table.tap(IdentifyTap(seat, cards), (seat + 1) % 3) is None


def test_before_a_game_nothing_can_be_tapped_in_it(record: Record) -> None:
    assert may(Table(record, 3, RULES), 0) == NOTHING


def test_the_seat_to_move_gives_a_clue_and_the_others_log_it(table: Table) -> None:
    for reader in (PUBLIC, 0, 1, 2):
        assert may(table, reader)["clue"] == {"giver": 0, "targets": [1, 2]}
    assert may(table, ONLOOKER) == NOTHING


def test_at_no_token_nobody_gives_a_clue_and_at_all_of_them_nobody_discards(table: Table) -> None:
    lay = may(table, 0)["lay"]
    assert (lay["seat"], lay["piles"]) == (0, ["fireworks"])
    assert lay["fit"][:5] == ["r1", "y1", "g1", "b1", "w1"]  # then those of the sixth suits
    assert may(table, 0)["barred"] == {"clue": None, "discard": "clue_tokens_full"}
    assert table.tap(LayTap(0, 0, Spot.DISCARDS)) is not None
    assert table.tap(ClueTap(0, 1, RankHint(1)), 0) is None
    assert may(table, 1)["barred"] == {"clue": None, "discard": None}
    assert table.tap(ClueTap(1, 2, RankHint(1)), 1) is None
    assert may(table, 2)["barred"] == {"clue": "no_clue_tokens", "discard": None}
    assert may(table, 2)["clue"] is None
    lay = may(table, 0)["lay"]
    assert (lay["seat"], lay["piles"]) == (2, ["fireworks", "discards"])
    assert table.tap(ClueTap(2, 0, RankHint(1)), 2) is not None


def test_the_seat_that_plays_next_names_a_colour_that_can_be_named(table: Table) -> None:
    assert may(table, 0)["name"] == ["r", "y", "g", "b", "w"]
    assert may(table, 1)["name"] == may(table, PUBLIC)["name"] == []
    for suit in Suit:
        refused = table.tap(NameTap(0, suit), 0) is not None
        assert refused is (suit.value not in may(table, 0)["name"])


def test_a_seat_names_the_cards_of_others_and_puts_its_own_in_order(table: Table) -> None:
    assert may(table, 1)["identify"] == [0, 2]
    assert may(table, PUBLIC)["identify"] == []
    assert (may(table, 1)["arrange"], may(table, PUBLIC)["arrange"]) == (True, False)
    order = (1, 0, 2, 3, 4)
    assert table.tap(RearrangeTap(1, order), 1) is None
    assert table.tap(RearrangeTap(1, order), PUBLIC) is not None


def test_in_a_break_nothing_can_be_tapped(table: Table) -> None:
    assert table.tap(PauseTap(True)) is None
    for reader in (PUBLIC, 0, 1, 2):
        assert may(table, reader) == NOTHING


def test_an_award_tile_comes_before_the_next_turn_and_offers_what_the_rules_do(
    table: Table,
) -> None:
    assert table.tap(ClueTap(0, 1, RankHint(1)), 0) is None
    table.discard(0, "b1")  # seat 1
    for rank in RANKS:
        table.lay(0, f"r{rank}")  # seats 2, 0, 1, 2, 0
    due = may(table, 1)["tile"]
    assert due["seat"] == 0
    offers = {one["tile"]: one for one in due["tiles"]}
    assert list(offers) == [tile.value for tile in Tile]
    assert offers["colour_clue"]["clues"] == ["r", "y", "g", "b", "w"]
    assert offers["rank_clue"]["clues"] == ["1", "2", "3", "4", "5"]
    assert offers["rank_clue"]["targets"] == [2], "seat 1 does not see its own hand"
    assert (offers["return"]["cards"], offers["return"]["may_pass"]) == (["b1"], False)
    assert (offers["rescue"]["cards"], offers["rescue"]["may_pass"]) == (["b1"], False)
    public = {one["tile"]: one for one in may(table, PUBLIC)["tile"]["tiles"]}
    assert public["rank_clue"]["targets"] == []
    assert {reader: may(table, reader)["clue"] for reader in (0, 1, 2)} == dict.fromkeys(range(3))
    assert may(table, 1)["barred"]["clue"] == "award_due"
    assert may(table, 1)["name"] == []
    assert table.tap(TileTap(0, Tile.RETURN), 1) is not None, "there is a card to be named"
    assert table.tap(TileTap(0, Tile.RESCUE, card=Card.parse("b1")), 1) is None
    assert may(table, 1)["tile"] is None


def test_whose_hand_holds_what_changes_nothing_of_what_can_be_tapped(table: Table) -> None:
    before = {reader: may(table, reader) for reader in (PUBLIC, 0, 1, 2)}
    hands_known(table)
    assert {reader: may(table, reader) for reader in (PUBLIC, 0, 1, 2)} == before
    game = table.controller.game
    assert game is not None
    assert offered(game.state, 0, watched=True)["lay"] is None
