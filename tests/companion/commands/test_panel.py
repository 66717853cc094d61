"""The panel is tried on mock pins, pressed and looked at from the far end of its wires."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.cli import main
from companion.commands import panel as command
from companion.panel.check import steps
from companion.panel.panel import PanelKind, Press
from companion.panel.wiring import Wiring
from hardware.panel import Panel, PanelError

WIRING = Wiring()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Board:
    """A panel on mock pins; thumbs press what the test is waiting for, or what they are told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.pins = MockFactory(pin_class=MockPWMPin)
        self.lit: list[set[str]] = []
        self.thumbs: dict[Press, Press | None] = {press: press for press in Press}
        self.thread: list[threading.Thread] = []
        board = self

        class Watched(Panel):
            def light(self, *names: str) -> None:
                super().light(*names)
                on = {name for name, pin in WIRING.lamps.items() if board.pins.pin(pin).state}
                board.lit.append(on)
                if not names:
                    board.press()

        def opened(kind: PanelKind, *given: Any, **options: Any) -> Panel:
            assert kind is PanelKind.GPIO
            return Watched(*given, factory=self.pins, **options)

        monkeypatch.setattr(command, "open_panel", opened)
        self.asked = iter(Press)

    def press(self) -> None:
        """Press the next button a moment later, in a thread of its own as gpiozero would."""
        thumb = self.thumbs[next(self.asked)]
        if thumb is not None:
            wire = self.pins.pin(WIRING.buttons[thumb])
            timer = threading.Timer(0.05, lambda: (wire.drive_low(), wire.drive_high()))
            timer.start()
            self.thread.append(timer)


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Board:
    return Board(monkeypatch)


GO = ["panel", "test", "--panel", "gpio", "--seconds", "0"]


def test_each_lamp_is_lit_alone_and_named_and_each_button_waited_for(
    board: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(GO) == 0
    names = list(WIRING.lamps)
    assert board.lit == [*({name} for name in names), *[set()] * 6]
    out = capsys.readouterr().out
    assert "Lit now: turn lamp of seat 5 (GPIO12, pin 32)." in out
    assert "Press the button Undo (GPIO7, pin 26)." in out
    assert out.count(": pressed.") == 6
    assert "With 470 ohms a lit lamp takes 3.2 mA" in out
    assert "All buttons came." in out
    assert not any(board.pins.pin(pin).state for pin in WIRING.lamps.values()), "dark in the end"


def test_swapped_and_silent_buttons_are_told(
    board: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    board.thumbs.update({Press.PLAY: Press.DISCARD, Press.DISCARD: Press.PLAY, Press.UNDO: None})
    assert main([*GO, "--wait", "0.4"]) == 1
    troubles = capsys.readouterr().out.partition("To look at:")[2].splitlines()
    assert [line.strip().partition(" (")[0] for line in troubles if line] == [
        "button Play",
        "button Discard",
        "button Undo",
    ]


def test_scripts_get_a_line_for_each_part(board: Board, capsys: pytest.CaptureFixture[str]) -> None:
    board.thumbs[Press.CLUE] = Press.FUSE
    assert main([*GO, "--json"]) == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["part"] for each in found] == [step.name for step in steps(WIRING)]
    assert found[0] == {"part": "clue.0", "pin": 17, "outcome": "shown"}
    assert found[17] == {"part": "clue", "pin": 2, "outcome": "other", "came": "fuse"}
    assert found[-1] == {"part": "confirm", "pin": 3, "outcome": "pressed"}


def test_a_button_that_is_down_all_the_time_is_told_without_waiting(
    board: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    wire = board.pins.pin(WIRING.confirm)
    wire.pull = "up"
    wire.drive_low()
    wire._set_pull = str  # the wire is stronger than the pull-up
    board.thumbs[Press.CONFIRM] = None
    assert main([*GO, "--wait", "3"]) == 1
    assert "button Confirm (GPIO3, pin 5): it is down all the time" in capsys.readouterr().out


def test_off_the_pi_the_test_is_rehearsed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["panel", "test", "--panel", "virtual", "--seconds", "0"]) == 0
    out = capsys.readouterr().out
    assert "rehearsal on a virtual panel" in out
    assert out.count(": pressed.") == 6


@pytest.mark.parametrize("option", ["--seconds", "--wait"])
def test_what_is_no_number_of_seconds_is_refused_before_a_lamp_is_lit(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["panel", "test", "--panel", "virtual", option, "nan"]) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert "'nan' is not a number" in written.err


def test_only_what_the_settings_wire_is_tested(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "own.toml").write_text(
        '[panel]\nkind = "virtual"\n[panel.pins]\nclue_leds = "none"\nundo = "none"\nbuzzer = 26\n',
        encoding="utf-8",
    )
    assert main(["panel", "test", "--settings", "own.toml", "--seconds", "0", "--json"]) == 0
    parts = [json.loads(line)["part"] for line in capsys.readouterr().out.splitlines()]
    assert len(parts) == 9 + 1 + 5
    assert "buzzer" in parts
    assert "undo" not in parts


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("the panel's status cannot have pin 8: 'GPIO busy'", "sudo systemctl stop companion"),
        ("there is no panel, because the package lgpio is not installed", "lgpio"),
    ],
)
def test_a_panel_that_cannot_be_opened_is_one_sentence(
    said: str,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refuse(*_given: object, **_options: object) -> Panel:
        raise PanelError(said)

    monkeypatch.setattr(command, "open_panel", refuse)
    assert main(GO) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"companion: {said}")
    assert sentence in error
    assert error.count("\n") == 1


def test_a_panel_that_the_settings_leave_out_is_no_panel(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "own.toml").write_text('[panel]\nkind = "none"\n', encoding="utf-8")
    assert main(["panel", "test", "--settings", "own.toml"]) == 2
    assert "say --panel gpio or virtual" in capsys.readouterr().err
