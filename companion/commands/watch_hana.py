"""``companion watch --game hana-awase``: a filmed deal, followed card by card."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from companion.adapters.decks import find_deck
from companion.adapters.field_eyes import FieldEyes
from companion.adapters.pile_eyes import PileEyes
from companion.commands.errors import UnusableInput, unusable
from companion.commands.hana_games import laid_data
from companion.commands.options import printed_hana_layout
from companion.commands.progress import progress
from companion.commands.score_piles import check_deck
from companion.files.wall_clock import utc_now
from companion.hana_awase.options import OptionError, Options
from companion.hana_awase.public import PublicDeal
from companion.hana_referee.findings import DealAgain, HanaDifference, HanaReason
from companion.hana_table.evening import HanaEvening
from companion.hana_table.record import HanaRecord
from companion.hana_table.sitting import replay
from companion.hana_table.steps import CardLaid, CardsDealt
from companion.hana_table.yaku_charts import ChartError, read_options
from companion.record.errors import RecordError
from hardware.files import CameraError, FolderCamera
from vision.deck import DeckError

WatchLine = dict[str, object]


@dataclass(frozen=True, slots=True)
class Filmed:
    """What was said on the command line."""

    folder: Path
    deck: str
    players: int
    dealer: int
    options: Path | None


def watch_hana(said: Filmed, *, as_json: bool) -> None:
    """Follow a filmed deal: one line for each thing that happens, the result last.

    It is nobody's evening: nothing of it comes among the games on record.

    Raises:
        UnusableInput: film, pack, options or players cannot be used.
    """
    with unusable(ChartError):
        options = Options() if said.options is None else read_options(said.options)[0]
    with unusable(OptionError):
        options.check(said.players)
    if not 0 <= said.dealer < said.players:
        raise UnusableInput(f"--first: the seats are 0 to {said.players - 1}, got {said.dealer}")
    with unusable(DeckError):
        deck = find_deck(said.deck)
    check_deck(deck, said.deck)
    mat = printed_hana_layout()
    with (
        unusable(CameraError, RecordError),
        tempfile.TemporaryDirectory() as folder,
        HanaRecord(Path(folder) / "film.sqlite3") as record,
        FolderCamera(said.folder) as film,
    ):
        evening = HanaEvening(record, options, said.players, now=utc_now)
        evening.begin(dealer=said.dealer)
        eyes = FieldEyes(PileEyes(deck, mat), mat)
        differs: object = None
        questions = 0
        for frame in progress(film.frames(), "Watching", len(film)):
            before = len(evening.steps)
            newest = evening.news[-1].number
            sight = eyes.look(frame)
            if sight is not None:
                evening.look(sight)
            lines = [_step(evening, at) for at in range(before, len(evening.steps))]
            if evening.differs is not None and evening.differs != differs:
                lines.append(_difference(evening.differs))
                questions += lines[-1]["event"] == "unread"
            differs = evening.differs or differs
            if as_json:
                for line in lines:
                    click.echo(json.dumps({"t": frame.t, **line}))
            else:
                for one in evening.news:
                    if one.number > newest:
                        click.echo(one.text)
        click.echo(json.dumps(_result(evening, questions)) if as_json else _summary(evening))


def _step(evening: HanaEvening, at: int) -> WatchLine:
    step = evening.steps[at]
    if isinstance(step, CardsDealt):
        return {"event": "dealt", "field": [card.label for card in step.field]}
    assert isinstance(step, CardLaid)
    return {"event": "laid", **_laid(step, replay(evening.steps[:at]).deal)}


def _moves(evening: HanaEvening) -> Iterator[WatchLine]:
    for at, step in enumerate(evening.steps):
        if isinstance(step, CardLaid):
            yield _laid(step, replay(evening.steps[:at]).deal)


def _laid(step: CardLaid, before: PublicDeal | None) -> WatchLine:
    return laid_data(step, from_stock=before is not None and before.to_turn)


def _difference(found: HanaDifference | DealAgain) -> WatchLine:
    if isinstance(found, DealAgain):
        return {"event": "deal_again", "why": found.why.value}
    return {
        "event": "unread" if found.reason is HanaReason.UNREAD else "differs",
        "reason": found.reason.value,
        "seat": found.seat,
        "card": None if found.card is None else found.card.label,
        "others": [card.label for card in found.others],
    }


def _result(evening: HanaEvening, questions: int) -> WatchLine:
    sitting = evening.sitting
    deal = sitting.deal
    return {
        "event": "result",
        "game": "hana-awase",
        "outcome": "played_out" if deal is not None and deal.over else "unfinished",
        "piles": [[card.label for card in pile] for pile in sitting.piles],
        "simplified": list(sitting.score().simplified) if sitting.places else None,
        "questions": questions,
        "moves": list(_moves(evening)),
    }


def _summary(evening: HanaEvening) -> str:
    if not evening.sitting.places:
        return "No deal was seen."
    return "Simplified: " + ", ".join(map(str, evening.sitting.score().simplified)) + "."
