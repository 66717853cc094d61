"""``companion games``: the games on record, listed, shown, deleted, brought in and counted.

A game that is still running is shown as the whole table may see it: nothing that is printed
depends on the face of a card in a hand.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from companion.archive.archive import NotNow, RecordArchive
from companion.archive.spreadsheet import spreadsheet
from companion.commands.errors import UnusableInput, unusable
from companion.commands.games_import import import_games
from companion.commands.hana_games import (
    HanaNumber,
    delete_hana,
    game_number,
    hana_games,
    hana_line,
    named,
    show_hana,
)
from companion.commands.output_file import write_output
from companion.commands.own_record import has_record
from companion.files.lock import FolderLockedError, locked
from companion.files.paths import pictures_directory, record_file
from companion.hanabi.state import GameState
from companion.hanabi.tellers import Teller
from companion.language.people import COUNTED
from companion.language.plain import one_line
from companion.pictures.log import forget_pictures
from companion.play.lobby import AT_THE_TABLE
from companion.record.corrections import correction_to_data
from companion.record.entries import Amendment, Change, events_of
from companion.record.games import GameSummary, Record, RecordError
from companion.record.history import TurnData, turns

NUMBER = click.IntRange(min=1)
"""The number of a game of Hanabi."""


@click.group()
def games() -> None:
    """List, show, delete, import and count the games on record."""


games.add_command(import_games)


@games.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per game and line.")
@click.pass_context
def list_games(ctx: click.Context, as_json: bool) -> None:
    """List all games, oldest first.

    Exit code 2: there is one that is damaged, which is said beside the others.
    """
    found: tuple[GameSummary, ...] = ()
    damaged: list[dict[str, object]] = []
    if has_record():
        with unusable(RecordError), Record(record_file()) as record:
            found = record.games()
            damaged = [{"game": one, "error": why} for one, why in record.damaged().items()]
    evenings = [named(one) for one in hana_games()]
    damaged += [one for one in evenings if "error" in one]
    evenings = [one for one in evenings if "error" not in one]
    if as_json:
        for line in [*map(_fields, found), *evenings, *damaged]:
            click.echo(json.dumps(line))
    else:
        _list_games(found, evenings)
        for one in damaged:
            click.echo(f"companion: {one_line(str(one['error']))}", err=True)
    if damaged and as_json:
        raise UnusableInput("some games are damaged; the lines above say which")
    if damaged:
        ctx.exit(UnusableInput.exit_code)


def _list_games(found: Sequence[GameSummary], evenings: Sequence[dict[str, object]]) -> None:
    if found:
        columns = {
            "game": [str(game.id) for game in found],
            "started": [game.started for game in found],
            "ruleset": [game.ruleset for game in found],
            "players": [_players(game) for game in found],
            "turns": [str(game.turns) for game in found],
            "outcome": [game.outcome.value for game in found],
            "score": [_points(game) for game in found],
            "title": [game.title for game in found],
            "source": [game.source for game in found],
        }
        if not any(columns["title"]):
            del columns["title"]
        _table(list(columns), list(zip(*columns.values(), strict=True)))
    if evenings:
        click.echo("\n".join(["Hana-awase:", *map(hana_line, evenings)]))
    if not found and not evenings:
        click.echo("No games yet.")


def _players(game: GameSummary) -> str:
    """Return who played, by seat, or how many where nobody said who."""
    if not any(game.names):
        return str(game.players)
    return ", ".join(name or "?" for name in game.names)


@games.command("csv")
@click.option(
    "--out",
    metavar="F",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write into this file; without it to stdout.",
)
def games_csv(out: Path | None) -> None:
    """Write the games that are over as CSV, a line for each, in UTF-8."""
    with unusable(NotNow):
        text = spreadsheet(RecordArchive(record_file()).games())
    if out is None:
        click.echo(text.encode(), nl=False)
        return
    write_output(out, text.encode())


@games.command()
@click.argument("game", callback=game_number)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def show(game: int | HanaNumber, as_json: bool) -> None:
    """Show what happened in GAME, a number from the list, or hana-1 for one of Hana-awase.

    Of a game that is still running only what the whole table may know is shown.
    """
    if isinstance(game, HanaNumber):
        show_hana(game, as_json)
        return
    with unusable(RecordError), _existing(game) as record:
        summary, state = record.summary(game), record.state(game)
        entries = record.entries(game)
    said = turns(events_of(entries), public=not state.laid_down)
    amendments = [entry.amendment for entry in entries if entry.amendment is not None]
    amendments = [one for one in amendments if not _is_of_no_news(one)]
    if as_json:
        whole = _whole(summary, state, said)
        click.echo(json.dumps({**whole, "corrections": [_amended(one) for one in amendments]}))
    else:
        lines = [*_lines(summary, state, said), *map(_amendment, amendments)]
        click.echo("\n".join(lines))


@games.command()
@click.argument("game", callback=game_number)
@click.option("--yes", is_flag=True, help="Don't ask.")
def delete(game: int | HanaNumber, yes: bool) -> None:
    """Delete GAME, a number from the list or hana-1; it cannot be brought back."""
    if isinstance(game, HanaNumber):
        delete_hana(game, yes)
        return
    with ExitStack() as alone, unusable(RecordError, FolderLockedError), _existing(game) as record:
        if _may_be_played(record, game):
            alone.enter_context(locked(record_file().parent))
        summary = record.summary(game) if not yes else None  # --yes deletes a damaged one, too
        if summary is not None:
            what = f"game {game} of {one_line(summary.started)} ({summary.turns} turns)"
            if not sys.stdin.isatty():
                raise UnusableInput(f"{what} is deleted only with --yes: nobody is here to ask")
            if not click.confirm(f"Delete {what} for good?", err=True):
                click.echo("Nothing was deleted.")
                return
        record.delete(game)
    forget_pictures(pictures_directory(), game)
    click.echo(f"Game {game} is deleted.")


def _may_be_played(record: Record, game: int) -> bool:
    """Say whether a game may be on somebody's table just now."""
    try:
        return record.unfinished(AT_THE_TABLE) == game
    except RecordError:
        return True  # which the newest is nobody can say


