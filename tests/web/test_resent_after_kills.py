"""A tap whose answer was lost because the power went is sent again: it counts once, and is told so.

The companion is a process that is killed some milliseconds after a phone has sent its tap, and
started again. The phone sends the same tap again, as its page does.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from companion.demonstration.phones import HttpPhone, PhoneError, _StaleError
from tests.companion.commands.test_run import code, environment, running

__all__ = ["environment"]

NO_CAMERA = ("--camera", "none")
MOMENTS = (None, 0.02, 0.0, 0.005, 0.01, 0.03, 0.06, 0.3)
"""Seconds from the tap to the kill; None: it was answered, and the answer never arrived."""


class Phone(HttpPhone):
    """A phone that sends a tap as it was sent before."""

    def version(self) -> int:
        return int(self._get()["version"])

    def again(self, what: str, body: Mapping[str, Any]) -> bool:
        """Send a tap once more; say whether the table says that it was carried out."""
        try:
            return self.send(what, body) == {"ok": True}
        except (PhoneError, _StaleError):
            return False


def kill_while_it_taps(
    process: subprocess.Popen[str],
    phone: Phone,
    what: str,
    body: Mapping[str, Any],
    moment: float | None,
) -> None:
    def tap() -> None:
        with suppress(Exception):  # the answer is lost, whatever it was
            phone.send(what, body)

    tapping = Thread(target=tap)
    tapping.start()
    if moment is None:
        tapping.join()
    else:
        time.sleep(moment)
    process.kill()
    process.wait()
    tapping.join()


@pytest.mark.parametrize(
    "kills",
    [pytest.param(3, id="three kills"), pytest.param(30, marks=pytest.mark.long, id="many kills")],
)
def test_a_tap_that_is_sent_again_after_a_kill_counts_once_and_is_told_so(
    kills: int, environment: dict[str, str], tmp_path: Path
) -> None:
    phone, turns, sent = None, 0, None
    carried_out = certain = 0
    for kill in range(kills + 1):
        with running(environment, tmp_path, *NO_CAMERA) as (process, address):
            if phone is None:
                phone = Phone(address, code(tmp_path), 0)
                for _ in range(5):  # the lobby may change while the tap is on its way
                    phone.tap("start", {"first": 0, "players": 2})
                    if "game" in phone.view():
                        break
            phone.address = address
            log = phone.view()["game"]["log"]
            if sent is not None:
                assert turns <= len(log) <= turns + 1
                was = len(log) == turns + 1
                assert [phone.again("clue", sent) for _ in range(2)] == [was, was]
                assert phone.view()["game"]["log"] == log, "nothing is carried out twice"
                carried_out += was
            if len(log) == 6:  # so that clue tokens never run out
                phone.tap("undo", {})
            state = phone.view()["game"]
            turns = len(state["log"])
            giver = state["to_move"]
            sent = {
                "version": phone.version(),
                "key": f"kill-{kill}",
                "giver": giver,
                "target": 1 - giver,
                "value": 1,
            }
            moment = MOMENTS[kill % len(MOMENTS)]
            kill_while_it_taps(process, phone, "clue", sent, moment)
            certain += moment is None and kill < kills
    assert carried_out >= certain > 0
    print(f"\n{kills} kills: {carried_out} taps were carried out before, and told as such")
