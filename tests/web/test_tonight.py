"""The page on which people choose how to play: first of all where nothing is configured."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.services import Services
from companion.settings.file import SettingValue
from companion.settings.tonight import NAMED, NEITHER, NO_CAMERA, Chosen, TonightsWays, WayToPlay
from tests.web.browsing import PHONE, phones_at
from tests.web.fake_host import FakeHost, FakeWays
from tests.web.phones import CODE, Phone, app_of, data, sentence
from tests.web.real_table import OpenTable
from web import create_app
from web.config import PageConfig
from web.serve import serve


def test_whoever_scans_the_code_of_a_fresh_table_chooses_first_how_to_play(
    open_table: OpenTable,
) -> None:
    ways = FakeWays(is_fresh=True)
    app = app_of(open_table(camera=False), ways=ways)
    client = app.test_client()
    assert client.get(f"/?code={CODE}").headers["Location"] == f"/tonight?code={CODE}"
    assert client.get(f"/tonight?code={CODE}").headers["Location"] == "/tonight"
    assert client.get("/tonight").status_code == 200
    assert client.get("/?sit=1").status_code == 200  # and then takes a seat
    ways.is_fresh = False
    assert client.get("/").status_code == 200


def test_the_first_one_at_a_new_table_is_asked_how_to_play_and_nobody_at_another(
    open_table: OpenTable,
) -> None:
    ways = FakeWays(is_fresh=True)
    seated = Phone(app_of(open_table(camera=False), ways=ways), seat=0)
    asked = seated.get("/tonight?first=yes")
    assert asked.status_code == 200
    assert b'data-home="/seat"' in asked.data
    assert b": take a seat" not in asked.data, "he has one"
    ways.is_fresh = False
    assert seated.get("/tonight?first=yes").headers["Location"] == "/seat"


def test_nobody_is_kept_from_his_seat(open_table: OpenTable) -> None:
    desk = open_table(camera=False)
    app = app_of(desk, ways=FakeWays(is_fresh=True))
    seated, stranger = Phone(app, seat=0), app.test_client()
    assert seated.get("/").status_code == 200
    assert stranger.get("/").status_code == 200  # he has to tell the code first
    assert stranger.get(f"/?code={CODE}&seat=2").status_code == 200  # a stand-up's address
    assert stranger.get("/tonight?code=WRONG").status_code == 403
    desk.deal()
    assert stranger.get(f"/?code={CODE}").status_code == 200


def test_a_way_is_chosen_by_anybody_between_games_and_by_a_seat_in_one(
    open_table: OpenTable,
) -> None:
    desk, ways = open_table(camera=False), FakeWays()
    app = app_of(desk, ways=ways)
    public, seated = Phone(app), Phone(app, seat=0)
    assert data(public.post("tonight", way="mat")) == {"anew": False, "lacks": None}
    assert ways.chosen is WayToPlay.MAT
    desk.deal()
    assert public.post("tonight", way="phones").status_code == 403
    assert ways.chosen is WayToPlay.MAT
    assert seated.post("tonight", way="phones").status_code == 200


def test_what_is_missing_is_said_in_the_readers_language(open_table: OpenTable) -> None:
    app = app_of(open_table(camera=False), ways=FakeWays(comes_of_it=Chosen(lacks=NO_CAMERA)))
    phone = Phone(app)
    assert data(phone.post("tonight", way="mat"))["lacks"].startswith("No camera is connected")
    phone.client.set_cookie("language", "pl")
    assert "kamera" in data(phone.post("tonight", way="mat"))["lacks"]
    assert "way: wants one of" in sentence(phone.post("tonight", way="by heart"))


@pytest.mark.usefixtures("same_start")
def test_the_page_tells_nothing_of_hidden_cards(open_table: OpenTable) -> None:
    told = []
    for seed in (1, 2):
        desk = open_table(seed=seed)
        desk.deal()
        phone = Phone(app_of(desk, ways=FakeWays()), seat=0)
        told.append((phone.get("/api/tonight").data, phone.get("/tonight").data))
    assert told[0] == told[1]


def test_the_first_page_of_all_is_read_in_the_language_that_is_chosen_on_it(
    open_table: OpenTable,
) -> None:
    phone = Phone(app_of(open_table(camera=False), ways=FakeWays(is_fresh=True)))
    assert 'href="/tonight?language=ro"' in phone.get("/tonight").text
    assert phone.get("/tonight?language=ro").headers["Location"] == "/tonight"
    page = phone.get("/tonight").text
    assert '<html lang="ro">' in page
    for singular in (": ia un loc", "Ocupă", "Punctează"):
        assert singular not in page, "voi"


class Kept:
    """Settings in memory."""

    def __init__(self, **said: SettingValue) -> None:
        self.said: dict[str, SettingValue] = {f"table.{key}": value for key, value in said.items()}

    def values(self) -> dict[str, SettingValue]:
        return self.said

    def change(self, changes: dict[str, SettingValue | None]) -> None:
        self.said |= {key: value for key, value in changes.items() if value is not None}

    def keep_rules(self, ruleset: object) -> None:
        raise AssertionError(f"nobody chooses {ruleset} here")


def ways(kept: Kept, anew: Callable[[], None], **how: bool) -> TonightsWays:
    return TonightsWays(
        kept,  # type: ignore[arg-type]  # it takes a mapping
        watches=how.get("watches", False),
        named=how.get("named", False),
        decks=lambda: ("ours",) if how.get("deck") else (),
        connected=lambda: how.get("connected", True),
        reads=lambda: how.get("deck", False),
        start_anew=anew,
        mat=how.get("mat", True),
    )


def test_a_camera_is_looked_for_from_a_new_start_on() -> None:
    kept, starts = Kept(), list[str]()
    anew = partial(starts.append, "anew")
    assert ways(kept, anew).fresh()
    assert ways(kept, anew).choose(WayToPlay.PHOTO) == Chosen()
    unplugged = ways(kept, anew, connected=False, deck=True)
    assert unplugged.choose(WayToPlay.MAT) == Chosen(lacks=NO_CAMERA)
    assert ways(kept, anew, connected=False).choose(WayToPlay.MAT) == Chosen(lacks=NEITHER)
    assert kept.said == {}
    assert ways(kept, anew).choose(WayToPlay.RACKS) == Chosen(anew=True)
    assert (kept.said, starts) == ({"table.camera": "auto"}, ["anew"])
    assert not ways(kept, anew).fresh()
    assert ways(kept, anew, watches=True).choose(WayToPlay.MAT) == Chosen()
    assert ways(kept, anew, watches=True).choose(WayToPlay.PHONES) == Chosen(anew=True)
    assert kept.said == {"table.camera": "none"}


def test_a_camera_is_there_before_anything_watches_through_it() -> None:
    anew = list[str]().clear
    assert ways(Kept(), anew).has_camera()
    assert not ways(Kept(), anew, connected=False).has_camera()
    assert ways(Kept(camera="http://phone:8080/video"), anew, connected=False).has_camera()
    assert not ways(Kept(), anew, named=True).has_camera()


def test_a_camera_in_the_network_stays_the_one_that_is_used() -> None:
    kept = Kept(camera="http://phone:8080/video")
    assert ways(kept, lambda: None, watches=True).choose(WayToPlay.RACKS) == Chosen()
    assert kept.said == {"table.camera": "http://phone:8080/video"}


def test_a_camera_that_the_command_names_is_not_changed_behind_its_back() -> None:
    kept = Kept()
    assert ways(kept, lambda: None, named=True).choose(WayToPlay.MAT) == Chosen(lacks=NAMED)
    assert ways(kept, lambda: None, named=True, watches=True).choose(WayToPlay.MAT) == Chosen()
    assert kept.said == {}


def test_a_bare_table_is_looked_at_otherwise_from_a_new_start_on() -> None:
    kept, starts = Kept(camera="usb:0"), list[str]()
    anew = partial(starts.append, "anew")
    assert ways(kept, anew, watches=True).choose(WayToPlay.NO_MAT) == Chosen(anew=True)
    assert kept.said == {"table.camera": "usb:0", "table.mat": False}
    bare = ways(kept, anew, watches=True, mat=False)
    assert bare.choose(WayToPlay.NO_MAT) == Chosen()
    assert bare.choose(WayToPlay.MAT) == Chosen(anew=True)
    assert kept.said["table.mat"] is True
    assert starts == ["anew", "anew"]


def test_the_way_in_use_follows_from_what_the_companion_reads() -> None:
    anew, watched = list[str]().clear, Kept(camera="auto")
    assert ways(Kept(), anew).in_use() == (), "nobody has chosen yet"
    assert ways(Kept(), anew, deck=True).in_use() == (), "a deck was learnt, and no way chosen"
    assert ways(Kept(camera="none"), anew).in_use() == (WayToPlay.PHONES,)
    assert ways(Kept(), anew, named=True).in_use() == (WayToPlay.PHONES,)
    assert ways(watched, anew, watches=True).in_use() == (), "without a deck everything is tapped"
    reads = ways(watched, anew, watches=True, deck=True)
    assert reads.in_use() == (WayToPlay.MAT, WayToPlay.RACKS)
    assert [one.lacks_deck() for one in (reads, ways(watched, anew, watches=True))] == [False, True]
    assert not ways(Kept(camera="none"), anew).lacks_deck()
    bare = ways(watched, anew, watches=True, deck=True, mat=False)
    assert bare.in_use() == (WayToPlay.NO_MAT,)


@pytest.mark.parametrize("racks", [False, True])
def test_either_the_mat_alone_or_mat_and_racks_are_in_use(
    open_table: OpenTable, racks: bool
) -> None:
    used = FakeWays(used=(WayToPlay.MAT, WayToPlay.RACKS))
    phone = Phone(app_of(open_table(camera=racks), ways=used))
    assert data(phone.get("/api/tonight"))["now"] == (["racks"] if racks else ["mat"])


@contextmanager
def phone_at(browser: Browser, open_table: OpenTable, ways: FakeWays) -> Iterator[Page]:
    """Open a phone's page at a table without a camera."""
    services = Services(ways=ways, host=FakeHost())
    app = create_app(
        open_table(camera=False), PageConfig(secret=b"s", code=CODE, services=services)
    )
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as make:
        page = make(PHONE)
        yield page


