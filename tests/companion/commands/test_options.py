"""Every command that looks at a mat looks for it at the size that it was printed at."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.errors import UnusableInput
from companion.commands.options import printed_hana_layout, printed_layout
from companion.commands.run import run
from companion.settings.settings import Settings, TableSettings
from vision.deck_file import save_deck
from vision.drawing.artwork import build_deck


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of settings of somebody whose printer fitted the mat to the page."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "companion").mkdir()
    file = tmp_path / "companion" / "settings.toml"
    file.write_text("[table]\nprint_scale = 0.95\n", encoding="utf-8")
    return file


def test_without_settings_the_mat_has_the_size_of_the_contract() -> None:
    assert printed_layout().mat.size == (420, 297)
    assert printed_hana_layout().layout.mat.size == (420, 297)


def test_the_settings_tell_at_which_size_it_was_printed(settings: Path) -> None:
    assert printed_layout().mat.size == pytest.approx((399, 282.15))
    assert printed_hana_layout().layout.mat.size == pytest.approx((399, 282.15))
    given = Settings(TableSettings(print_scale=1.02))
    assert printed_layout(given).mat.size == pytest.approx((428.4, 302.94))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[table]\nprint_scale = 2\n", "table.print_scale wants a number from 0.8 to 1.25, got 2"),
        ('[table]\nlayout = "none.json"\n', "none.json"),
    ],
)
def test_a_mistake_in_the_settings_is_said_by_every_command_that_looks_at_a_mat(
    settings: Path, text: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.write_text(text, encoding="utf-8")
    with pytest.raises(UnusableInput, match=sentence):
        printed_layout()
    deck = settings.with_name("own.deck")
    save_deck(build_deck(), deck)
    film = ["watch", "--camera", f"folder:{settings.parent}", "--players", "3"]
    for command in (["recognise", "a.jpg"], ["score", "a.jpg"], film):
        assert main([*command, "--deck", str(deck)]) == 2
        assert sentence in capsys.readouterr().err, command[0]


def test_an_evening_whose_settings_may_not_be_read_is_not_refused_for_that(
    settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, *_, **__: Path(path) != settings)  # root may
    assert run.make_context("run", ["--settings", str(settings)]).params["file"] == settings
