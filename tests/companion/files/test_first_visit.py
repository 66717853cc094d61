"""The first visit at a table that nobody has joined yet."""

import json
from pathlib import Path

import pytest

from companion.files import first_visit
from companion.files.first_visit import FirstVisit
from companion.files.keys import load_keys


def said(visit: FirstVisit) -> str | None:
    return visit.code


def test_a_new_table_says_its_code_until_somebody_has_joined(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    keys = load_keys(path)
    visit = FirstVisit(path, keys)
    assert said(visit) == keys.code
    assert FirstVisit(path, load_keys(path)).code == keys.code, "also after a power cut"
    visit.over()
    assert said(visit) is None
    assert FirstVisit(path, load_keys(path)).code is None, "also after a power cut"
    assert (load_keys(path).code, load_keys(path).secret) == (keys.code, keys.secret)


def test_an_installation_from_before_has_been_visited(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    load_keys(path)
    old = json.loads(path.read_text())
    del old["met"]
    path.write_text(json.dumps(old))
    assert FirstVisit(path, load_keys(path)).code is None


def test_a_full_card_keeps_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "keys.json"
    keys = load_keys(path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(first_visit, "store_keys", full)
    visit = FirstVisit(path, keys)
    visit.over()
    assert said(visit) is None
    assert load_keys(path) == keys
