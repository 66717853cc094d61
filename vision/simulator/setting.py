"""What stays the same all evening: who sits where, how the camera hangs, the light, the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

LEAST_HEIGHT = 700.0
"""Millimetres of the camera above the mat's middle for two to four players."""
HEIGHT_FIVE_PLAYERS = 780.0
"""Millimetres likewise for five players."""
MOST_SEATED = 5
"""Players at a simulated table."""


@dataclass(frozen=True, slots=True)
class Effects:
    """What lens, light and sensor do to the picture; all zero is a perfect drawing.

    Attributes:
        falloff: share of light lost at the picture's corner.
        rack_level: brightness of an upright rack, of the mat's.
        rack_spread: how much the racks differ from one another in it.
        cast: gains for blue, green, red.
        glare: grey levels that the lamps' reflection adds in the middle of the mat.
        glare_at: where its middle lies, millimetres on the mat.
        shadow: share of light that a hand takes from the table below it.
        noise: standard deviation of the sensor's noise in grey levels.
        blur: pixels of a frame 2304 wide.
    """

    falloff: float = 0.22
    rack_level: float = 0.84
    rack_spread: float = 0.06
    cast: tuple[float, float, float] = (0.94, 0.985, 1.0)
    glare: float = 26.0
    glare_at: tuple[float, float] = (232.0, 208.0)
    shadow: float = 0.42
    noise: float = 2.0
    blur: float = 0.75


PERFECT = Effects(0.0, 1.0, 0.0, (1.0, 1.0, 1.0), 0.0, (0.0, 0.0), 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class RackStand:
    """Where a rack stands.

    Attributes:
        distance: from the mat's middle to the foot of the panel, millimetres.
        sideways: millimetres along the panel.
        turned: degrees about the upright.
    """

    distance: float
    sideways: float = 0.0
    turned: float = 0.0


@dataclass(frozen=True, slots=True)
class Setting:
    """One evening's table.

    Attributes:
        players: 2 to 5.
        seed: of every chance in the picture: wood grain, noise.
        width: pixels of a frame; the height is 9/16 of it.
        camera_height: millimetres above the mat.
        camera_shift: millimetres by which the camera hangs beside the mat's middle, x, y.
        camera_turn: degrees about the camera's x, y and z axis.
        racks: one stand for each seat.
        wood: which table: ``oak``, ``walnut`` or ``cherry``.
        effects: lens, light and sensor.
    """

    players: int
    seed: int = 0
    width: int = 2304
    camera_height: float = LEAST_HEIGHT
    camera_shift: tuple[float, float] = (0.0, 0.0)
    camera_turn: tuple[float, float, float] = (0.0, 0.0, 0.0)
    racks: tuple[RackStand, ...] = ()
    wood: str = "oak"
    effects: Effects = field(default_factory=Effects)

    def __post_init__(self) -> None:
        """Refuse a table nobody could sit at."""
        if not 2 <= self.players <= MOST_SEATED:
            raise ValueError(f"players are 2 to {MOST_SEATED}, got {self.players}")
        if not 320 <= self.width <= 4608:
            raise ValueError(f"a frame is 320 to 4608 pixels wide, got {self.width}")
        if len(self.racks) not in (0, self.players):
            raise ValueError(f"want a rack for each of {self.players} seats, got {len(self.racks)}")
        if not self.racks:
            distance = 312.0 if self.players == MOST_SEATED else 305.0
            object.__setattr__(self, "racks", (RackStand(distance),) * self.players)

    @property
    def frame(self) -> tuple[int, int]:
        """Width and height of a frame in pixels."""
        return self.width, self.width * 9 // 16

    @classmethod
    def seeded(
        cls, players: int, seed: int, width: int = 2304, effects: Effects | None = None
    ) -> Setting:
        """Return a table set up with care but without a ruler, the same for the same ``seed``."""
        chance = np.random.default_rng([seed, players])
        five = players == MOST_SEATED
        slack = 4.0 if five else 8.0
        racks = tuple(
            RackStand(
                distance=float(chance.uniform(311, 317) if five else chance.uniform(298, 312)),
                sideways=float(chance.uniform(-slack, slack)),
                turned=float(chance.uniform(-1.0, 1.0) if five else chance.uniform(-2.5, 2.5)),
            )
            for _ in range(players)
        )
        shift = chance.uniform(-8, 8, size=2)
        turn = chance.uniform(-0.8, 0.8, size=3)
        height = HEIGHT_FIVE_PLAYERS if five else LEAST_HEIGHT + float(chance.uniform(5, 30))
        woods = ("oak", "walnut", "cherry")
        return cls(
            players=players,
            seed=seed,
            width=width,
            camera_height=height,
            camera_shift=(float(shift[0]), float(shift[1])),
            camera_turn=(float(turn[0]), float(turn[1]), float(turn[2]) * 1.5),
            racks=racks,
            wood=woods[int(chance.integers(len(woods)))],
            effects=effects if effects is not None else Effects(),
        )


def nudged_mat(
    setting: Setting, outward: Callable[[int], tuple[float, float]], by: tuple[float, float]
) -> Setting:
    """Return ``setting`` with the mat pushed aside; camera and racks stay where they are.

    Args:
        setting: the table before.
        outward: the direction from the mat's middle to a seat, as `Optics.outward`.
        by: millimetres, x and y on the mat.
    """
    # All is told from the mat's middle, so camera and racks are what moves, the other way.
    racks = tuple(
        replace(
            stand,
            distance=stand.distance - by[0] * side[0] - by[1] * side[1],
            sideways=stand.sideways + by[0] * side[1] - by[1] * side[0],
        )
        for stand, side in ((stand, outward(seat)) for seat, stand in enumerate(setting.racks))
    )
    shift = setting.camera_shift
    return replace(setting, racks=racks, camera_shift=(shift[0] - by[0], shift[1] - by[1]))


def nudged_rack(setting: Setting, seat: int, sideways: float, degrees: float) -> Setting:
    """Return ``setting`` with the rack of ``seat`` pushed along its panel and turned."""
    stand = setting.racks[seat]
    moved = replace(stand, sideways=stand.sideways + sideways, turned=stand.turned + degrees)
    return replace(setting, racks=(*setting.racks[:seat], moved, *setting.racks[seat + 1 :]))
