"""A table is within reach: by its network at home, else by one of its own."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from companion.wifi.hotspot import HOTSPOT_FOR, LOST_FOR, VISITED_WITHIN, HotspotKeeper
from companion.wifi.wifi import VisibleNetwork, WifiError, WifiLink, WifiState, fit_to_join

HOME = VisibleNetwork("Home", 70, secured=True)
PASSWORD = "correct horse"


class Air:
    """A machine's Wi-Fi and what is in reach of it."""

    def __init__(self, *, router: bool = False, known: bool = False) -> None:
        self.router, self.known = router, known
        self.link = WifiState(WifiLink.LOST)
        self.looked_on_the_hotspot = False
        self.looks = 0
        self.opened: Callable[[], object] = lambda: None

    def state(self) -> WifiState:
        return self.link

    def visible(self) -> tuple[VisibleNetwork, ...]:
        self.looks += 1
        # Most hotspots cannot look round: the driver answers with nothing but itself.
        if self.link.link is WifiLink.HOTSPOT:
            self.looked_on_the_hotspot = True
            return ()
        return (HOME,) if self.router else ()

    def knows_a_network(self) -> bool:
        return self.known

    def join(self, name: str, password: str | None) -> None:
        self.link = WifiState(WifiLink.LOST)
        if not self.router or name != HOME.name:
            raise WifiError(f"{name} is not in reach")
        if password != PASSWORD:
            raise WifiError(f"{name} does not take that password")
        self.known, self.link = True, WifiState(WifiLink.HOME, name)

    def rejoin(self) -> None:
        self.link = WifiState(WifiLink.LOST)
        if not (self.router and self.known):
            raise WifiError("no network that is known was found")
        self.link = WifiState(WifiLink.HOME, HOME.name)

    def open_hotspot(self) -> None:
        self.opened()
        self.link = WifiState(WifiLink.HOTSPOT, "Hanabi table")


class Evening:
    """A table's keeper with a clock that the test winds."""

    def __init__(self, air: Air) -> None:
        self.air, self.now, self.phones = air, 0.0, False
        self.keeper = HotspotKeeper(air, lambda: self.phones, clock=lambda: self.now)
        self.keeper.look()

    def wait(self, seconds: float) -> WifiLink:
        """Let time pass, and the keeper look every five seconds of it."""
        until = self.now + seconds
        while self.now < until:
            self.now += 5
            self.keeper.look()
        return self.air.link.link


def test_a_machine_that_finds_no_network_opens_its_own() -> None:
    evening = Evening(Air())
    assert evening.wait(LOST_FOR - 10) is WifiLink.LOST
    assert evening.wait(15) is WifiLink.HOTSPOT


def test_a_machine_that_is_at_home_never_does() -> None:
    air = Air(router=True, known=True)
    air.link = WifiState(WifiLink.HOME, "Home")
    assert Evening(air).wait(600) is WifiLink.HOME


def test_at_home_the_radio_looks_round_only_for_whoever_opens_the_page() -> None:
    air = Air(router=True, known=True)
    air.link = WifiState(WifiLink.HOME, "Home")
    evening = Evening(air)
    evening.wait(600)
    assert air.looks == 0
    evening.keeper.visited()
    evening.wait(5)
    assert evening.keeper.news().visible == (HOME,)


def test_what_was_in_reach_is_looked_at_before_the_hotspot_opens() -> None:
    evening = Evening(Air(router=True))
    evening.wait(LOST_FOR + 60)
    assert evening.keeper.news().visible == (HOME,)
    assert not evening.air.looked_on_the_hotspot


def test_the_network_that_is_told_on_the_page_is_joined() -> None:
    evening = Evening(Air(router=True))
    evening.wait(LOST_FOR + 10)
    evening.keeper.join("Home", PASSWORD)
    assert evening.keeper.news().joining == "Home"
    assert evening.wait(5) is WifiLink.HOME
    assert evening.keeper.news().joining is None
    assert evening.keeper.news().failed is None


def test_after_a_wrong_password_the_hotspot_is_there_again_and_the_page_says_why() -> None:
    evening = Evening(Air(router=True))
    evening.wait(LOST_FOR + 10)
    told: list[str | None] = []
    evening.air.opened = lambda: told.append(evening.keeper.news().failed)
    evening.keeper.join("Home", "wrong horse")
    assert evening.wait(5) is WifiLink.HOTSPOT
    news = evening.keeper.news()
    assert (news.tried, news.failed) == ("Home", "Home does not take that password")
    assert told == [news.failed], "whoever comes back is told at once"
    assert news.visible == (HOME,)


