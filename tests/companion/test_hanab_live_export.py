"""Games go to hanab.live and back; what that site cannot express is refused."""

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hanab_live.export import export, filled
from companion.hanab_live.game import Action, ActionType, FormatError, SiteGame
from companion.hanab_live.notation import parse, to_data
from companion.hanab_live.replay import OpenHands
from companion.hanab_live.variants import Unsupported
from companion.hanabi.editions import RULESETS, Options, SixthSuit, compose
from companion.hanabi.events import Event, GameEnded, GameStarted, HandsLaidDown, Outcome
from companion.hanabi.moves import GiveClue, Identify, LayDown, Move, Play, RankHint, Terminate
from companion.hanabi.rules import apply
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.hanabi.state import GameState, evolve_all, start
from tests.companion.exported import end, in_public
from tests.companion.live_games import random_live_game
from tests.companion.random_games import COLOURFUL, RandomGame, random_game


def told(live: SiteGame) -> tuple[Event, ...]:
    """What a record holds of a game of the site that was played at the table."""
    table = OpenHands(live)
    for action in live.actions:
        table.make(table.move(action))
    if table.state.over:
        table.make(LayDown())
    return (table.started, *(event for _, events in table.steps for event in events))


def finished(seed: int, known: float = 0.97) -> tuple[RandomGame, tuple[Event, ...], GameState]:
    """A game of the base rules with noise in its record, and with it after all hands lie open."""
    while True:
        game = random_game(seed, known=known)
        state = game.state
        events: list[Event] = [game.started]
        events += (event for _, caused in game.steps for event in caused)
        for held in [held for hand in state.hands for held in hand]:
            more = apply(state, Identify(held.id, game.deck[held.id]))
            state = evolve_all(state, more)
            events += more
        proper = not state.unread and not any(clue.fault for clue in state.clues)
        if (
            game.started.ruleset == STANDARD
            and state.over
            and proper
            and None not in state.discards
        ):
            return game, tuple(events), state
        seed += 1000


# ----------------------------------------------------------------------------- there and back again


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([{}, {"emptyClues": True}, {"allOrNothing": True}]))
def test_what_was_imported_is_exported_the_same(seed: int, options: dict[str, bool]) -> None:
    live = parse(random_live_game(seed, **options))
    out = export(told(live))
    drawn = end(live).next_id
    assert out.deck[:drawn] == live.deck[:drawn]
    assert replace(out, deck=live.deck) == live
    assert parse(json.loads(json.dumps(to_data(out)))) == out
    whole = filled(out)
    assert sorted(whole.deck, key=str) == sorted(live.deck, key=str)
    assert in_public(end(whole)) == in_public(end(live))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 999))
def test_what_was_recorded_at_the_table_comes_back_as_the_same_game(seed: int) -> None:
    game, events, state = finished(seed)
    live = export(events)
    assert live.deck[: state.next_id] == game.deck[: state.next_id]
    again = end(parse(to_data(live)))
    assert in_public(again) == in_public(state)
    assert export(told(live)) == live


def test_a_turn_taken_back_is_not_in_it() -> None:
    live = parse(random_live_game(4))
    events = told(live)
    again = told(replace(live, actions=live.actions[:3]))
    assert export((*again, *events)) == export(events)


def test_the_seed_is_never_written() -> None:
    assert "seed" not in to_data(export(told(parse(random_live_game(1)))))


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_game_that_was_stopped_says_who_stopped_it(seat: int | None) -> None:
    table = OpenHands(parse({**random_live_game(2), "actions": []}))
    table.make(Terminate(seat))
    table.make(LayDown())
    events = (table.started, *(event for _, events in table.steps for event in events))
    live = export(events)
    assert live.actions == (
        Action(ActionType.END_BY_VOTE, -1, 10) if seat is None else Action(ActionType.END, seat, 4),
    )
    assert end(live).outcome is Outcome.TERMINATED
    assert told(live)[-2:] == (GameEnded(Outcome.TERMINATED, seat), HandsLaidDown())


# ---------------------------------------------------------------------------------- what is missing


def test_cards_that_nobody_read_are_missing_and_named() -> None:
    game = random_live_game(12, variant="No Variant")
    stop = {"type": 4, "target": 0, "value": 4}
    live = parse({**game, "actions": [*game["actions"][:20], stop]})
    events, state = told(live), end(live)
    held = state.hands[1][2]
    assert export(events).missing == tuple(range(state.next_id, 50))
    assert len(export(events).missing) > 2
    live = export((*events, *apply(state, Identify(held.id, None))))
    assert live.missing == (held.id, *range(state.next_id, 50))
    data = to_data(live)
    assert data["missing"] == list(live.missing)
    assert parse(data) == live
    with pytest.raises(FormatError, match="missing names the cards that are null"):
        parse({**data, "missing": [0]})
    with pytest.raises(FormatError, match="it is an object"):
        parse({name: value for name, value in data.items() if name != "missing"})


def test_cards_are_filled_in_where_the_record_leaves_one_face_for_them() -> None:
    full = [game for seed in range(30) if end(game := parse(random_live_game(seed))).deck == 0]
    for live in full:
        events = told(live)
        last = end(live).hands[0][0]
        forgotten = (*events, *apply(end(live), Identify(last.id, None)))
        assert export(forgotten) == export(events)
        assert not export(events).missing
    assert len(full) > 5


