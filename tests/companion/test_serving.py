"""The table opened to people: what the terminal shows, and the doors that open and close."""

import socket
from ipaddress import ip_address
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pytest

from companion.hanabi.ruleset import STANDARD
from companion.lobby import Plan
from companion.panel import PanelKind, Press
from companion.record import Record
from companion.serving import House, open_house, own_address, welcome
from companion.settings import PanelSettings, Settings, WebSettings
from companion.table import Table
from web.serve import WebError


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def table(record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return Table(record, Plan(STANDARD), look=lambda _: None)


def settings(port: int) -> Settings:
    return Settings(
        web=WebSettings(port=port, host="127.0.0.1"), panel=PanelSettings(kind=PanelKind.VIRTUAL)
    )


def test_the_terminal_shows_the_way_to_the_table() -> None:
    said = welcome(House("http://192.0.2.7:8000", "http://127.0.0.1:8000", "0042"))
    assert "http://192.0.2.7:8000" in said
    assert "code 0042" in said
    assert "http://192.0.2.7:8000/public" in said


def test_this_machine_has_an_address() -> None:
    assert ip_address(own_address()).version == 4


def test_while_the_house_is_open_the_page_is_served_and_the_panel_shown(
    table: Table, port: int
) -> None:
    web = build_opener(ProxyHandler({}))
    with open_house(table, settings(port)) as house:
        with web.open(f"{house.local}/?code={house.code}", timeout=10) as page:
            assert b"Join the table" in page.read()
        lamps = table.lamps()
        assert lamps is not None
        assert "turn.0" in lamps
        table.press(Press.CONFIRM)
    with pytest.raises(OSError, match="refused"):
        web.open(house.local, timeout=10)


def test_a_house_whose_port_is_taken_does_not_open(table: Table, port: int) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        with pytest.raises(WebError, match=str(port)), open_house(table, settings(port)):
            pass
