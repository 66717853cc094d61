"""``companion run --game hana-awase``: the table for an evening of Hana-awase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.adapters.decks import deck_for, find_deck
from companion.app.hana_awase import DealerError, HanaAwaseEvening, serve_hana_awase
from companion.app.serving import print_line
from companion.commands.errors import UnusableInput, unusable
from companion.commands.options import check_first, wanted_camera
from companion.commands.score_piles import check_deck
from companion.files.keys import KeysError
from companion.files.lock import FolderLock, FolderLockedError
from companion.hana_awase.options import PLAYERS, OptionError, Options
from companion.hana_table.yaku_charts import ChartError, read_options
from companion.language.phrases import phrase, said_by
from companion.record.errors import RecordError
from companion.settings.settings import Settings
from companion.settings.table_game import TableGame
from hardware.camera import CameraChoice, CameraKind, find_camera, open_camera
from hardware.files import CameraError
from hardware.panel import PanelError
from hardware.speaker import SpeakerError
from vision.deck import Deck, DeckError
from vision.table.hana_layout import HanaLayout, load_hana_layout
from vision.table.layout import LayoutError
from web.serve import WebError

HANABI, HANA_AWASE = TableGame.HANABI.value, TableGame.HANA_AWASE.value
GAMES = (HANABI, HANA_AWASE)
USUAL_PLAYERS = 2
"""Players, where nobody says how many."""


@dataclass(frozen=True, slots=True)
class Hana:
    """What was said on the command line; None where nothing was.

    Attributes:
        camera: what watches.
        deck: the pack.
        new: whether a game that is unfinished does not go on.
        players: how many.
        options: a file with the options of the game.
        dealer: who deals first.
        file: another file of settings.
        named: whether it said which game is played; else the rest may be meant for the other one.
    """

    camera: str | None
    deck: str | None
    new: bool
    players: int | None
    options: Path | None
    dealer: int
    file: Path | None
    named: bool


def run_hana(
    said: Hana, settings: Settings, lock: FolderLock, troubles: Sequence[str] = ()
) -> None:
    """Serve an evening of Hana-awase until somebody ends it.

    What the settings name and cannot be used is told on the page, and the rest works.

    Args:
        said: the command line.
        settings: the settings.
        lock: that on the folder of all games.
        troubles: what is wrong already, each a part of a sentence.

    Raises:
        UnusableInput: the options, deck or camera on the command line, or the port, cannot be used.
    """
    troubles = list(troubles)
    options, players, dealer = Options(), said.players, said.dealer
    if not said.named and players not in PLAYERS:
        players, dealer = None, 0  # it was said for the other game
    begins = said.named and (players is not None or said.options is not None)
    if said.options is not None:
        with unusable(ChartError):
            options, counted = read_options(said.options)
        players = players if players is not None else counted
    if said.named:
        check_first(players if players is not None else max(PLAYERS), dealer)
    players = players if players is not None else USUAL_PLAYERS
    deck = _pack(said, settings, troubles)
    wanted, layout = _eyes(said.camera, settings, troubles)
    if deck is None and wanted.kind is not CameraKind.NONE:
        print_line("No pack is learnt, so the camera is not used.", err=True)
        wanted = CameraChoice(CameraKind.NONE)
    errors = unusable(
        RecordError,
        OptionError,
        DealerError,
        WebError,
        PanelError,
        KeysError,
        CameraError,
        SpeakerError,
        FolderLockedError,
    )
    with errors:
        evening = HanaAwaseEvening(
            options=options,
            players=players,
            dealer=dealer,
            begins=begins,
            deck=deck,
            camera=wanted,
            layout=layout,
            new=said.new,
            troubles=tuple(troubles),
            file=said.file,
            named=said.named,
        )
        serve_hana_awase(evening, settings, lock)


def _pack(said: Hana, settings: Settings, troubles: list[str]) -> Deck | None:
    """Return the learnt pack; one that nobody named now and cannot be used is a trouble.

    Raises:
        UnusableInput: it was ``said`` on the command line.
    """
    known = said.deck if said.named else None
    known = known or deck_for(TableGame.HANA_AWASE, said.deck, settings.table.deck)
    if known is None:
        return None
    try:
        deck = find_deck(known)
        check_deck(deck, known)
    except (UnusableInput, DeckError) as error:
        if said.deck is not None and said.named:
            raise UnusableInput(said_by(error)) from error
        troubles.append(phrase("{why}; no pictures of piles are read", why=said_by(error)))
        return None
    return deck


def _eyes(
    said: str | None, settings: Settings, troubles: list[str]
) -> tuple[CameraChoice, HanaLayout]:
    """Return what watches, and the mat as it was printed.

    Raises:
        UnusableInput: a camera that was ``said`` on the command line cannot be used.
    """
    wanted = CameraChoice(CameraKind.NONE)
    try:
        wanted = wanted_camera(said or settings.table.camera)
        if wanted.kind is CameraKind.AUTO:
            wanted = find_camera()
        if said is None and wanted.is_film:
            open_camera(wanted).close()
    except (UnusableInput, CameraError) as error:
        if said is not None:
            raise
        troubles.append(phrase("{why}; no camera watches", why=said_by(error)))
        wanted = CameraChoice(CameraKind.NONE)
    try:
        return wanted, load_hana_layout(settings.table.layout, settings.table.print_scale)
    except LayoutError as error:
        troubles.append(phrase("{why}; no camera watches", why=said_by(error)))
    return CameraChoice(CameraKind.NONE), load_hana_layout()
