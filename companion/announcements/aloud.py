"""What a voice says of what the table is told: few words, all of them, or sounds.

A voice that talks all evening is switched off. So the brief wording says what eyes on the cards
miss, and nothing that somebody has just said himself: which card it was, whose turn it is, every
fifth point, the last clue token, the last fuse, the last card. What somebody has to do, and what
is new about the table itself, is told whole in every wording.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from gettext import NullTranslations

from companion.announcements.announcement import (
    Announcement,
    Asked,
    Happened,
    PublicCounts,
    PublicEvent,
    TableDiffers,
)
from companion.announcements.texts import sentences
from companion.hanabi.cards import Card
from companion.hanabi.events import (
    CardDiscarded,
    CardDrawn,
    CardLaidUnread,
    CardLaidUnseen,
    CardMissed,
    CardPlayed,
    ClueGiven,
    ClueTokenRegained,
    ClueUntold,
    FireworkCompleted,
    GameEnded,
)
from companion.hanabi.moves import ColourHint, RankHint, Unseen
from companion.language.names import ENGLISH, card_name, rank_name, suit_name
from companion.language.people import COUNTED, People
from companion.referee.tokens import TokensDiffer

SCORE_EVERY = 5
"""The score is said at each multiple of it."""


class Wording(Enum):
    """How much is said aloud."""

    BRIEF = "brief"
    """A few words for each turn."""
    FULL = "full"
    """Whole sentences."""
    CHIMES = "chimes"
    """A sound for each turn, and words only where somebody has to do something."""


class Tune(Enum):
    """The sounds of `Wording.CHIMES`."""

    FITS = "fits"
    COMPLETE = "complete"
    MISSED = "missed"
    DISCARD = "discard"
    CLUE = "clue"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Aloud:
    """What is to be heard of one announcement.

    Attributes:
        brief: in a few words; None: nothing.
        full: in whole sentences; None: nothing.
        chimes: what is said beside sounds; None: nothing.
        tune: the sound of it; None: none.
    """

    brief: str | None
    full: str | None
    chimes: str | None
    tune: Tune | None

    def worded(self, wording: Wording) -> str | None:
        """Return what is said in ``wording``; None: nothing."""
        return {
            Wording.BRIEF: self.brief,
            Wording.FULL: self.full,
            Wording.CHIMES: self.chimes,
        }[wording]


SILENCE = Aloud(None, None, None, None)


def aloud(
    announcement: Announcement, people: People = COUNTED, language: NullTranslations = ENGLISH
) -> Aloud:
    """Return what is to be heard of an announcement; ``people`` says what the seats are called."""
    if isinstance(announcement, TokensDiffer):
        return SILENCE  # a page mentions it to whoever looks
    told = " ".join(sentences(announcement, language, people)) or None
    if not isinstance(announcement, Happened):
        return Aloud(told, told, told, _alarm(announcement))
    event, standing = announcement.event, announcement.standing
    if isinstance(event, GameEnded):
        told = " ".join([told or "", _shining(standing, language)]).strip()
    if isinstance(event, ClueTokenRegained | CardDrawn):
        told = None  # everybody knows that a discard brings a token and a card is drawn
    turns = _in_few_words(event, language)
    warned = _warnings(event, standing, language)
    points = _points(event, standing, language)
    few = " ".join(
        [turns, *warned, *(points if standing.played % SCORE_EVERY == 0 else [])]
    ).strip()
    whole = " ".join([told or "", *warned, *points]).strip()
    brief, full = few or (None if _is_a_turn(event) else told), whole or None
    chimes = None if turns or _is_a_turn(event) else told
    if announcement.to_move is not None:
        brief = " ".join([brief or "", _next(announcement.to_move, people, language)]).strip()
        full = " ".join([full or "", _next_whole(announcement.to_move, people, language)]).strip()
    return Aloud(
        brief or None, full, " ".join([chimes or "", *warned]).strip() or None, _tune(event)
    )


def _is_a_turn(event: PublicEvent) -> bool:
    return isinstance(event, ClueUntold | CardDrawn | ClueTokenRegained | FireworkCompleted)


def _in_few_words(event: PublicEvent, language: NullTranslations) -> str:
    """Return a turn in few words; empty where there are none, or whole sentences are wanted."""
    _ = language.gettext

    def called(card: Card) -> str:
        return _capital(card_name(card, language))

    match event:
        case CardPlayed(card=card):
            return _("{card}.").format(card=called(card))
        case CardMissed(card=card):
            return _("{card} does not fit.").format(card=called(card))
        case CardDiscarded(card=Card() as card):
            return _("Discarded: {card}.").format(card=card_name(card, language))
        case CardLaidUnseen(how=Unseen.MISSED):
            return _("It does not fit.")
        case ClueGiven(hint=ColourHint(colour)):
            return _("{clue}.").format(clue=_capital(suit_name(colour, language)))
        case ClueGiven(hint=RankHint(rank)):
            return _("{clue}.").format(clue=_capital(rank_name(rank, language)))
        case FireworkCompleted():
            return _("Complete!")
        case _:
            return ""


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _warnings(event: PublicEvent, standing: PublicCounts, language: NullTranslations) -> list[str]:
    """Return what everybody should hear of tokens and fuses, where a turn left the last one."""
    _ = language.gettext
    match event:
        case ClueGiven() | ClueUntold() if standing.clue_tokens == 0:
            return [_("That was the last clue token.")]
        case CardMissed() | CardLaidUnseen(how=Unseen.MISSED) if (
            standing.strikes == standing.fuses - 1
        ):
            return [_("One fuse is left.")]
        case _:
            return []


def _points(event: PublicEvent, standing: PublicCounts, language: NullTranslations) -> list[str]:
    """Return how many cards lie on the fireworks, where a turn has laid a known one there.

    Those that were only counted by a button are no part of that number, so it is kept back.
    """
    match event:
        case CardPlayed():
            return [language.gettext("Score {score}.").format(score=standing.played)]
        case _:
            return []


def _next(seat: int, people: People, language: NullTranslations) -> str:
    """Return whose turn it is, in as few words as it can be called out in."""
    return language.gettext("{who}.").format(who=people.who(seat, language))


def _next_whole(seat: int, people: People, language: NullTranslations) -> str:
    return language.gettext("{who} to move.").format(who=people.who(seat, language))


def _shining(standing: PublicCounts, language: NullTranslations) -> str:
    shine = standing.played
    return language.ngettext(
        "{n} card shines on the fireworks.", "{n} cards shine on the fireworks.", shine
    ).format(n=shine)


def _alarm(announcement: Announcement) -> Tune | None:
    return Tune.WARNING if isinstance(announcement, Asked | TableDiffers) else None


def _tune(event: PublicEvent) -> Tune | None:
    match event:
        case CardMissed() | CardLaidUnseen(how=Unseen.MISSED):
            return Tune.MISSED
        case FireworkCompleted():
            return Tune.COMPLETE
        case CardPlayed() | CardLaidUnseen(how=Unseen.PLAYED | Unseen.COMPLETED):
            return Tune.FITS
        case CardDiscarded() | CardLaidUnread() | CardLaidUnseen(how=Unseen.DISCARDED):
            return Tune.DISCARD
        case ClueGiven() | ClueUntold():
            return Tune.CLUE
        case _:
            return None
