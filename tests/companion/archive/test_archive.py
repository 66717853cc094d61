"""The games on record, for pages."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.archive.archive import NoSuchGame, NotNow, RecordArchive
from companion.hanab_live.link import decode
from companion.hanabi.moves import Terminate
from companion.record.entries import Entry
from companion.record.games import Record
from tests.companion.archive.test_review import recorded
from tests.companion.hanabi.tables import play
from tests.companion.random_games import random_game
from tests.companion.record.written import AT, write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


def keep(path: Path, entries: Sequence[Entry]) -> int:
    """Put a game on record; return its number."""
    first, *rest = entries
    with Record(path) as record:
        started = first.events[0]
        number = record.begin(started, at=AT, source="table")  # type: ignore[arg-type]
        record.append(number, *rest)
    return number


def test_a_game_that_is_over_is_looked_at_again(path: Path) -> None:
    game = keep(path, recorded(play(0, "r1"), Terminate(None)))
    seen = RecordArchive(path).review(game)
    assert (seen.outcome, seen.played, len(seen.moments)) == ("terminated", 1, 2)


def test_of_a_game_that_runs_nothing_is_told(path: Path) -> None:
    game = keep(path, recorded(play(0, "r1")))
    with pytest.raises(NotNow, match="still running"):
        RecordArchive(path).review(game)
    with pytest.raises(NotNow, match="still running"):
        RecordArchive(path).told(game)


@pytest.mark.parametrize("number", [2, 0, 2**70])
def test_a_game_that_is_not_there_is_said_not_to_be(path: Path, number: int) -> None:
    keep(path, recorded(play(0, "r1")))
    with pytest.raises(NoSuchGame):
        RecordArchive(path).review(number)


def test_looking_creates_no_record(path: Path) -> None:
    with pytest.raises(NoSuchGame):
        RecordArchive(path).review(1)
    assert not path.exists()


def test_a_record_that_cannot_be_looked_for_is_not_taken_for_none(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("no folder")
    archive = RecordArchive(tmp_path / "state" / "games.sqlite3")
    with pytest.raises(NotNow, match=r"cannot look for .*games\.sqlite3: Not a directory"):
        archive.games()
    with pytest.raises(NotNow, match=r"cannot look for .*games\.sqlite3: Not a directory"):
        archive.review(1)


def test_a_record_that_cannot_be_used_is_said_in_one_sentence(path: Path) -> None:
    path.write_bytes(b"no record of games, but a letter to somebody " * 40)
    with pytest.raises(NotNow, match="not a record"):
        RecordArchive(path).review(1)


def test_a_game_is_told_to_the_other_site_with_the_cards_that_nobody_saw_made_up(
    path: Path,
) -> None:
    told = RecordArchive(path).told(keep(path, recorded(play(0, "r1"), Terminate(None))))
    assert told.link is not None
    assert told.made_up == 49
    deck = decode(told.link)["deck"]
    assert isinstance(deck, list)
    assert len(deck) == 50
    assert told.live is not None


def test_what_the_other_site_has_not_is_said(path: Path) -> None:
    game = next(
        game for game in map(random_game, range(50)) if game.started.ruleset.name == "colourful"
    )
    with Record(path) as record:
        number = write(record, game)
    told = RecordArchive(path).told(number)
    assert (told.live, told.link) == (None, None)
    assert told.why


def test_the_list_tells_of_every_game_and_counts_those_that_are_over(path: Path) -> None:
    keep(path, recorded(play(0, "r1"), Terminate(None)))
    keep(path, recorded(play(0, "r1"), play(5, "b3", 1)))
    over, running = RecordArchive(path).games()
    assert over.summary is not None
    assert over.figures is not None
    assert (over.game, over.summary.played, over.figures.score) == (1, 1, 1)
    assert running.summary is not None
    assert (running.game, running.summary.turns, running.figures) == (2, 2, None)


def test_the_list_follows_what_changes(path: Path) -> None:
    archive = RecordArchive(path)
    assert archive.games() == ()
    game = keep(path, recorded(play(0, "r1")))
    assert archive.games()[0].figures is None
    with Record(path) as record:
        *_, stopped, laid_down = recorded(play(0, "r1"), Terminate(None))
        record.append(game, stopped)
    assert archive.games()[0].figures is None, "the table has not confirmed the end"
    with Record(path) as record:
        record.append(game, laid_down)
    archive.remark(game, "The short one", ["Ania", None])
    (filed,) = archive.games()
    assert filed.summary is not None
    assert filed.figures is not None
    assert (filed.summary.title, filed.figures.names) == ("The short one", ("Ania", None))
    archive.remark(game, "", [])
    (filed,) = archive.games()
    assert filed.summary is not None
    assert (filed.summary.title, filed.summary.names) == ("", ())
    assert filed.figures is not None
    assert filed.figures.names == ()


def test_a_damaged_game_does_not_hide_the_others(path: Path) -> None:
    keep(path, recorded(play(0, "r1"), Terminate(None)))
    keep(path, recorded(play(0, "r1")))
    with Record(path) as record:
        record._db.executescript(
            "DROP TRIGGER entries_do_not_change;"
            " UPDATE entries SET events = '[]' WHERE game = 2 AND seq = 1"
        )
    archive = RecordArchive(path)
    assert [filed.summary is None for filed in archive.games()] == [False, True]
    with pytest.raises(NotNow, match="damaged"):
        archive.review(2)
    archive.delete(2)
    assert [filed.game for filed in archive.games()] == [1]


def test_a_game_is_deleted_unless_it_lies_on_the_table(path: Path) -> None:
    game = keep(path, recorded(play(0, "r1"), Terminate(None)))
    pictures = path.parent / "pictures"
    for other in (game, game + 1):
        (pictures / str(other)).mkdir(parents=True)
    with pytest.raises(NotNow, match="on the table"):
        RecordArchive(path, lambda: game).delete(game)
    RecordArchive(path, lambda: None).delete(game)
    assert RecordArchive(path).games() == ()
    assert [one.name for one in pictures.iterdir()] == [str(game + 1)], "and its pictures only"
    with pytest.raises(NoSuchGame):
        RecordArchive(path).delete(game)
