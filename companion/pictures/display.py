"""A display of fireworks in pictures: how high each one is, and what nobody can be sure of.

A card lies on a firework only where all before it lie there, too. So the furthest card that shows
says how high its firework is, and it needs no others beside it: people pile the cards. Where they
spread them, a card that is missing between two that show is told; it may be hidden, or the furthest
may be no firework card at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.frames import Corners
from companion.hanabi.cards import Card, Suit, face_of
from companion.hanabi.editions import EDITIONS, SixthSuit, compose
from companion.hanabi.events import Outcome
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.hanabi.scoring import Rating, rate, settle
from companion.referee.readings import Sight

FIREWORKS = "fireworks:"
"""How the zones of a mat begin that hold fireworks; the column's number follows."""


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """One place of a picture and what it shows.

    Attributes:
        sight: the verdict of the eyes.
        label: the card's name where ``sight`` is `Sight.FACE`.
        zone: the zone of the mat, as ``fireworks:2``; empty where there is no mat.
        corners: where it is.
        confidence: 0 to 1.
        could_be: the names that it may have where the eyes cannot name it; empty: nobody can say.
    """

    sight: Sight
    label: str | None
    zone: str = ""
    corners: Corners = ()
    confidence: float = 0.0
    could_be: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DisplayPicture:
    """What the eyes saw in one picture.

    Attributes:
        name: how the picture is called.
        seen: all that showed.
    """

    name: str
    seen: tuple[ShownPlace, ...]

    @property
    def mat(self) -> bool:
        """Whether the mat is in the picture."""
        return any(one.zone for one in self.seen)

    @property
    def display(self) -> tuple[ShownPlace, ...]:
        """What may be fireworks: with a mat what its columns show, else whatever lies there.

        Empty columns and cards that lie face down without a mat are left out.
        """
        if self.mat:
            there = (one for one in self.seen if one.zone.startswith(FIREWORKS))
            return tuple(one for one in there if one.sight is not Sight.EMPTY)
        return tuple(one for one in self.seen if one.sight in (Sight.FACE, Sight.UNKNOWN))


@dataclass(frozen=True, slots=True)
class Unread:
    """A card that nobody can name, or a column of which nothing can be told."""

    kind: ClassVar = "unread"
    image: str
    sight: Sight
    zone: str
    corners: Corners


@dataclass(frozen=True, slots=True)
class NothingSeen:
    """A picture without a mat and without a card."""

    kind: ClassVar = "nothing_seen"
    image: str


@dataclass(frozen=True, slots=True)
class NotInPlay:
    """A card of a suit that the ruleset doesn't have, or of no suit; it counts nothing."""

    kind: ClassVar = "not_in_play"
    image: str
    label: str
    corners: Corners


@dataclass(frozen=True, slots=True)
class Gap:
    """Cards that do not show although one before them and one after them do."""

    kind: ClassVar = "gap"
    suit: Suit
    missing: tuple[Card, ...]
    furthest: Card


@dataclass(frozen=True, slots=True)
class Repeated:
    """A card that shows more than once in one picture: a firework holds it once."""

    kind: ClassVar = "repeated"
    image: str
    card: Card
    times: int


@dataclass(frozen=True, slots=True)
class TwoColumns:
    """A suit that lies on several columns of the mat; the furthest card counts."""

    kind: ClassVar = "two_columns"
    image: str
    suit: Suit
    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ColumnsDiffer:
    """A column of the mat that ends in different cards in different pictures."""

    kind: ClassVar = "disagreement"
    zone: str
    cards: tuple[Card, ...]


ColumnDoubt = Unread | NothingSeen | NotInPlay | Gap | Repeated | TwoColumns | ColumnsDiffer


@dataclass(frozen=True, slots=True)
class Display:
    """The fireworks as far as pictures show them.

    Attributes:
        ruleset: what was played.
        heights: how many cards lie on each firework, parallel to ``ruleset.suits``.
        doubts: what nobody can be sure of.
        shown: whether anything was to be seen that could be a display: a mat, or a card.
    """

    ruleset: Ruleset
    heights: tuple[int, ...]
    doubts: tuple[ColumnDoubt, ...]
    shown: bool = True

    @property
    def fireworks(self) -> Mapping[Suit, int]:
        """How many cards lie on each firework."""
        return dict(zip(self.ruleset.colours, self.heights, strict=True))

    @property
    def score(self) -> int | None:
        """What a game counts that ends like this; None where nothing was to be seen.

        Also None where all or nothing was played for, not all is there, and the ruleset counts
        nothing for a loss.
        """
        return settle(self.ruleset, self.heights, self._outcome) if self.shown else None

    @property
    def rating(self) -> Rating | None:
        """The band of the score; None where there is none."""
        return rate(self.ruleset, self.heights, self._outcome) if self.shown else None

    @property
    def _outcome(self) -> Outcome:
        if sum(self.heights) == self.ruleset.display:
            return Outcome.PERFECT
        return Outcome.FAILED if self.ruleset.all_or_nothing else Outcome.DECK_OUT


