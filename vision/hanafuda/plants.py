"""The plants of the twelve months, each drawn on a card in four ways; millimetres, 33 x 54."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.drawing.sheet import Colour, Sheet
from vision.hanafuda.shapes import (
    arc,
    fan,
    flower,
    leaf,
    maple,
    oval,
    placed,
    polar,
    wave,
)

GREEN, DARK_GREEN, BROWN = (70, 140, 60), (40, 80, 25), (35, 60, 95)
RED, PINK, PURPLE, BLUE = (50, 40, 205), (185, 150, 245), (160, 70, 130), (190, 90, 50)
YELLOW, WHITE, BLACK = (40, 200, 245), (250, 250, 250), (30, 25, 25)

Spots = tuple[tuple[tuple[float, float, float], ...], ...]
"""For each of the four ways: x, y and size of what grows there."""


def pine(sheet: Sheet, way: int) -> None:
    """January: fans of needles on a branch."""
    spots: Spots = (
        ((9, 44, 7), (22, 47, 8), (15, 36, 6), (26, 37, 5)),
        ((8, 14, 6), (24, 12, 7), (9, 46, 7), (24, 44, 6)),
        ((10, 20, 8), (23, 31, 8), (10, 46, 8)),
        ((23, 15, 8), (9, 27, 6), (22, 40, 9), (8, 47, 5)),
    )
    for x, y, _ in spots[way]:
        sheet.stroke(np.array([[16.5, 52], [x, y]]), BROWN, 1.6)
    for x, y, size in spots[way]:
        sheet.fill(placed(fan(), x, y, size), DARK_GREEN)
        for degrees in range(-80, 81, 20):
            tip = placed(np.array([[0, 0], [0, -1.0]]), x, y, size * 1.12, degrees)
            sheet.stroke(tip, GREEN, 0.35)


def plum(sheet: Sheet, way: int) -> None:
    """February: red blossoms on an angular branch."""
    branches = (
        ((4, 52), (12, 38), (10, 28), (22, 22)),
        ((29, 52), (20, 40), (24, 28), (12, 8)),
        ((5, 6), (14, 18), (10, 32), (24, 50)),
        ((28, 4), (18, 16), (25, 30), (8, 50)),
    )
    blossoms: Spots = (
        ((12, 38, 3.6), (23, 44, 4.2), (10, 28, 3.2), (25, 32, 3.4)),
        ((24, 28, 4), (9, 46, 4.4), (25, 12, 3.4), (12, 8, 3)),
        ((14, 18, 5), (24, 26, 4.4), (10, 34, 4), (22, 44, 5)),
        ((18, 15, 4.4), (25, 31, 5), (12, 26, 3.4), (10, 44, 4.6), (24, 45, 3.2)),
    )
    sheet.stroke(np.array(branches[way], dtype=float), BROWN, 2.2)
    for x, y, size in blossoms[way]:
        sheet.fill(placed(flower(5, 0.35), x, y, size, 17 * x), RED)
        sheet.dot(x, y, size * 0.3, YELLOW)


def cherry(sheet: Sheet, way: int) -> None:
    """March: clouds of pale blossoms."""
    clouds: Spots = (
        ((7, 42, 5), (16, 45, 5.5), (26, 42, 5), (12, 50, 4), (22, 50, 4)),
        ((8, 10, 4.6), (17, 8, 4.2), (26, 10, 4.6), (10, 46, 4.8), (23, 47, 4.8)),
        ((9, 14, 5.4), (22, 18, 5.4), (10, 29, 5.4), (23, 35, 5.4), (11, 46, 5.4)),
        ((24, 9, 5), (14, 19, 5), (26, 26, 5), (8, 33, 5), (20, 40, 5), (10, 49, 4)),
    )
    for x, y, size in clouds[way]:
        sheet.fill(placed(leaf(0.2), x + size * 0.5, y, size * 1.5, 70), (60, 110, 90))
        sheet.fill(placed(flower(5, 0.5), x, y, size, 29 * y), PINK)
        sheet.fill(placed(flower(5, 0.5), x, y, size * 0.5, 29 * y + 36), (150, 90, 230))


def wisteria(sheet: Sheet, way: int) -> None:
    """April: clusters that hang down."""
    lengths: Spots = (
        ((6, 26, 1), (13, 33, 1), (21, 30, 1), (28, 36, 1)),
        ((6, 40, 1), (27, 44, 1), (11, 18, 1), (22, 17, 1)),
        ((8, 46, 1), (16, 34, 1), (25, 44, 1)),
        ((6, 28, 1), (12, 44, 1), (19, 24, 1), (27, 48, 1)),
    )
    for x, bottom, _ in lengths[way]:
        sheet.stroke(np.array([[x, 3], [x, bottom]]), GREEN, 0.6)
        for step, y in enumerate(np.arange(8.0, bottom, 3.0)):
            reach = 2.9 * (1 - 0.7 * (y - 8) / max(bottom - 8, 1))
            side = 1 if step % 2 else -1
            sheet.fill(placed(oval(1.9, 1.3), x + side * reach * 0.6, y, 1), PURPLE)
            sheet.fill(placed(oval(1.1, 0.8), x - side * reach * 0.7, y + 1.2, 1), (200, 140, 180))
    for x in (5, 12, 20, 28):
        sheet.fill(placed(leaf(0.28), x, 4, 8, 130 + 7 * x + 9 * way), GREEN)


def iris(sheet: Sheet, way: int) -> None:
    """May: blades that stand, and their blue flowers."""
    blades = ((3, 9, 15, 22, 28), (5, 11, 24, 29), (4, 8, 14, 20, 26, 30), (6, 13, 19, 27))
    heights = (24, 40, 33, 44)
    flowers: Spots = (
        ((9, 30, 4), (24, 33, 4)),
        ((8, 12, 4), (26, 18, 4)),
        ((10, 17, 5), (23, 24, 5)),
        ((17, 10, 5.5), (8, 25, 4), (26, 30, 4)),
    )
    for index, root in enumerate(blades[way]):
        tall = heights[way] * (0.8 + 0.2 * ((index + way) % 2))
        sheet.fill(placed(leaf(0.05), root, 52, tall, 5 - 10 * (index % 2)), GREEN)
    for x, y, size in flowers[way]:
        for degrees in (-100, 0, 100):
            sheet.fill(placed(leaf(0.35), x, y, size * 1.2, degrees), BLUE)
        sheet.fill(placed(leaf(0.3), x, y, size, 180), (215, 150, 110))
        sheet.dot(x, y, size * 0.22, YELLOW)


def peony(sheet: Sheet, way: int) -> None:
    """June: large red flowers among leaves."""
    flowers: Spots = (
        ((10, 42, 8), (25, 47, 5)),
        ((23, 11, 6), (9, 45, 6.5)),
        ((17, 18, 10), (10, 42, 6)),
        ((10, 13, 6.5), (22, 35, 9.5)),
    )
    for x, y, size in flowers[way]:
        for degrees in range(20, 380, 72):
            sheet.fill(placed(leaf(0.25), x, y, size * 1.55, degrees + 20 * way), DARK_GREEN)
    for x, y, size in flowers[way]:
        sheet.fill(placed(flower(8, 0.25), x, y, size), RED)
        sheet.fill(placed(flower(7, 0.3), x, y, size * 0.66), (90, 80, 240))
        sheet.fill(placed(flower(6, 0.3), x, y, size * 0.34), YELLOW)


def bush_clover(sheet: Sheet, way: int) -> None:
    """July: arching stems with round leaves and small red flowers."""
    stems = ((4, 26, 1), (2, 30, 1), (16, 30, -1), (3, 18, 1))
    reaches = (18.0, 40.0, 44.0, 30.0)
    start, end, bend = stems[way]
    for number in range(3):
        height = reaches[way] * (1 - 0.22 * number)
        along = np.linspace(0, 1, 16)
        x = start + (end - start) * along + 3 * number * bend
        y = 52 - height * np.sin(np.pi * 0.62 * along) / np.sin(np.pi * 0.62 * 0.8)
        line = np.column_stack([x, np.maximum(y, 4)])
        sheet.stroke(line, BROWN, 0.7)
        for place in range(2, 16, 2):
            leaf_x, leaf_y = line[place]
            away = 2.2 if place % 4 else -2.2
            sheet.fill(placed(oval(2.0, 1.2), leaf_x, leaf_y + away, 1, 30), GREEN)
            if place % 4 == 0:
                sheet.dot(float(leaf_x), float(leaf_y) - away, 1.3, PURPLE if number % 2 else RED)


def susuki(sheet: Sheet, way: int) -> None:
    """August: a hill of grass."""
    hills = ((16, 56, 22, 17), (14, 60, 24, 22), (6, 58, 26, 30), (30, 60, 28, 38))
    x, y, across, down = hills[way]
    sheet.fill(placed(arc(across, down, 180, 360), x, y, 1), (45, 45, 40))
    chance = np.random.default_rng([8, way])
    for _ in range(26):
        angle = chance.uniform(-1.2, 1.2)
        reach = chance.uniform(0.55, 0.95)
        root = np.array([x + across * np.sin(angle) * reach, y - down * np.cos(angle) * reach])
        tip = root + np.array([2.5 * np.sin(angle + 0.4), -chance.uniform(2.5, 5)])
        sheet.stroke(np.stack([root, tip]), (170, 190, 185), 0.5)


def chrysanthemum(sheet: Sheet, way: int) -> None:
    """September: yellow wheels of petals."""
    flowers: Spots = (
        ((9, 44, 7), (24, 41, 6)),
        ((9, 11, 5.5), (24, 14, 5), (9, 46, 6)),
        ((16, 15, 9), (9, 40, 6.5), (25, 45, 5)),
        ((24, 13, 6), (10, 25, 6.5), (22, 42, 9)),
    )
    for x, y, size in flowers[way]:
        sheet.stroke(np.array([[16.5, 52], [x, y]]), DARK_GREEN, 0.9)
        sheet.fill(placed(leaf(0.35), x, y + size, size, 120), GREEN)
    for x, y, size in flowers[way]:
        sheet.fill(placed(flower(16, 0.28), x, y, size), YELLOW)
        sheet.fill(placed(flower(12, 0.35), x, y, size * 0.62), (30, 150, 235))
        sheet.dot(x, y, size * 0.22, RED)


def maple_tree(sheet: Sheet, way: int) -> None:
    """October: leaves in their autumn colours."""
    leaves: Spots = (
        ((7, 40, 5), (17, 45, 6), (27, 40, 5), (10, 49, 4)),
        ((8, 11, 5), (25, 9, 5), (10, 45, 5.5), (25, 47, 4)),
        ((9, 13, 6.5), (23, 23, 6.5), (10, 35, 6.5), (24, 45, 6)),
        ((23, 12, 7), (10, 21, 5), (22, 32, 5), (10, 43, 7.5)),
    )
    for number, (x, y, size) in enumerate(leaves[way]):
        colour: Colour = (RED, (30, 110, 240), (30, 70, 180))[number % 3]
        sheet.stroke(placed(np.array([[0, 0.2], [0, 1.2]]), x, y, size, 23 * x), BROWN, 0.6)
        sheet.fill(placed(maple(), x, y, size, 23 * x), colour)


def willow(sheet: Sheet, way: int) -> None:
    """November: strands that hang from the top."""
    strands = (
        (4, 8, 25, 29),
        (4, 8, 12, 16, 20, 24, 28),
        (4, 9, 22, 27),
        (5, 10, 15, 20, 25, 30),
    )
    for number, across in enumerate(strands[way]):
        length = (26, 20, 44, 44)[way] - 5 * (number % 3)
        line = placed(wave(length, 0.8, 1.5), across, 3, 1)
        sheet.stroke(line, DARK_GREEN, 0.6)
        for place in range(3, 30, 3):
            side = 55 if place % 2 else -55
            x, y = line[place]
            sheet.fill(placed(leaf(0.22), x, y, 2.6, 180 + side), GREEN)


def paulownia(sheet: Sheet, way: int) -> None:
    """December: three broad leaves below, spikes of flowers above."""
    base = (46, 40, 46, 38)[way]
    middle = (16.5, 16.5, 10, 23)[way]
    if way == 1:
        sheet.fill(np.array([[2.0, 40], [31, 40], [31, 52], [2, 52]]), YELLOW)
    for degrees, size in ((-75, 13), (0, 11), (75, 13)):
        sheet.fill(placed(leaf(0.42), middle, base, size, 180 + degrees), BLACK)
        sheet.stroke(
            placed(np.array([[0, 0], [0, -0.9]]), middle, base, size, 180 + degrees), YELLOW, 0.4
        )
    for offset, tall in ((-8, 13), (0, 20), (8, 13)):
        for step in range(int(tall / 3)):
            y = base - 3 - 3 * step
            sheet.fill(placed(flower(4, 0.3), middle + offset, y, 1.7, 45 * step), PURPLE)
    if way == 3:
        for step in range(5):
            petal = placed(polar(np.radians([0, 120, 240]), 2.2), 6 + 5 * step, 8 + 2 * step, 1)
            sheet.fill(petal, PURPLE)


PLANTS: tuple[Callable[[Sheet, int], None], ...] = (
    pine,
    plum,
    cherry,
    wisteria,
    iris,
    peony,
    bush_clover,
    susuki,
    chrysanthemum,
    maple_tree,
    willow,
    paulownia,
)
"""From January on."""
