"""A drawn table without a mat under a camera on a tripod, and whole games played on it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.adapters.unmarked_eyes import UnmarkedEyes
from companion.frames import Frame
from companion.hanabi.cards import Card
from companion.play.phase import Phase, phase_of
from companion.referee.readings import LaidCard
from tests.companion.filmed_table import Game
from tests.companion.unread_games import UnreadGame
from vision.deck import BACK
from vision.generator.cameras import DrawnCamera
from vision.generator.decks import DrawnDeck, random_deck
from vision.generator.paints import FloatPicture
from vision.generator.tables import table as table_cloth
from vision.geometry import Points, card_corners

if TYPE_CHECKING:
    from companion.frames import BgrImage

PICTURE = (1920, 1080)
"""Pixels of a webcam's picture."""
SEEN_ACROSS = 860.0
"""Millimetres of the table across the picture's middle."""
MISPLAYED = 0.03
"""Share of the turns in which somebody plays a card at random."""
ANSWERED_AFTER = 3.0
"""Seconds in which nobody has answered yet on which pile a card lies."""
COLUMN_STEP, CARD_STEP = 80.0, 24.0
"""Millimetres from one firework to the next, and from a card of it to the next."""


def hanabi_deck(chance: np.random.Generator, style: str) -> DrawnDeck:
    """Draw a deck with five suits and five ranks, its cards named as those of Hanabi."""
    while True:
        deck = random_deck(chance, style)
        suits = sorted({label[:-1] for label in deck.faces})
        faces = {
            f"{name}{rank}": deck.faces[f"{suit}{rank}"]
            for name, suit in zip("rygbw", suits, strict=False)
            for rank in range(1, 6)
            if f"{suit}{rank}" in deck.faces
        }
        if len(faces) == 25:
            return replace(deck, faces=faces)


def tripod(tilt: float, focal: float = 0.8) -> DrawnCamera:
    """Return a camera that looks at the table's (0, 0), ``tilt`` degrees from the perpendicular."""
    width, height = PICTURE
    long = focal * width
    distance = long * SEEN_ACROSS / width
    turn = np.asarray(cv2.Rodrigues(np.array([-np.radians(tilt), 0.0, 0.0]))[0], np.float64)
    lens = np.array([[long, 0, (width - 1) / 2], [0, long, (height - 1) / 2], [0, 0, 1.0]])
    away = np.array([0.0, 0.0, distance])
    place = -turn.T @ away
    onto = lens @ np.column_stack([turn[:, 0], turn[:, 1], away])
    return DrawnCamera(PICTURE, onto, np.array([place[0], place[1], -place[2]]), 0.0, 0.0)


class DrawnTabletop:
    """Cards on a cloth, and what a camera on a tripod sees of them."""

    def __init__(self, deck: DrawnDeck, tilt: float, chance: np.random.Generator) -> None:
        """Draw an empty table with the draw pile on it."""
        self.deck, self.camera, self._chance = deck, tripod(tilt), chance
        self.cards: list[tuple[str, Points]] = []
        tile = table_cloth(chance)
        step = chance.uniform(300, 900) / len(tile)
        move = np.array([[step, 0, -450.0], [0, step, -450.0], [0, 0, 1]])
        self._cloth: FloatPicture = np.asarray(
            cv2.warpPerspective(
                tile, self.camera.onto @ move, PICTURE, borderMode=cv2.BORDER_REFLECT
            ),
            np.float32,
        )
        self._sun = chance.normal(0, 1.2, 2)
        self._paint(self._cloth, BACK, card_corners((-355.0, 130.0), deck.size))

    def picture(self, *, arm: bool = False) -> BgrImage:
        """Return what the camera sees now; ``arm``: with an arm over the table."""
        image = self._cloth.copy()
        for label, corners in self.cards:
            self._paint(image, label, corners)
        if arm:
            reach = np.array([[-40.0, 500], [60, 500], [30, -40], [-20, -40]])
            seen = np.round(self.camera.straight(reach)).astype(np.int32)
            cv2.fillConvexPoly(image, seen, (60, 80, 120), cv2.LINE_AA)
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.7), np.float32)
        image += self._chance.normal(0, 2.0, image.shape).astype(np.float32)
        return np.asarray(np.clip(image, 0, 255), np.uint8)

    def _paint(self, image: FloatPicture, label: str, flat: Points) -> None:
        quad = self.camera.straight(flat)
        shade = np.zeros(image.shape[:2], np.float32)
        aside = np.round((self.camera.straight(flat + self._sun)) * 16).astype(np.int32)
        cv2.fillConvexPoly(shade, aside, 0.35, cv2.LINE_AA, 4)
        image *= (1 - np.asarray(cv2.GaussianBlur(shade, (0, 0), 2.0)))[..., None]
        across = float(np.linalg.norm(quad[0] - quad[1]))
        texture = self.deck.texture(label, across)
        high, wide = texture.shape[:2]
        source = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
        way = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
        laid = np.asarray(cv2.warpPerspective(texture, way, PICTURE), np.float32)
        image += laid[..., 3:] / 255 * (laid[..., :3] - image)


