"""What a small OLED shows of the game, as a picture; loaded only where there is an OLED."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

from companion.language.people import COUNTED
from companion.panel.panel import PanelState
from companion.panel.texts import status_text
from companion.paper.fonts import plain, system_font
from hardware.lamps import lamps

if TYPE_CHECKING:
    Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

OLED_WIDTH, OLED_HEIGHT = 128, 64
"""Pixels."""
TOKEN, TOKEN_STEP = 8, 11
"""Pixels: the side of a token, and from token to token."""
TOKENS_AT, FUSES_AT = 18, OLED_WIDTH - 2 * TOKEN_STEP - TOKEN - 1
"""The row of tokens, y, and the first fuse in it, x."""
WORDS_AT = 30
"""What the table waits for, from here down, y."""
MARGIN = 2
"""Pixels at the left: some letters, such as J, reach out over their beginning."""
SIZES = range(15, 8, -1)
"""Of letters, in pixels; the largest that fits is taken."""


def drawn(state: PanelState, language: NullTranslations) -> Image.Image:
    """Return the picture: OLED_WIDTH x OLED_HEIGHT, mode "1", lit pixels white.

    Whose turn it is and the score above; in a game the tokens below, as the lamps have them, a
    spent one and a fuse that is whole as outlines; and what the table waits for, in words.
    """
    image = Image.new("1", (OLED_WIDTH, OLED_HEIGHT))
    draw = ImageDraw.Draw(image)
    score = "" if state.score is None else str(state.score)
    draw.text(
        (OLED_WIDTH - _font(SIZES[0]).getlength(score), 0), score, font=_font(SIZES[0]), fill=1
    )
    if state.to_move is not None:
        who = COUNTED.who(state.to_move, language)
        _write(draw, (MARGIN, 0, OLED_WIDTH - 28, TOKENS_AT - 2), who)
    if state.score is not None:
        shown = lamps(state)
        for nth, left in enumerate(shown.clue):
            x = nth * TOKEN_STEP
            draw.ellipse((x, TOKENS_AT, x + TOKEN, TOKENS_AT + TOKEN), fill=int(left), outline=1)
        for nth, burnt in enumerate(shown.fuse):
            x = FUSES_AT + nth * TOKEN_STEP
            draw.rectangle((x, TOKENS_AT, x + TOKEN, TOKENS_AT + TOKEN), int(burnt), 1)
    _write(draw, (MARGIN, WORDS_AT, OLED_WIDTH, OLED_HEIGHT), status_text(state.status, language))
    return image


def _write(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], text: str) -> None:
    """Write ``text`` into a box (left, top, right, bottom) in the largest letters that fit."""
    left, top, right, bottom = box
    said = text if system_font() is not None else plain(text)
    for size in SIZES:
        font = _font(size)
        lines = [*_wrapped(said, font, right - left)]
        fits = all(font.getlength(line) <= right - left for line in lines)
        if (fits and len(lines) * (size + 1) <= bottom - top) or size == SIZES[-1]:
            for nth, line in enumerate(lines):
                draw.text((left, top + nth * (size + 1)), line, font=font, fill=1)
            return


def _wrapped(text: str, font: Font, width: int) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}".lstrip()
        if line and font.getlength(longer) > width:
            yield line
            longer = word
        line = longer
    yield line


def _font(size: int) -> Font:
    file = system_font()
    return ImageFont.load_default() if file is None else ImageFont.truetype(str(file), size)
