"""What a correction makes of a game, before it is applied; and which ones are possible at all.

Everything here is judged without the hands: what is offered, what is refused and what is said to
change depends only on what was laid and told, and, where a seat asks, on what that seat sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from companion.corrections.tally import Tally
from companion.hanabi.awards import tile_offers
from companion.hanabi.cards import RANKS, Card
from companion.hanabi.clues import touches
from companion.hanabi.knowledge import copies_seen
from companion.hanabi.moves import CardId, ColourHint, Hint, RankHint, Tile
from companion.hanabi.position import GameState
from companion.hanabi.refusals import Rule, RuleViolation
from companion.hanabi.state import evolve_all
from companion.language.phrases import phrase
from companion.record.by_place import (
    ClueAt,
    CountedAt,
    LaidAt,
    Placed,
    ReadAt,
    TileAt,
    Told,
    TurnAt,
    placed,
    without_doubts,
)
from companion.record.corrections import (
    Correction,
    Deed,
    FaceIs,
    Instead,
    Lay,
    Missed,
    Never,
    Tell,
    TileIs,
)
from companion.record.entries import MoveEntry
from companion.record.replay import CorrectionRefused, DoneAt, Lost, Replay, TurnedAt, play_out
from companion.record.timeline import Timeline
from companion.views.view import PUBLIC, Reader

Edited = Placed | DoneAt | TurnedAt
"""A game told by places, with what a correction says in it."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a correction would change; nothing of it depends on a hidden card.

    Attributes:
        correction: which one.
        before: the counts now.
        after: the counts with it.
        lost: the first turn that the rules no longer allow, None: all stay as they are.
        lost_turns: how many turns would not count any more.
    """

    correction: Correction
    before: Tally
    after: Tally
    lost: Lost | None
    lost_turns: int


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may be put right.

    Attributes:
        preview: what it is and what it would change.
        seat: whose turn it was, or would have been.
        mirrored: how many cards a hand has, where the reader sees the one in question from
            behind and counts its places the other way round; None for all others.
        likely: whether it names the card as one that the eyes thought of when it was laid.
        placed: whether it says from which slot a card was laid.
    """

    preview: Preview
    seat: int
    mirrored: int | None = None
    likely: bool = False
    placed: bool = True


