"""Games that hanab.live cannot express, in fields of our own beside that site's ``players``."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from companion.hanab_live.game import NAMES, FormatError
from companion.hanab_live.replay import IllegalAction
from companion.hanab_live.variants import Unsupported
from companion.hanabi.events import (
    AwardClueGiven,
    CardDiscarded,
    CardIdentified,
    CardLaidUnread,
    CardLaidUnseen,
    CardMissed,
    CardPlayed,
    CardRescued,
    CardReturned,
    ClueGiven,
    ClueUntold,
    ColourNamed,
    Event,
    GameEnded,
    GameStarted,
    HandRearranged,
    HandsLaidDown,
    Outcome,
    TileTurned,
)
from companion.hanabi.moves import (
    Discard,
    GiveClue,
    Identify,
    LayUnseen,
    Move,
    Play,
    Rearrange,
    SpendToken,
    Terminate,
    TileChoice,
)
from companion.hanabi.notation import (
    move_from_data,
    move_to_data,
    ruleset_from_data,
    ruleset_to_data,
)
from companion.hanabi.refusals import RuleViolation
from companion.hanabi.rules import apply
from companion.hanabi.state import GameState, evolve_all, start
from companion.language.phrases import phrase
from companion.language.refusal_texts import HANDS_STAY_HIDDEN, Broken

FIELD = "companion"
"""The field that says that a game is one of these."""

VERSION = 1
"""Of what stands in that field."""

_LONGEST_WHY = 200
"""Letters of a sentence about what cannot be read; it may quote something long."""


def extended(events: Iterable[Event]) -> dict[str, object]:
    """Return the game that ``events`` tell as JSON, whatever its ruleset is.

    Args:
        events: all events on record in their order; what was taken back may be among them.

    Raises:
        Unsupported: the game is still running, or the record does not follow from its moves.
        ValueError: the events make no game.
    """
    started: GameStarted | None = None
    told: list[Event] = []
    laid_down = False
    for event in events:
        if isinstance(event, GameStarted):  # also where a turn was taken back: all begins anew
            started, told, laid_down = event, [], False
        elif isinstance(event, HandsLaidDown):
            laid_down = True  # no move of the game: whoever reads the file sees all hands anyhow
        else:
            told.append(event)
    if started is None:
        raise ValueError("a game begins with its start")
    moves, end = _moves(told), evolve_all(_start(started), tuple(told))
    if not (end.over and laid_down):
        raise Unsupported(HANDS_STAY_HIDDEN)
    try:
        state = _start(started)
        for move in moves:
            state = evolve_all(state, apply(state, move))
    except RuleViolation as violation:
        raise Unsupported(
            phrase(
                "the record breaks a rule: {rule}", rule=Broken(violation.rule, violation.detail)
            )
        ) from violation
    if state != end:
        raise Unsupported(phrase("the record does not follow from its moves"))
    return {
        "players": list(NAMES[: started.players]),
        FIELD: {
            "version": VERSION,
            "first": started.first,
            "ruleset": ruleset_to_data(started.ruleset),
            "moves": [move_to_data(move) for move in moves],
        },
    }


def extended_positions(data: dict[str, object]) -> Iterator[GameState]:
    """Yield the position after the deal, then after every move that changed more than a hand.

    Args:
        data: a game with the field ``FIELD``.

    Raises:
        FormatError: it is no game.
        IllegalAction: the rules forbid a move.
    """
    started, moves = _read(data)
    yield _start(started)
    for move, _, state in _played(started, moves):
        if not isinstance(move, Identify | Rearrange):
            yield state


def extended_steps(
    data: dict[str, object],
) -> tuple[GameStarted, tuple[tuple[Move, tuple[Event, ...]], ...]]:
    """Return how a game began, and every move with what it caused, for a record of the game.

    Args:
        data: a game with the field ``FIELD``.

    Raises:
        FormatError: it is no game.
        IllegalAction: the rules forbid a move.
    """
    started, moves = _read(data)
    return started, tuple((move, caused) for move, caused, _ in _played(started, moves))


def _played(
    started: GameStarted, moves: Sequence[Move]
) -> Iterator[tuple[Move, tuple[Event, ...], GameState]]:
    """Yield each move with what it caused and the position after it."""
    state = _start(started)
    for move in moves:
        try:
            caused = apply(state, move)
        except RuleViolation as violation:
            raise IllegalAction(state.turn, violation) from None
        state = evolve_all(state, caused)
        yield move, caused, state


def _start(started: GameStarted) -> GameState:
    return start(started.ruleset, started.players, started.first)[0]


def _read(data: dict[str, object]) -> tuple[GameStarted, tuple[Move, ...]]:
    players, ours = data.get("players"), data[FIELD]
    if not isinstance(players, list) or not isinstance(ours, dict):
        raise FormatError(phrase("players is a list, and {field} an object", field=FIELD))
    version, first, moves = ours.get("version"), ours.get("first"), ours.get("moves")
    if type(version) is not int or version != VERSION:
        raise FormatError(
            phrase(
                "{field} has the version {version}, got something else",
                field=FIELD,
                version=VERSION,
            )
        )
    if type(first) is not int or not isinstance(moves, list):
        raise FormatError(phrase("first is a whole number, and moves is a list"))
    try:
        started = GameStarted(ruleset_from_data(ours.get("ruleset")), len(players), first)
        _start(started)
        return started, tuple(move_from_data(move) for move in moves)
    except (ValueError, LookupError, RecursionError) as error:
        raise FormatError(" ".join(str(error).split())[:_LONGEST_WHY]) from None


def _moves(events: Iterable[Event]) -> list[Move]:
    """Return the moves that caused ``events``."""
    moves: list[Move] = []
    for event in events:
        match event:
            case CardPlayed(seat, held, _, card, among) | CardMissed(seat, held, _, card, among):
                moves.append(Play(seat, held, card, among=among))
            case CardLaidUnread(seat, held, _, among):
                moves.append(Play(seat, held, None, among=among))
            case ColourNamed(seat, suit):
                if not isinstance(moves[-1], Play):
                    raise ValueError("a colour is named for a card that was played")
                moves[-1] = replace(moves[-1], named=suit)
            case CardDiscarded(seat, held, _, face, among):
                moves.append(Discard(seat, held, face, among))
            case ClueGiven(seat, target, hint, _, _, _, blind, by, pointed):
                moves.append(GiveClue(seat, target, hint, blind, by, pointed))
            case ClueUntold(seat):
                moves.append(SpendToken(seat))
            case CardLaidUnseen(seat, _, _, _, how):
                moves.append(LayUnseen(seat, how))
            case TileTurned(seat, tile):
                moves.append(TileChoice(seat, tile))
            case AwardClueGiven(_, target, hint):
                moves[-1] = replace(_choice(moves[-1]), target=target, hint=hint)
            case CardReturned(_, card) | CardRescued(_, card):
                moves[-1] = replace(_choice(moves[-1]), card=card)
            case CardIdentified(held, face):
                moves.append(Identify(held, face))
            case HandRearranged(seat, order, since, unsure):
                moves.append(Rearrange(seat, order, since, unsure))
            case GameEnded(Outcome.TERMINATED, by):
                moves.append(Terminate(by))
            case _:
                pass  # it followed from the move before it
    return moves


def _choice(move: Move) -> TileChoice:
    if not isinstance(move, TileChoice):
        raise ValueError("an award follows a tile that was turned")
    return move
