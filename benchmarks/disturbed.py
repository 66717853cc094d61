"""Filmed games as evenings are: people fidget, cameras sway, lamps flicker, things lie about.

Each condition is laid over a film while it is played to the eyes, by a seed. Told are the moves
that came out right, the questions, the turns that the record leaves open, and the silent errors:
turns on record that were never taken and of which nobody is asked. Open are a card that nobody
could read, and a discard that may have been a misplay, as long as the table is asked which it was.
A slot that the record leaves open is not right, and no error. In half of the runs, drawn by the
seed, somebody answers what the table asks, a few seconds later, and puts one turn after another
right as long as table and record differ. Goal: no silent error.
"""

import argparse
import bisect
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.cheap_cameras import (
    barrel,
    blinds,
    bowl_on_a_tag,
    breathing,
    crumbs,
    dimmed_lamp,
    fly,
    focus_hunts,
    freezing,
    ghosting,
    interlaced,
    night_mode,
    smudge,
    streamed,
    stripes,
    television,
    upside_down,
)
from benchmarks.clever_cameras import (
    broken,
    clock_in_a_corner,
    clouds,
    coloured_lamp,
    fringed,
    leaves,
    local_tones,
    mirrored,
    nudged_rack,
    reactive_exposure,
    sharpened,
    steadied,
    torch,
    torn,
)
from benchmarks.disturbances import (
    BgrImage,
    Disturbance,
    Random,
    Scene,
    blinking,
    bump,
    covered,
    defocus,
    drift,
    exposure,
    faded,
    fidget,
    flicker,
    grainy,
    half_size,
    lamp_switched,
    noises_of,
    reflection,
    ringing,
    sag,
    shadows,
    sleeves,
    sway,
    thing,
    worn,
)
from benchmarks.evenings import (
    candles,
    cat,
    compressed,
    flashes,
    grain,
    haze,
    hunting,
    lamp_of,
    mug_at_a_rack,
    shaken,
    smoke,
    sun,
    vignette,
    wandering_cup,
)
from benchmarks.machine import deck_of, drawn_seed, films, head
from benchmarks.watch import hint_of, same
from companion.announcements.announcement import Asked
from companion.film.tap_list import read_inputs
from companion.frames import Frame
from companion.hanabi.cards import Card
from companion.hanabi.ruleset import STANDARD
from companion.play.game import Game
from companion.play.inputs import AnswerTap, CorrectTap, PlayedTap, TimedTap
from companion.play.report import result
from companion.play.tap_moves import possible
from companion.record.corrections import Deed, Instead, Lay, Missed, Tell
from companion.record.games import Record
from companion.record.timeline import is_turn, undecided
from companion.referee.findings import Spot
from companion.watch import FilmPlan, Watcher, WatchError
from hardware.files import read_image
from vision.live.reader import TableReader
from vision.table.layout import load_layout
from vision.table.registration import register
from vision.table.tags import TagFinder

RATE = 10.0
"""Pictures a second where a condition says nothing else; films were taken at 5."""
NOISE = 1.5
"""Grey levels of every picture's own noise."""
ANSWERED = 0.5
"""The share of runs in which questions are answered."""
ANSWERS_AFTER = (2.0, 6.0)
"""Seconds in which somebody has read a question and says what was laid, from and to."""
LOOKED = 1.0
"""Seconds after a turn was taken until somebody who puts one on record knows of it."""
LONG = 1.4
"""Seconds from which a picture of a film is a rest in which people may think."""

# ------------------------------------------------------------------------------- the pictures


@dataclass(frozen=True)
class Timing:
    """When pictures are taken.

    Attributes:
        rate: pictures a second.
        thinking: seconds that are added to rests, from and to.
        pace: how much faster people are.
        lost: the share that never comes; doubled and late ones come besides.
        gaps: whether two and a half seconds in each eight are lost.
    """

    rate: float = RATE
    thinking: tuple[float, float] | None = None
    pace: float = 1.0
    lost: float = 0.0
    gaps: bool = False


