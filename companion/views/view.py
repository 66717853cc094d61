"""What each reader of the table may see: the public, and every seat without its own faces.

The types are the protection: a reader is handed its view and nothing else, and a view is made
from the position by leaving faces out, never by sending all and hiding some.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from typing import Annotated

from companion.hanabi.cards import Suit
from companion.hanabi.deduction import MemoryAid
from companion.hanabi.events import AwardClueGiven, CardLaid, ClueGiven, Event, Outcome
from companion.hanabi.labels import CardLabel, ClueName, ColourLetter, Count, Rank, SeatNumber
from companion.hanabi.manners import Manners
from companion.hanabi.moves import CardId, Tile
from companion.hanabi.notation import hint_name
from companion.hanabi.ruleset import Ruleset
from companion.hanabi.scoring import LOSSES, played, rating, reachable, score
from companion.hanabi.state import GameState, Hand
from companion.json_schema import As, one_of
from companion.record.history import TurnData, TurnTaken
from companion.views.reminders import Reminder, reminder, told_about
from companion.views.ruled import HintsView, ruled

Reader = int | None
"""A seat, from 0; None is the public: the tablet, the loudspeaker, a spectator."""
PUBLIC: Reader = None
ONLOOKER: Reader = -1
"""Somebody without a seat who sees all hands, and said so to the table."""
TileName = Annotated[str, one_of(Tile)]
OutcomeName = Annotated[str, one_of(Outcome)]


@dataclass(frozen=True, slots=True)
class CardView:
    """A card in a hand as one reader may see it.

    Attributes:
        id: the card's place in the order of dealing.
        slot: from 0; 0 is the left-most seen from the table's middle.
        face: the label; None for the owner and the public, and where nobody knows it.
        clues: what it was pointed at for, ``r`` or ``3``, in the order told.
        may: the labels that its owner, who reads this, can still consider for it; None for others,
            and where nobody is reminded of that.
    """

    id: int
    slot: Count
    face: CardLabel | None
    clues: tuple[ClueName, ...]
    may: tuple[CardLabel, ...] | None = None


Conduct = Annotated[Mapping[str, object], As(Manners)]
"""How people behave at a table, under the names that a ruleset's file has."""


