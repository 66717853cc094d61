"""Attempts to see a hand before the table has laid it down, or to go on after it has."""

from __future__ import annotations

import io
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.archive.archive import NotNow, RecordArchive
from companion.backup.backup import Places, backup
from companion.cli import main as companion
from companion.hanabi.cards import Card
from companion.mqtt.buttons import Buttons
from companion.mqtt.discovery import NEW_GAME, UNDO
from companion.panel.panel import Press
from companion.play.inputs import IdentifyTap, StartTap
from companion.record.games import Record
from companion.services import Services
from companion.table import Table
from tests.web.phones import CODE, SECRET, Phone, agreed, data
from tests.web.real_table import pages_of, unwatched
from tests.web.test_stream import Listener
from web import create_app
from web.config import PageConfig

Two = tuple[Phone, Phone]
SHOWN = {"w4", "b2"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with unwatched(tmp_path / "games") as table:
        assert table.ask(StartTap(0, 2), None).ok
        yield table


@pytest.fixture
def phones(table: Table) -> Two:
    pages = pages_of(table)
    both = Phone(pages, 0), Phone(pages, 1)
    name_hands(table)
    return both


def name_hands(table: Table) -> None:
    """Each of two sees a white 4 and a blue 2 in the other's hand."""
    for seat in (0, 1):
        faces = {3: Card.parse("w4"), 4: Card.parse("b2")}
        assert table.ask(IdentifyTap(seat, faces), 1 - seat).ok


def burn(phones: Two, *labels: str) -> None:
    """Whoever is to move plays a card that does not fit."""
    for label in labels:
        game = phones[0].view()["game"]
        seat = game["to_move"]
        slot = game["hands"][seat][0]["slot"]
        assert phones[seat].tap("lay", seat=seat, slot=slot, pile="fireworks").status_code == 200
        assert phones[seat].tap("answer", card=label).status_code == 200


def lose(phones: Two) -> None:
    burn(phones, "r5", "y5", "g5")
    assert phase(phones[0]) == "ending"


def phase(phone: Phone) -> object:
    return phone.view()["phase"]


def shown(phone: Phone, seat: int, path: str = "/api/view") -> set[str]:
    hands: Any = data(phone.get(path))["view"]["game"]["hands"]
    return {card["face"] for card in hands[seat] if card["face"]}


def are_closed(phones: Two) -> bool:
    """Say whether no page shows a hand to whoever must not see it."""
    own = [shown(phone, seat) for seat, phone in enumerate(phones)]
    public = [shown(phones[0], seat, "/api/view?public=1") for seat in (0, 1)]
    return not any((*own, *public))


def press(table: Table, button: Press) -> None:
    table.call(lambda controller: controller.press(button))


def let_go_on(phone: Phone) -> None:
    """Correct a game that lies open so that its last turn was never taken."""
    never = {"kind": "never", "turn": 3}
    assert phone.tap("correct", correction=never).status_code == 200
    assert phase(phone) == "playing"


# ------------------------------------------------------------------------- before it is laid down


def test_a_restart_before_the_hands_are_laid_down_opens_none_and_undo_goes_on(
    tmp_path: Path,
) -> None:
    with unwatched(tmp_path / "games") as table:
        assert table.ask(StartTap(0, 2), None).ok
        pages = pages_of(table)
        both = Phone(pages, 0), Phone(pages, 1)
        name_hands(table)
        lose(both)
    with unwatched(tmp_path / "games") as table:
        assert table.call(lambda controller: controller.resume()) is not None
        pages = pages_of(table)
        both = both[0].again(pages), both[1].again(pages)
        assert phase(both[0]) == "ending"
        assert are_closed(both)
        assert agreed(both[1], both[0], "undo").status_code == 200
        assert phase(both[0]) == "playing"
        assert are_closed(both)


def test_a_restart_after_the_hands_were_laid_down_takes_up_no_game(tmp_path: Path) -> None:
    with unwatched(tmp_path / "games") as table:
        assert table.ask(StartTap(0, 2), None).ok
        pages = pages_of(table)
        both = Phone(pages, 0), Phone(pages, 1)
        lose(both)
        assert both[0].tap("lay-down").status_code == 200
    with unwatched(tmp_path / "games") as table:
        assert table.call(lambda controller: controller.resume()) is None
        assert Phone(pages_of(table), 0).tap("undo").status_code == 409


def test_a_stream_that_is_open_since_the_deal_shows_no_own_hand_at_the_end(
    phones: Two,
) -> None:
    stream = Listener(phones[0])
    stream.next()
    stream.snapshot()
    lose(phones)
    sent = stream.snapshot()
    assert sent["view"]["phase"] == "ending"
    assert {card["face"] for card in sent["view"]["game"]["hands"][0]} == {None}
    public = Listener(phones[1], "/api/v1/stream?public=1")
    public.next()
    hands = public.snapshot()["view"]["game"]["hands"]
    assert {card["face"] for hand in hands for card in hand} == {None}


def test_nothing_that_is_given_out_has_a_hand_of_a_game_that_may_go_on(
    phones: Two, table: Table, tmp_path: Path
) -> None:
    lose(phones)
    game = table.game_on_it()
    assert game is not None
    archive = RecordArchive(tmp_path / "games", table.game_on_it)
    pages = create_app(
        table, PageConfig(secret=SECRET, code=CODE, services=Services(archive=archive))
    )
    phone = phones[0].again(pages)
    for path in ("games", "v1/games", f"games/{game}/review", f"games/{game}/export", "games/csv"):
        said = phone.get(f"/api/{path}").get_data(as_text=True)
        assert "w4" not in said, path
        assert "b2" not in said, path
    for ask in (archive.review, archive.told, archive.delete):
        with pytest.raises(NotNow):
            ask(game)
    places = Places(tmp_path / "games", tmp_path / "decks", tmp_path / "settings.toml")
    with zipfile.ZipFile(io.BytesIO(backup(places, "2026-11-20T19:00:00Z").data)) as saved:
        for part in saved.namelist():
            assert b"w4" not in saved.read(part), part


def test_the_terminal_tells_no_hand_of_a_game_that_may_go_on(
    phones: Two,
    table: Table,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lose(phones)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    with (
        sqlite3.connect(tmp_path / "games") as there,
        sqlite3.connect(tmp_path / "games.sqlite3") as copy,
    ):
        there.backup(copy)
    game = str(table.game_on_it())
    for words in (["games", "show", game], ["games", "show", game, "--json"], ["games", "list"]):
        assert companion(words) == 0
        said = capsys.readouterr().out
        assert "w4" not in said, words
        assert "g5" in said or words[1] == "list"
    assert companion(["export", game]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_whoever_sees_all_hands_after_the_end_is_on_record_and_stays_known(
    phones: Two, table: Table, tmp_path: Path
) -> None:
    lose(phones)
    game = table.game_on_it()
    assert game is not None
    looking = Phone(phones[0].client.application)
    assert looking.post("join", seat=None, sees_all=True, name="Ola").status_code == 200
    assert phones[0].tap("undo").status_code == 200
    with Record(tmp_path / "games") as record:
        noted = [entry.amendment for entry in record.entries(game) if entry.amendment]
    assert any(one.change.value == "seated" and "Ola" in one.who for one in noted)
    assert looking.post("join", seat=1).status_code == 409


def test_nobody_takes_another_seat_between_the_end_and_lay_down_and_then_goes_on(
    phones: Two,
) -> None:
    lose(phones)
    assert phones[0].post("confirm", seat=0, sits=False).status_code == 200
    assert phones[0].post("join", seat=1).status_code == 409
    assert shown(phones[0], 0) == set()


def test_between_the_end_and_lay_down_nobody_names_or_photographs_his_own_hand(
    phones: Two,
) -> None:
    lose(phones)
    assert phones[0].tap("identify", seat=0, slot=3, card="w4").status_code == 409
    assert phones[0].tap("arrange", order=[0, 1, 2, 3, 4]).status_code == 409
    assert phones[0].tap("check", target=1, value=4).status_code == 409
    hints = phones[0].view()["game"]["hints"]
    assert hints == [None, None]
    assert are_closed(phones)


def test_a_lay_down_that_was_tapped_before_an_undo_comes_too_late(phones: Two) -> None:
    lose(phones)
    version = phones[0].version()
    assert agreed(phones[1], phones[0], "undo").status_code == 200
    late = phones[0].post("lay-down", version=version, key="late")
    assert late.status_code == 409
    assert data(late)["stale"] is True
    assert phase(phones[0]) == "playing"
    assert are_closed(phones)


def test_no_button_but_confirm_lays_hands_down_and_a_broker_does_not(
    phones: Two, table: Table
) -> None:
    lose(phones)
    for button in (Press.CLUE, Press.PLAY, Press.DISCARD, Press.FUSE):
        press(table, button)
    buttons = Buttons(table)
    assert not buttons.press(NEW_GAME, b"PRESS").ok
    assert phase(phones[0]) == "ending"
    assert are_closed(phones)
    assert buttons.press(UNDO, b"PRESS").ok
    assert phase(phones[0]) == "playing"


def test_a_phone_that_is_asked_for_its_rack_sees_no_hand_at_the_end_either(
    phones: Two, table: Table
) -> None:
    phones[1].post("leave")
    asked = Phone(phones[0].client.application, 1, sits=None)
    lose((phones[0], phones[0]))
    assert shown(asked, 0) == shown(asked, 1) == set()
    page = asked.get("/seat").get_data(as_text=True)
    assert "Is this your place?" in page
    assert "w4" not in page.partition("<main")[2].partition("</main>")[0]


def test_a_new_game_closes_the_old_one_and_shows_none_of_its_hands(
    phones: Two, table: Table, tmp_path: Path
) -> None:
    lose(phones)
    old = table.game_on_it()
    assert old is not None
    assert phones[1].tap("start", first=1, players=2).status_code == 200
    assert phase(phones[0]) == "playing"
    assert are_closed(phones)
    assert RecordArchive(tmp_path / "games").review(old).outcome == "strikeout"
    assert phones[0].tap("undo").status_code == 409, "no turn of the new game was taken"
    assert phase(phones[0]) == "playing"


def test_a_game_that_cannot_begin_lays_no_hands_of_the_last_one_down(phones: Two) -> None:
    lose(phones)
    assert phones[0].tap("start", first=0, players=9).status_code in (400, 409)
    assert phones[0].tap("start", first=4, players=2).status_code == 409
    assert phase(phones[0]) == "ending"
    assert are_closed(phones)


def test_a_game_that_cannot_be_written_down_lays_no_hands_of_the_last_one_down(
    phones: Two, table: Table
) -> None:
    lose(phones)
    table.call(lambda controller: controller._record._db.execute("PRAGMA query_only = 1"))
    refused = phones[0].tap("start", first=0, players=2)
    assert refused.status_code == 409
    table.call(lambda controller: controller._record._db.execute("PRAGMA query_only = 0"))
    assert phase(phones[0]) == "ending"
    assert are_closed(phones)
    assert phones[0].tap("undo").status_code == 200
    assert phase(phones[1]) == "playing"


# --------------------------------------------------------------------------- after it is laid down


def test_after_lay_down_neither_undo_nor_redo_nor_a_button_goes_on(
    phones: Two, table: Table
) -> None:
    lose(phones)
    assert phones[0].tap("lay-down").status_code == 200
    for what in ("undo", "redo"):
        assert phones[1].tap(what).status_code == 409
    press(table, Press.UNDO)
    table.redo()
    assert not Buttons(table).press(UNDO, b"PRESS").ok
    assert phones[0].tap("pause", paused=True).status_code in (200, 409)
    assert phases(phones) == ["over", "over"]
    assert phones[0].view()["paused"] is False


def phases(phones: Two) -> list[object]:
    return [phase(phone) for phone in phones]


def test_what_a_counted_clue_was_can_still_be_told_and_closes_no_hand(tmp_path: Path) -> None:
    with unwatched(tmp_path / "games") as table:
        assert table.ask(StartTap(0, 2), None).ok
        pages = pages_of(table)
        both = Phone(pages, 0), Phone(pages, 1)
        while phase(both[0]) == "playing":
            game = both[0].view()["game"]
            if game["clue_tokens"][0] == game["clue_tokens"][1] or game["turns_left"] == 1:
                press(table, Press.CLUE)
            else:
                press(table, Press.DISCARD)
        assert both[0].view()["game"]["outcome"] == "deck_out"
        last = both[0].view()["game"]["log"][-1]["seat"]
        assert both[0].tap("lay-down").status_code == 200
        both[last].tap("clue", target=1 - last, value=1)
        assert phase(both[0]) == "over"


def test_a_game_that_a_correction_let_go_on_is_closed_until_it_is_laid_down_anew(
    tmp_path: Path,
) -> None:
    with unwatched(tmp_path / "games") as table:
        assert table.ask(StartTap(0, 2), None).ok
        pages = pages_of(table)
        both = Phone(pages, 0), Phone(pages, 1)
        name_hands(table)
        lose(both)
        assert both[0].tap("lay-down").status_code == 200
        let_go_on(both[0])
        burn(both, "b5")
        assert phase(both[0]) == "ending"
        assert are_closed(both)
    with unwatched(tmp_path / "games") as table:
        assert table.call(lambda controller: controller.resume()) is not None
        pages = pages_of(table)
        both = both[0].again(pages), both[1].again(pages)
        assert phase(both[0]) == "ending"
        assert are_closed(both)
        assert both[0].tap("undo").status_code == 200
        assert phase(both[0]) == "playing"


def test_taking_the_correction_back_that_let_it_go_on_opens_no_hand_by_itself(
    phones: Two, table: Table
) -> None:
    lose(phones)
    assert phones[0].tap("lay-down").status_code == 200
    let_go_on(phones[0])
    assert table.ask(IdentifyTap(0, {2: Card.parse("y3")}), 1).ok
    assert are_closed(phones)
    assert phones[0].tap("undo").status_code == 200
    assert phase(phones[0]) == "ending", "one tap opens nothing"
    assert are_closed(phones)
    assert phones[0].tap("redo").status_code == 200
    assert phase(phones[0]) == "playing"
    assert phones[0].tap("undo").status_code == 200
    assert phones[0].tap("lay-down").status_code == 200
    assert phase(phones[0]) == "over"
    assert shown(phones[0], 0) >= SHOWN
    assert phones[0].tap("redo").status_code == 409
    assert phones[0].view()["redo"] is False


def test_the_panel_begins_the_next_game_though_something_was_undone_before_the_last_ended(
    phones: Two, table: Table
) -> None:
    lose(phones)
    assert phones[0].tap("lay-down").status_code == 200
    let_go_on(phones[0])
    assert phones[0].tap("undo").status_code == 200
    assert phones[0].tap("lay-down").status_code == 200
    old = table.game_on_it()
    press(table, Press.CONFIRM)
    assert table.game_on_it() != old
    assert phase(phones[0]) == "playing"


def test_a_correction_of_an_open_game_that_stays_over_closes_nothing(phones: Two) -> None:
    lose(phones)
    assert phones[0].tap("lay-down").status_code == 200
    face = {"kind": "face", "turn": 3, "card": "b5"}
    assert phones[1].tap("correct", correction=face).status_code == 200
    assert phases(phones) == ["over", "over"]
    assert shown(phones[0], 0) == SHOWN


def test_a_correction_that_ends_a_running_game_opens_no_hand(phones: Two) -> None:
    burn(phones, "r5", "y5", "b1")
    face = {"kind": "face", "turn": 3, "card": "g5"}
    assert phones[0].tap("correct", correction=face).status_code == 200
    assert phases(phones) == ["ending", "ending"]
    assert are_closed(phones)


def test_after_a_game_goes_on_again_no_phone_changes_its_seat_unasked(phones: Two) -> None:
    lose(phones)
    assert phones[0].tap("lay-down").status_code == 200
    phones[0].get("/api/view")
    let_go_on(phones[0])
    assert phones[0].post("join", seat=1).status_code == 409
    assert are_closed(phones)


def test_the_archive_closes_again_with_a_game_that_goes_on(
    phones: Two, table: Table, tmp_path: Path
) -> None:
    lose(phones)
    game = table.game_on_it()
    assert game is not None
    archive = RecordArchive(tmp_path / "games")
    assert phones[0].tap("lay-down").status_code == 200
    assert [one.figures is None for one in archive.games()] == [False]
    let_go_on(phones[0])
    assert [one.figures is None for one in archive.games()] == [True]
    for ask in (archive.review, archive.told):
        with pytest.raises(NotNow):
            ask(game)
    assert phones[0].view()["record"] is None
    assert table.is_running()


# ------------------------------------------------------------------------------ where it is stopped


@pytest.mark.parametrize("by", ["phone", "restart", "panel"])
def test_a_game_that_was_stopped_shows_no_hand_and_goes_on_by_undo(tmp_path: Path, by: str) -> None:
    with unwatched(tmp_path / "games") as table:
        assert table.ask(StartTap(0, 2), None).ok
        pages = pages_of(table)
        both = Phone(pages, 0), Phone(pages, 1)
        name_hands(table)
        burn(both, "r5")
        assert agreed(*both, "new").status_code == 200
        assert phases(both) == ["ending", "ending"]
        assert are_closed(both)
        if by == "phone":
            assert both[1].tap("undo").status_code == 200
        elif by == "panel":
            press(table, Press.UNDO)
        if by != "restart":
            assert phases(both) == ["playing", "playing"]
    with unwatched(tmp_path / "games") as table:
        assert table.call(lambda controller: controller.resume()) is not None
        pages = pages_of(table)
        both = both[0].again(pages), both[1].again(pages)
        if by == "restart":
            assert phases(both) == ["ending", "ending"]
            assert are_closed(both)
            assert both[0].tap("undo").status_code == 200
        game = both[0].view()["game"]
        assert phases(both) == ["playing", "playing"]
        assert are_closed(both)
        assert [turn["card"] for turn in game["log"]] == ["r5"], "only the stop was undone"
        assert game["strikes"] == [1, 3]
        burn(both, "y5", "g5")
        assert game["outcome"] is None
        assert phases(both) == ["ending", "ending"]


def test_undo_after_undo_of_a_stop_takes_the_turn_back(phones: Two) -> None:
    burn(phones, "r5")
    assert agreed(*phones, "new").status_code == 200
    assert phones[1].tap("undo").status_code == 200
    assert phones[0].tap("undo").status_code == 200, "its own turn"
    assert phones[0].view()["game"]["log"] == []
    assert phones[0].tap("redo").status_code == 200
    assert len(phones[0].view()["game"]["log"]) == 1
    assert are_closed(phones)


def test_a_stopped_game_whose_hands_are_laid_down_cannot_be_taken_up_again(
    phones: Two, tmp_path: Path
) -> None:
    burn(phones, "r5")
    assert agreed(*phones, "new").status_code == 200
    assert phones[0].tap("lay-down").status_code == 200
    for what in ("undo", "redo"):
        assert phones[0].tap(what).status_code == 409, what
    assert phases(phones) == ["over", "over"]
    with Record(tmp_path / "games") as record:
        assert record.unfinished(None) is None


def test_a_second_stop_from_a_page_that_has_not_seen_the_first_lays_nothing_down(
    phones: Two,
) -> None:
    version = phones[1].version()
    assert agreed(*phones, "new").status_code == 200
    assert phones[1].post("new", version=version, key="late").status_code == 409
    assert phases(phones) == ["ending", "ending"]
    assert are_closed(phones)


def test_a_stopped_game_stays_out_of_what_is_given_out(
    phones: Two, table: Table, tmp_path: Path
) -> None:
    burn(phones, "r5")
    game = table.game_on_it()
    assert game is not None
    assert agreed(*phones, "new").status_code == 200
    archive = RecordArchive(tmp_path / "games", table.game_on_it)
    for ask in (archive.review, archive.told, archive.delete):
        with pytest.raises(NotNow):
            ask(game)
    assert table.is_running()
    assert not Buttons(table).press(NEW_GAME, b"PRESS").ok, "a broker lays nothing down"
    assert are_closed(phones)
