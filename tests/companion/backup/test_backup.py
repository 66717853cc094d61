"""All decks, games and settings in one file, without the hands of a game that is not over."""

import io
import os
import shutil
import zipfile
from pathlib import Path

import pytest

from companion.backup.backup import Places, backup, in_one_file
from companion.backup.faults import NotMadeError
from companion.hanabi.moves import Terminate
from companion.record.games import Record, RecordError
from tests.companion.archive.test_archive import keep
from tests.companion.archive.test_review import recorded
from tests.companion.backup.machines import machine, put_back
from tests.companion.hanabi.tables import play
from tests.companion.record.test_history import identify

AT = "2026-11-20T19:30:00Z"


def unpacked(data: bytes, folder: Path) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(folder)
        return sorted(archive.namelist())


def spoil(path: Path, kind: str) -> None:
    """Put something in the place of ``path`` that is there and cannot be read."""
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    match kind:
        case "a link to itself":
            path.symlink_to(path)
        case "a pipe":
            os.mkfifo(path)
        case "a folder":
            path.mkdir()
        case _:
            path.write_text(kind)


@pytest.mark.parametrize(
    ("spoiled", "kind", "says"),
    [
        ("decks", "a file", "Not a directory"),
        ("decks", "a link to itself", "Too many levels of symbolic links"),
        ("settings", "a pipe", "it is a pipe or a device, not a file"),
        ("settings", "a link to itself", "Too many levels of symbolic links"),
        ("settings", "a folder", "Is a directory"),
    ],
)
def test_what_cannot_be_read_is_not_left_out_silently(
    spoiled: str, kind: str, says: str, tmp_path: Path
) -> None:
    places = machine(tmp_path, "ours", games=1, settings="")
    path: Path = getattr(places, spoiled)
    spoil(path, kind)
    with pytest.raises(NotMadeError) as refused:
        backup(places, AT)
    assert str(refused.value) == f"no backup can be made: {path}: {says}"


def read_deck(path: Path) -> None:
    if path.read_bytes() == b"damaged":
        raise ValueError(f"{path} is no deck")


def test_what_nobody_could_put_back_is_left_out_and_named_and_the_rest_can_be(
    tmp_path: Path,
) -> None:
    places = machine(tmp_path / "old", "ours", games=1, settings="[web]\nprt = 1\n")
    for name in ("hers", "a\nb", "x" * 120, os.fsdecode(b"\xff")):
        (places.decks / f"{name}.deck").write_bytes(b"damaged" if name == "hers" else b"a deck")
    made = backup(places, AT, read_deck)
    assert made.decks == ("ours",)
    assert sorted(made.useless) == sorted(["hers", "a\nb", "x" * 120, os.fsdecode(b"\xff")])
    assert not made.settings
    assert made.useless_settings == "there is no key web.prt; do you mean web.port?"
    file = tmp_path / "b.zip"
    file.write_bytes(made.data)
    ready = put_back(file, machine(tmp_path / "new"), read_deck)
    assert (ready.contents.games, ready.contents.decks) == (1, ("ours",))


def test_a_record_that_cannot_be_looked_for_is_not_taken_for_none(tmp_path: Path) -> None:
    places = machine(tmp_path, "ours", games=1)
    spoil(places.record, "a link to itself")
    with pytest.raises(RecordError, match="cannot look for "):
        backup(places, AT)


@pytest.mark.parametrize("kind", ["a folder", "a pipe", "a link to itself"])
def test_what_only_has_the_name_of_a_deck_is_none(kind: str, tmp_path: Path) -> None:
    places = machine(tmp_path, "ours", games=1)
    spoil(places.decks / "hers.deck", kind)
    assert backup(places, AT).decks == ("ours",)


def test_a_copy_that_cannot_be_written_to_its_end_is_said_without_quoting_it(
    tmp_path: Path,
) -> None:
    spoiled = tmp_path / "copy.sqlite3"
    spoiled.write_bytes(b"r1 y2 " * 999)
    with pytest.raises(RecordError, match="it is not a record of games"):
        in_one_file(spoiled)


def test_where_no_temporary_file_can_be_made_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = machine(tmp_path, games=1)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    with pytest.raises(NotMadeError, match=r"no backup can be made: .*No such file or directory"):
        backup(places, AT)


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
