"""Piles of Hana-awase round the mat: cards read right, wrong and unknown, and whole deals.

The table is the simulated one; the packs are the project's own, the shared one where it is there,
and one of each style that is drawn when it runs.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.machine import drawn_seed, head, shared
from benchmarks.packs import PACKS, SHARED, pack
from companion.adapters.pile_eyes import pile_picture
from companion.hana_awase.cards import DECK
from companion.hana_table.found_piles import PicturesError
from companion.hana_table.pile_pictures import find_piles
from vision.deck import Deck
from vision.photo.spread import SpreadReader
from vision.simulator.piles import lay_out, photograph
from vision.simulator.setting import Setting
from vision.table.hana_layout import load_hana_layout

CASES = Path(__file__).parent.parent / "tests" / "data" / "hana-awase-examples.json"
LINE = "{:18} {:>6} {:>6} {:>7} {:>6} {:>6} {:>8} {:>6} {:>8}"
FULL, FAR = (4608, 700.0), (4608, 850.0)
"""Pixels across, and millimetres of the camera above the mat."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=4, help="tables for each pack")
    parser.add_argument("--seed", type=int, default=None, help="of packs and tables; default: any")
    parser.add_argument("--pack", choices=PACKS, help="this one only")
    parser.add_argument("--fans", action="store_true", help="each card half over the one before")
    options = parser.parse_args()
    head("Piles of Hana-awase round the mat")
    seed = drawn_seed(options.seed)
    columns = ("pack", "tables", "cards", "right%", "wrong", "false", "unread", "deals", "CPU ms")
    print(LINE.format(*columns), flush=True)
    for name in PACKS if options.pack is None else (options.pack,):
        if name != SHARED or (shared() / "art" / "hanafuda-redraw").is_dir():
            measure(pack(name, seed), options.tables, seed, fanned=options.fans)


def measure(deck: Deck, tables: int, seed: int, *, fanned: bool) -> None:
    """Read ``tables`` tables with 2, 3 and 4 players, near and far, and print what was right."""
    layout = load_hana_layout()
    reader = SpreadReader(deck, layout)
    cases = list(json.loads(CASES.read_text(encoding="utf-8"))[:6])
    right = wrong = false = deals = 0
    took: list[float] = []
    for table in range(tables):
        case, (width, height) = cases[table % len(cases)], (FULL, FAR)[table % 2]
        players = case["players"]
        drawn = seed + table
        usual = Setting.seeded(players, seed=drawn, width=width)
        setting = Setting(
            players, drawn, width, height, usual.camera_shift, usual.camera_turn, wood=usual.wood
        )
        cards = lay_out(layout, case["piles"], deck.card_size, seed=drawn, fanned=fanned)
        image = photograph(setting, deck, cards, layout)
        began = time.process_time()
        spread = reader.read(image)
        took.append(time.process_time() - began)
        lying = Counter(_alike(one.label) for one in cards)
        read = Counter(_alike(one.label) for one in spread.cards if one.label is not None)
        right += (lying & read).total()
        false += (read - lying).total()
        try:
            found = find_piles([pile_picture("", spread)])
        except PicturesError:
            continue
        truth = Counter(_placed(case["piles"]))
        placed = Counter(_placed([[one.label for one in pile] for pile in found.piles]))
        elsewhere = (placed - truth).total()
        wrong += elsewhere
        deals += placed.total() == len(DECK) and not elsewhere
    cards_shown = tables * len(DECK)
    figures = (cards_shown, f"{100 * right / cards_shown:.1f}", wrong, false, cards_shown - right)
    middle = sorted(took)[len(took) // 2]
    print(LINE.format(deck.name, tables, *figures, deals, f"{1000 * middle:.0f}"), flush=True)


def _placed(piles: Sequence[Sequence[str]]) -> Iterator[tuple[int, str]]:
    """Yield the seat and the face of each card."""
    for seat, pile in enumerate(piles):
        for label in pile:
            yield seat, _alike(label)


def _alike(label: str) -> str:
    """Return what a card is called together with the chaff that looks like it in many packs."""
    chaff = label[: len("MM-chaff")]
    return chaff if chaff.endswith("-chaff") else label


if __name__ == "__main__":
    main()
