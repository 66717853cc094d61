"""What pages show of what happened last: a headline for each turn, and its small print."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from companion.announcements.aloud import SILENCE, Aloud, aloud
from companion.announcements.announcement import (
    Announcement,
    Happened,
    Rested,
    TableAgrees,
    TableDiffers,
    TakenBack,
    is_small_print,
)
from companion.announcements.texts import sentences
from companion.language.languages import languages
from companion.language.people import People
from companion.play.page_view import Heard, NewsShown
from companion.referee.tokens import TokensDiffer

HEADLINES = 5
"""How many a page is shown, each with its small print."""
HEARD = 8
"""How many of the newest announcements a page that speaks is told."""


@dataclass(frozen=True, slots=True)
class _Told:
    """A headline and its small print, in every language.

    Attributes:
        said: the sentences.
        happened: whether it tells of something in the game.
        turn: the number of the turn of which it tells; None: of none.
        of: the announcement.
    """

    said: list[Mapping[str, str]]
    happened: bool
    turn: int | None
    of: Announcement


class News:
    """The newest sentences, in every language; nothing in them is hidden from anybody.

    Attributes:
        version: grows whenever another sentence is to be shown.
    """

    def __init__(self) -> None:
        """Start with none."""
        self._told: deque[_Told] = deque(maxlen=HEADLINES)
        self._aloud: deque[tuple[int, Mapping[str, Aloud]]] = deque(maxlen=HEARD)
        self._number = 0
        self.version = 0

    def clear(self) -> None:
        """Forget what happened: another game begins."""
        self._told.clear()
        self._aloud.clear()
        self.version += 1

    def note(self, announcement: Announcement, people: People, *, heard: bool = True) -> None:
        """Keep what is said of an announcement.

        What followed from a turn is small print of it, and so is what it cost. Tokens that lie
        wrong on the mat are no news. Of a turn that is taken back only that is left, and of a pause
        or a difference that it is over: a small page shows the turn before it again.

        Args:
            announcement: what the table is told.
            people: what the seats are called.
            heard: whether pages say it aloud; not what they said before a restart.
        """
        if isinstance(announcement, TokensDiffer):
            return
        if heard:
            self._speak(announcement, people)
        said = {code: sentences(announcement, one, people) for code, one in languages().items()}
        told: list[Mapping[str, str]] = [
            dict(zip(said, texts, strict=True)) for texts in zip(*said.values(), strict=True)
        ]
        if not told:
            return
        self.version += 1
        if is_small_print(announcement) and self._told:
            self._told[-1].said.extend(told)
            return
        if isinstance(announcement, TakenBack):
            self._forget(announcement.turn)
        if self._told and _ends(announcement, self._told[-1].of):
            self._told.pop()
        happened = isinstance(announcement, Happened)
        self._told.append(_Told(told, happened, _turn_of(announcement), announcement))

    def _speak(self, announcement: Announcement, people: People) -> None:
        """Let pages say an announcement aloud, if there is anything to be heard of it."""
        heard = {code: aloud(announcement, people, one) for code, one in languages().items()}
        if any(one != SILENCE for one in heard.values()):
            self.version += 1
            self._number += 1
            self._aloud.append((self._number, heard))

    def _forget(self, turn: int) -> None:
        """Forget what happened in ``turn``, the newest one, and since."""
        numbers = [one.turn for one in self._told]
        if turn in numbers:
            at = numbers.index(turn)
            kept = [one for i, one in enumerate(self._told) if i < at or not one.happened]
            self._told = deque(kept, maxlen=HEADLINES)

    def shown(self, language: str) -> NewsShown:
        """Return them as parts of a view, oldest first.

        ``news`` are the sentences in ``language``, ``news_in`` the same in every other, and
        ``small_print`` says of each whether it is small print of the headline before it. ``aloud``
        is what is to be heard of the newest announcements, numbered since the program began.
        """
        all_told = [one for each in self._told for one in each.said]
        others = languages().keys() - {language}
        return {
            "news": [one[language] for one in all_told],
            "news_in": {code: [one[code] for one in all_told] for code in sorted(others)},
            "small_print": [nth > 0 for each in self._told for nth in range(len(each.said))],
            "aloud": [_heard(number, one[language]) for number, one in self._aloud],
        }


def _ends(announcement: Announcement, before: Announcement) -> bool:
    """Say whether ``announcement`` tells that what was said ``before`` it is over."""
    match announcement:
        case Rested(paused=False):
            return isinstance(before, Rested)
        case TableAgrees():
            return isinstance(before, TableDiffers)
    return False


def _turn_of(announcement: Announcement) -> int | None:
    if not isinstance(announcement, Happened) or announcement.turn is None:
        return None
    number = announcement.turn["turn"]
    return number if isinstance(number, int) else None


def _heard(number: int, one: Aloud) -> Heard:
    tune = None if one.tune is None else one.tune.value
    return {
        "number": number,
        "tune": tune,
        "brief": one.brief,
        "full": one.full,
        "chimes": one.chimes,
    }
