"""What the panel of buttons and lamps is told and what it says, without any hardware."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from companion.hanabi.labels import MOST_SEATS


class Press(Enum):
    """A button of the panel was pressed."""

    CLUE = "clue"
    PLAY = "play"
    DISCARD = "discard"
    FUSE = "fuse"
    UNDO = "undo"
    CONFIRM = "confirm"


class Hold(Enum):
    """A button of the panel was held down for long: it does something else than when pressed."""

    REDO = "redo"
    """What was undone last counts again."""
    SHUT_DOWN = "shut_down"
    """The machine is switched off."""


class Status(Enum):
    """What the companion is doing; the status lamp has a pattern for each.

    Like all of the panel it is public: it follows from the mat and the moves only.
    """

    STARTING = "starting"
    """The programme is up, the table is not ready."""
    WAITING_TO_START = "waiting_to_start"
    """No game was begun: somebody confirms, and it begins once everything is there."""
    WAITING_FOR_MOVE = "waiting_for_move"
    """All is well, the seat to move thinks."""
    READING = "reading"
    """Something on the mat changed and is being read."""
    CANNOT_SEE = "cannot_see"
    """Something covers a part of the mat, or moves over it; the page says where."""
    PLEASE_DRAW = "please_draw"
    """A card was laid; its player draws the next."""
    QUESTION = "question"
    """A card on the mat cannot be read; somebody answers on a phone."""
    DIFFERS = "differs"
    """Table and record differ; nothing is written until they agree."""
    PAUSED = "paused"
    """The game rests until somebody confirms."""
    ENDING = "ending"
    """The game has ended; the table confirms it by laying its hands down, or takes a turn back."""
    OVER = "over"
    """The game is over for good, and all hands lie open."""
    ERROR = "error"
    """A part of the companion has failed; its page says which."""


class PanelKind(Enum):
    """Which panel people ask for."""

    AUTO = "auto"
    """The real one where its pins can be opened, otherwise the virtual one."""
    GPIO = "gpio"
    """The real one, on the pins of a Raspberry Pi."""
    VIRTUAL = "virtual"
    """One without wires: a page shows its lamps and presses its buttons."""
    NONE = "none"
    """No panel at all."""


@dataclass(frozen=True, slots=True)
class PanelState:
    """Everything that the panel shows; it is told nothing else.

    Attributes:
        clue_tokens: how many are available.
        strikes: how many fuses are burnt.
        to_move: the seat whose turn it is, from 0; None where it is nobody's. Before a game the
            seat that is to begin.
        players: how many play; 0 while that is not known.
        status: what the companion is doing.
        tokens_differ: whether other tokens lie on the mat than the record has.
        score: the score as everybody may know it; None: there is none to tell.

    Raises:
        ValueError: no table is like this.
    """

    clue_tokens: int
    strikes: int
    to_move: int | None
    players: int
    status: Status
    tokens_differ: bool = False
    score: int | None = None

    def __post_init__(self) -> None:
        """Refuse what no table can be."""
        for name, number in (("clue_tokens", self.clue_tokens), ("strikes", self.strikes)):
            if number < 0:
                raise ValueError(f"{name} is a number from 0 up, got {number}")
        if not 0 <= self.players <= MOST_SEATS:
            raise ValueError(f"players is a number from 0 to {MOST_SEATS}, got {self.players}")
        # Not "< players": before a game the lamp of the first seat moves, whoever sits there yet.
        if self.to_move is not None and not 0 <= self.to_move < MOST_SEATS:
            raise ValueError(f"to_move is a seat from 0 to {MOST_SEATS - 1}, got {self.to_move}")


class PanelDevice(Protocol):
    """A panel, real or not, as a table uses it."""

    def show(self, state: PanelState) -> None:
        """Set the lamps."""


class VirtualPanelDevice(PanelDevice, Protocol):
    """A panel without wires: the page shows its lamps and presses its buttons."""

    def lit(self) -> Mapping[str, float]:
        """Return the lamps' brightness by name, 0 to 1."""

    def press(self, press: Press) -> None:
        """Press a button and let it go."""
