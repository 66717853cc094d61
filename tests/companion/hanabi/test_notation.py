"""Everything a record holds survives JSON, and nothing else is taken for a record."""

import json
from dataclasses import fields, replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hanabi import notation
from companion.hanabi.cards import RANKS, Card, Suit
from companion.hanabi.editions import Options, SixthSuit, compose
from companion.hanabi.events import (
    AwardClueGiven,
    AwardEarned,
    CardDiscarded,
    CardDrawn,
    CardIdentified,
    CardLaidUnread,
    CardLaidUnseen,
    CardMissed,
    CardPlayed,
    CardRescued,
    CardReturned,
    ClueFaulted,
    ClueGiven,
    ClueSettled,
    ClueTokenRegained,
    ClueUntold,
    ColourNamed,
    Event,
    FireworkCompleted,
    FuseMended,
    GameEnded,
    GameStarted,
    HandRearranged,
    HandsLaidDown,
    LastRoundBegan,
    Outcome,
    PointingDiffered,
    TileTurned,
)
from companion.hanabi.manners import DrawHabit, FirstPlayer, Manners, Talk, TokenPlace
from companion.hanabi.moves import (
    CardId,
    ColourHint,
    Discard,
    GiveClue,
    Identify,
    LayDown,
    LayUnseen,
    Move,
    Play,
    RankHint,
    Rearrange,
    SpendToken,
    Terminate,
    Tile,
    TileChoice,
    Turn,
    Unseen,
)
from companion.hanabi.notation import (
    event_from_data,
    event_to_data,
    move_from_data,
    move_to_data,
    ruleset_from_data,
    ruleset_to_data,
)
from companion.hanabi.refusals import Rule
from companion.hanabi.ruleset import STANDARD, EarlyEnd, LossScore, Ruleset, SuitRule
from companion.hanabi.state import evolve_all, start
from companion.hanabi.tellers import NOBODY, PUBLIC_PAGE, Teller
from tests.companion.random_games import COLOURFUL, random_game

numbers = st.integers(0, 99)
ids = numbers.map(CardId)
cards = st.builds(Card, st.sampled_from(Suit), st.sampled_from(RANKS))
faces = st.none() | cards
hints = st.builds(ColourHint, st.sampled_from(Suit)) | st.builds(RankHint, st.sampled_from(RANKS))
seats = st.none() | numbers
pointed_at = st.lists(ids).map(tuple)
tiles = st.none() | st.sampled_from(Tile)
orders = st.lists(st.none() | ids).map(tuple)
DELUXE = compose(
    "deluxe", Options(sixth_suit=SixthSuit.TEN_WILD, black_powder=True, award_tiles=True)
)
HURRIED = replace(STANDARD, early_end=EarlyEnd.REACHED)
rulesets = st.sampled_from([STANDARD, COLOURFUL, DELUXE, HURRIED]) | st.builds(
    Ruleset,
    name=st.text(),
    suits=st.lists(st.sampled_from(Suit), min_size=2, unique=True).map(
        lambda suits: tuple(map(SuitRule, suits))
    ),
    clue_tokens=st.integers(1, 99),
    strikes=st.integers(1, 99),
    hand_sizes=st.lists(st.integers(1, 4), min_size=1, max_size=3).map(tuple),
    empty_clues=st.booleans(),
    loss_score=st.sampled_from(LossScore),
    all_or_nothing=st.booleans(),
    synchronised_show=st.booleans(),
    manners=st.builds(
        Manners,
        equal_emphasis=st.booleans(),
        announced_discards=st.booleans(),
        talk=st.sampled_from(Talk),
        rearranging=st.booleans(),
        browsing=st.booleans(),
        first_player=st.sampled_from(FirstPlayer),
        available_tokens=st.sampled_from(TokenPlace),
        drawing=st.sampled_from(DrawHabit),
    ),
)

