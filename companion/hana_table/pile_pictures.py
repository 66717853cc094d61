"""The piles of Hana-awase that pictures show: whose each card is, and which nobody could read.

Nothing is guessed. Two things are concluded, because a pack has 48 distinct cards: which card the
only unread one must be, and that two like chaff of a month are its two chaff.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.hana_awase.cards import (
    DECK,
    NOVEMBER,
    SPECIAL_CHAFF,
    Card,
    CardKind,
    alike,
    of_month,
)
from companion.hana_awase.options import PLAYERS
from companion.hana_awase.piles import Pile, Piles, odd_months
from companion.hana_table.found_piles import (
    Conclusion,
    FoundPiles,
    Inferred,
    PicturesError,
    PileCard,
    PilePicture,
    Twice,
    UnreadCard,
    middle,
)
from companion.hana_table.seen_places import BETWEEN
from companion.language.phrases import phrase
from companion.referee.readings import Sight

LIKELIER_BY = 0.15
"""Confidence by which one of two like cards has to be ahead to be believed."""
CLEARLY = 0.5
"""Of the scatter of another number of piles: what the right number's may be at most."""


def find_piles(pictures: Sequence[PilePicture], players: int | None = None) -> FoundPiles:
    """Return whose the cards in ``pictures`` are.

    Args:
        pictures: one of each player's pile, in order; or one of all piles round the mat, or round
            the middle of a table without one.
        players: how many piles a picture of all of them has; None where nobody says.

    Raises:
        PicturesError: so many pictures are no piles, or a picture of all piles has no mat, does
            not tell how many there are, or shows a card between two of them.
    """
    if len(pictures) == 1:
        (picture,) = pictures
        if not (picture.mat or picture.from_above):
            raise PicturesError(
                phrase(
                    "{picture} does not show the mat of Hana-awase, so nobody can tell whose the"
                    " cards are: lay the piles round it, or take one picture of each pile",
                    picture=picture.name,
                )
            )
        piled = _round_the_mat(picture, players)
        return _settled(piled, players or piled[0].of)
    if len(pictures) not in PLAYERS or players not in (None, len(pictures)):
        wanted = "2 to 4" if players is None else str(players)
        raise PicturesError(
            f"want one picture of each of {wanted} piles, or one of all piles round the mat;"
            f" got {len(pictures)}"
        )
    piled = [
        _Piled(pile, lying, len(pictures))
        for pile, picture in enumerate(pictures)
        for lying in picture.cards
    ]
    return _settled(piled, len(pictures))


def find_pile(picture: PilePicture) -> FoundPiles:
    """Return the one pile that a picture shows; what lies on a mat in it is not looked at."""
    return _settled([_Piled(0, lying, 1) for lying in picture.cards if not lying.on_mat], 1)


@dataclass(frozen=True, slots=True)
class _Piled:
    """A card and the number of its pile, of how many; None on the mat."""

    pile: int | None
    lying: PileCard
    of: int


def _round_the_mat(picture: PilePicture, players: int | None) -> list[_Piled]:
    faces = [one for one in picture.cards if one.turn is not None]
    if players is not None:
        piled = _split(faces, players)
        unsure = [one for one in piled if _off(one.lying, players) > BETWEEN]
        if unsure:
            named = unsure[0].lying.label or phrase("a card that cannot be read")
            x, y = middle(unsure[0].lying.corners)
            raise PicturesError(
                phrase(
                    "{picture}: {card}, round {x}, {y}, lies between two of {players} piles; push"
                    " it to its own",
                    picture=picture.name,
                    card=named,
                    x=x,
                    y=y,
                    players=players,
                )
            )
        return piled
    fitting = []
    for number in PLAYERS:
        piled = _split(faces, number)
        if any(one.pile is not None and _off(one.lying, number) > BETWEEN for one in piled):
            continue
        if {one.pile for one in piled} - {None} != set(range(number)):
            continue  # somebody would have taken nothing
        found = _settled(piled, number)
        odd = len(odd_months(found.piles, joker=True))
        if odd <= len(found.absent):  # each card that was not read leaves one month odd
            fitting.append((odd, piled))
    if not fitting:
        raise PicturesError(
            phrase(
                "{picture}: the cards round the mat make no 2, 3 or 4 piles in which each month is"
                " even; say how many play, or take one picture of each pile",
                picture=picture.name,
            )
        )
    fewest = min(odd for odd, _ in fitting)
    best = sorted((piled for odd, piled in fitting if odd == fewest), key=_scatter)
    if len(best) > 1 and _scatter(best[0]) > CLEARLY * _scatter(best[1]):
        numbers = " or ".join(sorted(str(piled[0].of) for piled in best))
        raise PicturesError(f"{picture.name} may show {numbers} piles; say how many play")
    return best[0]


