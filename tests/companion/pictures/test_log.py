"""Pictures of a game are kept on request, and the record says which cards they show."""

from __future__ import annotations

import logging
import stat
from pathlib import Path

import pytest

from companion.hanabi.cards import Card
from companion.hanabi.moves import RankHint
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.tellers import NOBODY
from companion.pictures.log import INDEX, PictureLog, forget_pictures
from companion.pictures.pictured import Keep, Pictured, PicturedPlace
from companion.pictures.truth import Logged as Picture
from companion.pictures.truth import PictureLogError, games_with_pictures, logged
from companion.play.controller import Controller
from companion.play.inputs import AnswerTap, CorrectTap, IdentifyTap, StartTap, Tap, TimedTap
from companion.play.lobby import Plan
from companion.play.running import RunningGame
from companion.record.corrections import Correction, FaceIs, Instead, Lay, Missed, Never, Tell
from companion.record.games import Record
from companion.referee.readings import Sight
from companion.views.view import PUBLIC
from tests.companion.filmed_table import FilmedTable, Game, Hands
from tests.companion.taking import take

HANDS = [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]
AT = "2026-11-20T19:00:00Z"
LONG = 3.4
FILE = b"\xff\xd8 a picture \xff\xd9"


def card(label: str) -> Card:
    return Card.parse(label)


class KeptGame:
    """A filmed game of which pictures are kept, as good eyes would make them."""

    def __init__(self, record: Record, folder: Path, hands: Hands = HANDS) -> None:
        self.folder = folder
        self.log = PictureLog(folder, "ours", 100)
        self.keep: Keep = self.log.eyes()
        self.seen: set[tuple[PicturedPlace, int, str | None]] = set()
        self.game = Game(record, hands)
        self.look(1.0)

    def look(self, still_for: float = LONG) -> None:
        """Let the eyes make their pictures, then the table take what they read."""
        table = self.game.table
        for index, column in enumerate(table.columns):
            for laid in column[-1:]:
                self._picture(PicturedPlace("column", index), laid.serial, laid.label)
        for laid in table.discards:
            self._picture(PicturedPlace("discards"), laid.serial, laid.label)
        for (seat, slot), shown in table.slots.items():
            if shown.sight in (Sight.FACE, Sight.UNKNOWN):
                self._picture(PicturedPlace("slot", slot, seat), shown.serial, shown.label)
        self.game.look(still_for)
        self.log.follow(self.game.now)

    def _picture(self, place: PicturedPlace, serial: int, label: str | None) -> None:
        if (place, serial, label) in self.seen:
            return
        self.seen.add((place, serial, label))
        sight = Sight.UNKNOWN if label is None else Sight.FACE
        t, core = self.game.table.t, (5.0, 5.0, 40.0, 60.0)
        self.keep(Pictured(place, serial, t, sight, label, (), core, FILE))

    def tap(self, tap: Tap, reader: int | None = 0) -> None:
        self.game.tap(TimedTap(self.game.table.t, tap, reader, NOBODY, AT))
        self.log.follow(self.game.now)

    def correct(self, correction: Correction) -> None:
        self.tap(CorrectTap(correction))

    def mat(self) -> list[tuple[str | None, str | None]]:
        """What was read in each picture of the mat, and what it shows by the record."""
        return [(one.label, one.card) for one in self.pictures() if one.laid]

    def racks(self) -> dict[tuple[int | None, int, str | None], str | None]:
        return {
            (one.place.seat, one.place.index, one.label): one.card
            for one in self.pictures()
            if not one.laid
        }

    def pictures(self) -> tuple[Picture, ...]:
        steps = self.game.record.past(self.game.now.id).timeline.steps
        return logged(self.folder, self.game.now.id, steps)


@pytest.fixture
def kept(record: Record, tmp_path: Path) -> KeptGame:
    return KeptGame(record, tmp_path / "pictures")


def test_a_laid_card_is_known_on_the_mat_and_as_it_stood_in_its_rack(kept: KeptGame) -> None:
    kept.game.table.play(0, 0, 0, "r4")
    kept.look()
    assert kept.mat() == [("r1", "r1")]
    assert kept.racks()[0, 0, "r1"] == "r1"
    assert kept.racks()[0, 0, "r4"] is None, "as long as it is not laid, only the eyes said so"
    assert all(one.path.read_bytes() == FILE for one in kept.pictures())
    assert {one.deck for one in kept.pictures()} == {"ours"}


