"""The questions of one game about cards on the mat, and what comes to light of unread ones.

A question holds the table up only until the game has gone on; then the card is on record as one
that nobody could read, and the question stays open for whoever knows it. What is answered then is
put into the place of that turn, and everything after it is played out anew. People are asked one
question at a time, the oldest first.
"""

from __future__ import annotations

from dataclasses import replace

from companion.announcements.announcement import Asked, QuestionClosed
from companion.hanabi.awards import fits
from companion.hanabi.cards import Card, face_of
from companion.hanabi.events import CardDiscarded, CardLaidUnread
from companion.hanabi.moves import Play
from companion.hanabi.position import GameState
from companion.hanabi.rules import RuleViolation
from companion.language.phrases import phrase
from companion.play.corrections import Stamp, amend, decided, tell_later
from companion.play.corrections import given_up as given_up_entry
from companion.play.game import Draft, Game, Said
from companion.play.tap_moves import Laying, lay
from companion.record.corrections import FaceIs, Instead, Lay
from companion.record.replay import CorrectionRefused
from companion.record.timeline import is_given_up, is_unread, undecided
from companion.referee.findings import CameToLight, Spot, Unclear
from companion.referee.readings import on_mat


def reopened(game: Game) -> Game:
    """Return a game that is taken up again, asking about its cards that are still open.

    Nobody could read them, or nobody has said whether they were played, or one was laid by a tap
    and its face not told yet. What people have said that nobody can tell is not asked again.
    """
    open_ = list[Unclear]()
    for step in game.past.timeline.steps:
        if step.serial is None or is_given_up(step):
            continue
        card = undecided(step)
        if card is not None:
            one = Unclear(step.serial, Spot.DISCARDS, (), overtaken=True, card=card.label)
            open_.append(one)
        elif is_unread(step):
            fireworks = any(isinstance(event, CardLaidUnread) for event in step.events)
            spot = Spot.FIREWORKS if fireworks else Spot.DISCARDS
            open_.append(Unclear(step.serial, spot, step.seen, overtaken=True))
    again = replace(game, questions=(*game.questions, *open_), laying=_laid_by_tap(game))
    return replace(again, referee=again.referee.reopen(asked_how(again)))


def _laid_by_tap(game: Game) -> Laying | None:
    laid = game.past.laid
    if laid is None:
        return None
    spot = Spot.FIREWORKS if laid.played else Spot.DISCARDS
    try:
        return lay(game.state, game.state.to_move, laid.slot, spot)
    except RuleViolation:  # the game was stopped since
        return None


def asked_how(game: Game) -> dict[int, Card | None]:
    """Return the discards of which it is open whether they were played, by their serials.

    It is asked, or people have said that nobody can tell.
    """
    given_up = {
        step.serial: card
        for step in game.past.timeline.steps
        if step.serial is not None and is_given_up(step)
        if (card := undecided(step)) is not None
    }
    asked = {one.serial: face_of(one.card) for one in game.questions if one.card is not None}
    return {**given_up, **asked}


# ------------------------------------------------------------------------------ asked and closed


def ask(draft: Draft, question: Unclear, t: float) -> Said:
    """Ask; once about each card, and how it was laid once it is known what it is."""
    said = Said()
    for one in draft.game.questions:
        if one.first_of and question.first_of:
            if one.options == question.options:
                return ()
            said += close(draft, one, t)  # another card has come since, with which it may begin
        elif one.serial == question.serial:
            if one.card is not None or question.card is None:
                return ()
            said += close(draft, one, t, question.card)
    game = draft.game
    draft.game = replace(game, questions=(*game.questions, question), asked=game.asked + 1)
    first = question.seat if question.first_of else None
    return (*said, Asked(t, question.spot.value, question.options, question.card, first))


def close(draft: Draft, question: Unclear, t: float, answer: str | None = None) -> Said:
    """Say that a question needs no answer any more."""
    left = tuple(one for one in draft.game.questions if one != question)
    draft.game = replace(draft.game, questions=left)
    return (QuestionClosed(t, answer),)


def stop_waiting(draft: Draft, t: float) -> Said:
    """Close what the table waits for: its card was taken up, or nobody watches any more."""
    said = Said()
    while (waited_for := draft.game.waited_for) is not None:
        said += close(draft, waited_for, t)
    return said


