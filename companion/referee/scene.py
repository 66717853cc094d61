"""A card on the mat that nothing explains yet: who may have laid it, and how.

It is a value, and can be asked about a position and a memory that are only supposed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from companion.hanabi.awards import fits
from companion.hanabi.cards import Card
from companion.hanabi.knowledge import is_all_laid
from companion.hanabi.moves import CardId, Discard, Play
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.state import GameState, HeldCard
from companion.referee.counting import is_whole
from companion.referee.findings import (
    COMPLAIN_AFTER,
    HAND_LEAVES,
    MOST_OPTIONS,
    OVERDUE,
    Agrees,
    CameToLight,
    Differs,
    Finding,
    Spot,
    Unclear,
)
from companion.referee.losses import Losses
from companion.referee.memory import Memory
from companion.referee.racks import Trace
from companion.referee.readings import LaidCard, TableReading
from companion.referee.reasons import Reason
from companion.referee.resting import has_one_more, rests_once_more
from companion.referee.stories import (
    FirstTurn,
    LaidUnseen,
    beginnings,
    by_discs,
    laid_unseen,
    mixed_hand,
)
from companion.referee.tokens import NO_TOKENS, TokensLeft
from companion.referee.unread import Glimpse, PlayCertainty

DECIDED_LATER = Agrees(busy=True, doubtful=True)
"""What becomes of the card shows soon, or is decided once the game goes on."""


Given = Sequence[tuple[int, float]]
"""Clues: the seat that gave each, and when, in the camera's seconds."""


@dataclass(frozen=True, slots=True)
class Clues:
    """What people have logged besides what lies there.

    Attributes:
        given: the newest clues on record, and when they were taken.
        waiting: those whose turn has not come by the record, oldest first, and when they were said.
    """

    given: Given = ()
    waiting: Given = ()


NO_CLUES = Clues()


@dataclass(frozen=True, slots=True)
class Explanation:
    """What explains a card, and the ``memory`` with that; no finding: it needs no move."""

    finding: Finding | None
    memory: Memory


