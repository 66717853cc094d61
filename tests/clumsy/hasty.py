"""Simulated players in a hurry: they discard and misplay much, which a referee is tried with.

They play the base game only.

They see what a phone of their seat shows, and follow one convention. A clue that points at exactly
one card of which nothing was known yet says: play it. Cards that are certain to fit are played,
otherwise the oldest card of which nothing is known is discarded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.demonstration.reading_clues import SeatView, copies
from companion.demonstration.robots import Decision, LayOnDiscards, LayOnFireworks, PlannedClue
from companion.hanabi.cards import RANKS
from companion.hanabi.ruleset import STANDARD


def decide(view: SeatView) -> Decision:
    """Choose what the seat of ``view``, whose turn it is, does now."""
    seat = int(view["reader"])
    own = view["hands"][seat]
    told = _told_to_play(view, seat)
    if told is not None and not _is_useless(view, told):
        return LayOnFireworks(int(told["slot"]))
    for card in own:
        faces = _possible(view, card)
        if card["clues"] and faces and all(_fits(view, face) for face in faces):
            return LayOnFireworks(int(card["slot"]))
    tokens, all_tokens = view["clue_tokens"]
    if tokens:
        clue = _useful_clue(view, seat)
        if clue is not None:
            return clue
    if tokens < all_tokens:
        return LayOnDiscards(int(_least_wanted(view, own)["slot"]))
    # Where nobody's card can be seen there is nothing to tell either: a card is risked.
    return _any_clue(view, seat) or LayOnFireworks(int(_least_wanted(view, own)["slot"]))


def _told_to_play(view: SeatView, seat: int) -> Mapping[str, Any] | None:
    """Return the own card that the newest clue since the last own turn says to play."""
    for turn in reversed(view["log"]):
        if turn["seat"] == seat:
            return None
        if turn["kind"] != "clue" or turn["target"] != seat or len(turn["touched"] or ()) != 1:
            continue
        hint = str(turn.get("colour") or turn.get("value"))
        own: Sequence[Mapping[str, Any]] = view["hands"][seat]
        for card in own:
            if card["slot"] == turn["touched"][0] and list(card["clues"]) == [hint]:
                return card
    return None


def _useful_clue(view: SeatView, seat: int) -> PlannedClue | None:
    """Return a clue that says to play a card that fits, to the next player who can use one."""
    for step in range(1, view["players"]):
        target = (seat + step) % view["players"]
        hand = view["hands"][target]
        for card in hand:
            if card["face"] is None or card["clues"] or not _fits(view, card["face"]):
                continue
            for hint in (int(card["face"][1]), card["face"][0]):
                if _touched(hand, hint) == [card] and _nameable(view, hint):
                    return PlannedClue(target, hint)
    return None


def _any_clue(view: SeatView, seat: int) -> PlannedClue | None:
    """Return the clue that says least: tokens are full and nothing may be discarded.

    None: the phone shows no card of anybody else.
    """
    options = [
        (len(_touched(view["hands"][target], hint)) == 1, target, hint)
        for target in range(view["players"])
        if target != seat
        for hint in _hints(view, view["hands"][target])
    ]
    if not options:
        return None
    _, target, hint = min(options, key=lambda option: option[:2])
    return PlannedClue(target, hint)


def _hints(view: SeatView, hand: Sequence[Mapping[str, Any]]) -> Iterator[str | int]:
    for card in hand:
        if card["face"] is not None:
            yield int(card["face"][1])
            if _nameable(view, card["face"][0]):
                yield card["face"][0]


def _nameable(view: SeatView, hint: str | int) -> bool:
    return isinstance(hint, int) or any(
        suit["suit"] == hint and suit["nameable"] for suit in view["fireworks"]
    )


def _touched(hand: Sequence[Mapping[str, Any]], hint: str | int) -> list[Mapping[str, Any]]:
    return [card for card in hand if card["face"] and str(hint) in card["face"]]


def _least_wanted(view: SeatView, own: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return the card to discard: useless for certain, else the oldest nobody spoke of."""
    useless = [card for card in own if card["clues"] and _is_useless(view, card)]
    silent = [card for card in own if not card["clues"]]
    return min(useless or silent or own, key=lambda card: card["id"])


def _is_useless(view: SeatView, card: Mapping[str, Any]) -> bool:
    faces = _possible(view, card)
    heights = {suit["suit"]: suit["height"] for suit in view["fireworks"]}
    return bool(faces) and all(int(face[1]) <= heights[face[0]] for face in faces)


def _fits(view: SeatView, face: str) -> bool:
    return any(
        suit["suit"] == face[0] and suit["next_rank"] == int(face[1]) for suit in view["fireworks"]
    )


def _possible(view: SeatView, card: Mapping[str, Any]) -> list[str]:
    """Return the faces that an own card can have, by what was told and what can be seen."""
    seen: Counter[str] = Counter(label for label in view["discards"] if label)
    for suit in view["fireworks"]:
        seen.update(f"{suit['suit']}{rank}" for rank in RANKS[: suit["height"]])
    seen.update(other["face"] for hand in view["hands"] for other in hand if other["face"])
    faces = [f"{suit['suit']}{rank}" for suit in view["fireworks"] for rank in RANKS]
    return [
        face
        for face in faces
        if all(clue in face for clue in card["clues"]) and seen[face] < copies(STANDARD, face)
    ]
