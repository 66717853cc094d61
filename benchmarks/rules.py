"""Random legal games per second; against hanabython in the same run where that is installed."""

import argparse
import importlib
import random
import time

from benchmarks.machine import head
from companion.hanabi.events import CardDrawn
from companion.hanabi.moves import CardId, Identify
from companion.hanabi.rules import apply, legal_moves
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import evolve_all, start

PLAYERS = 3


def one_game(chance: random.Random) -> int:
    """Play chance's moves with open faces until the game ends; return the turns."""
    deck = list(STANDARD.deck)
    chance.shuffle(deck)
    state = start(STANDARD, PLAYERS)[0]
    drawn = [CardId(held) for held in range(state.next_id)]
    while state.outcome is None:
        for held in drawn:
            state = evolve_all(state, apply(state, Identify(held, deck[held])))
        events = apply(state, chance.choice(list(legal_moves(state))))
        state = evolve_all(state, events)
        drawn = [event.held for event in events if isinstance(event, CardDrawn)]
    return state.turn - 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    options = parser.parse_args()
    head("Rules")
    chance = random.Random(1)
    began = time.process_time()
    turns = sum(one_game(chance) for _ in range(options.games))
    took = time.process_time() - began
    print(
        f"companion: {options.games / took:.0f} random games of {PLAYERS} players a second, "
        f"{turns / took:.0f} turns a second"
    )
    try:
        importlib.import_module("hanabython")
    except ImportError:
        print("hanabython is not installed here: no comparison")
        return
    rate, pace = hanabython(options.games)
    print(f"hanabython: {rate:.0f} random games a second, {pace:.0f} turns a second")


def hanabython(games: int) -> tuple[float, float]:
    """Return how many random games and legal turns its engine makes in a second."""
    engine = importlib.import_module("hanabython")
    chance = random.Random(1)
    turns = 0
    contents = [1, 2, 3, 4, 5, *engine.Configuration.STANDARD.colors]

    class Chance(engine.PlayerBase):  # type: ignore[misc, name-defined]
        def choose_action(self) -> object:
            match chance.randrange(3):
                case 0:
                    return engine.ActionPlayCard(chance.randrange(5))
                case 1:
                    return engine.ActionThrow(chance.randrange(5))
                case _:
                    to = chance.randrange(1, PLAYERS)
                    return engine.ActionClue(i=to, clue=engine.Clue(chance.choice(contents)))

        def receive_turn_begin(self) -> None:
            nonlocal turns
            turns += 1

    began = time.process_time()
    for _ in range(games):
        engine.Game([Chance(f"p{seat}") for seat in range(PLAYERS)]).play()
    took = time.process_time() - began
    return games / took, turns / took


if __name__ == "__main__":
    main()