def test_made_up_cards_fit_the_clues() -> None:
    tried = 0
    for seed in range(30):
        live = parse(random_live_game(seed, variant="6 Suits"))
        clues = [action for action in live.actions[:30] if action.value is not None]
        unread = replace(
            live, deck=(None,) * 60, actions=(*clues[:1], Action(ActionType.END, 0, 4))
        )
        if clues and live.actions[0] == clues[0]:
            whole = filled(unread)
            assert whole == filled(unread)
            assert end(whole).outcome is Outcome.TERMINATED
            tried += 1
    assert tried > 5


def test_no_card_is_made_up_for_one_that_was_played_unread() -> None:
    live = parse(random_live_game(3))
    table = OpenHands(live)
    first = table.state.hands[table.state.to_move][0]
    played = Play(table.state.to_move, first.id, None)
    for move in (Identify(first.id, None), played, Terminate(0), LayDown()):
        table.make(move)
    unread = export((table.started, *(event for _, events in table.steps for event in events)))
    assert first.id in unread.missing
    with pytest.raises(Unsupported, match="nobody could read a card that was played"):
        filled(unread)


# ---------------------------------------------------------------------------------- what is refused


def refusal(events: tuple[Event, ...]) -> str:
    with pytest.raises(Unsupported) as error:
        export(events)
    return str(error.value)


def test_a_running_game_is_refused_whatever_its_cards_are() -> None:
    live = parse(random_live_game(6))
    events = told(replace(live, actions=live.actions[:5]))
    assert refusal(events) == "the game is still running: its hidden cards stay hidden"


def test_a_game_that_has_ended_is_refused_until_its_hands_are_laid_down() -> None:
    events = told(parse(random_live_game(6)))
    assert events[-1] == HandsLaidDown()
    assert refusal(events[:-1]) == "the game is still running: its hidden cards stay hidden"


def stopped(ruleset: Ruleset) -> tuple[Event, ...]:
    return (GameStarted(ruleset, 2, 0), GameEnded(Outcome.TERMINATED, 0), HandsLaidDown())


@pytest.mark.parametrize(
    ("ruleset", "reason"),
    [
        (COLOURFUL, "hanab.live has no variant with the suits r y g b w m k of colourful"),
        (
            replace(STANDARD, clue_tokens=9),
            "hanab.live plays with 8 clue tokens, standard with 9",
        ),
        (replace(STANDARD, strikes=2), "hanab.live plays with 3 strikes, standard with 2"),
        (
            replace(STANDARD, hand_sizes=(4, 4)),
            "hanab.live deals hands of (5, 5, 4, 4) to 2, 3, ... players, standard of (4, 4)",
        ),
        (replace(STANDARD, award_tiles=True), "hanab.live has no award tiles"),
        (replace(STANDARD, synchronised_show=True), "hanab.live has no synchronised show"),
    ],
)
def test_what_the_site_cannot_express_is_refused_with_a_reason(
    ruleset: Ruleset, reason: str
) -> None:
    assert refusal(stopped(ruleset)) == reason


@pytest.mark.parametrize(
    ("options", "variant"),
    [
        (Options(), "No Variant"),
        (Options(sixth_suit=SixthSuit.TEN_NAMEABLE), "6 Suits"),
        (Options(sixth_suit=SixthSuit.FIVE_NAMEABLE), "Black (6 Suits)"),
        (Options(sixth_suit=SixthSuit.TEN_WILD), "Rainbow (6 Suits)"),
        (Options(sixth_suit=SixthSuit.FIVE_WILD), "Dark Rainbow (6 Suits)"),
        (Options(black_powder=True), "White Reversed (6 Suits)"),
        (Options(black_powder=True, black_copies=(3, 2, 2, 2, 1)), None),
        (Options(black_powder=True, sixth_suit=SixthSuit.TEN_WILD), None),
    ],
)
def test_what_is_printed_has_its_variant(options: Options, variant: str | None) -> None:
    ruleset = compose("ours", options)
    if variant is None:
        assert "hanab.live has no variant" in refusal(stopped(ruleset))
    else:
        assert export(stopped(ruleset)).variant.name == variant


@pytest.mark.parametrize("edition", RULESETS.values(), ids=RULESETS)
def test_every_edition_can_be_exported(edition: Ruleset) -> None:
    live = export(stopped(edition))
    assert (live.variant.name, live.empty_clues) == ("No Variant", edition.empty_clues)


def test_a_clue_that_turned_out_empty_is_refused() -> None:
    state, (started,) = start(STANDARD, 2)
    deck = random.Random(1).sample(STANDARD.deck, 50)
    absent = next(rank for rank in range(1, 6) if rank not in {card.rank for card in deck[5:10]})
    shown = [Identify(held.id, deck[held.id]) for held in state.hands[1]]
    moves: list[Move] = [GiveClue(0, 1, RankHint(absent)), *shown, Terminate(0), LayDown()]
    events: list[Event] = [started]
    for move in moves:
        more = apply(state, move)
        state = evolve_all(state, more)
        events += more
    assert refusal(tuple(events)) == (
        "the clue of turn 1 turned out to be no proper one (empty_clue),"
        " and hanab.live takes none such"
    )


def test_what_is_no_game_is_a_mistake_of_the_caller() -> None:
    for events in ((), (GameEnded(Outcome.TERMINATED, 0),)):
        with pytest.raises(ValueError, match="a game begins with its start"):
            export(events)
