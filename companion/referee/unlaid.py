"""Hypotheses that suspect no hand: a card moved, read at last, brought by a tile, or no card yet.

Each is a function of a scene. Its place among the others, and the reason for that, stand in
`companion.referee.hypotheses`.
"""

from __future__ import annotations

from dataclasses import replace

from companion.hanabi.awards import fits
from companion.referee.findings import MoveSeen, Spot
from companion.referee.racks import was_pushed_up
from companion.referee.readings import SETTLED, below, on_mat
from companion.referee.reasons import Cause, Reason
from companion.referee.resting import may_be_complete, may_rest, rescue, rests_once_more
from companion.referee.scene import DECIDED_LATER, Explanation, Scene


def no_hanabi_card(scene: Scene) -> Explanation | None:
    """It is a card of another game."""
    if scene.laid.label is None or scene.face is not None:
        return None
    return scene.says(scene.complain(Reason(Cause.NO_HANABI_CARD, detail=scene.laid.label)))


def misplay_that_travelled(scene: Scene) -> Explanation | None:
    """It lay on the fireworks as a misplay, and was put where misplays go.

    Whether it has left its column shows once the hand that took it does not cover that any more.
    """
    face, mat = scene.face, scene.memory.mat
    if face is None or not scene.on_discards:
        return None
    if rests_once_more(scene.state, face, scene.reading, mat.others_than(face), besides=0):
        return None  # that one lies there already: this is another
    travelled = mat.travelled(face, scene.laid.serial, scene.reading)
    if travelled is not None and _its_like_may_be_laid(scene):
        return None
    if travelled is not None:
        return scene.accounted(replace(scene.memory, mat=travelled))
    waits = (
        scene.waits and not scene.gone and mat.may_have_left_unseen(face, scene.reading, fits=False)
    )
    return scene.says(DECIDED_LATER) if waits else None


def _its_like_may_be_laid(scene: Scene) -> bool:
    """Say whether a hand that is not to move may have laid its like, and the misplay is back in it.

    It has lost a card, whichever that is, and the discs do not say that the fuse has burnt. One of
    whose cards several have moved was put into another order, or pushed up for a new card.
    """
    if scene.tokens.fuses is not None:
        return False
    drawing = scene.state.ruleset.manners.drawing
    lost = ((scene.state.hands[seat], scene.lost.gone(seat)) for seat in scene.others)
    return any(len(gone) == 1 and not was_pushed_up(hand, gone, drawing) for hand, gone in lost)


def perhaps_an_older_discard(scene: Scene) -> Explanation | None:
    """It may be one of the older discards: behind a hand, nobody can tell whether one was laid."""
    if scene.face is None or not scene.on_discards or scene.gone or not scene.hidden:
        return None
    wait = scene.face in scene.state.discards and not scene.overtaken
    return scene.says(DECIDED_LATER) if wait else None


def unread_card_that_travelled(scene: Scene) -> Explanation | None:
    """It lay on the fireworks as a card that nobody could read, and is known now."""
    # Had the hand lost a card by the time something lay there, it is that card. One that is lost
    # while the eyes still read, as by somebody who draws early, does not count.
    if scene.face is None or not scene.on_discards or scene.gone_before:
        return None
    if _may_be_of_another_hand(scene):
        return None
    memory, reading = scene.memory, scene.reading
    # Where the rack cannot say that it has lost none, the card may be a discard of this turn: then
    # only what has left the fireworks a moment ago is taken to have come here.
    came = memory.unread.travelled(
        memory.mat, scene.face, scene.laid, reading, just_now=scene.blind
    )
    return None if came is None else scene.says(came)


def _may_be_of_another_hand(scene: Scene) -> bool:
    """Say whether a hand that is not to move shows that it may have lost that very card.

    What lay there unread may have been a mirror of the lamp, then, and no fuse burns for one.
    """
    return any(scene.lost.may_have_left(seat, scene.face) for seat in scene.others)


def unread_card_that_nobody_missed(scene: Scene) -> Explanation | None:
    """It is one of the unread cards that have left the mat; which of them does not matter."""
    if not scene.only_moved or not scene.on_discards or _may_be_of_another_hand(scene):
        return None
    mat = scene.memory.mat.forget_one_nameless(scene.reading)
    return None if mat is None else scene.accounted(replace(scene.memory, mat=mat))