@pytest.mark.parametrize(
    ("used", "marked"),
    [
        ((), []),
        ((WayToPlay.PHONES,), ["phones"]),
        ((WayToPlay.MAT, WayToPlay.RACKS), ["mat"]),
        ((WayToPlay.NO_MAT,), ["mat"]),
    ],
)
def test_the_way_in_use_is_marked(
    browser: Browser, open_table: OpenTable, used: tuple[WayToPlay, ...], marked: list[str]
) -> None:
    with phone_at(browser, open_table, FakeWays(used=used)) as page:
        page.goto(f"/tonight?code={CODE}")
        expect(page.locator("#phones [data-step], #mat .bad")).to_have_count(2)
        for way in ("phones", "mat", "racks", "photo"):
            line = page.locator(f"#{way} .in-use")
            if way in marked:
                expect(line).to_be_visible()
            else:
                expect(line.locator("visible=true")).to_have_count(0)


def test_before_a_game_it_is_said_that_the_camera_lacks_a_learnt_deck(
    browser: Browser, open_table: OpenTable
) -> None:
    lacking = FakeWays(no_deck=True)
    with phone_at(browser, open_table, lacking) as page:
        page.goto(f"/public?code={CODE}")
        expect(page.locator("#lobby-deck")).to_contain_text("No deck is learnt yet")
        expect(page.locator("#lobby-deck").get_by_role("link")).to_have_attribute("href", "/deck")
        expect(page.locator("#lobby-how")).not_to_contain_text("No camera watches")
        lacking.no_deck = False
        page.reload()
        expect(page.locator("#lobby-how")).to_contain_text("tap what is laid")
        expect(page.locator("#lobby-deck")).to_have_count(0)


def test_four_ways_lead_on_in_a_browser(browser: Browser, open_table: OpenTable) -> None:
    chosen = FakeWays(is_fresh=True)
    with phone_at(browser, open_table, chosen) as page:
        page.goto(f"/?code={CODE}")
        expect(page.locator("details")).to_have_count(4)
        page.get_by_text("A camera above the mat").tap()
        expect(page.locator("#mat .bad")).to_have_count(2)  # neither deck nor camera
        chosen.camera = True
        page.reload()
        expect(page.locator("#mat [data-step=camera]")).to_have_class("good")
        expect(page.locator("#mat [data-step=deck]")).to_have_class("bad")
        chosen.comes_of_it = Chosen(lacks=NO_CAMERA)
        page.locator("#mat [data-way=mat]").tap()
        expect(page.locator("#wrong")).to_contain_text("No camera is connected")
        chosen.comes_of_it = Chosen()
        page.get_by_text("Phones only").tap()
        page.locator("#phones [data-way]").tap()
        page.get_by_role("button", name="Seat 1").tap()
        expect(page.get_by_role("button", name="Yes, I sit here")).to_be_visible()