class Judge:
    """Judges corrections of one game as it stands; it never changes.

    Raises:
        ValueError: the steps make no game.
    """

    def __init__(self, timeline: Timeline) -> None:
        """Look at ``timeline``."""
        self.timeline = timeline
        self._all = placed(timeline.started, timeline.steps)
        self._items = without_doubts(self._all)
        replay = Replay(timeline.begin(), hands=False)
        self._before: list[GameState] = []
        for item in self._items:
            self._before.append(replay.state)
            replay.take(item)
        self._now = replay.state
        self._newest = timeline.state()

    @property
    def turns(self) -> int:
        """How many turns were taken."""
        return self._now.turn - 1

    def turn(self, number: int) -> TurnAt | None:
        """Return a turn; None: there is none with that number."""
        found = self._find(number)
        return found[1] if found else None

    # -------------------------------------------------------------------------------- judging

    def preview(self, correction: Correction, reader: Reader) -> Preview:
        """Return what ``correction`` would change, asked for by ``reader``.

        Raises:
            CorrectionRefused: it cannot be made, or not from there.
        """
        self._check(correction)
        reader = self._onlooker(reader)
        now = Tally.of(self._now)
        at, items = self._edited(correction, reader)
        state = self._before[at] if at < len(self._before) else self._now
        replay = Replay(state, hands=False, reseat=_reseats(correction))
        lost: list[Lost] = []
        done = play_out(replay, items[at:], lambda item, why: lost.append(_lost(item, why)))
        if lost and isinstance(correction, FaceIs) and lost[0].turn == correction.turn:
            raise CorrectionRefused(lost[0].rule, correction.turn, lost[0].detail)
        self._check_copies(correction, replay.state)
        gone = sum(isinstance(item, TurnAt) for item in items[at + done :])
        return Preview(correction, now, Tally.of(replay.state), lost[0] if lost else None, gone)

    def amended(
        self,
        correction: Correction,
        reader: Reader,
        serial: int | None = None,
        left: Sequence[int] | None = None,
    ) -> tuple[MoveEntry, ...]:
        """Return all steps as they are with ``correction``; what is known of hands is kept.

        Args:
            correction: what is put right.
            reader: who asks for it.
            serial: the card on the table that was laid in a turn that was missed.
            left: the slots of which a card may have left any that was laid unseen; empty: it may be
                each of that hand; None: the correction says which.

        Raises:
            CorrectionRefused: it cannot be made, or not from there.
        """
        preview = self.preview(correction, reader)
        reader = self._onlooker(reader)
        _, items = self._edited(correction, reader, serial, left)
        turns = sum(isinstance(item, TurnAt | DoneAt) for item in items)
        kept = _first_turns(items, turns - preview.lost_turns)
        replay = Replay(self.timeline.begin(), hands=True, reseat=_reseats(correction))
        refused: list[Lost] = []
        play_out(replay, kept, lambda item, why: refused.append(_lost(item, why)))
        return tuple(replay.steps)

    def replaced(self, correction: Correction) -> TurnAt | None:
        """Return the turn that ``correction`` changes; None: it changes none."""
        kept = isinstance(correction, Missed | TileIs)
        return None if kept else self.turn(correction.turn)

    def _onlooker(self, reader: Reader) -> Reader:
        """Return whose view counts: whoever does not play sees what the public sees."""
        return reader if reader in range(self._now.players) else PUBLIC

    # ------------------------------------------------------------------------------- possible

    def alternatives(self, turn: int, reader: Reader) -> tuple[Preview, ...]:
        """Return what may have been in place of a turn or before it, the likeliest first.

        Only what is possible for ``reader`` by the cards that it sees. Clues, slots and what was
        missed are offered where they leave all other turns as legal as they are; another face or
        pile for a card also where later turns would not count any more, as after a third fuse:
        it is what lies on the table. That a turn was never taken is always offered. Turn
        ``turns + 1`` is the one about to be taken: only what was missed before it is offered.

        Raises:
            CorrectionRefused: there is no such turn.
        """
        if not 1 <= turn <= self.turns + 1:
            raise CorrectionRefused(None, turn, phrase("there is no turn {turn}", turn=turn))
        reader = self._onlooker(reader)
        found = self._find(turn)
        item = found[1] if found else None
        state = self._before[found[0]] if found else self._now
        possible: list[Preview] = []
        for correction in self._thinkable(turn, item, state, reader):
            try:
                preview = self.preview(correction, reader)
            except CorrectionRefused:
                continue
            if preview.lost is None or _may_end_others(preview, item):
                possible.append(preview)
        return tuple(possible)

    def _thinkable(
        self, turn: int, item: TurnAt | None, state: GameState, reader: Reader
    ) -> Iterator[Correction]:
        slots = [held.slot for held in state.hands[state.to_move]]
        slot = slots[0] if slots else 0
        match item:
            case LaidAt():
                slot = item.slot
                faces = self._likeliest(item.card, item.seen, reader)
                yield from (FaceIs(turn, face) for face in faces if face != item.card)
                yield Instead(turn, Lay(not item.played, slot, item.card))
                for other in sorted(slots, key=lambda one: abs(one - item.slot)):
                    if other != slot or item.among:
                        yield Instead(turn, Lay(item.played, other, item.card))
                yield from (Instead(turn, tell) for tell in self._clues(turn, None, reader))
            case ClueAt():
                yield from (Instead(turn, tell) for tell in self._clues(turn, item, reader))
                yield from (Instead(turn, lay) for lay in self._lays(slot, state.to_move, reader))
            case CountedAt():
                yield from (Instead(turn, tell) for tell in self._clues(turn, None, reader))
                yield from (Instead(turn, lay) for lay in self._lays(slot, state.to_move, reader))
            case None:
                pass
            case _:
                assert_never(item)
        if item is not None:
            yield from self._tiles(turn)
            yield Never(turn)
        yield from (Missed(turn, tell) for tell in self._clues(turn, None, reader))
        slot = slots[0] if slots else 0
        yield from (Missed(turn, lay) for lay in self._lays(slot, state.to_move, reader))

    def _tiles(self, turn: int) -> Iterator[TileIs]:
        """Return which other tile may have been turned that was earned in ``turn``."""
        found = self._find_tile(turn)
        if found is None:
            return
        index, item = found
        for offer in tile_offers(self._before[index]):
            if offer.tile in self._other_tiles(index):
                continue
            for card in (*offer.cards, *((None,) if offer.may_pass else ())):
                if (offer.tile, card) != (item.choice.tile, item.choice.card):
                    yield TileIs(turn, offer.tile, card)

    def brought_back(self, card: Card) -> TileIs | None:
        """Return that a tile that nobody has named brought ``card`` to its firework.

        None: no such tile can have.
        """
        for turn in range(1, self.turns + 1):
            found = self._find_tile(turn)
            if found is not None and found[1].choice.tile is None:
                told = TileIs(turn, Tile.RESCUE, card)
                if told in self._tiles(turn):
                    return told
        return None

    def _other_tiles(self, index: int) -> set[Tile | None]:
        """Return the tiles that were turned otherwise than by the item at ``index``."""
        items = enumerate(self._items)
        return {one.choice.tile for n, one in items if isinstance(one, TileAt) and n != index}

    def _lays(self, slot: int, seat: int, reader: Reader) -> Iterator[Deed]:
        for played_ in (True, False):
            for face in self._likeliest(None, (), reader, seat):
                yield Lay(played_, slot, face)

    def _clues(self, turn: int, item: ClueAt | None, reader: Reader) -> Iterator[Tell]:
        """Return the clues that may have been given, by the cards that ``reader`` sees."""
        ruleset = self.timeline.started.ruleset
        hints: list[Hint] = [*map(ColourHint, ruleset.nameable), *map(RankHint, RANKS)]
        state = self._known_before(turn)
        first = item.target if item else (state.to_move + 1) % state.players
        targets = [(first + seat) % state.players for seat in range(state.players)]
        for target in targets:
            if target == state.to_move:
                continue
            faces = [held.card for held in state.hands[target]]
            for hint in hints:
                if item is not None and (target, hint) == (item.target, item.hint):
                    continue
                if (
                    _blind(target, reader)
                    or ruleset.empty_clues
                    or any(face is None or touches(ruleset, hint, face) for face in faces)
                ):
                    yield Tell(target, hint)

    def _likeliest(
        self,
        now: Card | None,
        seen: Sequence[str],
        reader: Reader,
        owner: int | None = None,
    ) -> list[Card]:
        """Return the faces of which ``reader`` does not see all copies elsewhere.

        First those that the eyes thought of, then cards like the one on record, then the more
        frequent. What ``owner`` holds does not count: it may be that very card.
        """
        state = self._newest
        seats = range(state.players)
        hidden = seats if reader is PUBLIC else [one for one in seats if one in (reader, owner)]
        ruleset = state.ruleset

        def left(card: Card) -> int:
            return ruleset.copies(card) - copies_seen(state, card, hidden)

        def order(card: Card) -> tuple[int, int, int]:
            thought = seen.index(card.label) if card.label in seen else len(seen)
            alike = now is not None and (card.suit is now.suit or card.rank == now.rank)
            return thought, not alike, -left(card)

        return sorted((card for card in ruleset.cards if left(card) > 0), key=order)

    # --------------------------------------------------------------------------------- editing

    def _check(self, correction: Correction) -> None:
        """Refuse what is about nothing on record."""
        last = self.turns + isinstance(correction, Missed)
        if not 1 <= correction.turn <= last:
            raise CorrectionRefused(
                None,
                correction.turn,
                phrase("there is no turn {turn} to put right", turn=correction.turn),
            )
        due = self._now.award
        if due is not None and correction.turn > self.turns:
            # Whatever comes next, the seat that earned it turns its tile first.
            why = f"turn {correction.turn}: seat {due.seat} has an award tile to turn"
            raise CorrectionRefused(Rule.AWARD_DUE, correction.turn, why)
        if isinstance(correction, FaceIs):
            item = self.turn(correction.turn)
            if not isinstance(item, LaidAt):
                raise CorrectionRefused(
                    None,
                    correction.turn,
                    phrase("no card was laid in turn {turn}", turn=correction.turn),
                )
            if item.card == correction.card:
                raise CorrectionRefused(
                    None, correction.turn, phrase("that card is on record already")
                )

        if isinstance(correction, TileIs):
            self._check_tile(correction)

    def _check_tile(self, correction: TileIs) -> None:
        found, turn = self._find_tile(correction.turn), correction.turn
        if found is None:
            why = phrase("no award tile was turned in turn {turn}", turn=turn)
            raise CorrectionRefused(None, turn, why)
        index, item = found
        if (correction.tile, correction.card) == (item.choice.tile, item.choice.card):
            raise CorrectionRefused(None, turn, phrase("that tile is on record already"))
        if correction.tile in self._other_tiles(index):
            said = f"turn {turn}: the award tile {correction.tile.value} was turned in another turn"
            raise CorrectionRefused(Rule.TILE_TURNED_BEFORE, turn, said)

    def _check_copies(self, correction: Correction, after: GameState) -> None:
        """Refuse more copies of a card on the table than there are."""
        for card in after.ruleset.cards:
            copies = after.ruleset.copies(card)
            laid = copies_seen(after, card)
            if laid > copies and laid > copies_seen(self._now, card):
                raise CorrectionRefused(
                    Rule.IMPOSSIBLE_CARD,
                    correction.turn,
                    f"{card.label} would lie on the table more often than there are copies of it,"
                    f" {copies}",
                )

    def _find(self, number: int) -> tuple[int, TurnAt] | None:
        for index, item in enumerate(self._items):
            if isinstance(item, TurnAt) and item.turn == number:
                return index, item
        return None

    def _find_tile(self, number: int) -> tuple[int, TileAt] | None:
        """Return the first award tile that was turned in a turn, and where; None: none was."""
        found = self._find(number)
        for index in range(found[0] + 1, len(self._items)) if found else ():
            match self._items[index]:
                case TileAt() as item:
                    return index, item
                case LaidAt() | ClueAt() | CountedAt():
                    return None
                case _:
                    continue
        return None

    def _known_before(self, turn: int) -> GameState:
        """Return the position before a turn with all that is on record of the hands."""
        state = self.timeline.begin()
        for step, item in zip(self.timeline.steps, self._all, strict=True):
            if isinstance(item, TurnAt) and item.turn == turn:
                break
            state = evolve_all(state, step.events)
        return state

    def _edited(
        self,
        correction: Correction,
        reader: Reader,
        serial: int | None = None,
        left: Sequence[int] | None = None,
    ) -> tuple[int, list[Edited]]:
        """Return the items with ``correction``, and the first that public counts depend on."""
        found = self._find(correction.turn)
        at = found[0] if found else len(self._items)
        items: list[Edited] = list(self._items)
        before = self._before[at] if found else self._now
        hand = () if left is None else _slots(before, left)
        match correction:
            case FaceIs(_, card):
                assert found is not None
                laid = found[1]
                assert isinstance(laid, LaidAt)
                items = [self._renamed(item, laid.held, card) for item in self._items]
            case Instead(turn, deed):
                assert found is not None
                items[at] = _instead(found[1], turn, deed, reader, hand)
            case Missed(turn, deed):
                t = getattr(items[at - 1], "t", None) if at else None
                blind = isinstance(deed, Tell) and _blind(deed.target, reader)
                done = DoneAt(t, turn, _from(deed, hand), serial=serial, blind=blind, among=hand)
                items.insert(at, done)
            case TileIs(turn, tile, card):
                turned = self._find_tile(turn)
                assert turned is not None
                at, was = turned
                items[at] = TurnedAt(was.t, turn, tile, card, was.drawn)
            case Never():
                del items[at]
            case _:
                assert_never(correction)
        return at, items

    def _renamed(self, item: Placed, held: CardId, card: Card) -> Placed:
        """Return ``item`` with the card ``held`` being ``card`` wherever it is named."""
        ruleset = self.timeline.started.ruleset
        match item:
            case LaidAt() if item.held == held:
                return replace(item, card=card)
            case ReadAt() if item.held == held and item.card is not None:
                return replace(item, card=card)
            case ClueAt(told=told):
                for slot, one in told.held.items():
                    if one == held and slot in told.touched | told.spared:
                        if touches(ruleset, item.hint, card):
                            told = Told(told.touched | {slot}, told.spared - {slot}, told.held)
                        else:
                            told = Told(told.touched - {slot}, told.spared | {slot}, told.held)
                return replace(item, told=told)
            case _:
                return item


