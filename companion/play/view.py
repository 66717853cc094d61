"""What one reader is shown of a game, of what is asked, and in sentences besides."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Literal, cast

from companion.announcements.announcement import PleaseDraw, Refused
from companion.announcements.correction_texts import described, effect
from companion.announcements.texts import sentence, suit_name
from companion.corrections.judging import Judge, as_choice
from companion.hanabi.cards import face_of
from companion.hanabi.deduction import MemoryAid
from companion.hanabi.knowledge import Illegal, Pending
from companion.hanabi.moves import ColourHint
from companion.hanabi.state import GameState
from companion.language.names import ENGLISH
from companion.language.people import COUNTED, People
from companion.language.phrases import Seat, phrase, sentence_of
from companion.language.refusal_texts import refused
from companion.play.game import Game, Proposal
from companion.play.inputs import ClueTap, CorrectTap, NewGameTap, Proposed, RedoTap, UndoTap
from companion.play.offers import NOTHING, offered
from companion.play.page_view import (
    Differing,
    GameShown,
    MatCard,
    MatSide,
    ProposalShown,
    RackQuestionShown,
    SaidIn,
    TableQuestion,
    TableStage,
)
from companion.play.phase import Phase, phase_of
from companion.play.tap_moves import checked, possible
from companion.record.entries import Change
from companion.record.replay import CorrectionRefused
from companion.referee.findings import Differs, Lying, Side
from companion.referee.readings import Blind, Lighting
from companion.referee.reason_texts import because
from companion.reply import Reply
from companion.views.view import Reader, view_game

NOTHING_YET: GameShown = {
    "phase": "lobby",
    "question": None,
    "rack_question": None,
    "named": [],
    "proposed": None,
    "game": None,
    "may": NOTHING,
    "record": None,
    "differs": None,
    "tokens": None,
    "paused": False,
}
"""What every page is shown of a game before there is one."""


def view_table(
    game: Game,
    reader: Reader,
    t: float,
    memory: MemoryAid,
    *,
    watched: bool,
    phones: frozenset[int] = frozenset(),
) -> GameShown:
    """Return what ``reader`` may see of a game at ``t``, as a JSON object without its sentences.

    Args:
        game: the game.
        reader: whose view it is.
        t: the camera's seconds.
        memory: how much people are reminded of.
        watched: whether a camera sees the table: only then cards in racks are asked about.
        phones: the seats that a phone holds: nobody else speaks for them.
    """
    shown = view_game(game.state, game.events, game.log, reader, memory)
    named = sorted(game.named.items())
    phase = phase_of(game)
    paused = phase is Phase.PAUSED
    differs = _differs(game)
    return {
        "phase": stage_of(phase),
        "paused": paused,
        "question": None if paused else table_question(game),
        "differs": None if differs is None else side_by_side(differs),
        "tokens": None if game.tokens.amiss is None else game.tokens.amiss.to_data(),
        "rack_question": rack_question(game, reader, t) if watched and not paused else None,
        "named": [{"seat": seat, "colour": one.colour.value} for seat, one in named],
        "proposed": proposed(game, reader, phones),
        "game": shown.to_data(),
        "may": offered(
            game.state,
            reader,
            watched=watched,
            paused=paused,
            laid=game.laying is not None,
            phones=phones,
        ),
        "record": game.id if game.state.laid_down else None,
    }


def _differs(game: Game) -> Differs | None:
    """Return how table and record of ``game`` differ; None: in nothing, or during a pause."""
    return None if phase_of(game) is Phase.PAUSED else game.differs


def stage_of(phase: Phase) -> TableStage:
    """Return what the pages call the stage that a table is in."""
    stages: Mapping[Phase, TableStage] = {
        Phase.LOBBY: "lobby",
        Phase.ENDING: "ending",
        Phase.OVER: "over",
    }
    return stages.get(phase, "playing")


def side_by_side(differs: Differs) -> Differing:
    """Return how record and table differ as a JSON object; it holds cards on the mat only."""
    return {
        "record": _side(differs.record),
        "table": _side(differs.table),
        "amiss": [
            {
                "card": one.card,
                "record": None if one.record is None else one.record.value,
                "table": None if one.table is None else one.table.value,
                "seat": one.seat,
            }
            for one in differs.amiss
        ],
    }


def _side(side: Side) -> MatSide:
    def lying(cards: tuple[Lying, ...]) -> list[MatCard]:
        return [{"card": one.card, "amiss": one.amiss} for one in cards]

    return {
        "columns": [lying(pile) for pile in side.columns],
        "discards": lying(side.discards),
    }


def looked_at(state: GameState, clue: ClueTap) -> Reply:
    """Return what the giver of a clue may know of it before he gives it."""
    verdict = checked(state, clue)
    if isinstance(verdict, Illegal):
        return Reply(verdict.rule.value, verdict.detail)
    slots = {held.id: held.slot for held in state.hands[clue.target]}
    unknown = verdict.open if isinstance(verdict, Pending) else ()
    return Reply(
        told={
            "verdict": "pending" if unknown else "legal",
            "touched": [slots[held] for held in verdict.touched],
            "unknown": [slots[held] for held in unknown],
        }
    )


# --------------------------------------------------------------------- what is asked


def table_question(game: Game) -> TableQuestion | None:
    """Return the question that everybody is asked, about a card that lies on the table.

    With ``card``, which it is, the question is whether it was played or discarded; with ``first``,
    which of the options that seat has laid first. ``turn`` is the
    one in which it was laid, where the game has gone on since. Where the eyes have no guess, all
    cards are offered of which a copy may lie there, by what lies on the table.
    """
    laying, question = game.laying, game.question
    if laying is not None:
        return {
            "place": laying.spot.value,
            "options": list(laying.options),
            "card": None,
            "turn": None,
            "first": None,
            "seat": laying.seat,
            "slot": laying.slot,
        }
    if question is not None:
        guesses = question.options or possible(game.state)
        return {
            "place": question.spot.value,
            "options": list(guesses) if question.card is None else [],
            "card": question.card,
            "turn": game.turn_of(question.serial),
            "first": question.seat if question.first_of else None,
            "seat": None,
            "slot": None,
        }
    return None


def proposed(game: Game, reader: Reader, phones: frozenset[int]) -> ProposalShown | None:
    """Return what waits for a seat's yes, as that seat and whoever proposed it see it.

    Nobody else does: that a clue could be given tells something of the hand that it is about.

    Args:
        game: the game.
        reader: whose page it is.
        phones: the seats that a phone holds.
    """
    proposal = game.proposal(reader)
    if proposal is None:
        return None
    shown: ProposalShown = {
        "kind": _KINDS[type(proposal.tap)],
        "asks": list(proposal.asks),
        "by": proposal.reader,
        "yours": proposal.is_for(reader, phones),
        "says": None,
    }
    if isinstance(proposal.tap, ClueTap):
        clue = proposal.tap
        shown["giver"], shown["target"] = clue.giver, clue.target
        shown["pointed"] = None if clue.pointed is None else list(clue.pointed)
        if isinstance(clue.hint, ColourHint):
            shown["colour"] = clue.hint.colour.value
        else:
            shown["value"] = clue.hint.rank
    return shown


_KINDS: Mapping[type[Proposed], Literal["clue", "undo", "redo", "correct", "stop"]] = {
    ClueTap: "clue",
    UndoTap: "undo",
    RedoTap: "redo",
    CorrectTap: "correct",
    NewGameTap: "stop",
}


def proposed_in_words(
    game: Game, reader: Reader, people: People, language: NullTranslations
) -> str | None:
    """Return as a sentence what ``reader`` is asked to agree to, or waits with; None: nothing.

    Nor is there one where he is asked about a clue in his name, which is told by what it says.
    """
    proposal, _ = game.proposal(reader), language.gettext
    if proposal is None:
        return None
    if reader not in proposal.asks:
        if not proposal.is_for(reader, people.phones):
            return _waits(proposal, proposal.waits_for(people.phones), people, language)
        waits = _waits(proposal, proposal.asks, people, language)
        return " ".join([waits, _("No phone is there any more: you can agree instead.")])
    who = _("The public page") if proposal.reader is None else people.who(proposal.reader, language)
    past = game.past
    match proposal.tap:
        case UndoTap() if game.laying is not None:
            text = _("{who} would like to take up the card that you have laid. Do you agree?")
            return text.format(who=who)
        case UndoTap():
            back = past.undo()
            if back is None or back[0] is Change.CONTINUED:
                return None
            if back[0] is Change.UNDONE:
                text = _("{who} would like to undo the correction of turn {turn}. Do you agree?")
            else:
                text = _("{who} would like to take back turn {turn}, which is yours. Do you agree?")
            return text.format(who=who, turn=back[1])
        case RedoTap():
            again = past.redo()
            if again is None:
                return None
            text = _("{who} would like to have turn {turn} again, which is yours. Do you agree?")
            return text.format(who=who, turn=again[0])
        case CorrectTap(correction):
            judge = Judge(past.timeline)
            try:
                preview = judge.preview(correction, proposal.reader)
            except CorrectionRefused:
                return None
            text = _("{who} would like to put turn {turn} right: {what} {effect} Do you agree?")
            return text.format(
                who=who,
                turn=correction.turn,
                what=described(as_choice(judge, preview, reader), language, people),
                effect=effect(preview, language),
            )
        case NewGameTap():
            return _("{who} would like to stop this game. Do you agree?").format(who=who)
        case _:
            return None


def _waits(
    proposal: Proposal, seats: tuple[int, ...], people: People, language: NullTranslations
) -> str:
    """Return that a proposal waits for the yes of one of ``seats``, as a sentence."""
    _ = language.gettext
    match proposal.tap:
        case ClueTap():
            text = _("The clue that was logged here waits for the yes of {whom}.")
        case UndoTap():
            text = _("What is to be taken back waits for the yes of {whom}.")
        case RedoTap():
            text = _("What is to count again waits for the yes of {whom}.")
        case CorrectTap():
            text = _("The correction waits for the yes of {whom}.")
        case _:
            text = _("The end of this game waits for the yes of {whom}.")
    return text.format(whom=people.any_of(seats, language))


def rack_question(game: Game, reader: Reader, t: float) -> RackQuestionShown | None:
    """Return the question about a card in a rack that ``reader`` alone is asked at ``t``."""
    if reader is None or game.state.over:
        return None
    question = game.doubts.question(game.state, reader, t)
    if question is None:
        return None
    return {"seat": question.seat, "slot": question.slot, "options": list(question.options)}


# --------------------------------------------------------------------- in sentences

CAMERA_WAITS = phrase(
    "the camera waits for the next game: of some cards only the counts are on record, so please say"
    " on a phone or the panel what is laid"
)
CAMERA_SILENT = phrase("the camera sends no picture: please look after it")
CAMERA_LOST = phrase("the camera is lost: please say on a phone or the panel what is laid")


def said_before_game(
    lack: str | None,
    camera: str | None,
    notice: str | None,
    people: People,
    language: NullTranslations,
) -> SaidIn:
    """Return what is told before a game, by name; ``lack`` keeps one from starting."""
    reason = None if lack is None else sentence_of(people.told(lack, language))
    return _told(detail=camera, notice=notice, reason=reason)


def said_of_game(
    game: Game,
    detail: str | None,
    camera: str | None,
    notice: str | None,
    people: People,
    language: NullTranslations,
    reader: Reader = None,
) -> SaidIn:
    """Return what is told of a game, by name.

    All but the ``notice``, and what is ``proposed`` to the reader, is for everybody; whom the game
    waits for is not called by name on his own page.

    Args:
        game: the game.
        detail: what stands above all else, such as that the game is not saved; None: nothing.
        camera: what is told of the camera; None: nothing.
        notice: why a tap of this reader's was refused later; None: none was.
        people: what the seats are called.
        language: of the sentences.
        reader: who is told; None: everybody.
    """
    differs = _differs(game)
    why = None if differs is None else why_they_differ(differs, people, language)
    if detail is not None:
        said: str | None = sentence_of(people.told(detail, language))
    else:
        waits = _waited_for(game, reader, people, language)
        waits = waits or _agreement(game, reader, people, language)
        stops = _hidden(game, language) or camera
        both = " ".join(one for one in (waits, stops) if one is not None)
        said = why or both or None
    asked = proposed_in_words(game, reader, people, language)
    return _told(detail=said, notice=notice, why=why, proposed=asked)


def notice_of(told: Refused | None, people: People, language: NullTranslations) -> str | None:
    """Return why a tap that had to wait was refused, as a sentence; None: none was."""
    if told is None:
        return None
    return sentence_of(refused(told.rule, told.why, language, people))


def _told(**sentences: str | None) -> SaidIn:
    return cast("SaidIn", {name: text for name, text in sentences.items() if text is not None})


def _waited_for(
    game: Game, reader: Reader, people: People, language: NullTranslations
) -> str | None:
    """Return whom a game waits for, as a sentence; None: for whoever is to move, or for nobody."""
    if phase_of(game) is Phase.PAUSED:
        return None
    _, award = language.gettext, game.state.award
    if award is not None and not game.state.over:
        if award.seat == reader:
            return _("The game waits until you have turned an award tile.")
        whom = Seat(award.seat)
        waits = phrase("the game waits until {whom} has turned an award tile", whom=whom)
        return sentence_of(people.told(waits, language))
    undrawn = game.undrawn
    if undrawn is not None and phase_of(game) is Phase.DRAWING:
        seat, instead = undrawn.seat, undrawn.instead
        if reader is not None and reader == instead:
            return _("{who} draws the next card, not you.").format(who=people.who(seat, language))
        if reader is not None and reader == seat:
            if instead is None:
                return _("Please draw a card.")
            whom_not = people.whom(instead, language)
            return _("You draw the next card, not {whom}.").format(whom=whom_not)
        return sentence(PleaseDraw(0.0, undrawn.seat, undrawn.instead), language, people)
    return None


def _agreement(
    game: Game, reader: Reader, people: People, language: NullTranslations
) -> str | None:
    """Return which change waits for a seat's yes, as a sentence; None: none, or the reader knows.

    Whoever is asked, and whoever asks, has it on his page with its buttons. A clue that was logged
    is told to nobody else: that it could be given tells something of the hand that it is about.
    """
    proposal = game.change_proposed
    if proposal is None or game.proposal(reader) is not None:
        return None
    seats = proposal.waits_for(people.phones)
    return _waits(proposal, seats, people, language) if seats else None


def _hidden(game: Game, language: NullTranslations) -> str | None:
    """Return where the camera cannot look, if it is that for which the game waits, or None."""
    return where_hidden(game, language) if phase_of(game) is Phase.BLIND else None


def where_hidden(game: Game, language: NullTranslations = ENGLISH) -> str | None:
    """Return where on the mat the camera cannot look, as a sentence; None: it can everywhere."""
    if not game.blind:
        return None
    _, blind, reading = language.gettext, game.blind, game.reading
    if blind.mat or reading is None:
        return nothing_seen(blind, language)
    if blind.columns and blind.discards:
        return _("Something covers the fireworks and the discards.")
    if blind.discards:
        return _("Something covers the discards.")
    tops = [reading.columns[index] for index in blind.columns if index < len(reading.columns)]
    faces = [face_of(pile[-1].label) for pile in tops if pile]
    if len(blind.columns) == 1 and faces and faces[0] is not None:
        colour = suit_name(faces[0].suit, language)
        return _("Something covers the {colour} firework.").format(colour=colour)
    return _("Something covers the fireworks.")


def nothing_seen(blind: Blind, language: NullTranslations = ENGLISH) -> str:
    """Return that the mat, or a table without one, cannot be made out, as a sentence."""
    _ = language.gettext
    if blind.unmarked:
        return _(
            "The camera does not see the table as before: something is in its way, or it was moved."
        )
    return _("The camera cannot find the mat: something covers its corners, or it is dark.")


def amiss_with_light(blind: Blind, language: NullTranslations = ENGLISH) -> str | None:
    """Return in which light a card may be laid unnoticed, as a sentence; None: in none."""
    _ = language.gettext
    match blind.lighting:
        case Lighting.DARK:
            return _("Hardly any light falls on the table: the camera may miss a card.")
        case Lighting.GLARING:
            return _("The picture is too bright to tell cards from paper: turn a lamp away.")
        case None:
            return None


def why_they_differ(
    differs: Differs, people: People = COUNTED, language: NullTranslations = ENGLISH
) -> str:
    """Return why table and record differ, as a sentence."""
    return sentence_of(because(differs.reason, language, people))


def about_camera(
    language: NullTranslations, *, lost: bool, waits: bool, silent: bool, blind: Blind
) -> str | None:
    """Return what people should know of the camera, as a sentence; None: nothing.

    Args:
        language: of the sentence.
        lost: whether it cannot be used now.
        waits: whether it is there again, but of no use for the game that runs.
        silent: whether it has sent no picture for a while.
        blind: where it has not been able to look, and in what light it looks.
    """
    if silent:
        return sentence_of(COUNTED.told(CAMERA_SILENT, language))
    if blind.mat:
        return nothing_seen(blind, language)
    if not lost:
        return amiss_with_light(blind, language)
    return sentence_of(COUNTED.told(CAMERA_WAITS if waits else CAMERA_LOST, language))
