"""What a reading of the table means for a running game: moves, questions, a difference, nothing."""

from __future__ import annotations

from dataclasses import replace

from companion.announcements.announcement import (
    PlayedUnseen,
    PleaseDraw,
    Refused,
    TableAgrees,
    TableDiffers,
)
from companion.hanabi.cards import face_of
from companion.hanabi.moves import Discard, GiveClue, Identify, Play
from companion.language.phrases import Seat, phrase
from companion.play.corrections import laid_again
from companion.play.game import Draft, Game, Said
from companion.play.inputs import ClueTap
from companion.play.phase import Phase, phase_of
from companion.play.questions import ask, comes_to_light, review, was_played
from companion.record.entries import NOBODY_KNOWS
from companion.record.timeline import turns_of
from companion.referee.findings import (
    Agrees,
    CameToLight,
    Differs,
    Finding,
    LikeLaid,
    MoveSeen,
    Unclear,
    Undrawn,
    WasPlayed,
)
from companion.referee.readings import TableReading
from companion.referee.referee import Referee, misread_by
from companion.referee.scene import Clues
from companion.referee.tokens import NO_TOKENS, TokensLeft


def settle(draft: Draft, *, overtaken: bool = False) -> Said:
    """Take what the last reading means; ``overtaken``: the game has gone on already."""
    said: Said = ()
    before = len(draft.game.past.timeline.steps)
    while (reading := draft.game.reading) is not None:
        game = draft.game
        finding, referee = game.referee.judge(
            game.state,
            reading,
            overtaken=overtaken,
            clues=_clues(game),
            tokens=_tokens(game, reading),
        )
        latest = finding if isinstance(finding, Agrees) else Agrees()
        if not reading.mat:
            latest = game.latest  # nothing new can be said
        draft.game = replace(game, referee=referee, latest=latest)
        said += _looked(game, referee, reading.t)
        match finding:
            case MoveSeen():
                # That clue comes first; whose the card is, and whether it fits, is judged anew
                # after it.
                if clued_before(game, finding, reading):
                    break
                said += _made(draft, finding, reading)
            case CameToLight():
                said += comes_to_light(draft, finding, reading.t)
            case LikeLaid(among):
                said += laid_again(draft, among, reading.t)
            case WasPlayed(serial, card):
                said += was_played(draft, serial, card, reading.t)
            case Unclear(overtaken=gone_on):
                said += ask(draft, finding, reading.t)
                # The game waits for the answer, unless people play on: then the card counts as one
                # that nobody could read, the question stays open, and what was laid since can be
                # explained.
                if not gone_on:
                    break
                draft.referee = draft.referee.give_up(finding)
            case Differs(reason):
                # Told once: why it differs changes with each hand that passes, and would be said
                # aloud each time.
                if draft.game.differs is None:
                    said += (TableDiffers(reading.t, reason),)
                draft.game = replace(draft.game, differs=finding)
                break
            case Agrees(undrawn, busy, _):
                # What is there is as it should be, if anybody sees it.
                if reading.mat and (not busy or latest.tile_due):
                    said += _agree(draft, reading.t, undrawn)
                said += review(draft, reading.t)
                break
    _read_racks(draft)
    return said + _unseen(draft, before)


def clued_before(game: Game, found: MoveSeen, reading: TableReading) -> bool:
    """Say whether the seat that laid a card has given a clue before, which waits for its turn.

    Now that turn has come; the card was laid in a later one, perhaps by somebody else.
    """
    came = reading.laid_at(found.serial)
    if came is None or not isinstance(found.move, Play | Discard):
        return False
    return any(giver == found.move.seat and t < came for giver, t in _waiting(game))


def _unseen(draft: Draft, before: int) -> Said:
    """Tell which turns came to light at once, of those after the first ``before`` steps on record.

    Of one that nobody saw being laid there is one story as a rule, and it is told like any other.
    """
    game, reading = draft.game, draft.game.reading
    if reading is None:
        return ()
    missed = [
        game.turn_of(step.serial)
        for step in game.past.timeline.steps[before:]
        if step.serial is not None and game.referee.missed(step.serial, reading)
    ]
    turns = [turn for turn in missed if turn is not None]
    return (PlayedUnseen(reading.t, min(turns), max(turns)),) if len(turns) > 1 else ()


def look_at_the_end(draft: Draft) -> None:
    """Read what nobody has read of hands before the end, for the clues that wait; nobody is told.

    Else the clues of the last turns would never be audited: somebody was still at the rack then.
    """
    game = draft.game
    if game.reading is not None:
        _, draft.referee = game.referee.judge(game.state, game.reading)
        _read_racks(draft)


def _read_racks(draft: Draft) -> None:
    """Put on record what the eyes read of hands; nobody is told."""
    while (reading := draft.game.reading) is not None:
        found, draft.referee = draft.referee.read_racks(draft.game.state, reading)
        if found is None:
            return
        _doubt_exchange(draft, found, reading)
        draft.commit(found.move, reading.t)


def _looked(game: Game, after: Referee, t: float) -> Said:
    """Tell the others who has lifted a card of his own and put it back, if the table wants that.

    Each of them is told alone: its owner and the public page hear nothing.
    """
    if not game.state.ruleset.manners.reported_looks or game.state.over:
        return ()
    return tuple(
        Refused(
            t,
            None,
            phrase("{whom}: a card was lifted out of the rack and put back", whom=Seat(seat)),
            reader,
            later=True,
        )
        for seat in after.looks_since(game.referee)
        for reader in range(game.state.players)
        if reader != seat
    )