def _scatter(piled: Sequence[_Piled]) -> float:
    """Return the widest gap inside a pile as a share of the narrowest between two piles.

    Two neighbours' piles taken for one have a wide gap in their middle.
    """
    ring = sorted((one.lying.turn or 0.0, one.pile) for one in piled if one.pile is not None)
    inside, between = 0.0, 1.0
    for place, (turn, pile) in enumerate(ring):
        after, following = ring[(place + 1) % len(ring)]
        gap = (after - turn) % 1.0
        if pile == following:
            inside = max(inside, gap)
        else:
            between = min(between, gap)
    return inside / max(between, 1e-6)


def _split(faces: Sequence[PileCard], players: int) -> list[_Piled]:
    """Return whose each card is, by the sector in which it lies; those on the mat are nobody's."""
    return [
        _Piled(None if one.on_mat else round((one.turn or 0.0) * players) % players, one, players)
        for one in faces
    ]


def _off(lying: PileCard, players: int) -> float:
    """Return how far a card lies from its sector's middle: 1 is the border."""
    if lying.on_mat:
        return 0.0
    place = (lying.turn or 0.0) * players
    return abs(place - round(place)) * 2


def _settled(piled: Sequence[_Piled], number: int) -> FoundPiles:
    """Return what the cards of ``number`` piles are, by what was read and what a pack has."""
    certain: dict[Card, _Piled] = {}
    open_: list[_Piled] = []
    inferred: list[Inferred] = []
    disputed: set[Card] = set()
    twice: list[Twice] = []
    # Who names one card comes before who names a kind, and who is sure before who is less so.
    ordered = sorted(
        piled, key=lambda one: (len(_meant(one.lying) or ()) > 1, -one.lying.confidence)
    )
    for one in ordered:
        meant = _meant(one.lying)
        if meant is None:
            continue  # learnt with the deck, but no card of the pack: a blank one, for example
        free = [card for card in meant if card not in certain and card not in disputed]
        if not meant or one.lying.sight is not Sight.FACE:
            open_.append(one)
        elif free:
            certain[free[0]] = one
        else:
            twin = _twin(meant[0], certain)
            if twin is not None:
                certain[twin] = one
                inferred.append(Inferred(twin, one.pile, one.lying, Conclusion.LIKE_CHAFF))
                continue
            rival = certain.get(meant[0])
            if rival is not None and len(meant) == 1:
                both = (rival.lying, one.lying)
                twice.append(Twice(meant[0], (rival.pile, one.pile), both))
            if rival is not None and rival.lying.confidence - one.lying.confidence < LIKELIER_BY:
                del certain[meant[0]]  # neither is believed
                disputed.add(meant[0])
                open_.append(replace(rival, lying=replace(rival.lying, label=None)))
            open_.append(replace(one, lying=replace(one.lying, label=None)))
    absent = [card for card in DECK if card not in certain]
    no_cards: tuple[PileCard, ...] = ()
    if not absent:
        no_cards, open_ = tuple(one.lying for one in open_), []
    elif len(absent) == len(open_) == 1 and _evens(absent[0], open_[0].pile, certain):
        (last,), (unread,) = absent, open_
        certain[last], open_ = unread, []
        inferred.append(Inferred(last, unread.pile, unread.lying, Conclusion.LAST_MISSING))
    piles: Piles = tuple(
        tuple(card for card in DECK if card in certain and certain[card].pile == pile)
        for pile in range(number)
    )
    return FoundPiles(
        piles,
        tuple(card for card in DECK if card in certain and certain[card].pile is None),
        tuple(
            UnreadCard(one.pile, one.lying, _candidates(one.pile, piles, absent)) for one in open_
        ),
        tuple(inferred),
        tuple(card for card in absent if card not in certain),
        no_cards,
        tuple(twice),
    )


def _meant(lying: PileCard) -> Pile | None:
    """Return the cards that a label may mean; none where nothing was read, None for no card."""
    if lying.label is None:
        return ()
    try:
        return alike(lying.label)
    except ValueError:
        return None


def _twin(card: Card, certain: Mapping[Card, _Piled]) -> Card | None:
    """Return the other plain chaff of the month where nobody has claimed it."""
    if card.kind is not CardKind.CHAFF or card in SPECIAL_CHAFF:
        return None
    for other in DECK:
        plain = other.kind is CardKind.CHAFF and other not in SPECIAL_CHAFF
        if plain and other.month == card.month and other != card and other not in certain:
            return other
    return None


def _evens(card: Card, pile: int | None, certain: Mapping[Card, _Piled]) -> bool:
    """Whether ``card`` makes its month even in ``pile``; November may be odd, the mat anything."""
    if pile is None or card.month == NOVEMBER:
        return True
    held = [one for one, piled in certain.items() if piled.pile == pile]
    return len(of_month(tuple(held), card.month)) % 2 == 1


def _candidates(pile: int | None, piles: Piles, absent: Sequence[Card]) -> Pile:
    """Return ``absent``, first those that make an odd month of the pile even."""
    if pile is None:
        return tuple(absent)
    odd = {one.month for one in odd_months(piles) if one.pile == pile}
    return tuple(sorted(absent, key=lambda card: card.month not in odd))
