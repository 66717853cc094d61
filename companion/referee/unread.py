"""Cards that were laid without anybody knowing what they are, or whether they fitted.

Each of them is on record as a card that nobody could read, until it comes to light: it is read at
last, somebody says what it is, it goes to the discards, or another card fits on it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.hanabi.cards import Card
from companion.hanabi.state import GameState
from companion.referee.breaks import fits
from companion.referee.columns import Verdict, verdict
from companion.referee.findings import CameToLight, Spot, face_of
from companion.referee.glimpses import TAKES, below
from companion.referee.mat import MatLedger, on_columns, on_mat
from companion.referee.readings import LaidCard, TableReading


@dataclass(frozen=True, slots=True)
class _Shelved:
    """A card that can be read; whether it fitted, the unread ones ``below`` it would tell.

    One ``on_discards`` did not fit, but nobody can tell why.
    """

    face: Card
    below: tuple[int, ...]
    on_discards: bool = False


class UnreadCards:
    """Remembers what the eyes and the mat say of unread cards; the record says which they are.

    Attributes:
        contested: the cards whose face on the mat a rack contradicts: nobody knows which is right.
        glimpsed: the unread discards that may have lain on the fireworks before.
    """

    def __init__(self, mat: MatLedger) -> None:
        """Know nothing yet of what lies on ``mat``."""
        self._mat = mat
        self.contested: set[int] = set()
        self.glimpsed: set[int] = set()
        self._shelf: dict[int, _Shelved] = {}
        self._stayed: dict[Card, tuple[int, ...]] = {}
        self._refused: set[CameToLight] = set()
        self._left_at: dict[int, float] = {}

    # ---------------------------------------------------------------------- whether a card fitted

    def verdict(
        self, state: GameState, face: Card, laid: LaidCard, reading: TableReading
    ) -> Verdict | CameToLight:
        """Say whether anybody can tell if ``laid``, which is ``face``, fits its firework.

        What comes to light: which card an unread one below it must have been.
        """
        under = below(laid.serial, reading)
        strange = any(self._mat.is_strange(serial) for serial in under)
        found = self._verdict(state, face, under, strange=strange)
        if isinstance(found, CameToLight) and self.is_refused(found):
            return Verdict.OPEN
        if found is Verdict.STAYS:
            self._stayed[face] = under
        return found

    def _verdict(
        self, state: GameState, face: Card, under: tuple[int, ...], *, strange: bool = False
    ) -> Verdict | CameToLight:
        known = [serial for serial in under if serial in self._mat.on_fireworks]
        found = verdict(
            state, face, [self._mat.built.get(serial) for serial in known], strange=strange
        )
        if isinstance(found, Verdict):
            return found
        unread = [serial for serial in known if serial in self._mat.nameless]
        return CameToLight(tuple(zip(unread, found, strict=True)), played=True)

    def shelve(self, face: Card, laid: LaidCard, reading: TableReading) -> None:
        """Note that nobody can tell whether ``laid``, which is ``face``, fitted."""
        there = laid.serial in on_columns(reading)
        self._shelf[laid.serial] = _Shelved(face, below(laid.serial, reading), not there)

    def shelve_misplay(self, serial: int, face: Card) -> None:
        """Note that nobody can tell any more why ``face`` did not fit."""
        self._shelf[serial] = _Shelved(face, (), on_discards=True)

    def face(self, serial: int) -> Card | None:
        """Return what a card is of which nobody can tell whether it fitted; None: it is none."""
        shelved = self._shelf.get(serial)
        return None if shelved is None else shelved.face

    def shelved(self) -> list[int]:
        """Return the serials of such cards that are on record unread, oldest first."""
        return sorted(self._shelf.keys() & self._mat.nameless)

    def follows(self, before: GameState, serial: int) -> CameToLight | None:
        """Return what can be told of a shelved card by now; None: nothing yet.

        ``before`` is the position before it was laid, with all that has come to light.
        """
        shelved = self._shelf[serial]
        came = CameToLight(((serial, shelved.face),))
        if shelved.on_discards:
            return None if fits(before, shelved.face) else replace(came, played=False)
        found = self._verdict(before, shelved.face, shelved.below)
        if found is Verdict.OPEN:
            return None
        came = found if isinstance(found, CameToLight) else came
        return None if self.is_refused(came) else came

    # ------------------------------------------------------------------------ what comes to light

    def refuse(self, came: CameToLight) -> None:
        """Note that a card cannot have been that, by all that was done since."""
        self._refused.add(came)

    def is_refused(self, came: CameToLight) -> bool:
        """Say whether that was found to be impossible."""
        return came in self._refused

    def read_at_last(self, reading: TableReading) -> CameToLight | None:
        """Return an unread card that the eyes can read now; None: there is none."""
        laid = [card for pile in (*reading.columns, reading.discards) for card in pile]
        for card in laid:
            face = face_of(card.label)
            if face is None or card.serial in self._shelf or card.serial in self.contested:
                continue
            came = CameToLight(((card.serial, face),))
            if card.serial in self._mat.unread and not self.is_refused(came):
                return came
        return None

    def notice(self, reading: TableReading) -> None:
        """Note since when unread cards have left the fireworks."""
        there = on_columns(reading)
        for serial in self._mat.nameless:
            if serial in there:
                self._left_at.pop(serial, None)
            else:
                self._left_at.setdefault(serial, reading.t)

    def travelled(self, face: Card, reading: TableReading, *, just_now: bool) -> CameToLight | None:
        """Return that ``face`` on the discards is an unread card that has left the fireworks.

        It did not fit, then. ``just_now``: only if it has left them a moment ago.
        """
        there = on_mat(reading)
        gone = [
            serial
            for serial in sorted(self._mat.nameless)
            if serial > 0
            and serial not in there
            and not self._lies_on_discards(serial)
            and not (just_now and reading.t - self._left_at.get(serial, reading.t) > TAKES)
        ]
        like = [serial for serial in gone if self.face(serial) == face]
        blank = [serial for serial in gone if self.face(serial) is None]
        for serial in (*like, *blank):
            came = CameToLight(((serial, face),), played=False)
            if not self.is_refused(came):
                return came
        return None

    def _lies_on_discards(self, serial: int) -> bool:
        shelved = self._shelf.get(serial)
        return shelved is not None and shelved.on_discards

    def twin(
        self, face: Card, reading: TableReading, under: tuple[int, ...] = ()
    ) -> CameToLight | None:
        """Return which unread card must be ``face``, for another one like it did not fit.

        ``under`` are the cards below which that one lay on the fireworks, where that is known.
        """
        there = on_columns(reading) & self._mat.nameless - self._shelf.keys()
        below_it = [one for one in (*under, *self._stayed.get(face, ())) if one in there]
        if not below_it and len(there) != 1:
            return None
        came = CameToLight((((*below_it, *there)[0], face),), played=True)
        return None if self.is_refused(came) else came


def lies_on_discards(face: Card, news: list[tuple[Spot, LaidCard]]) -> bool:
    """Say whether a card like ``face`` is among the ``news`` on the discards."""
    return any(spot is Spot.DISCARDS and face_of(laid.label) == face for spot, laid in news)
