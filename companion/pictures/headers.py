"""What a picture's file says of itself before it is decoded: how large it is, and that it is whole.

JPEG, PNG and WebP, the kinds that cameras, phones and scanners write. A picture is decoded into
memory in one piece; so its size has to be known before. What a decoder would read otherwise than
it is read here is refused: another size may hide in it.
"""

from __future__ import annotations

import re
import struct
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.language.phrases import phrase

if TYPE_CHECKING:
    from companion.frames import BgrImage

MOST_PIXELS = 50_000_000
"""Width by height of the largest picture that is read: 150 MB of memory."""
ENOUGH = 12
"""First bytes of a file that tell its kind."""

MOST_TIMES_AS_LONG = 50
"""The longer side of a picture against the other one, at most: a panorama has some ten, and made
smaller nothing would be left of what is thinner."""
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_UPRIGHT = {2: (-1, 0), 3: (1, 2), 4: (-1, 2), 5: (-1, 1), 6: (1, 3), 7: (-1, 3), 8: (1, 1)}
"""What is to be done with a picture of each EXIF orientation, see `Header`; 1 is upright."""
_ORIENTATION, _SHORT = 0x0112, 3
"""The tag of the orientation in EXIF data and the type of its value (CIPA DC-008, 4.6.2)."""
_MOST_TAGS = 1000
"""Entries of EXIF data that are looked through; cameras write some dozens."""
_GREY_ALPHA, _COLOUR_ALPHA = 4, 6
"""Colour types of a PNG whose pixels have an alpha channel (PNG specification, table 11.1)."""
_CMYK = 4
"""Colour parts of a picture in four printing inks."""
_BARE = frozenset({0x00, 0x01, *range(0xD0, 0xDA)})
"""Second bytes of a JPEG's markers after which no length follows (ITU-T T.81, table B.1), and of
what is no marker. None of them belongs before the picture itself."""
_MARKER = re.compile(rb"\xff([^\x00\xff\xd0-\xd7])", re.DOTALL)
"""The next marker in a JPEG's data, but for those that are a part of it."""
MOST_SCANS = 50
"""Passes in which a JPEG brings its picture, coarse first: cameras and programs make up to 18, and
each one more takes a decoder as long as the picture is large."""


class PictureError(ValueError):
    """A file is no picture that is read; the message goes on from the file's name: "is ..."."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a picture's file says of itself.

    Attributes:
        width: pixels, as stored: a camera held upright may have stored it lying.
        height: pixels, likewise.
        alpha: whether parts of it may be transparent.
        across: of one that may be, how its columns are to be counted before it is turned: 1, or -1
            where it is stored as in a mirror.
        quarter_turns: how often it is turned against the clock then, to be upright.
    """

    width: int
    height: int
    alpha: bool = False
    across: int = 1
    quarter_turns: int = 0

    def upright(self, image: BgrImage) -> BgrImage:
        """Return the decoded picture, shape (H, W, 3), uint8, BGR, as it was held.

        One without alpha is upright already: OpenCV turns a picture where it also chooses the
        channels.
        """
        if self.alpha:
            image = image[:, :: self.across]
            for _ in range(self.quarter_turns):
                image = image.swapaxes(0, 1)[::-1]
        return image


def check_kind(first: bytes) -> None:
    """Refuse a file by its first bytes; `ENOUGH` of them are enough.

    Raises:
        PictureError: it is none of the kinds that are read.
    """
    if not first:
        raise PictureError(phrase("is not a picture that can be read: it is empty"))
    if first[4:8] == b"ftyp":
        raise PictureError(phrase("is a HEIC or AVIF picture: save it as JPEG, and it can be read"))
    if not first.startswith((_PNG, _JPEG)) and not _is_webp(first):
        raise PictureError(phrase("is not a picture that can be read: want JPEG, PNG or WebP"))


def read_header(data: bytes) -> Header:
    """Return what the picture in ``data`` says of itself.

    Args:
        data: the whole file.

    Raises:
        PictureError: it is none of the kinds that are read, it is not whole, it is larger than
            `MOST_PIXELS`, or far longer than wide.
    """
    check_kind(data[:ENOUGH])
    try:
        if data.startswith(_PNG):
            header = _png(data)
        elif data.startswith(_JPEG):
            header = _jpeg(data)
        else:
            header = _webp(data)
    except (struct.error, IndexError):
        raise _broken_off() from None
    if header.width < 1 or header.height < 1:
        raise PictureError(
            phrase("is not a picture that can be read: it does not say how large it is")
        )
    long, short = (pick(header.width, header.height) for pick in (max, min))
    if long > MOST_TIMES_AS_LONG * short:
        raise PictureError(
            phrase(
                "is no photo: of {width} x {height} pixels one side is more than {times} times the"
                " other",
                width=header.width,
                height=header.height,
                times=MOST_TIMES_AS_LONG,
            )
        )
    if header.width * header.height > MOST_PIXELS:
        raise PictureError(
            phrase(
                "is too large: {width} x {height} pixels are {megapixels:.1f} megapixels, and"
                " {most:.0f} can be read",
                width=header.width,
                height=header.height,
                megapixels=header.width * header.height / 1e6,
                most=MOST_PIXELS / 1e6,
            )
        )
    return header


