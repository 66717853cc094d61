"""The secrets of one installation."""

import errno
import json
import os
import stat
from pathlib import Path

import pytest

from companion.files.first_visit import FirstVisit
from companion.files.keys import (
    CODE_DIGITS,
    SECRET_BYTES,
    KeysError,
    keys_for_an_evening,
    load_keys,
)


def test_keys_are_kept_from_one_start_to_the_next(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "keys.json"
    first = load_keys(path)
    assert len(first.secret) == SECRET_BYTES
    assert len(first.code) == CODE_DIGITS
    assert first.code.isdigit()
    assert load_keys(path) == first


def test_every_installation_has_keys_of_its_own(tmp_path: Path) -> None:
    secrets = {load_keys(tmp_path / str(number)).secret for number in range(20)}
    assert len(secrets) == 20


def test_nobody_else_on_the_machine_can_read_them(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        load_keys(tmp_path / "keys.json")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "keys.json").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["keys.json"]


def test_a_draft_left_open_to_others_by_a_power_cut_does_not_make_them_readable(
    tmp_path: Path,
) -> None:
    draft = tmp_path / "keys.new"
    draft.write_text("{")
    draft.chmod(0o644)
    load_keys(tmp_path / "keys.json")
    assert stat.S_IMODE((tmp_path / "keys.json").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[]",
        "null",
        "{}",
        '{"secret": "00"}',
        '{"secret": "no hex", "code": "1234"}',
        '{"secret": 7, "code": "1234"}',
        '{"secret": "", "code": "1234"}',
        '{"secret": "00", "code": "1234"}',
        "[" * 100_000,
        json.dumps({"secret": "00" * SECRET_BYTES, "code": ""}),
        json.dumps({"secret": "00" * SECRET_BYTES, "code": None}),
        json.dumps({"secret": "00" * SECRET_BYTES, "code": ["1"]}),
    ],
)
def test_a_broken_file_is_one_sentence_that_names_it_and_it_is_left_alone(
    text: str, tmp_path: Path
) -> None:
    path = tmp_path / "keys.json"
    path.write_text(text)
    with pytest.raises(KeysError) as error:
        load_keys(path)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)
    assert path.read_text() == text


def test_keys_that_cannot_be_read_or_written_are_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "keys.json").mkdir()
    with pytest.raises(KeysError, match=r"cannot read the keys .*keys\.json: Is a directory"):
        load_keys(tmp_path / "keys.json")
    (tmp_path / "file").touch()
    with pytest.raises(KeysError, match=r"cannot read .*file/keys\.json: Not a directory"):
        load_keys(tmp_path / "file" / "keys.json")


def test_damaged_keys_are_set_aside_beside_those_of_before_and_it_is_said_where(
    tmp_path: Path,
) -> None:
    path, trouble = tmp_path / "keys.json", None
    for text in ("first", "second"):
        path.write_text(text)
        keys, trouble = keys_for_an_evening(path)
        assert load_keys(path) == keys, "they are good for the next evening, too"
    assert "are set aside as keys.json.damaged-2: there is a new code" in str(trouble)
    kept = [(tmp_path / f"keys.json.damaged{end}").read_text() for end in ("", "-2")]
    assert kept == ["first", "second"]


def test_keys_that_may_not_be_read_stay_as_they_are_and_it_is_said_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after somebody has started the companion as root once."""
    path = tmp_path / "keys.json"
    before = load_keys(path)

    def refuses(file: Path) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))

    with monkeypatch.context() as closed:
        closed.setattr("companion.files.keys.read_json", refuses)
        keys, trouble = keys_for_an_evening(path)
        FirstVisit(path, keys).over()
    said = f"the keys {path} cannot be read: Permission denied; until the companion ends"
    assert str(trouble).startswith(said)
    assert [one.name for one in tmp_path.iterdir()] == ["keys.json"]
    assert keys.code
    assert load_keys(path) == before


def test_a_pipe_in_place_of_the_keys_keeps_no_table_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "keys.json")
    keys, trouble = keys_for_an_evening(tmp_path / "keys.json")
    assert keys.code
    assert "were damaged" in str(trouble)
    assert load_keys(tmp_path / "keys.json") == keys