def _existing(game: int) -> Record:
    """Open the record that ``game`` is looked for in; looking creates none."""
    if not has_record():
        raise RecordError(f"there is no game {game}: nothing has been recorded yet")
    return Record(record_file())


# ---------------------------------------------------------------------------------- as JSON


def _fields(game: GameSummary) -> dict[str, object]:
    return {
        "game": game.id,
        "started": game.started,
        "source": game.source,
        "players": game.players,
        "ruleset": game.ruleset,
        "turns": game.turns,
        "outcome": game.outcome.value,
        "score": game.score,
        "played": game.played,
        "title": game.title or None,
        "names": list(game.names),
    }


def _whole(game: GameSummary, state: GameState, said: Sequence[TurnData]) -> dict[str, object]:
    """Return everything about a game; the hands only when they are laid down."""
    whole = {
        **_fields(game),
        "first": state.first,
        "strikes": state.strikes,
        "clue_tokens": state.clue_tokens,
        "deck": state.deck,
        "fireworks": {
            suit.value: height
            for suit, height in zip(state.ruleset.colours, state.fireworks, strict=True)
        },
        "discards": [None if card is None else card.label for card in state.discards],
        "moves": list(said),
    }
    return {**whole, "hands": _hands(state)} if state.laid_down else whole


def _amended(amendment: Amendment) -> dict[str, object]:
    """Return what was put right; it is about laid cards and told clues only."""
    correction = amendment.correction
    return {
        "change": amendment.change.value,
        "who": amendment.who or None,
        "at": amendment.at or None,
        "turn": amendment.turn,
        "correction": None if correction is None else correction_to_data(correction),
        "replaced": amendment.replaced,
    }


def _hands(state: GameState) -> list[list[str | None]]:
    return [[held.card.label if held.card else None for held in hand] for hand in state.hands]


# ---------------------------------------------------------------------------------- as text


