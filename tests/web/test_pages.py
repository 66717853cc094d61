"""The pages as they are sent, before any script runs."""

import json
import re
from collections.abc import Iterable, Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest

import web
from companion.announcements.texts import ENGLISH
from companion.hanabi.events import Outcome
from companion.hanabi.scoring import Rating
from companion.language.languages import language
from companion.panel.panel import Press, Status
from tests.web.phones import CODE, Phone, app_of, data
from tests.web.real_table import OpenTable
from web.camera_address import camera_texts
from web.deck_lesson import deck_texts
from web.game_sentences import game_texts
from web.hana_texts import hana_texts
from web.network import network_texts
from web.pages import modules
from web.scoring_sentences import scoring_texts
from web.sentences import NUMBERS, Texts, join_texts, page_texts, panel_texts, plurals
from web.setup_sentences import setup_texts

STATIC = Path(web.__file__).resolve().parent / "static"
ADDRESS = "http://192.168.1.20:8000"
FIRST_PAGE = 150_000  # bytes


class Backwards(NullTranslations):
    """A language in which every sentence is marked, so that an untranslated one shows."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"«{msgid1 if n == 1 else msgid2}»"


def pages(phone: Phone) -> Iterator[tuple[str, str]]:
    for path in ("/", "/seat", "/public", "/panel"):
        yield path, phone.get(path).text


def test_the_join_page_has_the_code_of_the_qr_code_filled_in(open_table: OpenTable) -> None:
    page = app_of(open_table()).test_client().get(f"/?code={CODE}").text
    assert f'value="{CODE}"' in page


def test_what_stands_in_the_address_is_never_markup(open_table: OpenTable) -> None:
    page = app_of(open_table()).test_client().get("/?code=%22%3E%3Cscript%3Ealert(1)</script>").text
    assert "<script>alert" not in page


def test_the_join_page_shows_which_seats_are_taken(open_table: OpenTable) -> None:
    app = app_of(open_table())
    Phone(app, seat=1)
    page = app.test_client().get("/").text
    seats = re.findall(r'name="seat" value="(\d)".*?<span>(.*?)</span>', page, re.S)
    assert seats == [(str(n), "taken, ask for it" if n == 1 else "free") for n in range(5)]


def test_while_a_game_runs_only_its_seats_are_offered(open_table: OpenTable) -> None:
    desk = open_table(players=2)
    desk.deal()
    page = app_of(desk).test_client().get("/").text
    assert re.findall(r'name="seat" value="(\d)"', page) == ["0", "1"]


@pytest.mark.parametrize("path", ["/seat", "/all", "/panel"])
def test_whoever_has_not_joined_is_led_to_the_join_page(path: str, open_table: OpenTable) -> None:
    answer = app_of(open_table()).test_client().get(path)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_a_tablet_that_came_for_the_public_page_is_offered_that_first(
    open_table: OpenTable,
) -> None:
    client = app_of(open_table()).test_client()
    answer = client.get("/public")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/?looks_on=yes")
    page = client.get("/?looks_on=yes").text
    assert page.index("Show the public page") < page.index("Where do you sit?")
    assert "looks_on=yes" in client.get("/?looks_on=yes&language=pl").headers["Location"]


def test_a_tablet_joins_by_its_address_and_the_code_leaves_the_address(
    open_table: OpenTable,
) -> None:
    client = app_of(open_table()).test_client()
    answer = client.get(f"/public?code={CODE}")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/public")
    assert client.get("/public").status_code == 200
    assert app_of(open_table()).test_client().get("/public?code=WRONG").status_code == 403


def test_the_public_page_shows_a_qr_code_of_the_address_to_join(open_table: OpenTable) -> None:
    page = Phone(app_of(open_table(), address=ADDRESS)).get("/public").text
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in page
    assert ADDRESS in page
    assert CODE in page
    assert "<svg xmlns" not in Phone(app_of(open_table())).get("/public").text


def test_the_code_is_not_on_a_seats_page(open_table: OpenTable) -> None:
    assert CODE not in Phone(app_of(open_table(), address=ADDRESS), seat=0).get("/seat").text


def test_the_virtual_panel_is_shown_where_there_is_one(open_table: OpenTable) -> None:
    for panel in (True, False):
        phone = Phone(app_of(open_table(panel=panel)))
        for path in ("/public", "/panel"):
            found = re.findall(r'data-press="(\w+)"', phone.get(path).text)
            assert found == ([press.value for press in Press] if panel else [])
    lamps = re.findall(r'data-lamp="([\w.]+)"', Phone(app_of(open_table())).get("/panel").text)
    assert lamps == list(open_table().lamps() or {})


def test_a_panel_nobody_asked_for_has_a_page_of_its_own(open_table: OpenTable) -> None:
    """A tap on it may take a turn, and it leaves a tablet no room for the table."""
    phone = Phone(app_of(open_table(panel=True), panel_in_sight=False))
    public = phone.get("/public").text
    assert "data-press" not in public
    assert 'href="/panel"' in public
    assert "data-press" in phone.get("/panel").text
    assert 'href="/panel"' not in Phone(app_of(open_table(panel=True))).get("/public").text


def test_nothing_comes_from_elsewhere_and_no_script_stands_in_a_page(open_table: OpenTable) -> None:
    phone = Phone(app_of(open_table(), address=ADDRESS), seat=0)
    for path, page in pages(phone):
        policy = phone.get(path).headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        for tag in re.findall(r"<(?:script|link|img|iframe|use)\b[^>]*>", page):
            source = re.search(r'(?:src|href)="([^"]*)"', tag)
            if source is None:
                assert 'type="application/json"' in tag
            else:
                assert source[1].startswith(("/static/", "#")), tag
        assert not re.search(r'\son\w+="|\sstyle="|javascript:', page)
    for path_of_file in set(STATIC.glob("*/*")) - {STATIC / "table" / "awake.mp4"}:
        text = path_of_file.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        assert "://" not in text, path_of_file.name


@pytest.mark.parametrize("path", ["/", "/public", "/api/view", "/static/table/table.js", "/none"])
def test_every_answer_is_protected(path: str, open_table: OpenTable) -> None:
    headers = Phone(app_of(open_table())).get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == ("no-cache" if "static" in path else "no-store")


def test_all_texts_come_from_the_catalogue(open_table: OpenTable) -> None:
    phone = Phone(app_of(open_table(), language=Backwards(), offered={}, address=ADDRESS), seat=0)
    for path, page in pages(phone):
        body = re.sub(r"<script.*?</script>|<head>.*?</head>|<svg.*?</svg>", "", page, flags=re.S)
        for shown in re.findall(r">([^<>]+)<", body):
            text = shown.strip()
            if re.search(r"[A-Za-z]{2}", text) and text not in (ADDRESS, CODE):
                assert text.startswith("«"), f"{path}: {text}"
        for label in re.findall(r'(?:aria-label|title)="([^"]+)"', body):
            assert label.startswith("«"), f"{path}: {label}"
    refused = Phone(app_of(open_table(), language=Backwards(), offered={})).tap(
        "clue", target=1, value=1
    )
    assert data(refused)["detail"].startswith("«")


def test_every_state_of_the_table_has_its_words() -> None:
    texts = {**page_texts(ENGLISH), **panel_texts(ENGLISH)}
    for name, members in {
        "status": Status,
        "outcome": Outcome,
        "rating": Rating,
        "buttons": Press,
    }.items():
        words = texts[name]
        assert isinstance(words, dict)
        assert list(words) == [member.value for member in members]
        assert all(words.values())


@pytest.mark.parametrize("code", ["en", "pl", "ro"])
def test_a_page_counts_further_than_the_largest_deck(code: str) -> None:
    words = language(code)
    forms = plurals(words, "{n} turn", "{n} turns")
    for n in range(700):
        which = forms["which"][n if n < NUMBERS else 100 + n % 100]
        assert forms[which] == words.ngettext("{n} turn", "{n} turns", n), n


def imported(by: str, paths: Iterable[str]) -> list[str]:
    """Return the names of scripts that the script ``by`` imports under ``paths``."""
    folder = (STATIC / by).parent
    return [(folder / path).resolve().relative_to(STATIC).as_posix() for path in paths]


def with_imports(*names: str) -> set[str]:
    """Return the names of scripts with all that they import."""
    found: set[str] = set()
    todo = [*names]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            text = (STATIC / name).read_text(encoding="utf-8")
            todo += imported(name, re.findall(r'^(?:import|}) .*?"(\.[\w./]+)";$', text, re.M))
    return found


OTHERS = (
    "table/panel.js",
    "join/join.js",
    "hana/hana.js",
    "games/review.js",
    "games/games.js",
    "setup/setup.js",
    "games/score.js",
    "setup/tonight.js",
    "setup/game.js",
    "setup/deck.js",
    "setup/camera_address.js",
    "setup/network.js",
)
TABLE = (
    "table/table.js",
    "table/ending.js",
    "table/hand.js",
    "table/differs.js",
    "table/correct.js",
)
"""The scripts of a table; the end and a difference are fetched when they have come."""


@pytest.mark.parametrize(
    ("scripts", "texts"),
    [
        (TABLE, page_texts(ENGLISH)),
        (("table/panel.js",), {**page_texts(ENGLISH), **panel_texts(ENGLISH)}),
        (("join/join.js",), {**page_texts(ENGLISH), **join_texts(ENGLISH)}),
        (("hana/hana.js",), {**page_texts(ENGLISH), **hana_texts(ENGLISH)}),
        (("setup/setup.js",), {**page_texts(ENGLISH), **setup_texts(ENGLISH)}),
        (("games/score.js",), {**page_texts(ENGLISH), **scoring_texts(ENGLISH)}),
        (("setup/camera_address.js",), {**page_texts(ENGLISH), **camera_texts(ENGLISH)}),
        (("setup/network.js",), {**page_texts(ENGLISH), **network_texts(ENGLISH)}),
        (("setup/deck.js",), {**page_texts(ENGLISH), **deck_texts(ENGLISH)}),
        (("setup/tonight.js",), page_texts(ENGLISH)),
        (("setup/game.js",), page_texts(ENGLISH)),
        (("games/review.js", "games/games.js"), {**page_texts(ENGLISH), **game_texts(ENGLISH)}),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_every_text_that_the_scripts_use_is_delivered(
    scripts: tuple[str, ...], texts: Texts
) -> None:
    used_by = [(STATIC / name).read_text(encoding="utf-8") for name in with_imports(*scripts)]
    scripts_text = "".join(used_by)
    used = set(re.findall(r'\b(?:say|count|word)\(\s*"(\w+)"', scripts_text))
    assert used
    assert used <= texts.keys()
    for name in re.findall(r'\bcount\(\s*"(\w+)"', scripts_text):
        assert "which" in texts[name], name


def test_every_script_belongs_to_a_page_whose_texts_are_tested() -> None:
    there = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")}
    own = {  # they say nothing
        "games/club.js",
        "shared/chimes.js",
        "shared/invite.js",
        "shared/finger.js",
        "shared/press.js",
        "table/awake.js",
        "table/cue.js",
        "table/whole_news.js",
    }
    assert there == own | with_imports(*TABLE, *OTHERS)


def test_a_script_imports_only_what_the_other_one_exports() -> None:
    asked, missing = 0, []
    for script in STATIC.rglob("*.js"):
        for names, other in re.findall(
            r'import\s*{([^}]*)}\s*from\s*"(\.[^"]+)"', script.read_text("utf-8")
        ):
            there = (script.parent / other).read_text("utf-8")
            for name in re.findall(r"(\w+)(?:\s+as\s+\w+)?\s*(?:,|$)", names.strip()):
                asked += 1
                if not re.search(
                    rf"export (async )?(function|const|let|class) ({{[^}}]*\b)?{name}\b", there
                ):
                    missing.append((script.name, name, other))
    assert missing == []
    assert asked > 100


def test_every_file_that_a_page_names_is_there() -> None:
    named = {
        name
        for page in (STATIC.parent / "templates").iterdir()
        for name in re.findall(r"'static', filename='([^']+)'", page.read_text("utf-8"))
    }
    for script in STATIC.rglob("*.js"):
        text = script.read_text("utf-8")
        paths = re.findall(r'(?:from |import |import\(|new URL\()"([./\w-]+\.\w+)"', text)
        named |= set(imported(script.relative_to(STATIC).as_posix(), paths))
    assert {"shared/style.css", "table/awake.mp4", "table/ending.js", "table/later.css"} <= named
    assert named == {path.relative_to(STATIC).as_posix() for path in STATIC.glob("*/*")}


def test_a_folder_of_pages_takes_scripts_from_itself_and_from_what_all_share_only() -> None:
    for script in STATIC.rglob("*.js"):
        name = script.relative_to(STATIC).as_posix()
        for other in with_imports(name):
            assert other.partition("/")[0] in {script.parent.name, "shared"}, (name, other)


def test_a_page_names_every_module_that_it_needs(open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    page = Phone(app_of(desk), seat=0).get("/seat").text
    named = set(re.findall(r'<link rel="modulepreload" href="/static/([^"]+)"', page))
    assert named == set(modules("table/table.js"))
    needed, due = set[str](), {"table/table.js"}
    while due:
        name = due.pop()
        text = (STATIC / name).read_text(encoding="utf-8")
        due |= set(imported(name, re.findall(r'from "(\.[^"]+)"', text))) - needed
        needed |= due
    assert named == needed
    assert "shared/draw.js" in named


def test_the_first_page_is_small(open_table: OpenTable) -> None:
    phone = Phone(app_of(open_table(), address=ADDRESS), seat=0)
    page = phone.get("/seat")
    files = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text))
    files |= {f"/static/{name}" for name in with_imports("table/table.js")}
    total = len(page.data) + sum(len(phone.get(name).data) for name in files)
    print(f"\nthe seat's page and all its files: {total} bytes")
    assert total <= FIRST_PAGE


def test_whoever_stops_a_game_is_told_that_the_next_one_is_begun_after_that(
    open_table: OpenTable,
) -> None:
    page = Phone(app_of(open_table()), seat=0).get("/seat").text
    asked = re.search(r'id="sure-title">(.*?)<', page)
    assert asked is not None
    assert asked[1] == "Stop this game? After that another one can be begun."


def test_the_texts_are_data_that_no_markup_can_break(open_table: OpenTable) -> None:
    page = Phone(app_of(open_table()), seat=0).get("/seat").text
    block = re.search(r'<script type="application/json" id="texts">(.*?)</script>', page, re.S)
    assert block is not None
    texts = json.loads(block[1])
    deck = texts["deck"]
    assert [deck[deck["which"][n]] for n in (1, 2)] == [
        "{n} card in the deck",
        "{n} cards in the deck",
    ]
    assert texts["cards"]["r3"] == "red 3"
