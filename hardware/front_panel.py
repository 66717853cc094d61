"""Which panel people mean, and opening it: on the pins of a Raspberry Pi, virtual, or none."""

from __future__ import annotations

from typing import Any

from companion.panel.panel import PanelKind
from companion.panel.wiring import Wiring
from hardware.panel import OnPress, Panel, PanelError
from hardware.virtual_panel import NoPanel, VirtualPanel


def open_panel(
    kind: PanelKind, on_press: OnPress, wiring: Wiring, **options: Any
) -> Panel | NoPanel:
    """Open the panel that people asked for, see `PanelKind`; ``options`` are those of `Panel`.

    Raises:
        PanelError: the real panel was asked for and cannot be opened.
    """
    match kind:
        case PanelKind.NONE:
            return NoPanel()
        case PanelKind.VIRTUAL:
            return VirtualPanel(on_press, wiring, **options)
        case PanelKind.GPIO:
            return Panel(on_press, wiring, **options)
        case PanelKind.AUTO:
            try:
                return Panel(on_press, wiring, **options)
            except PanelError as error:
                why = str(error)
            return VirtualPanel(on_press, wiring, why_virtual=why, **options)
