"""The decks that were learnt on this machine: where each is kept, found again by its name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from companion.files.errors import cannot_look_for
from companion.files.paths import DECK_SUFFIX, decks_directory, learnt_decks
from companion.hana_awase.cards import alike
from companion.language.phrases import phrase
from companion.settings.table_game import TableGame
from vision.deck import Deck, DeckError
from vision.deck_file import load_deck, load_labels

_NAME = re.compile(r"[\w][\w .-]{0,63}")


def deck_path(name: str) -> Path:
    """Return where the deck ``name`` is kept.

    Raises:
        DeckError: that is no name for a deck.
    """
    if not _NAME.fullmatch(name):
        raise DeckError(
            f"{name!r} is no name for a deck: use letters, digits, spaces, dots, - and _"
        )
    return decks_directory() / f"{name}{DECK_SUFFIX}"


def find_deck_file(wanted: str) -> Path:
    """Return the file of a deck that is named, or of which that is the file.

    What is a name is first that of a learnt deck, whatever lies in the current folder; a file
    there is meant by its path, ``./ours``, or where nothing of its name is learnt.

    Raises:
        DeckError: there is none, or nobody may look for it.
    """
    path = Path(wanted)
    try:
        learnt = bool(_NAME.fullmatch(wanted)) and deck_path(wanted).is_file()
        is_folder, is_file = path.is_dir(), path.is_file()
    except OSError as error:
        raise DeckError(cannot_look_for(error.filename or wanted, error)) from error
    if learnt:
        return deck_path(wanted)
    if wanted and is_folder:
        raise DeckError(
            phrase("{deck} is a folder: learn it first with companion deck learn", deck=wanted)
        )
    if not is_file:
        known = ", ".join(learnt_decks()) or phrase("none yet")
        raise DeckError(
            phrase("there is no deck {deck!r}; learnt decks: {known}", deck=wanted, known=known)
        )
    return path


def find_deck(wanted: str) -> Deck:
    """Load a deck by its name, or from a profile file.

    Raises:
        DeckError: there is none, or it cannot be read.
    """
    return load_deck(find_deck_file(wanted))


def only_deck(game: TableGame) -> str | None:
    """Return the name of the learnt deck with which ``game`` is played, if there is only one."""
    decks = [name for name in learnt_decks() if may_play(name, game)]
    return decks[0] if len(decks) == 1 else None


def may_play(wanted: str, game: TableGame) -> bool:
    """Say whether ``game`` can be played with a deck; one that cannot be read is not refused."""
    try:
        labels = load_labels(find_deck_file(wanted))
    except DeckError:
        return True  # whoever uses it says what is wrong with it
    return has_hanafuda(labels) is (game is TableGame.HANA_AWASE)


def has_hanafuda(labels: Iterable[str]) -> bool:
    """Say whether a deck has a hanafuda card, so that Hana-awase can be played with it."""
    for label in labels:
        try:
            alike(label)
        except ValueError:
            continue
        return True
    return False


def deck_for(game: TableGame, said: str | None, settled: str | None) -> str | None:
    """Return the deck to play ``game`` with, where nobody says which game it is for.

    Args:
        game: what is played tonight.
        said: the deck that the command names; it may be the other game's.
        settled: the one that the settings name; the same holds of it.
    """
    named = [one for one in (said, settled) if one is not None]
    fitting = [one for one in named if may_play(one, game)]
    return fitting[0] if fitting else only_deck(game)
