"""Break one rule of Hanabi at a time and see whether a test notices.

    .venv/bin/python tests/mutate_rules.py [--only WORD]

Each mutation is made in a copy of the project under a temporary folder; the tests of the rules run
there. It prints caught / all and exits with 1 where a mutation survives. It takes minutes, so it
is no part of the test suite.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
QUICK_FIRST = (
    "rules",
    "faces",
    "game_end",
    "endings",
    "laying",
    "awards",
    "rescues",
    "scoring",
    "editions",
    "ruleset",
    "knowledge",
    "clues",
    "state",
    "deduction",
    "random_games",
    "recorded_games",
    "unseen",
)


HASTY = """\
from hypothesis import Phase, settings

settings.register_profile("hasty", phases=[Phase.generate])  # any counterexample will do
settings.load_profile("hasty")
"""


class Mutation(NamedTuple):
    """One rule broken: ``old`` stands in the module once and becomes ``new``."""

    what: str
    module: str
    old: str
    new: str


MUTATIONS = (
    # ------------------------------------------------------------------------- playing
    Mutation(
        "any rank fits", "laying", "        or build[height] != card.rank\n", "        or False\n"
    ),
    Mutation(
        "a complete firework takes more",
        "laying",
        "height == len(build)\n        or build[height] != card.rank",
        "height < len(build)\n        and build[height] != card.rank",
    ),
    Mutation(
        "the fourth strike loses",
        "laying",
        "state.strikes + 1 >= ruleset.strikes",
        "state.strikes >= ruleset.strikes",
    ),
    Mutation(
        "the second strike loses",
        "laying",
        "state.strikes + 1 >= ruleset.strikes",
        "state.strikes + 2 >= ruleset.strikes",
    ),
    Mutation(
        "a strikeout draws a card",
        "laying",
        "return (missed, *said, *news, GameEnded(Outcome.STRIKEOUT))",
        "return (missed, *said, *news, *go_on(state, (), move.seat, held.slot, last=last),"
        " GameEnded(Outcome.STRIKEOUT))",
    ),
    Mutation(
        "a five brings no token",
        "laying",
        "return (done, ClueTokenRegained()) if tokens < ruleset.clue_tokens else (done,)",
        "return (done,)",
    ),
    Mutation(
        "a ninth token",
        "laying",
        "return (done, ClueTokenRegained()) if tokens < ruleset.clue_tokens else (done,)",
        "return (done, ClueTokenRegained())",
    ),
    Mutation(
        "a complete display does not end the game",
        "laying",
        "        if sum(state.fireworks) + 1 == ruleset.display:\n",
        "        if False:\n",
    ),
    Mutation(
        "a complete display ends the game one card late",
        "laying",
        "        if sum(state.fireworks) + 1 == ruleset.display:\n",
        "        if sum(state.fireworks) == ruleset.display:\n",
    ),
    Mutation(
        "a misplay is not discarded",
        "state",
        "discards=(*state.discards, event.card), strikes",
        "strikes",
    ),
    Mutation(
        "a misplay costs nothing",
        "state",
        "(*state.discards, event.card), strikes=state.strikes + 1",
        "(*state.discards, event.card), strikes=state.strikes",
    ),
    Mutation(
        "a misplay that nobody saw costs nothing",
        "state",
        "(*state.discards, None), strikes=state.strikes + 1",
        "(*state.discards, None), strikes=state.strikes",
    ),
    # ---------------------------------------------------------------------- discarding
    Mutation(
        "a discard at full tokens",
        "laying",
        "    if state.clue_tokens >= state.ruleset.clue_tokens:\n        raise",
        "    if False:\n        raise",
    ),
    Mutation(
        "a discard at full tokens is legal",
        "rules",
        "if state.clue_tokens < state.ruleset.clue_tokens:",
        "if state.clue_tokens <= state.ruleset.clue_tokens:",
    ),
    Mutation(
        "a discard brings no token",
        "laying",
        "(discarded, ClueTokenRegained(), *news)",
        "(discarded, *news)",
    ),
    # ---------------------------------------------------------------------- turn order
    Mutation(
        "anybody lays a card at any time",
        "laying",
        "if seat != state.to_move:",
        "if not 0 <= seat < state.players:",
    ),
    Mutation(
        "the turn goes the other way round after a card",
        "state",
        "to_move=(seat + 1) % state.players",
        "to_move=(seat - 1) % state.players",
    ),
    Mutation(
        "a clue does not pass the turn",
        "state",
        "to_move=(giver + 1) % state.players",
        "to_move=giver",
    ),
    Mutation("seat 0 always begins", "state", "to_move=first,", "to_move=0,"),
    # --------------------------------------------------------------------------- clues
    Mutation(
        "a clue is free",
        "state",
        "clue_tokens=state.clue_tokens - 1",
        "clue_tokens=state.clue_tokens",
    ),
    Mutation(
        "a clue without a token",
        "knowledge",
        "state.clue_tokens < 1 and",
        "state.clue_tokens < 0 and",
    ),
    Mutation(
        "a clue to oneself", "knowledge", "    if clue.target == clue.seat:\n", "    if False:\n"
    ),
    Mutation(
        "an empty clue for everybody",
        "knowledge",
        "if not touched and not state.ruleset.empty_clues:",
        "if False:",
    ),
    Mutation(
        "no empty clue for anybody",
        "knowledge",
        "if not touched and not state.ruleset.empty_clues:",
        "if not touched:",
    ),
    Mutation(
        "a colour that must not be named is named",
        "knowledge",
        "if hint.colour not in state.ruleset.nameable:",
        "if hint.colour not in state.ruleset.colours:",
    ),
    Mutation(
        "no colour touches a wild card",
        "ruleset",
        "return card.suit is colour or card.suit in self.wild",
        "return card.suit is colour",
    ),
    Mutation(
        "every colour touches a colourless card",
        "ruleset",
        "return card.suit is colour or card.suit in self.wild",
        "return card.suit is colour or card.suit not in self.nameable",
    ),
    Mutation(
        "a clue to unknown cards is called empty",
        "knowledge",
        "    if unknown:\n        return Pending(touched, unknown)\n",
        "",
    ),
    Mutation(
        "a pending clue is never faulted",
        "knowledge",
        "if after.touched or after.unsure or state.ruleset.empty_clues:",
        "if True:",
    ),
    Mutation(
        "a clue says nothing of what it did not point at",
        "deduction",
        "touches(ruleset, hint, card) is points",
        "(touches(ruleset, hint, card) or not points)",
    ),
    Mutation(
        "a player sees his own cards",
        "deduction",
        "copies_seen(state, card, {found[0], *hidden})",
        "copies_seen(state, card, hidden)",
    ),
    # --------------------------------------------------------------------- the last round
    Mutation(
        "the drawer has no turn in the last round",
        "state",
        "turns_left=state.players)",
        "turns_left=state.players - 1)",
    ),
    Mutation(
        "one turn too many in the last round",
        "state",
        "turns_left=state.players)",
        "turns_left=state.players + 1)",
    ),
    Mutation(
        "the last round begins a card early",
        "endings",
        "    if state.deck > 1:",
        "    if state.deck > 2:",
    ),
    Mutation(
        "the last clue does not end the last round",
        "rules",
        "    if state.turns_left == 1:\n",
        "    if state.turns_left == 0:\n",
    ),
    Mutation(
        "the last card does not end the last round",
        "endings",
        "return (GameEnded(Outcome.DECK_OUT),) if last else ()",
        "return ()",
    ),
    # ---------------------------------------------------------------------- black powder
    Mutation("black is built upwards", "editions", "build=RANKS[::-1]", "build=RANKS"),
    Mutation(
        "black can be named",
        "editions",
        "copies, nameable=False, build",
        "copies, nameable=True, build",
    ),
    Mutation(
        "black has one five",
        "editions",
        "POWDER_COPIES = (1, 2, 2, 2, 3)",
        "POWDER_COPIES = (3, 2, 2, 2, 1)",
    ),
    Mutation(
        "black brings points",
        "scoring",
        "height - len(rule.build) if rule.counts_missing else height",
        "height",
    ),
    Mutation("points below nothing", "scoring", "return max(worth, 0)", "return worth"),
    # -------------------------------------------------------------------- all or nothing
    Mutation(
        "a last round for all or nothing",
        "endings",
        "(drawn,) if state.ruleset.all_or_nothing else (drawn, LastRoundBegan())",
        "(drawn, LastRoundBegan())",
    ),
    Mutation(
        "a lost card loses nothing",
        "endings",
        "        return best_reachable(state) < ruleset.display\n",
        "        return False\n",
    ),
    Mutation(
        "a stuck player is waited for",
        "endings",
        "        return False\n    if not state.clue_tokens:\n        return True\n",
        "        return False\n    if not state.clue_tokens:\n        return False\n",
    ),
    Mutation(
        "an empty hand is stuck though it could give a clue",
        "endings",
        "        return False\n    if not state.clue_tokens:\n        return True\n",
        "        return False\n    return True\n",
    ),
    Mutation(
        "a lost display counts as a game that ran out",
        "endings",
        "return Outcome.FAILED if state.ruleset.all_or_nothing else Outcome.DECK_OUT",
        "return Outcome.DECK_OUT",
    ),
    Mutation(
        "all or nothing is rated",
        "scoring",
        "in LOSSES or ruleset.all_or_nothing:",
        "in LOSSES:",
    ),
    # ----------------------------------------------------------------- synchronised show
    Mutation(
        "the wrong colour does no harm",
        "laying",
        "(named is not None and named is not card.suit)",
        "False",
    ),
    Mutation(
        "the right colour brings nothing",
        "laying",
        "if named is not None and tokens < ruleset.clue_tokens:",
        "if False:",
    ),
    Mutation(
        "a named colour brings a ninth token",
        "laying",
        "        tokens += 1\n",
        "",
    ),
    Mutation(
        "colours are named in every game",
        "laying",
        "    if not ruleset.synchronised_show:\n",
        "    if False:\n",
    ),
    # ----------------------------------------------------------------------- award tiles
    Mutation(
        "a five brings a token beside its tile",
        "laying",
        "return (done,) if finished else (done, AwardEarned(seat, slot))",
        "return (done,) if finished else (done, ClueTokenRegained(), AwardEarned(seat, slot))",
    ),
    Mutation(
        "black earns a tile",
        "laying",
        "ruleset.award_tiles and card.rank == RANKS[-1] and",
        "ruleset.award_tiles and",
    ),
    Mutation(
        "the card is drawn before the tile",
        "laying",
        "        if isinstance(events[-1], AwardEarned):\n            return (*events, *news)\n",
        "",
    ),
    Mutation(
        "the next turn does not wait for the tile",
        "laying",
        "    if state.awards.due is not None:\n",
        "    if False:\n",
    ),
    Mutation(
        "a tile is turned twice",
        "awards",
        "    if move.tile is not None and move.tile in state.tiles:\n",
        "    if False:\n",
    ),
    Mutation(
        "a tile brings a ninth token",
        "awards",
        "    if state.clue_tokens < state.ruleset.clue_tokens:\n",
        "    if True:\n",
    ),
    Mutation(
        "a fuse is mended that never burnt",
        "awards",
        "return (FuseMended(), *token) if state.strikes else token",
        "return (FuseMended(), *token)",
    ),
    Mutation(
        "a mended fuse brings no token",
        "awards",
        "return (FuseMended(), *token) if state.strikes else token",
        "return (FuseMended(),) if state.strikes else token",
    ),
    Mutation(
        "a returned card stays on the discards too",
        "state",
        "                discards=_without(state, event.card),\n                deck",
        "                deck",
    ),
    Mutation(
        "a returned card is not in the deck", "state", "deck=state.deck + 1", "deck=state.deck"
    ),
    Mutation(
        "without a deck no card is rescued instead",
        "awards",
        "case Tile.RETURN if state.deck:",
        "case Tile.RETURN:",
    ),
    Mutation(
        "a rescued card need not fit",
        "awards",
        "    if not fits(state, card):\n        raise _refuse",
        "    if False:\n        raise _refuse",
    ),
    Mutation(
        "a rescued five turns no tile",
        "awards",
        "(rescued, *completed(state, move.seat, award.slot, card, state.clue_tokens))",
        "(rescued,)",
    ),
    Mutation(
        "a clue of a tile costs a token",
        "state",
        "            return state._replace(clues=(*state.clues, _given(state, event)))\n",
        "            return state._replace(clues=(*state.clues, _given(state, event)),"
        " clue_tokens=state.clue_tokens - 1)\n",
    ),
    # -------------------------------------------------------------------------- counting
    Mutation(
        "a card too many",
        "laying",
        "for ids in alike if len(ids) >= left for",
        "for ids in alike if len(ids) > left for",
    ),
    Mutation(
        "a lost game is rated",
        "scoring",
        "outcome in LOSSES or ruleset",
        "ruleset",
    ),
    Mutation(
        "a lost game keeps its points",
        "scoring",
        "        case LossScore.ZERO:\n            return 0",
        "        case LossScore.ZERO:\n            return points(state)",
    ),
    Mutation("four hold five cards", "ruleset", "(5, 5, 4, 4)", "(5, 5, 5, 4)"),
    Mutation(
        "a dead firework is still hoped for",
        "scoring",
        "if state.discards.count(Card(rule.suit, rank)) >= rule.copies[rank - 1]:",
        "if False:",
    ),
)


def copied(folder: Path) -> None:
    """Copy what the tests of the rules need."""
    for name in ("companion", "tests"):
        shutil.copytree(
            ROOT / name,
            folder / name,
            ignore=shutil.ignore_patterns("__pycache__", "vision", "web"),
        )
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / "tests" / "companion" / "hanabi" / "conftest.py").write_text(HASTY, encoding="utf-8")


def survives(folder: Path, mutation: Mutation) -> bool:
    """Apply one mutation, run the tests, and put the module back.

    Raises:
        SystemExit: the text to be changed is not in the module exactly once.
    """
    path = folder / "companion" / "hanabi" / f"{mutation.module}.py"
    before = path.read_text(encoding="utf-8")
    if before.count(mutation.old) != 1:
        sys.exit(f"{mutation.what}: {before.count(mutation.old)} places in {mutation.module}.py")
    after = before.replace(mutation.old, mutation.new)
    compile(after, path, "exec")  # broken rules, not broken Python
    path.write_text(after, encoding="utf-8")
    try:
        return run(folder) == 0
    finally:
        path.write_text(before, encoding="utf-8")


def run(folder: Path) -> int:
    """Run the tests of the rules there; 0 where all pass."""
    files = [f"tests/companion/hanabi/test_{name}.py" for name in QUICK_FIRST]
    shared = os.environ.get("COMPANION_SHARED", str(ROOT.parent / "shared"))
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pytest", "-x", "-q", "-m", "not long", *files],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "COMPANION_SHARED": shared,
        },
        capture_output=True,
        check=False,
    )
    return done.returncode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="mutations whose description has this word")
    options = parser.parse_args()
    wanted = [one for one in MUTATIONS if options.only in one.what]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copied(folder)
        if run(folder):
            sys.exit("the tests fail before anything is broken")
        alive = []
        for number, mutation in enumerate(wanted, 1):
            if survives(folder, mutation):
                alive.append(mutation.what)
            fate = "NOT NOTICED" if mutation.what in alive else "caught"
            print(f"{number:3} {fate:11} {mutation.what}", flush=True)
    print(f"caught {len(wanted) - len(alive)} / {len(wanted)}")
    sys.exit(1 if alive else 0)


if __name__ == "__main__":
    main()
