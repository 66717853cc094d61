"""Random legal play at 2 to 5 players: our rules, hanabython and OpenSpiel in one run.

They take turns, round after round, and the middle round counts: a processor that does other things
as well is not equally fast from one second to the next. The other two come with the extra
``bench``, in an environment of its own (docs/dependencies.md); without them only ours is measured.
OpenSpiel's engine is the Hanabi Learning Environment, in C++.
"""

import argparse
import importlib
import importlib.util
import random
import time
from collections.abc import Callable
from statistics import median

from benchmarks.machine import head
from companion.hanabi.events import CardDrawn
from companion.hanabi.moves import CardId, Identify
from companion.hanabi.rules import apply, legal_moves
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import evolve_all, start

LINE = "{:12} {:>7} {:>9} {:>9} {:>9}"
PLAYERS = (2, 3, 4, 5)


def companion(players: int, games: int) -> int:
    """Play ``games`` random games with open faces; return the turns."""
    chance = random.Random(1)
    return sum(_one_game(players, chance) for _ in range(games))


def _one_game(players: int, chance: random.Random) -> int:
    deck = list(STANDARD.deck)
    chance.shuffle(deck)
    state = start(STANDARD, players)[0]
    drawn = [CardId(held) for held in range(state.next_id)]
    while state.outcome is None:
        for held in drawn:
            state = evolve_all(state, apply(state, Identify(held, deck[held])))
        events = apply(state, chance.choice(list(legal_moves(state))))
        state = evolve_all(state, events)
        drawn = [event.held for event in events if isinstance(event, CardDrawn)]
    return state.turn - 1


def hanabython(players: int, games: int) -> int:
    """Play random games with its engine, which asks again after an illegal action."""
    engine = importlib.import_module("hanabython")
    chance = random.Random(1)
    turns = 0
    contents = [1, 2, 3, 4, 5, *engine.Configuration.STANDARD.colors]
    hand = STANDARD.hand_size(players)

    class Chance(engine.PlayerBase):  # type: ignore[misc, name-defined]  # it ships no types
        def choose_action(self) -> object:
            match chance.randrange(3):
                case 0:
                    return engine.ActionPlayCard(chance.randrange(hand))
                case 1:
                    return engine.ActionThrow(chance.randrange(hand))
                case _:
                    to = chance.randrange(1, players)
                    return engine.ActionClue(i=to, clue=engine.Clue(chance.choice(contents)))

        def receive_turn_begin(self) -> None:
            nonlocal turns
            turns += 1

    for _ in range(games):
        engine.Game([Chance(f"p{seat}") for seat in range(players)]).play()
    return turns


def pyspiel(players: int, games: int) -> int:
    """Play random legal games with OpenSpiel's binding."""
    engine = importlib.import_module("pyspiel")
    chance = random.Random(1)
    game = engine.load_game("hanabi", {"players": players})
    turns = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, weights)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                turns += 1
    return turns


def measure(play: Callable[[int, int], int], players: int, games: int) -> tuple[float, float]:
    """Return games and turns a second of processor time."""
    began = time.process_time()
    turns = play(players, games)
    took = time.process_time() - began
    return games / took, turns / took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="in each round")
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    head("Rules")
    print(LINE.format("engine", "players", "games/s", "turns/s", "ours is"))
    engines = {"companion": companion, "hanabython": hanabython, "pyspiel": pyspiel}
    for name in [name for name in engines if name != "companion"]:
        if importlib.util.find_spec(name) is None:
            print(f"{name} is not installed here (docs/dependencies.md)")
            del engines[name]
    for players in PLAYERS:
        for play in engines.values():
            measure(play, players, 5)  # the first games load what is loaded once
        rounds = [
            {name: measure(play, players, options.games) for name, play in engines.items()}
            for _ in range(options.rounds)
        ]
        for name in engines:
            games, turns = (median(each[name][at] for each in rounds) for at in (0, 1))
            ours = median(each["companion"][1] / each[name][1] for each in rounds)
            print(LINE.format(name, players, f"{games:.0f}", f"{turns:.0f}", f"{ours:.2f} x"))
    print("Goal: at least twice the pace of hanabython, and on the way to OpenSpiel's.")


if __name__ == "__main__":
    main()
