"""A tap that arrives twice counts once."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.hanabi.cards import Card
from companion.hanabi.moves import RankHint
from companion.play.inputs import ClueTap, IdentifyTap, StartTap
from companion.views.hub import Hub
from tests.web.phones import Phone, data
from tests.web.real_table import pages_of, unwatched
from web.idempotency import IdempotentTaps, KeptAnswer, KeyUsed, named


def answered(once: IdempotentTaps, phone: str, key: str, tap: str, first: KeptAnswer) -> str:
    """Give what is answered to a tap; ``first``, if it has not come before."""
    with once.claim(phone, key, tap) as claim:
        if claim.answer is None:
            claim.answer = first
    return claim.answer.body


def test_the_same_tap_is_answered_with_what_was_answered_first() -> None:
    once, one, other = IdempotentTaps(), KeptAnswer(200, "1"), KeptAnswer(200, "2")
    assert answered(once, "phone", "k", "undo", one) == "1"
    assert answered(once, "phone", "k", "undo", other) == "1"
    assert answered(once, "another", "k", "undo", other) == "2"
    with pytest.raises(KeyUsed):
        answered(once, "phone", "k", "redo", other)


def test_what_was_refused_in_an_old_view_is_not_remembered() -> None:
    once = IdempotentTaps()
    views = [KeptAnswer(409, f"view {number}", kept=False) for number in range(2)]
    assert [answered(once, "phone", "k", "undo", one) for one in views] == ["view 0", "view 1"]


def test_a_tap_that_failed_may_come_again() -> None:
    once = IdempotentTaps()
    with pytest.raises(ZeroDivisionError), once.claim("phone", "k", "undo"):
        _ = 1 // 0
    assert answered(once, "phone", "k", "undo", KeptAnswer(200, "done")) == "done"


def test_a_tap_that_comes_while_it_is_carried_out_waits_for_its_answer() -> None:
    once = IdempotentTaps()
    with ThreadPoolExecutor() as pool:
        with once.claim("phone", "k", "undo") as claim:
            again = pool.submit(answered, once, "phone", "k", "undo", KeptAnswer(200, "again"))
            assert not again.done()
            claim.answer = KeptAnswer(200, "first")
        assert again.result(10) == "first"


def test_a_page_that_slept_through_a_restart_undoes_no_other_turn(tmp_path: Path) -> None:
    """However many views the new start has shown: the page's number is none of them."""
    with unwatched(tmp_path / "games") as table:
        phone = Phone(pages_of(table), 0)
        assert table.ask(StartTap(0, 2), None).ok
        assert table.ask(ClueTap(0, 1, RankHint(1)), 0).ok
        slept = {"version": phone.version(), "key": "undo"}
    with unwatched(tmp_path / "games") as table:
        table.call(lambda controller: controller.resume())
        phone = phone.again(pages_of(table))
        for turn in range(1, 7):
            answer = phone.post("undo", **slept)
            assert (answer.status_code, data(answer)["stale"]) == (409, True), turn
            assert len(phone.view()["game"]["log"]) == turn
            assert table.ask(ClueTap(turn % 2, 1 - turn % 2, RankHint(2)), turn % 2).ok


def test_a_tap_that_was_carried_out_before_a_restart_counts_once(tmp_path: Path) -> None:
    with unwatched(tmp_path / "games") as table:
        phone = Phone(pages_of(table), 0)
        assert table.ask(StartTap(0, 2), None).ok
        body = {"version": phone.version(), "key": "clue", "target": 1, "value": 1}
        assert phone.post("clue", **body).status_code == 200
    with unwatched(tmp_path / "games") as table:
        table.call(lambda controller: controller.resume())
        phone = phone.again(pages_of(table))
        again = phone.post("clue", **body)
        assert (again.status_code, data(again)) == (200, {"ok": True}), "nobody has to tap again"
        assert phone.post("clue", **{**body, "value": 2}).status_code >= 400, "never tapped"
        other = phone.post("clue", **{**body, "value": 2, "key": "other"})
        assert (other.status_code, data(other)["stale"]) == (409, True)
        assert len(phone.view()["game"]["log"]) == 1


