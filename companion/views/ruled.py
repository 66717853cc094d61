"""What the rules say of a position to those who look at it, worked out once for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.hanabi.awards import TileOffer, tile_offers
from companion.hanabi.hints import every_hint
from companion.hanabi.knowledge import (
    Illegal,
    Legal,
    Pending,
    content_verdict,
    copies_seen,
    verdict,
)
from companion.hanabi.labels import ClueName, RuleName
from companion.hanabi.moves import Discard, GiveClue, Play
from companion.hanabi.notation import hint_name
from companion.hanabi.refusals import Rule, RuleViolation
from companion.hanabi.rules import apply
from companion.hanabi.scoring import best_points
from companion.hanabi.state import GameState


@dataclass(frozen=True, slots=True)
class HintsView:
    """What every clue about one hand says, to those who see its faces.

    Attributes:
        touched: for each clue, ``r`` or ``3``, the slots of the cards that it is known to touch.
        unknown: the slots of the cards whose faces nobody knows: any clue may touch them.
        refused: the clues that are not allowed, each with the name of the rule.
    """

    touched: Mapping[ClueName, tuple[int, ...]]
    unknown: tuple[int, ...]
    refused: Mapping[ClueName, RuleName]


class Ruled:
    """What follows from one position; each answer is worked out when it is first asked for."""

    def __init__(self, state: GameState) -> None:
        """Ask the rules about ``state``."""
        self.state = state
        self._hints: dict[int, HintsView] = {}
        self._unseen: dict[tuple[int, ...], tuple[str, ...]] = {}

    @cached_property
    def clues(self) -> tuple[str, ...]:
        """What a clue can say: the colours that can be named, then the ranks."""
        return tuple(hint_name(hint) for hint in every_hint(self.state.ruleset))

    def hints(self, target: int) -> HintsView:
        """Return what every clue to ``target`` says; not for his eyes, nor for the public's."""
        if target not in self._hints:
            self._hints[target] = self._hints_to(target)
        return self._hints[target]

    def unseen(self, hidden: tuple[int, ...]) -> tuple[str, ...]:
        """Return the faces that a card can have for whoever sees all hands but ``hidden``.

        Of each of them he does not see every copy, on the table and in the hands.
        """
        if hidden not in self._unseen:
            state = self.state
            self._unseen[hidden] = tuple(
                card.label
                for card in state.ruleset.cards
                if copies_seen(state, card, hidden) < state.ruleset.copies(card)
            )
        return self._unseen[hidden]

    @cached_property
    def reachable(self) -> int:
        """The points that the fireworks can still come to."""
        return best_points(self.state)

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """The seats that can be given some clue now, by all that everybody knows."""
        return tuple(seat for seat in range(self.state.players) if self._no_clue_to(seat) is None)

    @cached_property
    def no_clue(self) -> Rule | None:
        """The rule that keeps the seat to move from giving any clue; None: it may."""
        if self.targets:
            return None
        return self._no_clue_to((self.state.to_move + 1) % self.state.players)

    @cached_property
    def no_play(self) -> Rule | None:
        """The rule that keeps the seat to move from playing a card; None: it may."""
        return self._no_laying(Play)

    @cached_property
    def no_discard(self) -> Rule | None:
        """The rule that keeps the seat to move from discarding a card; None: it may."""
        return self._no_laying(Discard)

    @cached_property
    def tiles(self) -> tuple[TileOffer, ...]:
        """What the award tiles offer that may be turned now; none where no award is due."""
        return tile_offers(self.state)

    def _hints_to(self, target: int) -> HintsView:
        state = self.state
        slots = {held.id: held.slot for held in state.hands[target]}
        giver = (target + 1) % state.players  # whoever gives it: only what it says is looked at
        touched: dict[str, tuple[int, ...]] = {}
        unknown: tuple[int, ...] = ()
        refused: dict[str, str] = {}
        for hint in every_hint(state.ruleset):
            name = hint_name(hint)
            touched[name] = ()
            match content_verdict(state, GiveClue(giver, target, hint)):
                case Legal(cards):
                    touched[name] = tuple(slots[held] for held in cards)
                case Pending(cards, maybe):
                    touched[name] = tuple(slots[held] for held in cards)
                    unknown = tuple(slots[held] for held in maybe)
                case Illegal(rule):
                    refused[name] = rule.value
        return HintsView(touched, unknown, refused)

    def _no_clue_to(self, target: int) -> Rule | None:
        """Return why no clue to ``target`` is possible, without a look at his cards' faces."""
        giver, hint = self.state.to_move, every_hint(self.state.ruleset)[0]
        judged = verdict(self.state, GiveClue(giver, target, hint, blind=True))
        return judged.rule if isinstance(judged, Illegal) else None

    def _no_laying(self, kind: type[Play | Discard]) -> Rule | None:
        """Return why no card can be laid; whatever its face, the answer is the same."""
        state = self.state
        for held in state.hands[state.to_move]:
            try:
                apply(state, kind(state.to_move, held.id, None))
            except RuleViolation as violation:
                return violation.rule
            return None
        return Rule.CARD_NOT_HELD


class _Newest:
    """Keeps what was worked out of the position that was asked about last.

    Views are made of every frame for every reader, while positions change with turns. They are
    compared by identity, which costs nothing.
    """

    def __init__(self) -> None:
        self._kept: Ruled | None = None

    def of(self, state: GameState) -> Ruled:
        kept = self._kept
        if kept is None or kept.state is not state:
            self._kept = kept = Ruled(state)
        return kept


_newest = _Newest()


def ruled(state: GameState) -> Ruled:
    """Return what the rules say of ``state``; for the same position it is worked out once."""
    return _newest.of(state)
