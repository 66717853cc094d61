"""The far end of an OLED's wire: what an SSD1306 or SH1106 makes of it, by its data sheet."""

import errno
from typing import Any

from companion.panel.oled import OledChip

WIDTH, HEIGHT = 128, 64
PAGES = 8
# How many bytes follow a command. Of the SH1106 0x20 to 0x2F and 0x8D are no commands at all.
FOLLOW = {
    OledChip.SSD1306: {
        **dict.fromkeys((0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB, 0x8D, 0x20), 1),
        **dict.fromkeys((0x21, 0x22), 2),
    },
    OledChip.SH1106: dict.fromkeys((0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB, 0xAD), 1),
}


class OledWire:
    """A module of 128 x 64 pixels, as smbus2's bus reaches it; unplugged it answers nothing."""

    def __init__(self, chip: OledChip = OledChip.SSD1306, address: int = 0x3C) -> None:
        self.chip, self.address = chip, address
        self.there = True
        self.open = True
        self.pictures = 0
        self.plug()

    def plug(self) -> None:
        """Give it power: it has forgotten everything, and is dark."""
        self.there, self.on, self.pump = True, False, self.chip is OledChip.SH1106
        self.contrast = 0x7F
        self.columns = 132 if self.chip is OledChip.SH1106 else WIDTH
        self.ram = [bytearray(b"\x55" * self.columns) for _ in range(PAGES)]
        self.horizontal = self.remapped = self.turned_over = False
        self.column = self.page = 0
        self.window = (0, self.columns - 1, 0, PAGES - 1)
        self.multiplex = 63

    def unplug(self) -> None:
        self.there = False

    # ------------------------------------------------------------------------- what a bus has

    def write_i2c_block_data(self, address: int, control: int, data: list[int]) -> None:
        assert len(data) <= 32, "more than SMBus takes"
        self._arrives(address, control, bytes(data))

    def i2c_rdwr(self, message: Any) -> None:
        control, *data = bytes(message)
        self._arrives(message.addr, control, bytes(data))

    def close(self) -> None:
        self.open = False

    # -------------------------------------------------------------------------- what is seen

    def pixels(self) -> list[bool]:
        """What lights, row by row; nothing where the chip is off or its pump gives no voltage."""
        if not (self.there and self.on and self.pump):
            return [False] * (WIDTH * HEIGHT)
        assert self.multiplex == 63
        # The glass of these modules is mounted for both directions turned round.
        assert self.remapped
        assert self.turned_over
        skipped = (self.columns - WIDTH) // 2
        return [
            bool(self.ram[y // 8][skipped + x] >> y % 8 & 1)
            for y in range(HEIGHT)
            for x in range(WIDTH)
        ]

    def _arrives(self, address: int, control: int, data: bytes) -> None:
        assert self.open, "something is sent to a bus that was let go of"
        if not self.there or address != self.address:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        if control == 0x40:
            self._store(data)
        else:
            assert control == 0x00
            rest = list(data)
            while rest:
                code = rest.pop(0)
                following = FOLLOW[self.chip].get(code, 0)
                assert len(rest) >= following, f"the command {code:#x} is cut off"
                self._obey(code, [rest.pop(0) for _ in range(following)])

    def _store(self, data: bytes) -> None:
        first, last, top, bottom = self.window
        for byte in data:
            self.ram[self.page][self.column] = byte
            self.column += 1
            if self.horizontal and self.column > last:
                self.column = first
                self.page = top if self.page == bottom else self.page + 1
                self.pictures += self.page == top
            elif not self.horizontal and self.column == self.columns:
                self.column = 0

    def _obey(self, code: int, values: list[int]) -> None:
        old = self.chip is OledChip.SSD1306
        match code:
            case 0xAE | 0xAF:
                self.on = code == 0xAF
            case 0x81:
                self.contrast = values[0]
            case 0x8D if old:
                self.pump = values[0] == 0x14
            case 0x20 if old:
                self.horizontal = values[0] == 0
            case 0x21 if old:
                self.window = (values[0], values[1], *self.window[2:])
                self.column = values[0]
            case 0x22 if old:
                self.window = (*self.window[:2], values[0], values[1])
                self.page = values[0]
            case 0xA0 | 0xA1:
                self.remapped = code == 0xA1
            case 0xC0 | 0xC8:
                self.turned_over = code == 0xC8
            case 0xA8:
                self.multiplex = values[0]
            case _ if 0xB0 <= code <= 0xB7:
                self.page = code & 7
                self.pictures += self.page == 0
            case _ if code < 0x10:
                self.column = self.column & 0xF0 | code
            case _ if code < 0x20:
                self.column = self.column & 0x0F | (code & 0x0F) << 4
