"""``companion deck``: the decks you play with, learnt once from pictures of their cards."""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np

from companion.commands.errors import UnusableInput, unusable
from companion.commands.options import deck_path, find_deck, known_decks, parse_size
from companion.commands.progress import progress
from vision.deck import BACK, Deck, DeckError
from vision.deck_file import load_deck, save_deck
from vision.gallery import Gallery
from vision.learning import find_pictures
from vision.learning import learn as learn_lesson

CLOSE = 0.9
"""Likeness from which two cards are named as hard to tell apart."""
MOST_PAIRS = 10


@click.group()
def deck() -> None:
    """Learn, list and check the decks you play with."""


@deck.command()
@click.argument("name")
@click.option(
    "--from",
    "folder",
    required=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="A folder of pictures named after their cards: r3.png, y1.jpg, back.png; each the flat "
    "face to its edges, or a photo with that one card in it.",
)
@click.option("--card-size", metavar="WxH", help="Millimetres; else the cards' shape says it.")
def learn(name: str, folder: Path, card_size: str | None) -> None:
    """Learn the deck NAME from pictures; a deck of that name is replaced."""
    path = deck_path(name)
    size = parse_size(card_size)
    with unusable(DeckError):
        pictures = find_pictures(folder)
        lesson = learn_lesson(name, progress(pictures, "Learning", len(pictures)), size)
        try:
            save_deck(lesson.deck, path)
        except OSError as error:
            raise UnusableInput(f"cannot write the deck {path}: {error.strerror}") from error
    click.echo(f"Learnt {name}: {_about(lesson.deck)}.")
    if lesson.also:
        sizes = " or ".join(f"{width:g}x{height:g}" for width, height in lesson.also)
        click.echo(f"The cards' shape would also fit {sizes}: say so with --card-size if it is.")


@deck.command("list")
def list_decks() -> None:
    """List the decks that were learnt."""
    names = known_decks()
    if not names:
        click.echo("No decks yet.")
    for name in names:
        try:
            click.echo(f"{name}: {_about(load_deck(deck_path(name)))}")
        except DeckError as error:
            click.echo(f"{name}: {error}")


@deck.command()
@click.argument("name")
def check(name: str) -> None:
    """Say which cards of the deck NAME are hard to tell apart."""
    found = find_deck(name)
    click.echo(f"{found.name}: {_about(found)}.")
    pairs = _close_pairs(found)
    if not pairs:
        click.echo("All cards are easy to tell apart.")
        return
    for one, other, alike in pairs[:MOST_PAIRS]:
        click.echo(f"{one} and {other} look alike ({alike:.2f} of 1)")
    click.echo("Good, even light from the side helps; matt sleeves take the glare away.")


def _about(deck: Deck) -> str:
    width, height = deck.card_size
    faces = len(deck.labels)
    back = "with" if deck.has_back else "without"
    cards = "card" if faces == 1 else "cards"
    return f"{faces} {cards} of {width:g} x {height:g} mm, {back} a back"


def _close_pairs(deck: Deck) -> list[tuple[str, str, float]]:
    """Return the pairs of labels that are alike, most alike first."""
    gallery = Gallery(deck)
    closest: dict[tuple[str, str], float] = {}
    for row, column in np.argwhere(np.triu(gallery.likeness, 1) >= CLOSE):
        names = sorted((gallery.kinds[int(row)].label, gallery.kinds[int(column)].label))
        pair = (names[0], names[1])
        if pair[0] != pair[1] and BACK not in pair:
            alike = float(gallery.likeness[row, column])
            closest[pair] = max(alike, closest.get(pair, 0.0))
    ordered = sorted(closest.items(), key=lambda item: -item[1])
    return [(one, other, alike) for (one, other), alike in ordered]
