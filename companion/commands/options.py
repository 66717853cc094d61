"""What several commands take: a learnt deck, a camera, a card's size, a ruleset."""

from __future__ import annotations

import re
from pathlib import Path

import click

from companion.adapters import decks
from companion.adapters.cameras import layout_of
from companion.commands.errors import UnusableInput, unusable
from companion.hanabi.ruleset import EarlyEnd, Ruleset
from companion.language.phrases import phrase, said_by
from companion.settings.reading import SettingsError, load_settings
from companion.settings.rulesets import RulesetError
from companion.settings.rulesets import find_ruleset as look_up
from companion.settings.settings import Settings
from hardware.camera import CameraChoice, CameraKind, parse_camera
from hardware.connected import library
from hardware.files import CameraError
from vision.deck import Deck, DeckError, Size
from vision.deck_file import CARD_SIDES
from vision.table.hana_layout import HanaLayout, load_hana_layout
from vision.table.layout import Layout, LayoutError

_SIZE = re.compile(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)")


def refuse_empty(**options: str | None) -> None:
    """Refuse an option that was given and says nothing, as one from an empty shell variable.

    Raises:
        UnusableInput: names the first.
    """
    for name, said in options.items():
        if said is not None and not said.strip():
            raise UnusableInput(f"--{name}: is empty")


def deck_path(name: str) -> Path:
    """Return where the deck ``name`` is kept.

    Raises:
        UnusableInput: that is no name for a deck.
    """
    with unusable(DeckError):
        return decks.deck_path(name)


def find_deck(wanted: str) -> Deck:
    """Load a deck by its name, or from a profile file.

    Raises:
        UnusableInput: there is none, or it cannot be read.
    """
    with unusable(DeckError):
        return decks.find_deck(wanted)


def find_deck_file(wanted: str) -> Path:
    """Return the file of a deck that is named, or of which that is the file.

    Raises:
        UnusableInput: there is none.
    """
    with unusable(DeckError):
        return decks.find_deck_file(wanted)


def wanted_camera(text: str) -> CameraChoice:
    """Read ``--camera``; what never can be opened on this machine is refused at once.

    Raises:
        UnusableInput: no camera is named so, or what opens it is not installed.
    """
    try:
        wanted = parse_camera(text)
        if wanted.kind is CameraKind.PICAMERA:
            library()
    except CameraError as error:
        raise UnusableInput(said_by(error)) from error
    return wanted


def parse_size(text: str | None) -> Size | None:
    """Read a card's size: ``63x88``, in millimetres.

    Raises:
        UnusableInput: it is no size that a card has.
    """
    if text is None:
        return None
    found = _SIZE.fullmatch(text)
    size = (float(found[1]), float(found[2])) if found else (0.0, 0.0)
    if not all(CARD_SIDES[0] <= side <= CARD_SIDES[1] for side in size):
        raise UnusableInput(
            f"--card-size wants WIDTHxHEIGHT in millimetres, like 63x88, got {text!r}"
        )
    return size


def find_ruleset(wanted: str) -> Ruleset:
    """Return a ruleset by its name, or from a TOML file.

    Raises:
        UnusableInput: there is none, the file cannot be used, or it is not for a real table.
    """
    try:
        ruleset = look_up(wanted)
    except RulesetError as error:
        raise UnusableInput(said_by(error)) from error
    if ruleset.early_end is EarlyEnd.HANAB_LIVE:
        raise UnusableInput(
            phrase(
                "{wanted}: early_end {told!r} would tell people of hidden hands; at a table it is"
                " {off!r} or {reached!r}",
                wanted=wanted,
                told=ruleset.early_end.value,
                off=EarlyEnd.OFF.value,
                reached=EarlyEnd.REACHED.value,
            )
        )
    return ruleset


def check_players(ruleset: Ruleset, players: int, first: int) -> None:
    """Refuse a number of players or a first seat that the ruleset doesn't have.

    Raises:
        UnusableInput: says which.
    """
    if players not in ruleset.players:
        low, high = min(ruleset.players), max(ruleset.players)
        raise UnusableInput(f"--players: {ruleset.name} is for {low} to {high}, got {players}")
    check_first(players, first)


def check_first(players: int, first: int) -> None:
    """Refuse a first seat that no table of ``players`` has.

    Raises:
        UnusableInput: it is none of theirs.
    """
    if not 0 <= first < players:
        raise UnusableInput(
            f"--first: the seats are 0 to {players - 1}, counted from 0: seat 1 is 0; got {first}"
        )


def printed_layout(settings: Settings | None = None) -> Layout:
    """Return mat and racks as they were printed, by ``settings`` or the file of settings.

    Raises:
        UnusableInput: the settings, or the layout that they name, cannot be used.
    """
    with unusable(SettingsError, LayoutError):
        return layout_of(load_settings() if settings is None else settings)


def printed_hana_layout() -> HanaLayout:
    """Return the mat of Hana-awase as it was printed, by the file of settings.

    Raises:
        UnusableInput: the settings, or the layout that they name, cannot be used.
    """
    with unusable(SettingsError, LayoutError):
        table = load_settings().table
        return load_hana_layout(table.layout, table.print_scale)


deck_option = click.option(
    "--deck", required=True, metavar="DECK", help="A learnt deck's name, or a deck file: ./NAME."
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
several_files = click.Path(readable=False)
"""Each of several files. One that may not be read has a line of its own, and the rest goes on."""
settings_option = click.option(
    "--settings",
    "file",
    type=click.Path(path_type=Path, readable=False),  # a table begins without what it may not read
    help="Another settings file.",
)