def review(draft: Draft, t: float) -> Said:
    """Close the questions about cards that are on record by now, not laid any more, or none."""
    said = Said()
    if not draft.game.questions:
        return said
    reading = draft.game.reading
    steps = {step.serial: step for step in draft.game.past.timeline.steps}
    for question in draft.game.questions:
        step = steps.get(question.serial)
        if step is None:
            # Where the mat is out of view it may lie there still.
            gone = reading is not None and reading.mat and question.serial not in on_mat(reading)
            needless = gone or draft.referee.is_phantom(question.serial)
        elif question.contested:
            needless = question.serial not in draft.referee.contested
        elif question.card is not None:
            needless = isinstance(step.move, Play)
        else:
            needless = not is_unread(step) or draft.referee.is_shelved(question.serial)
        if needless:
            said += close(draft, question, t)
    return said


def answer(draft: Draft, question: Unclear, card: Card, stamp: Stamp) -> Said:
    """Take a person's word for a card that nobody could read.

    Raises:
        CorrectionRefused: it cannot be that card; the question stays open.
    """
    said, serial, t = Said(), question.serial, stamp.t
    if question.first_of:
        return _answer_first(draft, question, card, t)
    if question.contested and draft.referee.is_on_record_as(serial, card):
        draft.referee = draft.referee.answer(serial, card)
        return close(draft, question, t, card.label)
    if draft.game.turn_of(serial) is not None:
        # One that was played and lies on the discards did not fit.
        missed = question.spot is Spot.DISCARDS and serial in _played(draft.game)
        came = CameToLight(((serial, card),), False if missed else None)
        known = came if missed else _known_with(draft, came)
        if known is not None:
            said += _name(draft, known, stamp)
        said += _name_what_follows(draft, t)
    draft.referee = draft.referee.answer(serial, card)
    if question in draft.game.questions:
        said = (*close(draft, question, t, card.label), *said)
    said += _ask_how(draft, question, card, t)
    return said + review(draft, t)


def _answer_first(draft: Draft, question: Unclear, card: Card, t: float) -> Said:
    """Take a person's word for which card of a hand was laid first, while nobody watched."""
    told = dict(zip(question.options, question.first_of, strict=True)).get(card.label)
    if told is None:
        why = phrase("it is asked which of the cards that lie there was laid first")
        raise CorrectionRefused(None, draft.game.state.turn, why)
    draft.referee = draft.referee.answer_first(told)
    return close(draft, question, t, card.label)


def _ask_how(draft: Draft, question: Unclear, card: Card, t: float) -> Said:
    """Ask whether a card that did not fit had been played, where nobody saw how it was laid."""
    before = _before(draft.game, question.serial)
    if not draft.referee.glimpsed(question.serial) or before is None or fits(before, card):
        return ()
    how = replace(question, options=(), overtaken=True, card=card.label)
    draft.referee = draft.referee.give_up(how)
    return ask(draft, how, t)


def nobody_knows(draft: Draft, question: Unclear, stamp: Stamp) -> Said:
    """Take that nobody can tell: the game goes on, and this is not asked any more."""
    draft.referee = draft.referee.give_up(question)
    turn = draft.game.turn_of(question.serial)
    if question.first_of or question.contested:
        pass  # its face is known, and that is no more asked after a restart
    elif turn is None:
        given_up = draft.game.given_up | {question.serial}
        draft.game = replace(draft.game, given_up=given_up)
    else:
        amend(draft, given_up_entry(draft.game.past, turn, stamp), stamp.t)
    return close(draft, question, stamp.t)


def answer_played(draft: Draft, question: Unclear, stamp: Stamp, *, played: bool) -> Said:
    """Take a person's word for whether a card on the discards had been played.

    Raises:
        CorrectionRefused: it cannot have been; the question stays open.
    """
    said = Said()
    card = face_of(question.card)
    if played and card is not None:
        said += _tell_played(draft, question.serial, card, stamp)
    elif card is not None and (turn := draft.game.turn_of(question.serial)) is not None:
        # It counted as a discard before, so there is nothing to announce.
        amend(draft, decided(draft.game.past, turn, stamp), stamp.t)
    draft.referee = draft.referee.answer_played(question.serial, played=played)
    if question in draft.game.questions:
        said = (*close(draft, question, stamp.t), *said)
    return said + review(draft, stamp.t)


