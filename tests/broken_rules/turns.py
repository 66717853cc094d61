"""Rules of every game, broken: playing, discarding, clues, turns, the last round and counting."""

from tests.broken_rules.mutation import Mutation

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
        "discards, strikes = (*state.discards, event.card), state.strikes + 1",
        "discards, strikes = state.discards, state.strikes + 1",
    ),
    Mutation(
        "a misplay costs nothing",
        "state",
        "(*state.discards, event.card), state.strikes + 1",
        "(*state.discards, event.card), state.strikes",
    ),
    Mutation(
        "a misplay that nobody saw costs nothing",
        "state",
        "(*state.discards, None), state.strikes + 1",
        "(*state.discards, None), state.strikes",
    ),
    # ---------------------------------------------------------------------- discarding
    Mutation(
        "a discard at full tokens",
        "laying",
        "    if not state.may_discard:\n        raise",
        "    if False:\n        raise",
    ),
    Mutation(
        "a discard at full tokens is legal",
        "rules",
        "    if state.may_discard:",
        "    if True:",
    ),
    Mutation(
        "a discard is allowed with one token more",
        "position",
        "return self.clue_tokens < self.ruleset.clue_tokens",
        "return self.clue_tokens <= self.ruleset.clue_tokens",
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
    # -------------------------------------------------------------------------- counting
    Mutation(
        "a card too many",
        "laying",
        "if len(alike) >= left:",
        "if len(alike) > left:",
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
