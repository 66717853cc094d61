"""What people may do in a random game, sensible or not."""

from itertools import chain

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from companion.hanabi.awards import fits
from companion.hanabi.cards import Card, Suit
from companion.hanabi.knowledge import Illegal, Legal, Pending, verdict
from companion.hanabi.moves import (
    CardId,
    ColourHint,
    Discard,
    GiveClue,
    Hint,
    Identify,
    Move,
    Play,
    RankHint,
    Rearrange,
    Terminate,
    Tile,
    TileChoice,
)
from companion.hanabi.rules import Rule, RuleViolation, apply, legal_moves, tile_choices
from companion.hanabi.scoring import played, reachable
from companion.hanabi.state import GameState
from tests.companion.hanabi.dealt_table import DealtTable

HINTS: list[Hint] = [*map(ColourHint, Suit), *map(RankHint, range(1, 6))]
NONSENSE: list[Hint] = [*HINTS, RankHint(0)]


def last_copies(state: GameState) -> set[Card]:
    """Return the faces of which one copy is left, of those that can still come to lie there."""
    rules = state.ruleset
    heights = zip(rules.suits, state.fireworks, reachable(state), strict=True)
    needed = (Card(rule.suit, rank) for rule, now, most in heights for rank in rule.build[now:most])
    return {card for card in needed if rules.copies(card) - state.discards.count(card) == 1}