def was_played(draft: Draft, serial: int, card: Card | None, t: float) -> Said:
    """Put on record that a discard had been played, since only then what was done since is legal.

    What contradicts other turns is no news: then it stays open how it was laid. So it does where it
    would cost a fuse at once: that no such conclusion does, for the discard that is made now may be
    against the rules. A card without a name costs none before people say what it is.
    """
    before = _before(draft.game, serial)
    draft.referee = draft.referee.passing_decided(serial)
    if before is None or (card is not None and not fits(before, card)):
        return ()
    try:
        said = _tell_played(draft, serial, card, Stamp(t))
    except CorrectionRefused:
        return ()
    if card is not None:
        draft.referee = draft.referee.answer_played(serial, played=True)
    return said + review(draft, t)


def _tell_played(draft: Draft, serial: int, card: Card | None, stamp: Stamp) -> Said:
    """Put on record that the discard ``serial`` had been played and did not fit.

    Raises:
        CorrectionRefused: it cannot have been; nothing has changed.
    """
    turn = draft.game.turn_of(serial)
    if turn is None:
        return ()
    slot = next(
        event.slot
        for step in draft.game.past.timeline.steps
        if step.serial == serial
        for event in step.events
        if isinstance(event, CardDiscarded)
    )
    before = _before(draft.game, serial)
    unlike = card is not None and before is not None and fits(before, card)
    # By the record it would have fitted: its twin is a card there that nobody has read yet.
    face = None if unlike else card
    deed = Instead(turn, Lay(played=True, slot=slot, card=face))
    said = tell_later(draft, ((deed, face),), stamp, played=False)
    if unlike and card is not None:
        draft.referee = draft.referee.shelve_misplay(serial, card)
        said += _name_what_follows(draft, stamp.t)
    return said


def may_bring_token(game: Game) -> bool:
    """Say whether one who is asked may know that an unread card has completed its firework."""
    state, asked = game.state, {one.serial for one in game.questions}
    lacks = [
        len(state.ruleset.build(suit)) - height
        for suit, height in zip(state.ruleset.colours, state.fireworks, strict=True)
    ]
    steps = game.past.timeline.steps
    laid = {one.serial for one in steps if one.serial is not None and is_unread(one)}
    return any(0 < one <= len(laid) for one in lacks) and not asked.isdisjoint(laid)


# --------------------------------------------------------------------------- what comes to light


def comes_to_light(draft: Draft, came: CameToLight, t: float) -> Said:
    """Put on record what the table shows of a card that was laid unread.

    What contradicts the turns since is no news: the eyes have mistaken one of them.
    """
    if came.played is None:
        known = _known_with(draft, came)
        if known is None:
            return review(draft, t)
        came = known
    said = _named(draft, came, t)
    if said:
        said += _name_what_follows(draft, t)
        said += review(draft, t)
        for serial, card in came.cards if came.played is None else ():
            said += _ask_how(draft, Unclear(serial, Spot.DISCARDS, ()), card, t)
    return said + review(draft, t)


def _known_with(draft: Draft, came: CameToLight) -> CameToLight | None:
    """Return all that is known once a card is read or named; None: not whether it fitted.

    In that case it is kept in mind as what it is until the cards are known on which that hangs.
    """
    ((serial, card),) = came.cards
    game, reading = draft.game, draft.game.reading
    before = _before(game, serial)
    if before is None or reading is None:
        return came
    known = game.referee.known_with(before, came, reading)
    if known is None:
        draft.referee = game.referee.shelve(serial, card, reading)
    return known


def _name(draft: Draft, came: CameToLight, stamp: Stamp) -> Said:
    told = [(FaceIs(draft.game.turn_of(one) or 0, card), card) for one, card in came.cards]
    return tell_later(draft, told, stamp, played=came.played)


def _named(draft: Draft, came: CameToLight, t: float) -> Said:
    try:
        return _name(draft, came, Stamp(t))
    except CorrectionRefused:
        draft.referee = draft.referee.refuse(came)
        return ()


def _name_what_follows(draft: Draft, t: float) -> Said:
    """Put on record which cards fitted that lay on, or beside, what is known now."""
    said = Said()
    serials = draft.referee.shelved()
    while serials:
        before = _before(draft.game, serials[0])
        came = None if before is None else draft.referee.follows(before, serials[0])
        named = _named(draft, came, t) if came is not None else ()
        said += named
        serials = draft.referee.shelved() if named else serials[1:]
    return said


def _before(game: Game, serial: int) -> GameState | None:
    """Return the position before a card was laid; None: it is not on record."""
    timeline = game.past.timeline
    for index, step in enumerate(timeline.steps):
        if step.serial == serial:
            return replace(timeline, steps=timeline.steps[:index]).state()
    return None


def _played(game: Game) -> set[int | None]:
    return {step.serial for step in game.past.timeline.steps if isinstance(step.move, Play)}
