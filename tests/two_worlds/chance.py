"""Chance plays a game, and writes down what hands did."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial

from companion.corrections.judging import Judge
from companion.hanabi.cards import RANKS, Card
from companion.hanabi.clues import touches
from companion.hanabi.moves import ColourHint, Hint, RankHint
from companion.hanabi.ruleset import STANDARD
from companion.panel.panel import Press, Status
from companion.record.corrections import (
    Correction,
    FaceIs,
    Instead,
    Lay,
    Missed,
    Tell,
    correction_to_data,
)
from companion.views.view import PUBLIC, Reader
from tests.two_worlds.deeds import (
    WAIT,
    Deed,
    Script,
    answer,
    ask_what_may_be_right,
    cannot_tell,
    clue,
    do_again,
    draw,
    lay,
    look,
    move_to_discards,
    name_a_card,
    pass_in_front,
    press,
    put_back,
    put_right,
    tap,
)
from tests.two_worlds.place import Place

COLOURS = tuple(STANDARD.nameable)
HINTS: tuple[Hint, ...] = (*map(ColourHint, COLOURS), *map(RankHint, RANKS))


def _tells(correction: Correction, reader: Reader) -> bool:
    if not isinstance(correction, Instead | Missed) or not isinstance(correction.deed, Tell):
        return False
    return reader not in (PUBLIC, correction.deed.target)


def _claims(correction: Correction) -> set[str]:
    """Return the face that ``correction`` puts on the table, by its label."""
    if isinstance(correction, FaceIs):
        return {correction.card.label}
    if isinstance(correction, Instead | Missed) and isinstance(correction.deed, Lay):
        return set() if correction.deed.card is None else {correction.deed.card.label}
    return set()


class Chance:
    """Plays the first world and writes the script."""

    def __init__(
        self,
        place: Place,
        chance: random.Random,
        watched: int,
        turns: int,
        *,
        doubts: float = 0.0,
        undoes: float = 0.12,
    ) -> None:
        self.place, self.chance, self.watched = place, chance, watched
        self.doubts, self.undoes = doubts, undoes
        self.script = Script()
        self._to_move = 0
        self._do(partial(look, WAIT, frozenset()))
        self._do(partial(press, Press.CONFIRM))
        for _ in range(turns):
            if self._fuses() == 2 or not self._turn():
                break

    def _do(self, deed: Deed) -> None:
        self.script.deeds.append(deed)
        deed(self.place)

    def _fuses(self) -> int:
        game = self.place.controller.game
        assert game is not None
        return game.state.strikes

    def _turn(self) -> bool:
        """Have one turn taken; False when nothing goes on any more."""
        game = self.place.controller.game
        assert game is not None
        seat, tokens = game.state.to_move, game.state.clue_tokens
        if self.chance.random() < 0.15:
            self._watched_taps()
        if self.chance.random() < 0.3:
            self._about_a_rack()
        if self.doubts and self.chance.random() < self.doubts:
            self._second_thoughts()
            if game.state.over:
                return False
            seat, tokens = game.state.to_move, game.state.clue_tokens
        if tokens and self.chance.random() < 0.5:
            self._clue(seat)
        else:
            self._lay(seat, discards=tokens < 8 and self.chance.random() < 0.6)
        if self.place.controller.status is Status.QUESTION and self.chance.random() < 0.7:
            newest = self._newest()
            card = Card.parse(self.place.eyes.world.truth[newest])
            self._do(partial(answer, card, self.chance.randrange(self.place.table.players)))
        self._do(partial(look, WAIT, frozenset()))
        going_on = (Status.WAITING_FOR_MOVE, Status.QUESTION)
        return self.place.controller.status in going_on and not game.state.over

    def _about_a_rack(self) -> None:
        players = self.place.table.players
        owner, slot = self.chance.choice([*self.place.table.racks])
        reader = self.chance.choice([seat for seat in range(players) if seat != owner])
        self._do(partial(self.chance.choice([name_a_card, cannot_tell]), owner, slot, reader))

    def _newest(self) -> int:
        table = self.place.table
        laid = [pile[-1] for pile in (*table.columns, table.discards) if pile]
        return self.chance.choice(laid)

    def _clue(self, seat: int) -> None:
        table, truth = self.place.table, self.place.eyes.world.truth
        target = self.chance.choice([one for one in range(table.players) if one != seat])
        cards = tuple(card for _, card in table.hand(target))
        hints = [
            hint
            for hint in HINTS
            if any(touches(STANDARD, hint, Card.parse(truth[card])) for card in cards)
        ]
        hint = self.chance.choice(hints)
        self.script.clues.append((hint, cards))
        self._do(partial(clue, seat, target, hint))

    def _lay(self, seat: int, *, discards: bool) -> None:
        table, truth = self.place.table, self.place.eyes.world.truth
        slot, card = self._choose(seat, discards)
        suits = [pile[0] for pile in table.columns if pile]
        column, fits = None, False
        if not discards:
            same = [
                i
                for i, pile in enumerate(table.columns)
                if pile and truth[pile[0]][0] == truth[card][0]
            ]
            column = same[0] if same else len(suits)
            height = len(table.columns[column])
            fits = truth[card][1] == str(height + 1)
        drawn = table.drawn
        own = [(seat, at) for at, _ in table.hand(seat)]
        self._do(partial(pass_in_front, self.chance.sample(own, self.chance.randint(0, len(own)))))
        self._do(partial(lay, seat, slot, column))
        if self.chance.random() < 0.5:
            count = self.chance.randint(0, len(own))
            self._do(
                partial(
                    look,
                    self.chance.choice([0.4, 1.2, WAIT]),
                    frozenset(self.chance.sample(own, count)),
                )
            )
        self._do(partial(draw, seat, slot))
        if self.chance.random() < 0.5:
            self._do(partial(look, self.chance.choice([0.4, 1.2]), frozenset()))
        if column is not None and not fits:
            self._do(partial(look, 0.6, frozenset()))
            self._do(partial(move_to_discards, column))
        self._do(partial(look, self.chance.choice([0.6, WAIT]), frozenset()))
        if drawn < STANDARD.deck_size and self.chance.random() < self.undoes:
            self._do(partial(press, Press.UNDO))
            if self.chance.random() < 0.5:
                self._do(partial(look, WAIT, frozenset()))
            self._do(partial(put_back, card, seat, slot))

    def _choose(self, seat: int, discards: bool) -> tuple[int, int]:
        """Prefer a card that fits: without that, chance never comes far."""
        table, truth = self.place.table, self.place.eyes.world.truth
        hand = table.hand(seat)
        heights = {truth[pile[0]][0]: len(pile) for pile in table.columns if pile}
        fitting = [
            (slot, card)
            for slot, card in hand
            if truth[card][1] == str(heights.get(truth[card][0], 0) + 1)
        ]
        return self.chance.choice(fitting if fitting and not discards else hand)

    def _second_thoughts(self) -> None:
        """Somebody looks at an earlier turn and puts it right; mostly it is undone again."""
        game = self.place.controller.game
        assert game is not None
        timeline = game.past.timeline
        turn = self.chance.randint(1, len(game.log) + 1)
        self._do(partial(ask_what_may_be_right, turn))
        reader = self.chance.choice([self.watched, self.watched, PUBLIC, 0, 1])
        possible = [preview.correction for preview in Judge(timeline).alternatives(turn, reader)]
        # A clue that is put right by somebody who sees the cards tells what it touches, as every
        # clue does; whoever does not see them is told nothing.
        possible = [one for one in possible if not _tells(one, reader)]
        if not possible:
            return
        correction = self.chance.choice(possible)
        self.script.claimed |= _claims(correction)
        if reader in (self.watched, PUBLIC):
            body = {"correction": correction_to_data(correction)}
            self._do(partial(tap, reader, "correct", body))
        else:
            self._do(partial(put_right, correction, reader))
        if self.chance.random() < 0.3:
            self._do(partial(look, self.chance.choice([0.4, WAIT]), frozenset()))
        if self.chance.random() < 0.8:
            self._do(partial(press, Press.UNDO))
            if self.chance.random() < 0.2:
                self._do(do_again)

    def _watched_taps(self) -> None:
        seat = self.watched
        taps: list[tuple[str, Mapping[str, object]]] = [
            ("answer", {"card": "r1"}),
            ("start", {"first": 0}),
            ("clue", {"target": seat, "colour": "r"}),
            ("clue", {"target": (seat + 1) % self.place.table.players, "value": 9}),
        ]
        self._do(partial(tap, seat, *self.chance.choice(taps)))
