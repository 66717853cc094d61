"""``companion replay``: games of hanab.live through our rules."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from companion.commands.errors import UnusableInput
from companion.commands.options import json_option, several_files
from companion.hanab_live.extended import FIELD, extended_positions
from companion.hanab_live.files import GameFile, LinkedGame
from companion.hanab_live.game import FormatError
from companion.hanab_live.link import is_link
from companion.hanab_live.notation import parse
from companion.hanab_live.replay import IllegalAction, positions
from companion.hanab_live.variants import UNSUPPORTED, Unsupported
from companion.hanabi.events import Outcome
from companion.hanabi.ruleset import EarlyEnd
from companion.hanabi.scoring import played, score
from companion.hanabi.state import GameState
from companion.language.people import COUNTED
from companion.language.plain import one_line

ILLEGAL = 1
"""The exit code where a game broke a rule, or is one that we don't play."""


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=several_files)
@json_option
@click.option("--trace", is_flag=True, help="With --json: the counts after every action.")
@click.option("--early-end", is_flag=True, help="End a game where nothing more can be played.")
@click.pass_context
def replay(
    ctx: click.Context, files: tuple[str, ...], as_json: bool, trace: bool, early_end: bool
) -> None:
    """Take the games of hanab.live in each FILE through the rules, one line for each game.

    With --early-end a game ends as on that site: also as soon as nothing more can be played.

    A FILE has one game in that site's JSON or a list of games, and may be gzipped. The address of
    a game on that site, which holds the whole game, is taken, too.
    """
    if trace and not as_json:
        raise click.UsageError("--trace goes with --json")
    unreadable = illegal = False
    ending = EarlyEnd.HANAB_LIVE if early_end else EarlyEnd.OFF
    for path in files:
        for report in _reports(path, len(files) > 1, trace, ending):
            error = report.get("error")
            unreadable |= isinstance(error, str)
            illegal |= isinstance(error, dict)
            click.echo(json.dumps(report) if as_json else _sentence(path, report))
    if unreadable:
        raise UnusableInput("not everything could be read; the lines above say what")
    if illegal:
        ctx.exit(ILLEGAL)


def _reports(
    path: str, several: bool, trace: bool, ending: EarlyEnd
) -> Iterator[dict[str, object]]:
    """Yield one report for each game; for a file that cannot be read on, one with ``error``."""
    try:
        file = LinkedGame(path) if is_link(path) else GameFile(Path(path))
        with Progress(
            console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()
        ) as bar:
            task = bar.add_task("Replaying", total=file.size)
            for index, data in enumerate(file.games()):
                yield _report(path, index, data, f"{path}: " if several else "", trace, ending)
                bar.update(task, completed=file.position)
    except FormatError as error:
        yield {"file": path, "error": str(error)}
    except Unsupported as error:  # a link to a variant that we don't know the cards of
        yield _refused(0, UNSUPPORTED, None, f"{path}: {error}" if several else str(error))


def _report(
    path: str, index: int, data: object, where: str, trace: bool, ending: EarlyEnd
) -> dict[str, object]:
    try:
        if isinstance(data, dict) and FIELD in data:
            states = list(extended_positions(data))
        else:
            states = list(positions(parse(data), ending))
    except FormatError as error:
        return {"file": path, "game": index, "error": str(error)}
    except Unsupported as error:
        return _refused(index, UNSUPPORTED, None, f"{where}{error}")
    except IllegalAction as error:
        return _refused(index, error.rule.value, error.turn, f"{where}{error}")
    end = states[-1]
    report: dict[str, object] = {
        "file": path,
        "game": index,
        "outcome": (end.outcome or Outcome.UNFINISHED).value,
        "score": score(end),
        "played": played(end),
        "strikes": end.strikes,
        "clue_tokens": end.clue_tokens,
        "turns": end.turn - 1,
        "deck": end.deck,
    }
    if trace:
        report["trace"] = [_counts(state) for state in states[1:]]
    return report


def _refused(index: int, rule: str, turn: int | None, message: str) -> dict[str, object]:
    return {"game": index, "error": {"rule": rule, "turn": turn, "message": message}}


def _counts(state: GameState) -> list[int]:
    return [played(state), state.clue_tokens, state.strikes, state.next_id]


def _sentence(path: str, report: dict[str, object]) -> str:
    where = one_line(path)
    if "game" in report:
        where += f", game {report['game']}"
    error = report.get("error")
    if isinstance(error, dict):
        at = "" if error["turn"] is None else f" at turn {error['turn']}"
        return (
            f"{where}: refused{at}, {error['rule']}: {COUNTED.recorded(one_line(error['message']))}"
        )
    if error is not None:
        return f"{where}: {one_line(str(error))}"
    return (
        f"{where}: {report['outcome']} after {report['turns']} turns: score {report['score']},"
        f" {report['played']} cards played, {report['clue_tokens']} clue tokens,"
        f" {report['strikes']} strikes, {report['deck']} cards to draw"
    )
