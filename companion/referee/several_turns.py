"""Hypotheses of several turns at once: cards that came together, or while nobody watched.

Each is a function of a scene. Its place among the others, and the reason for that, stand in
`companion.referee.hypotheses`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.hanabi.awards import fits
from companion.hanabi.moves import Play
from companion.hanabi.rules import apply
from companion.hanabi.state import evolve_all
from companion.referee.findings import (
    HAND_LEAVES,
    MOST_OPTIONS,
    Differs,
    Finding,
    MoveSeen,
    Spot,
    Unclear,
)
from companion.referee.racks import Trace
from companion.referee.readings import LaidCard
from companion.referee.reasons import Cause, Reason
from companion.referee.resting import has_one_more
from companion.referee.scene import DECIDED_LATER, Explanation, Scene
from companion.referee.stories import (
    LaidUnseen,
    hidden_ones,
    is_anybodys,
    like_came_elsewhere,
    mixed_hand,
)
from companion.referee.unread import lacking

MOST_UNSEEN = 2
"""Turns that may lie unseen below the card of the next one."""


def came_together(scene: Scene) -> Explanation | None:
    """Another card came with it, and no rack is in view: people are asked which was laid first.

    The eyes number what they find in one picture in any order. A rack that has lost the card says
    whose turn it was; where people hold their cards only they can say which was laid first.

    One that nobody could read is asked about before: with its name there is something to choose
    from. What cannot be chosen by its face, or nobody can name, makes table and record differ: to
    take them as they are numbered would skip turns, or give them to other seats.
    """
    if not scene.without_racks:
        return None
    news = scene.memory.mat.news(scene.reading)
    came = [(spot, laid) for spot, laid in news if laid.t == scene.laid.t]
    faces = [scene.memory.answers.get(laid.serial, scene.memory.named(laid)) for _, laid in came]
    alike = None not in faces and len({*zip((spot for spot, _ in came), faces, strict=True)}) == 1
    if len(came) < 2 or alike:
        return None
    told = scene.memory.first & {laid.serial for _, laid in came}
    if told:
        return None if scene.laid.serial in told else Explanation(None, scene.memory)
    given_up = scene.memory.given_up
    for (spot, laid), face in zip(came, faces, strict=True):
        if face is None and laid.serial not in given_up:
            unread = replace(scene, spot=spot, laid=laid)
            return scene.says(unread.ask_first(laid.candidates))
    labels = tuple(face.label for face in faces if face is not None)
    serials = tuple(laid.serial for _, laid in came)
    if len(labels) == len({*labels}) == len(came) <= MOST_OPTIONS and min(serials) not in given_up:
        asked = Unclear(min(serials), scene.spot, labels, first_of=serials, seat=scene.seat)
        return scene.says(_in_time(scene, asked))
    return _without_order(scene)


def _without_order(scene: Scene) -> Explanation:
    """Table and record differ: cards came together, and nobody can say whose turn each was."""
    differs = Differs(Reason(Cause.CAME_TOGETHER, seat=scene.seat), scene.seat)
    return scene.says(_in_time(scene, differs))


def _in_time(scene: Scene, finding: Finding) -> Finding:
    """Return ``finding`` once there was time to see what becomes of the card."""
    return DECIDED_LATER if scene.waits else finding


def two_at_once(scene: Scene) -> Explanation | None:
    """The hand to move has laid more than one card between two looks: nobody may do that.

    Where nobody looked for long, another may have given a clue in between. That one knows: where
    his clue waits, these are two turns.
    """
    if scene.overtaken or scene.memory.vigil.missed(scene.laid):
        return None
    # Cards that came one after the other were seen to be two turns.
    news = [laid for _, laid in scene.memory.mat.news(scene.reading) if laid.t == scene.laid.t]
    lost = scene.lost.gone(scene.seat)
    # Has another hand lost a card, too, one of these may be of its turn.
    if len(news) < 2 or len(lost) < 2 or scene.lost.count() > len(lost):
        return None
    faces, unknown = [held.card for held in lost], [held for held in lost if held.card is None]
    # What has no name counts only as far as cards are gone that nobody knows: else a sleeve that
    # lies beside a play would make two of it.
    theirs = [laid for laid in news if scene.memory.named(laid) in faces]
    strange = [laid for laid in news if scene.memory.named(laid) is None]
    if len(theirs) + min(len(strange), len(unknown)) < 2:
        return None
    return scene.says(scene.complain_of_mover(Reason(Cause.TWO_AT_ONCE, seat=scene.seat)))


def likes_of_two_turns(scene: Scene) -> Explanation | None:
    """Another hand has laid its like between the same two looks, and one of them was discarded.

    Which hand has laid which makes a strike for one of them, or a firework, and the racks tell no
    more than that each has lost such a card, or may have.
    """
    if scene.face is None or scene.memory.vigil.missed(scene.laid) or not scene.gone:
        return None
    news = scene.memory.mat.news(scene.reading)
    at_once = [one for one in news if one[1].t == scene.laid.t and one[0] is not scene.spot]
    if not any(scene.memory.named(laid) == scene.face for _, laid in at_once):
        return None
    if not scene.lost.may_have_left(scene.seat, scene.face):
        return None
    if not any(scene.lost.may_have_left(seat, scene.face) for seat in scene.others):
        return None
    return _without_order(scene)


def unseen_order(scene: Scene) -> Explanation | None:
    """The hand to move had several turns while nobody watched, or another one has laid this card.

    Where all legal stories begin with this card, it was laid first; where they begin with one of
    two or three, it is asked which. One of them that nobody could read is asked about before.
    """
    laid = scene.laid
    if not scene.memory.vigil.missed(laid):
        return None
    twice = _clued_and_laid(scene)
    if twice is not None:  # no name of what lies there would tell
        return scene.says(Differs(Reason(Cause.UNSEEN_ORDER, seat=twice), twice))
    known = next((one for one in scene.unseen if one.serial == laid.serial), None)
    if known is None:
        return _by_an_unknown_hand(scene)
    if scene.seat in known.seats:
        return _one_of_several_turns(scene, known)
    # Another hand is known to have held it. That one is preferred, unless this hand may have lost
    # its like, or has lost more than shows.
    unsure = _more_lies_hidden(scene) or scene.lost.may_have_left(scene.seat, scene.face)
    return _in_unknown_order(scene) if unsure else None


def had_its_turn_before(scene: Scene) -> Explanation | None:
    """Another's clue waits that was said while nobody watched, and before this card came.

    The hand to move may have had its turn by then: what it laid nobody has read yet.
    """
    came_after = scene.memory.vigil.saw_come_after
    waits = any(
        giver != scene.seat and came_after(t, scene.laid) for giver, t in scene.clues.waiting
    )
    return _in_unknown_order(scene) if waits else None


def _in_unknown_order(scene: Scene) -> Explanation:
    """Table and record differ: no look will tell any more in which order turns were taken.

    But where fewer cards have left the racks than lie there, and a hand is in front of one, that
    rack may show its loss when the hand has gone: that of a card which was laid just now.
    """
    if _hides_a_loss(scene):
        return scene.says(DECIDED_LATER)
    return scene.says(Differs(Reason(Cause.UNSEEN_ORDER, seat=scene.seat), scene.seat))


def _hides_a_loss(scene: Scene) -> bool:
    if scene.reading.still_for >= HAND_LEAVES or scene.rests:
        return False
    lacking_one = scene.lost.count() < len(scene.memory.mat.news(scene.reading))
    return lacking_one and any(map(scene.lost.hidden, range(scene.state.players)))


def _more_lies_hidden(scene: Scene) -> bool:
    news = scene.memory.mat.news(scene.reading)
    several = _may_have_had_several(scene)
    return hidden_ones(scene.unseen, scene.memory, scene.lost, news, scene.seat, several=several)


def _may_have_had_several(scene: Scene) -> bool:
    """Say whether the hand to move may have had another turn since: all others had one, too.

    They have given a clue, or something has moved in front of one of their cards. Where something
    hides the mat, more may come to light.
    """
    if not scene.reading.clear:
        return True
    goes_with = scene.memory.vigil.goes_with
    given = {giver for giver, t in scene.clues.given if goes_with(t, scene.laid)}
    return all(
        seat in given or any(trace is not Trace.STAYS for trace in traces.values())
        for seat, traces in enumerate(scene.lost.traces)
        if seat != scene.seat
    )


def _by_an_unknown_hand(scene: Scene) -> Explanation | None:
    """No rack has shown who can have laid the card: it may be the hand to move."""
    laid, news = scene.laid, scene.memory.mat.news(scene.reading)
    nameless = scene.gone and scene.face is None
    anybodys = scene.gone and is_anybodys(scene.memory, scene.lost, news, laid)
    # It lay there before this hand has lost what it lacks now: that card lies elsewhere.
    anybodys |= nameless and not scene.gone_before and _was_in_view(scene)
    if anybodys and nameless and not scene.given_up:
        return scene.says(scene.ask_first(laid.candidates))
    unsure = anybodys or _drew_it_meanwhile(scene) or (nameless and scene.clued_with(laid))
    return _in_unknown_order(scene) if unsure else None


def _was_in_view(scene: Scene) -> bool:
    """Say whether the rack of the hand to move was in view when something lay there first."""
    then = scene.memory.arrivals.of_outline(scene.laid)
    return any(seat == scene.seat for seat, _ in then)


def _one_of_several_turns(scene: Scene, known: LaidUnseen) -> Explanation | None:
    """The hand to move can have laid the card: in its first turn, or only in a later one."""
    seat, laid = scene.seat, scene.laid
    hides = _more_lies_hidden(scene)
    begins = {first.serial for first in scene.begins}
    mine = sum(seat in one.seats for one in scene.unseen)
    several = len(known.seats) > 1 or mine > 1
    # Of several that one hand has lost, unknown, nobody could say which is left afterwards.
    mixed = mixed_hand(scene.unseen)
    order = several and (mixed or begins != {laid.serial})
    # Has the hand lost more than lies there by name, that was laid in another turn.
    lost_more = len(scene.lost.gone(seat)) > mine and _may_have_had_several(scene)
    open_ = len(known.seats) > 1 or lost_more or _nobody_knew(scene, known)
    nameless = _nameless_beside(scene) if open_ else None
    # Asked before the order is: with its name there is often one story only, and without it
    # whoever laid this card may have laid that one as well.
    if nameless is not None and not hides:
        spot, other = nameless
        if other.serial not in scene.memory.given_up:
            beside = replace(scene, spot=spot, laid=other)
            return scene.says(beside.ask_first(other.candidates))
        order = True  # whoever has laid this one may have laid that one
    hides = hides or _like_came_elsewhere(scene, known)
    clued = scene.clued_with(laid)
    if order and not (hides or mixed or clued):
        asked = _which_first(seat, [one for one in scene.unseen if one.serial in begins])
        if asked is not None and asked.serial not in scene.memory.given_up:
            return scene.says(asked)
    return _in_unknown_order(scene) if hides or order or clued else None


def _clued_and_laid(scene: Scene) -> int | None:
    """Return another seat that gave a clue and laid a card, both unseen; None: none has.

    The clue is on record as its first turn of the two, but which of them came first nobody saw.
    Its card lies here, or below others.
    """
    vigil, lost, named = scene.memory.vigil, scene.lost, scene.memory.named
    since = [
        named(laid) for _, laid in scene.memory.mat.news(scene.reading) if not vigil.missed(laid)
    ]
    for seat in sorted({giver for giver, t in scene.clues.given if vigil.goes_with(t, scene.laid)}):
        left = lost.replaced(seat) if seat != scene.seat else None
        # It may be one that came afterwards and was seen to.
        if left is not None and not any(one in (None, left.card) for one in since):
            return seat
    return None


def _like_came_elsewhere(scene: Scene, known: LaidUnseen) -> bool:
    """Say whether its like came elsewhere, and neither of them is one that is on record."""
    mat, state, reading = scene.memory.mat, scene.state, scene.reading
    if not (has_one_more(known.card, state, reading) and mat.is_new(known.card, state, reading)):
        return False
    return like_came_elsewhere(known, scene.unseen, scene.memory, mat.news(reading))


def _nobody_knew(scene: Scene, known: LaidUnseen) -> bool:
    """Say whether none of the cards that this may be had been read in its rack.

    Then it may have been drawn and laid while nobody watched, and the lost one lies elsewhere.
    """
    owned = (scene.state.find(held) for _, held in known.owners)
    return all(one is None or one[1].card is None for one in owned)


def _nameless_beside(scene: Scene) -> tuple[Spot, LaidCard] | None:
    """Return another unexplained card that nobody can name; None: there is none.

    Whichever hand may have laid the one of the scene may have laid that one instead. Not
    one that was seen to come: that was laid by the hand to move, before nobody looked.
    """
    return next(
        (
            (spot, laid)
            for spot, laid in scene.memory.mat.news(scene.reading)
            if scene.memory.named(laid) is None and scene.memory.vigil.missed(laid)
        ),
        None,
    )


def _drew_it_meanwhile(scene: Scene) -> bool:
    """Say whether the hand to move has lost what the firework lacks below this card, and not it.

    That lies below it then: this one was drawn for it, and laid in a later turn.
    """
    below = lacking(scene.state, scene.face) if scene.face and not scene.on_discards else ()
    shown = [one.card for one in scene.unseen]
    gone = [held.card for held in scene.lost.gone(scene.seat) if held.card not in shown]
    return any(card in (below or ()) for card in gone if card is not None)


def _which_first(seat: int, cards: Sequence[LaidUnseen]) -> Unclear | None:
    """Ask with which of ``cards`` the turns began, the first of them being that of ``seat``.

    All of them lie on the mat, and whoever sat there knows. None: that is no question.
    """
    options = tuple(one.card.label for one in cards)
    if not 1 < len({*options}) == len(options) <= MOST_OPTIONS:
        return None
    of = tuple(one.serial for one in cards)
    return Unclear(min(of), cards[0].spot, options, first_of=of, seat=seat)


def turns_that_went_by(scene: Scene) -> Explanation | None:
    """It lies on cards that were laid unseen, each by the hand that has lost it, in their turns.

    Nobody watched for a while, and there is one story only: each of those hands has lost one card,
    which was known, has drawn another one, and what it lost is the next card of the firework on
    which this one lies. The oldest of those turns is told; the next ones explain what is left.
    """
    if scene.face is None or scene.on_discards or scene.lost.left(scene.seat, scene.laid):
        return None
    if not scene.memory.vigil.missed(scene.laid):
        return None
    state, first = scene.state, None
    shown = [scene.memory.named(laid) for _, laid in scene.memory.mat.news(scene.reading)]
    for _ in range(MOST_UNSEEN):
        # A hand that has lost two, or none, or one that nobody knew, leaves more than one story.
        held = scene.lost.replaced(state.to_move)
        if held is None or held.card is None or held.card.suit is not scene.face.suit:
            return None
        # Nothing is told of what fits on a card that nobody could read, nor past an award tile of
        # which nobody knows what it brought.
        if not fits(state, held.card) or state.unread or state.award is not None:
            return None
        if held.card in shown:
            return None  # it lies there, and tells of itself
        move = Play(state.to_move, held.id, held.card)
        first, state = first or move, evolve_all(state, apply(state, move))
        if state.over:
            return None
        if scene.lost.left(state.to_move, scene.laid):
            return scene.says(MoveSeen(first)) if fits(state, scene.face) else None
    return None
