"""The settings are changed key by key; nothing is half written and no comment is lost."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.settings.file import SettingsFile, SettingValue
from companion.settings.reading import SettingsError, load_settings

WRITTEN = """# our table
[table]
deck = "ours"  # the sleeved one
players = 4

[panel.pins]
buzzer = 26

[panel] # in the kitchen
brightness = 0.5
"""


@pytest.fixture
def file(tmp_path: Path) -> SettingsFile:
    path = tmp_path / "settings.toml"
    path.write_text(WRITTEN, encoding="utf-8")
    return SettingsFile(path)


def test_one_value_is_changed_and_everything_else_stays(file: SettingsFile) -> None:
    file.change({"table.deck": "Łódź \\ 2"})
    assert file.path.read_text(encoding="utf-8") == WRITTEN.replace(
        'deck = "ours"', 'deck = "Łódź \\\\ 2"'
    )
    assert load_settings(file.path).table.deck == "Łódź \\ 2"


def test_what_was_not_there_is_added_to_its_section_or_with_it(file: SettingsFile) -> None:
    file.change({"table.ruleset": "en", "web.port": 8080, "panel.kind": "virtual"})
    settings = load_settings(file.path)
    assert (settings.table.ruleset, settings.web.port) == ("en", 8080)
    assert (settings.panel.kind.value, settings.panel.brightness) == ("virtual", 0.5)
    assert settings.panel.pins.buzzer == 26
    assert settings.table.players == 4
    assert "# the sleeved one" in file.path.read_text(encoding="utf-8")


def test_a_value_that_is_taken_out_is_the_default_again(file: SettingsFile) -> None:
    file.change({"table.players": None, "web.port": None})
    assert load_settings(file.path).table.players is None
    assert "players" not in file.path.read_text(encoding="utf-8")


def test_a_file_that_is_not_there_is_made(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "new" / "settings.toml")
    assert file.values() == {}
    file.change({"speech.volume": 40})
    assert file.values() == {"speech.volume": 40}
    assert load_settings(file.path).speech.volume == 40


@pytest.mark.parametrize(
    ("changes", "about"),
    [
        ({"table.players": 7}, "table.players wants a whole number from 2 to 5, got 7"),
        ({"table.players": 3, "web.port": 0}, "web.port"),
        ({"table.nonsense": 1}, "table.nonsense"),
        ({"nowhere.key": 1}, "nowhere"),
        ({"panel.brightness": 2}, "panel.brightness"),
    ],
)
def test_a_value_that_cannot_be_used_is_named_and_nothing_changes(
    file: SettingsFile, changes: dict[str, SettingValue | None], about: str
) -> None:
    with pytest.raises(SettingsError, match=about):
        file.change(changes)
    assert file.path.read_text(encoding="utf-8") == WRITTEN
    assert [path.name for path in file.path.parent.iterdir()] == ["settings.toml"]


@pytest.mark.parametrize(
    "text",
    [
        'table = { deck = "ours" }\n',
        'table.deck = "ours"\n',
        '[table]\n"deck" = "ours"\n',
        '[table]\ndeck = """\nours"""\n',
        '[panel]\nkind = """\n[table]\ndeck = 3"""\n',
    ],
)
def test_what_only_a_person_can_change_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError):
        SettingsFile(path).change({"table.deck": "theirs"})
    assert path.read_text(encoding="utf-8") == text


def test_a_file_that_cannot_be_written_is_said(
    file: SettingsFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(SettingsError, match="cannot be written: No space left"):
        file.change({"table.players": 3})
    assert file.path.read_text(encoding="utf-8") == WRITTEN
    assert list(file.path.parent.iterdir()) == [file.path]


def test_who_may_read_the_file_may_read_it_after_a_change(file: SettingsFile) -> None:
    file.path.chmod(0o644)
    file.change({"table.players": 3})
    assert file.path.stat().st_mode & 0o777 == 0o644


def test_a_file_that_is_damaged_is_said(file: SettingsFile) -> None:
    file.path.write_text("[table", encoding="utf-8")
    for ask in (file.values, lambda: file.change({"table.players": 3})):
        with pytest.raises(SettingsError, match="not TOML"):
            ask()


def test_of_changes_that_two_phones_make_at_once_none_is_lost(file: SettingsFile) -> None:
    def change(number: int) -> None:
        name = ("table.players", "web.port")[number % 2]
        SettingsFile(file.path).change({name: 2 + number % 4 if number % 2 == 0 else 9000 + number})

    with ThreadPoolExecutor(8) as phones:
        assert [*phones.map(change, range(40))] == [None] * 40
    assert {"table.players", "web.port"} <= file.values().keys()
