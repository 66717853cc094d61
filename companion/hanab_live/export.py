"""A game on record as hanab.live would write it."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from companion.hanab_live.game import NAMES, Action, ActionType, SiteGame
from companion.hanab_live.replay import IllegalAction, positions
from companion.hanab_live.variants import Unsupported, variant_of
from companion.hanabi.cards import Card
from companion.hanabi.events import (
    CardDiscarded,
    CardIdentified,
    CardLaidUnread,
    CardLaidUnseen,
    CardMissed,
    CardPlayed,
    ClueGiven,
    ClueUntold,
    Event,
    GameEnded,
    GameStarted,
    Outcome,
)
from companion.hanabi.moves import CardId, ColourHint
from companion.hanabi.ruleset import Ruleset
from companion.hanabi.state import GameState, evolve, start
from companion.language.phrases import phrase
from companion.language.refusal_texts import HANDS_STAY_HIDDEN, Broken

_SHUFFLES = 100
"""How often cards are shuffled until they fit the clues."""

STOPPED_BY_PLAYER, STOPPED_BY_VOTE = 4, 10
"""The site's numbers for how a game ended."""


def export(events: Iterable[Event]) -> SiteGame:
    """Return the game that ``events`` tell, with None in the deck for what nobody read.

    A card that was never seen is filled in where only one face is left for it.

    Args:
        events: all events on record in their order; what was taken back may be among them.

    Raises:
        Unsupported: the game runs still, or the site cannot express it.
        ValueError: the events make no game.
    """
    state, faces, actions = _told(events)
    if not state.laid_down:
        raise Unsupported(HANDS_STAY_HIDDEN)
    _check(state)
    game = SiteGame(
        players=NAMES[: state.players],
        variant=variant_of(state.ruleset),
        deck=tuple(faces.get(CardId(order)) for order in range(state.ruleset.deck_size)),
        actions=tuple(actions),
        first=state.first,
        empty_clues=state.ruleset.empty_clues,
        all_or_nothing=state.ruleset.all_or_nothing,
    )
    _check_agreement(game, state)
    left = _left(game)
    return _with(game, left) if len(set(left)) == 1 and not state.unread else game


def filled(game: SiteGame) -> SiteGame:
    """Return ``game`` with the missing cards made up from those that are left.

    Raises:
        Unsupported: that would make another game of it.
    """
    *_, before = positions(game)
    if before.unread:
        raise Unsupported(
            phrase("no cards can be made up for it: nobody could read a card that was played")
        )
    left, chance = list(_left(game)), random.Random(0)  # the same game, the same file
    for _ in range(_SHUFFLES):
        whole = _with(game, left)
        with suppress(IllegalAction):  # a clue would have pointed at no card
            *_, after = positions(whole)
            if _public(before) == _public(after):
                return whole
        chance.shuffle(left)
    raise Unsupported(phrase("no cards can be made up for it that would fit what was done"))


def seated_from_first(game: SiteGame) -> SiteGame:
    """Return the same game with the seats counted from the one that began."""
    players, first = len(game.players), game.first
    if not first:
        return game
    size = game.variant.ruleset.hand_size(players)
    old = [
        (first + seat) % players * size + slot for seat in range(players) for slot in range(size)
    ]
    old += range(len(old), len(game.deck))
    new = {order: place for place, order in enumerate(old)}

    def turned(action: Action) -> Action:
        match action.type:
            case ActionType.PLAY | ActionType.DISCARD:
                return replace(action, target=new[action.target])
            case ActionType.END_BY_VOTE:
                return action
            case ActionType.COLOUR_CLUE | ActionType.RANK_CLUE | ActionType.END:
                return replace(action, target=(action.target - first) % players)

    return replace(
        game,
        first=0,
        deck=tuple(game.deck[order] for order in old),
        actions=tuple(turned(action) for action in game.actions),
    )


