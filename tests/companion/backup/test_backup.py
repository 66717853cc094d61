"""All decks, games and settings in one file, without the hands of a game that is not over."""

import io
import zipfile
from pathlib import Path

from companion.backup.backup import Places, backup
from companion.hanabi.moves import Terminate
from companion.record.games import Record
from tests.companion.archive.test_archive import keep
from tests.companion.archive.test_review import recorded
from tests.companion.backup.machines import machine
from tests.companion.hanabi.tables import play
from tests.companion.record.test_history import identify

AT = "2026-11-20T19:30:00Z"


def unpacked(data: bytes, folder: Path) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(folder)
        return sorted(archive.namelist())


def test_games_decks_and_settings_are_in_it(tmp_path: Path) -> None:
    state, out = tmp_path / "state", tmp_path / "out"
    (state / "decks").mkdir(parents=True)
    (state / "decks" / "ours.deck").write_bytes(b"cards")
    (state / "settings.toml").write_text("[web]\nport = 8001\n")
    game = keep(state / "games.sqlite3", recorded(play(0, "r1"), Terminate(None)))
    with Record(state / "games.sqlite3") as record:
        record.remark(game, title="The short one")
    made = backup(Places(state / "games.sqlite3", state / "decks", state / "settings.toml"), AT)
    assert (made.games, made.left_out, made.decks, made.settings) == (1, 0, ("ours",), True)
    assert unpacked(made.data, out) == [
        "backup.json",
        "decks/ours.deck",
        "games.sqlite3",
        "settings.toml",
    ]
    assert (out / "decks" / "ours.deck").read_bytes() == b"cards"
    with Record(out / "games.sqlite3") as copy, Record(state / "games.sqlite3") as record:
        assert copy.games() == record.games()
        assert copy.entries(game) == record.entries(game)


def test_nothing_of_a_game_that_is_not_over_is_in_it(tmp_path: Path) -> None:
    """Two worlds with other hands give the same bytes."""
    made = []
    for world, faces in (("one", ("b5", "g5")), ("other", ("w5", "y5"))):
        record = tmp_path / world / "games.sqlite3"
        keep(record, recorded(play(0, "r1"), Terminate(None)))
        held = [identify(card, face) for card, face in zip((6, 1), faces, strict=True)]
        running = keep(record, recorded(*held, play(0, "r1")))
        made.append(backup(Places(record, tmp_path, tmp_path / "none.toml"), AT))
        unpacked(made[-1].data, tmp_path / world / "out")
        data = (tmp_path / world / "out" / "games.sqlite3").read_bytes()
        assert not any(face.encode() in data for face in faces)
        with Record(record) as opened, Record(tmp_path / world / "out" / "games.sqlite3") as copy:
            assert opened.knows(running), "the record itself keeps it"
            assert [game.id for game in copy.games()] == [1]
    assert made[0] == made[1]
    assert made[0].left_out == 1


def test_where_nothing_is_there_the_file_is_empty(tmp_path: Path) -> None:
    none = Places(tmp_path / "no.sqlite3", tmp_path / "decks", tmp_path / "settings.toml")
    assert unpacked(backup(none, AT).data, tmp_path / "out") == ["backup.json"]
    assert not (tmp_path / "no.sqlite3").exists()


def test_a_machine_that_begins_in_1970_makes_backups_too(tmp_path: Path) -> None:
    places = machine(tmp_path, "ours", games=1)
    made = backup(places, "1970-01-01T00:00:07Z")
    with zipfile.ZipFile(io.BytesIO(made.data)) as archive:
        assert {info.date_time[0] for info in archive.infolist()} == {1980}
    assert made.games == 1
