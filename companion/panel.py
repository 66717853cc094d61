"""What the panel has to say and to show, without a pin in sight."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Press(Enum):
    """A button of the panel was pressed."""

    CLUE = "clue"
    PLAY = "play"
    DISCARD = "discard"
    FUSE = "fuse"
    UNDO = "undo"
    CONFIRM = "confirm"


class Status(Enum):
    """What the table waits for; the status lamp has a pattern for each."""

    STARTING = "starting"
    WAITING_TO_START = "waiting_to_start"
    WAITING_FOR_MOVE = "waiting_for_move"
    READING = "reading"
    PLEASE_DRAW = "please_draw"
    QUESTION = "question"
    DIFFERS = "differs"
    PAUSED = "paused"
    OVER = "over"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class PanelState:
    """Everything the panel shows.

    Attributes:
        clue_tokens: how many are available.
        strikes: how many fuses burnt.
        to_move: the seat whose lamp is lit; None for none.
        players: how many seats play.
        status: what the table waits for.
    """

    clue_tokens: int
    strikes: int
    to_move: int | None
    players: int
    status: Status