def for_link(game: SiteGame) -> SiteGame:
    """Return ``game`` as a link can hold it: seat 0 begins, and only the variant is said.

    Raises:
        Unsupported: it would become another game.
    """
    if game.all_or_nothing:
        raise Unsupported(phrase("a link cannot say that all or nothing was played"))
    gaps = len(game.missing)
    if gaps:
        raise Unsupported(
            phrase("a link needs every card of the deck, and {gaps} are not known", gaps=gaps)
        )
    game = seated_from_first(game)
    if game.actions and game.actions[-1].type is ActionType.END_BY_VOTE:
        by_player = Action(ActionType.END, 0, STOPPED_BY_PLAYER)
        game = replace(game, actions=(*game.actions[:-1], by_player))
    plain = replace(game, empty_clues=False)
    try:
        for _ in positions(plain):
            pass
    except IllegalAction as error:
        rule = Broken(error.rule, error.detail)
        raise Unsupported(
            phrase("a link cannot say that empty clues are allowed: {rule}", rule=rule)
        ) from error
    return plain


def _told(events: Iterable[Event]) -> tuple[GameState, dict[CardId, Card | None], list[Action]]:
    """Return the end of the game, the faces that came to light and what was done."""
    state: GameState | None = None
    faces: dict[CardId, Card | None] = {}
    actions: list[Action] = []
    for event in events:
        if isinstance(event, GameStarted):  # also where a turn was taken back: all begins anew
            state, faces, actions = start(event.ruleset, event.players, event.first)[0], {}, []
            continue
        if state is None:
            raise ValueError("a game begins with its start")
        if isinstance(event, CardIdentified | CardPlayed | CardMissed | CardDiscarded):
            faces[event.held] = event.card
        if isinstance(event, CardLaidUnseen | ClueUntold):
            raise Unsupported(
                phrase("of turn {turn} only the counts are on record", turn=state.turn)
            )
        action = _action(state.ruleset, event)
        if action is not None:
            actions.append(action)
        state = evolve(state, event)
    if state is None:
        raise ValueError("a game begins with its start")
    return state, faces, actions


def _action(ruleset: Ruleset, event: Event) -> Action | None:
    match event:
        case CardPlayed() | CardMissed() | CardLaidUnread():
            return Action(ActionType.PLAY, event.held)
        case CardDiscarded():
            return Action(ActionType.DISCARD, event.held)
        case ClueGiven(_, target, ColourHint(colour)):
            return Action(ActionType.COLOUR_CLUE, target, ruleset.nameable.index(colour))
        case ClueGiven(_, target, hint):
            assert not isinstance(hint, ColourHint)
            return Action(ActionType.RANK_CLUE, target, hint.rank)
        case GameEnded(Outcome.TERMINATED, None):
            return Action(ActionType.END_BY_VOTE, -1, STOPPED_BY_VOTE)
        case GameEnded(Outcome.TERMINATED, seat):
            assert seat is not None
            return Action(ActionType.END, seat, STOPPED_BY_PLAYER)
        case _:
            return None


def _check(state: GameState) -> None:
    """Refuse what the site has not, or would not let happen."""
    for has, why in (
        (state.ruleset.award_tiles, phrase("hanab.live has no award tiles")),
        (state.ruleset.synchronised_show, phrase("hanab.live has no synchronised show")),
    ):
        if has:
            raise Unsupported(why)
    for clue in state.clues:
        if clue.fault is not None:
            raise Unsupported(
                phrase(
                    "the clue of turn {turn} turned out to be no proper one ({rule}), and"
                    " hanab.live takes none such",
                    turn=clue.turn,
                    rule=Broken(clue.fault, clue.fault.value),
                )
            )


def _check_agreement(game: SiteGame, state: GameState) -> None:
    """Refuse a record that the rules don't make the same game of, as after a correction."""
    try:
        *_, end = positions(game, state.ruleset.early_end)
    except IllegalAction as error:
        rule = Broken(error.rule, error.detail)
        raise Unsupported(
            phrase("the record breaks a rule at turn {turn}: {rule}", turn=error.turn, rule=rule)
        ) from error
    if _public(end) != _public(state):
        raise Unsupported(phrase("the record does not follow from its moves"))


def _public(state: GameState) -> tuple[object, ...]:
    counts = (state.clue_tokens, state.strikes, state.deck, state.turn)
    return (state.fireworks, len(state.discards), counts, state.outcome)


def _left(game: SiteGame) -> tuple[Card, ...]:
    """Return the cards of the deck that are nowhere in the game."""
    left = Counter(game.variant.ruleset.deck) - Counter(card for card in game.deck if card)
    return tuple(left.elements())


def _with(game: SiteGame, cards: Sequence[Card]) -> SiteGame:
    more = iter(cards)
    return replace(game, deck=tuple(card or next(more, None) for card in game.deck))
