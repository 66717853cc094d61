"""What the games of a group came to."""

from companion.archive.statistics import Figures, statistics
from companion.hanabi.events import Outcome


def played(
    game: int,
    score: int | None,
    *names: str | None,
    outcome: Outcome = Outcome.DECK_OUT,
    players: int = 2,
    best: int = 25,
    efficiency: float | None = 1.0,
    seconds: float | None = 10.0,
) -> Figures:
    misplays = 3 if outcome is Outcome.STRIKEOUT else 0
    return Figures(game, players, names, best, outcome, score, misplays, 0, efficiency, seconds)


def test_the_same_people_are_one_group_wherever_they_sat() -> None:
    (group,) = statistics([played(1, 20, "Ania", "Ben"), played(2, 23, "Ben", "Ania")])
    assert (group.names, group.players, group.games) == (("Ania", "Ben"), 2, (1, 2))
    assert (group.scores, group.mean, group.top) == ((20, 23), 21.5, 23)


def test_games_of_other_people_players_or_points_are_other_groups() -> None:
    groups = statistics(
        [
            played(1, 20, "Ania", "Ben"),
            played(2, 20, "Ania", "Cleo"),
            played(3, 20, "Ania", "Ben", "Cleo", players=3),
            played(4, 20, "Ania", "Ben", best=30),
            played(5, 20, "Ania", "Ben"),
        ]
    )
    assert groups[0].games == (1, 5), "who played most comes first"
    assert len(groups) == 4


def test_where_not_every_seat_has_a_name_only_the_number_of_players_counts() -> None:
    (group,) = statistics([played(1, 20), played(2, 18, "Ania", None), played(3, 19, "Ania")])
    assert (group.names, group.players, len(group.games)) == ((), 2, 3)


def test_lost_games_count_and_stopped_ones_do_not() -> None:
    (group,) = statistics(
        [
            played(1, 25, outcome=Outcome.PERFECT),
            played(2, 0, outcome=Outcome.STRIKEOUT),
            played(3, None, outcome=Outcome.FAILED),
            played(4, 12, outcome=Outcome.TERMINATED),
        ]
    )
    assert (group.scores, group.perfect, group.lost, group.misplays) == ((25, 0, 0), 1, 2, 1)


def test_what_nobody_knows_is_no_part_of_an_average() -> None:
    (group,) = statistics(
        [played(1, 20, efficiency=None, seconds=None), played(2, 20, efficiency=1.5)]
    )
    assert (group.efficiency, group.seconds) == (1.5, 10.0)
    (group,) = statistics([played(1, 20, efficiency=None, seconds=None)])
    assert (group.efficiency, group.seconds) == (None, None)


def test_without_a_finished_game_there_is_nothing_to_count() -> None:
    assert statistics([]) == ()
    assert statistics([played(1, 3, outcome=Outcome.TERMINATED)]) == ()
