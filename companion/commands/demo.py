"""``companion demo``: a whole game on a simulated table, through the real pipeline."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import click

from companion.adapters.memory import give_freed_memory_back
from companion.commands.demo_hana import DEALS, HanaShow
from companion.commands.errors import UnusableInput, unusable
from companion.commands.number_range import NumberRange
from companion.commands.options import find_ruleset
from companion.commands.run_hana import GAMES, HANA_AWASE, HANABI
from companion.demonstration.phones import PhoneError
from companion.demonstration.players import DemoError
from companion.demonstration.show import Show
from companion.files.keys import KeysError
from companion.files.lock import FolderLockedError, locked
from companion.files.paths import demo_directory
from companion.film.reel import FilmError
from companion.hana_awase.options import PLAYERS, OptionError, Options
from companion.hana_table.yaku_charts import ChartError, read_options
from companion.hanabi.ruleset import STANDARD
from companion.mqtt.access import MqttError
from companion.panel.panel import PanelKind
from companion.record.games import RecordError
from companion.settings.broker import MqttSettings
from companion.settings.reading import SettingsError, load_settings
from companion.settings.settings import PanelSettings, PictureSettings, Settings, WebSettings
from hardware.panel import PanelError
from vision.simulator.table import TableError
from web.serve import WebError

MOST_SEED = 1_000_000
"""Where no seed was named, one below it is drawn."""


@click.command()
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--seed", type=int, help="The same seed gives the same game.")
@click.option("--players", default=3, show_default=True, type=click.IntRange(2, 5))
@click.option("--game", type=click.Choice(GAMES), default=HANABI, show_default=True)
@click.option(
    "--speed",
    default=1.0,
    show_default=True,
    type=NumberRange(min=0.01),
    help="How many times faster than real, at most.",
)
@click.option("--once", is_flag=True, help="End after one game and print its result.")
@click.option("--pictures", is_flag=True, help="Keep pictures for companion accuracy.")
@click.option(
    "--film",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep it as a film in a folder of this one.",
)
@click.option(
    "--fidgety",
    default=0.0,
    show_default=True,
    type=NumberRange(0.0, 1.0),
    help="How much people, phones, cups and shadows stir beside the game, 0 to 1.",
)
@click.option(
    "--eyes/--no-eyes",
    default=True,
    show_default=True,
    help="Of Hana-awase: read the drawn table, or know at once what was laid.",
)
@click.option("--ruleset", help="Of Hanabi: what is played; without it standard.")
@click.option(
    "--options",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A JSON file with rules of Hana-awase.",
)
@click.option("--mqtt", is_flag=True, help="Tell the broker of the settings, as demo-PORT.")
@click.pass_context
def demo(
    ctx: click.Context,
    port: int,
    seed: int | None,
    players: int,
    game: str,
    speed: float,
    once: bool,
    pictures: bool,
    film: Path | None,
    fidgety: float,
    eyes: bool,
    ruleset: str | None,
    options: Path | None,
    mqtt: bool,
) -> None:
    """Play a game on a simulated table, to look at and to try the page with.

    It keeps to itself: its games are not among yours, and are gone when the next one begins.
    Ctrl-C ends it.
    """
    if game == HANA_AWASE:
        for option, said in {"--film": film, "--pictures": pictures, "--mqtt": mqtt}.items():
            if said:
                raise UnusableInput(f"{option}: is for Hanabi only")
        if ruleset is not None:
            raise UnusableInput("--ruleset: is for Hanabi only")
        if players not in PLAYERS:
            raise UnusableInput(f"--players: Hana-awase is for 2 to 4, got {players}")
    elif not eyes:
        raise UnusableInput("--no-eyes: is for Hana-awase only")
    elif options is not None:
        raise UnusableInput("--options: is for Hana-awase; Hanabi has --ruleset")
    rules = find_ruleset(ruleset or STANDARD.name)
    give_freed_memory_back()
    first = seed if seed is not None else random.randrange(MOST_SEED)
    settings = Settings(
        web=WebSettings(port=port),
        panel=PanelSettings(kind=PanelKind.VIRTUAL),
        pictures=PictureSettings(log=pictures),
        mqtt=_broker(port) if mqtt else MqttSettings(),
    )
    show: Show | HanaShow = (
        HanaShow(first, players, speed, once, eyes, _rules(options, players))
        if game == HANA_AWASE
        else Show(
            first, players=players, speed=speed, once=once, films=film, fidgety=fidgety, rules=rules
        )
    )
    errors = unusable(
        RecordError,
        WebError,
        PanelError,
        KeysError,
        TableError,
        DemoError,
        PhoneError,
        FilmError,
        MqttError,
        FolderLockedError,
    )
    with errors, locked(demo_directory()) as lock:
        result = show.perform(settings, lock)
    if once and result is not None:
        click.echo(json.dumps(result))
        ctx.exit(0 if result["truth_agrees"] else 1)


def _rules(said: Path | None, players: int) -> Options:
    """Return how Hana-awase is played before the eyes: a short game, however long one is."""
    options = Options()
    if said is not None:
        with unusable(ChartError, OptionError):
            options, _ = read_options(said)
            options.check(players)
    return replace(options, deals=min(options.deals, DEALS))


def _broker(port: int) -> MqttSettings:
    """Return how a broker is told of a simulated table, which is nobody's own."""
    with unusable(SettingsError):
        mqtt = load_settings().mqtt
    if mqtt.broker is None:
        raise UnusableInput("--mqtt: the settings name no mqtt.broker")
    return replace(mqtt, table=f"demo-{port}", name=f"Demo {port}")
