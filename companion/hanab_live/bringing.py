"""Games of hanab.live for our own record: whole ones only, each as it would be played here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.hanab_live.extended import FIELD, extended_steps
from companion.hanab_live.files import GameText, LinkedGame
from companion.hanab_live.game import NAMES, FormatError, SiteGame
from companion.hanab_live.link import is_link
from companion.hanab_live.notation import parse
from companion.hanab_live.replay import IllegalAction, OpenHands
from companion.hanab_live.variants import Unsupported
from companion.hanabi.events import Event, GameStarted, HandsLaidDown
from companion.hanabi.moves import LayDown, Move
from companion.hanabi.refusals import RuleViolation
from companion.hanabi.ruleset import EarlyEnd
from companion.hanabi.state import evolve_all, start
from companion.language.people import as_name
from companion.language.phrases import phrase, said_by
from companion.language.refusal_texts import Broken
from companion.record.entries import Entry
from companion.record.games import Record

SOURCE = "hanab.live"
"""Where such a game is said to come from."""
Steps = Sequence[tuple[Move, tuple[Event, ...]]]


class NotOver(ValueError):  # noqa: N818 - it says how things are
    """A game that is not over: here somebody would have to play on."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A game for our record.

    Attributes:
        started: how it began.
        entries: all that followed.
        names: who played, by seat; None where nobody said.
        title: what it is called; empty where nobody said.
    """

    started: GameStarted
    entries: tuple[Entry, ...]
    names: tuple[str | None, ...]
    title: str


def games_in(text: str) -> Iterator[object]:
    """Yield what stands where a game should be, in a text that somebody pasted: JSON or a link.

    Raises:
        FormatError: it is neither, from here on.
        Unsupported: it is a link to what we don't play.
    """
    said = text.strip()
    yield from (LinkedGame(said) if is_link(said) else GameText(said)).games()


def brought(data: object) -> Brought:
    """Return the game that ``data`` is, as it would stand on our record.

    A game that the site ended because nothing more could be played ends here for that reason, too.

    Raises:
        FormatError: it is none.
        Unsupported: we don't play that.
        IllegalAction: it breaks a rule.
        NotOver: it is not over.
    """
    if isinstance(data, dict) and FIELD in data:
        started, steps = _extended(data)
        told: Sequence[object] = data["players"]  # it was read: a list
    else:
        game = parse(data)
        started, steps = _played(game, EarlyEnd.OFF)
        if not _over(started, steps):
            started, steps = _played(game, EarlyEnd.HANAB_LIVE)
        told = game.players
    if not _over(started, steps):
        raise NotOver(phrase("the game is not over"))
    steps = (*steps, (LayDown(), (HandsLaidDown(),)))  # there it was over for good
    number = data.get("id") if isinstance(data, dict) else None
    return Brought(
        started,
        tuple(Entry(None, move, events) for move, events in steps),
        _names(told),
        f"{SOURCE} {number}" if type(number) is int and 0 < number < 10**12 else "",
    )


def bring(record: Record, game: Brought, at: str) -> tuple[int, bool]:
    """Put a game on record; return its number there, and whether it is new.

    Args:
        record: where to.
        game: the game.
        at: the moment, UTC.

    Raises:
        RecordError: it cannot be written.
    """
    number, new = record.bring(game.started, game.entries, at=at, source=SOURCE)
    if new:
        record.remark(number, title=game.title, names=game.names)
    return number, new


def why_not(error: Exception) -> str:
    """Return why a game cannot be put on record, as a sentence without a full stop."""
    if isinstance(error, IllegalAction):
        detail = f"{error.rule.value}: {error.detail}"
        broken = Broken(error.rule, detail)
        return phrase("turn {turn} breaks a rule: {rule}", turn=error.turn, rule=broken)
    return said_by(error)


REFUSALS = (FormatError, Unsupported, IllegalAction, NotOver)
"""What keeps a game from being put on record."""


def _extended(data: dict[str, object]) -> tuple[GameStarted, Steps]:
    started, steps = extended_steps(data)
    return started, tuple(step for step in steps if not isinstance(step[0], LayDown))


def _played(game: SiteGame, ending: EarlyEnd) -> tuple[GameStarted, Steps]:
    try:
        table = OpenHands(game, ending)
    except RuleViolation as violation:  # the deal itself: more of a card than there are
        raise IllegalAction(0, violation) from None
    for number, action in enumerate(game.actions, 1):
        try:
            table.make(table.move(action))
        except RuleViolation as violation:
            raise IllegalAction(number, violation) from None
    return table.started, table.steps


def _over(started: GameStarted, steps: Steps) -> bool:
    state = start(started.ruleset, started.players, started.first)[0]
    return evolve_all(state, tuple(event for _, events in steps for event in events)).over


def _names(told: Sequence[object]) -> tuple[str | None, ...]:
    """Return who played; the site's own names for nobody are nobody's."""
    if tuple(told) == NAMES[: len(told)]:
        return (None,) * len(told)
    return tuple((as_name(name) or None) if isinstance(name, str) else None for name in told)
