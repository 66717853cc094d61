"""``companion hana-awase``: the second game; ``score`` scores piles that a file lists."""

from __future__ import annotations

import json
from pathlib import Path

import click

from companion.commands.errors import UnusableInput, unusable
from companion.commands.options import json_option
from companion.hana_awase.leftovers import assign_leftovers
from companion.hana_awase.notation import case_from_data, labels, score_to_data
from companion.hana_awase.scoring import score_deal
from companion.hana_awase_texts import score_lines
from companion.yaku_charts import ChartError, read_chart, read_json


@click.group()
def hana_awase() -> None:
    """Score Hana-awase, the second game of the table."""


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
        if as_json:
            click.echo(json.dumps({"name": name, **report} if name else report))
        else:
            click.echo("\n".join([f"{name}:" if name else "", *lines]).strip())
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
    return {"players": len(taken), **score_to_data(result), **more}, score_lines(result)
