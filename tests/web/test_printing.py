"""Mat, racks and the rest, printed from the page by a home that has no terminal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event

import pypdfium2
import pytest
from flask import Flask
from markupsafe import escape

from companion.adapters.sheets import SheetPrinter
from companion.busy import MOST_WAITING
from companion.hanabi.editions import RULESETS
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.language.names import ENGLISH
from companion.paper.pages import PAPERS
from companion.paper.wanted import SheetKind
from companion.settings.settings import Settings
from tests.web.fake_host import FakeHost
from tests.web.phones import CODE, Phone, app_of, at_once, sentence
from tests.web.real_table import OpenTable
from web.printing import sheet_titles

MILLIMETRE = 72 / 25.4
ADDRESS = "http://192.168.1.20:8000"


def printer(ruleset: Callable[[], Ruleset] = lambda: STANDARD) -> SheetPrinter:
    return SheetPrinter(Settings(), CODE, lambda: ADDRESS, ruleset)


@pytest.fixture
def pages(open_table: OpenTable, host: FakeHost) -> Flask:
    return app_of(open_table(), host=host, printer=printer())


def words(data: bytes) -> str:
    document = pypdfium2.PdfDocument(data)
    return " ".join(page.get_textpage().get_text_bounded() for page in document)


@pytest.mark.parametrize("what", SheetKind)
def test_each_sheet_is_a_pdf_of_the_size_of_the_paper(pages: Flask, what: SheetKind) -> None:
    phone = Phone(pages, seat=0)
    for paper in ("", *PAPERS):
        asked = f"?paper={paper}" if paper else ""
        answer = phone.get(f"/api/setup/print/{what.value}.pdf{asked}")
        assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
        size = pypdfium2.PdfDocument(answer.data)[0].get_size()
        wanted = [side * MILLIMETRE for side in PAPERS[paper or "a4"]]
        assert sorted(size) == pytest.approx(sorted(wanted), abs=0.5)


def test_the_words_on_it_are_in_the_language_of_whoever_prints(pages: Flask) -> None:
    phone = Phone(pages, seat=0)
    assert "Mat for 6 fireworks" in words(phone.get("/api/setup/print/mat.pdf").data)
    phone.client.set_cookie("language", "pl")
    assert "Mata" in words(phone.get("/api/setup/print/mat.pdf").data)


def test_the_mat_has_as_many_columns_as_the_next_game_has_fireworks() -> None:
    most = max(RULESETS.values(), key=lambda ruleset: len(ruleset.suits))
    data = printer(lambda: most).pdf(SheetKind.MAT, "a4", ENGLISH)
    assert f"Mat for {max(6, len(most.suits))} fireworks" in words(data)


def test_the_stand_ups_lead_to_this_page_with_its_code(pages: Flask) -> None:
    said = words(Phone(pages, seat=0).get("/api/setup/print/seats.pdf").data)
    assert "192.168.1.20:8000" in said
    assert CODE in said


def test_each_kind_of_sheet_is_on_the_page_with_its_title(pages: Flask) -> None:
    page = Phone(pages, seat=0).get("/setup").get_data(as_text=True)
    assert {name for name, _ in sheet_titles(ENGLISH)} == {one.value for one in SheetKind}
    for name, title in sheet_titles(ENGLISH):
        assert f'href="/api/setup/print/{name}.pdf"' in page
        assert str(escape(title)) in page


@pytest.mark.parametrize("name", ["mat", "mat.png", "nothing.pdf", ".pdf", "..%2Fkeys.json"])
def test_what_is_no_sheet_is_not_there(pages: Flask, name: str) -> None:
    assert Phone(pages, seat=0).get(f"/api/setup/print/{name}").status_code == 404


def test_a_paper_that_there_is_not_is_named(pages: Flask) -> None:
    answer = Phone(pages, seat=0).get("/api/setup/print/mat.pdf?paper=a9")
    assert answer.status_code == 400
    assert "paper is one of a4, a3, letter" in answer.get_data(as_text=True)


def test_only_whoever_has_joined_prints(pages: Flask) -> None:
    """A stand-up has the game's code in its address: whoever has joined has told that code."""
    assert Phone(pages).get("/api/setup/print/seats.pdf").status_code == 200
    assert pages.test_client().get("/api/setup/print/seats.pdf").status_code == 403


def test_a_layout_that_cannot_be_used_is_named_and_prints_nothing(
    open_table: OpenTable, host: FakeHost, tmp_path: Path
) -> None:
    layout = tmp_path / "ours.json"
    layout.write_text("{", encoding="utf-8")
    settings = replace(Settings(), table=replace(Settings().table, layout=layout))
    broken = SheetPrinter(settings, CODE, lambda: ADDRESS, lambda: STANDARD)
    pages = app_of(open_table(), host=host, printer=broken)
    answer = Phone(pages, seat=0).get(f"/api/setup/print/{SheetKind.MAT.value}.pdf")
    assert answer.status_code == 409
    assert "ours.json" in sentence(answer)


def test_however_often_a_sheet_is_asked_for_the_table_still_answers(open_table: OpenTable) -> None:
    go_on = Event()

    def ruleset() -> Ruleset:
        assert go_on.wait(20)
        return STANDARD

    pages = app_of(open_table(), host=FakeHost(), printer=printer(ruleset))
    guests = [Phone(pages) for _ in range(MOST_WAITING + 2)]
    answers = at_once(guests, "/api/setup/print/mat.pdf", go_on)
    assert answers == [200] * MOST_WAITING + [503] * 2
    assert guests[0].get("/api/setup/print/mat.pdf").status_code == 200
