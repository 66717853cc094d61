"""Several turns that went by before anybody looked: in which order they can have been taken.

A story has each seat take its turn, lays all cards that hands have lost and that lie there now, and
obeys the rules. One in which no card was misplayed is preferred to any other, unless the discs of
the tokens tell which one it was: they choose between legal stories, and make none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from companion.hanabi.awards import fits
from companion.hanabi.cards import Card
from companion.hanabi.moves import CardId, Discard, Play, TileChoice
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.state import GameState, HeldCard, evolve_all
from companion.referee.findings import Spot
from companion.referee.losses import Losses
from companion.referee.mat import UnexplainedCards
from companion.referee.memory import Memory
from companion.referee.readings import LaidCard
from companion.referee.tokens import TokensLeft

MOST_LAID_UNSEEN = 6
"""Cards of which stories are told; more are not looked through."""
MOST_OPEN = 4
"""The same where nobody knows which hand has laid which of them."""

Owner = tuple[int, CardId]
"""A seat, and the card that has left its rack."""


@dataclass(frozen=True, slots=True)
class LaidUnseen:
    """A card that lies on the mat as ``serial``, and that one of ``owners`` has laid.

    Those are the cards that have left their racks and are on record as that one, or unknown.
    """

    owners: tuple[Owner, ...]
    card: Card
    spot: Spot
    serial: int

    @property
    def seats(self) -> frozenset[int]:
        """The seats that may have laid it."""
        return frozenset(seat for seat, _ in self.owners)


@dataclass(frozen=True, slots=True)
class FirstTurn:
    """With what a story begins: with which card, and whether it was played or discarded."""

    serial: int
    played: bool


def laid_unseen(memory: Memory, lost: Losses, news: UnexplainedCards) -> tuple[LaidUnseen, ...]:
    """Return the cards that were laid while nobody watched, where racks have shown who may have.

    Of a card that a rack has shown no other hand is suspected that has lost one nobody knows, and
    of each only those that had lost one when it was read first.
    """
    found, to_move = list[LaidUnseen](), lost.state.to_move
    taken, now = laid_before(memory, lost, news), lost.by_now()
    faces = [memory.named(laid) for _, laid in news if memory.vigil.missed(laid)]
    for spot, laid in news:
        face = memory.named(laid)
        if face is None or not memory.vigil.missed(laid):
            continue
        gone = _gone(now.by_then(memory.arrivals, laid, to_move), taken)
        blank = [(seat, held.id) for seat, held in gone if held.card is None]
        # Whoever is known to have held this face comes first: only for more copies than such hands
        # have lost is anybody asked whose lost card nobody knew.
        owners = [(seat, held.id) for seat, held in gone if held.card == face]
        if len(owners) < faces.count(face):
            owners += blank
        # The others like it have not come from a hand.
        if len(owners) > sum(one.card == face for one in found):
            found.append(LaidUnseen(tuple(owners), face, spot, laid.serial))
    return tuple(found)


def _gone(lost: Losses, taken: Collection[Owner]) -> list[tuple[int, HeldCard]]:
    """Return the cards that have left their racks but for those ``taken``, by the turns to come."""
    players = lost.state.players
    seats = ((lost.state.to_move + step) % players for step in range(players))
    gone = ((seat, held) for seat in seats for held in lost.gone(seat))
    return [(seat, held) for seat, held in gone if (seat, held.id) not in taken]


def laid_before(memory: Memory, lost: Losses, news: UnexplainedCards) -> set[Owner]:
    """Return the cards that had left their racks when as many lay there, seen by all: it is those.

    Nothing explains them yet, as while nobody can name one. What came unseen later is another card.
    """
    watched = [laid for _, laid in news if not memory.vigil.missed(laid)]
    found = set[Owner]()
    for laid in watched:
        racks_then = memory.arrivals.of_outline(laid)
        if not racks_then:
            continue
        then = lost.before(racks_then)
        left = {(seat, one.id) for seat in range(lost.state.players) for one in then.gone(seat)}
        # Where more had left than lay there, it is open which of them these are: none is taken
        # away.
        if len(left) <= sum(one.t <= laid.t for one in watched):
            found |= left
    return found


def is_anybodys(memory: Memory, lost: Losses, news: UnexplainedCards, laid: LaidCard) -> bool:
    """Say whether nobody can tell who laid an unread card unseen, or which one it is of several."""
    known = laid_unseen(memory, lost, news)
    taken = {one.owners[0] for one in known if len(one.owners) == 1}
    left = {one.serial for _, one in news if memory.vigil.missed(one)}
    left -= {one.serial for one in known}
    players = range(lost.state.players)
    # Whatever left its rack once something lay there already is another card.
    then = lost.before(memory.arrivals.of_outline(laid))
    owners = [(seat, held.id) for seat in players for held in then.gone(seat)]
    free = [seat for seat, held in owners if (seat, held) not in taken]
    several = len(left) > 1 or len(free) > 1
    return laid.serial in left and lost.state.to_move in free and several


def hidden_ones(
    cards: Sequence[LaidUnseen],
    memory: Memory,
    lost: Losses,
    news: UnexplainedCards,
    seat: int,
    *,
    several: bool,
) -> bool:
    """Say whether ``seat`` has lost more cards than lie there that it may have laid.

    If it cannot have had ``several`` turns, what it lost more was only pushed.

    What is missing lies unseen somewhere, or is in a hand. What nobody could read lies there, too;
    one that came to light later does so as well, but may have lain below the others until then.
    """
    told = {one.serial for one in cards}
    newest = max((laid.t for _, laid in news if laid.serial in told), default=0.0)
    others = [laid for _, laid in news if laid.serial not in told]
    mine = sum(seat in one.seats for one in cards)
    mine += sum(lost.may_have_left(seat, memory.named(laid)) for laid in others)
    if several and len(lost.gone(seat)) > mine:
        return True
    open_ = [one for one in cards if len(one.owners) > 1]
    there = len(open_) + sum(laid.t <= newest for laid in others)
    owners = {owner for one in open_ for owner in one.owners}
    return len(owners if several else {owner for owner, _ in owners}) > there


def like_came_elsewhere(
    one: LaidUnseen, cards: Sequence[LaidUnseen], memory: Memory, news: UnexplainedCards
) -> bool:
    """Say whether a card like ``one`` came unseen to where that does not lie, and from no hand.

    It was drawn and laid while nobody watched, or ``one`` was: of the two nobody can say which one
    the hand has laid that is known to have lost it, and so whether it played or discarded it.
    """
    told = {other.serial for other in cards}
    return any(
        spot is not one.spot
        and laid.serial not in told
        and memory.vigil.missed(laid)
        and memory.named(laid) == one.card
        for spot, laid in news
    )


def mixed_hand(cards: Sequence[LaidUnseen]) -> bool:
    """Say whether one hand has lost several cards of which nobody knows which is which."""
    owners = {owner for one in cards if len(one.owners) > 1 for owner in one.owners}
    return len({seat for seat, _ in owners}) < len(owners)


def beginnings(
    memory: Memory, state: GameState, cards: Sequence[LaidUnseen], tokens: TokensLeft
) -> set[FirstTurn]:
    """Return the same as `first_turns`, by all that people have said and that is still open."""
    return first_turns(state, cards, memory.first, tokens, len(memory.perhaps_played))


def first_turns(
    state: GameState,
    cards: Sequence[LaidUnseen],
    told: Collection[int] = (),
    tokens: TokensLeft | None = None,
    open_: int = 0,
) -> set[FirstTurn]:
    """Return the turns with which a story of ``cards`` can begin; none: there is no story.

    Of ``open_`` earlier cards nobody has said whether they were played or discarded: there may be
    that many fewer clue tokens.

    A seat that has laid nothing has given a clue in its turn; whoever did so knows. Where somebody
    has ``told`` with which card it does begin, and it can, there is only that one; else the discs
    choose, where ``tokens`` tell something.
    """
    if _too_many(cards):
        return {FirstTurn(one.serial, one.spot is Spot.FIREWORKS) for one in cards}
    found = by_discs(state, cards, tokens)
    # A discard gives a token back and a misplay none, so what is still open leaves a range of them;
    # a story counts that is legal with any number in it, for no turn may hang on a guess.
    fewest = max(0, state.clue_tokens - open_)
    states = [state._replace(clue_tokens=n) for n in range(fewest, state.clue_tokens + 1)]
    # Misplays are rare, and with them nearly every order is legal: they are tried only where no
    # story without one accounts for all that lies there.
    for misplays in (False, True):
        found = found or {
            first for one in states for first, _ in _stories(one, cards, misplays=misplays)
        }
    return {first for first in found if first.serial in told} or found


def by_discs(
    state: GameState, cards: Sequence[LaidUnseen], tokens: TokensLeft | None
) -> set[FirstTurn]:
    """Return with what stories begin that end as the discs lie now; none: discs tell nothing.

    They tell something where a disc was moved since they agreed with the record, and where all
    that is known of them is what a legal story of ``cards`` makes of the tokens.
    """
    if tokens is None or _too_many(cards) or not tokens.moved(state):
        return set()
    stories = _stories(state, cards, misplays=True)
    return {first for first, end in stories if tokens.are_those_of(end)}


def story_of(state: GameState, first: LaidUnseen, cards: Sequence[LaidUnseen]) -> str:
    """Return what becomes of the stories of ``cards`` that begin with ``first``, in words."""
    if _too_many(cards):
        return "too many cards to look through"
    for misplays, words in ((False, "legal"), (True, "legal with a misplay")):
        stories = _stories(state, cards, misplays=misplays)
        if any(begun.serial == first.serial for begun, _ in stories):
            return words
    mine = [owner for owner in first.owners if owner[0] == state.to_move]
    if not any(True for _ in _after(state, first, mine, misplays=True)):
        return "the rules do not allow its first turn"
    return "no order of the others is legal after it"


def _too_many(cards: Sequence[LaidUnseen]) -> bool:
    open_ = any(len(one.owners) > 1 for one in cards)
    return len(cards) > (MOST_OPEN if open_ else MOST_LAID_UNSEEN)


def _stories(
    state: GameState, cards: Sequence[LaidUnseen], *, misplays: bool
) -> Iterator[tuple[FirstTurn, GameState]]:
    """Return all stories that account for all ``cards``: how each begins, and where it ends.

    The seat to move has taken the first turn of each of them.
    """
    for one in cards:
        mine = [owner for owner in one.owners if owner[0] == state.to_move]
        left = [other for other in cards if other is not one]
        for owner, played, after in _after(state, one, mine, misplays=misplays):
            first = FirstTurn(one.serial, played)
            for end in _ends(after, _without(left, owner), misplays=misplays):
                yield first, end


def _ends(state: GameState, cards: Sequence[LaidUnseen], *, misplays: bool) -> Iterator[GameState]:
    """Return where the stories of ``cards`` end that go on from ``state``."""
    if not cards:
        yield state
        return
    for _ in range(state.players):
        if any(state.to_move in one.seats for one in cards):
            break
        # Whoever has laid nothing has given a clue, which takes a token: without one there was no
        # turn.
        if not state.clue_tokens:
            return
        to_move, tokens = (state.to_move + 1) % state.players, state.clue_tokens - 1
        state = state._replace(to_move=to_move, clue_tokens=tokens)
    for _, end in _stories(state, cards, misplays=misplays):
        yield end


def _without(cards: Sequence[LaidUnseen], owner: Owner) -> list[LaidUnseen]:
    """Return ``cards`` once ``owner`` has laid another one."""
    return [
        LaidUnseen(tuple(o for o in one.owners if o != owner), one.card, one.spot, one.serial)
        for one in cards
    ]


def _after(
    state: GameState, laid: LaidUnseen, owners: Sequence[Owner], *, misplays: bool
) -> Iterator[tuple[Owner, bool, GameState]]:
    """Return who can have laid a card in this turn, whether by playing it, and the position then.

    Which of the unknown cards of one hand it was makes no difference.
    """
    if state.over or not owners:
        return
    on_fireworks, fitted = laid.spot is Spot.FIREWORKS, fits(state, laid.card)
    if on_fireworks and not (fitted or misplays):
        return
    owner = owners[0]
    for played in (True, False):
        # What lies on the discards was misplayed where no discard was allowed.
        if played and not (on_fireworks or (not fitted and (misplays or not state.may_discard))):
            continue  # a firework is where it would lie
        if not played and on_fireworks:
            continue
        kind = Play if played else Discard
        try:
            after = evolve_all(state, apply(state, kind(*owner, laid.card)))
        except RuleViolation:
            continue
        for one in _past_the_tile(after):
            yield owner, played, one


def _past_the_tile(state: GameState) -> Iterator[GameState]:
    """Return how the game can stand at the next turn, where an award tile is due before it.

    Whoever has earned it turned it unseen, too. Nobody has said yet what it brought: a clue token,
    which lets turns be legal that were not, or none.
    """
    if state.award is None:
        yield state
        return
    turned = evolve_all(state, apply(state, TileChoice(state.award.seat, None)))
    yield turned
    if turned.clue_tokens < turned.ruleset.clue_tokens:
        yield turned._replace(clue_tokens=turned.clue_tokens + 1)
