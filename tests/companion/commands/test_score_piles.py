"""Photos of piles of Hana-awase, from the file to the score."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.referee.readings import Sight
from vision.deck_file import save_deck
from vision.hanafuda import CARD_SIZE, build_deck
from vision.photo.spread import Spread, SpreadCard, SpreadReader
from vision.simulator.piles import lay_out, photograph
from vision.simulator.setting import Setting
from vision.table.hana_layout import load_hana_layout

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data" / "hana-awase-examples.json").read_text(encoding="utf-8")
)
RESULTS = ("card_points", "yaku", "yaku_points_counted", "simplified", "traditional")
SQUARE = np.array([[0.0, 0], [10, 0], [10, 20], [0, 20]])


@pytest.fixture(scope="session")
def pack(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The project's own hanafuda pack."""
    path = tmp_path_factory.mktemp("decks") / "pack.deck"
    save_deck(build_deck(), path)
    return str(path)


@pytest.fixture
def shows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Pictures of which the test says what the eyes see in them."""
    seen: list[Spread] = []
    monkeypatch.setattr(SpreadReader, "read", lambda *_: seen.pop(0))

    def show(*spreads: Spread) -> list[str]:
        seen[:] = spreads
        names = [str(tmp_path / f"{number}.png") for number in range(len(spreads))]
        for name in names:
            cv2.imwrite(name, np.zeros((8, 8, 3), dtype=np.uint8))
        return names

    return show


def seen(label: str | None, turn: float | None = None, on_mat: bool = False) -> SpreadCard:
    sight = Sight.FACE if label else Sight.UNKNOWN
    return SpreadCard(sight, label, 0.9 if label else 0.2, SQUARE, turn, on_mat)


def round_the_mat(piles: Sequence[Sequence[str]], *more: SpreadCard, but: str = "") -> Spread:
    """All piles, each card before its seat; the card ``but`` cannot be read."""
    cards = [
        seen(None if label == but else label, seat / len(piles))
        for seat, pile in enumerate(piles)
        for label in pile
    ]
    return Spread(True, (*cards, *more))


def scored(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["score", *arguments, "--game", "hana-awase", "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    (report,) = [json.loads(line) for line in out.splitlines()]
    assert isinstance(report, dict)
    return report


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["score", *arguments, "--game", "hana-awase", "--json"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    return err


def written(folder: Path, options: object) -> str:
    path = folder / "options.json"
    path.write_text(json.dumps(options), encoding="utf-8")
    return str(path)


def results(report: dict[str, Any]) -> dict[str, Any]:
    return {key: report[key] for key in RESULTS}


def test_one_picture_of_all_piles_is_scored_as_the_worked_examples_are(
    shows: Any, pack: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for case in CASES[:-2]:
        options = written(tmp_path, case["options"])
        images = shows(round_the_mat(case["piles"]))
        report = scored(capsys, *images, "--deck", pack, "--options", options)
        assert results(report) == {key: case[key] for key in RESULTS}, case["name"]
        assert [sorted(pile) for pile in report["piles"]] == [
            sorted(pile) for pile in case["piles"]
        ]
        assert report["unknown"] == report["inferred"] == report["on_mat"] == []


def test_several_pictures_are_the_piles_in_order(
    shows: Any, pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    case = CASES[1]
    images = shows(*[Spread(False, tuple(map(seen, pile))) for pile in case["piles"]])
    report = scored(capsys, *images, "--deck", pack)
    assert results(report) == {key: case[key] for key in RESULTS}
    assert [one["image"] for one in report["images"]] == images


def test_the_one_unread_card_is_inferred_and_marked(
    shows: Any, pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    case = CASES[1]
    images = shows(round_the_mat(case["piles"], but="09-cup"))
    report = scored(capsys, *images, "--deck", pack)
    assert results(report) == {key: case[key] for key in RESULTS}
    (inferred,) = report["inferred"]
    assert (inferred["card"], inferred["pile"], inferred["why"]) == ("09-cup", 1, "last_missing")
    assert inferred["corners"] == SQUARE.tolist()
    assert report["unknown"] == []


def test_two_unread_cards_are_asked_for(
    shows: Any, pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    case = CASES[1]
    piles = [[label for label in pile if label != "01-crane"] for pile in case["piles"]]
    images = shows(round_the_mat(piles, seen(None, 0.0), but="09-cup"))
    report = scored(capsys, *images, "--deck", pack)
    asked = {one["pile"]: one["may_be"] for one in report["unknown"]}
    assert asked == {0: ["01-crane", "09-cup"], 1: ["09-cup", "01-crane"]}
    assert report["traditional"] is None
    assert report["warnings"][0]["kind"] == "cards_missing"
    assert (
        main(
            [
                "score",
                *shows(round_the_mat(piles, seen(None, 0.0), but="09-cup")),
                "--deck",
                pack,
                "--game",
                "hana-awase",
            ]
        )
        == 0
    )
    said = capsys.readouterr().out
    assert "which card of pile 2 lies round 5, 10? It may be: chrysanthemum with sake cup" in said


def test_the_joker_leaves_cards_on_the_mat_that_go_to_their_owners(
    shows: Any, pack: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    case = CASES[-1]
    left = [seen(label, 0.2, on_mat=True) for label in case["field_at_end"]]
    images = shows(round_the_mat(case["piles_before_leftovers"], *left))
    options = written(tmp_path, {"joker": True, "players": 3})
    report = scored(capsys, *images, "--deck", pack, "--options", options)
    assert results(report) == {key: case[key] for key in RESULTS}
    assert (report["november_leftover_to"], report["other_leftover_to"]) == (0, 1)
    assert report["on_mat"] == []


def test_a_deal_that_was_stopped_early_leaves_its_cards_on_the_mat(
    shows: Any, pack: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    case = CASES[-2]
    left = [seen(label, 0.2, on_mat=True) for label in case["unscored"]]
    options = written(tmp_path, {"early_stop": True})
    report = scored(
        capsys, *shows(round_the_mat(case["piles"], *left)), "--deck", pack, "--options", options
    )
    assert results(report) == {key: case[key] for key in RESULTS}
    assert report["on_mat"] == sorted(case["unscored"], key=report["on_mat"].index)
    assert "64 short" in report["traditional_refused"]
    assert report["warnings"] == []


def test_pictures_that_do_not_tell_whose_cards_they_are_are_refused(
    shows: Any, pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (image,) = shows(Spread(False, (seen("01-crane"),)))
    assert "does not show the mat" in refused(capsys, image, "--deck", pack)
    images = shows(*[Spread(False, ())] * 5)
    assert "got 5" in refused(capsys, *images, "--deck", pack)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"jokers": 1}, "there is no option 'jokers'"),
        ({"players": 5}, "Hana-awase is for 2 to 4, got 5"),
        ({"players": "2"}, "players: wants a whole number"),
        ([], "options: wants an object"),
    ],
)
def test_options_that_cannot_be_used_are_refused_by_name(
    options: object,
    said: str,
    shows: Any,
    pack: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    (image,) = shows(Spread(False, ()))
    err = refused(capsys, image, "--deck", pack, "--options", written(tmp_path, options))
    assert said in err


def test_what_is_for_hanabi_is_refused(
    shows: Any, pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (image,) = shows(Spread(False, ()))
    assert "--ruleset: is for hanabi" in refused(capsys, image, "--deck", pack, "--ruleset", "en")
    assert main(["score", image, "--deck", pack, "--players", "3"]) == 2
    assert "--players: is for hana-awase" in capsys.readouterr().err
    assert "got 7" in refused(capsys, image, "--deck", pack, "--players", "7")


def test_a_picture_that_cannot_be_read_is_said_and_nothing_is_scored(
    pack: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    missing = str(tmp_path / "none.jpg")
    assert main(["score", missing, "--deck", pack, "--game", "hana-awase", "--json"]) == 2
    out, err = capsys.readouterr()
    (report,) = [json.loads(line) for line in out.splitlines()]
    assert report["images"][0]["image"] == missing
    assert "error" in report["images"][0]
    assert "card_points" not in report
    assert err.count("\n") == 1


@pytest.mark.long
@pytest.mark.parametrize(("name", "wood"), [("E4a", "walnut"), ("E1", "oak"), ("E2", "cherry")])
def test_piles_round_the_mat_of_the_simulated_table_are_scored_end_to_end(
    name: str, wood: str, pack: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    case = next(case for case in CASES if case["name"].startswith(name))
    deck, mat = build_deck(), load_hana_layout()
    cards = lay_out(mat, case["piles"], CARD_SIZE, seed=1)
    players = case["players"]
    setting = Setting.seeded(players, seed=3, width=4608)
    setting = Setting(players, 3, 4608, 720.0, setting.camera_shift, setting.camera_turn, wood=wood)
    image = tmp_path / "table.png"
    cv2.imwrite(str(image), photograph(setting, deck, cards, mat))
    report = scored(capsys, str(image), "--deck", pack)
    assert results(report) == {key: case[key] for key in RESULTS}
    assert report["unknown"] == report["inferred"] == []
