"""The steps of an evening of Hana-awase, as the record keeps them."""

import json
import sqlite3

import pytest

from companion.hana_awase.charts import RULEBOOK
from companion.hana_awase.options import Method, Options
from companion.hana_table.record import HanaRecord
from companion.hana_table.sitting import replay
from companion.hana_table.steps import (
    MAT,
    CardPut,
    DealDrawn,
    DealScored,
    GameBegan,
    HanaStep,
    PilesShown,
    StepError,
    StepTakenBack,
    step_from_data,
    step_to_data,
)
from companion.record.errors import RecordError
from tests.companion.hana_table.evenings import card, evening_of


@pytest.mark.parametrize(
    "step",
    [
        GameBegan(Options(), 3, 2),
        GameBegan(Options(chart=RULEBOOK.changed({"willow": 99}), yaku={"spring": False}), 2, 0),
        GameBegan(Options(method=Method.TRADITIONAL, joker=True, deals=6), 4, 1),
        PilesShown(None, ((card("01-crane"),), ()), (card("02-poem"),), (0, MAT), ()),
        PilesShown(1, ((), (card("01-crane"),)), (), (), (card("01-crane"),)),
        CardPut(card("01-crane"), None),
        CardPut(card("01-crane"), MAT),
        CardPut(card("01-crane"), 1, card("01-poem")),
        DealScored((59, -19, -40)),
        DealDrawn(None),
        DealDrawn(2),
        StepTakenBack(),
    ],
)
def test_every_step_is_read_back_as_it_was_written(step: HanaStep) -> None:
    assert step_from_data(json.loads(json.dumps(step_to_data(step)))) == step


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"kind": "won"},
        {"kind": "put", "card": "13-crane", "place": 0},
        {"kind": "put", "card": "01-crane", "place": "0"},
        {"kind": "scored", "scores": [1.5]},
        {"kind": "began", "options": {}, "players": 7, "dealer": 0},
        {"kind": "began", "options": {"chart": "ours.toml"}, "players": 2, "dealer": 0},
        {
            "kind": "shown",
            "seat": None,
            "piles": [["01-crane"], ["01-crane"]],
            "on_mat": [],
            "unread": [],
            "inferred": [],
        },
    ],
)
def test_what_is_no_step_is_refused(data: object) -> None:
    with pytest.raises(StepError, match="no step of a game of Hana-awase"):
        step_from_data(data)


def test_steps_that_do_not_fit_one_another_are_refused() -> None:
    with pytest.raises(ValueError, match="begins with its beginning"):
        replay([DealDrawn(None)])
    with pytest.raises(ValueError, match="nothing to take back"):
        replay([GameBegan(Options(), 2, 0), StepTakenBack()])
    with pytest.raises(ValueError, match="2 play, got 1 piles"):
        replay([GameBegan(Options(), 2, 0), PilesShown(None, ((),), (), (), ())])


def test_the_record_keeps_each_step_for_good(record: HanaRecord) -> None:
    evening = evening_of(record)
    evening.put(card("01-crane"), 0)
    assert evening.game is not None
    db = record._db
    for change in (
        "UPDATE hana_steps SET step = '{}'",
        "DELETE FROM hana_steps",
        "UPDATE hana_games SET started = ''",
        f"INSERT INTO hana_steps VALUES ({evening.game}, 7, '', '', NULL)",
    ):
        with pytest.raises(sqlite3.IntegrityError, match=r"change|only with|follows"):
            db.execute(change)
    assert [one.steps for one in record.games()] == [2]


def test_a_damaged_game_is_said_in_one_sentence(record: HanaRecord) -> None:
    evening = evening_of(record)
    assert evening.game is not None
    record._db.execute(
        "INSERT INTO hana_steps VALUES (?, 2, '', '{\"kind\": \"won\"}', NULL)", (evening.game,)
    )
    with pytest.raises(RecordError, match="is damaged: step 2: entry 2 is not as it was written"):
        record.steps(evening.game)