@dataclass(frozen=True)
class Scene:
    """One card on the mat that nothing explains yet, and what is known around it.

    Attributes:
        state: the position by the record.
        reading: the table.
        memory: what is known of the game.
        lost: which cards hands have lost.
        spot: where the card lies.
        laid: what the eyes know of it.
        overtaken: whether somebody says that the game has gone on.
        newest: whether no other new card was laid after it.
        anew: whether the table is seen again for the first time after a break.
        clues: what was said of clues.
        tokens: how many tokens are left by the discs.
        supposed: whether a card like it is supposed to have been drawn in its place unseen.
    """

    state: GameState
    reading: TableReading
    memory: Memory
    lost: Losses
    spot: Spot
    laid: LaidCard
    overtaken: bool = False
    newest: bool = True
    anew: bool = False
    clues: Clues = NO_CLUES
    tokens: TokensLeft = NO_TOKENS
    supposed: bool = False

    @property
    def seat(self) -> int:
        """The seat to move."""
        return self.state.to_move

    @property
    def on_discards(self) -> bool:
        """Whether the card lies on the discards, and not on the fireworks."""
        return self.spot is Spot.DISCARDS

    @property
    def gone_on(self) -> bool:
        """Whether the game has gone on since the card came, so that no doubt is waited for."""
        return self.overtaken or not self.newest

    @property
    def waits(self) -> bool:
        """Whether there is still time to see what becomes of the card."""
        return self.reading.still_for < COMPLAIN_AFTER and not (self.gone_on or self.rests)

    @property
    def rests(self) -> bool:
        """Whether it has lain there in the open for long, whatever people moved meanwhile.

        Where somebody always fidgets the table is never still for as long as a complaint waits, and
        to a poor camera it never is at all.
        """
        lain = self.reading.t - self.laid.t
        if lain >= OVERDUE:
            return self.reading.mat
        return self.reading.settled and self.reading.clear and lain >= HAND_LEAVES

    @property
    def hand_may_leave(self) -> bool:
        """Whether there is still time for a hand to leave a rack, and show its slots.

        One that rests there for good would hold the game up: after a while people are asked.
        """
        return self.reading.still_for < HAND_LEAVES and not self.gone_on

    @cached_property
    def face(self) -> Card | None:
        """What the card is, by a person's word or by the eyes; None: nobody knows."""
        memory, laid = self.memory, self.laid
        shelved = memory.unread.face(laid.serial)
        return memory.answers.get(laid.serial) or shelved or memory.named(laid)

    @cached_property
    def gone(self) -> bool:
        """Whether a slot shows that a card has left the hand to move."""
        return bool(self.lost.gone(self.seat))

    @cached_property
    def gone_before(self) -> bool:
        """Whether a card had left the hand to move when something lay there first."""
        then = self.memory.arrivals.of_outline(self.laid)
        return bool(self.lost.before(then).gone(self.seat))

    @cached_property
    def hidden(self) -> bool:
        """Whether something is in front of the rack of the hand to move."""
        return self.lost.hidden(self.seat)

    @property
    def blind(self) -> bool:
        """Whether the rack of the hand to move cannot say that it has lost no card."""
        return self.hidden or self.seat not in self.reading.racks

    @cached_property
    def who_left(self) -> tuple[HeldCard, ...]:
        """The cards of the hand to move that may be the laid one, by what its rack shows.

        Where nobody watched, its like may have been drawn and stand there as it stood; so it may
        have been where that is ``supposed``.
        """
        if self.supposed:
            return self.lost.moved_alone(self.seat, self.memory.arrivals.whole)
        left = self.lost.who_left(self.seat, self.face, self.laid)
        if left and not self.gone and _lies_on_the_fireworks(self, self.face):
            # One in front of which something moved may have lain there before another was drawn.
            strayed = self.memory.absent.strayed
            return tuple(
                held
                for held in self.state.hands[self.seat]
                if held in left or (held.id in strayed and held.card in (None, self.face))
            )
        if left or self.face is None or not self.memory.vigil.missed(self.laid):
            return left
        unmoved = self.memory.vigil.slept_through(self.laid)
        return self.lost.replaced_by_its_like(self.seat, self.face, unmoved=unmoved)

    @cached_property
    def unseen(self) -> tuple[LaidUnseen, ...]:
        """The cards that were laid while nobody watched, this one among them; empty: it was not."""
        if not self.memory.vigil.missed(self.laid):
            return ()
        return laid_unseen(self.memory, self.lost, self.memory.mat.news(self.reading))

    @cached_property
    def begins(self) -> set[FirstTurn]:
        """The turns with which a story of those can begin."""
        return beginnings(self.memory, self.state, self.unseen, self.tokens)

    @cached_property
    def played_by_discs(self) -> bool | None:
        """Whether this card was played, by the discs of the tokens; None: they do not tell.

        They choose between stories of all that lies there unexplained.
        """
        if len(self.unseen) != len(self.memory.mat.news(self.reading)):
            return None
        told = by_discs(self.state, self.unseen, self.tokens)
        ways = {first.played for first in told if first.serial == self.laid.serial}
        only = {first.serial for first in told} == {self.laid.serial}
        return ways.pop() if only and len(ways) == 1 else None

    @cached_property
    def suspects(self) -> tuple[HeldCard, ...]:
        """Those of `who_left`; none where that is not sure and another hand may have lost it."""
        if not self.who_left:
            return ()
        first = {first.serial for first in self.begins}
        if self.gone and first == {self.laid.serial} and not mixed_hand(self.unseen):
            return self.who_left  # no other hand's story is legal, or somebody has said so
        one = len(self.who_left) == 1 and self.who_left[0].card == self.face
        # Neither one that may have left nor one that nobody knows is a match for one that has.
        sure = one and self.gone
        # Where others lie there, too, a hand that has lost several may have laid several.
        others = (seat for seat in self.others if not (self.alone and self.lost.in_order(seat)))
        lost = self.lost
        if self.face is None and self.gone_before:
            lost = lost.before(self.memory.arrivals.of_outline(self.laid))  # others lost it later
        if not sure and any(lost.may_have_left(seat, self.face) for seat in others):
            return ()
        return self.who_left

    @cached_property
    def alone(self) -> bool:
        """Whether nothing else lies there that no turn explains."""
        return len(self.memory.mat.news(self.reading)) == 1

    @property
    def others(self) -> tuple[int, ...]:
        """The seats that may have laid the card out of turn.

        A seat whose clue waits as the next action is left out: the clue is its turn, and a turn is
        one card or one clue.
        """
        waiting = self.clues.waiting
        clued = waiting[0][0] if self.alone and waiting and waiting[0][1] > self.laid.t else None
        return tuple(seat for seat in range(self.state.players) if seat not in (self.seat, clued))

    @property
    def among(self) -> tuple[CardId, ...]:
        """The suspects, where there are several and nobody can tell which one it was."""
        return tuple(held.id for held in self.suspects) if len(self.suspects) > 1 else ()

    @cached_property
    def name(self) -> Card | None:
        """What the card is, also by the rack that it left, if the mat does not speak against it."""
        if self.face is not None or len(self.suspects) != 1:
            return self.face
        held, could_be = self.suspects[0], self.laid.candidates
        if not could_be and not self.reading.clear:
            return None  # it may be the end of whatever lies there, and the card below that
        left = self.lost.traces[self.seat][held.id] is Trace.GONE
        agrees = held.card is not None and (not could_be or held.card.label in could_be)
        return held.card if left and agrees else None

    @property
    def may_be_a_thing(self) -> bool:
        """Whether it may be the end of what hides the mat, while a card that can be named waits."""
        if self.laid.candidates or self.reading.clear:
            return False
        return any(self.memory.named(laid) for _, laid in self.memory.mat.news(self.reading))

    @property
    def full(self) -> bool:
        """Whether no clue token can come back, whatever is answered to what is still open."""
        return not (self.state.may_discard or self.memory.perhaps_played)

    @property
    def given_up(self) -> bool:
        """Whether people were asked what it is, and nobody knew."""
        return self.laid.serial in self.memory.given_up

    @property
    def doubtful(self) -> bool:
        """Whether nobody can name the card, or rack and mat name two.

        Of several that may have been laid it is none where the one that is seen to have left is
        known to be something else, and an unread card of an earlier turn may be that: sun that
        wanders over a card makes two or three things of it, each beside the next.
        """
        if self.name is None:
            return True
        if not self.among:
            return self.suspects[0].card not in (None, self.name)
        memory = self.memory
        return self.contradicted and memory.unread.may_be_one(memory.mat, self.name)

    @cached_property
    def contradicted(self) -> bool:
        """Whether all that is seen to have left the hand to move is known to be something else."""
        gone = self.lost.gone(self.seat)
        return bool(gone) and all(held.card not in (None, self.name) for held in gone)

    @property
    def without_racks(self) -> bool:
        """Whether people hold their cards: no rack is in view, and none was as far as is known."""
        return self.memory.without_racks(self.reading)

    @cached_property
    def only_moved(self) -> bool:
        """Whether hands leave room for a card that was on the mat before, and only moved there."""
        face, state, reading = self.face, self.state, self.reading
        if face is None or self.lost.left(self.seat, self.laid):
            return False
        if not self.who_left:
            return True
        if self.gone or self.hidden or face not in state.discards:
            return False
        if self.anew and has_one_more(face, state, reading):
            return False
        others, besides = self.memory.mat.others_than(face), 0 if self.without_racks else 1
        again = rests_once_more(state, face, reading, others, besides=besides)
        return not (self.on_discards and again)

    @cached_property
    def way(self) -> Way:
        """How the hand to move has laid the card."""
        return _way(self)

    @property
    def turn(self) -> Play | Discard:
        """The turn in which the hand to move has laid the card; there are suspects.

        With several the first stands for all: the record has the others in `among`, and keeps open
        which slot it was.
        """
        kind = Play if self.way.played else Discard
        return kind(self.seat, self.suspects[0].id, self.way.face, among=self.among)

    @property
    def breaks_a_rule(self) -> bool:
        """Whether the card was laid out of turn, or as the hand to move may not lay it."""
        if not self.suspects:
            return True
        try:
            apply(self.state, self.turn)
        except RuleViolation:
            return True
        return False

    @property
    def whole(self) -> bool:
        """Whether as many cards stand in each rack as its hand has, with nothing before them."""
        hands = enumerate(self.state.hands)
        return all(is_whole(hand, seat, self.reading) for seat, hand in hands)

    @property
    def is_an_edge(self) -> bool:
        """Whether it looks like no card on the discards, as when those are pushed, and none lacks.

        Cards that were lifted out and stood back, or put into another order, explain the racks. Who
        has laid one and drawn before his turn shows once it can be read, or by the next turn.
        """
        return self.on_discards and not self.laid.candidates and self.whole

    @property
    def seen_anew(self) -> bool:
        """Whether all discards like it are on record, and the eyes had lost sight of them.

        In the dark they forget what lay there, and take racks for stirred: no hand lacks a card, or
        none can have one like it. After a break the record is compared anew instead.
        """
        face, state = self.face, self.state
        if face is None or face not in state.discards or self.anew:
            return False
        if has_one_more(face, state, self.reading):
            return False
        missed = self.memory.vigil.missed_in_play(self.laid)
        return (missed and self.whole) or is_all_laid(state, face)

    @property
    def was_taken_up(self) -> bool:
        """Whether it was seen to be taken off the discards, and lies there again.

        Whoever looks through them may hold a card of his own meanwhile: of those like it no more
        lie there than the record has, so that one was not laid.
        """
        face, state, reading = self.face, self.state, self.reading
        if face is None or face not in state.discards or self.anew:
            return False
        memory, newest = self.memory, self.memory.newest
        if self.lost.count() != 1 or memory.vigil.missed(self.laid):
            return False
        gone = self.lost.gone(newest.seat)
        if newest.back and any(held.id in newest.others for held in gone):
            return False  # that one may stand in its rack again, and its like be laid
        taken = memory.mat.has_left_discards(face, reading)
        return taken and not has_one_more(face, state, reading)

    def may_have_lain_there(self, spot: Spot, laid: LaidCard) -> bool:
        """Say whether ``laid`` may be a card that the record has on the discards, seen anew."""
        face, others = self.memory.named(laid), self.memory.mat.others_than
        if face is None or spot is not Spot.DISCARDS or face not in self.state.discards:
            return False
        return not rests_once_more(self.state, face, self.reading, others(face), besides=0)

    def clued_with(self, laid: LaidCard) -> bool:
        """Say whether the seat to move has given a clue before or after ``laid`` came unseen."""
        goes_with = self.memory.vigil.goes_with
        return any(giver == self.seat and goes_with(t, laid) for giver, t in self.clues.given)

    def says(self, finding: Finding, memory: Memory | None = None) -> Explanation:
        """Explain the card by a finding."""
        return Explanation(finding, self.memory if memory is None else memory)

    def accounted(self, memory: Memory) -> Explanation:
        """Explain the card without a move: the record has it where it lies."""
        if self.on_discards and self.face is not None:
            mat = memory.mat.lies_anew(self.laid.serial, self.face, self.reading)
        else:
            mat = memory.mat.account_for(self.laid.serial)
        return Explanation(None, replace(memory, mat=mat))

    def complain(self, reason: Reason, seat: int | None = None) -> Finding:
        """Complain of the card, once it has been wrong for long."""
        return Differs(reason, seat) if self.rests else later(self.reading, reason, seat)

    def complain_of_mover(self, reason: Reason) -> Finding:
        """Complain of what the hand to move has done; until then decide nothing about the card."""
        found = self.complain(reason, self.seat)
        return DECIDED_LATER if isinstance(found, Agrees) else found

    def ask(self, options: tuple[str, ...] = (), card: Card | None = None) -> Finding:
        """Ask about the card, once it has been looked at for long or the game has gone on."""
        if self.waits:
            return DECIDED_LATER
        label = None if card is None else card.label
        return Unclear(self.laid.serial, self.spot, options[:MOST_OPTIONS], self.gone_on, label)

    def ask_first(self, options: tuple[str, ...]) -> Finding:
        """Ask what the card is before anything else is made of what lies there."""
        if self.waits:
            return DECIDED_LATER
        return Unclear(self.laid.serial, self.spot, options[:MOST_OPTIONS])


