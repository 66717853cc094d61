"""What chance lets happen at a table: taps, sensible or not, hands, and a camera that fails."""

from __future__ import annotations

import random

from companion.hanabi.cards import RANKS, Card
from companion.hanabi.moves import ColourHint, Hint, RankHint, Tile, Unseen
from companion.hanabi.ruleset import STANDARD
from companion.play.inputs import (
    AnswerTap,
    ClueTap,
    ConsentTap,
    CountTap,
    IdentifyTap,
    LayTap,
    NameTap,
    PassTap,
    PauseTap,
    RearrangeTap,
    RedoTap,
    StartTap,
    Tap,
    TileTap,
    UndoTap,
)
from companion.referee.findings import Spot
from companion.referee.readings import Discs
from companion.views.view import PUBLIC
from tests.companion.play.evening_table import Table


def a_tap(chance: random.Random) -> Tap:
    """A thing that somebody taps, sensible or not."""
    seat, other, slot = chance.randrange(3), chance.randrange(3), chance.randrange(5)
    card = chance.choice([None, Card.parse(chance.choice(["r1", "y2", "g1", "b1", "w5"]))])
    colour = chance.choice(STANDARD.nameable)
    hints: list[Hint] = [ColourHint(colour), RankHint(chance.choice(RANKS))]
    hint = chance.choice(hints)
    taps: list[Tap] = [
        ClueTap(seat, other, hint),
        ConsentTap(granted=chance.random() < 0.5),
        AnswerTap(card),
        LayTap(seat, slot, chance.choice([*Spot])),
        LayTap(seat, slot, Spot.FIREWORKS),
        CountTap(chance.choice([None, *Unseen])),
        IdentifyTap(seat, {slot: card}),
        PassTap(seat, slot),
        NameTap(seat, chance.choice([None, colour])),
        TileTap(seat, chance.choice([None, *Tile]), other, hint, card),
        RearrangeTap(seat, (*range(1, 5), 0)),
        UndoTap(),
        RedoTap(),
        PauseTap(chance.random() < 0.3),
        StartTap(chance.randrange(3), chance.choice([2, 3])),
    ]
    return chance.choice(taps)


def something_happens(table: Table, chance: random.Random) -> None:
    """Let one thing happen at a table for two or three, of which a camera may lose sight."""
    film, deed = table.film, chance.random()
    place = chance.randrange(2), chance.randrange(5)
    if deed < 0.35:
        table.look(chance.choice([0.5, 3.4, 11.0]))
    elif deed < 0.4:
        table.controller.see(None, film.t)
    elif deed < 0.5:
        film.play(*place, column=chance.randrange(5), draws=chance.choice(["w1", "g2", "?"]))
    elif deed < 0.55:
        film.lay(None, chance.randrange(5), "r1", "y1")
    elif deed < 0.6:
        film.put(*place, chance.choice(["?", "b1", None]))
    elif deed < 0.64:
        film.discs = Discs(chance.choice([None, 7, 8, 3]), chance.choice([None, 3, 0]))
    elif deed < 0.68:
        table.controller.lose_sight()
    elif deed < 0.74:
        table.controller.see_again()
    elif deed < 0.8:
        table.controller.ask(StartTap(0), 0)
    else:
        table.controller.ask(a_tap(chance), chance.choice([PUBLIC, 0, 1, 2]))
