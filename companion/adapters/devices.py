"""The panel and the loudspeaker at a table, opened as its settings say."""

from __future__ import annotations

import logging
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from threading import Thread
from typing import Protocol

from companion.announcements.speech import Announcer, SpeechKind
from companion.language.languages import language
from companion.language.people import People
from companion.panel.panel import Hold, PanelDevice, PanelKind, PanelState, Press, Status
from companion.settings.settings import PanelSettings, Settings
from hardware.front_panel import open_panel
from hardware.oled import Oled
from hardware.panel import Panel
from hardware.power import Power, PowerError
from hardware.speaker import open_speaker
from hardware.virtual_panel import NoPanel

log = logging.getLogger(__name__)


class Served(Protocol):
    """What panel and loudspeaker need of a table."""

    def pressed(self, press: Press) -> None:
        """Take a button from the panel's thread."""

    def redo(self) -> None:
        """Take a held undo button."""

    def people(self) -> People:
        """Return what the seats are called."""

    def speak_with(self, announcer: Announcer) -> None:
        """Let ``announcer`` say aloud what the table is told."""


def open_front_panel(table: Served, settings: PanelSettings, power: Power) -> Panel | NoPanel:
    """Open the panel, which says at once that the table is getting ready."""
    dimming = settings.dimming

    def held(hold: Hold) -> None:
        match hold:
            case Hold.REDO:
                table.redo()
            case Hold.SHUT_DOWN:  # not in this thread, which serves all buttons
                Thread(target=_switch_off, args=(power,), name="power", daemon=True).start()

    def brightness() -> float:
        return dimming.at(datetime.now().time())

    panel = open_panel(
        settings.kind,
        table.pressed,
        settings.pins,
        brightness=dimming.day if dimming.hours is None else brightness,
        holds=settings.holds,
        on_hold=held,
    )
    panel.show(PanelState(0, 0, None, 0, Status.STARTING))
    return panel


@dataclass(frozen=True, slots=True)
class PanelWithOled:
    """A panel, and a small screen that shows the same."""

    panel: PanelDevice
    oled: Oled

    def show(self, state: PanelState) -> None:
        """Let both show it."""
        self.panel.show(state)
        self.oled.show(state)


def beside_its_oled(panel: PanelDevice, settings: Settings, opened: ExitStack) -> PanelDevice:
    """Return the panel with the screen that the settings put beside a real one, if they do."""
    wired, dimming = settings.panel, settings.panel.dimming
    if wired.pins.oled is None or wired.kind in (PanelKind.VIRTUAL, PanelKind.NONE):
        return panel
    oled = Oled(
        wired.oled_chip,
        wired.oled_address,
        turned=wired.oled_turned,
        brightness=lambda: dimming.at(datetime.now().time()),
        language=language(settings.table.language),
    )
    opened.callback(oled.close)
    return PanelWithOled(panel, oled)


def _switch_off(power: Power) -> None:
    log.warning("the panel's button for it was held: the machine is being switched off")
    try:
        power.off()
    except PowerError as error:
        log.warning("%s", error)


def open_announcer(table: Served, settings: Settings, opened: ExitStack) -> Announcer | None:
    """Let the machine speak as the settings say; None: it cannot."""
    speech, code = settings.speech, settings.table.language
    speaker = open_speaker(
        speech.kind, voice=speech.voice or code, volume=speech.volume, speed=speech.speed
    )
    if speaker is None:
        return None
    opened.callback(speaker.close)
    silent = speech.kind is SpeechKind.AUTO
    announcer = Announcer(
        speaker, table.people, language(code), silent=silent, wording=speech.wording
    )
    table.speak_with(announcer)
    return announcer