@dataclass(frozen=True, slots=True)
class FireworkView:
    """One firework: how many of its cards lie there, of how many, and which is next.

    ``top`` is the rank of its newest card, None before the first. ``copies`` are those that the
    deck has of each rank, from 1. ``lost`` is the first rank still to be laid there of which every
    copy lies on the discards, so that it cannot be finished; None: there is none, or the table does
    not look through its discards. ``costs`` are the points that its missing cards take away.
    """

    suit: ColourLetter
    height: Count
    length: Count
    nameable: bool
    top: Rank | None
    next_rank: Rank | None
    copies: tuple[int, ...]
    lost: Rank | None = None
    costs: Count = 0


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as one reader may see it.

    Attributes:
        reader: the seat, None for the public.
        players: how many.
        ruleset: its name.
        manners: how people behave at this table, as `conduct` has it.
        expansions: what is played with beside the base game, as `expansions` has it.
        empty_clues: whether a clue may point at no card.
        all_or_nothing: whether only a complete display counts.
        synchronised_show: whether the colour of a card may be named before it is played.
        award: the seat that has an award tile to turn; None: nobody has.
        tiles: the award tiles turned so far by name; None: nobody said which one it was.
        unread: cards that were played without anybody reading them: they are not in the score.
        fireworks: one for each suit.
        discards: labels in the order laid, None where nobody could read one.
        clue_tokens: available, and how many there are in all.
        strikes: misplays, and how many lose the game.
        deck: cards left to draw.
        turn: the number of the turn about to be taken.
        to_move: the seat that takes it; None when the game is over.
        turns_left: turns until the end once the last card is drawn.
        clues: what a clue can say, ``r`` or ``3``: colours that can be named, then ranks.
        hands: one for each seat.
        hints: what each clue about each hand touches; None for the hands whose faces the reader
            may not see, once the game is over, and for whoever only looks on.
        unseen: the faces of which the reader does not see every copy on the table and in hands.
        log: the turns taken, as scripts are told them.
        score: the points, None for a loss that counts nothing.
        played: cards on fireworks.
        reachable: the best score that the discards still allow.
        outcome: how the game ended; None while it runs.
        lost: whether it ended in a loss.
        rating: the band of the final score; None while it runs and after a loss.
    """

    reader: Reader
    players: int
    ruleset: str
    manners: Conduct
    expansions: tuple[str, ...]
    empty_clues: bool
    all_or_nothing: bool
    synchronised_show: bool
    award: SeatNumber | None
    tiles: tuple[TileName | None, ...]
    unread: Count
    fireworks: tuple[FireworkView, ...]
    discards: tuple[CardLabel | None, ...]
    clue_tokens: tuple[int, int]
    strikes: tuple[int, int]
    deck: Count
    turn: Count
    to_move: SeatNumber | None
    turns_left: int | None
    clues: tuple[ClueName, ...]
    hands: tuple[tuple[CardView, ...], ...]
    hints: tuple[HintsView | None, ...]
    unseen: tuple[CardLabel, ...]
    log: Annotated[tuple[TurnData, ...], As(tuple[TurnTaken, ...])]
    score: Count | None
    played: Count
    reachable: Count
    outcome: OutcomeName | None
    lost: bool
    rating: str | None

    def to_data(self) -> Mapping[str, object]:
        """Return the view as a JSON object."""
        data = {each.name: getattr(self, each.name) for each in fields(self)}
        # Not `asdict`: it copies each value, and every reader's view is made anew with each change.
        data["fireworks"] = [_flat(firework) for firework in self.fireworks]
        data["hands"] = [[_flat(card) for card in hand] for hand in self.hands]
        data["hints"] = [None if hints is None else _flat(hints) for hints in self.hints]
        return data


def _flat(part: CardView | FireworkView | HintsView) -> dict[str, object]:
    return {name: getattr(part, name) for name in part.__slots__}


def view_game(
    state: GameState,
    events: Sequence[Event],
    log: Sequence[TurnData],
    reader: Reader,
    memory: MemoryAid = MemoryAid.OWN_CLUES,
) -> GameView:
    """Show the game to ``reader``.

    Args:
        state: the position.
        events: everything that happened; only what was said of clues is taken from it.
        log: the turns as everybody was told of them.
        reader: whose view it is.
        memory: how much people are reminded of; with ``OFF`` no clue is shown any more.
    """
    marks = {} if memory is MemoryAid.OFF else clue_marks(events)
    may: Reminder = {}
    plays = reader is not None and 0 <= reader < state.players and not state.over
    if reader is not None and 0 <= reader < state.players and not state.laid_down:
        may = reminder(state, events, reader, memory)
    ruleset = state.ruleset
    band = rating(state)
    says = ruled(state)
    seats = range(state.players)
    open_hands = [_may_see(state, reader, seat) for seat in seats]
    return GameView(
        reader=reader,
        players=state.players,
        ruleset=ruleset.name,
        manners=conduct(ruleset.manners),
        expansions=expansions(ruleset),
        empty_clues=ruleset.empty_clues,
        all_or_nothing=ruleset.all_or_nothing,
        synchronised_show=ruleset.synchronised_show,
        award=state.award.seat if state.award else None,
        tiles=tuple(None if tile is None else tile.value for tile in state.tiles),
        unread=len(state.unread),
        fireworks=tuple(
            FireworkView(
                suit=suit.suit.value,
                height=height,
                length=len(suit.build),
                nameable=suit.nameable,
                top=suit.build[height - 1] if height else None,
                next_rank=suit.build[height] if height < len(suit.build) else None,
                copies=suit.copies,
                lost=(
                    suit.build[most]
                    if most < len(suit.build) and ruleset.manners.browsing
                    else None
                ),
                costs=len(suit.build) - height if suit.counts_missing else 0,
            )
            for suit, height, most in zip(
                ruleset.suits, state.fireworks, reachable(state), strict=True
            )
        ),
        discards=tuple(None if card is None else card.label for card in state.discards),
        clue_tokens=(state.clue_tokens, ruleset.clue_tokens),
        strikes=(state.strikes, ruleset.strikes),
        deck=state.deck,
        turn=state.turn,
        to_move=None if state.over else state.to_move,
        turns_left=state.turns_left,
        clues=says.clues,
        hands=tuple(
            _hand(hand, marks, may if seat == reader else {}, shown=shown)
            for seat, (hand, shown) in enumerate(zip(state.hands, open_hands, strict=True))
        ),
        hints=tuple(says.hints(seat) if plays and open_hands[seat] else None for seat in seats),
        unseen=says.unseen(tuple(seat for seat in seats if not open_hands[seat])),
        log=tuple(log),
        score=score(state),
        played=played(state),
        reachable=says.reachable,
        outcome=state.outcome.value if state.outcome else None,
        lost=state.outcome in LOSSES,
        rating=band.value if band else None,
    )


def expansions(ruleset: Ruleset) -> tuple[str, ...]:
    """Return what is played with beside the base game, as key and value of a ruleset's file.

    Only what changes how cards are laid and clues given, so that nobody has to ask for it.
    """
    sixth = next((rule for rule in ruleset.suits if rule.suit is Suit.MULTICOLOUR), None)
    kind = sixth and f"{sum(sixth.copies)}-{'nameable' if sixth.nameable else 'wild'}"
    chosen = {
        f"sixth_suit_{kind}": sixth is not None,
        "black_powder_true": any(rule.counts_missing for rule in ruleset.suits),
        "award_tiles_true": ruleset.award_tiles,
        "synchronised_show_true": ruleset.synchronised_show,
        "all_or_nothing_true": ruleset.all_or_nothing,
        "empty_clues_true": ruleset.empty_clues,
    }
    return tuple(key for key, played in chosen.items() if played)


def conduct(manners: Manners) -> Conduct:
    """Return how people behave at a table, as the keys of a ruleset's file have it."""
    values = {each.name: getattr(manners, each.name) for each in fields(manners)}
    return {
        name: value.value if isinstance(value, Enum) else value for name, value in values.items()
    }