@dataclass(frozen=True)
class Condition:
    """Disturbances, several at once, and when pictures are taken."""

    name: str
    layers: tuple[Disturbance, ...] = ()
    timing: Timing = Timing()


def conditions() -> Iterator[Condition]:
    yield Condition("clean")
    yield Condition("thinking 4-10 s", (), Timing(thinking=(4, 10)))
    yield from (Condition(f"fidgets every {s:g} s", (fidget(s),)) for s in (0.3, 0.8, 2.0))
    yield from (Condition(f"phone blinks every {s:g} s", (blinking(s),)) for s in (0.2, 0.5, 2.0))
    for pixels, hertz in (
        (0.3, 1),
        (0.5, 3),
        (1, 0.5),
        (1, 5),
        (2, 1),
        (2, 3),
        (4, 0.5),
        (4, 3),
        (4, 5),
    ):
        yield Condition(f"sway {pixels:g} px at {hertz:g} Hz", (sway(pixels, hertz),))
    yield Condition("sway 3 px at 3 Hz, rolling", (sway(3, 3, rolling=0.03),))
    yield Condition("bump", (bump(),), Timing(thinking=(2, 4)))
    yield Condition("arm rings after knocks", (ringing(),))
    yield Condition("sag 3 mm/min", (sag(),), Timing(thinking=(4, 10)))
    yield Condition("flicker", (flicker(),))
    yield from (
        Condition(f"exposure {share:.0%}", (exposure(share),)) for share in (0.06, 0.25, 2.0, 4.0)
    )
    yield Condition("exposure drifts", (drift(0.25, 0.0, 6),))
    yield Condition("white balance drifts", (drift(0.0, 0.08, 8),))
    yield Condition("lamp switched", (lamp_switched,))
    yield from (Condition(f"defocus {px:g} px", (defocus(px),)) for px in (1.0, 2.0))
    yield Condition("half resolution", (half_size,))
    yield from (Condition(f"{rate:g} pictures a second", (), Timing(rate)) for rate in (5.0, 2.0))
    yield Condition("lost, doubled, late", (), Timing(lost=0.25))
    yield Condition("2.5 s lost in each 8", (), Timing(gaps=True))
    yield Condition("twice as fast", (), Timing(pace=2.0))
    yield Condition("a third covered for 5 s", (covered(),), Timing(thinking=(4, 10)))
    yield from (
        Condition(f"{kind} on the mat", (thing(kind),), Timing(thinking=(2, 6)))
        for kind in ("glass", "phone", "book")
    )
    yield Condition("shadows every 4 s", (shadows(4.0),))
    yield Condition("glossy sleeves", (sleeves(),))
    yield Condition("a reflection wanders", (reflection(),))
    yield from (Condition(f"faded by {share:.0%}", (faded(share),)) for share in (0.15, 0.3))
    yield Condition("worn", (worn(),))
    yield Condition("shadows every 9 s", (shadows(9.0, 3.0),), Timing(thinking=(2, 6)))
    yield Condition("fidgets, phone, sway", (fidget(0.5), blinking(0.7), sway(1, 3)))
    yield Condition("fidgets, shadows, drift", (fidget(0.9), shadows(6.0), drift(0.1, 0.04, 9)))
    yield Condition("sleeves, wear, sway", (sleeves(), worn(400), sway(1, 1)))
    yield Condition(
        "sleeves, shadows, gaps, glass",
        (sleeves(0.08), shadows(9.0), thing("glass")),
        Timing(thinking=(1, 4), gaps=True),
    )
    yield Condition(
        "twice as fast, fidgets, sway", (fidget(0.7), sway(0.7, 3)), Timing(pace=2.0, lost=0.1)
    )
    yield Condition(
        "all a little",
        (fidget(1.1), blinking(1.7), sway(0.7, 1), shadows(9.0), flicker(0.03), covered(19.0, 4.0)),
        Timing(thinking=(1, 5), lost=0.1),
    )
    yield Condition("candles", (candles(),))
    yield Condition("a warm lamp", (lamp_of(0.6, 1.25),))
    yield Condition("a cool lamp", (lamp_of(1.35, 0.75),))
    yield Condition("one lamp above the middle", (vignette(),))
    yield Condition("a patch of sun", (sun(),), Timing(thinking=(1, 4)))
    yield Condition("exposure hunts", (hunting(),))
    yield Condition("flashes", (flashes(),))
    yield Condition("saving camera", (compressed(),), Timing(rate=5.0))
    yield Condition("grain", (grain(),))
    yield Condition("a fingerprint on the lens", (haze(),))
    yield Condition("the table hums", (shaken(),))
    yield Condition("a cat walks over it", (cat(),), Timing(thinking=(1, 5)))
    yield Condition("a cup wanders", (wandering_cup(),), Timing(thinking=(2, 6)))
    yield Condition("a mug before a rack", (mug_at_a_rack(),), Timing(thinking=(2, 6)))
    yield Condition("steam", (smoke,))
    yield Condition(
        "candles, cat, cup",
        (candles(0.08), cat(31.0), wandering_cup(17.0)),
        Timing(thinking=(1, 6), lost=0.05),
    )
    yield Condition("focus hunts", (focus_hunts(),))
    yield Condition("the lens breathes", (breathing(),))
    yield Condition("a wide lens", (barrel(),))
    yield Condition("a drop on the lens", (smudge(),))
    yield Condition("the camera hangs upside down", (upside_down,))
    yield Condition("pictures mixed over time", (ghosting(),))
    yield Condition("the stream stalls", (freezing(),), Timing(thinking=(1, 5)))
    yield Condition("a narrow stream", (streamed(),), Timing(rate=5.0))
    yield Condition("interlaced", (interlaced,))
    yield Condition("night mode", (night_mode(),), Timing(thinking=(1, 5)))
    yield Condition("stripes of a poor sensor", (stripes(),))
    yield Condition("a television beside the table", (television(),))
    yield Condition("sun through blinds", (blinds(),))
    yield Condition("a dimmed lamp", (dimmed_lamp(),))
    yield Condition("crumbs", (crumbs(),), Timing(thinking=(1, 5)))
    yield Condition("a fly", (fly(),), Timing(thinking=(1, 5)))
    yield Condition("a bowl on a tag", (bowl_on_a_tag(),), Timing(thinking=(1, 5)))
    yield Condition("exposure follows the picture", (reactive_exposure(),))
    yield Condition("sharpened", (sharpened(),))
    yield Condition("tones evened in tiles", (local_tones(),), Timing(thinking=(1, 5)))
    yield Condition("a phone steadies its pictures", (steadied(),))
    yield Condition("fringes of colour", (fringed(),))
    yield Condition("torn pictures", (torn(),))
    yield Condition("broken pictures", (broken(),))
    yield Condition("a clock in a corner", (clock_in_a_corner,))
    yield Condition("mirrored", (mirrored,))
    yield Condition("a torch sweeps over it", (torch(),), Timing(thinking=(1, 5)))
    yield Condition("a lamp of all colours", (coloured_lamp(),))
    yield Condition("clouds before the sun", (clouds(),), Timing(thinking=(1, 5)))
    yield Condition("sun through leaves", (leaves(),))
    yield Condition("a rack is pushed", (nudged_rack(),), Timing(thinking=(1, 5)))
    yield Condition(
        "television, crumbs, focus hunts",
        (television(0.12), crumbs(40), focus_hunts(1.5)),
        Timing(thinking=(1, 5), lost=0.05),
    )


