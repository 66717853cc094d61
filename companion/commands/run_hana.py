"""``companion run --game hana-awase``: the table for an evening of Hana-awase."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from companion.adapters.decks import only_deck
from companion.app import DealerError, HanaAwaseEvening, serve_hana_awase
from companion.commands.errors import unusable
from companion.commands.options import find_deck, wanted_camera
from companion.commands.score_piles import check_deck
from companion.files.keys import KeysError
from companion.files.taken import FolderTakenError, Taken
from companion.hana_awase.options import OptionError, Options
from companion.hana_table.yaku_charts import ChartError, read_options
from companion.record.complaints import RecordError
from companion.settings.settings import Settings
from hardware.camera import Kind, Wanted, find_camera
from hardware.files import CameraError
from hardware.panel import PanelError
from hardware.speaker import SpeakerError
from vision.hana_layout import load_hana_layout
from vision.layout import LayoutError
from web.serve import WebError

HANABI, HANA_AWASE = "hanabi", "hana-awase"
GAMES = (HANABI, HANA_AWASE)
USUAL_PLAYERS = 2


@dataclass(frozen=True, slots=True)
class Hana:
    """What was said on the command line; None where nothing was."""

    camera: str | None
    deck: str | None
    new: bool
    players: int | None
    options: Path | None
    dealer: int


def run_hana(said: Hana, settings: Settings, lock: Taken) -> None:
    """Serve an evening of Hana-awase until somebody ends it.

    Args:
        said: the command line.
        settings: the settings.
        lock: that on the folder of all games.

    Raises:
        UnusableInput: the options, the deck, the camera or the port cannot be used.
    """
    options, players = Options(), said.players
    if said.options is not None:
        with unusable(ChartError):
            options, counted = read_options(said.options)
        players = players if players is not None else counted
    players = players if players is not None else USUAL_PLAYERS
    known = said.deck or settings.table.deck or only_deck()
    deck = None if known is None else find_deck(known)
    if deck is not None:
        check_deck(deck, str(known))
    wanted = wanted_camera(said.camera or settings.table.camera)
    if wanted.kind is Kind.AUTO:
        wanted = find_camera()
    if deck is None and wanted.kind is not Kind.NONE:
        click.echo("No pack is learnt, so the camera is not used.", err=True)
        wanted = Wanted(Kind.NONE)
    errors = unusable(
        RecordError,
        OptionError,
        DealerError,
        WebError,
        PanelError,
        KeysError,
        CameraError,
        SpeakerError,
        LayoutError,
        FolderTakenError,
    )
    with errors:
        evening = HanaAwaseEvening(
            options=options,
            players=players,
            dealer=said.dealer,
            begins=said.players is not None or said.options is not None,
            deck=deck,
            camera=wanted,
            layout=load_hana_layout(settings.table.layout, settings.table.print_scale),
            new=said.new,
        )
        serve_hana_awase(evening, settings, lock)
