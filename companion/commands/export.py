"""``companion export``: a game on record in hanab.live's JSON, or as its link."""

from __future__ import annotations

import json
from pathlib import Path

import click

from companion.commands.errors import unusable
from companion.commands.games import NUMBER
from companion.commands.output_file import write_output
from companion.commands.own_record import has_record
from companion.files.paths import record_file
from companion.hanab_live.export import export as exported
from companion.hanab_live.export import filled, for_link
from companion.hanab_live.extended import extended as with_our_fields
from companion.hanab_live.link import ADDRESS, encode
from companion.hanab_live.notation import to_data
from companion.hanab_live.variants import Unsupported
from companion.hanabi.events import Event
from companion.record.games import Record, RecordError


@click.command()
@click.argument("game", type=NUMBER)
@click.option(
    "--out",
    metavar="F",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write into this file; without it to stdout.",
)
@click.option("--link", is_flag=True, help="Give the address at which hanab.live shows the game.")
@click.option("--fill", is_flag=True, help="Make up the cards that nobody ever saw.")
@click.option(
    "--extended", is_flag=True, help="Write in fields of our own what that site cannot express."
)
def export(game: int, out: Path | None, link: bool, fill: bool, extended: bool) -> None:
    """Write GAME, a number from the list of games, in hanab.live's JSON.

    Cards that nobody ever saw are null in it, which that site does not take. With --fill they
    are made up from the cards that are left; the game stays the same. With --extended any game
    can be written, with all that is on record of it, for `companion replay`; the site does not
    take that.
    """
    if extended and (link or fill):
        raise click.UsageError("--extended goes neither with --link nor with --fill")
    gaps: tuple[int, ...] = ()
    with unusable(RecordError, Unsupported):
        events = _events(game)
        if extended:
            text = json.dumps(with_our_fields(events))
        else:
            live = exported(events)
            gaps = live.missing
            if fill and gaps:
                live = filled(live)
            text = ADDRESS + encode(for_link(live)) if link else json.dumps(to_data(live))
    _write(text, out)
    if gaps:
        click.echo(_about(gaps, made_up=fill), err=True)


def _write(text: str, out: Path | None) -> None:
    if out is None:
        click.echo(text)
        return
    write_output(out, f"{text}\n".encode())


def _events(game: int) -> list[Event]:
    if not has_record():
        raise RecordError(f"there is no game {game}: nothing has been recorded yet")
    with Record(record_file()) as record:
        record.state(game)  # refuses one that is damaged
        return [event for entry in record.entries(game) for event in entry.events]


def _about(gaps: tuple[int, ...], *, made_up: bool) -> str:
    which = ", ".join(map(str, gaps))
    if made_up:
        return f"nobody saw these cards of the deck, counted from 0; they are made up: {which}"
    return (
        f"nobody saw these cards of the deck, counted from 0; they are null: {which}"
        " (hanab.live takes the game with --fill, which makes them up)"
    )