def _tokens(game: Game, reading: TableReading) -> TokensLeft:
    """Return how many tokens are left by the discs.

    As long as nobody has said whether an earlier discard was played, they may tell of that one.
    """
    open_ = any(one.card is not None for one in game.questions)
    return NO_TOKENS if open_ else game.tokens.left(game.state, reading)


def _clues(game: Game) -> Clues:
    """Return the clues in the last turn of each seat, and those that wait."""
    turns = turns_of(game.past.timeline.steps)[-game.state.players :]
    given = tuple(
        (step.move.seat, step.t)
        for step in turns
        if isinstance(step.move, GiveClue) and step.t is not None
    )
    return Clues(given, _waiting(game))


def _waiting(game: Game) -> tuple[tuple[int, float], ...]:
    """Return who gives the clues that wait for their turn, and when they were said."""
    return tuple((one.tap.giver, one.t) for one in game.early if isinstance(one.tap, ClueTap))


def _made(draft: Draft, seen: MoveSeen, reading: TableReading) -> Said:
    """Put a move on record that the table shows."""
    before, move = draft.game.state, seen.move
    if isinstance(move, Play):
        lay = reading.laid_at(seen.serial)
        move = replace(move, named=draft.game.named_before(move.seat, lay))
    # A face on the table, which all see, stands above what was read of a hand: with both on record
    # there would be a copy too many, and the rules would refuse the turn that was taken.
    while (wrong := misread_by(draft.game.state, move)) is not None:
        draft.commit(Identify(wrong, None), reading.t)
    if isinstance(move, Play | Discard):
        unsure = draft.referee.unsure_when_laid(draft.game.state, move)
        if unsure is not None:
            draft.commit(unsure, reading.t)
    asked = (NOBODY_KNOWS,) if seen.serial in draft.game.given_up else ()
    said = draft.commit(move, reading.t, (*seen.seen, *asked), seen.serial)
    draft.referee = draft.referee.accept(before, replace(seen, move=move))
    return said + review(draft, reading.t)


def _doubt_exchange(draft: Draft, seen: MoveSeen, reading: TableReading) -> None:
    """Ask others than its owner about a card in whose slot another one stands, without a turn."""
    game = draft.game
    if seen.exchanged is None:
        return
    found = game.state.find(seen.exchanged)
    shown = None if found is None else reading.slots.get((found[0], found[1].slot))
    was, face = (found[1].card, face_of(shown.label)) if found and shown else (None, None)
    if face is not None:
        doubts = game.doubts.exchanged(seen.exchanged, was, face, reading.t)
        draft.game = replace(game, doubts=doubts)


def _agree(draft: Draft, t: float, undrawn: Undrawn | None) -> Said:
    said: Said = ()
    if draft.game.differs is not None:
        said += (TableAgrees(t),)
    if undrawn is not None and undrawn != draft.game.undrawn:
        said += (PleaseDraw(t, undrawn.seat, undrawn.instead),)
    draft.game = replace(draft.game, differs=None, undrawn=undrawn)
    return said


def count_tokens(draft: Draft, reading: TableReading) -> Said:
    """Hold the tokens on the mat against the record, as long as nothing else is amiss."""
    game = draft.game
    match phase_of(game):
        case Phase.PLAYING | Phase.DRAWING:
            tokens, told = game.tokens.see(game.state, reading)
        case Phase.READING:
            # What moves now says nothing of the discs, and takes none of the patience that has run.
            return ()
        case _:
            tokens, told = game.tokens.pause(), None
    draft.game = replace(game, tokens=tokens)
    return () if told is None else (told,)


def look_at_piles(draft: Draft, reading: TableReading) -> Said:
    """Mention a card that lies on another colour's pile, as long as nothing else is amiss."""
    game = draft.game
    if phase_of(game) not in (Phase.PLAYING, Phase.DRAWING):
        return ()
    piles, told = game.piles.see(game.referee.built, reading)
    draft.game = replace(game, piles=piles)
    return () if told is None else (told,)


def has_laid(game: Game, seat: int) -> bool:
    """Say whether ``seat`` has laid a card by tap whose face nobody has said yet."""
    return game.laying is not None and game.laying.seat == seat


def others_went_on(game: Game, seat: int) -> bool:
    """Say whether ``seat`` is to move, but others went on after a card that nothing explains.

    A clue of another seat came after that card, and still waits: a turn is missing.
    """
    since = game.referee.waits_since(game.reading)
    behind = any(giver != seat and t > since for giver, t in _waiting(game))
    return behind and seat == game.state.to_move


def all_went_on(game: Game, found: Finding | None, t: float) -> bool:
    """Say whether a seat had two turns between the card that was ``found`` and ``t``.

    Then everybody had one meanwhile, and which of them a clue is that is told at ``t`` nobody can
    say: its giver has had another turn after the one that is missing.
    """
    if game.reading is None or not isinstance(found, MoveSeen | Unclear):
        return False
    came = game.reading.laid_at(found.serial)
    if came is None:
        return False
    seats = [giver for giver, told in _waiting(game) if came < told < t]
    if isinstance(found, MoveSeen) and isinstance(found.move, Play | Discard):
        seats.append(found.move.seat)
    return len(set(seats)) < len(seats)
