"""``companion run --game hana-awase``: the table for an evening of Hana-awase."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from types import FrameType

import click
import cv2

from companion.commands.cameras import SettledCamera, open_kept, wanted_camera
from companion.commands.errors import UnusableInput, unusable
from companion.commands.options import find_deck
from companion.commands.score_piles import check_deck, pile_picture
from companion.commands.uploaded import photo_pixels
from companion.files.keys import KeysError, load_keys
from companion.files.paths import learnt_decks, record_file, state_directory
from companion.files.wall_clock import utc_now
from companion.frames import Camera, Frame
from companion.hana_awase.cards import alike
from companion.hana_awase.options import OptionError, Options
from companion.hana_table.evening import HanaEvening
from companion.hana_table.found_piles import PilePicture
from companion.hana_table.record import HanaRecord
from companion.hana_table.table import HanaTable
from companion.hana_table.yaku_charts import ChartError, read_options
from companion.language.languages import language
from companion.language.phrases import phrase
from companion.notify import Notifier
from companion.panel.panel import PanelKind
from companion.record.complaints import RecordError
from companion.serving import (
    KEYS,
    SYSTEMD,
    House,
    open_announcer,
    open_front_panel,
    welcome,
)
from companion.settings.settings import Settings
from hardware.camera import Kind, Wanted, find_camera
from hardware.files import CameraError
from hardware.panel import PanelError
from hardware.speaker import SpeakerError
from hardware.virtual_panel import VirtualPanel
from vision.deck import Deck
from vision.hana_layout import HanaLayout, load_hana_layout
from vision.hanafuda import build_deck
from vision.layout import LayoutError
from vision.spread import SpreadReader
from web import create_app
from web.serve import WebError, serve

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


class PileEyes:
    """Reads pictures of piles with the group's pack; a `companion.hana_table.table.Eyes`."""

    def __init__(self, deck: Deck | None, layout: HanaLayout) -> None:
        """Take the learnt pack; without one nothing is read, and pictures are the project's."""
        self._deck = deck
        self._layout = layout
        self._readers: list[SpreadReader] = []
        self._faces = {one.label: one.image for one in reversed((deck or build_deck()).exemplars)}
        self.picture = lru_cache(maxsize=64)(self._picture)

    def frame(self, frame: Frame) -> PilePicture:
        """Read a camera's picture.

        Raises:
            ValueError: no pack was learnt.
        """
        if not self._readers:
            if self._deck is None:
                raise ValueError(phrase("no pack was learnt, so pictures cannot be read"))
            self._readers.append(SpreadReader(self._deck, self._layout))
        return pile_picture(phrase("the picture"), self._readers[0].read(frame.pixels))

    def photo(self, data: bytes) -> PilePicture:
        """Read a photo's file.

        Raises:
            ValueError: it is no picture that can be read, or no pack was learnt.
        """
        return self.frame(Frame(photo_pixels(data), 0.0))

    def _picture(self, label: str) -> bytes | None:
        """Return a card's picture as PNG, of the label itself or of chaff that looks like it."""
        try:
            names = [label, *(f"{one.month:02}-chaff" for one in alike(label))]
        except ValueError:
            return None
        for name in names:
            if name in self._faces:
                done, data = cv2.imencode(".png", self._faces[name])
                return bytes(data) if done else None
        return None


def run_hana(said: Hana, settings: Settings) -> None:
    """Serve an evening of Hana-awase until somebody ends it.

    Raises:
        UnusableInput: the options, the deck, the camera or the port cannot be used.
    """
    options, players = Options(), said.players
    if said.options is not None:
        with unusable(ChartError):
            options, counted = read_options(said.options)
        players = players if players is not None else counted
    players = players if players is not None else USUAL_PLAYERS
    known = said.deck or settings.table.deck or _only_deck()
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
    )
    with errors, HanaRecord(record_file()) as record:
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
                raise UnusableInput(f"--first: the seats are 0 to {players - 1}, got {said.dealer}")
            evening.begin(players, said.dealer)
        layout = load_hana_layout(settings.table.layout, settings.table.print_scale)
        opened = None if wanted.kind is Kind.NONE else _camera(wanted, settings, layout)
        notifier = Notifier()
        table = HanaTable(evening, PileEyes(deck, layout), opened, beat=notifier.beat)
        _close_on_signals(table)
        with _open_house(table, settings) as house:
            click.echo(welcome(house))
            notifier.ready()
            notifier.status(f"Hana-awase: the page is at {house.address}.")
            table.run()
            notifier.stopping()


@contextmanager
def _open_house(table: HanaTable, settings: Settings) -> Iterator[House]:
    """Serve ``table`` to phones and panel as long as the context lasts.

    Raises:
        WebError: the port is in use or may not be opened.
        PanelError: the real panel was asked for and is not there.
        KeysError: the installation's keys cannot be read or written.
        SpeakerError: the machine is to speak and cannot.
    """
    keys = load_keys(state_directory() / KEYS)
    house = House(settings.web.port, keys.code)
    with ExitStack() as opened:
        app = create_app(
            table,
            secret=keys.secret,
            code=keys.code,
            address=lambda: house.address,
            language=language(settings.table.language),
            hana=table,
            announcer=open_announcer(table, settings, opened),
        )
        server = serve(app, settings.web.host, house.port)
        opened.callback(server.close)
        panel = open_front_panel(table, settings.panel, SYSTEMD)
        opened.callback(panel.close)
        table.connect(panel, panel if isinstance(panel, VirtualPanel) else None)
        if settings.panel.kind is PanelKind.AUTO and panel.why_virtual:
            click.echo(f"The panel is shown on the page: {panel.why_virtual}.", err=True)
        yield house


def _camera(wanted: Wanted, settings: Settings, layout: HanaLayout) -> Callable[[], Camera]:
    """Return what opens the camera, in its full resolution."""

    def open_it() -> Camera:
        camera = open_kept(wanted, replace(settings.camera, size=FULL, rate=RATE))
        return camera if wanted.is_film else SettledCamera(camera, layout.layout)

    if wanted.is_film:  # what it cannot open now, it never can
        with unusable(CameraError):
            open_it().close()
    return open_it


def _only_deck() -> str | None:
    """Return the deck that was learnt, if it is the only one."""
    decks = learnt_decks()
    return decks[0] if len(decks) == 1 else None


def _close_on_signals(table: HanaTable) -> None:
    def close(_signal: int, _frame: FrameType | None) -> None:
        table.close()

    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, close)
