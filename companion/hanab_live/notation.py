"""Games as hanab.live writes them, read strictly, and written."""

import reprlib
from collections.abc import Callable
from typing import TypeVar

from companion.hanab_live.game import NAMES, SITE_PLAYERS, Action, ActionType, FormatError, SiteGame
from companion.hanab_live.variants import NO_VARIANT, Unsupported, Variant, variant_named
from companion.hanabi.cards import Card
from companion.hanabi.ruleset import FEWEST_PLAYERS
from companion.language.phrases import Phrase, phrase

LARGEST_NUMBER = 10**6
"""No number in a game is anywhere near it."""


_HARMLESS = frozenset({"timed", "timeBase", "timePerTurn", "speedrun"})
"""Options about the time to think."""


_Read = TypeVar("_Read")


def parse(data: object) -> SiteGame:
    """Read a game from what its JSON holds.

    ``id``, ``seed``, ``notes`` and whatever else the site doesn't need for the moves is ignored.

    Raises:
        FormatError: it isn't one.
        Unsupported: it is one, but we don't play that.
    """
    if not isinstance(data, dict):
        raise FormatError(phrase("a game is an object, got {got}", got=_short(data)))
    players = _players(_field(data, "players"))
    options = data.get("options") or {}
    if not isinstance(options, dict):
        raise FormatError(phrase("options is an object, got {got}", got=_short(options)))
    variant = variant_named(_option(options, "variant", str, NO_VARIANT.name))
    first = _option(options, "startingPlayer", int, 0)
    if not 0 <= first < len(players):
        raise FormatError(
            phrase(
                "startingPlayer is a seat from 0 to {most}, got {first}",
                most=len(players) - 1,
                first=first,
            )
        )
    empty_clues = _option(options, "emptyClues", bool, False)
    all_or_nothing = _option(options, "allOrNothing", bool, False)
    known = {"variant", "startingPlayer", "emptyClues", "allOrNothing"} | _HARMLESS
    for name, value in options.items():
        if name not in known and value:
            raise Unsupported(phrase("the option {got} is not played here", got=_short(name)))
    return SiteGame(
        players=players,
        variant=variant,
        deck=_deck(_field(data, "deck"), data.get("missing") or [], variant),
        actions=_each("actions", _field(data, "actions"), _action),
        first=first,
        empty_clues=empty_clues,
        all_or_nothing=all_or_nothing,
    )


def _field(data: dict[object, object], name: str) -> object:
    if name not in data:
        raise FormatError(phrase("a game has {name}, but here is none", name=name))
    return data[name]


