"""Piles in a file, from the file to the score."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.files.paths import record_file
from companion.hana_awase.options import Caution, Options
from companion.hana_table.record import HanaRecord
from companion.hana_table.steps import DealScored, GameBegan

DOCS = Path(__file__).resolve().parents[3] / "docs" / "command-line.md"
EXAMPLES = Path(__file__).parents[2] / "data" / "hana-awase-examples.json"
CASES: list[dict[str, Any]] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
RESULTS = (
    "card_points",
    "yaku",
    "yaku_points_counted",
    "simplified",
    "traditional",
    "november_leftover_to",
    "other_leftover_to",
)


def scored(
    capsys: pytest.CaptureFixture[str], path: Path, code: int = 0
) -> tuple[list[dict[str, Any]], str]:
    assert main(["hana-awase", "score", str(path), "--json"]) == code
    out, err = capsys.readouterr()
    assert err.count("\n") == (1 if code else 0)
    return [json.loads(line) for line in out.splitlines()], err


def written(folder: Path, data: object) -> Path:
    path = folder / "piles.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def agree(reports: list[dict[str, Any]], cases: list[dict[str, Any]]) -> None:
    for report, case in zip(reports, cases, strict=True):
        wanted = {key: case[key] for key in RESULTS if key in case}
        assert {key: report[key] for key in wanted} == wanted, case["name"]
        assert report["name"] == case["name"]


def test_a_name_that_a_stranger_chose_steers_no_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = written(tmp_path, {**CASES[0], "name": "ours\n\x1b[2J\0"})
    assert main(["hana-awase", "score", str(path)]) == 0
    name, _, rest = capsys.readouterr().out.partition("\n")
    assert name == "ours \ufffd[2J\ufffd:"
    assert rest.startswith("Pile 1: ")


def test_all_worked_examples_are_scored_exactly(capsys: pytest.CaptureFixture[str]) -> None:
    agree(scored(capsys, EXAMPLES)[0], CASES)


def test_the_agreed_worked_examples_are_scored_exactly(
    capsys: pytest.CaptureFixture[str], shared: Path
) -> None:
    path = shared / "rules" / "hana-awase-examples.json"
    agree(scored(capsys, path)[0], json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]).split()[0])
def test_a_file_may_hold_one_case(
    case: dict[str, Any], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    agree(scored(capsys, written(tmp_path, case))[0], [case])


def test_a_deal_that_was_stopped_early_says_why_chips_cannot_be_paid(
    capsys: pytest.CaptureFixture[str],
) -> None:
    reports = scored(capsys, EXAMPLES)[0]
    refused = {report["name"][:2]: report.get("traditional_refused", "") for report in reports}
    assert refused.pop("E7").startswith("the piles hold 38 cards worth 200 points")
    assert set(refused.values()) == {""}


def test_leftovers_are_given_by_us(capsys: pytest.CaptureFixture[str]) -> None:
    report = scored(capsys, EXAMPLES)[0][-1]
    assert report["piles"] == [
        sorted(pile, key=report["piles"][seat].index)
        for seat, pile in enumerate(CASES[-1]["piles"])
    ]


def test_chips_are_paid_as_the_rulebook_describes(capsys: pytest.CaptureFixture[str]) -> None:
    paid = scored(capsys, EXAMPLES)[0][1]["payments"]
    assert paid[:2] == [
        {"from": 1, "to": None, "chips": 9},
        {"from": None, "to": 0, "chips": 9},
    ]
    assert {"from": 2, "to": 0, "chips": 60} in paid
    assert len(paid) == 2 + 6


def test_in_words_every_pile_is_told_with_its_yaku_and_the_method_in_force(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["hana-awase", "score", str(EXAMPLES)]) == 0
    said = capsys.readouterr().out
    assert "Pile 1: cards 97, yaku 60 (Four Lights 60)." in said
    assert "One card short of Five Lights: willow with the man in the rain." in said
    assert "Played by the simplified method: pile 1 has most." in said
    assert "The two methods of scoring name different winners of this deal." in said


@pytest.mark.parametrize(
    ("piles", "sentence"),
    [
        (
            lambda one, two: [[*one, "01-crane"], two],
            "49 cards are laid out, but a pack has 48: more than once: 01-crane in pile 0 (twice)",
        ),
        (
            lambda one, two: [one, [*two[1:], "01-crane"]],
            "a pack has each card once, but more than once: 01-crane in pile 0 and pile 1",
        ),
    ],
)
def test_impossible_piles_are_said_in_one_sentence_with_the_cards_concerned(
    piles: Any, sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    case = {"players": 2, "piles": piles(*CASES[0]["piles"])}
    (report,), _ = scored(capsys, written(tmp_path, case), code=2)
    assert report == {"error": sentence, "cards": ["01-crane"]}


def test_a_wrong_sum_is_said_with_the_missing_cards(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    one, two = CASES[0]["piles"]
    case = {"players": 2, "piles": [[label for label in one if label != "01-crane"], two]}
    (report,), _ = scored(capsys, written(tmp_path, case))
    assert {"kind": "cards_missing", "cards": ["01-crane"], "points": 20} in report["warnings"]
    assert report["traditional"] is None
    assert "47 cards worth 244 points instead of 48 worth 264" in report["traditional_refused"]


def test_options_that_people_ought_to_know_more_of_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    case = {**CASES[4], "options": {"weak_hand": True, "willow": "cancel_all"}}
    (report,), _ = scored(capsys, written(tmp_path, case))
    assert report["cautions"] == ["weak_hand_of_four", "cancel_all_hurts_owner"]
    assert main(["hana-awase", "score", str(written(tmp_path, case))]) == 0
    assert "With four players, five deals of six have a weak hand" in capsys.readouterr().out


@pytest.mark.parametrize("caution", Caution)
def test_what_people_ought_to_know_of_options_stands_in_the_docs(caution: Caution) -> None:
    assert f"`{caution.value}`" in DOCS.read_text(encoding="utf-8")


def test_a_case_that_cannot_be_scored_is_said_and_the_others_are_scored(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    twice = {**CASES[0], "piles": [CASES[0]["piles"][0], [*CASES[0]["piles"][1], "01-crane"]]}
    reports, err = scored(capsys, written(tmp_path, [twice, CASES[1]]), code=2)
    assert reports[0] == {
        "name": CASES[0]["name"],
        "error": "49 cards are laid out, but a pack has 48: more than once: "
        "01-crane in pile 0 and pile 1",
        "cards": ["01-crane"],
    }
    agree(reports[1:], CASES[1:2])
    assert "some piles cannot be scored" in err


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ({}, "a case has piles"),
        (7, "a case is an object"),
        ({"piles": 7}, "piles: wants a list of piles, got 7"),
        ({"piles": [["01-crane"], [7]]}, "piles, pile 1: wants a list of cards"),
        ({"piles": [["01-crane"], ["13-crane"]]}, "pile 1: there is no card '13-crane'"),
        ({"piles": [[]]}, "Hana-awase is for 2 to 4, got 1"),
        ({"piles": [[], []], "players": 3}, "says 3, but there are 2 piles"),
        ({"piles": [[], []], "options": 7}, "options: wants an object, got 7"),
        ({"piles": [[], []], "options": {"jokers": True}}, "there is no option 'jokers'"),
        ({"piles": [[], []], "options": {"joker": 1}}, "joker: wants true or false, got 1"),
        ({"piles": [[], []], "options": {"willow": "big"}}, "willow: wants one of plain, "),
        ({"piles": [[], []], "options": {"chart": "my"}}, "there is no chart 'my'; there are"),
        ({"piles": [[], []], "options": {"chart": "custom"}}, "'custom' wants chart_file"),
        ({"piles": [[], []], "options": {"chart": "no.toml"}}, "No such file"),
        ({"piles": [[], []], "options": {"deals": 0}}, "deals: a game has at least one deal"),
        ({"piles": [[], []], "options": {"yaku": {"spring": -1}}}, "spring wants a value"),
        ({"piles": [[], []], "options": {"yaku": {"sprong": 1}}}, "has no yaku 'sprong'"),
        ({"piles": [["05-chaff"] * 2, ["05-chaff"]]}, "2 cards 05-chaff, one more lies there"),
        (
            {"piles_before_leftovers": [[], []], "field_at_end": []},
            "joker: only with it are cards left over",
        ),
    ],
)
def test_a_case_that_is_none_is_said_in_one_sentence(
    case: object, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (report,), _ = scored(capsys, written(tmp_path, case), code=2)
    assert said in report["error"]
    assert "\n" not in report["error"]


@pytest.mark.parametrize("text", ["", "[", "{}]", "\0"])
def test_a_file_that_is_no_json_is_said(
    text: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "piles.json"
    path.write_text(text, encoding="utf-8")
    reports, err = scored(capsys, path, code=2)
    assert reports == []
    assert "is no JSON" in err


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\xff\xfe", "it is no text in UTF-8"),
        (b"[" * 100_000, "it is nested too deeply"),
        (b"9" * 10_000, "a number is too long"),
    ],
    ids=range(3),
)
def test_why_a_file_is_no_json_is_said_for_people_and_not_for_programmers(
    data: bytes, why: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "piles.json"
    path.write_bytes(data)
    _, err = scored(capsys, path, code=2)
    assert err == f"companion: {path} is no JSON: {why}\n"


def test_piles_in_which_a_field_is_there_twice_are_not_scored_by_the_last_of_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "piles.json"
    path.write_text('{"players": 2, "options": {}, "players": 3}')
    _, err = scored(capsys, path, code=2)
    assert err == f'companion: {path}: the field "players" is there twice\n'


def test_chaff_that_looks_alike_may_be_given_by_month(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def merged(label: str) -> str:
        month, _, name = label.partition("-")
        return f"{month}-chaff" if name in ("chaff1", "chaff2", "chaff3") else label

    piles = [[merged(label) for label in pile] for pile in CASES[1]["piles"]]
    agree(scored(capsys, written(tmp_path, {**CASES[1], "piles": piles}))[0], [CASES[1]])


# --------------------------------------------------------------------------------- own charts

OWN = """
base = "rulebook"
off = ["wisteria"]

