"""``companion club``: all tables that meet at a broker, and what they have played."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Self

import click
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from companion.addresses import own_address, page_address
from companion.commands.brokers import settings_of_broker, way_in
from companion.commands.errors import UnusableInput, unusable
from companion.commands.options import json_option, settings_option
from companion.language.plain import one_line
from companion.mqtt.access import Access, MqttError
from companion.mqtt.club import LISTENS_TO, Club, NotOurs, TableSeen
from companion.mqtt.club_texts import (
    COLUMNS,
    RESULTS,
    clash_text,
    line,
    result_line,
    result_row,
    row,
)
from companion.mqtt.messages import Message
from companion.mqtt.visit import BrokerFound, BrokerLost, Visit
from companion.settings.settings import WebSettings
from web.club import ClubPage, create_club_app
from web.serve import Server, WebError, serve

MOST_RESULTS = 20
"""Games that the live view lists."""


@click.command()
@click.option("--broker", metavar="HOST[:PORT]", help="Another broker than that of the settings.")
@click.option("--username", help="As whom, with --broker; COMPANION_MQTT_PASSWORD is his password.")
@click.option("--once", is_flag=True, help="Say how the tables stand, and end.")
@click.option("--port", type=click.IntRange(1, 65535), help="Also serve a page with all of it.")
@json_option
@settings_option
def club(
    broker: str | None,
    username: str | None,
    once: bool,
    port: int | None,
    as_json: bool,
    file: Path | None,
) -> None:
    """Show all tables that meet at a broker, and what they have played."""
    if once and port is not None:
        raise UnusableInput("--port: a page is served as long as the command runs, not --once")
    access = way_in(broker, username, settings_of_broker(file))
    seen, told = Club(), _Told(as_json)
    watch = _Live() if not as_json and not once and sys.stdout.isatty() else told
    page = _Page()
    with ExitStack() as opened, unusable(MqttError, WebError):
        if port is not None:
            opened.enter_context(page.served(port))
        visit = opened.enter_context(Visit(access, LISTENS_TO))
        opened.enter_context(watch)
        for message in visit.kept():
            _take(seen, message)
        watch.begin(seen)
        page.show(seen)
        while not once:
            _follow(visit, seen, (page, watch), access)


class _Page:
    """Serves a page with all of it, where that is wanted."""

    def __init__(self) -> None:
        self._shown = ClubPage()

    def show(self, seen: Club) -> None:
        """Show how things are now; what is shown does not change any more."""
        self._shown = ClubPage(tuple(replace(one) for one in seen.standing), tuple(seen.games))

    def changed(self, seen: Club, change: Mapping[str, object]) -> None:
        del change  # all of it is shown anew
        self.show(seen)

    def served(self, port: int) -> Server:
        address = page_address(own_address(), port)
        app = create_club_app(lambda: self._shown, address=address)
        server = serve(app, WebSettings().host, port)
        click.echo(f"The page of the club: {address}", err=True)
        return server


def _follow(
    visit: Visit, seen: Club, watchers: Sequence[_Told | _Live | _Page], access: Access
) -> None:
    """Wait for what comes next, and tell it."""
    match visit.next(timeout=60):
        case Message() as message:
            change = _take(seen, message)
            for watch in watchers if change is not None else ():
                watch.changed(seen, change or {})
        case BrokerLost(why):
            click.echo(f"The broker {access} is away: {why}; it is tried again.", err=True)
        case BrokerFound():
            click.echo(f"The broker {access} is there.", err=True)


def _take(seen: Club, message: Message) -> Mapping[str, object] | None:
    try:
        return seen.take(message)
    except NotOurs as error:
        click.echo(f"companion: left out: {one_line(str(error))}", err=True)
        return None


class _Told:
    """Tells line by line, in words or as JSON."""

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._said: dict[str, str] = {}
        self._clashes: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def begin(self, seen: Club) -> None:
        for one in seen.standing:
            self._tell(one, seen.about(one))
        for one in sorted(seen.tables.values(), key=lambda each: each.table):
            for day in sorted(one.results):
                self._results(one, seen.played(one, day))
        if not self._as_json and not seen.standing:
            click.echo("No table has told the broker of itself yet.")

    def changed(self, seen: Club, change: Mapping[str, object]) -> None:
        one = seen.tables[str(change["table"])]
        if change["event"] == "results":
            self._results(one, change)
        else:
            self._tell(one, change)

    def _tell(self, one: TableSeen, change: Mapping[str, object]) -> None:
        if self._as_json:
            click.echo(json.dumps(change, ensure_ascii=False))
            return
        said = line(one)
        if self._said.get(one.table) != said:
            self._said[one.table] = said
            click.echo(said)
        if one.clashes and one.table not in self._clashes:
            click.echo(f"{clash_text(one)}.")
        (self._clashes.add if one.clashes else self._clashes.discard)(one.table)

    def _results(self, one: TableSeen, change: Mapping[str, object]) -> None:
        if self._as_json:
            click.echo(json.dumps(change, ensure_ascii=False))
            return
        for game in one.results.get(str(change["day"]), ()):
            said = result_line(one, game)
            if self._said.get(f"{one.table} {game['game']}") != said:
                self._said[f"{one.table} {game['game']}"] = said
                click.echo(f"  {said}")


class _Live:
    """Shows all of it in the terminal, always as it is now."""

    def __init__(self) -> None:
        self._live = Live(console=Console(), auto_refresh=False)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def begin(self, seen: Club) -> None:
        self._live.update(picture(seen), refresh=True)

    def changed(self, seen: Club, change: Mapping[str, object]) -> None:
        del change  # all of it is drawn anew
        self.begin(seen)


def picture(seen: Club) -> Group:
    """Return the tables and the newest results, as rich draws them."""
    tables, results = _table("Tables", COLUMNS), _table("Results", RESULTS)
    for one in seen.standing:
        tables.add_row(*map(Text, row(one)))
    for one, game in seen.games[:MOST_RESULTS]:
        results.add_row(*map(Text, result_row(one, game)))
    warnings = [
        Text(f"{clash_text(one)}.", style="bold red") for one in seen.standing if one.clashes
    ]
    return Group(tables, *warnings, results)


def _table(title: str, columns: tuple[str, ...]) -> Table:
    table = Table(title=title, title_justify="left", expand=True)
    for column in columns:
        table.add_column(column)
    return table
