"""The power goes again and again while it writes: all that was announced is there afterwards."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from companion.demonstration.phones import HttpPhone
from tests.pi.pulls.card import PulledCard
from tests.pi.tapping import clues_after, still_there, tap_on

PULLS = int(os.environ.get("COMPANION_PULLS", "20"))
SEED = int(os.environ.get("COMPANION_SEED", "0")) or random.SystemRandom().randrange(10**6)


@pytest.fixture
def card(tmp_path: Path) -> Iterator[PulledCard]:
    with PulledCard(tmp_path) as card:
        yield card


def test_what_was_not_synced_is_gone_after_a_cut(card: PulledCard, tmp_path: Path) -> None:
    """Else the test after this one would show nothing."""
    card.plug_in()
    state = tmp_path / "state"
    (state / "synced").write_text("kept")
    os.sync()
    (state / "only written").write_text("lost")
    card.pull_the_plug()
    card.plug_in()
    assert (state / "synced").read_text() == "kept"
    assert not (state / "only written").exists()


def test_all_that_was_announced_is_there_after_each_cut(card: PulledCard) -> None:
    chance = random.Random(SEED)
    print(f"seed {SEED}, {PULLS} pulls", flush=True)
    card.plug_in()
    phone = HttpPhone(card.address, card.code, 0)
    phone.tap("start", {"first": 0, "players": 2})
    on_record = 0
    for pull in range(1, PULLS + 1):
        answered = [on_record]
        tapping = Thread(target=tap_on, args=(phone, answered))
        tapping.start()
        time.sleep(chance.uniform(0.5, 4.0))
        card.pull_the_plug()
        tapping.join()
        took = card.plug_in()
        view = phone.view()
        assert view["phase"] == "playing"
        found = len(view["game"]["log"])
        print(
            f"pull {pull}: {answered[0] - on_record} taps were answered; back after {took:.1f} s",
            flush=True,
        )
        taps = still_there(found, on_record, answered[0])
        wanted = clues_after(answered[0])
        assert taps is not None, f"{answered[0]} taps: {wanted} clues were announced, not {found}"
        on_record = taps
    print(f"{PULLS} pulls, {on_record} taps: nothing lost", flush=True)
