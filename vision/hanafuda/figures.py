"""What stands beside the plants: animals, ribbons, sun and moon; millimetres, 33 x 54."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from vision.drawing.sheet import Colour, Polyline, Sheet
from vision.drawing.suit_shapes import star
from vision.hanafuda.plants import (
    BLACK,
    BLUE,
    BROWN,
    GREEN,
    PURPLE,
    RED,
    WHITE,
    YELLOW,
)
from vision.hanafuda.shapes import arc, body, fan, leaf, oval, placed

INK_RED: Colour = (40, 30, 190)


def _eye(sheet: Sheet, x: float, y: float) -> None:
    sheet.dot(x, y, 0.8, WHITE)
    sheet.dot(x, y, 0.45, BLACK)


def _bird(sheet: Sheet, x: float, y: float, size: float, coat: Colour, wing: Colour) -> None:
    """Draw a bird that looks to the right; its body is 2 wide before ``size``."""
    sheet.fill(placed(leaf(0.25), x - size * 0.6, y, size * 1.3, -115), wing)
    sheet.fill(placed(oval(1, 0.62), x, y, size, -20), coat)
    sheet.dot(x + size * 0.95, y - size * 0.55, size * 0.42, coat)
    beak = np.array([[1.25, -0.65], [1.85, -0.5], [1.25, -0.4]])
    sheet.fill(placed(beak, x, y, size), YELLOW)
    sheet.fill(placed(leaf(0.3), x + size * 0.3, y, size * 1.3, -60), wing)
    _eye(sheet, x + size * 1.0, y - size * 0.62)


def crane(sheet: Sheet) -> None:
    """Draw a crane before the red sun."""
    sheet.dot(23, 11, 7, RED)
    neck = np.array([[15, 26], [12, 20], [13, 14], [10, 9]], dtype=float)
    sheet.fill(body([(8, 26), (16, 20), (26, 27), (17, 33)]), WHITE)
    sheet.stroke(neck, WHITE, 2.2)
    sheet.fill(body([(20, 24), (30, 26), (26, 32), (18, 31)]), BLACK)
    sheet.fill(np.array([[9.5, 8], [3.5, 10], [9.5, 10.4]]), BROWN)
    sheet.dot(10, 8.4, 1.6, RED)


def warbler(sheet: Sheet) -> None:
    """Draw a small green bird."""
    _bird(sheet, 14, 13, 5.4, (60, 150, 120), (45, 110, 80))


def curtain(sheet: Sheet) -> None:
    """Draw a curtain in stripes, with the sky above it."""
    for row, colour in enumerate((RED, WHITE, PURPLE, WHITE, RED)):
        y = 20 + 3.6 * row
        sheet.fill(np.array([[2.0, y], [31, y - 2], [31, y + 1.8], [2, y + 3.8]]), colour)
    for x in (7, 16, 25):
        sheet.stroke(np.array([[x, 19.0], [x - 1, 38]]), BLACK, 0.7)
        sheet.dot(x, 17.5, 1.5, YELLOW)


def cuckoo(sheet: Sheet) -> None:
    """Draw a bird under a red crescent."""
    moon = np.vstack([arc(5, 5, 60, 300), arc(4, 3.6, 300, 60) * 0.8 + [1.6, 0]])
    sheet.fill(placed(moon, 24, 45, 1.1), RED)
    _bird(sheet, 12, 44, 4.6, (90, 90, 100), BLACK)


def bridge(sheet: Sheet) -> None:
    """Draw planks that zigzag over the water."""
    for number, (x, y) in enumerate(((2, 50), (10, 45), (17, 50), (24, 45))):
        tilt = 2.2 if number % 2 else -2.2
        plank = np.array([[x, y], [x + 9, y + tilt], [x + 9, y + tilt + 3], [x, y + 3]])
        sheet.fill(plank, (60, 100, 150))
        sheet.stroke(plank, BLACK, 0.4, closed=True)


def butterflies(sheet: Sheet) -> None:
    """Draw two butterflies."""
    for x, y, size, colour in ((10, 12, 5.5, YELLOW), (23, 22, 5.0, BLUE)):
        for side in (-1, 1):
            sheet.fill(
                placed(oval(0.62, 0.9), x + side * size * 0.6, y - 1, size, 25 * side), colour
            )
            sheet.fill(placed(oval(0.4, 0.55), x + side * size * 0.5, y + size * 0.7, size), RED)
        sheet.stroke(np.array([[x, y - size * 0.6], [x, y + size * 0.9]]), BLACK, 1.0)


def boar(sheet: Sheet) -> None:
    """Draw a boar on its feet."""
    for x in (9, 13, 20, 24):
        sheet.stroke(np.array([[x, 22.0], [x, 30]]), BLACK, 2.0)
    sheet.fill(body([(4, 20), (8, 11), (20, 9), (29, 15), (27, 24), (8, 26)]), (50, 60, 80))
    sheet.fill(np.array([[4.5, 17], [2.2, 23], [9, 23]]), (70, 85, 110))
    sheet.stroke(np.array([[4.5, 22.0], [6, 18]]), WHITE, 0.9)
    for x in (12, 16, 20):
        sheet.stroke(np.array([[x, 11.0], [x + 2, 7]]), BLACK, 0.9)
    _eye(sheet, 8, 16)


def moon(sheet: Sheet) -> None:
    """Draw the full moon in a red sky."""
    sheet.fill(np.array([[2.0, 2], [31, 2], [31, 36], [2, 36]]), RED)
    sheet.dot(17, 19, 12, WHITE)
    sheet.fill(placed(fan(), 16, 54, 20), (45, 45, 40))


def geese(sheet: Sheet) -> None:
    """Draw three geese that fly."""
    for x, y in ((9, 10), (19, 16), (10, 24)):
        wings = np.array([[-5, -2.5], [0, 1], [5, -2.5], [1, 2.5], [0, 4.5], [-1, 2.5]])
        sheet.fill(placed(wings.astype(float), x, y, 1), BROWN)
        sheet.dot(x, y + 4.2, 1.1, YELLOW)


def cup(sheet: Sheet) -> None:
    """Draw a sake cup."""
    sheet.fill(placed(arc(10, 10, 0, 180), 16.5, 14, 1), RED)
    sheet.fill(placed(oval(10, 3), 16.5, 14, 1), (90, 80, 240))
    sheet.fill(placed(oval(7.4, 2), 16.5, 14, 1), WHITE)
    sheet.fill(np.array([[12.5, 22.5], [20.5, 22.5], [22, 27], [11, 27]]), INK_RED)
    sheet.fill(placed(star(5, 0.45), 16.5, 20, 2.6), YELLOW)


def deer(sheet: Sheet) -> None:
    """Draw a deer that looks back."""
    for x in (11, 14, 22, 25):
        sheet.stroke(np.array([[x, 24.0], [x, 33]]), (50, 90, 140), 1.7)
    sheet.fill(body([(8, 24), (10, 17), (26, 18), (28, 25), (16, 28)]), (60, 120, 190))
    sheet.stroke(np.array([[11.0, 20], [8, 12]]), (60, 120, 190), 3.4)
    sheet.fill(placed(oval(2.8, 1.7), 7, 11, 1, -20), (60, 120, 190))
    for side in (-1.0, 1.0):
        horn = np.array([[8, 9], [8 + 3 * side, 5], [8 + 2 * side, 3]])
        sheet.stroke(horn, BROWN, 0.9)
    for x in (14, 18, 22):
        sheet.dot(x, 21, 0.8, WHITE)


def rainman(sheet: Sheet) -> None:
    """Draw a man under an umbrella in the rain."""
    for x in range(4, 32, 4):
        sheet.stroke(np.array([[x, 30.0], [x - 3, 50]]), (190, 160, 130), 0.4)
    sheet.fill(placed(fan(), 17, 24, 12), YELLOW)
    for degrees in (-60, -30, 0, 30, 60):
        sheet.stroke(placed(np.array([[0, 0], [0, -1.0]]), 17, 24, 12, degrees), BROWN, 0.5)
    sheet.stroke(np.array([[17.0, 24], [17, 36]]), BLACK, 0.9)
    sheet.fill(np.array([[11.0, 32], [23, 32], [26, 48], [8, 48]]), RED)
    sheet.fill(np.array([[12.0, 48], [22, 48], [22, 52], [12, 52]]), BLACK)
    sheet.dot(17, 29, 3.2, (190, 215, 245))
    sheet.fill(np.array([[14.0, 27], [20, 27], [19, 24], [15, 24]]), BLACK)


def swallow(sheet: Sheet) -> None:
    """Draw a swallow with a forked tail."""
    for side in (-1, 1):
        sheet.fill(placed(leaf(0.12), 15, 38, 13, 180 + 16 * side), BLACK)
        sheet.fill(placed(leaf(0.2), 15, 33, 13, 75 * side), BLUE)
    sheet.fill(placed(oval(3.2, 5.6), 15, 34, 1), RED)
    sheet.dot(15, 27.5, 2.8, YELLOW)
    _eye(sheet, 15.8, 27)


def phoenix(sheet: Sheet) -> None:
    """Draw a phoenix with its tail of many colours."""
    for degrees, colour in ((-150, RED), (-125, YELLOW), (-100, GREEN), (-75, PURPLE)):
        sheet.fill(placed(leaf(0.13), 15, 16, 17, degrees), colour)
        tip = placed(np.array([[0.0, -0.86]]), 15, 16, 17, degrees)[0]
        sheet.dot(float(tip[0]), float(tip[1]), 1.6, BLUE)
    _bird(sheet, 18, 14, 5.2, YELLOW, RED)
    for degrees in (-20, 5, 30):
        sheet.stroke(placed(np.array([[0, 0], [0, -1.0]]), 23, 9, 5, degrees), RED, 0.9)


def lightning(sheet: Sheet) -> None:
    """Draw a storm: all red and black, with a bolt and a drum."""
    sheet.fill(np.array([[2.0, 2], [31, 2], [31, 52], [2, 52]]), (35, 20, 150))
    sheet.fill(body([(2, 2), (31, 2), (31, 16), (20, 24), (12, 14), (2, 20)]), BLACK)
    bolt = [(20, 10), (9, 29), (16, 29), (10, 46), (25, 24), (17, 24), (24, 10)]
    sheet.fill(np.array(bolt, dtype=float), YELLOW)
    sheet.dot(24, 42, 5.5, BLACK)
    sheet.dot(24, 42, 4.0, (190, 215, 245))
    for degrees in (0, 120, 240):
        sheet.fill(placed(oval(0.8, 1.4), 24, 42, 1, degrees), RED)


def _strip() -> Polyline:
    along = np.linspace(0, 1, 12)
    sway = 1.4 * np.sin(2 * np.pi * along)
    left = np.column_stack([12 + sway, 9 + 32 * along])
    right = np.column_stack([21 + sway, 8 + 32 * along])
    return np.vstack([left, right[::-1]])


def _ribbon(sheet: Sheet, colour: Colour) -> None:
    strip = _strip()
    sheet.fill(strip + np.array([0.8, 0.8]), (120, 120, 120))
    sheet.fill(strip, colour)
    sheet.stroke(strip, BLACK, 0.4, closed=True)


def poem(sheet: Sheet) -> None:
    """Draw a red ribbon with writing."""
    _ribbon(sheet, RED)
    for y, across in ((14, 5), (19, 3), (24, 5), (29, 2), (34, 4)):
        sheet.stroke(np.array([[16.5 - across / 2, y], [16.5 + across / 2, y + 1.0]]), WHITE, 1.0)
        sheet.stroke(np.array([[16.5, y - 2.0], [16.2, y + 2.4]]), WHITE, 0.7)


def red(sheet: Sheet) -> None:
    """Draw a red ribbon."""
    _ribbon(sheet, RED)


def blue(sheet: Sheet) -> None:
    """Draw a blue ribbon."""
    _ribbon(sheet, (175, 70, 60))
    for y in (13, 36):
        sheet.stroke(np.array([[13.5, y], [19.5, y]]), WHITE, 0.8)


FIGURES: Mapping[str, Callable[[Sheet], None]] = {
    "crane": crane,
    "warbler": warbler,
    "curtain": curtain,
    "cuckoo": cuckoo,
    "bridge": bridge,
    "butterflies": butterflies,
    "boar": boar,
    "moon": moon,
    "geese": geese,
    "cup": cup,
    "deer": deer,
    "rainman": rainman,
    "swallow": swallow,
    "phoenix": phoenix,
    "lightning": lightning,
    "poem": poem,
    "red": red,
    "blue": blue,
}
"""By the name in a card's label; chaff has none."""
