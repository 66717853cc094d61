"""What happens to a table: taps on phones and the panel, what the eyes read, who sits down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.hanabi.cards import Card, Suit
from companion.hanabi.moves import Hint, Tile, Unseen
from companion.hanabi.tellers import NOBODY, Teller
from companion.language.people import Arrival
from companion.record.corrections import Correction
from companion.record.seating import Seating
from companion.referee.findings import Spot
from companion.referee.readings import TableReading

TapSender = int | None
"""The seat whose phone it was; None: a page that belongs to no seat, the panel, or a list."""


@dataclass(frozen=True, slots=True)
class ClueTap:
    """Somebody logged that seat ``giver`` gave ``hint`` to seat ``target``.

    ``pointed`` are the slots that the giver pointed at, where the group says so; None: nobody did.
    ``blind``: whoever says so does not see the target's hand. ``by`` says who logged it where that
    was not the giver, as `companion.hanabi.moves.GiveClue` has it; ``consent``: the giver has a
    phone of its own and has to agree there before anything is written.
    """

    giver: int
    target: int
    hint: Hint
    pointed: tuple[int, ...] | None = None
    blind: bool = False
    by: Teller = NOBODY
    consent: bool = False


@dataclass(frozen=True, slots=True)
class ConsentTap:
    """A seat that is asked says whether it agrees.

    To a clue in its name, to a change of its turn, or to the end of the game. Whoever proposed it
    may take it back with ``granted`` False.
    """

    granted: bool


@dataclass(frozen=True, slots=True)
class CheckTap:
    """Seat ``clue.giver`` asks whether it may give a clue; nothing happens."""

    clue: ClueTap


@dataclass(frozen=True, slots=True)
class AnswerTap:
    """Somebody answered the open question: the card is ``card``; None: nobody can tell."""

    card: Card | None


@dataclass(frozen=True, slots=True)
class PlayedTap:
    """Somebody answered whether the card on the discards was played; None: nobody can tell."""

    played: bool | None


@dataclass(frozen=True, slots=True)
class LayTap:
    """Where no camera watches: seat ``seat`` laid the card that stood in ``slot``."""

    seat: int
    slot: int
    spot: Spot


@dataclass(frozen=True, slots=True)
class CountTap:
    """A turn of which only the counts are told, by a button of the panel.

    ``how`` is None for a clue.
    """

    how: Unseen | None


@dataclass(frozen=True, slots=True)
class IdentifyTap:
    """Somebody who sees the hand of ``seat`` said which cards stand there, by slot.

    None takes back what was said of a card. A slot that is not in ``cards`` stays as it is.
    """

    seat: int
    cards: Mapping[int, Card | None]


@dataclass(frozen=True, slots=True)
class PhotoTap:
    """Somebody has photographed the hand of ``seat``; ``cards`` from the left, None unread."""

    seat: int
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class PassTap:
    """Whoever was asked about a card in the hand of ``seat`` cannot tell."""

    seat: int
    slot: int


@dataclass(frozen=True, slots=True)
class NameTap:
    """Seat ``seat`` named a colour for the card that it plays next; None: it took that back."""

    seat: int
    colour: Suit | None


@dataclass(frozen=True, slots=True)
class TileTap:
    """Seat ``seat`` turned an award tile and says what it does; as `TileChoice`.

    Raises:
        ValueError: a clue lacks its target or what it says.
    """

    seat: int
    tile: Tile | None
    target: int | None = None
    hint: Hint | None = None
    card: Card | None = None

    def __post_init__(self) -> None:
        """Refuse half a clue."""
        if (self.target is None) != (self.hint is None):
            raise ValueError("a clue has a target and a colour or a value")


@dataclass(frozen=True, slots=True)
class RearrangeTap:
    """Seat ``seat`` put its own cards into another order.

    ``order`` has for each slot, from 0, the slot in which the card stood that stands there now;
    None is an empty slot, and empty slots at the end may be left out.
    """

    seat: int
    order: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class StartTap:
    """Somebody says that the hands are dealt: the game may start with seat ``first``.

    ``players`` says how many play, where no camera counts the racks.
    """

    first: int = 0
    players: int | None = None


@dataclass(frozen=True, slots=True)
class UndoTap:
    """Somebody takes back the newest turn, or the correction that came after it.

    ``asks``: the seats of which one has to agree before anything is written; empty: none has. So
    it is with all taps that may change what others did.
    """

    asks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RedoTap:
    """Somebody wants to have again what was undone last; ``asks`` as with `UndoTap`."""

    asks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PauseTap:
    """Somebody wants the game to rest; with ``paused`` False, to go on."""

    paused: bool = True


@dataclass(frozen=True, slots=True)
class CorrectTap:
    """Somebody puts right what is on record; ``asks`` as with `UndoTap`."""

    correction: Correction
    asks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LayDownTap:
    """Somebody confirms that the game is over: all hands are laid down."""


@dataclass(frozen=True, slots=True)
class NewGameTap:
    """Somebody wants another game; the one that is running, if any, is stopped.

    ``asks`` as with `UndoTap`.
    """

    asks: tuple[int, ...] = ()


Tap = (
    ClueTap
    | ConsentTap
    | CheckTap
    | AnswerTap
    | PlayedTap
    | LayTap
    | CountTap
    | IdentifyTap
    | PhotoTap
    | PassTap
    | NameTap
    | TileTap
    | RearrangeTap
    | StartTap
    | UndoTap
    | RedoTap
    | PauseTap
    | CorrectTap
    | LayDownTap
    | NewGameTap
)


Proposed = ClueTap | UndoTap | RedoTap | CorrectTap | NewGameTap
"""What may have to wait for another seat's yes."""


@dataclass(frozen=True, slots=True)
class TimedTap:
    """A tap and the camera's seconds at which it came.

    Attributes:
        t: the camera's seconds.
        tap: what was tapped.
        reader: whose phone it was.
        who: who it was, for the record; nobody: the reader says it.
        at: when it was by the clock on the wall, UTC, as text; empty where nobody knows.
    """

    t: float
    tap: Tap
    reader: TapSender = None
    who: Teller = NOBODY
    at: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """The eyes have read the table while nothing on it moved."""

    reading: TableReading


@dataclass(frozen=True, slots=True)
class Moved:
    """The camera saw something move."""


@dataclass(frozen=True, slots=True)
class SightLost:
    """No camera watches from now on: people say what is laid."""


@dataclass(frozen=True, slots=True)
class SightBack:
    """A camera watches from now on; its first reading shows where the cards lie."""


@dataclass(frozen=True, slots=True)
class FilmEnded:
    """Nothing more will be seen or tapped."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The game is stopped, if it runs.

    Attributes:
        for_good: whether the hands are laid down, too; else it may still be taken up again.
    """

    for_good: bool = True


@dataclass(frozen=True, slots=True)
class Arrived:
    """Who holds which seat, or who was shown what, is not what it was.

    Attributes:
        arrival: what everybody is told of it; None: nothing.
        at: when, by the clock on the wall, UTC, as text.
        seating: how it is from now on; None: only somebody's ``arrival`` is known.
    """

    arrival: Arrival | None
    at: str
    seating: Seating | None = None


Input = TimedTap | Seen | Moved | SightLost | SightBack | FilmEnded | Stopped | Arrived
"""What happens to a running game."""