def as_choice(judge: Judge, preview: Preview, reader: Reader) -> Choice:
    """Return ``preview`` with what ``reader`` has to know to read it."""
    started = judge.timeline.started
    seat = judge.timeline.seat_of(preview.correction.turn)
    mirrored = started.ruleset.hand_size(started.players) if reader == seat else None
    correction, placed = preview.correction, True
    if isinstance(correction, Instead) and isinstance(correction.deed, Lay):
        item = judge.turn(correction.turn)
        placed = not (isinstance(item, LaidAt) and _among(item, correction.deed))
    return Choice(preview, seat, mirrored, _thought_of(judge, correction), placed)


def _thought_of(judge: Judge, correction: Correction) -> bool:
    """Say whether the eyes thought of the face that ``correction`` gives a card on the table."""
    item = judge.turn(correction.turn)
    return (
        isinstance(correction, FaceIs)
        and isinstance(item, LaidAt)
        and correction.card.label in item.seen
    )


def _blind(target: int, reader: Reader) -> bool:
    """Say whether ``reader`` does not see the cards of ``target``, so that they count for nothing.

    Otherwise whoever puts a clue to himself right would be told which of his cards it touches.
    """
    return reader in (PUBLIC, target)


def _instead(item: TurnAt, turn: int, deed: Deed, reader: Reader, hand: tuple[int, ...]) -> DoneAt:
    if isinstance(item, LaidAt) and isinstance(deed, Lay):
        named, among = item.named if deed.played else None, _among(item, deed)
        return DoneAt(item.t, turn, deed, named, item.seen, item.drawn, item.serial, among=among)
    blind = isinstance(deed, Tell) and _blind(deed.target, reader)
    return DoneAt(item.t, turn, _from(deed, hand), blind=blind, among=hand)