def later(reading: TableReading, reason: Reason, seat: int | None = None) -> Finding:
    """Complain, once the table has been wrong for long."""
    if reading.still_for < COMPLAIN_AFTER:
        return Agrees(busy=True)
    return Differs(reason, seat)


@dataclass(frozen=True, slots=True)
class Way:
    """How a card of the hand to move came to where it lies.

    Attributes:
        face: what it is; None: nobody knows.
        played: whether it was played, and not discarded; None: nobody saw that.
        fit: whether the rules tell if a played card fitted; None: they do.
        memory: what is known with that.
    """

    face: Card | None
    played: bool | None
    fit: PlayCertainty | CameToLight | None
    memory: Memory


def _way(scene: Scene) -> Way:
    face = None if scene.given_up else scene.name
    played, glimpse, memory = _how(scene, face)
    if not played or face is None:
        return Way(face, played, None, memory)
    unread, state, reading = memory.unread, scene.state, scene.reading
    if not scene.on_discards:
        fit = unread.verdict(memory.mat, state, face, scene.laid.serial, reading)
        if fit is PlayCertainty.STAYS:
            memory = replace(memory, unread=unread.leave_lying(face, scene.laid, reading))
        return Way(face, played, fit, memory)
    if not (state.unread and fits(state, face)):
        return Way(face, played, None, memory)
    # It fits, and yet it was taken to the discards: an unread card may be its twin.
    under = () if glimpse is None else glimpse.below
    twin = unread.twin(memory.mat, face, reading, under)
    return Way(face, played, twin or PlayCertainty.OPEN, memory)


