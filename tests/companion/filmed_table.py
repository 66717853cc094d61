"""A table as settled readings, without any picture: what referee and game are tested with.

The table knows nothing of the rules. It is told what hands do, in the table's own words, and says
what good eyes would say of it; or bad ones, where a test asks for that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.announcements.announcement import Announcement
from companion.announcements.notation import to_data
from companion.hanabi.cards import Card
from companion.hanabi.moves import Hint
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.hanabi.tellers import PANEL
from companion.panel.panel import Status
from companion.play.game import Game as Value
from companion.play.inputs import (
    AnswerTap,
    ClueTap,
    FilmEnded,
    Moved,
    Seen,
    Stopped,
    TimedTap,
    UndoTap,
)
from companion.play.phase import phase_of, status_of
from companion.play.running import RunningGame
from companion.record.games import Record
from companion.record.history import turns
from companion.referee.readings import Blind, Discs, LaidCard, Sight, SlotSight, TableReading
from tests.companion.taking import take

Hands = Sequence[Sequence[str | None]]
STILL = 2.0
"""Seconds for which the table shows after each movement, as in films."""


class FilmedTable:
    """Mat and racks; every change takes a second."""

    def __init__(self, hands: Hands, columns: int = 6) -> None:
        """Deal ``hands``, slot by slot; None is a slot that stays empty, ``?`` one unread."""
        self.t = 0.0
        self._serial = 0
        self.columns: list[list[LaidCard]] = [[] for _ in range(columns)]
        self.discards: list[LaidCard] = []
        self.slots: dict[tuple[int, int], SlotSight] = {}
        self.covered: set[tuple[int, int]] = set()
        self._in_view: dict[tuple[int, int], SlotSight] = {}
        self.away: set[int] = set()
        self.discs = Discs()
        self.blind = Blind()
        self.doubtful: set[int] = set()
        self.hidden: set[int] | None = None
        self.fireworks_touched = 0
        self.unsure: set[int] = set()
        for seat, hand in enumerate(hands):
            for slot, label in enumerate(hand):
                self.put(seat, slot, label)

    # ------------------------------------------------------------------------------ what hands do

    def put(self, seat: int, slot: int, label: str | None) -> None:
        """Stand a card in a slot; ``?`` is one that cannot be read, None none."""
        before = self.slots.get((seat, slot))
        sight = {None: Sight.EMPTY, "?": Sight.UNKNOWN, "back": Sight.BACK}.get(label, Sight.FACE)
        face = label if sight is Sight.FACE else None
        if before is None:
            self.slots[seat, slot] = SlotSight(sight, face, 1, touched=1)
            return
        moves = (before.sight is not Sight.EMPTY) + (sight is not Sight.EMPTY)
        self.slots[seat, slot] = SlotSight(
            sight,
            face,
            before.serial + 1,
            touched=before.touched + 1,
            filled=before.filled + moves,
        )

    def slip(self, seat: int, slot: int, label: str | None) -> None:
        """Stand another card in a slot behind a hand, just as the one before stood.

        The slot was never seen to be empty: only what is read there tells that cards were moved.
        """
        before = self.slots[seat, slot]
        self.put(seat, slot, label)
        now = self.slots[seat, slot]
        if before.stands and now.stands:
            like = (now.sight, now.label) == (before.sight, before.label)
            serial = before.serial if like else now.serial
            self.slots[seat, slot] = replace(now, serial=serial, filled=before.filled)

    def tip(self, seat: int, slot: int) -> None:
        """Let the card in a slot stand otherwise than before, as one that is nudged."""
        before = self.slots[seat, slot]
        self.slots[seat, slot] = replace(before, filled=before.filled + 1)

    def flicker(self, seat: int, slot: int, label: str | None) -> None:
        """Take what stands untouched in a slot for another card; ``?`` is one nobody can read."""
        before = self.slots[seat, slot]
        self.slip(seat, slot, label)
        self.slots[seat, slot] = replace(self.slots[seat, slot], touched=before.touched)

    def lay(self, label: str | None, column: int, *could_be: str) -> LaidCard:
        """Lay a card on a fireworks column; None cannot be read, but is one of ``could_be``."""
        self.fireworks_touched += 1
        self.columns[column].append(self._laid(label, could_be))
        return self.columns[column][-1]

    def drop(self, label: str | None, *could_be: str) -> LaidCard:
        """Lay a card on the discards."""
        self.discards.append(self._laid(label, could_be))
        return self.discards[-1]

    def lift(self, column: int) -> None:
        """Take the uppermost card off a column."""
        self.fireworks_touched += 1
        self.columns[column].pop()

    def lay_exactly_on_it(self, column: int) -> None:
        """Lay a card that cannot be read exactly on the uppermost one of a column."""
        self.fireworks_touched += 1
        self.unsure.add(column)

    def lift_off_it(self, column: int) -> None:
        """Take up a card that lies exactly on another one."""
        self.fireworks_touched += 1
        self.unsure.remove(column)

    def pick_up(self, at: int = -1) -> LaidCard:
        """Take a card off the discards: the newest one, or that at a place."""
        return self.discards.pop(at)

    def play(self, seat: int, slot: int, column: int, draws: str | None = None) -> None:
        """Lay the card of a slot on a column and draw another; all seen rightly."""
        self.lay(self.slots[seat, slot].label, column)
        self.put(seat, slot, draws)

    def discard(self, seat: int, slot: int, draws: str | None = None) -> None:
        """Lay the card of a slot on the discards and draw another; all seen rightly."""
        self.drop(self.slots[seat, slot].label)
        self.put(seat, slot, draws)

    def _laid(self, label: str | None, could_be: tuple[str, ...]) -> LaidCard:
        self._serial += 1
        return LaidCard(self._serial, label, could_be, self.t)

    def hide(self, seat: int) -> None:
        """Take the rack of ``seat`` out of view; what is done there nobody sees."""
        self.away.add(seat)
        self.reach(seat)

    def reach(self, seat: int) -> None:
        """Have a hand at the rack of ``seat``, whose slots look the same afterwards."""
        for place, shown in self.slots.items():
            if place[0] == seat:
                self.slots[place] = replace(shown, touched=shown.touched + 1)

    # ------------------------------------------------------------------------- what the eyes say

    def reading(self, still_for: float = STILL, *, clear: bool = True) -> TableReading:
        """Return the table as it stands, nothing having moved for ``still_for`` seconds."""
        columns = range(len(self.columns)) if self.hidden is None else self.hidden
        return TableReading(
            t=self.t,
            still_for=still_for,
            mat=True,
            clear=clear,
            columns=tuple(tuple(pile) for pile in self.columns),
            discards=tuple(self.discards),
            slots={place: self._sight(place) for place in self.slots},
            racks=frozenset(seat for seat, _ in self.slots) - self.away,
            discs=self.discs,
            blind=self.blind,
            resting=frozenset(card.serial for card in self.discards) - self.doubtful,
            fireworks_touched=self.fireworks_touched,
            hidden_columns=frozenset(() if clear else columns),
            hidden_discards=not clear,
            unsure_columns=frozenset(self.unsure),
        )

    def _sight(self, place: tuple[int, int]) -> SlotSight:
        """Return what the eyes know of a slot: of a covered one, how it was before, and touches."""
        shown = self.slots[place]
        if place in self.covered:
            before = self._in_view.get(place, shown)
            return replace(before, covered=True, touched=shown.touched)
        self._in_view[place] = shown
        return shown


class Game:
    """A running game at a filmed table; keeps what was said, as scripts are told it."""

    def __init__(
        self,
        record: Record,
        hands: Hands,
        *,
        ruleset: Ruleset = STANDARD,
        first: int = 0,
        clear: bool = True,
        stained: Sequence[int] = (),
    ) -> None:
        """Deal and begin.

        ``clear``: all of the mat is in view; ``stained``: the columns on which the eyes take a
        stain for a card that they cannot name.
        """
        self.table = FilmedTable(hands, max(6, len(ruleset.suits)))
        for column in stained:
            self.table.lay(None, column)
        self.record = record
        self.running, said = RunningGame.begin(
            record,
            ruleset,
            len(hands),
            first,
            at="2026-11-20T12:00:00Z",
            source="test",
            reading=self.table.reading(clear=clear),
        )
        self.said = list(said)

    @property
    def now(self) -> Value:
        """The game as it stands."""
        return self.running.game

    @property
    def why(self) -> str:
        """Why table and record differ, as scripts are told it; empty where they agree."""
        differs = self.now.differs
        return "" if differs is None else str(differs.reason)

    @property
    def status(self) -> Status:
        """What the status lamp shows of it."""
        return status_of(phase_of(self.now), saved=self.running.trouble is None)

    def resume(self) -> None:
        """Open the game anew, as after a power cut."""
        self.running = RunningGame.resume(self.record, self.now.id)

    def see(self, reading: TableReading) -> tuple[Announcement, ...]:
        """Show the game a reading."""
        return take(self.running, Seen(reading), reading.t)

    def tap(self, timed: TimedTap) -> tuple[Announcement, ...]:
        """Tap something."""
        return take(self.running, timed, timed.t)

    def move(self, t: float) -> None:
        """Let the camera see something move."""
        take(self.running, Moved(), t)

    def take_back(self, t: float) -> tuple[Announcement, ...]:
        """Take the newest turn back, on the panel."""
        return self.tap(TimedTap(t, UndoTap(), who=PANEL))

    def end(self, t: float) -> tuple[Announcement, ...]:
        """End the film."""
        return take(self.running, FilmEnded(), t)

    def terminate(self, t: float) -> tuple[Announcement, ...]:
        """Stop the game for good."""
        return take(self.running, Stopped(), t)

    def look(self, still_for: float = STILL, *, clear: bool = True) -> list[str]:
        """Let time pass, show the table, and return the names of what is said."""
        self.table.t += still_for
        return self._note(self.see(self.table.reading(still_for, clear=clear)))

    def clue(self, giver: int, target: int, hint: Hint, *, t: float | None = None) -> list[str]:
        """Tap a clue."""
        when = self.table.t if t is None else t
        return self._note(self.tap(TimedTap(when, ClueTap(giver, target, hint))))

    def answer(self, label: str) -> list[str]:
        """Answer the open question."""

        tap = TimedTap(self.table.t, AnswerTap(Card.parse(label)))
        return self._note(self.tap(tap))

    def play(self, seat: int, slot: int, column: int, draws: str | None = None) -> list[str]:
        """Play a card as people do, all seen rightly."""
        self.table.play(seat, slot, column, draws)
        return self.look()

    def discard(self, seat: int, slot: int, draws: str | None = None) -> list[str]:
        """Discard a card as people do, all seen rightly."""
        self.table.discard(seat, slot, draws)
        return self.look()

    def _note(self, said: Sequence[Announcement]) -> list[str]:

        self.said += said
        return [str(to_data(one)["event"]) for one in said]

    @property
    def turns(self) -> list[str]:
        """The turns on record in short: ``0 plays r1 from 2``."""

        events = [e for entry in self.record.entries(self.now.id) for e in entry.events]
        return [_short(turn) for turn in turns(events, public=False)]


def _short(turn: dict[str, object]) -> str:
    if turn["kind"] == "clue":
        what = turn.get("colour", turn.get("value"))
        return f"{turn['seat']} tells {turn['target']} {what} {turn['touched']}"
    misses = " and misses" if turn.get("success") is False else ""
    verb = "plays" if turn["kind"] == "play" else "discards"
    return f"{turn['seat']} {verb} {turn['card']} from {turn['slot']}{misses}"
