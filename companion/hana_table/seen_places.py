"""What a picture shows of a deal that is followed: whose each card is, and what nobody can tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.hana_awase.cards import Card, alike
from companion.hana_referee.findings import FIELD
from companion.hana_referee.readings import HanaReading, SeenFaces
from companion.hana_table.found_piles import PileCard, PilePicture
from companion.referee.readings import Sight

SECTORS = 24
"""Directions round the mat in which movement is told apart, from seat 0 clockwise."""
BETWEEN = 0.9
"""Of half a sector: a card that lies farther to the side may be the neighbour's."""


@dataclass(frozen=True, slots=True)
class FieldSight:
    """What the eyes report of a frame.

    Attributes:
        t: seconds by the clock of the camera.
        picture: the table as it was read last; None while the mat is not quiet.
        moving: the directions round the mat in which something moves, each a 24th of a turn.
        reached: how often a hand has come over the stock.
        arms: in how many pictures an arm was over the mat from each direction, each a 24th of a
            turn; None where nobody watches that.
    """

    t: float
    picture: PilePicture | None
    moving: frozenset[int]
    reached: int
    arms: tuple[int, ...] | None = None


def reading_of(sight: FieldSight, players: int, places: Mapping[Card, int]) -> HanaReading:
    """Return what a sight says of the field and the piles.

    A pile before which something moves, or beside which a card lies that may be the neighbour's,
    cannot be seen. Of chaff that looks alike those are taken that the record has at the place, for
    they are worth the same; then those that lie nowhere yet.

    Args:
        sight: what the eyes report.
        players: how many play.
        places: where each card lies on record: a seat, or -1 in the field.
    """
    restless = {seat for seat in range(players) if _moves(sight.moving, seat, players)}
    arms = None if sight.arms is None else _arms(sight.arms, players)
    if sight.picture is None or not sight.picture.mat:
        return HanaReading(sight.t, None, (None,) * players, None, sight.reached, arms)
    lying: dict[int, list[PileCard]] = {place: [] for place in (FIELD, *range(players))}
    stock = None
    for one in sight.picture.cards:
        if one.on_mat and one.sight is Sight.BACK:
            stock = True
        elif one.on_mat or one.turn is None:
            lying[FIELD].append(one)
        elif one.sight is not Sight.BACK:
            seat = round(one.turn * players) % players
            lying[seat].append(one)
            off = abs(one.turn * players - round(one.turn * players)) * 2
            if off > BETWEEN:
                neighbour = int(one.turn * players)
                restless |= {neighbour % players, (neighbour + 1) % players}
    faces = _faces(lying, places)
    piles = tuple(None if seat in restless else faces[seat] for seat in range(players))
    return HanaReading(sight.t, faces[FIELD], piles, stock, sight.reached, arms)


def _moves(moving: frozenset[int], seat: int, players: int) -> bool:
    """Say whether something moves in the sector of a seat."""
    return any(seat in _seats_at(part, players) for part in moving)


def _arms(counts: tuple[int, ...], players: int) -> tuple[int, ...]:
    """Return how often an arm came from the sectors of each seat."""
    return tuple(
        sum(count for part, count in enumerate(counts) if seat in _seats_at(part, players))
        for seat in range(players)
    )


def _seats_at(part: int, players: int) -> frozenset[int]:
    """Return the seats that have a share of a direction, a 24th of a turn."""
    return frozenset(round((part + half) / SECTORS * players) % players for half in (0.25, 0.75))


def _faces(lying: Mapping[int, list[PileCard]], places: Mapping[Card, int]) -> dict[int, SeenFaces]:
    """Return the cards at each place, each of the pack once as far as they look alike."""
    may_be = {
        (place, at): alike(one.label) if one.label is not None and one.sight is Sight.FACE else ()
        for place, cards in lying.items()
        for at, one in enumerate(cards)
    }
    known = {key: cards[0] for key, cards in may_be.items() if len(cards) == 1}
    used = set(known.values())
    for wanted in (
        lambda card, place: places.get(card) == place,
        lambda card, _: card not in places,
        lambda *_: True,
    ):
        for key, cards in may_be.items():
            free = [card for card in cards if card not in used and wanted(card, key[0])]
            if key not in known and free:
                known[key] = free[0]
                used.add(free[0])
    return {
        place: tuple(known.get((place, at)) for at in range(len(cards)))
        for place, cards in lying.items()
    }
