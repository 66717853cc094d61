"""Rows in which a value is another one: each costs its own game at most, and ends in a sentence."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.archive.archive import NoSuchGame, NotNow, RecordArchive
from companion.cli import companion
from companion.hana_table.record import HanaRecord
from companion.record.games import Record, RecordError
from tests.companion.record.written import ROOT, from_sql, raw

OLD = ROOT / "tests" / "data" / "record-6.sql"
"""Games of a companion that wrote no sums: here only what is read can tell what is damaged."""
STRANGE: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    2**40,
    10**30,
    1.5,
    1e400,
    "",
    "x",
    "r9",
    [],
    [[]],
    [None],
    ["r1", 2],
    {},
    {"kind": "play"},
    "\ud800",
)
TEXTS = {
    "entries": ("move", "events", "seen", "amendment"),
    "games": ("started", "source", "ruleset"),
    "remarks": ("title", "names"),
    "hana_steps": ("at", "step"),
    "hana_games": ("started",),
}


def old_record(path: Path) -> Path:
    # Damage in the file itself heeds no type that a table wants.
    from_sql(path, OLD.read_text(encoding="utf-8").replace(") STRICT", ")"))
    with Record(path) as record:
        record.remark(1, title="Rainy evening", names=["Ann", None])
    raw(
        path,
        *(
            f"DROP TRIGGER {name}"
            for name in ("games_do_not_change", "entries_do_not_change", "hana_games_do_not_change",
                         "hana_steps_do_not_change")
        ),
    )  # fmt: skip
    return path


def places(data: object, way: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """The ways to all values inside."""
    found = [way]
    if isinstance(data, dict):
        for key, value in data.items():
            found += places(value, (*way, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            found += places(value, (*way, index))
    return found


def spoiled(text: str | None, chance: random.Random) -> object:
    """The text with one value exchanged, taken out or doubled."""
    try:
        data = json.loads(text or "")
    except ValueError:
        return chance.choice(["", "x", 7, b"\xff\xfe", None])
    way = chance.choice(places(data))
    if not way or chance.random() < 0.05:
        return chance.choice(
            [json.dumps(chance.choice(STRANGE)), b"\xff", 5, "", (text or "")[:-1]]
        )
    inside = data
    for key in way[:-1]:
        inside = inside[key]
    if chance.random() < 0.15:
        del inside[way[-1]]
    else:
        inside[way[-1]] = chance.choice(STRANGE)
    return json.dumps(data)


def spoil(path: Path, chance: random.Random) -> int | None:
    """Spoil one value of one row; return the number of the game of Hanabi that it belongs to."""
    db = sqlite3.connect(path)
    table = chance.choice(["entries"] * 6 + ["games", "remarks", "hana_steps", "hana_games"])
    column = chance.choice(TEXTS[table])
    number = "id" if table in ("games", "hana_games") else "game"
    rows = db.execute(f"SELECT rowid, {number}, {column} FROM {table}").fetchall()
    rowid, game, text = chance.choice(rows)
    with db:
        try:
            value = spoiled(text, chance)
            db.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, rowid))
        except (sqlite3.Error, OverflowError):
            pass  # the table takes no such value
    db.close()
    return None if table.startswith("hana") else game


def ask_everything(path: Path, victim: int | None) -> None:
    """Ask all that people ask of a record; only the victim may be damaged."""
    archive = RecordArchive(path)
    with Record(path) as record:
        good = {game.id for game in record.games()}
        assert good | {victim} >= set(record.lengths()), "one bad entry costs one game at most"
        assert good.isdisjoint(record.damaged())
        for game in record.lengths():
            for ask in (record.state, record.past, record.entries, record.summary):
                try:
                    ask(game)
                except RecordError:
                    assert game == victim
            for look in (archive.filed, archive.review, archive.told):
                with suppress(NotNow, NoSuchGame):
                    look(game)
        try:
            record.unfinished(None)
        except RecordError:
            assert victim == max(record.lengths())
    archive.games()
    with pytest.MonkeyPatch.context() as here:
        here.setenv("STATE_DIRECTORY", str(path.parent))
        listed = CliRunner().invoke(companion, ["games", "list", "--json"])
    assert isinstance(listed.exception, SystemExit | None)
    named = [json.loads(line)["game"] for line in listed.stdout.splitlines()]
    # Game 2 is a demonstration's, unless what says so was spoiled.
    assert sorted(str(one) for one in named if one != 2) == ["1", "3", "hana-1", "hana-2"], (
        "each game has one line, whatever is wrong with it"
    )
    with HanaRecord(path) as hana:
        for one in hana.games():
            try:
                hana.sitting(one.id)
            except RecordError:
                assert victim is None


def spoil_again_and_again(folder: Path, seed: int, trials: int) -> None:
    chance = random.Random(seed)
    whole = old_record(folder / "whole.sqlite3").read_bytes()
    for trial in range(trials):
        path = folder / "games.sqlite3"
        path.write_bytes(whole)
        victim = spoil(path, chance)
        try:
            ask_everything(path, victim)
        except Exception as error:
            raise AssertionError(f"seed {seed}, trial {trial}, game {victim}") from error


@pytest.mark.parametrize("seed", range(4))
def test_a_value_that_is_another_one_ends_in_a_sentence_and_costs_its_game_at_most(
    seed: int, tmp_path: Path
) -> None:
    spoil_again_and_again(tmp_path, seed, 40)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 105))
def test_two_thousand_values_are_spoiled_and_none_hides_another_game(
    seed: int, tmp_path: Path
) -> None:
    spoil_again_and_again(tmp_path, seed, 400)