def find_display(pictures: Sequence[DisplayPicture], ruleset: Ruleset | None = None) -> Display:
    """Return the fireworks that ``pictures`` of one table show, all taken together.

    Pictures may show the same cards from several sides or different parts of the table: a card
    that shows in two of them is one card.

    Args:
        pictures: what was seen; at least one.
        ruleset: what was played; None: the base game, and the sixth suits that show.
    """
    rules = ruleset or _ruleset_of(pictures)
    doubts: list[ColumnDoubt] = []
    cards: set[Card] = set()
    columns: dict[str, set[Card]] = {}
    for picture in pictures:
        there = picture.display
        if not picture.mat and not there:
            doubts.append(NothingSeen(picture.name))
        faces: list[tuple[Card, str]] = []
        for one in there:
            if one.label is None:
                doubts.append(Unread(picture.name, one.sight, one.zone, one.corners))
                continue
            card = face_of(one.label)
            if card is None or card.suit not in rules.colours:
                doubts.append(NotInPlay(picture.name, one.label, one.corners))
                continue
            faces.append((card, one.zone))
        doubts += _repeated(picture.name, faces)
        for zone, ends in _ends(faces, rules).items():
            columns.setdefault(zone, set()).add(ends)
        cards.update(card for card, _ in faces)
    doubts += [
        ColumnsDiffer(zone, tuple(sorted(ends)))
        for zone, ends in sorted(columns.items())
        if len(ends) > 1
    ]
    heights = []
    for suit in rules.colours:
        height, gap = _height(suit, cards, rules)
        heights.append(height)
        doubts += [gap] if gap else []
    shown = any(picture.mat or picture.display for picture in pictures)
    return Display(rules, tuple(heights), tuple(doubts), shown)


def _ruleset_of(pictures: Iterable[DisplayPicture]) -> Ruleset:
    """Return the base game with the suits that lie on the table: nobody lays them out unused."""
    seen = {
        card.suit for picture in pictures for one in picture.display if (card := face_of(one.label))
    }
    return compose(
        STANDARD.name,
        replace(
            EDITIONS[STANDARD.name],
            sixth_suit=SixthSuit.TEN_NAMEABLE if Suit.MULTICOLOUR in seen else SixthSuit.NONE,
            black_powder=Suit.BLACK in seen,
        ),
    )


def _repeated(picture: str, faces: Sequence[tuple[Card, str]]) -> list[ColumnDoubt]:
    """Return what one picture cannot show if all in it are fireworks."""
    counts: dict[Card, int] = {}
    for card, _ in faces:
        counts[card] = counts.get(card, 0) + 1
    repeated = [
        Repeated(picture, card, times) for card, times in sorted(counts.items()) if times > 1
    ]
    zones: dict[Suit, set[str]] = {}
    for card, zone in faces:
        zones.setdefault(card.suit, set()).add(zone)
    apart = [
        TwoColumns(picture, suit, tuple(sorted(there)))
        for suit, there in sorted(zones.items())
        if len(there) > 1
    ]
    return [*repeated, *apart]


def _ends(faces: Iterable[tuple[Card, str]], rules: Ruleset) -> dict[str, Card]:
    """Return the card in which each column of the mat ends."""
    ends: dict[str, Card] = {}
    for card, zone in faces:
        if zone and (zone not in ends or _place(card, rules) > _place(ends[zone], rules)):
            ends[zone] = card
    return ends


def _place(card: Card, rules: Ruleset) -> int:
    return rules.build(card.suit).index(card.rank)


def _height(suit: Suit, cards: Iterable[Card], rules: Ruleset) -> tuple[int, Gap | None]:
    """Return how many cards the firework of ``suit`` has, and what doesn't show of it.

    What is to come before the first card that shows lies under it.
    """
    build = rules.build(suit)
    there = sorted(build.index(card.rank) for card in cards if card.suit is suit)
    if not there:
        return 0, None
    first, last = there[0], there[-1]
    missing = tuple(Card(suit, build[n]) for n in range(first, last) if n not in there)
    gap = Gap(suit, missing, Card(suit, build[last])) if missing else None
    return last + 1, gap
