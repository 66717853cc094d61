"""Sentences for announcements; languages are gettext catalogues in ``companion/locale``."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations
from typing import assert_never

from companion.announcements.announcement import (
    Announcement,
    Asked,
    Happened,
    PlayedUnseen,
    PleaseDraw,
    PublicCounts,
    PublicEvent,
    PutRight,
    QuestionClosed,
    Refused,
    Rested,
    Seated,
    TableAgrees,
    TableDiffers,
    TakenBack,
)
from companion.announcements.correction_texts import put_right
from companion.hanabi.cards import Card
from companion.hanabi.events import (
    AwardClueGiven,
    AwardEarned,
    CardDiscarded,
    CardDrawn,
    CardLaidUnread,
    CardLaidUnseen,
    CardMissed,
    CardPlayed,
    CardRescued,
    CardReturned,
    ClueGiven,
    ClueTokenRegained,
    ClueUntold,
    ColourNamed,
    FireworkCompleted,
    FuseMended,
    GameEnded,
    GameStarted,
    HandsLaidDown,
    LastRoundBegan,
    PointingDiffered,
    TileTurned,
)
from companion.hanabi.moves import ColourHint, Hint, RankHint, Tile, Unseen
from companion.hanabi.scoring import Rating
from companion.hanabi.tellers import PUBLIC_PAGE, Teller
from companion.language.names import ENGLISH, award_text, card_name, outcome_text, suit_name
from companion.language.people import COUNTED, Arrival, How, People, number
from companion.language.refusal_texts import refused
from companion.referee.piles import OnOtherPile
from companion.referee.reason_texts import because
from companion.referee.tokens import TokensDiffer, Track

__all__ = ["ENGLISH", "card_name", "sentence", "sentences", "suit_name", "summary"]


def sentence(
    announcement: Announcement,
    language: NullTranslations = ENGLISH,
    people: People = COUNTED,
) -> str | None:
    """Return one announcement in words; None where it is not worth any.

    ``people`` says what the seats are called.
    """
    return " ".join(sentences(announcement, language, people)) or None


def sentences(
    announcement: Announcement,
    language: NullTranslations = ENGLISH,
    people: People = COUNTED,
) -> tuple[str, ...]:
    """Return one announcement in sentences: first what was done, then what it cost, if anything.

    None at all where it is not worth one.
    """
    done = _sentence(announcement, language, people)
    if done is None:
        return ()
    cost = _cost(announcement, language)
    return (done,) if cost is None else (done, cost)


def _cost(announcement: Announcement, language: NullTranslations) -> str | None:
    """Return the strike that a card cost, as a sentence; None: it cost none."""
    match announcement:
        case Happened(_, CardMissed() | CardLaidUnseen(how=Unseen.MISSED), _, standing):
            return language.gettext("Fuse {strikes} burns.").format(strikes=standing.strikes)
        case _:
            return None


def _sentence(announcement: Announcement, language: NullTranslations, people: People) -> str | None:  # noqa: C901 - one case for each announcement
    _ = language.gettext
    match announcement:
        case Happened(_t, event, _turn, standing):
            return _happened(event, standing, language, people)
        case Asked(card=str() as card):
            text = _(
                "The camera did not see how {card} came to the discards: was it played or"
                " discarded?"
            )
            return text.format(card=card_name(Card.parse(card), language))
        case Asked(options=options, first=int()):
            cards = ", ".join(card_name(Card.parse(one), language) for one in options)
            text = _("The camera did not see which card was laid first: was it {cards}?")
            return text.format(cards=cards)
        case Asked(_t, place, options):
            if options:
                named = ", ".join(card_name(Card.parse(one), language) for one in options)
                return _("I cannot read the card on the {place}: is it {options}?").format(
                    place=_place(place, language), options=named
                )
            return _("I cannot read the card on the {place}: which is it?").format(
                place=_place(place, language)
            )
        case QuestionClosed(_t, answer):
            if answer is None:
                return None
            return _("Thank you: {card}.").format(card=card_name(Card.parse(answer), language))
        case TableDiffers(_t, reason):
            why = because(reason, language, people)
            return _("Table and record differ: {why}.").format(why=why)
        case TableAgrees():
            return _("Table and record agree again.")
        case PleaseDraw(_t, seat, instead):
            who = people.who(seat, language)
            if instead is None:
                return _("{who}, please draw a card.").format(who=who)
            whom = people.whom(instead, language)
            return _("{who} draws the next card, not {whom}.").format(who=who, whom=whom)
        case TakenBack(_t, turn, _standing):
            return _("Turn {turn} is taken back.").format(turn=turn)
        case PutRight(now=now):
            done = None if now is None else _sentence(now, language, people)
            return put_right(announcement, done, language)
        case Rested(_t, paused):
            return _("The game is paused.") if paused else _("The game goes on.")
        case Seated(_t, arrival):
            return _seated(arrival, language, people)
        case TokensDiffer(_t, clues, fuses):
            return _tokens(clues, fuses, language)
        case PlayedUnseen(_t, begin, end):
            text = _("Turns {first} to {last} were played while nobody could see the mat.")
            return text.format(first=begin, last=end)
        case OnOtherPile(_t, card, pile):
            one, first = (card_name(Card.parse(label), language) for label in (card, pile))
            return _(
                "Please put {card} with its own colour: it fits, but lies on the pile of {pile}."
            ).format(card=one, pile=first)
        case Refused(_t, rule, why, _reader):
            said = refused(rule, why, language, people)
            return _("That does not go: {why}.").format(why=said)
        case _:
            assert_never(announcement)


def _tokens(clues: Track | None, fuses: Track | None, language: NullTranslations) -> str:
    _ = language.gettext
    said = []
    if clues is not None:
        text = _("Clue tokens on the mat: {table}; by the record: {record}.")
        said.append(text.format(table=clues.table, record=clues.record))
    if fuses is not None:
        text = _("Fuses on the mat: {table}; by the record: {record}.")
        said.append(text.format(table=fuses.table, record=fuses.record))
    return " ".join(said)


def _seated(arrival: Arrival, language: NullTranslations, people: People) -> str:
    _ = language.gettext
    name = arrival.name or _("Another phone")
    match arrival.how, arrival.seat:
        case How.TOOK_OVER, int(seat):
            said = _("{name} takes the place of {whom}.").format(
                name=name, whom=people.whom(seat, language)
            )
            return said if not arrival.by else f"{said} {_agreed(arrival.by, language, people)}"
        case How.SAT_DOWN, int(seat):
            said = _("{name} sits down at seat {seat}.").format(name=name, seat=number(seat))
            return said if not arrival.by else f"{said} {_agreed(arrival.by, language, people)}"
        case How.MOVED, int(seat):
            return _(
                "{name} has seen other hands of this game and sits at seat {seat} now."
            ).format(name=name, seat=number(seat))
        case _:
            return _("{name} looks on and sees all hands.").format(name=name)


def _agreed(by: Teller, language: NullTranslations, people: People) -> str:
    """Return who has agreed that somebody sits there: a seat, or the public page."""
    _ = language.gettext
    if isinstance(by.who, int):
        return _("{who} has agreed.").format(who=people.who(by.who, language))
    return _("The public page has agreed.")


def _happened(  # noqa: C901 - one case for each event
    event: PublicEvent, standing: PublicCounts, language: NullTranslations, people: People
) -> str | None:
    _ = language.gettext

    def who(seat: int) -> str:
        return people.who(seat, language)

    match event:
        case GameStarted(_rules, players, first):
            return language.ngettext(
                "A game for {players} player begins with {whom}.",
                "A game for {players} players begins with {whom}.",
                players,
            ).format(players=players, whom=people.whom(first, language))
        case CardPlayed(seat, _held, _slot, card):
            return _("{who} plays {card}: it fits.").format(
                who=who(seat), card=card_name(card, language)
            )
        case CardMissed(seat, _held, _slot, card):
            return _("{who} plays {card}: it does not fit.").format(
                who=who(seat), card=card_name(card, language)
            )
        case CardLaidUnread(seat, _held, _slot):
            return _("{who} plays a card that nobody could read.").format(who=who(seat))
        case CardDiscarded(seat, _held, _slot, face):
            if face is None:
                return _("{who} discards a card that nobody could read.").format(who=who(seat))
            return _("{who} discards {card}.").format(who=who(seat), card=card_name(face, language))
        case CardLaidUnseen(seat, _held, _slot, _among, how):
            return _unseen(who(seat), how, language)
        case ClueUntold(seat):
            return _("{who} gives a clue.").format(who=who(seat))
        case ClueGiven(seat, target, hint, by=by):
            said = _clue(who(seat), people.whom(target, language), hint, language)
            return f"{said} {logged_by(by, language, people)}" if by else said
        case AwardClueGiven(seat, target, hint):
            return _clue(who(seat), people.whom(target, language), hint, language)
        case ClueTokenRegained():
            return language.ngettext(
                "A clue token comes back: {count} is available now.",
                "A clue token comes back: {count} are available now.",
                standing.clue_tokens,
            ).format(count=standing.clue_tokens)
        case FireworkCompleted(suit):
            return _("The {colour} firework is complete.").format(colour=suit_name(suit, language))
        case LastRoundBegan():
            return _("The last card is drawn: one more turn each.")
        case PointingDiffered():
            return _pointing(event, language, people)
        case ColourNamed(seat, suit):
            return _("{who} had announced {colour}.").format(
                who=who(seat), colour=suit_name(suit, language)
            )
        case AwardEarned(seat):
            return _("{who}, please turn an award tile.").format(who=who(seat))
        case TileTurned(_seat, tile):
            return _award(tile, standing, language)
        case FuseMended():
            return language.ngettext(
                "A fuse is whole again: {strikes} is burnt.",
                "A fuse is whole again: {strikes} are burnt.",
                standing.strikes,
            ).format(strikes=standing.strikes)
        case CardReturned(seat, card):
            return _("{who} shuffles {card} back into the deck.").format(
                who=who(seat), card=card_name(card, language)
            )
        case CardRescued(seat, card):
            return _("{who} lays {card} from the discards on its firework.").format(
                who=who(seat), card=card_name(card, language)
            )
        case GameEnded(outcome):
            return outcome_text(outcome, language)
        case HandsLaidDown():
            return _("All hands are laid down: the game is over.")
        case CardDrawn():
            return None
        case _:
            assert_never(event)


def _award(tile: Tile | None, before: PublicCounts, language: NullTranslations) -> str:
    """Return what an award tile brings in a game that stands as ``before``, as it was turned."""
    _ = language.gettext
    whole, full = not before.strikes, before.clue_tokens >= before.all_clue_tokens
    match tile:
        case Tile.CLUE_TOKEN if full:
            return _("The award is a clue token, but all are there already.")
        case Tile.MENDED_FUSE if whole and full:
            return _(
                "The award is a mended fuse and a clue token, but none is burnt and all are there"
                " already."
            )
        case Tile.MENDED_FUSE if whole:
            return _("The award: a clue token, and no fuse, for none is burnt.")
        case Tile.MENDED_FUSE if full:
            return _("The award: a mended fuse, and no clue token, for all are there already.")
        case Tile.RETURN if not before.discarded:
            return _("The award brings a discarded card back, but none lies there.")
        case Tile.RETURN if not before.deck:  # by the rules nothing goes back into an empty deck
            return award_text(Tile.RESCUE, language)
    return award_text(tile, language)


def _pointing(event: PointingDiffered, language: NullTranslations, people: People) -> str:
    """Return where a clue was not pointed as the faces have it, in words that blame nobody."""
    _ = language.gettext
    if isinstance(event.hint, ColourHint):
        clue = _("The clue of turn {turn} told {whom} about {colour}").format(
            turn=event.turn,
            whom=people.whom(event.target, language),
            colour=suit_name(event.hint.colour, language),
        )
    else:
        clue = _("The clue of turn {turn} told {whom} about the {rank}s").format(
            turn=event.turn, whom=people.whom(event.target, language), rank=event.hint.rank
        )
    if event.pointed:
        text = _("{clue}: {card} was pointed at, but it is not part of that clue.")
    else:
        text = _("{clue}: {card} was not pointed at, but it is part of that clue.")
    return text.format(clue=clue, card=card_name(event.card, language))


def logged_by(by: Teller, language: NullTranslations = ENGLISH, people: People = COUNTED) -> str:
    """Return who logged a clue in another's name, as a sentence."""
    _ = language.gettext
    if by == PUBLIC_PAGE:
        return _("Logged on the public page.")
    whom = people.whom(by.who, language) if isinstance(by.who, int) else str(by)
    return _("Logged by {whom}.").format(whom=whom)


