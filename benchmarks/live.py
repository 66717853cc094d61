"""The live table: start, memory, from the hand to the phone, and a frame with nothing new.

With ``--games N`` only whole games are played, by people who cannot sit still, on N seeds: how
many came out right, what was asked, and what went on record that was never done.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from benchmarks.demonstrations import RESULT, SAID, demonstration, environment, free_port
from benchmarks.disturbed import aligned
from benchmarks.machine import drawn_seed, head
from benchmarks.watch import hint_of
from companion.demonstration.players import DemoError, Diary, Players
from companion.demonstration.show import FrameSource
from companion.frames import Frame
from companion.hanabi.cards import Card
from companion.hanabi.labels import MOST_SEATS
from companion.hanabi.moves import Tile
from companion.hanabi.ruleset import STANDARD
from companion.panel.panel import Press
from companion.play.camera_watch import Watch
from companion.play.controller import Controller
from companion.play.inputs import ClueTap, LayDownTap, StartTap, TileTap
from companion.play.lobby import Plan
from companion.play.report import result
from companion.record.games import Record
from companion.referee.findings import COMPLAIN_AFTER
from companion.referee.readings import SETTLED, SlotSight, TableReading
from companion.referee.readings import Sight as CardSight
from companion.settings.settings import CameraSettings
from companion.table import Table, TableSight
from vision.drawing.artwork import LABELS, build_deck
from vision.live.reader import TableReader
from vision.simulator import Renderer, Setting, SimulatedCamera, SimulatedTable
from vision.simulator.bodies import Bodies
from vision.simulator.camera import FRAMES_PER_SECOND
from vision.table.layout import load_layout

PAGE_GOAL, MEMORY_GOAL, QUIET_GOAL, REST_GOAL = 3.0, 350.0, 0.5, 0.05
"""Seconds, megabytes, seconds from the last movement of a hand to the phone, and of the processor
for a second of a table at which nothing happens."""
FIDGETY = 1.0
"""How fidgety people are who cannot sit still: `vision.simulator.bodies`."""
RESTS = 20.0
"""Seconds for which a table at rest is looked at."""
LINE = "{:52} {:>10} {:>10}"
GAME = "{:>6} {:>6} {:>6} {:>6} {:>7} {:>7} {:>7} {:>7}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, help="the same games again; default: any")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--idle", action="store_true", help="only a frame with nothing new")
    parser.add_argument("--games", type=int, help="only whole games with people who fidget")
    parser.add_argument(
        "--rate", type=float, default=CameraSettings().rate, help="pictures a second of the camera"
    )
    parser.add_argument("--fidgety", type=float, default=FIDGETY, help="0 to 1, for --games")
    options = parser.parse_args()
    options.seed = drawn_seed(options.seed)
    if options.games is not None:
        tell_games(options.seed, options.games, options.players, options.rate, options.fidgety)
        return
    head("The live table")
    print(LINE.format("", "measured", "goal"))
    if options.idle:
        tell_idle(options.seed, options.rate)
        return
    pages = [first_page() for _ in range(options.starts)]
    tell("start to first page, s, the slowest", max(pages), PAGE_GOAL)
    memory, rate, agrees = whole_game(options.seed, options.players)
    tell("demo: memory of the process at most, MB", memory, MEMORY_GOAL)
    tell("demo: frames a second, table in a process of its own", rate)
    print(LINE.format("demo: truth agrees", str(agrees), "True"))
    game = play(options.seed, options.players, options.rate)
    tell_fidgety(play(options.seed, options.players, options.rate, FIDGETY))
    tell(f"laid to told, s of the table, median of {len(game.waited)}", median(game.waited))
    tell("the same, 90 of 100", quantile(game.waited, 0.9))
    tell("the same, 95 of 100", quantile(game.waited, 0.95), QUIET_GOAL)
    tell("the same, the slowest", max(game.waited))
    tell("last frame to phone, s on the processor, median", median(game.processor))
    tell("last frame to phone, s on this machine, median", median(game.worked))
    tell("last frame to phone, s on this machine, the slowest", max(game.worked))
    # On a machine that does other things as well, "on the processor" is the honest figure.
    alone = [wait + work for wait, work in zip(game.waited, game.processor, strict=True)]
    tell("both, with the work on the processor, s, median", median(alone))
    tell("both, with the work on the processor, s, 95 of 100", quantile(alone, 0.95), QUIET_GOAL)
    tell_idle(options.seed, options.rate)


def tell_fidgety(game: Timed) -> None:
    """Tell the same of a table at which everybody fidgets."""
    tell(f"with people who fidget, s, median of {len(game.waited)}", median(game.waited), 0.6)
    tell("the same, 90 of 100", quantile(game.waited, 0.9), 1.5)
    tell("the same, 95 of 100", quantile(game.waited, 0.95))


def tell_games(seed: int, games: int, players: int, rate: float, fidgety: float) -> None:
    """Play whole games, one a seed from ``seed`` on; tell how each came out, and all of them."""
    head(
        f"{games} games of {players} people, fidgety {fidgety:g}, {rate:g} pictures/s, seed {seed}"
    )
    print(GAME.format("seed", "turns", "right", "asked", "silent", "p50 s", "p90 s", "eyes/s"))
    waited, good, silent = list[float](), 0, 0
    for one in range(seed, seed + games):
        game = play(one, players, rate, fidgety)
        good += game.ended and not game.silent
        silent += game.silent
        waited += game.waited
        told = (f"{median(game.waited):.2f}", f"{quantile(game.waited, 0.9):.2f}")
        figures = (game.turns, game.right, game.asked, game.silent, *told, f"{game.busy:.3f}")
        print(GAME.format(one, *figures), "" if game.ended else game.stuck, flush=True)
    print(f"{good} of {games} games right or asked; silently wrong: {silent} turns. Goal: all, 0.")
    tell(f"laid to told, s of the table, median of {len(waited)}", median(waited), 0.6)
    tell("the same, 90 of 100", quantile(waited, 0.9), 1.5)
    tell("the same, 95 of 100", quantile(waited, 0.95))


def tell_idle(seed: int, rate: float) -> None:
    """Tell what a table costs at which nothing happens, and a frame in which a hand only moves."""
    tell("eyes of a table at rest, s for a second of it", eyes_at_rest(seed, rate), REST_GOAL)
    for players in (2, MOST_SEATS):
        compared, rendered = idle_frame(players)
        tell(f"idle frame, {players} players, ms on the processor, median", 1000 * compared)
        tell(f"the same if all views were rendered, {players} players, ms", 1000 * rendered)


def tell(what: str, measured: float, goal: float | None = None) -> None:
    wanted = f"<= {goal:g}" if goal is not None else ""
    print(LINE.format(what, f"{measured:.3g}", wanted), flush=True)


def median(values: list[float]) -> float:
    return statistics.median(values)


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, round(share * len(values)))]


def first_page() -> float:
    """Return the seconds from starting ``companion run`` to its page."""
    port, web = free_port(), build_opener(ProxyHandler({}))
    command = [sys.executable, "-m", "companion", "run", "--camera", "none", "--port", str(port)]
    with tempfile.TemporaryDirectory() as home:
        begun = time.perf_counter()
        process = subprocess.Popen(
            command,
            env=environment(Path(home)),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            while process.poll() is None:
                try:
                    with web.open(f"http://127.0.0.1:{port}") as page:
                        page.read()
                    return time.perf_counter() - begun
                except URLError:
                    time.sleep(0.01)
            raise RuntimeError(f"companion run ended with {process.returncode}")
        finally:
            process.terminate()
            process.wait()


def whole_game(seed: int, players: int) -> tuple[float, float, bool]:
    """Play a whole demonstration; return megabytes, frames a second, whether truth agrees."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        begun, most = time.perf_counter(), 0.0
        process = demonstration(home, free_port(), 50, players=players, seed=seed, once=True)
        while process.poll() is None:
            most = max(most, resident(process.pid))
            time.sleep(0.05)
        took = time.perf_counter() - begun
        result = json.loads((home / RESULT).read_text().splitlines()[-1])
        moments = re.findall(r"^ *([\d.]+) s  ", (home / SAID).read_text(), re.MULTILINE)
    frames = float(moments[-1]) * FRAMES_PER_SECOND
    return most, frames / took, bool(result["truth_agrees"])


