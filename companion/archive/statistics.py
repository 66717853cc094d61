"""What a group's games came to: by who played, and how many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, median

from companion.hanabi.events import Outcome

FINISHED = frozenset({Outcome.PERFECT, Outcome.STRIKEOUT, Outcome.DECK_OUT, Outcome.FAILED})
"""A game that was stopped says nothing about how well it was played."""
LOST = frozenset({Outcome.STRIKEOUT, Outcome.FAILED})


@dataclass(frozen=True, slots=True)
class Figures:
    """One game that is over, in numbers.

    Attributes:
        game: its number.
        players: how many played.
        names: who they were, by seat; None where nobody said.
        best: the points of a complete display.
        outcome: how it ended.
        score: the points that count; None for a loss that counts nothing.
        misplays: how many.
        lost: needed cards that were lost.
        efficiency: cards played for each clue; None without a clue.
        seconds: what a turn took in the middle; None where no clock says it.
    """

    game: int
    players: int
    names: tuple[str | None, ...]
    best: int
    outcome: Outcome
    score: int | None
    misplays: int
    lost: int
    efficiency: float | None
    seconds: float | None


@dataclass(frozen=True, slots=True)
class GroupFigures:
    """The finished games of the same people, with as many players and for as many points.

    Attributes:
        names: who played, sorted; empty where it isn't known of every seat.
        players: how many.
        best: the points of a complete display.
        games: the numbers of the games, oldest first.
        scores: what each brought; a loss that counts nothing is 0.
        mean: of the scores.
        top: the highest of them.
        perfect: how many displays were complete.
        lost: how many games were lost.
        misplays: for each game, on average.
        efficiency: cards played for each clue, on average; None where no clue was given.
        seconds: what a turn took in the middle of all games; None where no clock says it.
    """

    names: tuple[str, ...]
    players: int
    best: int
    games: tuple[int, ...]
    scores: tuple[int, ...]
    mean: float
    top: int
    perfect: int
    lost: int
    misplays: float
    efficiency: float | None
    seconds: float | None

    def to_data(self) -> dict[str, object]:
        """Return the group as a JSON object."""
        return asdict(self)


def statistics(games: Iterable[Figures]) -> tuple[GroupFigures, ...]:
    """Sort finished games into groups; who played most often comes first."""
    sorted_in: dict[tuple[tuple[str, ...], int, int], list[Figures]] = {}
    for game in games:
        if game.outcome in FINISHED:
            sorted_in.setdefault((_who(game), game.players, game.best), []).append(game)
    groups = (_group(names, played) for (names, _, _), played in sorted_in.items())
    return tuple(sorted(groups, key=lambda group: (-len(group.games), group.names, group.players)))


def _who(game: Figures) -> tuple[str, ...]:
    names = [name for name in game.names if name]
    return tuple(sorted(names, key=str.casefold)) if len(names) == game.players else ()


def _group(names: tuple[str, ...], games: Sequence[Figures]) -> GroupFigures:
    games = sorted(games, key=lambda game: game.game)
    scores = tuple(game.score or 0 for game in games)
    efficiencies = [game.efficiency for game in games if game.efficiency is not None]
    seconds = [game.seconds for game in games if game.seconds is not None]
    return GroupFigures(
        names=names,
        players=games[0].players,
        best=games[0].best,
        games=tuple(game.game for game in games),
        scores=scores,
        mean=fmean(scores),
        top=max(scores),
        perfect=sum(game.outcome is Outcome.PERFECT for game in games),
        lost=sum(game.outcome in LOST for game in games),
        misplays=fmean(game.misplays for game in games),
        efficiency=fmean(efficiencies) if efficiencies else None,
        seconds=median(seconds) if seconds else None,
    )
