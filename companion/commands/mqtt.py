"""``companion mqtt``: what a broker keeps of a table."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.brokers import settings_of_broker, way_in
from companion.commands.errors import UnusableInput, unusable
from companion.files.keys import KEYS_FILE, KeysError, load_keys
from companion.files.paths import state_directory
from companion.mqtt.access import MqttError
from companion.mqtt.opening import table_id
from companion.mqtt.visit import remove as take_away
from companion.settings.values import WORD


@click.group()
def mqtt() -> None:
    """What a broker keeps of a table."""


@mqtt.command()
@click.option("--table", metavar="ID", help="Another table than that of the settings.")
@click.option("--settings", "file", type=click.Path(path_type=Path), help="Another settings file.")
def remove(table: str | None, file: Path | None) -> None:
    """Take away all that the broker keeps of a table which is no more there.

    Home Assistant then forgets it, and its results are gone from the club.
    """
    settings = settings_of_broker(file)
    access = way_in(None, None, settings, "set mqtt.broker")
    if table is not None and not WORD.fullmatch(table):
        raise UnusableInput(f"--table: {table!r} is no id of a table")
    with unusable(KeysError, MqttError):
        wanted = table or settings.table or table_id(settings, _secret())
        gone = take_away(access, wanted, settings.discovery)
    for topic in gone:
        click.echo(topic)
    click.echo(f"Taken away: {len(gone)}.", err=True)


def _secret() -> bytes:
    return load_keys(state_directory() / KEYS_FILE).secret