def _players(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise FormatError(phrase("players is a list of names, got {got}", got=_short(value)))
    if not FEWEST_PLAYERS <= len(value) <= SITE_PLAYERS:
        raise FormatError(
            phrase(
                "players are {least} to {most}, got {count}",
                least=FEWEST_PLAYERS,
                most=SITE_PLAYERS,
                count=len(value),
            )
        )
    if len(value) > len(NAMES):
        raise Unsupported(
            phrase("a game of {count} players is not played here, at most 5 play", count=len(value))
        )
    return tuple(value)


def _option(options: dict[object, object], name: str, kind: type[_Read], default: _Read) -> _Read:
    value = options.get(name)
    if value is None:
        return default
    if type(value) is not kind:  # True is an int, too
        raise FormatError(
            phrase("the option {name} has the value {got}", name=name, got=_short(value))
        )
    return value


def _deck(value: object, missing: object, variant: Variant) -> tuple[Card | None, ...]:
    colours = variant.ruleset.colours

    def card(one: object) -> Card | None:
        if one is None and missing:
            return None
        if not isinstance(one, dict):
            raise FormatError(phrase("it is an object, got {got}", got=_short(one)))
        suit, rank = _number(one, "suitIndex"), _number(one, "rank")
        if not 0 <= suit < len(colours):
            raise FormatError(
                phrase(
                    "suitIndex is 0 to {most}, got {got}", most=len(colours) - 1, got=_short(suit)
                )
            )
        if not 1 <= rank <= 5:
            raise FormatError(phrase("rank is 1 to 5, got {got}", got=_short(rank)))
        return Card(colours[suit], rank)

    deck = _each("deck", value, card)
    size = variant.ruleset.deck_size
    if len(deck) != size:
        raise FormatError(
            phrase(
                "the deck of {name} has {size} cards, got {count}",
                name=variant.name,
                size=size,
                count=len(deck),
            )
        )
    unknown = [order for order, face in enumerate(deck) if face is None]
    if missing != unknown:
        raise FormatError(
            phrase("missing names the cards that are null in the deck, {got}", got=_short(unknown))
        )
    for face in variant.ruleset.cards:
        copies, count = variant.ruleset.copies(face), deck.count(face)
        if count > copies or (count < copies and not unknown):
            raise FormatError(
                phrase(
                    "the deck of {name} has {label} {copies} times, got it {count} times",
                    name=variant.name,
                    label=face.label,
                    copies=copies,
                    count=count,
                )
            )
    return deck


def _action(one: object) -> Action:
    if not isinstance(one, dict):
        raise FormatError(phrase("it is an object, got {got}", got=_short(one)))
    number, target = _number(one, "type"), _number(one, "target")
    try:
        kind = ActionType(number)
    except ValueError:
        raise FormatError(phrase("type is 0 to 5, got {got}", got=_short(number))) from None
    value = None if one.get("value") is None else _number(one, "value")
    match kind:
        case ActionType.PLAY | ActionType.DISCARD if value:
            raise FormatError(
                phrase("a card that is laid has the value 0 or none, got {got}", got=_short(value))
            )
        case ActionType.COLOUR_CLUE | ActionType.RANK_CLUE if value is None:
            raise FormatError(phrase("a clue has a value"))
        case ActionType.END_BY_VOTE if target != -1:
            raise FormatError(
                phrase("an end by vote has the target -1, got {got}", got=_short(target))
            )
        case _:
            return Action(kind, target, value)


def _each(what: str, value: object, read: Callable[[object], _Read]) -> tuple[_Read, ...]:
    if not isinstance(value, list):
        raise FormatError(phrase("{what} is a list, got {got}", what=what, got=_short(value)))
    read_so_far: list[_Read] = []
    for index, one in enumerate(value):
        try:
            read_so_far.append(read(one))
        except FormatError as error:
            raise FormatError(
                Phrase(("{place}: {why}",), {"place": f"{what}[{index}]", "why": error})
            ) from None
    return tuple(read_so_far)


def _number(data: dict[object, object], name: str) -> int:
    value = data.get(name)
    if type(value) is not int or abs(value) > LARGEST_NUMBER:  # True is an int, too
        raise FormatError(
            phrase("{name} is a whole number, got {got}", name=name, got=_short(value))
        )
    return value


def _short(value: object) -> str:
    """Return what came in, cut to what fits into a sentence."""
    return reprlib.repr(value)


def to_data(game: SiteGame) -> dict[str, object]:
    """Return ``game`` as the JSON that the site takes.

    It never has ``seed``: the site would throw the deck away and make one from the seed. Cards
    that nobody saw are null in the deck, and then ``missing``, a field of our own, names their
    places; that the site does not take.
    """
    options: dict[str, object] = {"variant": game.variant.name}
    if game.first:
        options["startingPlayer"] = game.first
    if game.empty_clues:
        options["emptyClues"] = True
    if game.all_or_nothing:
        options["allOrNothing"] = True
    colours = game.variant.ruleset.colours
    return {
        "players": list(game.players),
        "deck": [
            card and {"suitIndex": colours.index(card.suit), "rank": card.rank}
            for card in game.deck
        ],
        "actions": [_action_to_data(action) for action in game.actions],
        "options": options,
        **({"missing": list(game.missing)} if game.missing else {}),
    }


def _action_to_data(action: Action) -> dict[str, int]:
    data = {"type": int(action.type), "target": action.target}
    return data if action.value is None else {**data, "value": action.value}
