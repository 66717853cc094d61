"""Evenings of Hana-awase in ``companion games``: listed, shown and deleted beside other games."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from dataclasses import dataclass

import click

from companion.commands.errors import UnusableInput, unusable
from companion.commands.own_record import has_record
from companion.files.lock import FolderLockedError, locked
from companion.files.paths import record_file
from companion.hana_awase.notation import labels, options_to_data
from companion.hana_table.following import laid_phrase
from companion.hana_table.looking_back import deals_again
from companion.hana_table.past_views import record_of
from companion.hana_table.record import HanaGame, HanaRecord
from companion.hana_table.steps import CardLaid
from companion.language.people import COUNTED
from companion.language.plain import one_line
from companion.record.errors import RecordError

PREFIX = "hana-"
"""Before the number of a game of Hana-awase, where games of both kinds are named."""


@dataclass(frozen=True, slots=True)
class HanaNumber:
    """The number of a game of Hana-awase, as ``hana-3`` names it."""

    number: int


def game_number(_: click.Context, __: click.Parameter, said: str) -> int | HanaNumber:
    """Read the number of a game: ``3`` of Hanabi, ``hana-3`` of Hana-awase."""
    digits = said.removeprefix(PREFIX)
    if not (digits.isascii() and digits.isdigit() and 0 < len(digits) < 19 and int(digits)):
        raise click.BadParameter(f"{said!r:.40} is no game; one is called 3 or {PREFIX}3")
    return int(digits) if digits == said else HanaNumber(int(digits))


def hana_games() -> list[dict[str, object]]:
    """Return what the list says of each game of Hana-awase, oldest first.

    Of one that is damaged it is its number and the ``error``.

    Raises:
        UnusableInput: the record cannot be read.
    """
    if not has_record():
        return []
    found: list[dict[str, object]] = []
    with unusable(RecordError), HanaRecord(record_file()) as record:
        for game in record.games():
            try:
                found.append(listed(record, game))
            except RecordError as error:
                found.append({"game": game.id, "error": str(error)})
    return found


def listed(record: HanaRecord, game: HanaGame) -> dict[str, object]:
    """Return what the list says of a game.

    Raises:
        RecordError: it is damaged.
    """
    return {"game": game.id, "started": game.started, **record_of(record.sitting(game.id))}


def named(game: dict[str, object]) -> dict[str, object]:
    """Return a game of `hana_games` as the list of all games has it."""
    return {**game, "game": f"{PREFIX}{game['game']}", "kind": "hana-awase"}


def laid_data(step: CardLaid, *, from_stock: bool) -> dict[str, object]:
    """Return half a turn as data; ``from`` is null where the order of two cards is not known."""
    return {
        "seat": step.seat,
        "card": step.card.label,
        "taken": labels(step.taken),
        "from": ("stock" if from_stock else "hand") if step.in_order else None,
    }


def hana_line(game: dict[str, object]) -> str:
    """Return a game of `hana_games` as a line."""
    deals, totals = game["deals"], game["totals"]
    assert isinstance(deals, list)
    assert isinstance(totals, list)
    counted = "1 deal" if len(deals) == 1 else f"{len(deals)} deals"
    points = ", ".join(str(points) for points in totals)
    state = "over" if game["over"] else "goes on"
    return (
        f"{game['game']}  {one_line(str(game['started']))}  {game['players']} players,"
        f" {one_line(str(game['chart']))}, {game['method']}: {counted}, totals {points} ({state})"
    )


def show_hana(game: HanaNumber, as_json: bool) -> None:
    """Print a game with its rules and its deals.

    Raises:
        UnusableInput: there is none, or it is damaged.
    """
    with unusable(RecordError), _existing(game) as record:
        found = _find(record, game)
        sitting = record.sitting(found.id)
        deals = deals_again(record.steps(found.id))
        told = named(listed(record, found))
    if as_json:
        rounds = [
            {
                "scores": list(deal.scores),
                "drawn": deal.drawn,
                "piles": [labels(pile) for pile in deal.piles],
                "moves": [laid_data(one.step, from_stock=one.from_stock) for one in again.laid],
            }
            for deal, again in zip(sitting.deals, deals, strict=True)
        ]
        options = options_to_data(sitting.options)
        click.echo(json.dumps({**told, "options": options, "rounds": rounds}))
        return
    lines = [hana_line(told)]
    for number, (deal, again) in enumerate(zip(sitting.deals, deals, strict=True), 1):
        scores = "drawn" if deal.drawn else ", ".join(map(str, deal.scores))
        lines.append(f"deal {number}: {scores}")
        lines += [
            f"  {COUNTED.told(laid_phrase(one.step, from_stock=one.from_stock))}"
            for one in again.laid
        ]
        lines += [
            f"  pile {seat}: {' '.join(labels(pile))}" for seat, pile in enumerate(deal.piles, 1)
        ]
    click.echo("\n".join(lines))


def delete_hana(game: HanaNumber, yes: bool) -> None:
    """Delete a game; without ``yes`` it asks.

    Raises:
        UnusableInput: there is none, or nobody is here to ask.
    """
    with ExitStack() as alone, unusable(RecordError, FolderLockedError), _existing(game) as record:
        found = _find(record, game)
        if found.id == record.games()[-1].id:  # it may be on somebody's table just now
            alone.enter_context(locked(record_file().parent))
        what = f"game {PREFIX}{found.id} of {one_line(found.started)}"
        if not yes:
            if not sys.stdin.isatty():
                raise UnusableInput(f"{what} is deleted only with --yes: nobody is here to ask")
            if not click.confirm(f"Delete {what} for good?", err=True):
                click.echo("Nothing was deleted.")
                return
        record.delete(found.id)
    click.echo(f"Game {PREFIX}{found.id} is deleted.")


def _existing(game: HanaNumber) -> HanaRecord:
    if not has_record():
        raise RecordError(f"there is no game {PREFIX}{game.number}: nothing has been recorded yet")
    return HanaRecord(record_file())


def _find(record: HanaRecord, game: HanaNumber) -> HanaGame:
    for found in record.games():
        if found.id == game.number:
            return found
    raise RecordError(f"there is no game {PREFIX}{game.number}")