[[yaku]]
id = "five_brights"
value = 200

[[yaku]]
id = "seven_five_three"
value = 20
cards = ["07-boar", "05-red", "03-curtain"]
names = { en = "Seven, Five, Three", ja = "七五三" }
"""


def with_chart(folder: Path, text: str, **options: object) -> Path:
    (folder / "ours.toml").write_text(text, encoding="utf-8")
    return written(folder, {**CASES[0], "options": options or {"chart": "ours.toml"}})


def test_an_own_chart_changes_a_printed_one_and_lies_beside_the_piles(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for options in ({"chart": "ours.toml"}, {"chart": "custom", "chart_file": "ours.toml"}):
        (report,), _ = scored(capsys, with_chart(tmp_path, OWN, **options))
        assert report["yaku"][0] == {"five_brights": 200}
        assert "wisteria" not in report["yaku"][1]
        lacking = {one["yaku"]: one["cards"] for one in report["one_short"][0]}
        assert lacking["seven_five_three"] == ["07-boar"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("yaku = 7", "yaku: wants a list"),
        ("base = 'mine'", "base: there is no chart 'mine'"),
        ("names = 1", "there is no key names"),
        ("", "a chart has at least one yaku"),
        ("base = 'rulebook'\noff = ['drinking']", "off: there is no yaku 'drinking'"),
        ("[[yaku]]\nid = 'x'\ncards = ['01-crane']", "yaku x: has no value"),
        ("[[yaku]]\nid = 'x'\nvalue = 7", "yaku x: has no cards"),
        ("[[yaku]]\nid = 'x'\nvalue = 7\ncards = ['01-cran']", "there is no card '01-cran'"),
        ("[[yaku]]\nid = 'x'\nvalue = 7\ncards = ['01-crane']\nneed = 2", "needs 1 to 1"),
        ("[[yaku]]\nid = 'x'\nvalue = '7'\ncards = ['01-crane']", "value: wants a whole number"),
        ("[[yaku]]\nid = 'x'\nvalu = 7", "there is no key valu; there are: id, value"),
        ("[[yaku]]\nvalue = 7", "yaku: each has an id"),
        ("[[yaku", "ours.toml"),
    ],
)
def test_a_chart_that_is_none_is_said_with_its_file(
    text: str, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (report,), _ = scored(capsys, with_chart(tmp_path, text), code=2)
    assert said in report["error"]
    assert "ours.toml" in report["error"]


# ------------------------------------------------------------------------------- games on record


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return record_file()


def test_no_games_are_said_and_nothing_is_created(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hana-awase", "games"]) == 0
    assert capsys.readouterr().out == "No games of Hana-awase yet.\n"
    assert not state.exists()


def test_games_are_listed_with_their_deals_and_totals(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with HanaRecord(state) as record:
        game = record.begin(GameBegan(Options(deals=2), 2, 0), at="2026-11-20T19:30:00Z")
        for scores in ((150, 144), (90, 204)):
            record.append(game, DealScored(scores), at="")
        record.begin(GameBegan(Options(), 3, 1), at="2026-11-21T19:30:00Z")
    assert main(["hana-awase", "games", "--json"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {
        "game": 1,
        "started": "2026-11-20T19:30:00Z",
        "players": 2,
        "method": "simplified",
        "chart": "rulebook",
        "deals": [[150, 144], [90, 204]],
        "totals": [240, 348],
        "over": True,
        "winners": [1],
    }
    assert (second["deals"], second["over"], second["winners"]) == ([], False, [])
    assert main(["hana-awase", "games"]) == 0
    assert "2 players, rulebook, simplified: 2 deals, totals 240, 348 (over)" in (
        capsys.readouterr().out
    )


def test_a_damaged_game_is_one_line(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with HanaRecord(state) as record:
        game = record.begin(GameBegan(Options(), 2, 0), at="")
        record.append(game, DealScored((1, 2, 3)), at="")
    assert main(["hana-awase", "games"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "game 1 of Hana-awase in " in err
    assert "is damaged: 2 play, got 3 scores" in err
    assert main(["hana-awase", "games", "--json"]) == 2
    err = capsys.readouterr().err
    assert err == "companion: some games are damaged; the lines above say which\n"
