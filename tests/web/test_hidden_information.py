"""Two worlds that differ only in what a reader may not see send him the same bytes."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from companion.hanabi.cards import Card
from companion.hanabi.clues import touches
from companion.hanabi.moves import Move
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import GameState
from companion.views.view import PUBLIC
from tests.web.phones import Phone, app_of
from tests.web.players import sensible
from tests.web.real_table import OpenTable, shuffled
from tests.web.test_stream import Listener

pytestmark = pytest.mark.usefixtures("same_start")

QUICK, ALL = 6, 60  # games


def games(quick: int, everything: int) -> list[object]:
    """A few games for each day, and many for the long tests."""
    rest = [pytest.param(seed, marks=pytest.mark.long) for seed in range(quick, everything)]
    return [*range(quick), *rest]


PAGES = (
    "/",
    "/seats",
    "/seat",
    "/public",
    "/panel",
    "/api/view",
    "/api/view?public=1",
    "/api/lamps",
)


@dataclass(frozen=True)
class Evening:
    """A game up to some moment: the deck, who plays and the moves."""

    deck: tuple[Card, ...]
    players: int
    moves: tuple[Move, ...]
    state: GameState


def play(open_table: OpenTable, seed: int, turns: int) -> Evening:
    chance = random.Random(seed)
    deck = shuffled(seed)
    desk = open_table(chance.choice([2, 3, 4, 5]), deck=deck)
    desk.deal()
    moves: list[Move] = []
    while not desk.state.over and len(moves) < turns:
        moves.append(sensible(desk.state, chance))
        desk.move(moves[-1])
    return Evening(deck, desk.players, tuple(moves), desk.state)


def with_other_cards(evening: Evening, hidden: Sequence[int], chance: random.Random) -> Evening:
    """Exchange the faces that nobody has told of; the clues still point where they pointed."""
    deck = list(evening.deck)
    for _ in range(30 * len(hidden)):
        one, other = chance.choice(hidden), chance.choice(hidden)
        if may_be(evening.state, one, deck[other]) and may_be(evening.state, other, deck[one]):
            deck[one], deck[other] = deck[other], deck[one]
    return Evening(tuple(deck), evening.players, evening.moves, evening.state)


def may_be(state: GameState, held: int, card: Card) -> bool:
    return all(
        touches(STANDARD, clue.hint, card) is (held in clue.touched)
        for clue in state.clues
        if held in clue.held
    )


def everything_sent(open_table: OpenTable, evening: Evening, seat: int | None) -> list[bytes]:
    """Play the moves and return every byte that a phone gets meanwhile."""
    desk = open_table(evening.players, deck=evening.deck, panel=True)
    phone = Phone(app_of(desk, address="http://192.168.1.20:8000"), seat)
    listener = Listener(phone)
    sent = [listener.next(), listener.next()]
    desk.deal()
    for move in evening.moves:
        sent.append(listener.next())
        desk.move(move)
    sent.append(listener.next())
    if not evening.state.over:
        taps = [
            phone.tap("clue", target=(0 if seat is None else seat + 1) % desk.players, value=1),
            phone.tap("undo"),
            phone.tap("clue", target=seat or 0, colour="r"),  # to oneself, or out of turn
            phone.tap("answer", card="r3"),
            phone.tap("start", first=1, version=1),  # stale
        ]
        sent += [response.get_data(as_text=True) for response in taps]
    body = [text.encode() for text in sent]
    return body + [phone.get(path).data for path in PAGES]


@pytest.mark.parametrize("seed", games(QUICK, ALL))
def test_what_a_seat_is_sent_does_not_depend_on_its_own_hidden_cards(
    open_table: OpenTable, seed: int
) -> None:
    chance = random.Random(seed)
    evening = play(open_table, seed, turns=chance.randrange(0, 70))
    if evening.state.over:
        evening = play(open_table, seed, turns=len(evening.moves) - 1)
    seat = chance.randrange(evening.players)
    in_the_deck = range(evening.state.next_id, len(evening.deck))
    hidden = [held.id for held in evening.state.hands[seat]] + list(in_the_deck)
    other = with_other_cards(evening, hidden, chance)
    clued_out = all(evening.deck[held] == other.deck[held] for held in hidden)
    assert not clued_out or len(hidden) < 8, "the worlds should differ"
    assert everything_sent(open_table, evening, seat) == everything_sent(open_table, other, seat)


@pytest.mark.parametrize("seed", games(QUICK, ALL))
def test_what_the_public_is_sent_does_not_depend_on_any_hand(
    open_table: OpenTable, seed: int
) -> None:
    chance = random.Random(100 + seed)
    evening = play(open_table, seed, turns=chance.randrange(5, 40))
    if evening.state.over:
        evening = play(open_table, seed, turns=len(evening.moves) - 1)
    in_hands = [held.id for hand in evening.state.hands for held in hand]
    hidden = in_hands + list(range(evening.state.next_id, len(evening.deck)))
    other = with_other_cards(evening, hidden, chance)
    assert other.deck != evening.deck
    # A clue of the public page is refused, whatever the hands: only a seat gives clues.
    assert everything_sent(open_table, evening, None) == everything_sent(open_table, other, None)


@pytest.mark.parametrize("seed", games(2, 12))
def test_no_message_of_a_whole_game_shows_a_hand_to_its_owner_or_any_to_the_public(
    seed: int,
    open_table: OpenTable,
) -> None:
    evening = play(open_table, seed, turns=1000)
    assert evening.state.over
    desk = open_table(evening.players, deck=evening.deck)
    app = app_of(desk)
    readers: list[int | None] = [None, *range(desk.players)]
    phones = [(reader, Phone(app, reader)) for reader in readers]
    desk.deal()
    for move in evening.moves:
        for reader, phone in phones:
            view = phone.view()
            game = view["game"]
            assert game["reader"] == reader
            for seat, hand in enumerate(game["hands"]):
                shown = [card["face"] for card in hand]
                own = reader is None or seat == reader
                assert (shown == [None] * len(hand)) is own
        desk.move(move)
    assert phones[0][1].view()["phase"] == "ending"
    hidden = phones[1][1].view()["game"]["hands"][0]
    assert all(card["face"] is None for card in hidden), "until the table lays its hands down"
    assert phones[1][1].tap("lay-down").status_code == 200
    assert phones[0][1].view()["phase"] == "over"
    assert all(card["face"] for hand in phones[1][1].view()["game"]["hands"] for card in hand)


def test_the_moment_of_a_message_to_an_onlooker_does_not_depend_on_hands(
    open_table: OpenTable,
) -> None:
    """A seat that does not play gets the public view, also at the public view's pace."""
    desk = open_table(players=2)
    desk.blur(0, 0)
    app = app_of(desk)
    listener = Listener(Phone(app, seat=4))
    listener.next()
    listener.next()
    desk.deal()
    first = listener.snapshot()
    before, public = desk.hub.snapshot(1), desk.hub.snapshot(PUBLIC)
    # Somebody's hidden card becomes known: what seat 1 sees changes, and nothing for the public.
    desk.name(1, 0, 0, desk.deck[0].label)
    assert desk.hub.snapshot(1) != before
    assert desk.hub.snapshot(PUBLIC) == public
    assert desk.hub.snapshot(4) is None, "there is no view of a seat that does not play"
    desk.hub.close()
    assert first["view"]["game"]["reader"] is None
    assert listener.next() == "the end"
