"""A game that is over, looked at again: its review made of the record's entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import median

from companion.archive.review import (
    Audited,
    ClueOutcome,
    Loss,
    Moment,
    Review,
    ReviewCard,
    Share,
    StillRunning,
)
from companion.hanabi.clues import GivenClue
from companion.hanabi.events import (
    CardDiscarded,
    CardIdentified,
    CardMissed,
    CardPlayed,
    ClueUntold,
    Event,
    GameEnded,
)
from companion.hanabi.moves import CardId
from companion.hanabi.notation import hint_name
from companion.hanabi.scoring import best_points, pace, played, points, rating, score
from companion.hanabi.state import GameState, evolve_all
from companion.language.refusal_texts import HANDS_STAY_HIDDEN
from companion.record.entries import Change, Entry, MoveEntry
from companion.record.history import turns
from companion.record.timeline import Past, is_turn
from companion.views.view import clue_marks


def review(entries: Sequence[Entry]) -> Review:
    """Look at a game that is over, as it counts after all that was put right.

    Args:
        entries: the game's record.

    Raises:
        StillRunning: its hands are not laid down.
        ValueError: the entries make no game.
    """
    timeline = Past.of(entries).timeline
    end = timeline.state()
    if end.outcome is None or not end.laid_down:
        raise StillRunning(HANDS_STAY_HIDDEN)
    moments = _moments(timeline.begin(), timeline.steps, entries)
    said = turns(timeline.events, public=False)
    moments = tuple(
        replace(moment, deed=said[moment.turn - 1]) if moment.turn else moment for moment in moments
    )
    band = rating(end)
    return Review(
        ruleset=end.ruleset.name,
        suits=tuple((rule.suit.value, len(rule.build)) for rule in end.ruleset.suits),
        clue_tokens=end.ruleset.clue_tokens,
        fuses=end.ruleset.strikes,
        best=end.ruleset.best_score,
        outcome=end.outcome.value,
        score=score(end),
        rating=None if band is None else band.value,
        played=played(end),
        moments=moments,
        misplays=tuple(
            moment.turn
            for moment in moments
            if moment.deed is not None and moment.deed.get("success") is False
        ),
        losses=tuple(_losses(timeline.begin(), timeline.events)),
        clues=tuple(_audited(end.clues, empty_allowed=end.ruleset.empty_clues)),
        untold=sum(isinstance(event, ClueUntold) for event in timeline.events),
        shares=tuple(_share(seat, moments) for seat in range(end.players)),
    )


def _moments(
    state: GameState, steps: Sequence[MoveEntry], entries: Sequence[Entry]
) -> tuple[Moment, ...]:
    faces = _faces(event for step in steps for event in step.events)
    clock = _Clock(entries)
    moments: list[Moment] = []
    happened: list[Event] = []
    turn, began, seconds = 0, entries[0].t, None
    for step in steps:
        if is_turn(step):
            moments.append(_moment(turn, seconds, state, happened, faces))
            turn, seconds, began = turn + 1, clock.between(began, step.t), step.t
        happened += step.events
        state = evolve_all(state, step.events)
    return (*moments, _moment(turn, seconds, state, happened, faces))


def _moment(
    turn: int,
    seconds: float | None,
    state: GameState,
    happened: Sequence[Event],
    faces: Mapping[CardId, str | None],
) -> Moment:
    marks = clue_marks(happened)
    return Moment(
        turn=turn,
        deed=None,
        seconds=seconds,
        fireworks=state.fireworks,
        tops=tuple(
            rule.build[height - 1] if height else None
            for rule, height in zip(state.ruleset.suits, state.fireworks, strict=True)
        ),
        discards=tuple(None if card is None else card.label for card in state.discards),
        hands=tuple(
            tuple(
                ReviewCard(held.id, held.slot, faces.get(held.id), tuple(marks.get(held.id, ())))
                for held in hand
            )
            for hand in state.hands
        ),
        clue_tokens=state.clue_tokens,
        strikes=state.strikes,
        deck=state.deck,
        points=points(state),
        reachable=best_points(state),
        pace=pace(state),
    )


def _faces(events: Iterable[Event]) -> dict[CardId, str | None]:
    """Return what each card turned out to be, however late that came to light."""
    faces: dict[CardId, str | None] = {}
    for event in events:
        if isinstance(event, CardIdentified | CardPlayed | CardMissed | CardDiscarded):
            label = None if event.card is None else event.card.label
            faces[event.held] = label
    return faces


class _Clock:
    """How long things took, without the time for which the game rested."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._breaks: list[tuple[float, float]] = []
        since: float | None = None
        for entry in entries:
            change = None if entry.amendment is None else entry.amendment.change
            if change is Change.PAUSED:
                since = entry.t
            elif change is Change.RESUMED:
                if since is not None and entry.t is not None:
                    self._breaks.append((since, entry.t))
                since = None

    def between(self, start: float | None, end: float | None) -> float | None:
        """Return the seconds; None where the clock does not say, or began anew."""
        if start is None or end is None or end < start:
            return None
        rested = sum(max(0.0, min(end, until) - max(start, since)) for since, until in self._breaks)
        return round(end - start - rested, 1)


def _losses(state: GameState, events: Iterable[Event]) -> Iterable[Loss]:
    for event in events:
        if isinstance(event, GameEnded):
            break  # what cannot be drawn any more is no card that somebody lost
        before = state
        state = evolve_all(state, (event,))
        if isinstance(event, CardDiscarded | CardMissed) and event.card is not None:
            lost = best_points(before) - best_points(state)
            if lost > 0:
                yield Loss(before.turn, before.to_move, event.card.label, lost)


def _audited(clues: Sequence[GivenClue], *, empty_allowed: bool) -> Iterable[Audited]:
    before: set[CardId] = set()
    for clue in clues:
        hint = hint_name(clue.hint)
        if clue.fault is not None:
            verdict = ClueOutcome.BROKEN
        elif clue.open or (clue.unsure and not (clue.touched or empty_allowed)):
            verdict = ClueOutcome.OPEN
        else:
            verdict = ClueOutcome.RIGHT
        yield Audited(
            clue.turn,
            clue.seat,
            clue.target,
            hint,
            verdict.value,
            len(clue.touched),
            len(set(clue.touched) - before),
        )
        before.update(clue.touched)


def _share(seat: int, moments: Sequence[Moment]) -> Share:
    own = [one for one in moments if one.deed is not None and one.deed["seat"] == seat]
    deeds = [moment.deed for moment in own if moment.deed is not None]
    times = [moment.seconds for moment in own if moment.seconds is not None]
    plays = [deed for deed in deeds if deed["kind"] == "play"]
    return Share(
        seat=seat,
        played=sum(deed.get("success") is True for deed in plays),
        missed=sum(deed.get("success") is False for deed in plays),
        discarded=sum(deed["kind"] == "discard" for deed in deeds),
        clues=sum(deed["kind"] == "clue" for deed in deeds),
        seconds=round(median(times), 1) if times else None,
        longest=max(times, default=None),
    )
