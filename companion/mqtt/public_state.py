"""What a broker is told of a table: made of the public view and of nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from gettext import NullTranslations
from typing import Any

from companion.announcements.announcement import Announcement, Seated
from companion.announcements.notation import to_data
from companion.announcements.texts import sentence
from companion.language.people import People
from companion.play.camera_watch import Watch

UNAVAILABLE = "unavailable"
"""What is told of a camera that is lost, or sees nothing of the mat."""
IN_A_GAME = ("ruleset", "players", "turn", "deck", "score", "played", "reachable", "outcome")
"""What is taken of the view of a game as it is."""


def state_of(
    view: Mapping[str, Any], people: People, language: NullTranslations
) -> dict[str, object]:
    """Return what everybody may know of a table, as a JSON object; always the same keys.

    Args:
        view: the public view, as `companion.play.controller.Controller.views` makes it.
        people: what the seats are called.
        language: of the one whose turn it is, where he has no name.
    """
    game: Mapping[str, Any] = view.get("game") or {}
    lobby: Mapping[str, Any] = view.get("lobby") or {}
    seat = game.get("to_move")
    tokens, fuses = game.get("clue_tokens") or (None, None), game.get("strikes") or (None, None)
    return {
        "phase": view.get("phase"),
        "status": view.get("status"),
        "camera": _camera(view),
        **{key: game.get(key) for key in IN_A_GAME},
        "players": game.get("players") or lobby.get("players"),
        "ruleset": game.get("ruleset") or lobby.get("ruleset"),
        "clue_tokens": tokens[0],
        "clue_tokens_of": tokens[1],
        "fuses": fuses[0],
        "fuses_of": fuses[1],
        "seat": seat,
        "to_move": None if seat is None else people.who(seat, language),
        "fireworks": _fireworks(game.get("fireworks") or ()),
    }


def _camera(view: Mapping[str, Any]) -> object:
    """Return how the camera is: ``unavailable`` where it ought to watch and sees nothing."""
    away = view.get("blind") or view.get("camera") == Watch.LOST.value
    return UNAVAILABLE if away else view.get("camera")


def _fireworks(shown: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    return {firework["suit"]: firework["height"] for firework in shown}


def nameless(announcement: Announcement) -> Announcement:
    """Return an announcement that names nobody."""
    if isinstance(announcement, Seated):
        return replace(announcement, arrival=replace(announcement.arrival, name=""))
    return announcement


def event_of(
    announcement: Announcement, people: People, language: NullTranslations
) -> dict[str, object]:
    """Return something that happened, as a JSON object; ``event_type`` says what.

    ``says`` is the sentence that everybody can read, None where it is not worth one.
    """
    data = to_data(announcement)
    kind = data.pop("event")
    return {"event_type": kind, "says": sentence(announcement, language, people), **data}