sayers = st.sampled_from([NOBODY, Teller(2), PUBLIC_PAGE])
MOVES: dict[type, st.SearchStrategy[Move]] = {
    Play: st.builds(Play, numbers, ids, faces, st.none() | st.sampled_from(Suit), pointed_at),
    Discard: st.builds(Discard, numbers, ids, faces, pointed_at),
    GiveClue: st.builds(
        GiveClue, numbers, numbers, hints, st.booleans(), sayers, st.none() | pointed_at
    ),
    SpendToken: st.builds(SpendToken, numbers),
    LayUnseen: st.builds(LayUnseen, numbers, st.sampled_from(Unseen)),
    TileChoice: st.builds(TileChoice, numbers, tiles, seats, st.none() | hints, faces),
    Identify: st.builds(Identify, ids, faces),
    Rearrange: st.builds(Rearrange, numbers, orders),
    Terminate: st.builds(Terminate, seats),
    LayDown: st.builds(LayDown, sayers),
}
EVENTS: dict[type, st.SearchStrategy[Event]] = {
    GameStarted: st.builds(GameStarted, rulesets, numbers, numbers),
    CardIdentified: st.builds(CardIdentified, ids, faces),
    CardPlayed: st.builds(CardPlayed, numbers, ids, numbers, cards, pointed_at),
    FireworkCompleted: st.builds(FireworkCompleted, st.sampled_from(Suit)),
    ClueTokenRegained: st.just(ClueTokenRegained()),
    CardMissed: st.builds(CardMissed, numbers, ids, numbers, cards, pointed_at),
    CardDiscarded: st.builds(CardDiscarded, numbers, ids, numbers, faces, pointed_at),
    CardLaidUnread: st.builds(CardLaidUnread, numbers, ids, numbers, pointed_at),
    CardDrawn: st.builds(CardDrawn, numbers, ids, numbers),
    LastRoundBegan: st.just(LastRoundBegan()),
    ClueGiven: st.builds(
        ClueGiven,
        *(numbers, numbers, hints, numbers, pointed_at, pointed_at, st.booleans(), sayers),
        st.none() | pointed_at,
    ),
    ClueUntold: st.builds(ClueUntold, numbers, numbers),
    CardLaidUnseen: st.builds(
        CardLaidUnseen, numbers, ids, numbers, pointed_at, st.sampled_from(Unseen)
    ),
    ClueSettled: st.builds(ClueSettled, numbers, pointed_at),
    ClueFaulted: st.builds(ClueFaulted, numbers, st.sampled_from(Rule)),
    PointingDiffered: st.builds(
        PointingDiffered, numbers, numbers, hints, ids, cards, st.booleans()
    ),
    ColourNamed: st.builds(ColourNamed, numbers, st.sampled_from(Suit)),
    AwardEarned: st.builds(AwardEarned, numbers, numbers),
    TileTurned: st.builds(TileTurned, numbers, tiles),
    FuseMended: st.just(FuseMended()),
    CardReturned: st.builds(CardReturned, numbers, cards),
    CardRescued: st.builds(CardRescued, numbers, cards),
    AwardClueGiven: st.builds(
        AwardClueGiven, numbers, numbers, hints, numbers, pointed_at, pointed_at
    ),
    HandRearranged: st.builds(HandRearranged, numbers, orders),
    GameEnded: st.builds(GameEnded, st.sampled_from(Outcome), seats),
    HandsLaidDown: st.builds(HandsLaidDown, sayers),
}


def through_json(data: object) -> object:
    return json.loads(json.dumps(data, allow_nan=False))


# ------------------------------------------------------------------------- there and back again


def test_no_move_and_no_event_is_left_out_of_these_tests() -> None:
    assert set(MOVES) == {*get_args(Turn), *get_args(Move)} - {Turn}
    assert set(EVENTS) == set(get_args(Event))
    assert set(MOVES) == set(notation.MOVES.kinds.values())
    assert set(EVENTS) == set(notation.EVENTS.kinds.values())


@given(st.one_of(*MOVES.values()))
def test_every_move_survives_json(move: Move) -> None:
    assert move_from_data(through_json(move_to_data(move))) == move


@settings(deadline=None)
@given(st.one_of(*EVENTS.values()))
def test_every_event_survives_json(event: Event) -> None:
    assert event_from_data(through_json(event_to_data(event))) == event


def test_a_clue_by_hearsay_survives_json() -> None:
    event = ClueGiven(0, 1, RankHint(2), 4, (), (CardId(5),), blind=True)
    assert event_from_data(through_json(event_to_data(event))) == event
    assert "blind" not in event_to_data(replace(event, blind=False))


@pytest.mark.parametrize("seed", range(12))
def test_a_whole_game_survives_json_and_ends_where_it_ended(seed: int) -> None:
    game = random_game(seed)
    state = start(STANDARD, 2)[0]
    events: tuple[Event, ...]
    for move, events in ((None, (game.started,)), *game.steps):
        if move is not None:
            assert move_from_data(through_json(move_to_data(move))) == move
        again = tuple(event_from_data(through_json(event_to_data(event))) for event in events)
        assert again == events
        state = evolve_all(state, again)
    assert state == game.state


def test_a_ruleset_is_written_whole_not_by_name() -> None:
    black = replace(DELUXE.suits[-1], nameable=True)
    full = replace(
        STANDARD,
        suits=(black, *STANDARD.suits),
        all_or_nothing=True,
        synchronised_show=True,
        award_tiles=True,
        manners=Manners(browsing=False),
    )
    written = json.loads(json.dumps(ruleset_to_data(full)))
    names = {field.name for field in fields(Ruleset) if field.init}
    assert set(written) | {"early_end"} == names
    assert set(ruleset_to_data(HURRIED)) & {"early_end"}
    assert set(written["suits"][0]) == {field.name for field in fields(SuitRule)}
    assert set(written["manners"]) | {"drawing"} == {field.name for field in fields(Manners)}
    left = replace(STANDARD, manners=Manners(drawing=DrawHabit.LEFT))
    assert ruleset_from_data(json.loads(json.dumps(ruleset_to_data(left)))) == left
    changed = Ruleset("standard", STANDARD.suits, strikes=4)
    assert ruleset_from_data(ruleset_to_data(changed)).strikes == 4


def test_a_ruleset_of_the_first_records_has_none_of_the_later_options() -> None:
    written = ruleset_to_data(STANDARD)
    assert not {"all_or_nothing", "award_tiles", "manners", "early_end"} & set(written)
    assert ruleset_from_data(written) == STANDARD


