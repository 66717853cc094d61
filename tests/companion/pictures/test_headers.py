"""What files say of the pictures in them, before anybody decodes them."""

import struct
import zlib

import cv2
import numpy as np
import pytest

from companion.pictures.headers import (
    ENOUGH,
    MOST_PIXELS,
    MOST_SCANS,
    Header,
    PictureError,
    check_kind,
    read_header,
)

COLOUR = np.full((9, 16, 3), 77, dtype=np.uint8)
COVER = np.dstack([COLOUR, np.full((9, 16), 99, dtype=np.uint8)])
LOSSLESS, LOSSY = 101, 80
"""What OpenCV calls the quality of WebP."""


def encoded(image: np.ndarray, kind: str, *options: int) -> bytes:
    return cv2.imencode(kind, image, options)[1].tobytes()


def chunk(kind: bytes, content: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + check


def png_of(width: int, height: int) -> bytes:
    """A PNG that says it is so large; it holds next to nothing."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    rest = chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + head + rest


PICTURES = {
    "png": encoded(COLOUR, ".png"),
    "grey png": encoded(COLOUR[..., 0], ".png"),
    "deep png": encoded(COLOUR.astype(np.uint16) * 257, ".png"),
    "jpg": encoded(COLOUR, ".jpg"),
    "grey jpg": encoded(COLOUR[..., 0], ".jpg"),
    "progressive jpg": encoded(COLOUR, ".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
    "lossy webp": encoded(COLOUR, ".webp", cv2.IMWRITE_WEBP_QUALITY, LOSSY),
    "lossless webp": encoded(COLOUR, ".webp", cv2.IMWRITE_WEBP_QUALITY, LOSSLESS),
}
COVERED = {
    "png": encoded(COVER, ".png"),
    "lossy webp": encoded(COVER, ".webp", cv2.IMWRITE_WEBP_QUALITY, LOSSY),
    "lossless webp": encoded(COVER, ".webp", cv2.IMWRITE_WEBP_QUALITY, LOSSLESS),
}


@pytest.mark.parametrize("kind", PICTURES)
def test_every_kind_says_how_large_it_is(kind: str) -> None:
    assert read_header(PICTURES[kind]) == Header(16, 9)


@pytest.mark.parametrize("kind", COVERED)
def test_what_may_be_transparent_is_known(kind: str) -> None:
    assert read_header(COVERED[kind]) == Header(16, 9, alpha=True)


def test_one_transparent_colour_is_known_as_well() -> None:
    plain = PICTURES["png"]
    at = plain.index(b"IDAT") - 4
    with_one = plain[:at] + chunk(b"tRNS", struct.pack(">HHH", 77, 77, 77)) + plain[at:]
    assert read_header(with_one).alpha


@pytest.mark.parametrize("kind", PICTURES)
def test_a_picture_that_breaks_off_is_refused(kind: str) -> None:
    whole = PICTURES[kind]
    for length in range(ENOUGH, len(whole)):
        with pytest.raises(PictureError, match=r"breaks off|damaged"):
            read_header(whole[:length])


def test_what_a_camera_adds_behind_a_picture_does_no_harm() -> None:
    assert read_header(PICTURES["jpg"] + b"a short film") == Header(16, 9)


def test_a_png_with_a_damaged_part_is_refused() -> None:
    data = bytearray(PICTURES["png"])
    data[data.index(b"IDAT") + 9] ^= 1
    with pytest.raises(PictureError, match="damaged"):
        read_header(bytes(data))


def test_fifty_megapixels_are_read_and_one_row_more_is_too_much() -> None:
    assert MOST_PIXELS == 50_000_000
    assert read_header(png_of(10_000, 5_000)) == Header(10_000, 5_000)
    with pytest.raises(PictureError, match=r"too large: 10000 x 5001 pixels are 50\.0 mega"):
        read_header(png_of(10_000, 5_001))
    with pytest.raises(PictureError, match=r"40000 x 40000 pixels are 1600\.0 megapixels"):
        read_header(png_of(40_000, 40_000))


def one_in_another(large: bytes, marker: int) -> bytes:
    """A JPEG in which a decoder sees ``large``, and another small one whoever skips a length.

    After ``marker`` there is none: what follows is the first segment of ``large``, FF E0.
    """
    small = PICTURES["jpg"]
    frame = small[small.index(b"\xff\xc0") :]
    return (b"\xff\xd8\xff" + bytes([marker]) + large[2:]).ljust(4 + 0xFFE0, b"\0") + frame


@pytest.mark.parametrize("marker", [0x00, 0x01, *range(0xD0, 0xDA)])
def test_no_small_jpeg_hides_a_larger_one_from_whoever_looks_at_its_size(marker: int) -> None:
    large = encoded(np.full((300, 400, 3), 77, dtype=np.uint8), ".jpg")
    with pytest.raises(PictureError, match="damaged"):
        read_header(one_in_another(large, marker))


def test_a_picture_says_once_how_large_it_is() -> None:
    jpeg, png = PICTURES["jpg"], png_of(16, 9)
    frame, data = jpeg.index(b"\xff\xc0"), jpeg.index(b"\xff\xda")
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 8, 2, 0, 0, 0))
    for twice in (
        jpeg[:data] + jpeg[frame : frame + 19] + jpeg[data:],
        png[: png.index(b"IDAT") - 4] + head + png[png.index(b"IDAT") - 4 :],
        png[: png.index(b"IEND") - 4] + head + png[png.index(b"IEND") - 4 :],
    ):
        with pytest.raises(PictureError, match="damaged"):
            read_header(twice)


def test_a_small_jpeg_of_countless_passes_does_not_keep_a_decoder_busy_for_hours() -> None:
    whole = PICTURES["progressive jpg"]
    last, end = whole.rindex(b"\xff\xda"), whole.rindex(b"\xff\xd9")
    more = MOST_SCANS - whole.count(b"\xff\xda")
    assert read_header(whole[:end] + more * whole[last:end] + whole[end:]) == Header(16, 9)
    with pytest.raises(PictureError, match="damaged"):
        read_header(whole[:end] + (more + 1) * whole[last:end] + whole[end:])
    hidden = b"\xff\xfe\x00\x04\xff\xd9"  # what looks like the end, in a comment
    with pytest.raises(PictureError, match="damaged"):
        read_header(whole[:end] + hidden + (more + 1) * whole[last:end] + whole[end:])
    film = b"\xff\xda" * 1000  # as it may stand in one that a phone adds
    assert read_header(whole + film) == Header(16, 9)


@pytest.mark.parametrize("size", [(1, 9000), (9000, 1), (180, 9001)])
def test_a_picture_that_is_far_longer_than_wide_is_no_photo(size: tuple[int, int]) -> None:
    with pytest.raises(PictureError, match="one side is more than 50 times the other"):
        read_header(png_of(*size))
    assert read_header(png_of(180, 9000)) == Header(180, 9000)


def test_a_picture_without_a_size_is_refused() -> None:
    with pytest.raises(PictureError, match="does not say how large"):
        read_header(png_of(0, 100))


@pytest.mark.parametrize(
    ("first", "says"),
    [
        (b"", "it is empty"),
        (b"text, and more", "want JPEG, PNG or WebP"),
        (b"GIF89a" + bytes(6), "want JPEG, PNG or WebP"),
        (b"RIFF\x00\x00\x00\x00WAVE", "want JPEG, PNG or WebP"),
        (b"\x00\x00\x00\x18ftypheic", "is a HEIC or AVIF picture: save it as JPEG"),
    ],
)
def test_other_files_are_refused_by_their_first_bytes(first: bytes, says: str) -> None:
    with pytest.raises(PictureError, match=says):
        check_kind(first)
    with pytest.raises(PictureError, match=says):
        read_header(first)


@pytest.mark.parametrize("kind", [*PICTURES, *COVERED])
def test_no_damage_makes_anything_but_a_refusal(kind: str) -> None:
    """Every byte of the head in turn is another one."""
    whole = {**COVERED, **PICTURES}[kind]
    for at in range(min(len(whole), 700)):
        for value in (0, 0x7F, 0xFF):
            data = whole[:at] + bytes([value]) + whole[at + 1 :]
            try:
                header = read_header(data)
            except PictureError:
                continue
            assert header.width * header.height <= MOST_PIXELS
