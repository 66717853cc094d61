"""Deals of Hana-awase played before real eyes: drawn frames in, the record out.

Players who know the rules, and players who forget them now and then; each deal's seed is drawn
when it runs. Printed are deals whose record has what was played, questions, misdeeds that were
complained of, what was recorded wrongly without a word, and the processor time of a reading.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks.machine import drawn_seed, head
from benchmarks.packs import OWN, PACKS, pack
from companion.adapters.field_eyes import FieldEyes
from companion.adapters.pile_eyes import Followed, PileEyes
from companion.demonstration.hana_frames import HanaFrames, follow
from companion.demonstration.hana_round import (
    Manner,
    SimulatedDeal,
    as_played,
    dealt,
    laid_in_this_deal,
)
from companion.files.wall_clock import utc_now
from companion.frames import Frame
from companion.hana_awase.options import Options
from companion.hana_table.evening import HanaEvening
from companion.hana_table.record import HanaRecord
from vision.deck import Deck
from vision.geometry import PixelBox
from vision.simulator.hana_table import DrawnHanaTable
from vision.simulator.setting import Setting
from vision.table.hana_layout import load_hana_layout

LINE = "{:>8} {:>7} {:8} {:>6} {:>6} {:>7} {:>6} {:>9} {:>7} {:>8} {:>11}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2, help="deals of each kind")
    parser.add_argument("--seed", type=int, default=None, help="of the first; default: drawn now")
    parser.add_argument("--manner", choices=MANNERS, help="play this one only")
    parser.add_argument("--pack", choices=PACKS, default=OWN, help="what they play with")
    parser.add_argument("--width", type=int, default=2304, help="pixels across a frame")
    options = parser.parse_args()
    head(f"Hana-awase before real eyes, pack {options.pack}")
    first = drawn_seed(options.seed)
    columns = (
        "seed",
        "players",
        "manner",
        "half",
        "asked",
        "told",
        "deeds",
        "unheard",
        "right",
        "CPU s",
        "ms/reading",
    )
    print(LINE.format(*columns), flush=True)
    deck = pack(options.pack, first)
    for number in range(options.deals):
        for players in (2, 3, 4):
            for manner, how in MANNERS.items():
                if options.manner in (None, manner):
                    play(first + number, players, manner, how, deck, options.width)


MANNERS = {
    "by rules": Manner(arms=True),
    "careless": Manner(arms=True, mischief=0.1, greedy=False),
    "fans": Manner(arms=True, fans=True),
}


def play(seed: int, players: int, name: str, manner: Manner, deck: Deck, width: int) -> None:
    """Play one deal and print what came of it."""
    chance, mat = random.Random(f"{seed} {players} {name}"), load_hana_layout()
    usual = Setting.seeded(players, seed=seed, width=width)
    setting = Setting(
        players,
        seed,
        width,
        camera_shift=usual.camera_shift,
        camera_turn=usual.camera_turn,
        wood=usual.wood,
    )
    deal = SimulatedDeal(dealt(players, Options(), 0, chance), chance, manner)
    began = time.process_time()
    with _evening(players) as evening:
        frames = HanaFrames(DrawnHanaTable(setting, deck, mat), players)
        eyes = Timed(deck, mat)
        for _ in follow(deal, frames, FieldEyes(eyes, mat), evening):
            pass
        right = as_played(deal, laid_in_this_deal(evening.steps))
    told = sum(one[1] for one in deal.deeds)
    print(
        LINE.format(
            seed,
            players,
            name,
            len(deal.laid),
            deal.asked,
            told,
            len(deal.deeds),
            deal.unheard,
            "yes" if right else "no",
            round(time.process_time() - began),
            round(1000 * eyes.spent / max(eyes.readings, 1)),
        ),
        flush=True,
    )


class Timed(PileEyes):
    """Eyes that count their readings and the processor time, in seconds, that these took."""

    readings = 0
    spent = 0.0

    def follow(
        self, frame: Frame, before: Followed | None, changed: Sequence[PixelBox]
    ) -> Followed:
        began = time.process_time()
        seen = super().follow(frame, before, changed)
        self.readings += 1
        self.spent += time.process_time() - began
        return seen


@contextmanager
def _evening(players: int) -> Iterator[HanaEvening]:
    with (
        tempfile.TemporaryDirectory() as folder,
        HanaRecord(Path(folder) / "games.sqlite3") as record,
    ):
        evening = HanaEvening(record, Options(), players, now=utc_now)
        evening.begin()
        yield evening


if __name__ == "__main__":
    main()