def _how(scene: Scene, face: Card | None) -> tuple[bool | None, Glimpse | None, Memory]:
    """Return whether a card was played, as what it lay on the fireworks before, and what is known.

    One on the discards may have been; None for the first: nobody saw that.
    """
    state, laid, memory = scene.state, scene.laid, scene.memory
    if not scene.on_discards:
        return True, None, memory
    glimpse = memory.glimpses.played(face, laid, scene.reading)
    came_before = glimpse is not None and _came_before_it_left(scene, glimpse)
    glimpse = None if came_before else glimpse
    memory = replace(memory, glimpses=memory.glimpses.taken_for(glimpse, laid))
    misfit = bool(state.unread) or face is None or not fits(state, face)
    if glimpse is not None and (glimpse.face is not None or misfit):
        return True, glimpse, memory
    if not misfit:
        return False, None, memory  # a firework is where it would lie, had it been played
    passed = memory.glimpses.passed_by(laid, scene.reading)
    memory = replace(memory, glimpses=memory.glimpses.may_have_passed(passed, laid))
    if passed is not None and scene.full:
        return True, None, memory  # nothing may be discarded
    slots = [(scene.seat, held.slot) for held in scene.suspects]
    missed = memory.vigil.missed_on_its_way(laid, slots)
    if face is None:
        unsure = passed is not None or missed or _on_another(scene)
        seen = memory.unread.glimpsed | ({laid.serial} if unsure else frozenset())
        return False, None, replace(memory, unread=replace(memory.unread, glimpsed=seen))
    unsure = came_before or memory.glimpses.its_like_since(face, laid, scene.reading)
    unsure = unsure or _on_its_like(scene, face) or _on_another(scene)
    if passed is None and not missed and not unsure:
        return False, None, memory  # somebody watched all the time
    said = memory.was_played.get(laid.serial)
    return scene.played_by_discs if said is None else said, None, memory