# ------------------------------------------------------------------------------- the measurement


@dataclass(frozen=True)
class Shown:
    path: Path
    start: float
    end: float


class Film:
    """A film whose rests may last longer, taken anew at any rate."""

    def __init__(self, folder: Path, timing: Timing, random: Random) -> None:
        lines = (folder / "frames.jsonl").read_text(encoding="utf-8").splitlines()
        shots = [json.loads(line) for line in lines if line.strip()]
        ends = [later["t"] for _, later in pairwise(shots)] + [shots[-1]["t"] + 0.2]
        runs: list[Shown] = []
        for shot, end in zip(shots, ends, strict=True):
            path = folder / shot["file"]
            if runs and runs[-1].path == path:
                runs[-1] = replace(runs[-1], end=end)
            else:
                runs.append(Shown(path, shot["t"], end))
        self._timing, self._random = timing, random
        self._before, self._after = [0.0], [0.0]
        self.runs: list[Shown] = []
        for run in runs:
            more = random.uniform(*timing.thinking) if timing.thinking else 0.0
            if run.end - run.start >= LONG and timing.thinking:
                self._note(run.start + 1.0, 0.0)
                self._note(run.start + 1.0 + 1e-6, more)
            self._note(run.end, 0.0)
        self.runs = [replace(run, start=self.at(run.start), end=self.at(run.end)) for run in runs]

    def _note(self, before: float, more: float) -> None:
        passed = (before - self._before[-1]) / self._timing.pace
        self._before.append(before)
        self._after.append(self._after[-1] + passed + more)

    def at(self, t: float) -> float:
        """Return when in this film a moment of the original one comes."""
        return float(np.interp(t, self._before, self._after))

    @property
    def duration(self) -> float:
        return self.runs[-1].end

    def frames(self, change: Callable[[BgrImage, float], BgrImage]) -> Iterator[Frame]:
        run, held, last = 0, read_image(self.runs[0].path), None
        random, timing, told = self._random, self._timing, -1.0
        for nth in range(int(self.duration * timing.rate)):
            t = nth / timing.rate
            while t >= self.runs[run].end - 1e-9 and run + 1 < len(self.runs):
                run += 1
                held = read_image(self.runs[run].path)
            if timing.gaps and t % 8.0 >= 5.5:
                continue
            luck = random.random() if timing.lost else 1.0
            if luck < timing.lost * 0.6:
                continue
            if last is not None and luck < timing.lost * 0.8:
                image = last  # the same picture once more
            else:
                image = change(held.copy(), t)
            last = image
            late = 0.08 * random.random() if timing.lost else 0.0
            told = max(told + 1e-3, t + late)
            yield Frame(image, told)


