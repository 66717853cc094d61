"""The panel of a live table, tried lamp by lamp and button by button from a page.

While it is tried it shows no game, and its buttons play none; so it is tried between games.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum
from gettext import NullTranslations
from threading import Lock
from typing import Literal, NotRequired, Protocol, TypedDict

from companion.hanabi.labels import Count
from companion.language.names import ENGLISH
from companion.language.phrases import said_by
from companion.panel.check import PanelCheck, finding_text, instruction, steps
from companion.panel.panel import Press
from companion.panel.wiring import Wiring

FORGOTTEN = 120.0
"""Seconds without a word or a press after which the panel serves games again."""


class TrialWord(Enum):
    """What somebody on the page says of a step."""

    BEGIN = "begin"
    LIT = "lit"
    DARK = "dark"
    SILENT = "silent"
    """Nothing comes from the button."""
    STOP = "stop"


class TriedPanel(Protocol):
    """A panel whose lamps can be lit one by one."""

    def light(self, *names: str) -> None:
        """Light these lamps and no others."""


class TrialShown(TypedDict):
    """Where the trial of a panel stands.

    Attributes:
        state: what is to be done.
        fault: what its pins say, where they cannot be used.
        text: what to do, as a sentence.
        number: of the step, from 1.
        all: how many steps there are.
        troubles: what did not work, in sentences.
    """

    state: Literal["idle", "done", "lamp", "button"]
    fault: str | None
    text: NotRequired[str]
    number: NotRequired[Count]
    all: NotRequired[Count]
    troubles: NotRequired[list[str]]


class PanelTrial:
    """A trial of one panel; may be asked from any thread."""

    def __init__(
        self,
        panel: TriedPanel,
        wiring: Wiring,
        running: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare to try ``panel``.

        Args:
            panel: its lamps.
            wiring: what is connected.
            running: returns whether a game runs.
            clock: seconds that only ever grow.
        """
        self._panel, self._wiring = panel, wiring
        self._running, self._clock = running, clock
        self._check: PanelCheck | None = None
        self._heard = 0.0
        self._active = False
        self._fault: str | None = None
        self._lock = Lock()

    @property
    def active(self) -> bool:
        """Whether the panel is being tried just now."""
        return self._active and self._clock() - self._heard <= FORGOTTEN

    def say(self, said: TrialWord, number: int | None = None) -> bool:
        """Take what somebody on the page says; return whether that was possible now.

        Args:
            said: what is said.
            number: of the step that it is said of, from 1; what is said of one that is over changes
                nothing. None: of the one that the trial is at.
        """
        if said is TrialWord.BEGIN and self._running():
            return False
        with self._lock:
            if said is TrialWord.BEGIN:
                self._check, self._active, self._fault = PanelCheck(steps(self._wiring)), True, None
            elif said is TrialWord.STOP:
                self._active = False
            elif self._check is not None and number not in (None, self._check.number):
                return True  # a button came, and the page had not heard of it
            elif not self._active or self._check is None:
                return False
            else:
                step = self._check.step
                is_button = step is not None and step.press is not None
                if step is None or is_button is not (said is TrialWord.SILENT):
                    return False
                if is_button:
                    self._check = self._check.silent()
                else:
                    self._check = self._check.shown(dark=said is TrialWord.DARK)
            self._go_on()
            return True

    def pressed(self, press: Press) -> bool:
        """Take a button; return whether the trial wanted it: then it is none for the game."""
        with self._lock:
            if not self.active or self._check is None:
                return False
            self._check = self._check.pressed(press)
            self._go_on()
            return True

    def leave(self) -> None:
        """Let the panel serve a game that has begun."""
        with self._lock:
            self._active = False

    def state(self, language: NullTranslations = ENGLISH) -> TrialShown:
        """Return where the trial stands as a JSON object."""
        with self._lock:
            check = self._check
            if check is None:
                return {"state": "idle", "fault": self._fault}
            step = check.step if self.active else None
            troubles = [finding_text(one, language) for one in check.troubles]
            if step is None:
                done = check.step is None
                return {
                    "state": "done" if done else "idle",
                    "troubles": troubles,
                    "fault": self._fault,
                }
            return {
                "state": "lamp" if step.press is None else "button",
                "text": instruction(step, language),
                "number": check.number,
                "all": len(check.steps),
                "troubles": troubles,
                "fault": self._fault,
            }

    def _go_on(self) -> None:
        self._heard = self._clock()
        check = self._check
        if check is None or check.step is None:
            self._active = False
        try:
            self._panel.light(*(check.lit if check is not None and self._active else ()))
        except Exception as error:  # each kind of pin has errors of its own
            self._fault, self._active = said_by(error), False