def unread_card_below_it(scene: Scene) -> Explanation | None:
    """It is the unread card that it seems to cover, seen anew in other light.

    A mirror on a sleeve hides a face and moves a card's edges; once it has gone the eyes find the
    card beside what they knew. The rack of the hand to move is in view, and none has lost a card.
    Where people have said which card it is, the record knows that already.
    """
    face, reading = scene.face, scene.reading
    if face is None or scene.on_discards:
        return None
    # A hand that has lost a card, or may have, can have laid it right on the unread one.
    if scene.lost.any() or scene.blind:
        return None
    if _is_told_below(scene):
        return scene.accounted(scene.memory)
    came = scene.memory.unread.seen_below(
        scene.memory.mat, scene.state, scene.laid.serial, face, reading
    )
    if came is None:
        return None
    mat = scene.memory.mat.account_for(scene.laid.serial)
    return scene.says(came, replace(scene.memory, mat=mat))


def _is_told_below(scene: Scene) -> bool:
    """Say whether the card that it covers has no name of its own, and people have said it is it."""
    under = below(scene.laid.serial, scene.reading)
    covered = scene.reading.find(under[-1]) if under else None
    if covered is None or covered.label is not None:
        return False
    return scene.memory.answers.get(covered.serial) == scene.face


def rescued_on_record(scene: Scene) -> Explanation | None:
    """An award tile, which is on record, has brought it to its firework.

    It may be read only once a hand has laid another card: as the record has one like it there, and
    no more lie there than that, it is this one.
    """
    if scene.face is None or scene.on_discards:
        return None
    mat = scene.memory.mat
    awaited = bool(scene.state.tiles) and not mat.is_new(scene.face, scene.state, scene.reading)
    if not (awaited or _lay_on_mat(scene)):
        return None
    rescued = mat.rescued(scene.state, scene.laid.serial, scene.face)
    return None if rescued is None else scene.accounted(replace(scene.memory, mat=rescued))


def browsed_discards(scene: Scene) -> Explanation | None:
    """The discards were looked through, or spread out, and it is one of them.

    Not where more cards like it surely lie there than on record and somebody was at a rack: then
    one of them was laid. Nor where another hand has lost a card that may be it, unless it was seen
    to be taken up from there.
    """
    face = scene.face
    if face is None or not scene.on_discards:
        return None
    if scene.seen_anew or scene.was_taken_up:
        return scene.accounted(scene.memory)
    if not _lay_on_mat(scene):
        return None
    others = scene.memory.mat.others_than(face)
    # Where no rack shows that a card has left it, the last one may stand in a hand still. Not where
    # nobody watched: it may have been drawn and laid, and the slot looks as it did before.
    unseen = scene.memory.vigil.missed(scene.laid)
    besides = 0 if scene.lost.any() or scene.without_racks or unseen else 1
    one_more = rests_once_more(scene.state, face, scene.reading, others, besides=besides)
    if (one_more and scene.lost.in_use()) or face not in scene.state.discards:
        return None
    # Cards are conserved: what has left another hand lies somewhere, and here something has come.
    if any(scene.lost.may_have_left(seat, face) for seat in scene.others):
        return None
    # Somebody else may have laid it out of turn: that shows once the hand has left the rack.
    if scene.hand_may_leave and any(map(scene.lost.hidden, scene.others)):
        return scene.says(DECIDED_LATER)
    return scene.accounted(scene.memory)


def _lay_on_mat(scene: Scene) -> bool:
    """Say whether the card was only moved, and no other hand has lost it either."""
    seats = range(scene.state.players)
    return scene.only_moved and not any(scene.lost.left(seat, scene.laid) for seat in seats)


def rescued_by_a_tile(scene: Scene) -> Explanation | None:
    """Its owner has turned the award tile that brings it from the discards to its firework."""
    if scene.face is None or scene.on_discards or scene.lost.any() or scene.hidden:
        return None
    others = scene.memory.mat.others_than(scene.face)
    choice = rescue(scene.state, scene.face, scene.reading, others)
    return None if choice is None else scene.says(MoveSeen(choice))


def rescued_by_an_untold_tile(scene: Scene) -> Explanation | None:
    """It may come from the discards, by a tile that a card without a name has earned: that first.

    Where both are new, a hand may have lost either.
    """
    if scene.face is None or scene.on_discards or not scene.state.ruleset.award_tiles:
        return None
    reading, mat = scene.reading, scene.memory.mat
    new = sum(
        spot is Spot.FIREWORKS and scene.memory.named(laid) is None
        for spot, laid in mat.news(reading)
    )
    if not may_be_complete(scene.state, new + len(scene.state.unread)):
        return None
    others = mat.others_than(scene.face)
    if not may_rest(scene.state, scene.face, reading, others):
        return scene.says(DECIDED_LATER)
    # A discard without a name may have been that card, too: one that is not in doubt for long, or
    # that was taken away, while the hand to move has not lost this very card.
    gone = not may_rest(scene.state, None, reading, others)
    taken = mat.blank - on_mat(reading) and not scene.lost.left(scene.seat, scene.laid)
    return scene.says(DECIDED_LATER) if gone and (new or taken) else None


