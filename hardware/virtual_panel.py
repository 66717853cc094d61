"""Panels without wires: one that a page shows and presses, and none at all."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Any, Self

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.panel.panel import PanelKind, PanelState, Press
from companion.panel.wiring import Wiring
from hardware.lamps import Lamps
from hardware.panel import OnPress, Panel


class VirtualPanel(Panel):
    """The same panel without wires: somebody else presses its buttons and looks at its lamps.

    Everything up to the pins is the real panel's; the pins are gpiozero's mock pins, its own and
    not those of the process. ``press`` and ``lit`` may be called from any thread, also after
    ``close``: then nothing is pressed and all is dark. ``on_press`` runs in the thread that calls
    ``press``.
    """

    kind = PanelKind.VIRTUAL

    def __init__(
        self,
        on_press: OnPress,
        wiring: Wiring,
        *,
        why_virtual: str | None = None,
        **options: Any,
    ) -> None:
        """Open the panel; ``why_virtual`` says why it is not the real one; the rest as `Panel`."""
        self.why_virtual = why_virtual
        self._pressing = Lock()
        board = MockFactory(pin_class=MockPWMPin)
        ends = wiring.lamps if wiring.buzzer is None else {**wiring.lamps, "buzzer": wiring.buzzer}
        self._ends = {name: board.pin(pin) for name, pin in ends.items()}
        self._pixels = tuple(wiring.pixels)
        self._thumbs = {press: board.pin(pin) for press, pin in wiring.buttons.items()}
        super().__init__(on_press, wiring, factory=board, bus=_Nowhere(), chatter=0.0, **options)

    def press(self, press: Press) -> None:
        """Press a button and let it go; a button that is not wired does nothing."""
        pin = self._thumbs.get(press)
        if pin is not None:
            with self._pressing:  # two thumbs at once are two presses
                pin.drive_low()
                pin.drive_high()

    def lit(self) -> Mapping[str, float]:
        """Return how bright each lamp is at this moment, from 0 to 1, read at its pin.

        The names are those of `Wiring.lamps`, and ``buzzer`` where there is one. A page that
        wants to blink by itself takes the patterns from ``shown``.
        """
        lit = {name: float(pin.state) for name, pin in self._ends.items()}
        pixels = {name: self._lamps[name].value for name in self._pixels if name in self._lamps}
        return {**pixels, **lit}


class _Nowhere:
    """The wire to a strip that is not there."""

    def send(self, data: bytes) -> None:
        pass

    def close(self) -> None:
        pass


class NoPanel:
    """No panel: nothing is shown and nothing is pressed."""

    kind = PanelKind.NONE
    why_virtual: str | None = None
    fault: str | None = None
    shown: Lamps | None = None

    def show(self, state: PanelState) -> None:
        """Show nothing."""

    def close(self) -> None:
        """Do nothing."""

    def __enter__(self) -> Self:
        """Return the panel."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Do nothing."""
