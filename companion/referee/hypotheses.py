"""What can have brought a card to where it lies: hypotheses, tried one after the other.

Each is a function of a scene, which is a value: it can be asked about a position and a memory that
are only supposed. The first that does not return None explains the card.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from companion.hanabi.awards import fits
from companion.hanabi.knowledge import is_all_laid
from companion.hanabi.moves import Identify, Play
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import RuleViolation, apply
from companion.referee.findings import (
    COMPLAIN_AFTER,
    Agrees,
    CameToLight,
    Differs,
    Finding,
    MoveSeen,
    WasPlayed,
)
from companion.referee.racks import was_pushed_up
from companion.referee.reasons import Cause, Reason
from companion.referee.scene import DECIDED_LATER, Explanation, Scene
from companion.referee.several_turns import (
    MOST_UNSEEN,
    came_together,
    had_its_turn_before,
    likes_of_two_turns,
    turns_that_went_by,
    two_at_once,
    unseen_order,
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
TILE_COMES_FIRST = Agrees(busy=True, tile_due=True)
"""Before the next turn in the rules, and its owner's to turn: however long he takes, what was laid
meanwhile keeps."""


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


def came_before_the_lost_card(scene: Scene) -> Explanation | None:
    """It is not what was read in the only slot that has lost a card, and another hand moved, too.

    Both were laid, then, and that one lies under this, whose like was drawn unseen, or does not
    show yet, and this is the other hand's: the eyes read hardly any card as another one. Nobody is
    asked which card shows, for that is known.
    """
    if not scene.suspects or scene.name is None:
        return None
    if not (scene.contradicted or (scene.on_discards and scene.doubtful)):
        return None
    if scene.laid.serial in scene.memory.answers or not scene.lost.in_use(besides=scene.seat):
        return None
    return scene.says(scene.complain(Reason(Cause.CAME_TOGETHER)))


def rack_was_misread(scene: Scene) -> Explanation | None:
    """Whatever the card is, it is not what was read in the rack."""
    if len(scene.suspects) != 1 or not (scene.doubtful or scene.given_up):
        return None
    # Only what the rack said is taken back: what the card is, the mat or people say in the next
    # look.
    held, memory = scene.suspects[0], scene.memory
    if held.card is None:
        return None
    if scene.name is None:
        said = {**memory.unread.rack_said, scene.laid.serial: held.card}
        memory = replace(memory, unread=replace(memory.unread, rack_said=said))
    return scene.says(MoveSeen(Identify(held.id, None)), memory)


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
    unwatched = scene.memory.vigil.missed_in_play(scene.laid)
    if not (unwatched and _would_fit_on(MOST_UNSEEN, scene)):
        return None
    return scene.says(scene.complain_of_mover(Reason(Cause.UNSEEN_ORDER, seat=scene.seat)))


def covers_another_of_its_hand(scene: Scene) -> Explanation | None:
    """The hand to move has lost more cards than lie there, and it fits if those lie below it.

    One of them may be hidden exactly under it: before that is known it costs no fuse. A misplay
    goes to the discards and shows what was below. Which cards the others were nobody looks at.
    """
    state, seat = scene.state, scene.seat
    gone = scene.lost.gone(seat)
    more = len(gone) - len(scene.memory.mat.news(scene.reading))
    if was_pushed_up(state.hands[seat], gone, state.ruleset.manners.drawing):
        return None
    if not _would_fit_on(more, scene):
        return None
    return scene.says(scene.complain_of_mover(Reason(Cause.TWO_AT_ONCE, seat=seat)))


def _would_fit_on(most: int, scene: Scene) -> bool:
    """Say whether the hand to move has played it, and it fits if at most so many lie below.

    Not where all copies of one of them lie elsewhere.
    """
    face, state = scene.way.face, scene.state
    if not scene.suspects or face is None or scene.on_discards:
        return False
    below = lacking(state, face) or ()
    return 0 < len(below) <= most and not any(is_all_laid(state, card) for card in below)


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
        return scene.says(scene.complain_of_mover(reason), way.memory)
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
    conclusion, and nothing where something hides the mat. What was taken out of the discards came
    from no rack.
    """
    whole = scene.memory.arrivals.whole
    if scene.face is None or scene.who_left or not scene.lost.moved_alone(scene.seat, whole):
        return None
    if not scene.reading.clear or not (scene.on_discards or fits(scene.state, scene.face)):
        return None
    if scene.memory.mat.was_taken_from_discards(scene.face, scene.reading):
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
    held = scene.without_racks
    reason = Reason(Cause.NOBODY_LAID_IT, (label,), there, to_move=scene.seat, held=held)
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
        # There may be one clue token fewer, and with that this turn is legal: of a card that was
        # seen on the fireworks, too, it is the only story.
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
    # Before anything is made of it: it may be of this hand's next turn.
    had_its_turn_before,
    # Before people are asked what it is: they see that, and would tell it as this hand's.
    came_before_the_lost_card,
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
    # As `foreign_thing`, where the rack is in view: what nobody can name and no rack has lost is no
    # card. Both come before people are asked, who would be asked about a sleeve.
    phantom,
    # Before any hand is suspected, where there is no rack: who laid which, only people know.
    came_together,
    # Before any of the cards that a hand has lost is named as the one of its turn.
    two_at_once,
    # Likewise: of two like ones nobody knows which hand has laid which.
    likes_of_two_turns,
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