def _may_see(state: GameState, reader: Reader, seat: int) -> bool:
    """Say whether ``reader`` may see the faces in the hand of ``seat``."""
    if state.laid_down:
        return True
    return reader is not PUBLIC and reader != seat


def _hand(
    hand: Hand, marks: Mapping[CardId, Sequence[str]], may: Reminder, *, shown: bool
) -> tuple[CardView, ...]:
    return tuple(
        CardView(
            id=held.id,
            slot=held.slot,
            face=held.card.label if shown and held.card else None,
            clues=tuple(marks.get(held.id, ())),
            may=may.get(held.id),
        )
        for held in hand
    )


def clue_marks(events: Iterable[Event]) -> dict[CardId, list[str]]:
    """Return what each card was pointed at for, as it was said when the clue was given.

    Where not all cards were known that is what the giver pointed at, if anybody has said so. What
    faces that came to light since make of an older clue is not told: its owner would learn of it.
    """
    marks: dict[CardId, list[str]] = {}
    for event in events:
        if isinstance(event, ClueGiven | AwardClueGiven):
            text = hint_name(event.hint)
            for held in told_about(event) or ():
                known = marks.setdefault(held, [])
                if text not in known:
                    known.append(text)
        elif isinstance(event, CardLaid):
            for held in event.among:  # any of them may be the one that is gone
                marks.pop(held, None)
    return marks