class TableWithPlayers(DealtTable):
    """People play at it, and some of what they try is nonsense."""

    @rule(data=st.data(), unread=st.integers(0, 9))
    @precondition(lambda self: self.running)
    def lay_a_card(self, data: st.DataObject, unread: int) -> None:
        seat = self.state.to_move
        hand = self.state.hands[seat]
        assume(hand)
        held = data.draw(st.sampled_from(hand)).id
        face = self.deck[held] if unread else None
        kinds: list[type[Play] | type[Discard]] = [Play]
        if self.state.clue_tokens < self.ruleset.clue_tokens:
            kinds += [Discard, Discard]
        self.make(data.draw(st.sampled_from(kinds))(seat, held, face))

    @rule(data=st.data())
    @precondition(lambda self: self.running and self.ruleset.synchronised_show)
    def name_a_colour(self, data: st.DataObject) -> None:
        seat, before = self.state.to_move, self.state
        hand = self.state.hands[seat]
        assume(hand)
        held = data.draw(st.sampled_from(self.fitting() or [hand[0].id]))
        card = self.deck[held]
        named = data.draw(st.sampled_from([card.suit, *self.ruleset.nameable]))
        assume(named in self.ruleset.nameable)
        self.make(Play(seat, held, card, named))
        laid = played(self.state) - played(before)
        assert laid == (named is card.suit and fits(before, card))
        assert self.state.strikes - before.strikes == 1 - laid

    @rule()
    @precondition(lambda self: self.running)
    def play_whatever_fits(self) -> None:  # without this, chance never finishes a firework
        for held in self.fitting()[:1]:
            self.make(Play(self.state.to_move, held, self.deck[held]))

    @rule(data=st.data(), times=st.integers(1, 12))
    @precondition(lambda self: self.running)
    def be_lucky(self, data: st.DataObject, times: int) -> None:
        """Arrange luck: the hands to move get fitting cards that nobody has seen."""
        for _ in range(times):
            if not self.running:
                return
            seat = self.state.to_move
            clued = {held for clue in self.state.clues for held in clue.held}
            unseen = [
                [one.id for one in hand if one.card is None and one.id not in clued]
                for hand in self.state.hands
            ]
            free = unseen[seat]
            elsewhere = [*range(self.state.next_id, len(self.deck)), *chain(*unseen)]
            there = next((at for at in elsewhere if fits(self.state, self.deck[at])), None)
            if self.fitting():
                held = self.fitting()[0]
            elif free and there is not None:
                held = free[0]
                self.deck[held], self.deck[there] = self.deck[there], self.deck[held]
            else:
                return
            self.make(Play(seat, held, self.deck[held]))

    @rule(times=st.integers(1, 40), patient=st.booleans())
    @precondition(lambda self: self.running)
    def go_on_sensibly(self, times: int, patient: bool) -> None:
        """What fits is played, what is not needed discarded: the deck runs out, nothing is lost.

        Patient players keep the fives for the last round.
        """
        for _ in range(times):
            if not self.running:
                return
            state, seat = self.state, self.state.to_move
            critical = last_copies(state)
            safe = [one.id for one in state.hands[seat] if self.deck[one.id] not in critical]
            clue = self.some_clue()
            wanted = [
                held
                for held in self.fitting()
                if not (patient and state.deck and self.deck[held].rank == 5)
            ]
            if wanted:
                self.make(Play(seat, wanted[0], self.deck[wanted[0]]))
            elif safe and state.clue_tokens < self.ruleset.clue_tokens:
                self.make(Discard(seat, safe[0], self.deck[safe[0]]))
            elif clue is not None:
                self.make(clue)
            else:
                return

    def some_clue(self) -> GiveClue | None:
        seat = self.state.to_move
        for move in legal_moves(self.state):
            if isinstance(move, GiveClue) and self.truth(move.target, move.hint):
                assert move.seat == seat
                return move
        return None

    @rule(data=st.data())
    @precondition(lambda self: self.running and self.state.turns_left is not None)
    def misplay_in_the_last_round(self, data: st.DataObject) -> None:
        hand = self.state.hands[self.state.to_move]
        wrong = [one.id for one in hand if not fits(self.state, self.deck[one.id])]
        assume(wrong)
        self.make(Play(self.state.to_move, wrong[0], self.deck[wrong[0]]))

    @rule(data=st.data(), said=st.integers(0, 9))
    @precondition(lambda self: not self.state.over and self.state.award is not None)
    def turn_a_tile(self, data: st.DataObject, said: int) -> None:
        due = self.state.award
        assert due is not None
        choices = list(tile_choices(self.state))
        tiles = {one.tile for one in choices if one.tile}
        if not any(self.state.discards):  # chance alone hardly ever gets to these two
            tiles = tiles & {Tile.RETURN, Tile.RESCUE} or tiles
        tile = data.draw(st.sampled_from(sorted(tiles, key=str)))
        true = [
            one
            for one in choices
            if one.tile is tile
            and (
                one.target is None
                or one.hint is None
                or self.ruleset.empty_clues
                or self.truth(one.target, one.hint)
            )
        ]
        choice = data.draw(st.sampled_from(true)) if said else TileChoice(due.seat, None)
        self.make(choice)

    @rule(data=st.data(), hint=st.sampled_from(HINTS))
    @precondition(lambda self: self.running and self.state.clue_tokens > 0)
    def give_a_clue(self, data: st.DataObject, hint: Hint) -> None:
        seat = self.state.to_move
        others = [other for other in range(self.state.players) if other != seat]
        move = GiveClue(seat, data.draw(st.sampled_from(others)), hint)
        truth = self.truth(move.target, hint)
        match verdict(self.state, move):
            case Legal(touched):
                assert list(touched) == truth
                assert truth or self.ruleset.empty_clues
                self.make(move)
            case Pending(touched, unknown):
                assert set(touched) <= set(truth) <= {*touched, *unknown}
                if truth or self.ruleset.empty_clues:  # these people do not break the rules
                    self.make(move)
            case Illegal(Rule.COLOUR_NOT_NAMEABLE, _):
                assert isinstance(hint, ColourHint)
                assert hint.colour not in self.ruleset.nameable
            case Illegal(broken, _):
                assert broken is Rule.EMPTY_CLUE
                assert not truth

    @rule(data=st.data())
    def show_a_card(self, data: st.DataObject) -> None:
        dealt = [one.id for hand in self.state.hands for one in hand]
        assume(dealt)
        held = data.draw(st.sampled_from(dealt))
        self.make(Identify(held, self.deck[held]))

    @rule(data=st.data())
    def forget_a_card(self, data: st.DataObject) -> None:
        dealt = [one.id for hand in self.state.hands for one in hand]
        assume(dealt)
        self.make(Identify(data.draw(st.sampled_from(dealt)), None))

    @rule(data=st.data())
    def rearrange(self, data: st.DataObject) -> None:
        seat = data.draw(st.integers(0, self.state.players - 1))
        order = data.draw(st.permutations([one.id for one in self.state.hands[seat]]))
        self.make(Rearrange(seat, tuple(order)))
        assert [one.id for one in self.state.hands[seat]] == order

    @rule(
        seat=st.integers(-1, 5),
        held=st.integers(-1, 70).map(CardId),
        face=st.none() | st.builds(Card, st.sampled_from(Suit), st.integers(1, 5)),
        kind=st.sampled_from(
            ["play", "name", "discard", "identify", "clue", "rearrange", "terminate", "tile"]
        ),
        hint=st.sampled_from(NONSENSE),
        whom=st.integers(-1, 5),
        tile=st.none() | st.sampled_from(Tile),
    )
    def try_nonsense(
        self,
        seat: int,
        held: CardId,
        face: Card | None,
        kind: str,
        hint: Hint,
        whom: int,
        tile: Tile | None,
    ) -> None:
        """Whatever comes in, the engine answers with events or with the name of a rule."""
        moves: dict[str, Move] = {
            "play": Play(seat, held, face),
            "name": Play(seat, held, face, Suit.BLACK if face is None else face.suit),
            "discard": Discard(seat, held, face),
            "identify": Identify(held, face),
            "clue": GiveClue(seat, whom, hint),
            "rearrange": Rearrange(seat, (held, CardId(whom))),
            "terminate": Terminate(seat),
            "tile": TileChoice(seat, tile, whom if whom % 2 else None, hint, face),
        }
        before = self.state
        copy = before._replace()
        try:
            apply(before, moves[kind])
        except RuleViolation as refusal:
            named = f"{refusal.rule.value} ({refusal.detail})"
            assert str(refusal) == named  # noqa: PT017 - legal or not, both happen here
        assert self.state is before
        assert before == copy
