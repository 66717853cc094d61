"""Sentences about what is put right: what was done, and what changes by it."""

from __future__ import annotations

from gettext import NullTranslations
from typing import assert_never

from companion.announcements.announcement import PutRight
from companion.corrections.judging import Choice, Preview
from companion.corrections.tally import Tally
from companion.hanabi.cards import Card
from companion.hanabi.events import Outcome
from companion.hanabi.moves import ColourHint
from companion.language.names import ENGLISH, award_text, card_name, outcome_text, suit_name
from companion.language.people import COUNTED, People
from companion.language.refusal_texts import forbidden
from companion.record.corrections import Deed, FaceIs, Instead, Lay, Missed, Never, Tell, TileIs
from companion.record.entries import Change


def put_right(
    announcement: PutRight, done: str | None = None, language: NullTranslations = ENGLISH
) -> str:
    """Return what was put right, and what is counted otherwise since.

    ``done`` says what was done in that turn, as a sentence; None: nothing is said of that.
    """
    what = _what(announcement.change, language)
    card = ""
    if announcement.card is not None:
        _ = language.gettext
        what = _("What was laid in turn {turn} is known now: {card}.")
        card = card_name(Card.parse(announcement.card), language)
    what = what.format(turn=announcement.turn, card=card)
    if announcement.never:
        done = language.gettext("This turn was never taken.")
    counts = changes(announcement.before, announcement.after, language)
    return " ".join(filter(None, [what, done, *counts]))


def described(
    choice: Choice, language: NullTranslations = ENGLISH, people: People = COUNTED
) -> str:
    """Return what a correction says, as a button has it; ``people`` names the seats."""
    _ = language.gettext
    correction, seat = choice.preview.correction, choice.seat
    match correction:
        case FaceIs(_turn, card):
            return _("It was {card}.").format(card=card_name(card, language))
        case Instead(_turn, deed):
            said = _deed(deed, seat, language, people)
            if isinstance(deed, Lay) and choice.placed:
                place = deed.slot + 1
                if choice.mirrored is not None:
                    place = choice.mirrored - deed.slot
                return _("Instead: {deed} It was card {place} of the hand.").format(
                    deed=said, place=place
                )
            return _("Instead: {deed}").format(deed=said)
        case Missed(_turn, deed):
            return _("Missing before it: {deed}").format(deed=_deed(deed, seat, language, people))
        case TileIs(_turn, tile, card):
            said = award_text(tile, language)
            if card is None:
                return said
            named = _("It was {card}.").format(card=card_name(card, language))
            return f"{said} {named}"
        case Never():
            return _("This turn was never taken.")
        case _:
            assert_never(correction)


def effect(preview: Preview, language: NullTranslations = ENGLISH) -> str:
    """Return what a correction would change, as a sentence or several."""
    _ = language.gettext
    said = changes(preview.before, preview.after, language)
    if preview.lost is not None:
        text = language.ngettext(
            "Turn {turn} would no longer be allowed, and {count} turn would not count: {why}.",
            "Turn {turn} would no longer be allowed; it and all after it, {count} turns,"
            " would not count: {why}.",
            preview.lost_turns,
        )
        lost = preview.lost
        said.append(
            text.format(
                turn=lost.turn, count=preview.lost_turns, why=forbidden(lost.rule, language)
            )
        )
    return " ".join(said) or _("No count changes.")


def changed(before: Tally, after: Tally, language: NullTranslations = ENGLISH) -> str:
    """Return what is otherwise ``after`` than ``before``, as a sentence or several."""
    return " ".join(changes(before, after, language)) or language.gettext("No count changes.")


def _deed(deed: Deed, seat: int, language: NullTranslations, people: People) -> str:
    _ = language.gettext
    who = people.who(seat, language)
    match deed:
        case Lay(played, _slot, card):
            face = _("a card that nobody could read") if card is None else card_name(card, language)
            if played:
                return _("{who} plays {card}.").format(who=who, card=face)
            return _("{who} discards {card}.").format(who=who, card=face)
        case Tell(target, hint):
            if isinstance(hint, ColourHint):
                return _("{who} tells {whom} about {colour}.").format(
                    who=who,
                    whom=people.whom(target, language),
                    colour=suit_name(hint.colour, language),
                )
            return _("{who} tells {whom} about the {rank}s.").format(
                who=who, whom=people.whom(target, language), rank=hint.rank
            )
        case _:
            assert_never(deed)


def _what(change: Change, language: NullTranslations) -> str:
    _ = language.gettext
    match change:
        case Change.CORRECTED:
            return _("Turn {turn} is put right.")
        case Change.UNDONE:
            return _("The correction of turn {turn} is undone.")
        case Change.REDONE | Change.TAKEN_BACK:
            return _("Turn {turn} counts again.")
        case Change.TOLD:
            return _("Whether the card of turn {turn} fitted is open again.")
        case Change.PAUSED:
            return _("The game is paused.")
        case Change.RESUMED | Change.CONTINUED:
            return _("The game goes on.")
        case Change.SEATED:
            return _("Somebody sits elsewhere now.")
        case Change.LAID:
            return _("A card is laid whose face is yet to be told.")
        case _:
            assert_never(change)


def changes(before: Tally, after: Tally, language: NullTranslations = ENGLISH) -> list[str]:
    """Return what is counted otherwise than before, a sentence each: ``Score 14 → 13.``."""
    _ = language.gettext
    said = []
    for text, old, new in (
        (_("Score {old} → {new}."), before.score, after.score),
        (_("Fuses burnt {old} → {new}."), before.strikes, after.strikes),
        (_("Clue tokens {old} → {new}."), before.clue_tokens, after.clue_tokens),
        (_("Turns {old} → {new}."), before.turns, after.turns),
    ):
        if old != new:
            none = _("none")
            said.append(
                text.format(old=none if old is None else old, new=none if new is None else new)
            )
    if before.outcome is not after.outcome:
        said.append(
            _("The game goes on.")
            if after.outcome is Outcome.UNFINISHED
            else outcome_text(after.outcome, language)
        )
    if after.untold_tiles > before.untold_tiles:
        said.append(_("An award tile was earned then and counts as turned; nobody said which."))
    if before.laid_down and not after.laid_down:
        said.append(_("All hands have been seen: they are hidden again from now on."))
    return said