@dataclass(frozen=True)
class Outcome:
    """How a game came out."""

    turns: int
    right: int
    silent: int
    open: int
    asked: int
    answered: bool
    """Whether somebody answered."""
    waited: tuple[float, ...]
    busy: float
    """Seconds of processor time of the eyes for a second of the film."""


def play(folder: Path, condition: Condition, seed: int) -> Outcome:
    """Play a disturbed film to the eyes."""
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    random = np.random.default_rng([seed, *condition.name.encode()])
    film = Film(folder, condition.timing, random)
    layout, image = load_layout(), read_image(film.runs[0].path)
    size = (image.shape[1], image.shape[0])
    planes = register(layout, TagFinder(layout.dictionary).find(image), truth["players"], size)
    assert planes.mat is not None, "the film's first picture shows the table"
    scene = Scene(planes.mat, planes.racks, size, film.duration)
    layers = [begin(scene, random) for begin in condition.layers]
    noises = noises_of(random, size, NOISE)

    def change(image: BgrImage, t: float) -> BgrImage:
        for layer in layers:
            image = layer(image, t)
        return grainy(image, noises, random)

    reader = TableReader(layout, deck_of(truth["art"]), truth["players"])
    busy, mends_at, answers_at = 0.0, float("inf"), list[float]()

    def seen_by(t: float) -> list[Any]:
        """Return the turns of which people know by then."""
        return [move for move in truth["moves"] if film.at(move["t_still"]) <= t - LOOKED]

    def look(frame: Frame) -> Any:
        nonlocal busy, mends_at
        if answers_at and frame.t >= answers_at[0] and watcher.running is not None:
            answers_at.pop(0)
            if watcher.running.game.questions:  # what is asked now: pages refuse what is stale
                tap = answer_to(watcher.running.game, seen_by(frame.t))
                watcher.tap(TimedTap(frame.t, tap))
        differs = watcher.running is not None and watcher.running.game.differs is not None
        if not differs:
            mends_at = float("inf")
        elif answered and mends_at == float("inf"):
            mends_at = frame.t + people.uniform(*ANSWERS_AFTER)
        if watcher.running is not None and frame.t >= mends_at:
            mends_at = float("inf")
            mended = put_right(watcher.running.game, seen_by(frame.t))
            if mended is not None:
                watcher.tap(TimedTap(frame.t, mended))
        began = time.process_time()
        reading = reader.look(frame)
        busy += time.process_time() - began
        return reading

    moves, told, asked, in_doubt = list[Any](), dict[int, float](), 0, set[int]()
    with tempfile.TemporaryDirectory() as home, Record(Path(home) / "games") as record:
        plan = FilmPlan(STANDARD, truth["players"], 0, folder.name, "")
        taps = [replace(tap, t=film.at(tap.t)) for tap in read_inputs(folder / "inputs.jsonl")]
        watcher = Watcher(film.frames(change), look, record, plan, taps)
        people = np.random.default_rng([seed, *condition.name.encode(), 2])
        answered = bool(people.random() < ANSWERED)
        try:
            for said in watcher.announcements():
                running = watcher.running
                known = len(running.game.log) if running else 0
                told.setdefault(known, getattr(said, "t", 0.0))
                if running is None or not running.game.questions:
                    continue  # nothing is open, or no more by now
                if answered and isinstance(said, Asked):
                    bisect.insort(answers_at, said.t + people.uniform(*ANSWERS_AFTER))
            if watcher.running is not None:
                steps = watcher.running.game.past.timeline.steps
                taken = [step for step in steps if is_turn(step)]
                in_doubt = {nth for nth, step in enumerate(taken) if undecided(step)}
            out = watcher.result()
            moves, asked = list(out["moves"]), int(str(out["questions"]))  # type: ignore[call-overload]  # JSON
        except WatchError:
            pass
    pairs = aligned(moves, truth["moves"])
    right = sum(same(moves[i], truth["moves"][k]) for i, k in pairs)
    matched = {i for i, _ in aligned(moves, truth["moves"], _may_be_same)}
    strange = [nth for nth in range(len(moves)) if nth not in matched]
    open_ = sum(nth in in_doubt or _is_unread(moves[nth]) for nth in strange)
    waited = tuple(
        told[i + 1] - film.at(truth["moves"][k]["t_still"])
        for i, k in pairs
        if moves[i]["kind"] != "clue" and i + 1 in told
    )
    return Outcome(
        len(truth["moves"]),
        right,
        len(strange) - open_,
        open_,
        asked,
        answered,
        waited,
        busy / film.duration,
    )


