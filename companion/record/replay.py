"""Playing a game out anew after something earlier in it was put right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import AwardClueGiven, CardIdentified, ClueGiven, Event
from companion.hanabi.knowledge import audit
from companion.hanabi.moves import (
    CardId,
    Discard,
    GiveClue,
    Identify,
    Move,
    Play,
    Rearrange,
    Tile,
    TileChoice,
)
from companion.hanabi.position import GameState
from companion.hanabi.refusals import Rule, RuleViolation
from companion.hanabi.rules import apply
from companion.hanabi.state import evolve_all
from companion.record.by_place import (
    ClueAt,
    CountedAt,
    LaidAt,
    MovedAt,
    Placed,
    ReadAt,
    StoppedAt,
    TileAt,
    Told,
    TurnAt,
    standing_at,
)
from companion.record.corrections import Deed, Lay, Tell
from companion.record.entries import MoveEntry


@dataclass(frozen=True, slots=True)
class DoneAt:
    """What a correction says that was done, by whoever was to move.

    A clue is ``blind`` where whoever says so does not see the cards. ``among`` has the slots of
    which a card may have been laid from any, where nobody has said from which.
    """

    t: float | None
    turn: int
    deed: Deed
    named: Suit | None = None
    seen: tuple[str, ...] = ()
    drawn: CardId | None = None
    serial: int | None = None
    blind: bool = False
    among: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnedAt:
    """What a correction says of the award tile that was earned in a turn."""

    t: float | None
    turn: int
    tile: Tile
    card: Card | None
    drawn: CardId | None = None


@dataclass(frozen=True, slots=True)
class Lost:
    """A turn that the rules no longer allow; it and all after it do not count.

    Attributes:
        turn: as it was numbered before.
        rule: the rule that it breaks now.
        detail: a sentence about it.
    """

    turn: int
    rule: Rule
    detail: str


class CorrectionRefused(ValueError):  # noqa: N818 - the name people use at the table
    """A correction that cannot be made; nothing has changed.

    Attributes:
        rule: the rule that what it says would break; None where it is about nothing on record.
        turn: the turn it is about.
        detail: a sentence about it.
    """

    def __init__(self, rule: Rule | None, turn: int, detail: str) -> None:
        """Say why."""
        super().__init__(detail)
        self.rule = rule
        self.turn = turn
        self.detail = detail


class Replay:
    """Plays a game on from a position, step by step.

    It comes in two kinds. With ``hands`` it keeps what the eyes know of cards in hands; where that
    contradicts what was laid or told, it is forgotten, and never stands in the way. Without, no
    card is known before it is laid: so a correction is judged, because what is said of it must not
    depend on hidden faces. Both come to the same end.

    Attributes:
        state: where the game stands.
        steps: what was done since the position that was begun with.
    """

    def __init__(self, state: GameState, *, hands: bool, reseat: bool = False) -> None:
        """Begin at ``state``.

        Args:
            state: where to begin.
            hands: whether faces of cards in hands are kept.
            reseat: whether a card that another seat laid was laid by the one that is to move: a
                turn was missed before, and nobody saw from whose hand the card came.
        """
        self.state = state
        self.steps: list[MoveEntry] = []
        self._hands = hands
        self._reseat = reseat
        # What each card in this telling was called in the one before.
        self._was = {held: held for held in state.places}

    def take(self, item: Placed | DoneAt | TurnedAt) -> None:
        """Do what ``item`` says.

        Raises:
            RuleViolation: it is a turn, or what a correction says, and the rules forbid it.
        """
        if isinstance(item, TurnAt | DoneAt):
            self._settle_award(item.t)
        newest = self.state.next_id
        self._take(item)
        drawing = LaidAt | CountedAt | DoneAt | TileAt | TurnedAt
        drawn = item.drawn if isinstance(item, drawing) else None
        if self.state.next_id > newest and drawn is not None:
            self._was[newest] = drawn

    def _take(self, item: Placed | DoneAt | TurnedAt) -> None:
        match item:
            case LaidAt(played=played, card=card):
                seat, slot = self._seated(item)
                among = item.among if seat == item.seat else ()
                self._lay(item, seat, Lay(played, slot, card), certain=True, among=among)
            case ClueAt(t, _, seat, target, hint, told, blind, by):
                pointed = self._still_there(item)
                self._tell(t, GiveClue(seat, target, hint, blind, by, pointed), target, told)
            case CountedAt(t, _, move):
                seat = self.state.to_move if self._reseat else move.seat
                self._make(t, replace(move, seat=seat))
            case DoneAt(deed=Lay() as deed):
                self._lay(item, self.state.to_move, deed, among=item.among)
            case DoneAt(t, _, Tell(target, hint), blind=blind):
                self._make(t, GiveClue(self.state.to_move, target, hint, blind))
            case TileAt():
                self._turn_tile(item)
            case TurnedAt(t, turn, tile, card):
                due = self.state.award
                if due is None:
                    why = f"turn {turn}: no award tile was earned"
                    raise RuleViolation(Rule.NO_AWARD_DUE, why)
                self._make(t, TileChoice(due.seat, tile, card=card))
            case ReadAt():
                held = standing_at(self.state, item.seat, item.slot)
                if self._hands and held is not None and held.card != item.card:
                    self._name(item.t, held.id, item.card)
            case MovedAt():
                self._rearrange(item)
            case StoppedAt(t, move):
                self._quietly(t, move)
            case DoneAt():
                raise AssertionError("a deed is one of the two above")
            case _:
                assert_never(item)

    # ----------------------------------------------------------------------------- single steps

    def _make(self, t: float | None, move: Move) -> None:
        self._note(MoveEntry(t, move, apply(self.state, move)))

    def _note(self, step: MoveEntry) -> None:
        if step.events:
            self.state = evolve_all(self.state, step.events)
            self.steps.append(step)

    def _name(self, t: float | None, held: CardId, card: Card | None) -> None:
        """Note the face of a held card, however many of its copies lie on the table."""
        events = (CardIdentified(held, card), *audit(self.state, held, card))
        self._note(MoveEntry(t, Identify(held, card), events))

    def _quietly(self, t: float | None, move: Move) -> None:
        """Do what is nobody's turn, if it can still be done."""
        try:
            self._make(t, move)
        except RuleViolation:
            return  # of a card's face or place nothing is known then, until it is seen again

    def _settle_award(self, t: float | None) -> None:
        """Turn a tile that was earned only now: nobody said which one."""
        due = self.state.award
        if due is not None and not self.state.over:
            self._make(t, TileChoice(due.seat, None))

    def _seated(self, item: LaidAt) -> tuple[int, int]:
        state = self.state
        if not self._reseat or item.seat == state.to_move or not state.hands[state.to_move]:
            return item.seat, item.slot
        hand = state.hands[state.to_move]
        slots = [held.slot for held in hand]
        return state.to_move, item.slot if item.slot in slots else slots[0]

    def _lay(
        self,
        item: LaidAt | DoneAt,
        seat: int,
        deed: Lay,
        *,
        certain: bool = False,
        among: Sequence[int] = (),
    ) -> None:
        held = standing_at(self.state, seat, deed.slot)
        if held is None:
            raise RuleViolation(
                Rule.CARD_NOT_HELD,
                f"turn {self.state.turn}: slot {deed.slot} of seat {seat} is empty",
            )
        may_be = tuple(one.id for one in self.state.hands[seat] if one.slot in among)
        may_be = may_be if len(may_be) > 1 else ()
        move: Play | Discard = Discard(seat, held.id, deed.card, may_be)
        if deed.played:
            move = Play(seat, held.id, deed.card, item.named, may_be)
        if held.card not in (None, deed.card) and seat == self.state.to_move and not may_be:
            # The table stands above what was read in a rack.
            self._make(item.t, Identify(held.id, None))
        try:
            events = apply(self.state, move)
        except RuleViolation as violation:
            if violation.rule is not Rule.IMPOSSIBLE_CARD or deed.card is None:
                raise
            if not (certain or violation.blockers):
                raise
            # More copies than there are: another one is wrong on record. What is known of hands is
            # not forgotten for that, or whoever claims a face would be told who holds it.
            if may_be:
                known = self.state.places.keys() - {*violation.blockers}
                events = apply(self.state.knowing_only(known), move)
            else:
                self._name(item.t, held.id, deed.card)
                events = apply(self.state, move)
        self._note(MoveEntry(item.t, move, events, item.seen, item.serial))

    def _turn_tile(self, item: TileAt) -> None:
        due = self.state.award
        if due is None or self.state.over:
            return  # no award was earned after all
        choice = replace(item.choice, seat=due.seat)
        try:
            if choice.target is not None and item.told is not None:
                self._tell(item.t, choice, choice.target, item.told)
            else:
                self._make(item.t, choice)
        except RuleViolation:
            self._make(item.t, TileChoice(due.seat, None))

    def _rearrange(self, item: MovedAt) -> None:
        order: list[CardId | None] = []
        for slot in item.slots:
            held = None if slot is None else standing_at(self.state, item.seat, slot)
            order.append(held.id if held else None)
        since = None if item.ago is None else self.state.turn - item.ago
        mixed = (standing_at(self.state, item.seat, slot) for slot in item.unsure)
        unsure = tuple(held.id for held in mixed if held is not None)
        self._quietly(item.t, Rearrange(item.seat, tuple(order), since, unsure))

    def _still_there(self, clue: ClueAt) -> tuple[CardId, ...] | None:
        """Return the cards that were pointed at; None: by this telling it is not sure which.

        Pointed was at places. Where another card stood there all along nobody can say what was
        meant.
        """
        if clue.pointed is None or not 0 <= clue.target < self.state.players:
            return None
        cards: list[CardId] = []
        for slot in clue.pointed:
            held = standing_at(self.state, clue.target, slot)
            if held is None or self._was.get(held.id) != clue.told.held.get(slot, -1):
                return None
            cards.append(held.id)
        return tuple(cards)

    def _tell(self, t: float | None, move: GiveClue | TileChoice, target: int, told: Told) -> None:
        """Give a clue that was given: what everybody was told of it stays as it was.

        Whatever else is known by now of the cards that stand there is noted after it, for
        nobody's ears, or their owner would be told of cards that nobody pointed at.
        """
        state = self.state
        if not self._hands or not 0 <= target < state.players:
            self._make(t, move)
            return
        hand = state.hands[target]
        same = [held for held in hand if self._was.get(held.id) == told.held.get(held.slot, -1)]
        touched = tuple(held.id for held in same if held.slot in told.touched)
        spared = tuple(held.id for held in same if held.slot in told.spared)
        unsaid = tuple(held.id for held in hand if held.id not in (*touched, *spared))
        try:
            events = apply(state, move)
        except RuleViolation as violation:
            if violation.rule is not Rule.EMPTY_CLUE:
                raise
            events = ()
        if events and _said(events) == (touched, unsaid):
            self._note(MoveEntry(t, move, events))
            return
        known = [held for held in hand if held.card is not None]
        for held in known:
            self._make(t, Identify(held.id, None))
        given = apply(self.state, move)
        self._note(MoveEntry(t, move, tuple(_patched(event, touched, unsaid) for event in given)))
        for held in known:
            self._name(t, held.id, held.card)


def _said(events: Sequence[Event]) -> tuple[tuple[CardId, ...], tuple[CardId, ...]] | None:
    for event in events:
        if isinstance(event, ClueGiven | AwardClueGiven):
            return event.touched, event.open
    return None


def _patched(event: Event, touched: tuple[CardId, ...], unsaid: tuple[CardId, ...]) -> Event:
    if isinstance(event, ClueGiven | AwardClueGiven):
        return replace(event, touched=touched, open=unsaid)
    return event


def play_out(
    replay: Replay,
    items: Sequence[Placed | DoneAt | TurnedAt],
    lost: Callable[[TurnAt, RuleViolation], None],
) -> int:
    """Take ``items`` one after the other; return how many were taken.

    ``lost`` is told of the first turn that the rules no longer allow; there it ends.

    Raises:
        CorrectionRefused: what the correction itself says breaks a rule.
    """
    for index, item in enumerate(items):
        try:
            replay.take(item)
        except RuleViolation as violation:
            if isinstance(item, DoneAt | TurnedAt):
                raise CorrectionRefused(violation.rule, item.turn, violation.detail) from None
            assert isinstance(item, TurnAt)
            lost(item, violation)
            return index
    return len(items)
