"""The picture log of a running table, and what a deck learns from it."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from companion.adapters.decks import find_deck, find_deck_file
from companion.files.paths import pictures_directory, record_file
from companion.pictures.log import PictureLog
from companion.pictures.truth import Logged, PictureLogError, logged
from companion.record.games import Record, RecordError
from companion.settings.settings import PictureSettings
from hardware.files import CameraError, read_image
from vision.deck import Deck, DeckError
from vision.deck_file import save_deck
from vision.learn.teaching import taught
from vision.live.picturing import in_white_light

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Taught:
    """A picture that was to be taught.

    Attributes:
        picture: which one.
        why_not: why it was not; None: it was.
    """

    picture: Logged
    why_not: str | None


def picture_log(
    settings: PictureSettings, deck: str | None, folder: Path | None = None
) -> PictureLog | None:
    """Return the log that the settings ask for; None: they ask for none.

    ``folder`` is that of games which have a record of their own.
    """
    if not settings.log or deck is None:
        return None
    done = teach_after_game if settings.teach else None
    return PictureLog(pictures_directory(folder), deck, settings.megabytes, done)


def teach_after_game(game: int) -> None:
    """Add what people put right in a game to its deck; the table does not wait for it."""
    Thread(target=_teach_game, args=(game,), name="teacher").start()


def _teach_game(game: int) -> None:
    try:
        with Record(record_file()) as record:
            steps = record.past(game).timeline.steps
        pictures = logged(pictures_directory(), game, steps)
        for name in sorted({one.deck for one in pictures}):
            path, deck = find_deck_file(name), find_deck(name)
            of_deck = [one for one in pictures if one.deck == name and one.label != one.card]
            deck, outcome = teach(deck, game, of_deck)
            if any(one.why_not is None for one in outcome):
                save_deck(deck, path)
            for one in outcome:
                said = "was added to" if one.why_not is None else f"({one.why_not}) is left out of"
                log.warning("a picture of %s %s the deck %s", one.picture.card, said, name)
    except (RecordError, PictureLogError, DeckError, CameraError, OSError) as error:
        log.warning("nothing was learnt from game %d: %s", game, error)


def teach(deck: Deck, game: int, pictures: Iterable[Logged]) -> tuple[Deck, Sequence[Taught]]:
    """Return a deck that knows the cards on the mat in ``pictures``, and what became of each.

    A card in a rack is not wholly in view, and teaches nothing.

    Raises:
        CameraError: a picture cannot be read.
    """
    outcome = []
    for one in pictures:
        if not one.laid or one.card is None:
            continue
        picture = in_white_light(read_image(one.path))
        try:
            deck = taught(deck, one.card, picture, f"game {game}, {one.path.name}")
        except DeckError as error:
            outcome.append(Taught(one, str(error)))
        else:
            outcome.append(Taught(one, None))
    return deck, outcome