def test_a_fault_that_nobody_foresaw_does_not_leave_the_page_joining_for_ever() -> None:
    class Faulty(Air):
        def join(self, name: str, password: str | None) -> None:
            self.link = WifiState(WifiLink.LOST)
            raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "nmcli told no text")

    evening = Evening(Faulty(router=True))
    evening.wait(LOST_FOR + 10)
    evening.keeper.join("Home", PASSWORD)
    assert evening.wait(5) is WifiLink.HOTSPOT, "the page is within reach again"
    news = evening.keeper.news()
    assert (news.joining, news.tried) == (None, "Home")
    assert "log" in (news.failed or "")


def test_a_router_that_starts_later_than_the_table_is_found_again() -> None:
    evening = Evening(Air(known=True))
    assert evening.wait(LOST_FOR + 10) is WifiLink.HOTSPOT
    evening.air.router = True
    assert evening.wait(HOTSPOT_FOR + 10) is WifiLink.HOME


def test_while_the_router_is_away_the_hotspot_comes_back_each_time() -> None:
    evening = Evening(Air(known=True))
    evening.wait(LOST_FOR + 10)
    for _ in range(3):
        assert evening.wait(HOTSPOT_FOR + 10) is WifiLink.HOTSPOT


def test_phones_that_play_on_the_hotspot_are_not_sent_away() -> None:
    evening = Evening(Air(known=True))
    evening.wait(LOST_FOR + 10)
    evening.phones, evening.air.router = True, True
    assert evening.wait(3600) is WifiLink.HOTSPOT
    evening.phones = False
    assert evening.wait(10) is WifiLink.HOME


def test_whoever_types_a_password_is_not_sent_away() -> None:
    evening = Evening(Air(known=True))
    evening.wait(LOST_FOR + 10)
    evening.air.router = True
    evening.wait(HOTSPOT_FOR - 20)
    evening.keeper.visited()
    assert evening.wait(VISITED_WITHIN - 10) is WifiLink.HOTSPOT
    assert evening.wait(30) is WifiLink.HOME


def test_a_machine_without_wifi_says_so() -> None:
    air = Air()
    air.link = WifiState(WifiLink.MISSING)
    evening = Evening(air)
    assert evening.wait(600) is WifiLink.MISSING
    with pytest.raises(WifiError, match="has no Wi-Fi"):
        evening.keeper.join("Home", PASSWORD)


@pytest.mark.parametrize(
    ("name", "password"),
    [("", None), ("x" * 33, None), ("ü" * 17, None), ("Home", "short"), ("Home", "ä" * 8),
     ("Home", "two\nlines!"), ("a\nb", None), ("Home", "x" * 64)],
)  # fmt: skip
def test_no_network_is_joined_that_cannot_exist(name: str, password: str | None) -> None:
    evening = Evening(Air(router=True))
    with pytest.raises(ValueError, match="no network"):
        evening.keeper.join(name, password)
    assert evening.keeper.news().joining is None


def test_a_fault_while_looking_does_not_end_the_looking() -> None:
    air = Air()
    keeper = HotspotKeeper(air, lambda: False)
    looked: list[int] = []

    def broken() -> WifiState:
        looked.append(len(looked))
        raise RuntimeError("a driver's fault")

    air.state = broken  # type: ignore[method-assign]  # a driver may fail in any way
    keeper.start()
    until = time.monotonic() + 10
    while not looked and time.monotonic() < until:
        time.sleep(0.01)
    keeper.close()
    assert looked


@pytest.mark.parametrize(
    ("name", "password", "fits"),
    [
        ("Home", PASSWORD, True),
        ("Żółw", None, True),
        ("", None, False),
        ("ł" * 17, None, False),
        ("two\nlines", None, False),
        ("\ud800", None, False),
        ("Home", "short", False),
        ("Home", "hasło z ogonkami", False),
    ],
)
def test_only_what_a_network_can_be_called_is_joined(
    name: str, password: str | None, fits: bool
) -> None:
    assert fit_to_join(name, password) is fits
