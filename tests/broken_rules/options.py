"""Rules of games with options, broken: black powder, all or nothing, the show, award tiles."""

from tests.broken_rules.mutation import Mutation

MUTATIONS = (
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
)