# -------------------------------------------------------------- what old records and people read


def test_cards_are_labels_and_members_are_their_values() -> None:
    assert move_to_data(Play(0, CardId(2), Card(Suit.RED, 3))) == {
        "kind": "play",
        "seat": 0,
        "held": 2,
        "card": "r3",
    }
    assert move_to_data(Discard(0, CardId(2), None, (CardId(2), CardId(4)))) == {
        "kind": "discard",
        "seat": 0,
        "held": 2,
        "card": None,
        "among": [2, 4],
    }
    assert move_to_data(GiveClue(0, 1, ColourHint(Suit.GREEN))) == {
        "kind": "clue",
        "seat": 0,
        "target": 1,
        "colour": "g",
    }
    assert event_to_data(ClueFaulted(3, Rule.EMPTY_CLUE)) == {
        "kind": "clue_faulted",
        "turn": 3,
        "rule": "empty_clue",
    }
    assert event_to_data(GameEnded(Outcome.DECK_OUT)) == {
        "kind": "game_ended",
        "outcome": "deck_out",
        "seat": None,
    }


# ------------------------------------------------------------------------------ nothing is guessed

PLAY = {"kind": "play", "seat": 0, "held": 2, "card": "r3"}
CLUE = {"kind": "clue", "seat": 0, "target": 1}


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (["play"], r"a move is a dictionary, got \['play'\]"),
        ({}, "a move: the field kind is missing"),
        ({"kind": "fly"}, "a move, kind: there is no 'fly'"),
        ({"kind": ["play"]}, "a move, kind: "),
        ({**PLAY, "card": "r6"}, "play, card: .*got 'r6'"),
        ({**PLAY, "card": 3}, "play, card: wants text, got 3"),
        ({**PLAY, "seat": True}, "play, seat: wants a whole number from 0 up, got True"),
        ({**PLAY, "seat": 1.0}, "play, seat: wants a whole number from 0 up, got 1.0"),
        ({**PLAY, "held": -1}, "play, held: wants a whole number from 0 up, got -1"),
        ({**PLAY, "slot": 1}, "play: there is no field 'slot'"),
        ({"kind": "play", "seat": 0, "held": 2}, "play: the field card is missing"),
        (CLUE, "clue: wants exactly one of the fields colour and value"),
        ({**CLUE, "value": 1, "colour": "r"}, "clue: wants exactly one of"),
        ({**CLUE, "value": 6}, "clue, value: wants a rank from 1 to 5, got 6"),
        ({**CLUE, "value": True}, "clue, value: wants a rank from 1 to 5, got True"),
        ({**CLUE, "colour": "red"}, "clue, colour: wants one of r, y, g, b, w, m, k, got 'red'"),
        ({**PLAY, "among": 2}, "play, among: wants a list, got 2"),
        ({**PLAY, "named": "x"}, "play, named: wants one of r, y, g, b, w, m, k, got 'x'"),
        (
            {"kind": "tile", "seat": 0, "tile": "a1"},
            "tile, tile: wants one of .*got 'a1'",
        ),
        ({"kind": "rearrange", "seat": 0, "order": 3}, "rearrange, order: wants a list, got 3"),
    ],
)
def test_what_is_no_move_is_refused_by_kind_and_field(data: object, complaint: str) -> None:
    with pytest.raises(ValueError, match=f"^{complaint}"):
        move_from_data(data)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"empty_clues": 0}, "empty_clues: wants true or false, got 0"),
        ({"name": 4}, "name: wants text, got 4"),
        ({"suits": [{"suit": "r"}]}, "suits: suit rule: the field copies is missing"),
        ({"suits": []}, "ruleset standard: at least one suit must be nameable"),
        ({"loss_score": "half"}, "loss_score: wants one of zero, sum, none, got 'half'"),
        ({"all_or_nothing": None}, "all_or_nothing: wants true or false, got None"),
        ({"early_end": "now"}, "early_end: wants one of off, reached, hanab_live, got 'now'"),
        ({"manners": {}}, "manners: manners: the field equal_emphasis is missing"),
        ({"tiles": 6}, "ruleset: there is no field 'tiles'"),
    ],
)
def test_what_is_no_ruleset_starts_no_game(change: dict[str, object], complaint: str) -> None:
    ruleset = {**ruleset_to_data(STANDARD), **change}
    data = {"kind": "game_started", "ruleset": ruleset, "players": 2, "first": 0}
    with pytest.raises(ValueError, match=f"^game_started, ruleset: .*{complaint}"):
        event_from_data(data)


@given(st.one_of(*EVENTS.values()), st.data())
def test_an_event_with_a_field_missing_is_no_event(event: Event, data: st.DataObject) -> None:
    written = event_to_data(event)
    optional = {"blind", "by"} | (set() if isinstance(event, CardLaidUnseen) else {"among"})
    left = sorted(written.keys() - optional)
    del written[data.draw(st.sampled_from(left))]
    with pytest.raises(ValueError, match=r"missing|exactly one"):
        event_from_data(written)
