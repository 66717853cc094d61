"""From the table to the lamp: a whole simulated game, and every lamp at the end of its wire.

Hands move cards on the drawn table; camera, eyes, referee, game and panel are the real ones.
What is asserted is the state of the pins, against counts that this test keeps by itself.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.announcements.announcement import Announcement, Happened, TakenBack
from companion.demonstration.show import FrameSource
from companion.frames import Frame
from companion.hanabi.cards import Suit
from companion.hanabi.labels import MOST_SEATS
from companion.hanabi.moves import ColourHint, Hint, RankHint
from companion.hanabi.ruleset import STANDARD
from companion.panel.panel import Status
from companion.panel.wiring import Wiring
from companion.play.controller import Controller
from companion.play.inputs import ClueTap
from companion.play.lobby import Plan
from companion.play.report import result
from companion.record.games import Record
from companion.table import Table, TableSight
from hardware.lamps import PATTERNS
from hardware.panel import Panel
from vision.drawing.artwork import build_deck
from vision.live.reader import TableReader
from vision.simulator import Renderer, Setting, SimulatedCamera, SimulatedTable, gestures
from vision.table.layout import load_layout

WIDTH = 1536
"""Pixels: three quarters of the usual, and the eyes still read every card."""
MOST_FRAMES = 120
"""Of one turn; after so many nothing more will come."""
BLINKING = 20.0
"""Seconds within which a lamp that blinks has been both lit and dark."""
HANDS = "r1 y5 g1 b2 w3", "y1 r2 b4 w5 g3"
DRAWS = "r3 w1 y2 b1 g2 r4 y3 w2 g4 b3 r5 y4 w4 b5 g5"
WIRING = Wiring()


@dataclass
class Expected:
    """What the table came to so far, by this test's own count."""

    clue_tokens: int = 8
    strikes: int = 0
    to_move: int | None = 0
    status: Status = Status.WAITING_FOR_MOVE


class Pins:
    """A board without wires, from its far end: BCM numbers, high and low."""

    def __init__(self) -> None:
        self.board = MockFactory(pin_class=MockPWMPin)

    def lit(self, pins: tuple[int | None, ...]) -> list[bool]:
        return [bool(self.board.pin(pin).state) for pin in pins]

    def press(self, pin: int | None) -> None:
        self.board.pin(pin).drive_low()
        self.board.pin(pin).drive_high()

    def check(self, expected: Expected) -> None:
        assert self.lit(WIRING.clue_leds) == [n < expected.clue_tokens for n in range(8)]
        assert self.lit(WIRING.fuse_leds) == [n < expected.strikes for n in range(3)]
        assert self.lit(WIRING.turn_leds) == [n == expected.to_move for n in range(5)]
        self.check_status(expected.status)

    def check_status(self, status: Status) -> None:
        """Steady where the pattern is; otherwise wait until it has been both lit and dark."""
        pin = self.board.pin(WIRING.status_led)
        if not PATTERNS[status].times:
            assert pin.state == PATTERNS[status].lit
            return
        seen, until = set[bool](), time.monotonic() + BLINKING
        while len(seen) < 2 and time.monotonic() < until:
            seen.add(bool(pin.state))
            time.sleep(0.02)
        assert seen == {True, False}