def resident(pid: int) -> float:
    """Return the most megabytes that a process ever had in memory; 0 when it has gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(found[1]) / 1000 if found else 0.0


# ----------------------------------------------------------------------------- hand to phone


class Phone:
    """A phone without a wire."""

    def __init__(self, table: Table, seat: int) -> None:
        self._table, self._seat = table, seat

    def view(self) -> dict[str, object]:
        snapshot = self._table.hub.snapshot(self._seat)
        assert snapshot is not None
        view: dict[str, object] = json.loads(snapshot.body)
        return view

    def clue(self, target: int, hint: str | int) -> None:
        self._table.ask(ClueTap(self._seat, target, hint_of(hint)), self._seat)

    def press(self, press: Press) -> None:
        self._table.pressed(press)

    def turn_tile(self, tile: str, card: str | None) -> None:
        back = None if card is None else Card.parse(card)
        self._table.ask(TileTap(self._seat, Tile(tile), card=back), self._seat)

    def lay_down(self) -> None:
        self._table.ask(LayDownTap(), self._seat)


@dataclass
class Timed:
    """A game, and for each card laid how long it took to be told.

    Attributes:
        waited: simulated seconds from when its hand let go.
        worked: real seconds from the frame to the hub.
        processor: the same on the processor.
        turns: how many were taken.
        right: how many of them are on record as they were taken.
        silent: turns on record that were never taken, and that are no unread card. A clue whose
            slots are said to be unknown is not right, and not silently wrong.
        asked: questions.
        ended: whether it came to its end.
        stuck: what it waited for where it did not.
        busy: seconds of processor time of the eyes for a second of the table.
    """

    waited: list[float] = field(default_factory=list)
    worked: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    turns: int = 0
    right: int = 0
    silent: int = 0
    asked: int = 0
    ended: bool = False
    stuck: str = ""
    busy: float = 0.0

    def compare(self, moves: list[dict[str, object]], done: list[dict[str, object]]) -> None:
        """Hold the record against what was done."""
        pairs = aligned(moves, done, _alike)
        not_false = {i for i, _ in aligned(moves, done, _not_false)}
        strange = [move for nth, move in enumerate(moves) if nth not in not_false]
        self.turns, self.right = len(done), len(pairs)
        self.silent = sum(move["kind"] == "clue" or move["card"] is not None for move in strange)


def _alike(seen: dict[str, object], done: dict[str, object]) -> bool:
    """Say whether a turn is on record as it was taken; a slot that is left open is not wrong."""
    open_slot = {"slot": done.get("slot")} if seen.get("slot", -1) is None else {}
    return {**seen, "turn": 0, **open_slot} == {**done, "turn": 0}


def _not_false(seen: dict[str, object], done: dict[str, object]) -> bool:
    """Say whether a turn is on record as it was taken, or leaves open where a clue pointed."""
    unknown = seen["kind"] == "clue" and seen["touched"] is None
    return _alike({**seen, "touched": done.get("touched")} if unknown else seen, done)


def play(seed: int, players: int, rate: float, fidgety: float = 0.0) -> Timed:
    """Play a game in this process and time each card from when it lies there to the hub.

    Args:
        seed: of the game, the table and the people.
        players: how many.
        rate: pictures a second: what happens between two of them is seen in the next one.
        fidgety: how much people move besides: 0 to 1.
    """
    setting = Setting.seeded(players, seed, 2304)
    table = SimulatedTable(setting, pack(seed), seed=seed)
    bodies = Bodies.at(table.optics, fidgety=fidgety, seed=seed)
    camera = SimulatedCamera(table, Renderer(setting), bodies=bodies, rate=rate)
    reader = TableReader(load_layout(), build_deck(), MOST_SEATS)
    timed = Timed()

    def frames(live: Table, diary: Diary) -> Iterator[Frame]:
        phones = [Phone(live, seat) for seat in range(players)]
        people, cards, laid_at = None, 0, list[float]()
        while not timed.stuck and (people is None or not people.over):
            frame = camera.take()
            truth = table.truth()
            while len(laid_at) < sum(map(len, truth["columns"])) + len(truth["discards"]):
                laid_at.append(frame.t)
            handed, began = time.perf_counter(), time.process_time()
            yield frame
            published, ended = time.perf_counter(), time.process_time()
            laid = live.call(_cards_laid)
            for nth in range(cards, min(laid, len(laid_at))):
                timed.waited.append(frame.t - laid_at[nth])
                timed.worked.append(published - handed)
                timed.processor.append(ended - began)
            cards = laid
            people = people or Players(table, phones, diary)
            try:
                people.step()
            except DemoError as error:
                timed.stuck = str(error)
        game = live.call(lambda controller: controller.game)
        assert game is not None
        told = result(game)
        timed.ended, timed.asked = not timed.stuck, game.asked
        timed.compare(list(told["moves"]), diary.turns)  # type: ignore[call-overload]  # JSON
        timed.busy /= table.t

    def look(frame: Frame) -> TableReading | None:
        began = time.process_time()
        reading = reader.look(frame)
        timed.busy += time.process_time() - began
        return reading

    with tempfile.TemporaryDirectory() as home, Record(Path(home) / "games") as record:
        live = Table(record, Plan(STANDARD))
        live.run(TableSight(FrameSource(frames(live, Diary(Path(home) / "diary"))), look))
    return timed


# ------------------------------------------------------------------------------- nothing new


def eyes_at_rest(seed: int, rate: float) -> float:
    """Return seconds on the processor for a second of a dealt table at which everybody sits still.

    What the camera itself does is not counted.
    """
    setting = Setting.seeded(MOST_SEATS, seed, 2304)
    table = SimulatedTable(setting, pack(seed), seed=seed)
    camera = SimulatedCamera(table, Renderer(setting), rate=rate)
    reader = TableReader(load_layout(), build_deck(), MOST_SEATS)
    read, took = False, list[float]()
    while len(took) < RESTS * rate:
        frame = camera.take()
        began = time.process_time()
        reading = reader.look(frame)
        if read:
            took.append(time.process_time() - began)
        read = read or (reading is not None and reading.still_for >= COMPLAIN_AFTER)
    return statistics.mean(took) * rate


def idle_frame(players: int, frames: int = 400) -> tuple[float, float]:
    """Return seconds on the processor for a frame in which a hand moves: as it is, and rendered.

    Both are measured in turns, so that whatever else the machine does hits both alike.
    """
    with tempfile.TemporaryDirectory() as home, Record(Path(home) / "games") as record:
        live = Table(record, Plan(STANDARD), watch=Watch.ON)
        with ThreadPoolExecutor(1) as threads:
            measured = threads.submit(_measure_idle, live, players, frames)
            measured.add_done_callback(lambda _: live.close())
            live.run(None)
        return measured.result()


def _measure_idle(live: Table, players: int, frames: int) -> tuple[float, float]:
    live.call(lambda controller: controller.see(_dealt(players), SETTLED))
    assert live.ask(StartTap(0), 0).ok
    for turn in range(20):
        phone = Phone(live, turn % players)
        phone.clue((turn + 1) % players, 1 + turn % 5)
    as_it_is, rendered = [], []
    for frame in range(frames):
        t = SETTLED + frame / FRAMES_PER_SECOND
        began = time.process_time()
        live.call(lambda controller, t=t: controller.see(None, t))  # type: ignore[misc]  # of a default
        ended = time.process_time()
        live.call(lambda controller: controller.views())
        as_it_is.append(ended - began)
        rendered.append(time.process_time() - began)
    return median(as_it_is), median(rendered)


def _dealt(players: int) -> TableReading:
    """Return a table that lies still, ready to start."""
    cards = iter(pack(0))
    slots = {
        (seat, slot): SlotSight(CardSight.FACE, next(cards), 1)
        for seat in range(players)
        for slot in range(STANDARD.hand_size(players))
    }
    return TableReading(
        t=SETTLED,
        still_for=COMPLAIN_AFTER,
        mat=True,
        clear=True,
        columns=((),) * 6,
        discards=(),
        slots=slots,
        racks=frozenset(range(players)),
    )


def pack(seed: int) -> list[str]:
    """Return the cards of a game in an order that ``seed`` decides."""
    cards = [card.label for card in STANDARD.deck]
    assert set(cards) <= set(LABELS)
    random.Random(seed).shuffle(cards)
    return cards


def _cards_laid(controller: Controller) -> int:
    game = controller.game
    return sum(turn["kind"] != "clue" for turn in game.log) if game is not None else 0


if __name__ == "__main__":
    main()