def _unseen(who: str, how: Unseen, language: NullTranslations) -> str:
    _ = language.gettext
    match how:
        case Unseen.PLAYED:
            return _("{who} plays a card: it fits.").format(who=who)
        case Unseen.COMPLETED:
            return _("{who} plays a card: it completes a firework.").format(who=who)
        case Unseen.MISSED:
            return _("{who} plays a card: it does not fit.").format(who=who)
        case Unseen.DISCARDED:
            return _("{who} discards a card.").format(who=who)
        case _:
            assert_never(how)


def _clue(who: str, whom: str, hint: Hint, language: NullTranslations) -> str:
    _ = language.gettext
    match hint:
        case ColourHint(colour):
            return _("{who} tells {whom} about {colour}.").format(
                who=who, whom=whom, colour=suit_name(colour, language)
            )
        case RankHint(rank):
            return _("{who} tells {whom} about the {rank}s.").format(who=who, whom=whom, rank=rank)
        case _:
            assert_never(hint)


def summary(result: Mapping[str, object]) -> str:
    """Return the result of a game for the terminal; ``result`` as `companion watch` prints it."""
    score = "none" if result["score"] is None else result["score"]
    return (
        f"Score: {score}; cards on the fireworks: {result['played']}, fuses burnt:"
        f" {result['strikes']}, turns: {result['turns']}, questions asked: {result['questions']}."
    )


def rating_name(rating: Rating, language: NullTranslations = ENGLISH) -> str:
    """Return what people say about a score in the band ``rating``."""
    _ = language.gettext
    match rating:
        case Rating.UP_TO_5:
            return _("A washout: the crowd whistles and goes home.")
        case Rating.UP_TO_10:
            return _("So-so: somebody in the back row claps.")
        case Rating.UP_TO_15:
            return _("Quite nice, but in a week nobody will remember it.")
        case Rating.UP_TO_20:
            return _("Splendid: the crowd calls for an encore.")
        case Rating.UP_TO_24:
            return _("Breathtaking: people will talk about it for a long time.")
        case Rating.ALL_25:
            return _("Legendary: all look up, and nobody finds a word.")
        case Rating.UP_TO_29:
            return _("One for the chronicles: all look up, and nobody finds a word.")
        case Rating.ALL_30:
            return _("Divine: the stars turn pale with envy.")
        case _:
            assert_never(rating)


def _place(place: str, language: NullTranslations) -> str:
    _ = language.gettext
    return {"fireworks": _("fireworks"), "discards": _("discards")}.get(place, place)