def test_a_card_that_was_misread_shows_what_the_record_was_corrected_to(
    record: Record, tmp_path: Path
) -> None:
    kept = KeptGame(record, tmp_path, [["?", *HANDS[0][1:]], HANDS[1]])
    kept.game.table.lay("r4", 0)
    kept.game.table.put(0, 0, "w3")
    kept.look()
    assert kept.mat() == [("r4", "r4")]
    kept.correct(FaceIs(1, card("r1")))
    assert kept.mat() == [("r4", "r1")]
    assert kept.racks()[0, 0, None] == "r1", "which nobody could read as long as it stood there"


def test_a_card_that_nobody_could_read_shows_what_was_answered(kept: KeptGame) -> None:
    kept.game.table.put(0, 1, "?")
    kept.look()
    kept.game.table.lay(None, 0, "y1", "y2")
    kept.game.table.put(0, 1, "w3")
    kept.look()
    kept.tap(AnswerTap(card("y1")))
    kept.look()
    assert kept.mat() == [(None, "y1")]
    assert kept.racks()[0, 1, None] == "y1"


def test_what_is_put_right_after_a_restart_counts_too(kept: KeptGame) -> None:
    kept.game.table.play(0, 0, 0, "r4")
    kept.look()
    running = RunningGame.resume(kept.game.record, kept.game.now.id)
    PictureLog(kept.folder, "ours", 100).follow(running.game)
    take(running, TimedTap(0.0, CorrectTap(FaceIs(1, card("r2"))), 0, NOBODY, AT), 0.0)
    assert kept.mat() == [("r1", "r2")]


def test_a_turn_before_another_is_put_right_and_each_keeps_its_picture(kept: KeptGame) -> None:
    kept.game.table.play(0, 0, 0, "r4")
    kept.look()
    kept.game.table.play(1, 1, 1, "y5")
    kept.look()
    kept.correct(Instead(1, Lay(True, 3, card("b1"))))
    assert kept.mat() == [("r1", "b1"), ("y2", "y2")]


def test_a_turn_that_was_never_taken_leaves_its_picture_without_a_card(kept: KeptGame) -> None:
    kept.game.table.play(0, 0, 0, "r4")
    kept.look()
    kept.correct(Never(1))
    assert kept.mat() == [("r1", None)]


def test_a_turn_that_was_missed_has_a_picture_if_the_card_lies_there(kept: KeptGame) -> None:
    kept.game.table.lay("b2", 0)  # seat 1 lays a card although seat 0 was to move
    kept.game.table.put(1, 3, "w4")
    kept.look()
    assert kept.mat() == [("b2", None)]
    kept.correct(Missed(1, Tell(1, RankHint(2))))
    kept.look()
    assert dict(kept.mat())["b2"] == "b2"


def test_a_card_in_a_rack_is_what_a_person_said(record: Record, tmp_path: Path) -> None:
    kept = KeptGame(record, tmp_path, [["?", *HANDS[0][1:]], HANDS[1]])
    kept.look()
    assert kept.racks()[0, 0, None] is None
    kept.tap(IdentifyTap(0, {0: card("r3")}), 1)
    kept.look()
    assert kept.racks()[0, 0, None] == "r3"


def test_pictures_before_the_game_are_those_of_its_deal_only(
    record: Record, tmp_path: Path
) -> None:
    log = PictureLog(tmp_path, "ours", 100)
    keep = log.eyes()
    for serial, label in enumerate(("r5", "y5", "r1"), 1):  # cards that stood there before
        place = PicturedPlace("slot", 0, 0)
        keep(Pictured(place, serial, 0.0, Sight.FACE, label, (), (0, 0, 1, 1), FILE))
    assert games_with_pictures(tmp_path) == ()
    game = Game(record, HANDS)
    log.follow(game.now)
    steps = game.now.past.timeline.steps
    assert [one.label for one in logged(tmp_path, game.now.id, steps)] == ["r1"]


def test_the_oldest_games_make_room(record: Record, tmp_path: Path) -> None:
    for old in (3, 4, 11):
        (tmp_path / str(old)).mkdir(parents=True)
        (tmp_path / str(old) / "0001.jpg").write_bytes(bytes(250_000))
        (tmp_path / str(old) / INDEX).write_text("")
    (tmp_path / "notes").mkdir()
    log = PictureLog(tmp_path, "ours", 1)
    log.eyes()
    game = Game(record, HANDS)
    log.follow(game.now)
    log.follow(game.now)
    assert games_with_pictures(tmp_path) == (4, 11)
    assert (tmp_path / "notes").is_dir()


