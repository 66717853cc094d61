"""Each phone reads its own language; nothing of another's shows through."""

import html
import json
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion.hanabi.moves import Tile
from companion.language.languages import CATALOGUES, language, languages
from companion.language.names import award_text
from tests.web.phones import CODE, Phone, app_of, data
from tests.web.real_table import OpenTable
from web.sentences import page_texts


def lang_of(page: str) -> str:
    found = re.search(r'<html lang="([\w-]+)"', page)
    assert found is not None
    return found[1]


def reading(phone: Phone, code: str) -> Phone:
    phone.client.set_cookie("language", code)
    return phone


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("tile", [Tile.COLOUR_CLUE, Tile.RANK_CLUE])
def test_what_an_award_tile_brought_is_told_in_the_words_of_its_button(
    code: str, tile: Tile
) -> None:
    told = award_text(tile, languages()[code])
    buttons = page_texts(languages()[code])["tiles"]
    assert isinstance(buttons, dict)
    assert buttons[tile.value].lower() in told.lower()


def english(code: str) -> set[str]:
    """Return the English sentences that are translated into ``code`` and differ there."""
    with (CATALOGUES / code / "LC_MESSAGES" / "companion.po").open(encoding="utf-8") as opened:
        written = read_po(opened, locale=code)
    return {
        one.id for one in written if isinstance(one.id, str) and one.string not in ("", one.id)
    } - {""}


def shown(page: str) -> set[str]:
    """Return every piece of text of a page: as read, as read aloud, the scripts' texts."""
    body, _, texts = page.partition('<script type="application/json" id="texts">')
    pieces = re.findall(r">([^<>]+)<", body)
    pieces += re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', body)
    said = json.loads(texts.partition("</script>")[0])
    for one in said.values():
        pieces += [one] if isinstance(one, str) else one if isinstance(one, list) else one.values()
    return {html.unescape(piece).strip() for piece in pieces} - {"English"}


@pytest.mark.parametrize("code", ["pl", "ro"])
def test_no_page_of_a_game_shows_an_english_sentence_to_another_reader(
    code: str, open_table: OpenTable
) -> None:
    desk = open_table(players=3, panel=True)
    desk.deal()
    phone = reading(Phone(app_of(desk, address="http://192.168.1.20:8000"), seat=1), code)
    for path in ("/", "/seat", "/public", "/panel", "/nowhere"):
        page = phone.get(path).text
        assert lang_of(page) == code
        assert shown(page) & english(code) == set(), path


def test_the_join_page_offers_each_language_in_its_own_name(open_table: OpenTable) -> None:
    page = app_of(open_table()).test_client().get(f"/?code={CODE}").text
    found = re.findall(r'href="/\?language=(\w+)&amp;code=SPARK7" lang="(\w+)".*?>(.*?)</a>', page)
    assert [code for code, *_ in found] == [*languages()]
    wanted = [("en", "en", "English"), ("pl", "pl", "polski"), ("ro", "ro", "română")]
    assert [one for one in found if one in wanted] == wanted


def test_a_phone_keeps_the_language_that_was_chosen_on_it(open_table: OpenTable) -> None:
    app = app_of(open_table())
    one, other = Phone(app, seat=0), Phone(app, seat=1)
    answer = one.get(f"/?language=ro&code={CODE}")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/?code={CODE}")
    assert lang_of(one.get("/seat").text) == "ro"
    assert lang_of(other.get("/seat").text) == "en"
    assert "Intră la masă" in one.get("/").text
    one.get("/?language=en")
    assert lang_of(one.get("/seat").text) == "en"


def test_in_the_middle_of_a_game_a_phone_is_read_in_another_language_on_the_same_page(
    open_table: OpenTable,
) -> None:
    desk = open_table()
    desk.deal()
    one = Phone(app_of(desk), seat=0)
    assert re.findall(r'href="(\?language=\w+)" lang="ro"', one.get("/seat").text)
    answer = one.get("/seat?language=ro")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/seat")
    assert lang_of(one.get("/seat").text) == "ro"


def test_a_language_that_is_not_offered_changes_nothing(open_table: OpenTable) -> None:
    phone = reading(Phone(app_of(open_table())), "pl")
    phone.get("/?language=../../etc")
    assert lang_of(phone.get("/").text) == "pl"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [("ro-RO,ro;q=0.9,en;q=0.5", "ro"), ("tlh,pl;q=0.5", "pl"), ("tlh", "en"), ("*", "en")],
)
def test_a_phone_that_chose_none_gets_what_its_browser_asks_for(
    wanted: str, code: str, open_table: OpenTable
) -> None:
    client = app_of(open_table()).test_client()
    page = client.get("/", headers={"Accept-Language": wanted}).text
    assert lang_of(page) == code


def test_whoever_asks_for_no_language_reads_the_tables(open_table: OpenTable) -> None:
    app = app_of(open_table(), language=language("pl"))
    assert lang_of(app.test_client().get("/").text) == "pl"
    page = app.test_client().get("/", headers={"Accept-Language": "ro"}).text
    assert lang_of(page) == "ro"


def test_a_refusal_is_read_in_ones_own_language(open_table: OpenTable) -> None:
    app = app_of(open_table())
    client = app.test_client()
    client.set_cookie("language", "pl")
    answer = client.post("/api/join", json={"code": "WRONG", "seat": 0})
    assert data(answer)["detail"] == "To nie jest kod tej gry."


def test_a_rule_of_the_game_is_told_in_ones_own_language_and_to_scripts_in_english(
    open_table: OpenTable,
) -> None:
    desk = open_table()
    desk.deal()
    for headers, said in (
        ({"Cookie": "language=pl"}, "Teraz jest tura kogoś innego."),
        ({"Accept-Language": "ro"}, "Este rândul altcuiva."),
        ({}, "It is somebody else's turn."),
    ):
        phone = Phone(app_of(desk, language=language("ro")), seat=1)
        if "Cookie" in headers:
            phone.client.set_cookie("language", "pl")
        version = data(phone.get("/api/view"))["version"]
        body = {"target": 0, "value": 1, "version": version, "key": "k"}
        accepted = {name: value for name, value in headers.items() if name != "Cookie"}
        answer = phone.client.post("/api/clue", json=body, headers=accepted)
        assert (data(answer)["detail"], data(answer)["rule"]) == (said, "not_your_turn")
        assert answer.status_code == 409


def test_a_new_catalogue_is_offered_on_the_join_page(tmp_path: Path, open_table: OpenTable) -> None:
    for code in ("pl", "ro"):  # any catalogue at all, under a made-up code
        mo = (CATALOGUES / code / "LC_MESSAGES" / "companion.mo").read_bytes()
        folder = tmp_path / f"x{code}" / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "companion.mo").write_bytes(mo)
    page = app_of(open_table(), offered=languages(tmp_path)).test_client().get("/").text
    assert re.findall(r"/\?language=(\w+)", page) == ["en", "xpl", "xro"]