def _lines(game: GameSummary, state: GameState, said: Sequence[TurnData]) -> list[str]:
    heights = zip(state.ruleset.colours, state.fireworks, strict=True)
    called = [one_line(game.title)] if game.title else []
    lines = [
        *called,
        f"Game {game.id}, started {one_line(game.started)}, source {one_line(game.source)}",
        f"{one_line(game.ruleset)}, {game.players} players, {COUNTED.whom(state.first)} began",
        *_named(game.names),
        f"{game.outcome.value} after {_many(game.turns, 'turn')}: score {_points(game)},"
        f" {_many(game.played, 'card')} played, {_many(state.clue_tokens, 'clue token')},"
        f" {_many(state.strikes, 'strike')}, {_many(state.deck, 'card')} to draw",
        "fireworks: " + " ".join(f"{suit.value}{height}" for suit, height in heights),
        "discards: " + (" ".join(_face(card and card.label) for card in state.discards) or "none"),
    ]
    if state.laid_down:
        for seat, hand in enumerate(_hands(state)):
            lines.append(f"hand of {COUNTED.whom(seat)}: " + " ".join(map(_face, hand)))
    return [*lines, *(f"{turn['turn']:>3}  {_sentence(turn)}" for turn in said)]


def _named(names: Sequence[str | None]) -> Iterator[str]:
    known = [(seat, one_line(name)) for seat, name in enumerate(names) if name]
    if known:
        yield "names: " + ", ".join(f"{COUNTED.whom(seat)} {name}" for seat, name in known)


def _sentence(turn: TurnData) -> str:
    seat = _whom(turn["seat"])
    if turn["kind"] == "clue" and turn["target"] is None:
        return f"{seat} gives a clue, of which nobody said the content"
    if turn["kind"] == "clue":
        slots = turn["touched"]
        touched = "not all cards known"
        if isinstance(slots, list):
            touched = "slots " + (", ".join(map(str, slots)) or "none")
        what = turn.get("colour", turn.get("value"))
        by = Teller.parse(str(turn.get("by", "")))
        logged = f", logged by {_teller(by)}" if by else ""
        return f"{seat} gives the clue {what} to {_whom(turn['target'])}: {touched}{logged}"
    verb = "plays" if turn["kind"] == "play" else "discards"
    ending = ", which does not fit" if turn.get("success") is False else ""
    if turn["card"] is None and turn["slot"] is None:  # as of one that only a button counted
        fits = ", which fits" if turn.get("success") is True else ending
        return f"{seat} {verb} a card that nobody named{fits}"
    if turn["card"] is None:
        ending = ", which nobody could read"
    where = "a slot that nobody saw" if turn["slot"] is None else f"slot {turn['slot']}"
    return f"{seat} {verb} {_face(turn['card'])} from {where}{ending}"


def _teller(by: Teller) -> str:
    return COUNTED.whom(by.who) if isinstance(by.who, int) else str(by)


def _whom(seat: object) -> str:
    assert isinstance(seat, int), "a turn is some seat's"
    return COUNTED.whom(seat)


def _is_of_no_news(amendment: Amendment) -> bool:
    """Say whether nobody was told of it.

    Only a phone came back to its seat, or left it, or a card was laid, of which its turn tells.
    """
    returned = amendment.change is Change.SEATED and not amendment.who
    return returned or amendment.change is Change.LAID


def _amendment(amendment: Amendment) -> str:
    what = {
        Change.CORRECTED: "was corrected",
        Change.TAKEN_BACK: "was taken back, a house rule",
        Change.UNDONE: "has its correction undone",
        Change.REDONE: "counts again",
        Change.TOLD: "was told later",
        Change.PAUSED: "the game was paused",
        Change.RESUMED: "the game went on",
        Change.CONTINUED: "the game was stopped and went on all the same",
        Change.SEATED: "a place was changed",
        Change.LAID: "has a card laid whose face is yet to be told",
    }[amendment.change]
    who = f" by {COUNTED.recorded(one_line(amendment.who))}" if amendment.who else ""
    when = f" at {one_line(amendment.at)}" if amendment.at else ""
    before = (
        f"; before: {COUNTED.recorded(one_line(amendment.replaced))}" if amendment.replaced else ""
    )
    if amendment.turn is None:
        return f"{what}{who}{when}{before}"
    return f"turn {amendment.turn} {what}{who}{when}{before}"


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _face(label: object) -> str:
    return "?" if label is None else str(label)


def _points(game: GameSummary) -> str:
    return "none" if game.score is None else str(game.score)


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    rows = [[one_line(cell) for cell in row] for row in rows]
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(*titles, box=None)
        for row in rows:
            table.add_row(*map(Text, row))
        Console().print(table)
        return
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    for row in (titles, *rows):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())
