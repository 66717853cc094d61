"""Which cards on the mat the record accounts for, and where they ought to lie.

A card is known by its serial, which the eyes give it when it is laid. The ledger knows no rack:
what hands have lost is the referee's to find out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.hanabi.cards import Card
from companion.hanabi.events import (
    CardDiscarded,
    CardLaidUnread,
    CardMissed,
    CardPlayed,
)
from companion.hanabi.moves import CardId, Discard, Play
from companion.hanabi.state import GameState, HeldCard
from companion.record.entries import Step
from companion.record.timeline import Timeline
from companion.referee.breaks import fits, found_again
from companion.referee.findings import Spot, face_of
from companion.referee.readings import LaidCard, TableReading

NOT_SEEN = 0
"""The serial of a card that was laid before anybody watched; no real one has it."""

Laid = tuple[int, Spot, Card | None]
"""A laid card: its serial, where, and its face."""


class MatLedger:
    """Remembers the laid cards of one game.

    Attributes:
        built: the cards on fireworks that fitted, by serial.
        missed: those that did not fit and have not reached the discards yet.
        nameless: cards played that nobody could read.
        blank: cards discarded that nobody could read.
        phantoms: what looked like a card that nobody can name, and left no hand.
    """

    def __init__(self) -> None:
        """Start with an empty mat."""
        self.built: dict[int, Card] = {}
        self.missed: dict[int, Card] = {}
        self.nameless: set[int] = set()
        self.blank: set[int] = set()
        self.phantoms: set[int] = set()
        self._accounted: set[int] = set()
        self._laid: dict[CardId, Laid] = {}
        self._moved: dict[int, tuple[int, Spot]] = {}
        self._out_of_sight: list[Card | None] = []
        self._newest: tuple[int, Card] | None = None

    def adopt(self, reading: TableReading) -> None:
        """Take what lies on the mat as what the record has."""
        self._accounted = {card.serial for pile in reading.columns for card in pile}
        self._accounted |= {card.serial for card in reading.discards}

    def account_for(self, serial: int) -> None:
        """Note that a card needs no further explanation."""
        self._accounted.add(serial)

    def accept(
        self, state: GameState, move: Play | Discard, serial: int | None, spot: Spot
    ) -> None:
        """Note the card that ``move`` laid and that lies at ``spot`` now.

        ``state`` is the position before it.
        """
        if serial is None:
            return
        self._accounted.add(serial)
        played = isinstance(move, Play)
        self._newest = None if played or move.card is None else (serial, move.card)
        self._laid[move.held] = (serial, Spot.FIREWORKS if played else Spot.DISCARDS, move.card)
        if not isinstance(move, Play):
            if move.card is None:
                self.blank.add(serial)
            return
        if move.card is None:
            self.nameless.add(serial)
        elif spot is Spot.FIREWORKS:
            right = fits(state, move.card) and move.named in (None, move.card.suit)
            (self.built if right else self.missed)[serial] = move.card

    def others_than(self, face: Card) -> set[int]:
        """Return the serials of the cards that were laid as another one than ``face``."""
        return {serial for serial, _, card in self._laid.values() if card != face}

    def rescued(self, state: GameState, serial: int, face: Card) -> bool:
        """Say whether ``face`` is on a firework by the record; note that it lies there now."""
        for suit, height in zip(state.ruleset.suits, state.fireworks, strict=True):
            if face in self.built.values():
                continue
            if suit.suit is face.suit and face.rank in suit.build[:height]:
                self.built[serial] = face
                return True
        return False

    def put_right(self, before: Sequence[Step], after: Timeline) -> None:
        """Account for the same cards by ``after``, in which earlier turns were put right.

        Nothing on the table has moved: a card that turns out to be a misplay lies on the
        fireworks, from where it may go to the discards; one that turns out to be none may come
        back from them. What is not on record any more needs no explanation.
        """
        on_fireworks = self.on_fireworks | self.missed.keys()
        known = {step.serial for step in before}
        state = after.state()
        self.built = {
            serial: card
            for serial, card in self.built.items()
            if serial not in known
            and card.rank in state.ruleset.build(card.suit)[: state.height(card.suit)]
        }
        self.missed = {serial: card for serial, card in self.missed.items() if serial not in known}
        self.nameless -= {serial for serial in known if serial is not None}
        self.blank -= {serial for serial in known if serial is not None}
        spots = {serial: spot for serial, spot, _ in self._laid.values()}
        self._laid = {}
        for step in after.steps:
            if step.serial is None or not isinstance(step.move, Play | Discard):
                continue
            if step.serial < NOT_SEEN:
                continue  # nobody knows which of the cards on the table it is
            self._accounted.add(step.serial)
            played = isinstance(step.move, Play)
            spot = spots.get(step.serial, Spot.FIREWORKS if played else Spot.DISCARDS)
            there = step.serial in on_fireworks or (played and step.serial not in spots)
            card = self._take_over(step, there)
            self._laid[step.move.held] = (step.serial, spot, card)

    def _take_over(self, step: Step, on_fireworks: bool) -> Card | None:
        """Note what the card that ``step`` laid is now, where it lies; return its face."""
        assert step.serial is not None
        for event in step.events:
            match event:
                case CardPlayed(card=card):
                    if on_fireworks:
                        self.built[step.serial] = card
                    return card
                case CardMissed(card=card):
                    if on_fireworks:
                        self.missed[step.serial] = card
                    return card
                case CardDiscarded(card=face):
                    if face is None:
                        self.blank.add(step.serial)
                    if on_fireworks and face is not None:
                        self.missed[step.serial] = face
                    return face
                case CardLaidUnread():
                    self.nameless.add(step.serial)
                    return None
                case _:
                    continue
        return None

    def gone_from_fireworks(self, reading: TableReading) -> list[Card]:
        """Return the cards that fitted and lie there no longer."""
        there = on_columns(reading)
        return [card for serial, card in self.built.items() if serial not in there]

    def gone_from_discards(self, reading: TableReading) -> Card | None:
        """Return the card that was laid last, where it was discarded and lies there no longer.

        Older discards don't count: they may be looked at, and most are out of sight anyway.
        """
        if self._newest is None:
            return None
        serial, face = self._newest
        shown = [card.serial for card in reading.discards]
        if max(shown, default=0) > serial:
            self._newest = None  # laid down elsewhere, or looked through: it may be under others
            return None
        return None if serial in shown else face

    def recover(self, state: GameState, reading: TableReading, lost: Sequence[HeldCard]) -> None:
        """Account for the cards on the mat that ``state`` explains, after a break.

        ``lost`` are the cards of the seat to move that have left their slots.
        """
        found = found_again(state, reading, lost)
        self.built |= found.built
        self.built |= {NOT_SEEN - 1 - i: card for i, card in enumerate(found.gone)}
        self.missed |= found.missed
        self._accounted |= found.built.keys() | found.missed.keys() | found.discarded
        self._out_of_sight = found.out_of_sight
        laid_anew = any(card.label is not None for _, card in self.news(reading))
        if found.out_of_sight and (laid_anew or not lost):  # so these are among those out of sight
            # As long as nobody can name them: a card laid over one of them is news again.
            self.phantoms |= {laid.serial for laid in reading.discards if laid.label is None}

    @property
    def on_fireworks(self) -> set[int]:
        """The serials of the cards that were played and are no known misplays."""
        return self.built.keys() | self.nameless

    @property
    def unread(self) -> set[int]:
        """The serials of all cards that were laid without anybody reading them."""
        return self.nameless | self.blank

    def is_strange(self, serial: int) -> bool:
        """Say whether the record knows nothing of a card on the mat."""
        return serial not in self._accounted or (
            serial in self.phantoms and serial not in self.on_fireworks
        )

    @property
    def on_record(self) -> set[int]:
        """The serials of the cards that were laid by the record."""
        return {serial for serial, _, _ in self._laid.values()}

    def take_back(self, before: GameState, after: GameState) -> list[tuple[CardId, Laid]]:
        """Return the cards that a turn, now taken back, had laid, and where they lie.

        Args:
            before: the position with the turn.
            after: the position without it.
        """
        held_before = {held.id for hand in before.hands for held in hand}
        held_after = {held.id for hand in after.hands for held in hand}
        returning = []
        self._newest = None
        for held in held_after - held_before:
            laid = self._laid.pop(held, None) or self._laid_unwatched(before, after)
            if laid is not None:
                serial, spot, card = laid
                while serial in self._moved:
                    serial, spot = self._moved.pop(serial)
                self.built.pop(serial, None)
                self.missed.pop(serial, None)
                self.nameless.discard(serial)
                self.blank.discard(serial)
                returning.append((held, (serial, spot, card)))
        return returning

    def _laid_unwatched(self, before: GameState, after: GameState) -> Laid | None:
        """Return what was laid between two positions, where that was before a break."""
        for suit, height, less in zip(
            before.ruleset.suits, before.fireworks, after.fireworks, strict=True
        ):
            if height > less:
                face = Card(suit.suit, suit.build[less])
                built = [serial for serial, card in self.built.items() if card == face]
                return (built[0], Spot.FIREWORKS, face) if built else None
        if len(before.discards) > len(after.discards):
            return (NOT_SEEN, Spot.DISCARDS, before.discards[-1])
        return None

    def travelled(self, face: Card, serial: int, reading: TableReading) -> bool:
        """Say whether ``face`` on the discards is a misplay that has left the fireworks.

        It lies there as ``serial`` then, and needs no further account.
        """
        there = on_columns(reading)
        for before, missed in self.missed.items():
            if missed == face and before not in there:
                del self.missed[before]
                self._accounted.add(serial)
                self._lies_as(before, serial, Spot.DISCARDS)
                return True
        return False

    def _lies_as(self, before: int, serial: int, spot: Spot) -> None:
        """Note that the card ``before`` lies at ``spot`` now, as ``serial``."""
        self._moved[before] = (serial, spot)

    def find_again(self, reading: TableReading) -> None:
        """Go on with the card below where one like it, that was taken for it, has gone."""
        there = {card.serial: face_of(card.label) for pile in reading.columns for card in pile}
        for serial, face in tuple(self.built.items()):
            if serial not in there:
                like = [
                    other
                    for other, shown in there.items()
                    if shown == face and other in self._accounted and other not in self.built
                ]
                if like:
                    self.built[like[0]] = self.built.pop(serial)
                    self._lies_as(serial, like[0], Spot.FIREWORKS)

    def follow(self, serial: int, face: Card, reading: TableReading, *, pushed: bool) -> None:
        """Go on knowing a card that came to lie elsewhere on the fireworks as ``serial``.

        It was taken from one column to another, or, if it may have been, ``pushed`` along its own.
        """
        there = on_columns(reading)
        beside = next(
            ({card.serial for card in pile} for pile in reading.columns if _holds(pile, serial)),
            set[int](),
        )
        for known in (self.built, self.missed):
            for old, card in known.items():
                if card == face and (old not in there or (pushed and old in beside)):
                    known[serial] = known.pop(old)
                    self._accounted.add(serial)
                    self._lies_as(old, serial, Spot.FIREWORKS)
                    return

    def follow_unread(self, laid: LaidCard, reading: TableReading) -> None:
        """Go on knowing the one card that left its place on the fireworks as ``laid``.

        Nobody can name that where it lies now; no hand has lost a card.
        """
        there = on_columns(reading)
        gone = [
            (known, serial, card)
            for known in (self.built, self.missed)
            for serial, card in known.items()
            if serial not in there
        ]
        if len(gone) != 1:
            return
        known, serial, card = gone[0]
        if not laid.candidates or card.label in laid.candidates:
            known[laid.serial] = known.pop(serial)
            self._accounted.add(laid.serial)
            self._lies_as(serial, laid.serial, Spot.FIREWORKS)

    def forget_one_nameless(self, reading: TableReading) -> bool:
        """Note that a card that nobody could read has left the fireworks; False: none has."""
        gone = self.nameless - on_mat(reading)
        if gone:
            self.nameless.remove(min(gone))
        return bool(gone)

    def news(self, reading: TableReading) -> list[tuple[Spot, LaidCard]]:
        """Return the laid cards that the record does not account for, in the order laid."""
        laid = [(Spot.FIREWORKS, card) for pile in reading.columns for card in pile]
        laid += [(Spot.DISCARDS, card) for card in reading.discards]
        new = [
            (spot, card)
            for spot, card in laid
            if card.serial not in self._accounted
            and (card.label is not None or card.serial not in self.phantoms)
        ]
        new.sort(key=lambda one: one[1].serial)
        if self._out_of_sight:
            # Some discards were hidden after the break: one that comes to light now together with
            # its twin on the fireworks is not the card that has just left a rack.
            played = {card.label for spot, card in new if spot is Spot.FIREWORKS}
            old = [face.label for face in self._out_of_sight if face is not None]
            new.sort(
                key=lambda one: (
                    one[0] is Spot.DISCARDS and one[1].label in played and one[1].label in old
                )
            )
        return new


def _holds(pile: Iterable[LaidCard], serial: int) -> bool:
    return any(card.serial == serial for card in pile)


def on_mat(reading: TableReading) -> set[int]:
    """Return the serials of all cards on the mat."""
    return on_columns(reading) | {card.serial for card in reading.discards}


def on_columns(reading: TableReading) -> set[int]:
    """Return the serials of the cards on the fireworks."""
    return {card.serial for pile in reading.columns for card in pile}
