"""``companion games import``: games of hanab.live, put on record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import click

from companion.commands.errors import UnusableInput, unusable
from companion.files.paths import record_file
from companion.files.wall_clock import utc_now
from companion.hanab_live.bringing import REFUSALS, Brought, bring, brought, why_not
from companion.hanab_live.files import GameFile, LinkedGame
from companion.hanab_live.game import FormatError
from companion.hanab_live.link import is_link
from companion.hanab_live.variants import Unsupported
from companion.language.plain import one_line
from companion.record.games import Record, RecordError


@click.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per game and line.")
@click.pass_context
def import_games(ctx: click.Context, files: tuple[str, ...], as_json: bool) -> None:
    """Put games of hanab.live on record: files in its JSON, or addresses of games.

    A file is one game or a list of games, gzipped or not. A game that is on record already stays
    as it is; one that is not over is refused.
    """
    refused = False
    with ExitStack() as opened, unusable(RecordError):
        record: Record | None = None
        for file in files:
            for index, game in _games(file):
                where = {"file": file} if index is None else {"file": file, "game": index}
                if isinstance(game, str):
                    refused = True
                    _say({**where, "error": game}, as_json)
                    continue
                if record is None:  # a command that puts nothing on record makes none
                    record = opened.enter_context(Record(record_file()))
                number, new = bring(record, game, utc_now())
                _say({**where, "on_record": number, "new": new}, as_json)
    if refused and as_json:
        raise UnusableInput("some games did not come in; the lines above say which")
    if refused:
        ctx.exit(UnusableInput.exit_code)


def _games(file: str) -> Iterator[tuple[int | None, Brought | str]]:
    """Yield each game with its number in the file, or why it cannot be used."""
    try:
        games = LinkedGame(file) if is_link(file) else GameFile(Path(file))
        for index, data in enumerate(games.games()):
            try:
                game: Brought | str = brought(data)
            except REFUSALS as error:
                game = why_not(error)
            yield index, game
    except (FormatError, Unsupported) as error:
        yield None, str(error)


def _say(said: dict[str, object], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(said))
        return
    where = one_line(str(said["file"]))
    if "game" in said:
        where += f", game {said['game']}"
    if "error" in said:
        click.echo(f"{where}: {one_line(str(said['error']))}", err=True)
    elif said["new"]:
        click.echo(f"{where}: is game {said['on_record']} now")
    else:
        click.echo(f"{where}: is on record already, as game {said['on_record']}")
