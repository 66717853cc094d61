"""An evening of Hana-awase made of its parts: who may deal, and what goes on."""

from dataclasses import replace

import pytest

from companion.app.hana_awase import DealerError, HanaAwaseEvening, serve_hana_awase
from companion.files.lock import FolderLock
from companion.hana_awase.options import Options
from companion.hana_table.table import HanaTable
from companion.settings.settings import Settings
from hardware.camera import CameraChoice, CameraKind
from vision.table.hana_layout import load_hana_layout

EVENING = HanaAwaseEvening(
    options=Options(),
    players=3,
    dealer=2,
    begins=True,
    deck=None,
    camera=CameraChoice(CameraKind.NONE),
    layout=load_hana_layout(),
    new=False,
)


def test_a_game_begins_at_once_and_goes_on_the_next_evening_with_the_same_dealer(
    lock: FolderLock,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    dealers: list[object] = []

    def run(table: HanaTable, _watching: object, _again: object) -> None:
        dealers.append(table.controller.sitting.standing.dealer)

    monkeypatch.setattr(HanaTable, "run", run)
    serve_hana_awase(EVENING, settings, lock)
    serve_hana_awase(replace(EVENING, dealer=0), settings, lock)
    assert dealers == [2, 2]
    assert "Game 1 of Hana-awase goes on." in capsys.readouterr().out


@pytest.mark.parametrize("dealer", [-1, 3])
def test_a_dealer_who_does_not_play_is_refused_and_no_page_opens(
    lock: FolderLock, settings: Settings, dealer: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(DealerError, match="the seats are 0 to 2"):
        serve_hana_awase(replace(EVENING, dealer=dealer), settings, lock)
    assert "Phones:" not in capsys.readouterr().out
