"""The doctor of a table that runs: what its camera shows, in every language, and the file."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion.adapters.examination import (
    Examination,
    deck_findings,
    opened_camera,
    unwatched,
    watched_camera,
)
from companion.files.paths import DECK_SUFFIX, decks_directory
from companion.health import Health, check_title, health_word
from companion.language.languages import language, languages
from companion.language.names import ENGLISH
from companion.settings.settings import Settings
from hardware.camera import CameraChoice, CameraKind
from hardware.doctor import CHECKS
from hardware.probes import Machine
from tests.drawn_table import card_picture
from vision.deck import Deck, Exemplar
from vision.deck_file import save_deck
from vision.table.inspection import Inspection

USB = CameraChoice(CameraKind.USB, "0")
MAT = Inspection(True, (), (0, 1), 90.0, 70.0, 230.0, 160.0, 0.5)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def test_the_camera_that_watches_is_told_by_its_newest_picture() -> None:
    found = watched_camera(lambda: (MAT, False), USB, Settings(), ENGLISH)
    said = {one.check: one.says for one in found}
    assert said["camera"] == "usb:0 watches"
    assert said["tags"] == "the mat is seen, and 2 racks"
    assert {one.health for one in found} == {Health.OK}


def test_a_mat_without_racks_is_no_fault() -> None:
    mat = Inspection(True, (), (), 90.0, None, 230.0, None, 0.5)
    found = watched_camera(lambda: (mat, False), USB, Settings(), ENGLISH)
    said = {one.check: one.says for one in found}
    assert said["tags"] == "the mat is seen, and no rack: people hold their cards"
    assert {one.health for one in found} == {Health.OK}


def test_while_cards_stand_in_racks_nothing_is_said_of_them() -> None:
    mat = Inspection(True, (), (), 90.0, None, 230.0, None, 0.5)
    said = {
        one.check: one.says for one in watched_camera(lambda: (mat, True), USB, Settings(), ENGLISH)
    }
    assert said["tags"] == "the mat is seen"


def test_a_camera_without_a_still_picture_is_told() -> None:
    (one,) = watched_camera(lambda: (None, True), USB, Settings(), ENGLISH)
    assert one.health is Health.WARNING
    assert "usb:0 shows no picture" in one.says


def test_decks_that_cannot_be_looked_for_are_not_said_to_be_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "state").write_text("no folder")
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    (found,) = deck_findings(Settings(), ENGLISH)
    assert found.health is Health.WRONG
    assert found.says == f"cannot look for {decks_directory()}: Not a directory"


def test_what_is_found_of_a_deck_is_counted_as_its_reader_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    decks_directory().mkdir(parents=True)
    picture = card_picture("r1")
    other = picture.copy()
    other[100:112, 60:72] = (20, 20, 20)
    faces = (Exemplar("r1", picture), Exemplar("r5", other))
    save_deck(Deck("ours", (63.0, 88.0), faces), decks_directory() / f"ours{DECK_SUFFIX}")
    said = [deck_findings(Settings(), one)[0].says for one in languages().values()]
    assert said == [
        "ours: 2 cards, 1 pair looks alike, 0 pictures could be better",
        "ours: 2 karty, 1 podobna para, 0 zdjęć do poprawienia",
        "ours: 2 cărți, 1 pereche asemănătoare, 0 imagini ar putea fi mai bune",
    ]


def test_what_mends_things_is_said_as_whoever_asks_can_do_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page has a place to learn a deck, and is there at its own port, not at the usual one."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    terminal = {one.check: one for one in Examination(unwatched).findings()}
    page = {one.check: one for one in Examination(unwatched, page=8123).findings()}
    assert terminal["deck"].mend == "companion deck learn NAME --camera auto"
    assert page["deck"].mend == "on the page “How do you want to play?”: Learn a deck"
    assert page["port"].says == "the companion answers at 8123"


class Serviced(Machine):
    """A machine on which the service is as the test says."""

    def __init__(self, service: str) -> None:
        super().__init__()
        self._service = service

    def answer(self, command: Sequence[str]) -> str | None:
        return self._service if "is-active" in command else None


@pytest.mark.parametrize(
    ("service", "health", "says"),
    [
        ("active", Health.UNKNOWN, "usb:77 is used by the companion, which runs"),
        ("inactive", Health.WRONG, "there is no camera usb:77"),
    ],
)
def test_a_camera_that_the_service_uses_is_left_alone(
    service: str, health: Health, says: str
) -> None:
    usual = Settings()
    settings = replace(usual, table=replace(usual.table, camera="usb:77"))
    (one,) = opened_camera(Serviced(service), settings, ENGLISH)
    assert one.health is health
    assert one.says.startswith(says)


def test_every_check_has_a_title_and_every_health_a_word_in_every_language() -> None:
    for name in (*CHECKS, "camera", "tags", "card size", "focus", "light", "deck"):
        titles = {check_title(name, one) for one in languages().values()}
        assert len(titles) > 1, f"{name} is not translated"
        assert name not in titles
    assert check_title("another") == "another"
    for health in Health:
        assert len({health_word(health, one) for one in languages().values()}) > 1


def test_the_doctor_speaks_the_readers_language_and_the_file_english() -> None:
    examination = Examination(unwatched)
    polish = {one.check: one for one in examination.findings(language("pl"))}
    english = {one.check: one for one in examination.findings(ENGLISH)}
    assert list(polish) == list(english)
    assert polish["camera"].says != english["camera"].says
    assert [one.health for one in polish.values()] == [one.health for one in english.values()]
    with zipfile.ZipFile(io.BytesIO(examination.bundle())) as archive:
        said = {one["check"]: one["says"] for one in json.loads(archive.read("doctor.json"))}
    assert said["camera"] == "there is none"
