"""How fast this machine reads a table, measured on a drawn one, and what that means for people."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from gettext import NullTranslations

from companion.health import CheckResult, Health
from companion.referee.readings import SETTLED
from vision.drawing.artwork import build_deck
from vision.live.reader import TableReader
from vision.simulator import (
    Renderer,
    Setting,
    SimulatedCamera,
    SimulatedTable,
    gestures,
    shuffled_pack,
)
from vision.table.layout import load_layout

DRAWN_SEATS = 4
"""Seats of the drawn table."""
PICTURE_WIDTH = 2304
"""Pixels; what a Camera Module 3 gives."""
MEASURED_TABLE = 27
"""The same table on every machine, so that figures can be compared."""
PLAYS = 3
"""Cards that are laid while the time is taken: one from each of the first seats."""
WELL, BEARABLE = 1.0, 3.0
"""Seconds of reading after a play: nobody notices; people wait. Above that they do not."""
FIRST_LOOKS, QUIET_LOOKS = 5.0, 2.5
"""Seconds of the drawn table that are looked at while all of it is new, and while nothing is."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Seconds on this machine.

    Attributes:
        first: until everything on a new table is read.
        plays: of reading after each card that was laid and drawn for.
        quiet: of each picture in which nothing is new, the median.
        read: how many of the cards that were laid were seen.
    """

    first: float
    plays: tuple[float, ...]
    quiet: float
    read: int

    @property
    def slowest(self) -> float:
        """That after the slowest play."""
        return max(self.plays)


def measure(
    clock: Callable[[], float] = time.monotonic,
    *,
    players: int = DRAWN_SEATS,
    seed: int = MEASURED_TABLE,
) -> Speed:
    """Let the eyes read a drawn table on which some cards are laid; takes about a minute on a Pi.

    Only looking is measured, not the drawing of the pictures.

    Args:
        clock: seconds.
        players: 2 to 5; the first three of them, or both, lay a card.
        seed: of the table and its pack.
    """
    setting = Setting.seeded(players, seed, PICTURE_WIDTH)
    table = SimulatedTable(setting, shuffled_pack(seed), seed=seed)
    camera = SimulatedCamera(table, Renderer(setting))
    reader = TableReader(load_layout(), build_deck(), players)

    laid = 0

    def looks(until: float) -> list[float]:
        nonlocal laid
        spent = []
        while table.busy or table.t < until:
            frame = camera.take()
            began = clock()
            reading = reader.look(frame)
            spent.append(clock() - began)
            if reading is not None:
                laid = sum(len(column) for column in reading.columns)
        return spent

    table.deal(4)
    first = sum(looks(table.t + FIRST_LOOKS))
    quiet = statistics.median(looks(table.t + QUIET_LOOKS))
    plays = []
    for seat in range(min(PLAYS, players)):
        table.script(gestures.play(seat, 0, seat))
        looks(0.0)  # until the hands are away
        # What is more than a quiet picture takes is reading.
        spent = looks(table.t + 4 * SETTLED)
        plays.append(sum(max(0.0, one - quiet) for one in spent))
    return Speed(first, tuple(plays), quiet, laid)


def speed_finding(speed: Speed, language: NullTranslations) -> CheckResult:
    """Say what ``speed`` means for people at the table."""
    _ = language.gettext
    if speed.read < len(speed.plays):
        says = _("of {laid} cards that were laid on a drawn table {read} were read")
        says = says.format(laid=len(speed.plays), read=speed.read)
        return CheckResult("speed", Health.WRONG, says, "sudo ./install.sh")
    figures = _(
        "a card that is laid is told {told:.1f} s after the hand is away, of which reading takes"
        " {reading:.2f} s; a new table is read in {first:.1f} s"
    ).format(told=SETTLED + speed.slowest, reading=speed.slowest, first=speed.first)
    if speed.slowest <= WELL:
        return CheckResult("speed", Health.OK, figures)
    if speed.slowest <= BEARABLE:
        mend = _("play a little slower than usual, or take a Raspberry Pi 5")
        return CheckResult("speed", Health.WARNING, figures, mend)
    mend = _(
        "look what else this machine does, and whether it is too hot or its power supply too weak;"
        " phones alone keep the game on any machine"
    )
    return CheckResult("speed", Health.WRONG, figures, mend)
