"""``companion hana-awase``: the second game; piles in a file are scored, games are listed."""

from __future__ import annotations

import json
from pathlib import Path

import click

from companion.commands.errors import UnusableInput, unusable
from companion.commands.hana_games import hana_games, hana_line
from companion.commands.options import json_option
from companion.hana_awase.leftovers import assign_leftovers
from companion.hana_awase.notation import case_from_data, labels, score_to_data
from companion.hana_awase.options import cautions
from companion.hana_awase.piles import PileError
from companion.hana_awase.scoring import score_deal
from companion.hana_table.texts import caution_sentence, score_lines
from companion.hana_table.yaku_charts import ChartError, read_chart, read_json
from companion.language.plain import one_line


@click.group()
def hana_awase() -> None:
    """Score Hana-awase, the second game of the table, and look at its games."""


@hana_awase.command()
@click.argument("piles", metavar="PILES.json", type=click.Path(path_type=Path))
@json_option
def score(piles: Path, as_json: bool) -> None:
    """Score the piles of one deal, or of a list of deals, that a JSON file holds."""
    with unusable(ChartError):
        data = read_json(piles)
    failed = False
    for case in data if isinstance(data, list) else [data]:
        name = str(case.get("name", "")) if isinstance(case, dict) else ""
        try:
            report, lines = _scored(case, piles.parent)
        except ValueError as error:
            failed = True
            report, lines = {"error": str(error)}, [str(error)]
            if isinstance(error, PileError) and error.cards:
                report["cards"] = labels(error.cards)
        if as_json:
            click.echo(json.dumps({"name": name, **report} if name else report))
        else:
            click.echo("\n".join([f"{one_line(str(name))}:" if name else "", *lines]).strip())
    if failed:
        raise UnusableInput("some piles cannot be scored; the lines above say which")


def _scored(data: object, folder: Path) -> tuple[dict[str, object], list[str]]:
    """Return a case's score as data and in words.

    Raises:
        ValueError: the case cannot be used; one sentence says why.
    """
    case = case_from_data(data, lambda name: read_chart(folder / name))
    taken, more = case.piles, {}
    if case.left is not None:
        given = assign_leftovers(case.piles, case.left)
        taken = given.piles
        more = {
            "piles": [labels(pile) for pile in taken],
            "november_leftover_to": given.november_to,
            "other_leftover_to": given.other_to,
        }
    result = score_deal(taken, case.options, case.unscored)
    warned = cautions(case.options, len(taken))
    said = {"players": len(taken), **score_to_data(result), **more}
    said["cautions"] = [one.value for one in warned]
    return said, [*score_lines(result), *map(caution_sentence, warned)]


@hana_awase.command()
@json_option
@click.pass_context
def games(ctx: click.Context, as_json: bool) -> None:
    """List the games on record, oldest first, with the scores of their deals."""
    found = hana_games()
    for one in found:
        if as_json:
            click.echo(json.dumps(one))
        elif "error" in one:
            click.echo(f"companion: {one_line(str(one['error']))}", err=True)
        else:
            click.echo(hana_line(one))
    if not found and not as_json:
        click.echo("No games of Hana-awase yet.")
    damaged = any("error" in one for one in found)
    if damaged and as_json:
        raise UnusableInput("some games are damaged; the lines above say which")
    if damaged:
        ctx.exit(UnusableInput.exit_code)
