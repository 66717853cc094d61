"""Switching off is asked of systemd; here of a program that only notes what it was asked."""

import sys
from pathlib import Path

import pytest

from hardware.power import OFF, PowerError, SystemdPower

NOTE = "import sys; open(sys.argv[1], 'w').write(' '.join(sys.argv[2:]))"


def test_systemd_is_asked_once_without_waiting_or_a_password(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    SystemdPower([sys.executable, "-c", NOTE, str(asked), *OFF]).off()
    assert asked.read_text() == "systemctl --no-block --no-ask-password poweroff"


def test_a_refusal_is_one_sentence() -> None:
    refuse = "import sys; print('Access denied\\n  by polkit', file=sys.stderr); sys.exit(1)"
    with pytest.raises(PowerError, match=r"^the machine cannot .* off: Access denied by polkit$"):
        SystemdPower([sys.executable, "-c", refuse]).off()
    with pytest.raises(PowerError, match="exit code 3"):
        SystemdPower([sys.executable, "-c", "raise SystemExit(3)"]).off()


def test_without_systemd_it_stays_on(tmp_path: Path) -> None:
    with pytest.raises(PowerError, match=r"cannot be switched off: .*No such file"):
        SystemdPower([str(tmp_path / "systemctl")]).off()