class Play:
    """The game, as one camera: between two frames hands move, phones are tapped on."""

    def __init__(self, record: Record) -> None:
        setting = Setting.seeded(2, 5, WIDTH)
        pack = " ".join((*HANDS, DRAWS)).split()
        self.sim = SimulatedTable(setting, pack, seed=5)
        self.camera = SimulatedCamera(self.sim, Renderer(setting))
        self.pins = Pins()
        self.said: list[Announcement] = []
        self.checked = 0
        self.eyes = TableReader(load_layout(), build_deck(), MOST_SEATS)
        self.table = Table(record, Plan(STANDARD), tell=self.said.append)

    def run(self) -> None:
        with Panel(self.table.pressed, WIRING, factory=self.pins.board) as panel:
            self.table.connect(panel)
            self.table.run(TableSight(FrameSource(self._frames()), self.eyes.look))

    def _frames(self) -> Iterator[Frame]:
        self.sim.deal(5)
        yield from self._until(Status.WAITING_TO_START, 0)
        while not self.table.call(lambda controller: controller.views()[None]["lobby"])["ready"]:  # type: ignore[index]
            yield self.camera.take()
        self.pins.check(Expected(status=Status.WAITING_TO_START))
        self._press(WIRING.play)
        self.pins.check(Expected(to_move=1, status=Status.WAITING_TO_START))
        self._press(WIRING.play)
        self.pins.check(Expected(status=Status.WAITING_TO_START))
        self._press(WIRING.confirm)
        self.pins.check(Expected())

        yield from self._do(gestures.play(0, 0, 0), 1, (0, 0))
        self.pins.check(Expected(to_move=1))
        self._clue(1, 0, RankHint(1))
        self.pins.check(Expected(7, to_move=0))
        yield from self._do(gestures.discard(0, 1, regain=False), 3, (0, 1))
        self.pins.check(Expected(8, to_move=1))
        yield from self._do(gestures.play(1, 1, 0), 4, (1, 1))
        self.pins.check(Expected(8, to_move=0))
        yield from self._do(gestures.misplay(0, 4, 1), 5, (0, 4))
        self.pins.check(Expected(8, 1, to_move=1))
        self._clue(1, 0, ColourHint(Suit.GREEN))
        self.pins.check(Expected(7, 1, to_move=0))
        self._press(WIRING.undo)
        self.pins.check(Expected(8, 1, to_move=1))
        yield from self._do(gestures.misplay(1, 2, 1), 6, (1, 2))
        self.pins.check(Expected(8, 2, to_move=0))
        self.sim.script(gestures.play(0, 2, 1))  # and forgets to draw
        yield from self._until(Status.PLEASE_DRAW, 7)
        self.pins.check(Expected(8, 2, 1, Status.PLEASE_DRAW))
        yield from self._do(gestures.draw(0, 2), 7)
        self.pins.check(Expected(8, 2, to_move=1))
        self.sim.script(gestures.misplay(1, 3, 2))
        yield from self._until(Status.ENDING, 8)
        self.pins.check(Expected(8, 3, None, Status.ENDING))
        self._press(WIRING.confirm)
        self.pins.check(Expected(8, 3, 0, Status.OVER))  # who begins the next game

    def _do(
        self, script: gestures.Script, turns: int, draws: tuple[int, int] | None = None
    ) -> Iterator[Frame]:
        more = gestures.draw(*draws) if draws is not None else ()
        self.sim.script((*script, *gestures.after(gestures.duration(script), more)))
        yield from self._until(Status.WAITING_FOR_MOVE, turns)

    def _until(self, status: Status, turns: int) -> Iterator[Frame]:
        """Watch until the table waits like that, with so many turns taken."""
        for _ in range(MOST_FRAMES):
            yield from self._watch()
            if not self.sim.busy and self.table.call(_how_far) == (status, turns):
                return
        raise AssertionError(f"the table never came to be {status}")

    def _watch(self) -> Iterator[Frame]:
        """Show a frame, and compare the pins with what was announced because of it."""
        before = len(self.said)
        yield self.camera.take()
        counted = [one for one in self.said[before:] if isinstance(one, Happened | TakenBack)]
        if counted:
            self.checked += 1
            standing = counted[-1].standing
            over = self.table.call(_is_over)
            assert self.pins.lit(WIRING.clue_leds).count(True) == standing.clue_tokens
            assert self.pins.lit(WIRING.fuse_leds).count(True) == standing.strikes
            turn = [seat == standing.to_move and not over for seat in range(5)]
            assert self.pins.lit(WIRING.turn_leds) == turn

    def _press(self, pin: int | None) -> None:
        self.pins.press(pin)
        self.table.call(
            lambda controller: controller.players
        )  # comes after the press, in one queue

    def _clue(self, giver: int, target: int, hint: Hint) -> None:
        reply = self.table.ask(ClueTap(giver, target, hint), giver)
        assert reply.ok, reply


def _how_far(controller: Controller) -> tuple[Status, int]:
    return controller.status, len(controller.game.log) if controller.game is not None else 0


def _is_over(controller: Controller) -> bool:
    return controller.status in (Status.ENDING, Status.OVER)


def test_a_whole_game_shows_on_every_lamp(tmp_path: Path) -> None:
    with Record(tmp_path / "games.sqlite3") as record:
        play = Play(record)
        play.run()
        game = play.table.controller.game
        assert game is not None
        told = result(game)
    assert (told["outcome"], told["played"], told["questions"]) == ("strikeout", 3, 0)
    moves = told["moves"]
    assert isinstance(moves, list)
    assert [(turn["kind"], turn.get("card")) for turn in moves] == [
        ("play", "r1"),
        ("clue", None),
        ("discard", "y5"),
        ("play", "r2"),
        ("play", "w3"),
        ("play", "b4"),
        ("play", "g1"),
        ("play", "w5"),
    ]
    assert play.checked >= 7  # each card that was laid, in the moment it was told
    assert play.pins.lit(WIRING.clue_leds + WIRING.fuse_leds + WIRING.turn_leds) == [False] * 16