def _slots(state: GameState, left: Sequence[int]) -> tuple[int, ...]:
    """Return the slots of the hand to move that are among ``left``; all, where none is."""
    hand = tuple(held.slot for held in state.hands[state.to_move])
    return tuple(slot for slot in hand if slot in left) or hand


def _from(deed: Deed, slots: Sequence[int]) -> Deed:
    """Return ``deed`` with a card that came from one of ``slots``; none: as it says itself."""
    if isinstance(deed, Lay) and slots and deed.slot not in slots:
        return replace(deed, slot=slots[0])
    return deed


def _among(item: LaidAt, deed: Lay) -> tuple[int, ...]:
    """Return the slots of which the card may have been any by ``deed``, too; none: it says which.

    Only whoever changes nothing but the slot has said from which one it was laid.
    """
    if deed.slot != item.slot or (deed.played, deed.card) == (item.played, item.card):
        return ()
    return item.among


def _may_end_others(preview: Preview, item: TurnAt | None) -> bool:
    """Say whether a correction is offered although later turns would not count any more.

    What lies on the table is what it is: its face, its pile, and that it was never laid.
    """
    assert preview.lost is not None
    match preview.correction:
        case Never() | FaceIs():
            return True
        case Instead(turn, Lay(played, slot, face)) if isinstance(item, LaidAt):
            other_pile = played != item.played and (slot, face) == (item.slot, item.card)
            return other_pile and preview.lost.turn > turn
        case _:
            return False


def _reseats(correction: Correction) -> bool:
    return isinstance(correction, Missed | Never)


def _lost(item: TurnAt, why: RuleViolation) -> Lost:
    return Lost(item.turn, why.rule, why.detail)


def _first_turns(items: Sequence[Edited], turns: int) -> list[Edited]:
    """Return ``items`` up to the first turn beyond ``turns``."""
    kept: list[Edited] = []
    for item in items:
        if isinstance(item, TurnAt | DoneAt):
            if not turns:
                break
            turns -= 1
        kept.append(item)
    return kept
