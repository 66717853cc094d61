"""What is damaged or wrong is told in the language of whoever reads it."""

from pathlib import Path

import pytest

from companion.archive.archive import RecordArchive
from companion.backup.backup import Places
from companion.backup.service import TableBackups
from companion.settings.file import SettingsFile
from tests.web.fake_host import FakeHost
from tests.web.phones import Phone, app_of, data, sentence
from tests.web.real_table import OpenTable

OPENINGS = {
    "en": ("The record ", "The settings cannot be used: the file is not TOML"),
    "pl": ("Zapisu gier ", "Ustawień nie da się użyć: plik nie jest w formacie TOML"),
    "ro": ("Evidența jocurilor ", "Setările nu pot fi folosite: fișierul nu este în format TOML"),
}


def reading(phone: Phone, code: str) -> Phone:
    phone.client.set_cookie("language", code)
    return phone


@pytest.mark.parametrize("code", OPENINGS)
def test_a_damaged_record_is_told_in_each_language(
    code: str, tmp_path: Path, open_table: OpenTable
) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_bytes(b"spoiled " * 99)
    places = Places(path, tmp_path / "decks", tmp_path / "settings.toml")
    keeping = TableBackups(Path.read_bytes, lambda: False, None, places, hold=bool)
    app = app_of(open_table(), host=FakeHost(), archive=RecordArchive(path), backups=keeping)
    phone = reading(Phone(app, seat=0), code)
    for address in ("/api/games", "/api/setup/backup"):
        answer = phone.get(address)
        assert answer.status_code == 409
        assert sentence(answer).startswith(OPENINGS[code][0])
        assert sentence(answer).endswith(".")


@pytest.mark.parametrize("code", OPENINGS)
def test_settings_that_cannot_be_used_are_told_in_each_language(
    code: str, tmp_path: Path, open_table: OpenTable
) -> None:
    file = SettingsFile(tmp_path / "settings.toml")
    file.path.write_text("[web")
    app = app_of(open_table(), host=FakeHost(), preferences=file)
    answer = reading(Phone(app, seat=0), code).get("/api/setup/settings")
    assert answer.status_code == 409
    assert sentence(answer).startswith(OPENINGS[code][1])
    assert str(tmp_path) not in sentence(answer)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[1,",
        "[" * 9999,
        "{}",
        '{"players": 3}',
        '{"players": ["A", "B"], "deck": [], "actions": [], "options": {"variant": "Duck"}}',
        '{"players": ["A", "B"], "deck": [{"suitIndex": 9, "rank": 1}], "actions": []}',
        "https://hanab.live/replay-json/nonsense",
    ],
)
def test_why_a_game_is_not_put_on_record_is_told_in_each_language(
    text: str, tmp_path: Path, open_table: OpenTable
) -> None:
    app = app_of(open_table(), archive=RecordArchive(tmp_path / "games.sqlite3"))
    phone = Phone(app, seat=0)
    told = {
        code: data(reading(phone, code).post("games/import", text=text))["games"][0]
        for code in OPENINGS
    }
    assert {one["game"] for one in told.values()} == {None}
    assert len({one["why"] for one in told.values()}) == len(OPENINGS), told
