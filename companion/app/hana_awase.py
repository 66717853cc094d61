"""An evening of Hana-awase: camera, eyes for piles and record made a live table, and served."""

from __future__ import annotations

import logging
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.adapters.field_eyes import FieldEyes
from companion.adapters.opening import Opening
from companion.adapters.pile_eyes import PileEyes, open_for_piles
from companion.adapters.restart import Restart
from companion.app.serving import (
    TableParts,
    opened_camera,
    print_line,
    serve_evening,
    tell_of_record,
)
from companion.files.lock import FolderLock
from companion.files.paths import record_file
from companion.frames import Camera
from companion.hana_awase.options import Options
from companion.hana_table.record import HanaRecord
from companion.hana_table.table import HanaReport, HanaTable
from companion.language.languages import language
from companion.language.phrases import phrase
from companion.live import CameraSight
from companion.notify import Notifier
from companion.record.games import RecordError
from companion.services import Services
from companion.settings.file import SettingsFile
from companion.settings.game_choice import TonightsGame
from companion.settings.settings import Settings
from companion.settings.table_game import TableGame
from hardware.camera import CameraChoice, CameraKind
from hardware.files import CameraError
from vision.deck import Deck
from vision.table.hana_layout import HanaLayout

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class HanaAwaseEvening:
    """What an evening of Hana-awase is made of.

    Attributes:
        options: how the table plays.
        players: how many.
        dealer: who deals first.
        begins: whether a game begins at once, where none goes on.
        deck: the pack; None: no camera is used.
        camera: what watches.
        layout: the mat as it was printed.
        new: whether a game that is unfinished does not go on.
        troubles: what is wrong already, each a part of a sentence.
        file: another file of settings.
        named: whether the command line says that this game is played.
    """

    options: Options
    players: int
    dealer: int
    begins: bool
    deck: Deck | None
    camera: CameraChoice
    layout: HanaLayout
    new: bool
    troubles: tuple[str, ...] = ()
    file: Path | None = None
    named: bool = True


class DealerError(ValueError):
    """No such seat plays; the message is one sentence."""


def serve_hana_awase(evening: HanaAwaseEvening, settings: Settings, lock: FolderLock) -> None:
    """Serve an evening of Hana-awase until somebody ends it; see `serve_hanabi`.

    Raises:
        DealerError: who is to deal does not play.
        OptionError: so many cannot play by these options.
        Exception: as in `serve_hanabi`.
    """
    wanted, notifier = evening.camera, Notifier()
    watched = wanted.kind is not CameraKind.NONE
    again = partial(open_for_piles, wanted, settings.camera, evening.layout)
    with ExitStack() as closed:
        opening = Opening(again) if watched else None
        camera = None if opening is None else opened_camera(wanted, opening, closed)
        record = closed.enter_context(HanaRecord.for_an_evening(record_file()))
        lock.take()  # where the folder has only been made now
        eyes = PileEyes(evening.deck, evening.layout)
        table = HanaTable(
            record,
            evening.options,
            evening.players,
            eyes,
            watched=watched,
            tell=print_line,
            language=language(settings.table.language),
            beat=notifier.beat,
        )
        anew = Restart(table.close)
        choice = TonightsGame(
            SettingsFile(evening.file),
            TableGame.HANA_AWASE,
            named=evening.named,
            start_anew=anew.soon,
        )
        parts = TableParts(table=table, settings=settings, services=Services(game_choice=choice))
        for trouble in evening.troubles:
            parts.report_trouble(trouble)
        resumed = None
        try:
            resumed = None if evening.new else table.controller.resume()
        except RecordError as error:
            parts.report_trouble(phrase("the last game cannot go on: {why}", why=error))
        tell_of_record(record)
        if resumed is not None:
            print_line(f"Game {resumed} of Hana-awase goes on.")
        elif evening.begins:
            if not 0 <= evening.dealer < evening.players:
                raise DealerError(
                    f"--first: the seats are 0 to {evening.players - 1}, counted from 0: seat 1"
                    f" is 0; got {evening.dealer}"
                )
            try:
                table.controller.begin(evening.players, evening.dealer, evening.options)
            except RecordError as error:
                log.warning("no game can begin: %s", error)  # the page says it, and goes on

        def followed(camera: Camera) -> CameraSight[HanaReport | None]:
            return table.through(camera, FieldEyes(eyes, evening.layout).look)

        def look_again() -> CameraSight[HanaReport | None]:
            if wanted.is_film:
                raise CameraError("a film is over when it is over")
            if opening is not None and opening.pending:
                return followed(opening.take())
            return followed(again())

        with serve_evening(parts, lock, notifier, "Hana-awase: the page is at {}."):
            watching = None if camera is None else followed(camera)
            table.run(watching, look_again if watched else None)
            if not anew.wanted:
                notifier.stopping()
    anew.start_if_wanted(lock)
