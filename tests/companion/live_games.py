"""Games in hanab.live's JSON that chance plays: the same seed, the same game."""

import random
from typing import Any

from companion.hanab_live.game import NAMES, Action, ActionType, SiteGame
from companion.hanab_live.notation import parse, to_data
from companion.hanab_live.replay import OpenHands
from companion.hanab_live.variants import VARIANTS
from companion.hanabi.moves import ColourHint, Discard, GiveClue, Play, Turn
from companion.hanabi.rules import legal_moves
from companion.hanabi.state import GameState

Json = dict[str, Any]


def random_live_game(seed: int, **options: Any) -> Json:
    """A game to its end, of any variant; ``options`` as in the JSON."""
    chance = random.Random(seed)
    variant = VARIANTS[options.get("variant", chance.choice(list(VARIANTS)))]
    deck = list(variant.ruleset.deck)
    chance.shuffle(deck)
    names = NAMES[: chance.choice(variant.ruleset.players)]
    game = to_data(SiteGame(names, variant, tuple(deck), ()))
    game["options"] = {"variant": variant.name, **options}
    actions: list[Json] = []
    table = OpenHands(parse(game))
    while not table.state.over:
        action = as_json(table.state, _choice(table.state, chance))
        actions.append(action)
        table.make(table.move(Action(ActionType(action["type"]), **_rest(action))))
    return {**game, "actions": actions}


def as_json(state: GameState, move: Turn) -> Json:
    match move:
        case Play(_, held, _):
            return {"type": 0, "target": held}
        case Discard(_, held, _):
            return {"type": 1, "target": held}
        case GiveClue(_, target, ColourHint(colour)):
            value = state.ruleset.nameable.index(colour)
            return {"type": 2, "target": target, "value": value}
        case GiveClue(_, target, hint):
            assert not isinstance(hint, ColourHint)
            return {"type": 3, "target": target, "value": hint.rank}


def _rest(action: Json) -> Json:
    return {name: action[name] for name in ("target", "value") if name in action}


def _choice(state: GameState, chance: random.Random) -> Turn:
    """A card that fits, if there is one, or else anything but a misplay; both mostly."""
    moves = list(legal_moves(state))
    fitting = [move for move in moves if isinstance(move, Play) and _fits(state, move)]
    if fitting and chance.random() < 0.7:
        return chance.choice(fitting)
    others = [move for move in moves if not isinstance(move, Play)]
    return chance.choice(moves if chance.random() < 0.03 else others or moves)


def _fits(state: GameState, move: Play) -> bool:
    assert move.card is not None
    build, height = state.ruleset.build(move.card.suit), state.height(move.card.suit)
    return height < len(build) and build[height] == move.card.rank