def answer_to(game: Game, taken: Sequence[Any]) -> AnswerTap | PlayedTap:
    """Return what somebody who saw all ``taken`` turns answers to what the pages ask."""
    asked = game.question
    assert asked is not None, "something is asked"
    nth = game.turn_of(asked.serial)
    on_record = sum(is_turn(step) for step in game.past.timeline.steps)
    # Asked about a turn nobody says another one's card, even where that is all that is offered.
    if nth is None:
        laid = _laid(taken[on_record:]) or _laid([*reversed(taken)])
    else:
        laid = _laid(taken[nth - 1 : nth])
    if asked.card is not None:
        kinds = [move["kind"] for move in laid if move["label"] == asked.card]
        return PlayedTap(kinds[0] == "play" if kinds else None)
    # As on the page: where nothing is likelier, every card is offered that may still be laid.
    offered = asked.options or possible(game.state)
    cards = [move["label"] for move in laid if _lies(move, asked.spot) and move["label"] in offered]
    return AnswerTap(Card.parse(cards[0]) if cards else None)


def put_right(game: Game, taken: Sequence[Any]) -> CorrectTap | None:
    """Return how somebody who saw all ``taken`` turns puts right the first that is not on record.

    It was done instead of another one, or it is missing. None: all are on record.
    """
    seen = result(game)["moves"]
    assert isinstance(seen, list)
    pairs = aligned(seen, taken, _may_be_same)
    first = next((nth for nth, pair in enumerate(pairs) if pair != (nth, nth)), len(pairs))
    if len(taken) <= first:
        return None
    deed = _deed(taken[first])
    if first < len(seen) and first not in dict(pairs):
        return CorrectTap(Instead(first + 1, deed))
    return CorrectTap(Missed(first + 1, deed))