def brought_by_a_tile_nobody_told(scene: Scene) -> Explanation | None:
    """It may come from the discards, by an award tile of which nobody has said which it was.

    That tile counts as turned, so nobody is waited for: people say which one it was, later, too.
    """
    face, state = scene.face, scene.state
    if face is None or scene.on_discards or None not in state.tiles or not fits(state, face):
        return None
    rests = may_rest(state, face, scene.reading, scene.memory.mat.others_than(face))
    if rests or scene.lost.left(scene.seat, scene.laid):
        return None
    reason = Reason(
        Cause.NOBODY_LAID_IT,
        (face.label,),
        fireworks=True,
        to_move=scene.seat,
        held=scene.without_racks,
    )
    return scene.says(scene.complain(reason))


def foreign_thing(scene: Scene) -> Explanation | None:
    """No hand is seen to have lost it: what nobody can name is a card only if a hand has lost one.

    What cannot be any card stays a bowl or a telephone until then. What can be one is asked about,
    once a hand has been in front of the rack for longer than it takes to draw.
    """
    # A rack that was never in view shows no loss: where people hold their cards, all would be
    # foreign.
    if scene.face is not None or scene.gone or not scene.lost.was_in_view(scene.seat):
        return None
    return scene.says(DECIDED_LATER) if scene.blind and not scene.laid.candidates else None


def outline_that_passes(scene: Scene) -> Explanation | None:
    """Nobody can name it, and it may be an arm on its way: a card stays where it was laid.

    On the discards whatever was seen there is remembered, for cards lie under others. So what has
    no name counts once it lies still, and as long as it shows or nothing has stirred there; else it
    is waited for only as long as a slot is empty: what stands there then is not looked at. What was
    found just now may be none, however still the table is: the card that a hand lacks may show
    elsewhere in the next picture.
    """
    if scene.face is not None or not scene.on_discards or scene.overtaken:
        return None
    rests = scene.laid.serial in scene.reading.resting
    lies_still = scene.reading.settled and scene.reading.t - scene.laid.t >= SETTLED
    if rests and (lies_still or not scene.gone):
        return None
    waits = rests or scene.lost.has_gap(scene.seat)
    return scene.says(DECIDED_LATER) if waits else Explanation(None, scene.memory)


def hand_in_front_of_the_rack(scene: Scene) -> Explanation | None:
    """Which slot it left, if any, shows when the hand is gone; whatever stands in the others.

    One that was not seen to be empty, and seems to have lost its card, may have it still.
    """
    unsure = not scene.gone or scene.lost.unsure(scene.seat)
    waits = scene.hidden and unsure and scene.hand_may_leave
    return scene.says(DECIDED_LATER) if waits else None


def unread_misplay_that_travelled(scene: Scene) -> Explanation | None:
    """Nobody can name it, and it is the one misplay that has left its column: no hand lacks one."""
    if scene.face is not None or not scene.on_discards or scene.lost.any() or scene.blind:
        return None
    mat = scene.memory.mat.travelled_unread(scene.laid, scene.reading)
    return None if mat is None else scene.accounted(replace(scene.memory, mat=mat))


def phantom(scene: Scene) -> Explanation | None:
    """It is no card at all: nobody can name it, and no hand that is in view lacks one.

    Where nobody knows if a card of the hand to move stands in its slot, people are asked. But not
    where another card came later: which of the two that hand has laid, nobody knows either.
    """
    if scene.gone or scene.blind or scene.face is not None:
        return None
    if scene.lost.may_have_lost(scene.seat) and not scene.is_an_edge:
        if scene.newest or scene.overtaken:
            return None
        return scene.says(scene.complain(Reason(Cause.CAME_TOGETHER)))
    if scene.lost.any():
        return Explanation(None, scene.memory) if scene.is_an_edge else None
    # Kept by its number, so that it is not looked into again as long as it lies there.
    mat = scene.memory.mat
    mat = replace(mat, phantoms=mat.phantoms | {scene.laid.serial})
    return Explanation(None, replace(scene.memory, mat=mat))


def several_cards_taken(scene: Scene) -> Explanation | None:
    """Whatever of the cards that were taken was not laid is going to be put back."""
    waits = scene.hand_may_leave and scene.lost.taken(scene.seat)
    return scene.says(DECIDED_LATER) if waits else None
