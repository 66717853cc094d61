"""Still frames of mat and racks with decks that nobody has seen: right, wrong, unknown, missed.

The simulated table is set up anew for each deck, with lamps, glare, noise and racks as chance has
them; hands are dealt, and some cards lie on the fireworks and the discards.
"""

import argparse
from collections import Counter

import numpy as np

from benchmarks.machine import drawn_seed, head
from benchmarks.recognition import counted
from benchmarks.unseen import learnt
from vision.generator.decks import HANABI, STYLES, random_deck
from vision.live.glance import Glance
from vision.simulator.camera import SimulatedCamera
from vision.simulator.pack import shuffled_pack
from vision.simulator.render import Renderer
from vision.simulator.setting import Effects, Setting
from vision.simulator.table import SimulatedTable
from vision.table.layout import load_layout

LINE = "{:12} {:10} {:>6} {:>7} {:>6} {:>8} {:>7}"
DIMMEST = 0.35
"""Of the lamps' light, in the dimmest frame."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, help="draw these tables again; default: any")
    parser.add_argument("--decks", type=int, default=48, help="how many decks to draw")
    parser.add_argument("--frames", type=int, default=11, help="how many frames of each")
    options = parser.parse_args()
    head("Still frames of decks that nobody has seen")
    seed = drawn_seed(options.seed)
    print(LINE.format("deck", "zone", "cards", "right%", "wrong", "unknown", "missed"))
    total: dict[str, dict[str, Counter[str]]] = {}
    confused: Counter[tuple[str, str]] = Counter()
    for number in range(options.decks):
        rng = np.random.default_rng([seed, number])
        drawn = random_deck(rng, STYLES[number % len(STYLES)], hanabi=True)
        deck = learnt(drawn)
        players = int(rng.integers(2, 6))
        setting = Setting.seeded(players, seed + number, effects=effects(rng))
        pack = shuffled_pack(int(rng.integers(1_000_000)), HANABI[0])
        table = SimulatedTable(setting, pack, seed=seed + number)
        table.deal(4 if players > 3 else 5)
        camera = SimulatedCamera(table, Renderer(setting, drawn.learnt()))
        glance = Glance(load_layout(), deck)
        for frame in range(options.frames):
            table.set_lamps(float(rng.uniform(DIMMEST, 1.0)))
            seen = glance.read(camera.look().pixels)
            there = {"cards": standing_and_lying(table)}
            for zone, count in counted(there, seen, confused).items():
                zones = total.setdefault(drawn.style, {})
                zones.setdefault(zone, Counter()).update(count)
            turn(table, frame, players)
            table.advance(1.0)
    for style in STYLES:
        for zone, count in sorted(total.get(style, {}).items()):
            tell(style, zone, count)
    every: Counter[str] = Counter()
    for zones in total.values():
        for count in zones.values():
            every.update(count)
    tell("all", "", every)
    for (true, read), times in confused.most_common():
        print(f"{true} was read as {read}: {times} times")
    print("Goals: at least 99.5 % right, none wrong.")


def effects(rng: np.random.Generator) -> Effects:
    """Return what lens, light and sensor do at one table."""
    return Effects(
        falloff=float(rng.uniform(0.05, 0.35)),
        rack_level=float(rng.uniform(0.7, 1.0)),
        rack_spread=float(rng.uniform(0.0, 0.12)),
        cast=(float(rng.uniform(0.7, 1.0)), float(rng.uniform(0.9, 1.0)), 1.0),
        glare=float(rng.uniform(0, 50)),
        glare_at=(float(rng.uniform(0, 460)), float(rng.uniform(0, 300))),
        noise=float(rng.uniform(0.5, 4.0)),
        blur=float(rng.uniform(0.5, 1.2)),
    )


def turn(table: SimulatedTable, number: int, players: int) -> None:
    """Let somebody lay a card on a column or as the only discard, and draw another."""
    seat, slot = number % players, number % 4
    if table.truth()["discards"]:
        table.take_discard(seat)
        table.return_to_pack(seat)
    table.lift(seat, slot)
    if number % 3:
        table.lay_on_fireworks(seat, number % table.layout.mat.columns)
    else:
        table.lay_on_discards(seat)
    table.draw_into(seat, slot)


def standing_and_lying(table: SimulatedTable) -> list[dict[str, object]]:
    """Return the cards of which all can be seen, as the shared films tell theirs."""
    truth = table.truth()
    zones = [("discards", label) for label in truth["discards"]]
    zones += [
        (f"fireworks:{column}", cards[-1]) for column, cards in enumerate(truth["columns"]) if cards
    ]
    zones += [
        (f"rack:{seat}:{slot}", label)
        for seat, rack in enumerate(truth["racks"])
        for slot, label in enumerate(rack)
        if label
    ]
    return [
        {"label": label, "zone": zone, "face_up": True, "visible_fraction": 1.0}
        for zone, label in zones
    ]


def tell(style: str, zone: str, count: Counter[str]) -> None:
    cards = count["right"] + count["unknown"] + count["missed"]
    share = f"{100 * count['right'] / max(cards, 1):.2f}"
    print(LINE.format(style, zone, cards, share, count["wrong"], count["unknown"], count["missed"]))


if __name__ == "__main__":
    main()
