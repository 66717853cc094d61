"""What follows a turn: the next card, the last round, and each way a game can end."""

from companion.hanabi.events import CardDrawn, Event, GameEnded, LastRoundBegan, Outcome
from companion.hanabi.position import GameState
from companion.hanabi.ruleset import EarlyEnd
from companion.hanabi.scoring import best_reachable, played
from companion.hanabi.state import evolve_all


def go_on(
    state: GameState, events: tuple[Event, ...], seat: int, slot: int, *, last: bool
) -> tuple[Event, ...]:
    """Return ``events``, which laid a card, and what follows: a draw, or the end of the game.

    Args:
        state: the position before the events.
        events: what happened so far.
        seat: who laid the card.
        slot: where it stood.
        last: whether it was the last turn of the last round.
    """
    if not state.ruleset.ends_early:
        return (*events, *_draw(state, seat, slot, last=last))
    after = evolve_all(state, events)
    if nothing_left_to_win(after):
        return (*events, GameEnded(_end_of(after)))
    events = (*events, *_draw(after, seat, slot, last=last))
    return stop_if_stuck(state, events)


def stop_if_stuck(state: GameState, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return ``events`` and, where nobody can do anything more, the end of the game."""
    if not state.ruleset.ends_early or (events and isinstance(events[-1], GameEnded)):
        return events
    after = evolve_all(state, events)
    if after.award is None and (_no_move(after) or _nothing_fits(after)):
        return (*events, GameEnded(_end_of(after)))
    return events


def nothing_left_to_win(state: GameState) -> bool:
    """Whether the discards decide the game where the ruleset lets them."""
    ruleset = state.ruleset
    if ruleset.all_or_nothing:
        return best_reachable(state) < ruleset.display
    return ruleset.early_end is not EarlyEnd.OFF and played(state) == best_reachable(state)


def _end_of(state: GameState) -> Outcome:
    return Outcome.FAILED if state.ruleset.all_or_nothing else Outcome.DECK_OUT


def _draw(state: GameState, seat: int, slot: int, *, last: bool) -> tuple[Event, ...]:
    if state.deck > 1:
        return (CardDrawn(seat, state.next_id, slot),)
    if state.deck == 1:
        drawn = CardDrawn(seat, state.next_id, slot)
        return (drawn,) if state.ruleset.all_or_nothing else (drawn, LastRoundBegan())
    return (GameEnded(Outcome.DECK_OUT),) if last else ()


def _no_move(state: GameState) -> bool:
    """Whether the seat to move has no card to lay and no clue to give."""
    if state.hands[state.to_move]:
        return False
    if not state.clue_tokens:
        return True
    return not state.ruleset.empty_clues and not any(state.hands)


def _nothing_fits(state: GameState) -> bool:
    """Whether nobody who has a turn left holds a card that fits; False where that is unknown."""
    if state.ruleset.early_end is not EarlyEnd.HANAB_LIVE or state.turns_left is None:
        return False
    wanted = {
        (rule.suit, rule.build[height])
        for rule, height in zip(state.ruleset.suits, state.fireworks, strict=True)
        if height < len(rule.build)
    }
    for turn in range(state.turns_left):
        for held in state.hands[(state.to_move + turn) % state.players]:
            if held.card is None or (held.card.suit, held.card.rank) in wanted:
                return False
    return True
