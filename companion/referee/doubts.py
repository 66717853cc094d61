"""Doubts about cards in racks: whom to ask, and what; never the owner, never in public.

A doubt holds nothing up. It changes no announcement, no lamp and no state that the owner or the
public can see; only the view of the seat that is asked has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from companion.hanabi.cards import Card, face_of
from companion.hanabi.knowledge import copies_laid, copies_seen
from companion.hanabi.moves import CardId
from companion.hanabi.state import GameState, Hand, HeldCard
from companion.referee.findings import COMPLAIN_AFTER, MOST_OPTIONS
from companion.referee.kept import without
from companion.referee.readings import Sight, TableReading

ASK_NEXT_AFTER = 10.0
"""Seconds after which the next seat is asked."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A card in a rack that is not known, or of which two things were said.

    Attributes:
        since: when it arose, in seconds.
        candidates: labels that it may have, likeliest first.
        disputed: whether somebody's word stands against another's, or against the eyes.
        silent: the seats that are not asked, or not any more.
    """

    since: float
    candidates: tuple[str, ...]
    disputed: bool = False
    silent: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class RackQuestion:
    """What one seat is asked: which card stands in ``slot`` of ``seat``?

    ``options`` are possible answers, likeliest first; they follow from what the seat that is
    asked can see. There may be none: then it says the card by itself.
    """

    seat: int
    slot: int
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Doubts:
    """The doubts of one game about cards in racks.

    Attributes:
        open: those, by the card that each is about.
        told: cards of which somebody has said what they are: of those no number of copies matters.
    """

    open: Mapping[CardId, Doubt] = field(default_factory=dict)
    told: frozenset[CardId] = frozenset()

    def see(
        self,
        state: GameState,
        reading: TableReading,
        vetoed: AbstractSet[tuple[CardId, int, int]] = frozenset(),
    ) -> Doubts:
        """Note which cards the eyes cannot name though nothing hides them, and which they can.

        Args:
            state: the position by the record.
            reading: the table.
            vetoed: cards that are read as ones of which there are not so many, each with its slot
                and that sight's serial.
        """
        still, now = reading.still_for >= COMPLAIN_AFTER, dict[CardId, Doubt]()
        for seat, hand in enumerate(state.hands):
            for held in hand:
                doubt = self.open.get(held.id)
                shown = reading.slots.get((seat, held.slot))
                unread = shown is not None and shown.sight is Sight.UNKNOWN and not shown.covered
                odd = shown is not None and (held.id, held.slot, shown.serial) in vetoed
                if doubt is None and held.card is None and (unread or odd) and still:
                    assert shown is not None
                    now[held.id] = Doubt(reading.t, shown.candidates, disputed=odd)
                elif doubt is None and still and self._is_one_too_many(state, hand, held):
                    now[held.id] = Doubt(reading.t, (), disputed=True)
                # It stays open when something covers the card again; a name ends it, unless the
                # name itself is in doubt.
                elif doubt is not None and (held.card is None or doubt.disputed):
                    now[held.id] = doubt
        return self if now == self.open else replace(self, open=now)

    def _is_one_too_many(self, state: GameState, hand: Hand, held: HeldCard) -> bool:
        """Say whether the newest of like cards in ``hand`` is one more than there can be."""
        card = held.card
        if card is None or held.id in self.told:
            return False
        alike = [other.id for other in hand if other.card == card]
        many = len(alike) + copies_laid(state, card)
        return held.id == max(alike) and many > state.ruleset.copies(card)

    def heard(self, before: HeldCard, card: Card | None, seat: int | None, t: float) -> Doubts:
        """Note that ``seat`` has said that ``before`` is ``card``."""
        known = before.card
        rest = without(self.open, before.id)
        news = before.id not in self.open and seat is not None
        told = self.told - {before.id} if card is None else self.told | {before.id}
        # Only a seat that says unasked what the eyes had named otherwise opens a new doubt: an
        # answer to a question settles it.
        if not news or known is None or card is None or known == card:
            return Doubts(rest, told)
        assert seat is not None
        options = (card.label, known.label)
        disputed = Doubt(t, options, disputed=True, silent=frozenset({seat}))
        return Doubts({**rest, before.id: disputed}, told)

    def exchanged(self, held: CardId, was: Card | None, face: Card, t: float) -> Doubts:
        """Note that a rack shows ``face`` where ``was`` stood, and that nobody has laid a card.

        ``was`` is None where it is one of several that changed places and ``face`` was none of
        them. It was exchanged with the deck or with another hand, which others than its owner may
        know.
        """
        labels = (face.label,) if was is None else (face.label, was.label)
        disputed = Doubt(t, labels, disputed=True)
        return replace(self, open={**self.open, held: disputed})

    def taken_back(self, before: GameState, after: GameState) -> Doubts:
        """Note that a turn was taken back: the next card gets the number of the one drawn in it."""
        gone = before.places.keys() - after.places.keys()
        return Doubts(without(self.open, *gone), self.told - gone)

    def passed(self, held: CardId, seat: int) -> Doubts:
        """Note that ``seat`` cannot tell."""
        doubt = self.open.get(held)
        if doubt is None:
            return self
        asked = replace(doubt, silent=doubt.silent | {seat})
        return replace(self, open={**self.open, held: asked})

    def question(self, state: GameState, reader: int, t: float) -> RackQuestion | None:
        """Return what ``reader`` is asked at ``t``; None: nothing."""
        for owner, hand in enumerate(state.hands):
            for held in hand if owner != reader else ():
                doubt = self.open.get(held.id)
                if doubt is not None and _asked(state, owner, doubt, t) == reader:
                    options = _options(state, reader, held, doubt)
                    return RackQuestion(owner, held.slot, options)
        return None


def _asked(state: GameState, owner: int, doubt: Doubt, t: float) -> int | None:
    """Return the seat that is asked: each for a while, in the order of play after the owner."""
    others = [(owner + step) % state.players for step in range(1, state.players)]
    able = [seat for seat in others if seat not in doubt.silent]
    return able[int(max(0.0, t - doubt.since) // ASK_NEXT_AFTER) % len(able)] if able else None


def _options(state: GameState, reader: int, held: HeldCard, doubt: Doubt) -> tuple[str, ...]:
    """Return the candidates that are possible by what ``reader`` sees."""
    possible = []
    for label in doubt.candidates:
        card = face_of(label)
        if card is None:
            continue
        # Without this card itself: what the record takes it for is what is asked.
        seen = copies_seen(state, card, {reader}) - (held.card == card)
        if seen < state.ruleset.copies(card):
            possible.append(label)
    return tuple(possible[:MOST_OPTIONS])
