"""What can have brought a card to where it lies: hypotheses, tried one after the other.

Each is a function of a scene, which is a value: it can be asked about a position and a memory that
are only supposed. The first that does not answer "not I" explains the card.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.hanabi.awards import fits
from companion.hanabi.knowledge import is_all_laid
from companion.hanabi.moves import Identify, Play
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.state import evolve_all
from companion.referee.findings import (
    COMPLAIN_AFTER,
    HAND_LEAVES,
    MOST_OPTIONS,
    Agrees,
    CameToLight,
    Differs,
    Finding,
    MoveSeen,
    Spot,
    Unclear,
    WasPlayed,
)
from companion.referee.racks import was_pushed_up
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
from companion.referee.trace import collect, decision_of, is_wanted
from companion.referee.unlaid import (
    brought_by_a_tile_nobody_told,
    browsed_discards,
    foreign_thing,
    hand_in_front_of_the_rack,
    misplay_that_travelled,
    no_hanabi_card,
    outline_that_passes,
    perhaps_an_older_discard,
    phantom,
    rescued_by_a_tile,
    rescued_by_an_untold_tile,
    rescued_on_record,
    several_cards_taken,
    unread_card_below_it,
    unread_card_that_nobody_missed,
    unread_card_that_travelled,
    unread_misplay_that_travelled,
)
from companion.referee.unread import PlayCertainty, lacking

_LOG = logging.getLogger(__name__)
MOST_UNSEEN = 2
"""Turns that may lie unseen below the card of the next one."""
TILE_COMES_FIRST = Agrees(busy=True, tile_due=True)
"""Before the next turn in the rules, and its owner's to turn: however long he takes, what was laid
meanwhile keeps."""


# ------------------------------------------------------------------------ several turns at once


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
    differs = Differs(Reason(Cause.CAME_TOGETHER, seat=scene.seat), scene.seat)
    return scene.says(_in_time(scene, differs))


def _in_time(scene: Scene, finding: Finding) -> Finding:
    """Return ``finding`` once there was time to see what becomes of the card."""
    return DECIDED_LATER if scene.waits else finding


def two_in_one_reach(scene: Scene) -> Explanation | None:
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
    return scene.says(_complains(scene, Reason(Cause.TWO_AT_ONCE, seat=scene.seat)))


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
    return hidden_ones(scene.unseen, scene.memory, scene.lost, news, scene.seat)


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
    lost_more = len(scene.lost.gone(seat)) > mine
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


def _complains(scene: Scene, reason: Reason) -> Finding:
    """Complain of what the hand to move has done, and wait for what others say until then."""
    found = scene.complain(reason, scene.seat)
    return DECIDED_LATER if isinstance(found, Agrees) else found


# ------------------------------------------------------------- cards that the hand to move has laid


def unclear_face(scene: Scene) -> Explanation | None:
    """The hand to move has laid it, and nobody can tell what it is: people are asked."""
    serial, memory = scene.laid.serial, scene.memory
    if not scene.suspects or not scene.doubtful or serial in memory.answers or scene.given_up:
        return None
    if scene.name is None:
        if scene.may_be_a_thing:
            return scene.says(DECIDED_LATER)
        # What the rack said is not offered: it may be of a card that is still in the hand.
        return scene.says(scene.ask(scene.laid.candidates))
    # Rack and mat name two faces. The mat's is offered, which everybody sees; that the rack speaks
    # against it is kept, so that no other card is told by it.
    unread = replace(memory.unread, contested=memory.unread.contested | {serial})
    return scene.says(scene.ask((scene.name.label,)), replace(memory, unread=unread))


def rack_was_misread(scene: Scene) -> Explanation | None:
    """Whatever the card is, it is not what was read in the rack."""
    if len(scene.suspects) != 1 or not (scene.doubtful or scene.given_up):
        return None
    # Only what the rack said is taken back: what the card is, the mat or people say in the next
    # look.
    held = scene.suspects[0]
    return None if held.card is None else scene.says(MoveSeen(Identify(held.id, None)))


def nobody_saw_how(scene: Scene) -> Explanation | None:
    """The hand to move has laid it, and it may have lain on a firework first: people are asked."""
    if not scene.suspects or scene.way.played is not None:
        return None
    # Also where all clue tokens are there and no discard is allowed: to keep it off the record
    # until somebody answers once led to a strike that nobody had earned.
    return scene.says(scene.ask(card=scene.way.face), scene.way.memory)


def hangs_on_unread_cards(scene: Scene) -> Explanation | None:
    """The hand to move has played it, and whether it fitted is told by cards nobody could read."""
    if not scene.suspects or scene.way.fit in (None, PlayCertainty.CERTAIN):
        return None
    way, face, laid, held = scene.way, scene.way.face, scene.laid, scene.suspects[0]
    assert face is not None
    if isinstance(way.fit, CameToLight):
        return scene.says(way.fit, way.memory)
    if not scene.on_discards and scene.waits:
        return scene.says(DECIDED_LATER, way.memory)  # a misplay is going to leave the fireworks
    # A misplay would have been taken away by now.
    if way.fit is PlayCertainty.STAYS:
        return None
    if not scene.state.unread:
        asked = laid.serial in way.memory.answers
        return None if asked else scene.says(scene.ask((face.label,)), way.memory)
    shelf = way.memory.unread.shelve(face, laid.serial, scene.reading)
    memory = replace(way.memory, unread=shelf)
    if held.card is not None and not scene.among:
        # Or its face would tell whether it fits.
        return scene.says(MoveSeen(Identify(held.id, None)), memory)
    if scene.state.award is not None:
        return scene.says(TILE_COMES_FIRST)
    move = Play(scene.seat, held.id, None, among=scene.among)
    return scene.says(MoveSeen(move, laid.serial, scene.spot, (face.label,)), memory)


def hangs_on_unseen_cards(scene: Scene) -> Explanation | None:
    """The hand to move has played it unseen, and it fits if others were laid unseen below it.

    Racks are not asked whether hands have lost such cards: of one drawn for them that nobody can
    read, what the table says would tell that.
    """
    face, state = scene.way.face, scene.state
    if not scene.suspects or face is None or scene.on_discards:
        return None
    if not scene.memory.vigil.missed_in_play(scene.laid):
        return None
    below = lacking(state, face) or ()
    if not 0 < len(below) <= MOST_UNSEEN:
        return None
    if any(is_all_laid(state, card) for card in below):
        return None  # all of one of them lie elsewhere
    return scene.says(_complains(scene, Reason(Cause.UNSEEN_ORDER, seat=scene.seat)))


def covers_another_of_its_hand(scene: Scene) -> Explanation | None:
    """The hand to move has lost more cards than lie there, and it fits if those lie below it.

    One of them may be hidden exactly under it: before that is known it costs no fuse. A misplay
    goes to the discards and shows what was below. Which cards the others were nobody looks at.
    """
    face, state, seat = scene.way.face, scene.state, scene.seat
    if not scene.suspects or face is None or scene.on_discards:
        return None
    gone = scene.lost.gone(seat)
    more = len(gone) - len(scene.memory.mat.news(scene.reading))
    if more < 1 or was_pushed_up(state.hands[seat], gone, state.ruleset.manners.drawing):
        return None
    below = lacking(state, face) or ()
    if not 0 < len(below) <= more or any(is_all_laid(state, card) for card in below):
        return None
    return scene.says(_complains(scene, Reason(Cause.TWO_AT_ONCE, seat=seat)))


def taken_up_again(scene: Scene) -> Explanation | None:
    """It lay on the discards against the rules, does not show any more, and all hands are whole.

    Whoever laid it has taken it back. Eyes remember what lay on the discards, for cards lie under
    others; where it shows again it is to be explained again.
    """
    reading, laid = scene.reading, scene.laid
    if not scene.on_discards or laid.serial in reading.resting:
        return None
    if not (reading.clear and reading.settled and scene.whole):
        return None
    beside = [one for one in scene.memory.mat.news(reading) if one[1].serial != laid.serial]
    # What it hid shows anew now: of a single card that was gone nothing else has come there.
    alone = not beside or (
        scene.lost.count() == 1 and all(scene.may_have_lain_there(*one) for one in beside)
    )
    known = bool(scene.suspects) or any(map(scene.lost.gone, range(scene.state.players)))
    if not (alone and known and scene.breaks_a_rule):
        return None
    mat = scene.memory.mat.account_for(*(other.serial for _, other in beside))
    mat = replace(mat, taken_up=mat.taken_up | {laid.serial})
    return Explanation(None, replace(scene.memory, mat=mat))


def outline_that_would_cost_a_fuse(scene: Scene) -> Explanation | None:
    """Only the rack names it, and as that it misses: it may be a thing that is being laid down.

    A book's edge beside a firework comes in the same moment as a card elsewhere. Once the table is
    still, the card has been read where it lies.
    """
    if scene.face is not None or scene.on_discards or scene.overtaken or scene.reading.settled:
        return None
    face = scene.way.face
    misses = face is not None and not fits(scene.state, face)
    return scene.says(DECIDED_LATER) if misses else None


def firework_card_on_its_way(scene: Scene) -> Explanation | None:
    """It may be a card of a firework, whose column is behind the hand that took it from there."""
    if scene.face is None or scene.on_discards or not scene.waits:
        return None
    way = scene.memory.mat.may_have_left_unseen(scene.face, scene.reading, fits=True)
    return scene.says(DECIDED_LATER) if way else None


def laid_by_the_hand_to_move(scene: Scene) -> Explanation | None:
    """The hand to move has played or discarded it, if the rules allow that."""
    if not scene.suspects:
        return None
    way, laid, move = scene.way, scene.laid, scene.turn
    try:
        apply(scene.state, move)
    except RuleViolation as violation:
        return scene.says(_forbidden(scene, violation), way.memory)
    if way.played and way.face and not fits(scene.state, way.face) and _others_wait(scene):
        reason = Reason(Cause.UNSEEN_ORDER, seat=scene.seat)
        return scene.says(_complains(scene, reason), way.memory)
    return scene.says(MoveSeen(move, laid.serial, scene.spot, _on_record(scene)), way.memory)


def _on_record(scene: Scene) -> tuple[str, ...]:
    """Return what goes on record of how the eyes saw the card: `MoveEntry.seen`."""
    laid, face = scene.laid, scene.way.face
    if face is None or scene.way.played:
        return laid.candidates
    if laid.serial in scene.way.memory.undecided:
        return (face.label,)
    return () if laid.candidates == (face.label,) else laid.candidates


def _others_wait(scene: Scene) -> bool:
    """Say whether another card lies there unexplained that this hand may have laid instead.

    Until that is explained nothing costs a fuse: one that came earlier, or any, where no slot shows
    that a card has left this hand.
    """
    news = [laid for _, laid in scene.memory.mat.news(scene.reading) if laid != scene.laid]
    named = [laid for laid in news if scene.memory.named(laid) is not None]
    return any(laid.t < scene.laid.t for laid in named) or bool(news and not scene.gone)


def its_like_was_drawn_unseen(scene: Scene) -> Explanation | None:
    """No rack shows a loss, and only at that of the hand to move something has moved.

    It has drawn a card that cannot be told from the laid one, and stands as that stood; from which
    of the slots where something moved stays open. That it is a misplay nobody is told by such a
    conclusion, and nothing where something hides the mat.
    """
    whole = scene.memory.arrivals.whole
    if scene.face is None or scene.who_left or not scene.lost.moved_alone(scene.seat, whole):
        return None
    if not scene.reading.clear or not (scene.on_discards or fits(scene.state, scene.face)):
        return None
    if scene.waits:
        return scene.says(DECIDED_LATER)
    found = (hypothesis(replace(scene, supposed=True)) for hypothesis in OF_THE_HAND_TO_MOVE)
    return next((one for one in found if one is not None), None)


def out_of_turn(scene: Scene) -> Explanation | None:
    """Another hand has lost a card: whoever has laid this one was not to move.

    Where another card was laid after it, people play on, and no stillness is waited for.
    """
    for seat in scene.others:
        if scene.lost.gone(seat):
            there = not scene.on_discards
            reason = Reason(Cause.OUT_OF_TURN, (), there, seat, scene.seat)
            lain = scene.reading.t - scene.laid.t
            if not scene.newest and scene.reading.settled and lain >= COMPLAIN_AFTER:
                return scene.says(Differs(reason, seat))
            return scene.says(scene.complain(reason, seat))
    return None


def nobody_laid_it(scene: Scene) -> Explanation | None:
    """No hand can have laid it."""
    label = None if scene.face is None else scene.face.label
    there = not scene.on_discards
    reason = Reason(Cause.NOBODY_LAID_IT, (label,), there, to_move=scene.seat)
    return scene.says(scene.complain(reason))


def _forbidden(scene: Scene, violation: RuleViolation) -> Finding:
    """Return what a move that breaks a rule means."""
    if violation.rule is Rule.IMPOSSIBLE_CARD:
        # A face on the table stands above one that was read in a rack.
        for other in violation.blockers:
            return MoveSeen(Identify(other, None))
        return scene.ask()
    if violation.rule is Rule.AWARD_DUE:
        return TILE_COMES_FIRST
    open_ = scene.memory.perhaps_played
    if violation.rule is Rule.CLUE_TOKENS_FULL and open_:
        # There may be one token less, and with that this turn is legal: of a card that was seen on
        # the fireworks, too, it is the only story.
        played = scene.memory.passed_by_fireworks
        if played is not None:
            return DECIDED_LATER if scene.waits else WasPlayed(*played)
        # Of others whoever knows that can tell this turn, too.
        label = None if open_[0] is None else open_[0].label
        return scene.complain(Reason(Cause.HANGS_ON_QUESTION, (label,)), scene.seat)
    reason = Reason(Cause.FORBIDDEN, detail=str(violation), rule=violation.rule)
    return scene.complain(reason, scene.seat)


# ---------------------------------------------------------------------------------- their order

Hypothesis = Callable[[Scene], Explanation | None]

OF_THE_HAND_TO_MOVE: tuple[Hypothesis, ...] = (
    # What it is has to be known before how it was laid matters.
    unclear_face,
    # After people were asked: their word stands above the rack. Before a move is named, which would
    # say that the card of the rack was laid.
    rack_was_misread,
    # Whether it was played comes before whether it fitted,
    nobody_saw_how,
    # and that before the rules are asked, for which an unread card is none that lies there.
    hangs_on_unread_cards,
    # and what may lie below it unseen before it costs a fuse.
    hangs_on_unseen_cards,
    # Likewise where somebody watched all the time.
    covers_another_of_its_hand,
    # Before a rule is named that it breaks: what was taken back breaks none.
    taken_up_again,
    # Before a fuse burns: it waits for the table to be still.
    outline_that_would_cost_a_fuse,
    # Likewise: it waits for the hand to leave the column where that card was seen last.
    firework_card_on_its_way,
    laid_by_the_hand_to_move,
)
"""Those of a card that the hand to move has laid."""

HYPOTHESES: tuple[Hypothesis, ...] = (
    # First, because all that follows speaks of Hanabi's cards.
    no_hanabi_card,
    # Before any rack is looked at: a misplay is expected on the discards. Each of them is in the
    # record's discards, too, so behind a hand it would be taken for one that was there before.
    misplay_that_travelled,
    # Before anything is concluded from the discards: behind a hand, a card that came to light there
    # and one that was laid, or was unread, look alike.
    perhaps_an_older_discard,
    # Before it counts as moved only: that it was unread tells something of an earlier turn.
    unread_card_that_travelled,
    # After it could be named: now nobody can say which of the unread cards it is. Before the heap
    # was browsed: that one explains any card that is there twice, and would let it be missed.
    unread_card_that_nobody_missed,
    # Before the hand to move may have laid it from a slot of which nobody knows what moved there.
    unread_card_below_it,
    # Before tiles and hands: what the record has there already needs no other reason. One is about
    # the fireworks, the other about the discards.
    rescued_on_record,
    browsed_discards,
    # Before the hand is suspected: while a tile is due, nothing else brings a card to a firework
    # that no hand has lost.
    rescued_by_a_tile,
    # Likewise: a card without a name may have earned that tile, and the hand has lost only one.
    rescued_by_an_untold_tile,
    # Likewise, where that tile counts as turned already.
    brought_by_a_tile_nobody_told,
    # Before anything is taken for a card because a rack does not show.
    foreign_thing,
    # Likewise: an arm is no card that left a rack.
    outline_that_passes,
    # Only now have racks to speak, and as long as something is in front of one, it cannot.
    hand_in_front_of_the_rack,
    # Before it is none: it has come from a column, not from a rack.
    unread_misplay_that_travelled,
    # The same where the rack is in view: what nobody can name and no rack has lost is no card. Both
    # come before people are asked, who would be asked about a sleeve.
    phantom,
    # Before any hand is suspected, where there is no rack: who laid which, only people know.
    came_together,
    # Before any of the cards that a hand has lost is named as the one of its turn.
    two_in_one_reach,
    # Before the hand to move is suspected of a card that lies on the one it has laid.
    turns_that_went_by,
    # After two at once: where nobody watched they are turns, but which came first?
    unseen_order,
    # Before one of the cards taken is named as the one that was laid, or asked about.
    several_cards_taken,
    # From here on the hand to move has laid the card.
    *OF_THE_HAND_TO_MOVE,
    # Where none of its slots shows that, another hand would have to show it.
    its_like_was_drawn_unseen,
    # The hand to move has not laid it, or another hand as likely. One that has lost a card is a
    # better reason than none.
    out_of_turn,
    # Last, because it explains everything.
    nobody_laid_it,
)


def explain(scene: Scene) -> Explanation:
    """Return what the first hypothesis says that explains the card of ``scene``.

    The log says at level DEBUG which one that was and why others fell, by cards that lie on the
    mat only (`trace`).
    """
    for tried, hypothesis in enumerate(HYPOTHESES):
        found = hypothesis(scene)
        if found is not None:
            _note(scene, tried, found)
            return found
    raise AssertionError("the last hypothesis explains every card")


def _note(scene: Scene, tried: int, found: Explanation) -> None:
    logged = _LOG.isEnabledFor(logging.DEBUG)
    if not logged and not is_wanted():
        return
    *fell, held = (hypothesis.__name__ for hypothesis in HYPOTHESES[: tried + 1])
    decision = decision_of(scene, fell, held, found)
    collect(decision)
    _LOG.debug("%s", decision)
