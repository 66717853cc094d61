"""``companion run --game hana-awase``: the table for an evening of Hana-awase."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import click

from companion.adapters.cameras import SettledCamera, open_kept
from companion.adapters.decks import only_deck
from companion.adapters.pile_eyes import PileEyes
from companion.app import Parts, close_on_signals, open_house, welcome
from companion.commands.errors import UnusableInput, unusable
from companion.commands.options import find_deck, wanted_camera
from companion.commands.score_piles import check_deck
from companion.files.keys import KeysError
from companion.files.paths import record_file
from companion.files.taken import FolderTakenError, Taken
from companion.files.wall_clock import utc_now
from companion.frames import Camera
from companion.hana_awase.options import OptionError, Options
from companion.hana_table.evening import HanaEvening
from companion.hana_table.record import HanaRecord
from companion.hana_table.table import HanaTable
from companion.hana_table.yaku_charts import ChartError, read_options
from companion.language.languages import language
from companion.notify import Notifier
from companion.record.complaints import RecordError
from companion.settings.settings import Settings
from hardware.camera import Kind, Wanted, find_camera
from hardware.files import CameraError
from hardware.panel import PanelError
from hardware.speaker import SpeakerError
from vision.hana_layout import HanaLayout, load_hana_layout
from vision.layout import LayoutError
from web.serve import WebError

HANABI, HANA_AWASE = "hanabi", "hana-awase"
GAMES = (HANABI, HANA_AWASE)
FULL = (4608, 2592)
"""Pixels of a picture: the cards are small."""
RATE = 2
"""Pictures a second: nobody follows the play, only the piles are looked at."""
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
        WebError,
        PanelError,
        KeysError,
        CameraError,
        SpeakerError,
        LayoutError,
        FolderTakenError,
    )
    with errors, HanaRecord(record_file()) as record:
        lock.take()  # where the folder has only been made now
        evening = HanaEvening(
            record,
            options,
            players,
            now=utc_now,
            tell=click.echo,
            language=language(settings.table.language),
        )
        resumed = None if said.new else evening.resume()
        if resumed is not None:
            click.echo(f"Game {resumed} of Hana-awase goes on.")
        elif said.players is not None or said.options is not None:
            if not 0 <= said.dealer < players:
                raise UnusableInput(
                    f"--first: the seats are 0 to {players - 1}, counted from 0: seat 1 is 0;"
                    f" got {said.dealer}"
                )
            evening.begin(players, said.dealer)
        layout = load_hana_layout(settings.table.layout, settings.table.print_scale)
        opened = None if wanted.kind is Kind.NONE else _camera(wanted, settings, layout)
        notifier = Notifier()
        table = HanaTable(evening, PileEyes(deck, layout), opened, beat=notifier.beat)
        close_on_signals(table.close)
        with open_house(Parts(table=table, settings=settings)) as house:
            lock.tell(house.address)
            click.echo(welcome(house))
            notifier.ready()
            notifier.status(f"Hana-awase: the page is at {house.address}.")
            table.run()
            notifier.stopping()


def _camera(wanted: Wanted, settings: Settings, layout: HanaLayout) -> Callable[[], Camera]:
    """Return what opens the camera, in its full resolution."""

    def open_it() -> Camera:
        camera = open_kept(wanted, replace(settings.camera, size=FULL, rate=RATE))
        return camera if wanted.is_film else SettledCamera(camera, layout.layout)

    if wanted.is_film:  # what it cannot open now, it never can
        with unusable(CameraError):
            open_it().close()
    return open_it