def _deed(move: Any) -> Deed:
    if move["kind"] != "clue":
        return Lay(move["kind"] == "play", move["slot"], Card.parse(move["label"]))
    return Tell(move["target"], hint_of(move["value"]))


def _laid(moves: Sequence[Any]) -> list[Any]:
    return [move for move in moves if move["kind"] != "clue"]


def _lies(move: Any, spot: Spot) -> bool:
    """Say whether what was laid lies, or has lain, where it is asked about: there people look."""
    if spot is Spot.FIREWORKS:
        return bool(move["kind"] == "play")
    return bool(move["kind"] == "discard" or not move["ok"])


def _is_unread(move: Any) -> bool:
    return move["kind"] != "clue" and move["card"] is None


def _may_be_same(seen: Any, true: Any) -> bool:
    """Say whether a turn on record is what happened, but that it may leave the slot open."""
    if seen["kind"] != "clue" and seen["slot"] is None:
        seen = {**seen, "slot": true.get("slot")}
    return same(seen, true)


def aligned(
    seen: Sequence[Any], true: Sequence[Any], alike: Callable[[Any, Any], bool] = same
) -> list[tuple[int, int]]:
    """Pair the turns on record with those that were taken, in order, as many as there can be."""
    best = np.zeros((len(seen) + 1, len(true) + 1), int)
    for i in range(len(seen) - 1, -1, -1):
        for k in range(len(true) - 1, -1, -1):
            here = alike(seen[i], true[k]) and 1 + best[i + 1, k + 1]
            best[i, k] = max(here, best[i + 1, k], best[i, k + 1])
    pairs, i, k = [], 0, 0
    while i < len(seen) and k < len(true):
        if alike(seen[i], true[k]) and best[i, k] == 1 + best[i + 1, k + 1]:
            pairs.append((i, k))
            i, k = i + 1, k + 1
        elif best[i + 1, k] >= best[i, k + 1]:
            i += 1
        else:
            k += 1
    return pairs


LINE = "{:30} {:>9} {:>7} {:>7} {:>7} {:>9} {:>7} {:>8} {:>8} {:>8}"


def _part(text: str) -> tuple[int, int]:
    part, slash, parts = text.partition("/")
    if not (slash and part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"want a part as in 2/3, got {text!r}")
    return int(part), int(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--films", type=Path, help="a film or a folder of them")
    parser.add_argument("--only", help="conditions whose name holds this")
    parser.add_argument("--seed", type=int, help="the same disturbances again; default: any")
    parser.add_argument(
        "--one-each", action="store_true", help="one film a condition, drawn by the seed"
    )
    parser.add_argument(
        "--part", type=_part, default=(1, 1), help="2/3: the second of three parts of conditions"
    )
    options = parser.parse_args()
    head("Disturbed films")
    seed = drawn_seed(options.seed)
    names = (
        "condition",
        "film",
        "turns",
        "right",
        "asked",
        "answered",
        "open",
        "silent",
        "p90 s",
        "CPU/s",
    )
    print(LINE.format(*names))
    silent = 0
    part, parts = options.part
    for condition in islice(conditions(), part - 1, None, parts):
        if options.only and options.only not in condition.name:
            continue
        folders = films(options.films)
        if options.one_each:
            drawn = np.random.default_rng([seed, *condition.name.encode(), 1])
            folders = [folders[int(drawn.integers(len(folders)))]]
        for folder in folders:
            out = play(folder, condition, seed)
            silent += out.silent
            p90 = (
                statistics.quantiles(out.waited, n=10)[-1] if len(out.waited) > 1 else float("nan")
            )
            answered = "yes" if out.answered else "no"
            figures = (out.turns, out.right, out.asked, answered, out.open, out.silent)
            print(
                LINE.format(condition.name, folder.name, *figures, f"{p90:.2f}", f"{out.busy:.3f}"),
                flush=True,
            )
    print(f"Silent errors: {silent}. Goal: none; every move right or asked.")


if __name__ == "__main__":
    main()
