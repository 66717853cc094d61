"""Whoever played with 0.1.0 goes on: its game, its evening, its settings and its rulesets.

The files were written by that release, which was killed in the middle of a game.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.hana_table.record import HanaRecord
from companion.hana_table.steps import DealDrawn
from companion.hanabi.cards import Card
from companion.play.inputs import AnswerTap, LayTap, TimedTap
from companion.play.running import RunningGame
from companion.record.games import Record
from companion.referee.findings import Spot
from companion.settings.reading import load_settings
from companion.settings.rulesets import options_of, read_ruleset
from companion.settings.settings import Settings
from tests.companion.record.written import from_sql
from tests.companion.taking import take

DATA = Path(__file__).resolve().parents[1] / "data"
SETTINGS = DATA / "settings-0.1.0.toml"
RULESET = DATA / "ruleset-0.1.0.toml"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    return from_sql(
        tmp_path / "games.sqlite3", (DATA / "state-0.1.0.sql").read_text(encoding="utf-8")
    )


def test_its_interrupted_game_goes_on_in_its_fourth_turn(games: Path) -> None:
    with Record(games) as record:
        game = record.unfinished(None)
        assert game is not None
        running = RunningGame.resume(record, game)
        before = running.game.state
        assert (before.to_move, before.turn, before.clue_tokens) == (0, 4, 6)
        take(running, TimedTap(100.0, LayTap(0, 0, Spot.FIREWORKS)), 100.0)
        take(running, TimedTap(101.0, AnswerTap(Card.parse("r1"))), 101.0)
    with Record(games) as record:
        after = RunningGame.resume(record, game).game.state
    assert (after.to_move, after.turn, sum(after.fireworks), after.strikes) == (1, 5, 2, 0)


def test_its_evening_of_hana_awase_goes_on_after_the_first_deal(games: Path) -> None:
    with HanaRecord(games) as record:
        (evening,) = record.games()
        sitting = record.sitting(evening.id)
        assert sitting.standing.totals == (346, 218)
        record.append(evening.id, DealDrawn(None), at="2026-11-25T19:00:00Z")
        assert record.sitting(evening.id).standing.deal == sitting.standing.deal + 1


def test_each_key_of_its_settings_still_counts() -> None:
    settings, without = load_settings(SETTINGS), Settings()
    for section, keys in tomllib.loads(SETTINGS.read_text(encoding="utf-8")).items():
        for key in keys:
            said = getattr(getattr(settings, section), key)
            assert said != getattr(getattr(without, section), key), f"{section}.{key}"


def test_each_option_of_its_rulesets_still_counts() -> None:
    ruleset = read_ruleset(RULESET)
    written = tomllib.loads(RULESET.read_text(encoding="utf-8"))
    options = options_of(ruleset)
    for key in written.keys() - {"name", "base"}:
        assert hasattr(options, key), key
    assert (ruleset.name, options.clue_tokens, options.award_tiles) == ("our box", 7, True)
