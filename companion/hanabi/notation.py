"""Moves, events and rulesets as plain data that fits into JSON, and strictly back again."""

from collections.abc import Mapping
from dataclasses import fields

from companion.codec import Codec, Data, Family, Inline, Leaf, count, member, words_of
from companion.hanabi import events, moves
from companion.hanabi.cards import RANKS, Card, Suit
from companion.hanabi.events import Event
from companion.hanabi.labels import CardLabel, ColourLetter, Count, Rank
from companion.hanabi.manners import Manners
from companion.hanabi.moves import ColourHint, Hint, Move, RankHint
from companion.hanabi.ruleset import Ruleset, SuitRule
from companion.hanabi.tellers import Teller
from companion.json_schema import Schemas

MOVES = Family(
    "a move",
    {
        "play": moves.Play,
        "discard": moves.Discard,
        "clue": moves.GiveClue,
        "spend_token": moves.SpendToken,
        "lay_unseen": moves.LayUnseen,
        "identify": moves.Identify,
        "tile": moves.TileChoice,
        "rearrange": moves.Rearrange,
        "terminate": moves.Terminate,
        "lay_down": moves.LayDown,
    },
)
EVENTS = Family(
    "an event",
    {
        "game_started": events.GameStarted,
        "card_identified": events.CardIdentified,
        "colour_named": events.ColourNamed,
        "card_played": events.CardPlayed,
        "firework_completed": events.FireworkCompleted,
        "clue_token_regained": events.ClueTokenRegained,
        "card_missed": events.CardMissed,
        "card_discarded": events.CardDiscarded,
        "card_laid_unread": events.CardLaidUnread,
        "card_drawn": events.CardDrawn,
        "last_round_began": events.LastRoundBegan,
        "clue_given": events.ClueGiven,
        "clue_untold": events.ClueUntold,
        "card_laid_unseen": events.CardLaidUnseen,
        "clue_settled": events.ClueSettled,
        "clue_faulted": events.ClueFaulted,
        "pointing_differed": events.PointingDiffered,
        "award_earned": events.AwardEarned,
        "tile_turned": events.TileTurned,
        "fuse_mended": events.FuseMended,
        "card_returned": events.CardReturned,
        "card_rescued": events.CardRescued,
        "award_clue_given": events.AwardClueGiven,
        "hand_rearranged": events.HandRearranged,
        "game_ended": events.GameEnded,
        "hands_laid_down": events.HandsLaidDown,
    },
)


def hint_to_data(hint: Hint) -> Data:
    """Return a hint as the field ``colour`` or ``value``."""
    if isinstance(hint, ColourHint):
        return {"colour": hint.colour.value}
    return {"value": hint.rank}


def hint_name(hint: Hint) -> str:
    """Return what a hint says in short: ``r`` or ``3``."""
    return hint.colour.value if isinstance(hint, ColourHint) else str(hint.rank)


def _hint(name: str, data: object) -> Hint:
    if name == "colour":
        return ColourHint(member(Suit, data))
    if type(data) is not int or data not in RANKS:
        raise ValueError(f"wants a rank from 1 to 5, got {data!r:.60}")
    return RankHint(data)


_SCHEMAS = Schemas()
FACE = Leaf(
    lambda card: card.label, lambda data: Card.parse(words_of(data)), _SCHEMAS.of(CardLabel)
)
COUNT = Leaf(int, count, _SCHEMAS.of(Count))
HINT = Inline(
    ("colour", "value"),
    hint_to_data,
    _hint,
    schema={"colour": _SCHEMAS.of(ColourLetter), "value": _SCHEMAS.of(Rank)},
)
TELLER = Leaf(str, lambda data: Teller.parse(words_of(data)), {"type": "string"})
WRITTEN = {
    events.GameEnded: frozenset({"seat"}),
    # Those that the first records knew; the game was played without the others where they are
    # missing, and whole, so that a record stays true when a preset changes.
    Ruleset: frozenset({"clue_tokens", "strikes", "hand_sizes", "empty_clues", "loss_score"}),
    SuitRule: frozenset({"copies", "nameable", "touched_by_every_colour", "build"}),
    Manners: frozenset(one.name for one in fields(Manners)) - {"drawing"},
}
"""Fields that stand in every record, also with their default."""


def codec(*families: Family, leaves: Mapping[type, Leaf] | None = None) -> Codec:
    """Return a codec of what is made of moves and events, cards and hints.

    Args:
        families: more unions of dataclasses.
        leaves: more types that are not written by their fields.
    """
    return Codec(
        tag="kind",
        families=(MOVES, EVENTS, *families),
        leaves={Card: FACE, int: COUNT, Teller: TELLER, **(leaves or {})},
        inline={Hint: HINT},
        written=WRITTEN,
    )


_CODEC = codec()


def event_to_data(event: Event) -> Data:
    """Return ``event`` as data: ``{"kind": "card_drawn", "seat": 0, "held": 10, "slot": 2}``."""
    return _CODEC.to_object(event)


def event_from_data(data: object) -> Event:
    """Return the event that ``event_to_data`` made ``data`` from.

    Raises:
        ValueError: ``data`` is no event; the sentence names the kind and the field.
    """
    event: Event = _CODEC.from_data(Event, data)
    return event


def move_to_data(move: Move) -> Data:
    """Return ``move`` as data: ``{"kind": "play", "seat": 0, "held": 2, "card": "r3"}``."""
    return _CODEC.to_object(move)


def move_from_data(data: object) -> Move:
    """Return the move that ``move_to_data`` made ``data`` from.

    Raises:
        ValueError: ``data`` is no move; the sentence names the kind and the field.
    """
    move: Move = _CODEC.from_data(Move, data)
    return move


def ruleset_to_data(ruleset: Ruleset) -> Data:
    """Return ``ruleset`` whole, so that a record stays true when a preset changes."""
    return _CODEC.to_object(ruleset)


def ruleset_from_data(data: object) -> Ruleset:
    """Return the ruleset that ``ruleset_to_data`` made ``data`` from.

    Raises:
        ValueError: ``data`` is no ruleset; the sentence names the field.
    """
    ruleset: Ruleset = _CODEC.from_data(Ruleset, data)
    return ruleset