def _broken_off() -> PictureError:
    return PictureError(phrase("is not a picture that can be read: it breaks off in the middle"))


def _damaged() -> PictureError:
    return PictureError(phrase("is not a picture that can be read: it is damaged"))


def _is_webp(first: bytes) -> bool:
    return first.startswith(b"RIFF") and first[8:12] == b"WEBP"


def _png(data: bytes) -> Header:
    """Walk the chunks: length, kind, content, checksum."""
    at, header, alpha, exif = len(_PNG), None, False, b""
    while True:
        length, kind = struct.unpack_from(">I4s", data, at)
        (checksum,) = struct.unpack_from(">I", data, at + 8 + length)
        if zlib.crc32(memoryview(data)[at + 4 : at + 8 + length]) != checksum:
            raise _damaged()
        if kind == b"IHDR":
            if header is not None:
                raise _damaged()
            width, height, _, colour = struct.unpack_from(">IIBB", data, at + 8)
            header, alpha = (width, height), colour in (_GREY_ALPHA, _COLOUR_ALPHA)
        elif kind == b"tRNS":
            alpha = True
        elif kind == b"eXIf":
            exif = data[at + 8 : at + 8 + length]
        elif kind == b"IEND":
            return Header(*header, alpha, *_upright(exif)) if header else Header(0, 0)
        at += 12 + length


def _upright(exif: bytes) -> tuple[int, int]:
    """Return how a picture comes upright by its EXIF data; as it is where they say nothing."""
    exif = exif.removeprefix(b"Exif\0\0")
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(exif[:4])
    if order is None:
        return 1, 0
    try:
        (at,) = struct.unpack_from(f"{order}I", exif, 4)
        (tags,) = struct.unpack_from(f"{order}H", exif, at)
        for place in range(at + 2, at + 2 + 12 * min(tags, _MOST_TAGS), 12):
            tag, kind, values, value = struct.unpack_from(f"{order}HHIH", exif, place)
            if (tag, kind, values) == (_ORIENTATION, _SHORT, 1):
                return _UPRIGHT.get(value, (1, 0))
    except struct.error:
        pass  # as a decoder does that cannot understand them
    return 1, 0


def _webp_exif(data: bytes) -> bytes:
    """Walk the chunks of a WebP to its EXIF data; empty where there are none."""
    at = 12
    while at + 8 <= len(data):
        kind, length = struct.unpack_from("<4sI", data, at)
        if kind == b"EXIF":
            return data[at + 8 : at + 8 + length]
        at += 8 + length + length % 2
    return b""


def _jpeg(data: bytes) -> Header:
    """Walk the segments up to the picture itself, then look for its end."""
    at, header, adobe, parts = 2, None, False, 0
    while True:
        while data[at] == 0xFF and data[at + 1] == 0xFF:
            at += 1  # padding
        lead, marker, length = struct.unpack_from(">BBH", data, at)
        if lead != 0xFF or marker in _BARE:
            raise _damaged()
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):  # a frame's header
            if header is not None:
                raise _damaged()
            height, width, parts = struct.unpack_from(">HHB", data, at + 5)
            header = Header(width, height)
        elif marker == 0xEE:
            adobe = data[at + 4 : at + 9] == b"Adobe"
        elif marker == 0xDA:
            break
        at += 2 + length
    if _scans(data, at) > MOST_SCANS:
        raise _damaged()
    if parts == _CMYK and not adobe:
        # Nobody says which way round its inks are counted.
        raise PictureError(
            phrase("is a picture in four printing inks: save it in RGB, and it can be read")
        )
    return header or Header(0, 0)


def _scans(data: bytes, at: int) -> int:
    """Count the passes of a JPEG from the first one, ``at``, to its end; too many not further."""
    scans = 0
    while scans <= MOST_SCANS:
        found = _MARKER.search(data, at)
        if found is None:
            raise _broken_off()
        marker, at = found[1][0], found.end()
        if marker == 0xD9:
            break
        scans += marker == 0xDA
        if marker not in _BARE:
            at += struct.unpack_from(">H", data, at)[0]
    return scans


def _webp(data: bytes) -> Header:
    (length, kind) = struct.unpack_from("<I4x4s", data, 4)
    if len(data) < 8 + length:
        raise _broken_off()
    if kind == b"VP8X":
        across, down = (int.from_bytes(data[at : at + 3], "little") for at in (24, 27))
        return Header(across + 1, down + 1, bool(data[20] & 0x10), *_upright(_webp_exif(data)))
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return Header((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1, bool(bits >> 28 & 1))
    width, height = struct.unpack_from("<HH", data, 26)
    return Header(width & 0x3FFF, height & 0x3FFF)