def test_a_game_takes_no_more_room_than_there_is(
    record: Record, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    log = PictureLog(tmp_path, "ours", 1)
    keep = log.eyes()
    game = Game(record, HANDS)
    with caplog.at_level(logging.WARNING):
        for number in range(20):
            picture = bytes(200_000)
            place = PicturedPlace("slot", 0, 0)
            keep(Pictured(place, number, 0.0, Sight.FACE, "r1", (), (0, 0, 1, 1), picture))
            log.follow(game.now)
    assert sum(path.stat().st_size for path in tmp_path.rglob("*.jpg")) <= 1_200_000
    assert caplog.text == "", "when that is depends on cards that are hidden"
    log.close()
    assert caplog.text.count("not all pictures were kept: they take 1 MB") == 1


def test_a_game_goes_on_where_pictures_cannot_be_written(
    record: Record, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "pictures").write_text("a file where the folder should be")
    log = PictureLog(tmp_path / "pictures", "ours", 1)
    log.eyes()
    game = Game(record, HANDS).now
    log.follow(game)
    log.follow(game)
    assert caplog.text == ""
    log.close()
    assert caplog.text.count("not all pictures were kept") == 1


def test_pictures_of_a_game_are_forgotten(kept: KeptGame) -> None:
    game = kept.game.now.id
    assert games_with_pictures(kept.folder) == (game,)
    forget_pictures(kept.folder, game)
    forget_pictures(kept.folder, game)
    assert games_with_pictures(kept.folder) == ()
    with pytest.raises(PictureLogError, match=f"no pictures were kept of game {game}"):
        kept.pictures()


@pytest.mark.parametrize("line", ["{", "[]", '{"picture": "1.jpg"}', '{"turn": "x"}', "\xff"])
def test_a_damaged_log_is_named(kept: KeptGame, line: str) -> None:
    index = kept.folder / str(kept.game.now.id) / INDEX
    index.write_bytes(index.read_bytes() + line.encode("latin-1") + b"\n")
    with pytest.raises(PictureLogError, match=r"index\.jsonl is damaged"):
        kept.pictures()


def test_a_line_that_a_power_cut_left_is_none(kept: KeptGame) -> None:
    before = len(kept.pictures())
    with (kept.folder / str(kept.game.now.id) / INDEX).open("a") as file:
        file.write('{"picture": "00')
    assert len(kept.pictures()) == before


def test_a_table_that_keeps_pictures_tells_and_shows_what_one_does_that_keeps_none(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever the hidden hands are, and however large their pictures."""
    told: list[object] = []
    for world, (hand, size) in enumerate([("r1", 0), ("r1", 300), ("w5", 300_000)]):
        with Record(tmp_path / f"{world}.sqlite3") as record:
            table = FilmedTable([[hand, *HANDS[0][1:]], HANDS[1]])
            said: list[object] = []
            evening = Controller(record, Plan(STANDARD), now=lambda: AT, tell=said.append)
            log = PictureLog(tmp_path / f"pictures {world}", "ours", 1)
            keep = log.eyes()
            evening.follower = log.follow if size else None
            for still in (LONG, LONG):
                evening.see(table.reading(still), table.t)
                table.t += still
            evening.ask(StartTap(0), 1)
            assert evening.game is not None
            for serial in range(6):
                picture = bytes(size)
                core = (0.0, 0.0, 1.0, 1.0)
                for slot in range(2):
                    place = PicturedPlace("slot", slot, 0)
                    keep(Pictured(place, serial, 0.0, Sight.FACE, hand, (), core, picture))
                evening.see(table.reading(LONG), table.t)
                table.t += LONG
            views = evening.views()
            told.append((said, views[PUBLIC], views[0], caplog.text))
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize(
    "line",
    ["[" * 100_000, '{"turn": [1%s, 0], "eyes": "a", "serial": 1}' % ("0" * 400)],
)
def test_a_line_that_no_program_can_read_is_a_damaged_log(kept: KeptGame, line: str) -> None:
    index = kept.folder / str(kept.game.now.id) / INDEX
    index.write_text(line + "\n")
    with pytest.raises(PictureLogError, match=r"index\.jsonl is damaged"):
        logged(kept.folder, kept.game.now.id, ())


def modes(folder: Path) -> set[int]:
    return {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("state", "folder_mode", "file"), [(0o755, 0o700, 0o600), (0o2770, 0o2770, 0o660)]
)
def test_the_pictures_of_hands_are_for_those_who_may_read_the_record_and_nobody_else(
    state: int, folder_mode: int, file: int, record: Record, tmp_path: Path
) -> None:
    home = tmp_path / "state"
    pictures = home / "pictures"
    pictures.mkdir(parents=True)
    home.chmod(state)
    pictures.chmod(0o755)  # as earlier versions made it
    game = KeptGame(record, pictures)
    game.look()
    kept = pictures / str(game.game.now.id)
    assert (kept / INDEX).exists()
    assert modes(home) == modes(pictures) == {folder_mode}
    assert modes(kept) == {file}
