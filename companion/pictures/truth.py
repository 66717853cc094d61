"""The picture log against the corrected record: which card each picture really shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.hanabi.events import CardDiscarded, CardMissed, CardPlayed
from companion.pictures.log import INDEX, LoggedTurn, index_lines, laying_turns
from companion.pictures.pictured import CropBox, PicturedPlace
from companion.record.entries import MoveEntry
from companion.referee.readings import Sight


class PictureLogError(ValueError):
    """A picture log cannot be read; the message names the file and says what is wrong."""


@dataclass(frozen=True, slots=True)
class Logged:
    """A picture of the log.

    Attributes:
        path: its file.
        deck: the name of the deck that was played with.
        place: where it was taken.
        core: the part of it that shows bare paper where no card is.
        t: the camera's seconds.
        sight: what was made of it then.
        label: as what it was read then.
        card: what it really shows; None: nobody can say.
        laid: whether it shows the card where everybody could see it.
    """

    path: Path
    deck: str
    place: PicturedPlace
    core: CropBox
    t: float
    sight: Sight
    label: str | None
    card: str | None
    laid: bool


def games_with_pictures(folder: Path) -> tuple[int, ...]:
    """Return the games of which pictures were kept in ``folder``, oldest first."""
    found = (path for path in folder.glob("*") if path.name.isdecimal())
    return tuple(sorted(int(path.name) for path in found if (path / INDEX).is_file()))


def logged(folder: Path, game: int, steps: Sequence[MoveEntry]) -> tuple[Logged, ...]:
    """Return the pictures of a game with the cards that they show by its record.

    Args:
        folder: where all games' pictures lie.
        game: which one.
        steps: all that counts of it by now.

    Raises:
        PictureLogError: the log is damaged, or there is none of that game.
    """
    index = folder / str(game) / INDEX
    faces = {turn: _face(step) for turn, step in laying_turns(steps).items()}
    pictures: list[Mapping[str, Any]] = []
    laid: dict[tuple[str, int], LoggedTurn] = {}
    stood: dict[tuple[str, int, int, int], LoggedTurn] = {}
    told: dict[tuple[str, int, int, int], str] = {}
    try:
        for line in index_lines(index.parent):
            match line:
                case {"picture": str()}:
                    pictures.append(line)
                case {"turn": [float() | int() as t, int() as nth], "serial": int() as serial}:
                    laid[line["eyes"], serial] = (float(t), nth)
                case {"turn": [float() | int() as t, int() as nth], "slot": [seat, slot, serial]}:
                    stood[line["eyes"], seat, slot, serial] = (float(t), nth)
                case {"told": str() as label, "slot": [seat, slot, serial]}:
                    told[line["eyes"], seat, slot, serial] = label
                case _:
                    raise ValueError("is none that this program writes")
        found = []
        for one in pictures:
            place = PicturedPlace(**one["place"])
            key, card = (one["eyes"], place.seat, place.index, one["serial"]), None
            if place.seat is None:
                card = faces.get(laid.get((one["eyes"], one["serial"]), (-1.0, -1)))
            elif key in stood:
                card = faces.get(stood[key])
            elif key in told:
                card = told[key]
            found.append(_logged(index.parent, one, place, card))
    except FileNotFoundError:
        raise PictureLogError(f"no pictures were kept of game {game}") from None
    except OSError as error:
        raise PictureLogError(f"cannot read {index}: {error.strerror}") from error
    except (ValueError, TypeError, KeyError, OverflowError) as error:
        raise PictureLogError(f"{index} is damaged") from error
    return tuple(found)


def _logged(folder: Path, one: Mapping[str, Any], place: PicturedPlace, card: str | None) -> Logged:
    x, y, width, height = (float(value) for value in one["core"])
    name = Path(one["picture"]).name  # a name that leads elsewhere is none
    return Logged(
        path=folder / name,
        deck=str(one["deck"]),
        place=place,
        core=(x, y, width, height),
        t=float(one["t"]),
        sight=Sight(one["sight"]),
        label=one["label"],
        card=card,
        laid=place.seat is None,
    )


def _face(step: MoveEntry) -> str | None:
    """Return the card that was laid in a turn, as it is on record by now; None: nobody knows."""
    for event in step.events:
        if isinstance(event, CardPlayed | CardMissed | CardDiscarded):
            return None if event.card is None else event.card.label
    return None
