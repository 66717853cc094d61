"""Yaku charts by name or from a TOML file, which may begin with a printed one.

base = "rulebook"
off = ["wisteria"]

[[yaku]]
id = "five_brights"
value = 200
"""

from __future__ import annotations

from pathlib import Path

from companion.files import reading
from companion.hana_awase.chart_notation import chart_from_data
from companion.hana_awase.entries import whole_number
from companion.hana_awase.notation import options_from_data
from companion.hana_awase.options import Options
from companion.hana_awase.yaku import Chart


class ChartError(ValueError):
    """A chart or a file of options cannot be used; one sentence names the file and the key."""


def read_chart(path: Path) -> Chart:
    """Return the chart that a TOML file describes; its name is the file's unless it says one.

    Raises:
        ChartError: the file cannot be read, or what it says makes no chart.
    """
    try:
        return chart_from_data(path.stem, reading.read_toml(path))
    except OSError as error:
        raise ChartError(f"{path}: {error.strerror or error}") from error
    except ValueError as error:
        raise ChartError(f"{path}: {error}") from error


def read_json(path: Path) -> object:
    """Return what a JSON file holds.

    Raises:
        ChartError: it cannot be read.
    """
    try:
        data: object = reading.read_json(path, pipes=True)
    except OSError as error:
        raise ChartError(f"{path}: {error.strerror or error}") from error
    except reading.FieldTwiceError as error:
        raise ChartError(f"{path}: {error}") from error
    except ValueError as error:
        raise ChartError(f"{path} is no JSON: {error}") from error
    return data


def read_options(path: Path) -> tuple[Options, int | None]:
    """Return the options of a JSON file, and ``players`` where it says how many play.

    The file of a chart is looked for beside it.

    Raises:
        ChartError: a file cannot be read, or what it says makes no sense.
    """
    data = read_json(path)
    players = None
    try:
        if isinstance(data, dict) and "players" in data:
            players = whole_number("players", data["players"])
            data = {key: value for key, value in data.items() if key != "players"}
        options = options_from_data(data, lambda name: read_chart(path.parent / name))
        if players is not None:
            options.check(players)
    except ValueError as error:
        raise ChartError(f"{path}: {error}") from error
    return options, players