def _came_before_it_left(scene: Scene, glimpse: Glimpse) -> bool:
    """Say whether something unread lay on the fireworks while the card stood in its rack.

    That was another thing, but the card may have been laid below it, and taken away with it.
    """
    then = scene.lost.before(glimpse.racks).traces[scene.seat] if glimpse.racks else {}
    return bool(then) and all(then[held.id] is not Trace.GONE for held in scene.suspects)


def _on_its_like(scene: Scene, face: Card) -> bool:
    """Say whether a discard may have lain on a firework before, exactly on a card like it.

    There it shows nothing new. It had left its rack, or nobody sees that, when all of the mat lay
    open without it: then it was in a hand, or there.
    """
    out = any(_was_out(scene, held.id) for held in scene.suspects)
    return out and _lies_on_the_fireworks(scene, face)


def _on_another(scene: Scene) -> bool:
    """Say whether a discard may have lain on a firework before, exactly on any card, unread."""
    on_another = scene.memory.absent.on_another
    return any(held.id in on_another for held in scene.suspects)


def _lies_on_the_fireworks(scene: Scene, face: Card | None) -> bool:
    """Say whether a discard may have lain on the fireworks, exactly on a card like it."""
    if not scene.on_discards or face is None:
        return False
    # What was laid on that like since hides nothing of what it topped then, and what showed there
    # in the same moment as the discard may have been laid after it.
    came, tops = scene.laid, list[LaidCard]()
    for column in scene.reading.columns:
        tops += [one for one in column if one.serial < came.serial][-1:]
        tops += [one for one in column if one.t < came.t][-1:]
    return any(_may_be(scene, one, face) for one in tops)


def _was_out(scene: Scene, held: CardId) -> bool:
    """Say whether a card may have been in no rack while it did not show on the mat either."""
    memory, trace = scene.memory, scene.lost.traces[scene.seat][held]
    # One that seemed to be put back, and has not left its slot since, was drawn in its place.
    drawn_for_it = held in memory.racks.put_back and trace is not Trace.GONE
    return drawn_for_it or memory.absent.may_be_out(held)


def _may_be(scene: Scene, laid: LaidCard, face: Card) -> bool:
    """Say whether a card on the mat is ``face``, as far as anybody knows.

    Of one that only its rack had named another one may lie on top by now: what shows there counts.
    """
    mat, known = scene.memory.mat, scene.memory.named(laid)
    if laid.serial not in mat.by_rack:
        known = mat.built.get(laid.serial) or known
    if known is not None:
        return known == face
    return not laid.candidates or face.label in laid.candidates
