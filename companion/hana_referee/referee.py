"""The referee of Hana-awase: a reading against the deal on record, and what follows from it.

Good news is told at once, complaints only of a table that has lain still for a while: whoever has
laid a card beside its like is about to take both.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.hana_awase.cards import Card, in_order
from companion.hana_awase.dealing import sizes
from companion.hana_awase.options import Options
from companion.hana_awase.public import PublicDeal, field_misdeal
from companion.hana_referee.differing import difference
from companion.hana_referee.findings import (
    FIELD,
    Agreed,
    DealAgain,
    HanaDealt,
    HanaDifference,
    HanaFinding,
    HanaReason,
    HanaWaiting,
    Played,
)
from companion.hana_referee.readings import HanaReading, SeenFaces
from companion.hana_referee.scene import HanaScene, Sources
from companion.hana_referee.stories import agrees, fanned, stories, told

STILL = 3.0
"""Seconds for which a table lies as it does before something is wrong with it."""
PAUSE = 10.0
"""The same while cards are dealt to the field, for people deal to the hands in between."""


@dataclass(frozen=True, slots=True)
class HanaMemory:
    """What the referee keeps between two readings.

    Attributes:
        what: how the cards lay in the newest reading; None before the first.
        since: from when on they have lain so.
        reached: how often a hand had been over the stock before the newest half turn on record.
        arms: the same of each seat's arm.
        before: both of the newest reading: what came with it may have begun already.
        named: unread cards that somebody has named, each with its place. They are forgotten
            where the number of unread cards there changes: which one has gone nobody can tell.
        unread: how many cards the eyes could not read at each place, the field first.
        piles: what lay before each seat when that was last seen.
        refused: cards of steps that people took back, and that still lie as they did: they are
            not recorded once more before the table has agreed with the record.
        drawn: the field of a deal that was drawn or stopped early, until it is gathered: no deal
            begins with it.
        maybe_turned: see `Sources`.
    """

    what: object = None
    since: float = 0.0
    reached: int = 0
    arms: tuple[int, ...] | None = None
    before: tuple[int, tuple[int, ...] | None] = (0, None)
    named: tuple[tuple[int, Card], ...] = ()
    unread: tuple[int | None, ...] = ()
    piles: tuple[frozenset[Card], ...] = ()
    refused: frozenset[Card] = frozenset()
    drawn: frozenset[Card] = frozenset()
    maybe_turned: Card | None = None


def judge(
    deal: PublicDeal | None,
    memory: HanaMemory,
    reading: HanaReading,
    options: Options,
    players: int,
) -> tuple[HanaFinding, HanaMemory]:
    """Return what ``reading`` means, and what is to be remembered.

    Args:
        deal: the deal on record; None between two deals.
        memory: from the call before.
        reading: what is seen now.
        options: how the table plays.
        players: how many.
    """
    memory = _counted(memory, reading)
    seen = _with_names(reading, memory.named)
    memory = _looked(memory, seen)
    lain = seen.t - memory.since
    still = lain >= STILL
    if seen.field is None or len(seen.piles) != players:
        return HanaWaiting(), _kept(memory, seen)
    if deal is None and memory.drawn:
        if memory.drawn.issuperset(one for one in seen.field if one is not None) and seen.field:
            return HanaWaiting(), _kept(memory, seen)
        memory = replace(memory, drawn=frozenset())
    if deal is None or _dealt_anew(deal, seen):
        finding = _opening(seen, options, players, lain)
        if isinstance(finding, HanaDealt):
            memory = _began(memory, seen)
        return finding, _kept(memory, seen)
    if deal.over:
        found = HanaDifference(HanaReason.NOT_COUNTED)
        return (found if still and _gathered(seen) else Agreed()), _kept(memory, seen)
    memory = replace(memory, piles=_lain(memory, seen))
    if _is_open(deal, memory, seen):
        return HanaWaiting(), _kept(memory, seen)
    scene = HanaScene(deal, seen.field, seen.piles, _sources(memory, seen))
    if agrees(scene):
        return Agreed(), _kept(replace(memory, refused=frozenset()), seen)
    # What lies under others in a fan is believed of a table that lies still only.
    story = told(deal, stories(scene) or (fanned(scene) if still else ()))
    again = in_order(memory.refused & scene.new.keys())
    if again:
        found = HanaDifference(HanaReason.TAKEN_BACK, others=again)
        return (found if still else HanaWaiting()), _kept(memory, seen)
    if story is not None:
        reached, arms = memory.before
        early = not deal.to_turn and len(story) == 1 and scene.sources.turned > 0
        maybe = story[0].card if early else None
        memory = replace(memory, refused=frozenset(), maybe_turned=maybe)
        return Played(story), _kept(replace(memory, reached=reached, arms=arms), seen)
    return (difference(scene) if still else HanaWaiting()), _kept(memory, seen)


def taken_back(memory: HanaMemory, card: Card) -> HanaMemory:
    """Return the memory once somebody has taken back the step in which ``card`` was laid."""
    arms = memory.before[1]
    return HanaMemory(refused=memory.refused | {card}, arms=arms, before=memory.before)


def watched_anew(memory: HanaMemory) -> HanaMemory:
    """Return the memory once other eyes look, whose clock and counts begin anew."""
    return replace(memory, what=None, reached=0, arms=None, before=(0, None))


def dealt_in_vain(deal: PublicDeal) -> HanaMemory:
    """Return the memory once ``deal`` was drawn or stopped early, whose cards lie there still."""
    return HanaMemory(drawn=frozenset(deal.field))


def name(memory: HanaMemory, place: int, card: Card) -> HanaMemory:
    """Return the memory once somebody has said that an unread card at ``place`` is ``card``."""
    others = tuple(one for one in memory.named if one[1] != card)
    return replace(memory, named=(*others, (place, card)), what=None)


def _with_names(reading: HanaReading, named: tuple[tuple[int, Card], ...]) -> HanaReading:
    """Return the reading with what people have named in place of what is unread.

    What the eyes read since, stands: a card that they see elsewhere is not there.
    """
    read = {
        card for faces in (reading.field or (), *(p or () for p in reading.piles)) for card in faces
    }
    field, piles = reading.field, list(reading.piles)
    for place, card in named:
        if card in read:
            continue
        if place == FIELD:
            field = _put(field, card)
        elif place < len(piles):
            piles[place] = _put(piles[place], card)
    return replace(reading, field=field, piles=tuple(piles))


def _counted(memory: HanaMemory, reading: HanaReading) -> HanaMemory:
    """Return the memory without names at places where the number of unread cards has changed."""
    now = tuple(
        None if faces is None else faces.count(None) for faces in (reading.field, *reading.piles)
    )
    before = memory.unread or now
    kept = tuple(new if old is None else old for old, new in zip(before, now, strict=False))
    changed = {
        place
        for place, (old, new) in enumerate(zip(before, now, strict=False), FIELD)
        if None not in (old, new) and old != new
    }
    return replace(
        memory,
        named=tuple(one for one in memory.named if one[0] not in changed),
        unread=tuple(old if new is None else new for old, new in zip(kept, now, strict=False)),
    )


def _lain(memory: HanaMemory, reading: HanaReading) -> tuple[frozenset[Card], ...]:
    """Return which cards lie before each seat, or lay there when that was last seen."""
    before = memory.piles or (frozenset(),) * len(reading.piles)
    return tuple(
        lay if faces is None else frozenset(card for card in faces if card is not None)
        for lay, faces in zip(before, reading.piles, strict=True)
    )


def _is_open(deal: PublicDeal, memory: HanaMemory, reading: HanaReading) -> bool:
    """Say whether a pile is hidden in which a card lay that is not on record there.

    Somebody pushes its cards apart, perhaps because he was asked to: what the rest of the table
    says is not all of it.
    """
    return any(
        faces is None and not lay <= set(pile)
        for faces, lay, pile in zip(reading.piles, memory.piles, deal.piles, strict=True)
    )


def _put(faces: SeenFaces | None, card: Card) -> SeenFaces | None:
    if faces is None or None not in faces:
        return faces
    at = faces.index(None)
    return (*faces[:at], card, *faces[at + 1 :])


def _looked(memory: HanaMemory, reading: HanaReading) -> HanaMemory:
    if reading.what == memory.what:
        return memory
    return replace(memory, what=reading.what, since=reading.t)


def _kept(memory: HanaMemory, reading: HanaReading) -> HanaMemory:
    return replace(memory, before=(reading.reached, reading.arms))


def _began(memory: HanaMemory, reading: HanaReading) -> HanaMemory:
    """Return the memory at the start of a deal: how the last one was played counts no more."""
    known = replace(memory, piles=(), refused=frozenset(), maybe_turned=None)
    return replace(known, reached=reading.reached, arms=reading.arms)


def _sources(memory: HanaMemory, reading: HanaReading) -> Sources:
    arms = None
    if reading.arms is not None and memory.arms is not None:
        pairs = zip(reading.arms, memory.arms, strict=True)
        arms = frozenset(seat for seat, (now, before) in enumerate(pairs) if now > before)
    return Sources(max(0, reading.reached - memory.reached), arms, memory.maybe_turned)


def _dealt_anew(deal: PublicDeal, reading: HanaReading) -> bool:
    """Say whether nobody has laid a card, and quite another field lies there."""
    field = reading.field or ()
    size = len(deal.field)
    return (
        not deal.begun
        and len(field) == size
        and None not in field
        and not any(reading.piles)
        and len(set(field) - set(deal.field)) > 1
    )


def _gathered(reading: HanaReading) -> bool:
    """Say whether cards lie in the field, and before nobody."""
    return bool(reading.field) and all(pile == () for pile in reading.piles)


def _opening(reading: HanaReading, options: Options, players: int, lain: float) -> HanaFinding:
    """Return whether the cards are dealt; a field of the right size that lies still is.

    Of one of another size it is said: no turn could be followed in it. Half of it and less may be
    laid while people pause. So is it of a card that was left before somebody.
    """
    field, wanted = reading.field or (), sizes(players, options)[1]
    before = [seat for seat, pile in enumerate(reading.piles) if pile]
    if before and len(field) == wanted and lain >= PAUSE:
        return HanaDifference(HanaReason.CARDS_BEFORE, seat=before[0])
    if before or reading.stock is False or lain < STILL:
        return HanaWaiting()  # they are being dealt, or those of the last deal lie there
    if len(field) != wanted:
        wrong = len(field) > wanted or (lain >= PAUSE and len(field) > wanted // 2)
        found = HanaDifference(HanaReason.FIELD_COUNT, count=len(field), wanted=wanted)
        return found if wrong and _gathered(reading) else HanaWaiting()
    cards = tuple(one for one in field if one is not None)
    if len(cards) != len(field):
        return HanaDifference(HanaReason.UNREAD, place=FIELD, count=len(field) - len(cards))
    twice = in_order({one for one in cards if cards.count(one) > 1})
    if twice:
        return HanaDifference(HanaReason.TWICE, others=twice)
    again = field_misdeal(cards, options)
    return HanaDealt(cards) if again is None else DealAgain(again, cards)