@dataclass
class TabletopGame(UnreadGame):
    """One game without mat and racks, seen by a camera at an angle.

    Attributes:
        told: how often a person had to say whether a card was played.
        heaped: whether discards are thrown on one heap, and do not lie beside one another.
    """

    eyes: UnmarkedEyes | None = None
    tabletop: DrawnTabletop | None = None
    told: int = 0
    heaped: bool = False
    _shown: dict[int, tuple[str, Points]] = field(default_factory=dict)
    _newest_played: bool | None = None
    _dropped: int = 0

    def __post_init__(self) -> None:
        """Deal; the racks are empty, for people hold their cards."""
        super().__post_init__()
        self.game = Game(self.record, [[] for _ in range(self.players)], ruleset=self.ruleset)
        self._look(2.0)

    def _turn(self) -> None:
        """Take a turn as people do who come to the end of the pack: a misplay is rare."""
        hand = self.hands[self.seat]
        there = [slot for slot, label in enumerate(hand) if label]
        fitting = [slot for slot in there if self._fits(Card.parse(hand[slot]))]
        wish, full = self.chance.random(), self.tokens == self.ruleset.clue_tokens
        if there and wish < MISPLAYED:
            self._lay(self.chance.choice(there), played=True)
        elif fitting and wish < 0.6:
            self._lay(self.chance.choice(fitting), played=True)
        elif self.tokens and (wish < 0.75 or full or not there):
            self._clue()
        elif there and not full:
            self._lay(self._least_missed(there), played=False)
        else:
            super()._turn()  # the last turns, with nothing to lay and nothing to tell

    def _least_missed(self, there: list[int]) -> int:
        """Return the slot of a card that no firework needs any more, else of any."""
        hand = [Card.parse(self.hands[self.seat][slot]) for slot in there]
        spare = [
            slot
            for slot, card in zip(there, hand, strict=True)
            if self.ruleset.build(card.suit).index(card.rank) < self.heights[card.suit]
        ]
        return self.chance.choice(spare or there)

    def _put_down(self, label: str | None, column: int | None, *guesses: str) -> LaidCard:
        laid = super()._put_down(label, column, *guesses)
        if column is None:
            row, at = divmod(self._dropped, 6)
            middle = 130.0 + 48 * at, -150.0 + 58 * row
            if self.heaped:
                middle = 250.0 + self.chance.uniform(-9, 9), -40.0 + self.chance.uniform(-9, 9)
            self._dropped += 1
        else:
            lies = len(self.game.table.columns[column]) - 1
            middle = -355.0 + COLUMN_STEP * column, -130.0 + CARD_STEP * lies
        aside, turn = self.chance.uniform(-4, 4), self.chance.uniform(-6, 6)
        assert self.tabletop is not None
        corners = card_corners(
            (middle[0] + aside, middle[1] + aside), self.tabletop.deck.size, turn
        )
        self._shown[laid.serial] = label or "", corners
        self._newest_played = column is not None
        return laid

    def _look(self, still_for: float) -> None:
        """Let an arm pass and time go by, and show the table to the camera."""
        if self.eyes is None or self.tabletop is None:
            return
        table = self.game.table
        there = [card.serial for pile in (*table.columns, table.discards) for card in pile]
        self.tabletop.cards = [self._shown[serial] for serial in sorted(there)]
        self.eyes.look(Frame(self.tabletop.picture(arm=bool(there)), table.t + 0.1))
        self.game.move(table.t + 0.1)
        picture = self.tabletop.picture()
        self.eyes.look(Frame(picture, table.t + 0.3))
        waited = 0.8
        reading = self.eyes.look(Frame(self.tabletop.picture(), table.t + waited))
        while self.eyes.looks_again and waited < max(ANSWERED_AFTER, still_for):
            waited += 0.25
            reading = self.eyes.look(Frame(self.tabletop.picture(), table.t + waited))
        table.t += max(waited, still_for + 0.6)
        reading = self.eyes.look(Frame(self.tabletop.picture(), table.t))
        while self.eyes.unsaid:
            self.told += 1
            self.eyes.say(self.eyes.unsaid[0].serial, self._was_played())
            table.t += 0.5
            reading = self.eyes.look(Frame(picture, table.t))
        if reading is not None:
            self.game._note(self.game.see(reading))

    def _was_played(self) -> bool | None:
        """Say where the card that came belongs, as people do who are not told which one is meant.

        They speak of the one that somebody has just laid; asked once more, no other was laid.
        """
        played, self._newest_played = self._newest_played, None
        return played

    @property
    def waits(self) -> bool:
        """Whether people are told why the record may be behind: a question, a clue, no view.

        That something is being read is no excuse once the film has ended.
        """
        now = self.game.now
        return now.waited_for is not None or bool(now.early) or phase_of(now) is Phase.BLIND

    @property
    def silently_wrong(self) -> list[str]:
        """What is wrong on record without being asked about, also before it differed at last."""
        more = self.moves[len(self.truth) :]
        if more:
            return [*self.wrong, *(f"{turn}, which nobody took" for turn in more)]
        if self.differs:
            return self.wrong
        if not self.waits and len(self.moves) != len(self.truth):
            return [f"{len(self.moves)} turns, not {len(self.truth)}"]
        return self.wrong