def test_a_tap_that_was_not_carried_out_before_a_restart_is_refused_after_it(
    tmp_path: Path,
) -> None:
    with unwatched(tmp_path / "games") as table:
        phone = Phone(pages_of(table), 0)
        assert table.ask(StartTap(0, 2), None).ok
        body = {"version": phone.version(), "key": "clue", "target": 1, "value": 1}
    with unwatched(tmp_path / "games") as table:
        table.call(lambda controller: controller.resume())
        phone = phone.again(pages_of(table))
        for _ in range(2):
            assert data(phone.post("clue", **body))["stale"]
        assert len(phone.view()["game"]["log"]) == 0


def told_after_a_restart(folder: Path, face: str) -> list[tuple[int, str]]:
    """What seat 0 is told of taps that it sends again; the other seat has named a card of its."""
    told = []
    taps: list[tuple[str, dict[str, object]]] = [
        ("clue", {"target": 1, "value": 1}),
        ("clue", {"target": 1, "value": 2}),  # it is not its turn any more
        ("undo", {}),
        ("name", {"slot": 0, "card": "r1"}),  # nobody has said that this is a tap
    ]
    with unwatched(folder) as table:
        phone = Phone(pages_of(table), 0)
        assert table.ask(StartTap(0, 2), None).ok
        assert table.ask(IdentifyTap(0, {0: Card.parse(face)}), 1).ok
        for number, (what, body) in enumerate(taps):
            body |= {"version": phone.version(), "key": f"tap-{number}"}
            told.append(phone.post(what, **body))
    with unwatched(folder) as table:
        table.call(lambda controller: controller.resume())
        phone = phone.again(pages_of(table))
        told += [phone.post(what, **body) for what, body in taps]
        last = json.dumps(phone.view(), sort_keys=True)
    said = [(answer.status_code, answer.get_data(as_text=True)) for answer in told]
    # Versions are numbers of a start, drawn by chance.
    return [(code, re.sub(r'"version":"?[^",]+"?', "", text)) for code, text in [*said, (0, last)]]


def test_what_is_told_of_a_tap_sent_again_does_not_depend_on_the_own_hand(tmp_path: Path) -> None:
    one, other = (told_after_a_restart(tmp_path / face, face) for face in ("r1", "b5"))
    assert [code for code, _ in one[:2]] == [200, 409]
    assert one[4][0] == 200, "the first was carried out"
    assert one == other


def test_what_one_phone_tapped_is_no_tap_of_another_under_the_same_key(tmp_path: Path) -> None:
    with unwatched(tmp_path / "games") as table:
        phones = [Phone(pages := pages_of(table), 0), Phone(pages, 1)]
        assert table.ask(StartTap(0, 2), None).ok
        body = {"version": phones[0].version(), "key": "clue", "giver": 0, "target": 1, "value": 1}
        assert phones[0].post("clue", **body).status_code == 200
        assert phones[1].post("clue", **body).status_code == 409


def test_the_name_of_a_tap_tells_neither_phone_nor_tap() -> None:
    taps = (("p", "k", "t"), ("p", "k", "u"), ("p", "l", "t"), ("pk", "", "t"))
    names = {named(*one) for one in taps}
    assert len(names) == 4
    assert all(re.fullmatch("[0-9a-f]{32}", name) for name in names)


def test_no_two_starts_of_a_table_share_a_version(tmp_path: Path) -> None:
    seen = set()
    for _ in range(5):
        with unwatched(tmp_path / "games") as table:
            snapshot = table.hub.snapshot(None)
            assert snapshot is not None
            assert 0 <= snapshot.version < 2**30, "the pages' JSON allows it"
            seen.add(snapshot.version)
    assert len(seen) == 5


def test_a_seat_that_is_dropped_and_comes_back_goes_on_counting() -> None:
    hub = Hub()
    hub.publish({None: {}, 1: {"a": 1}})
    hub.publish({None: {}})
    hub.publish({None: {}, 1: {"a": 2}})
    snapshot = hub.snapshot(1)
    assert snapshot is not None
    assert snapshot.version == 2
