from pathlib import Path

import pytest

from companion.film.tap_list import InputsError, read_inputs
from companion.hanabi.cards import Card, Suit
from companion.hanabi.moves import ColourHint, RankHint, Tile
from companion.play.inputs import (
    AnswerTap,
    ClueTap,
    CountTap,
    NameTap,
    RearrangeTap,
    TileTap,
    TimedTap,
    UndoTap,
)

CLUE = '{"t": 1, "kind": "clue", "giver": 0, "target": 1, "colour": "r"}'


def inputs(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "inputs.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_taps_are_read_in_the_order_of_their_time(tmp_path: Path) -> None:
    path = inputs(
        tmp_path,
        '{"t": 7.5, "kind": "clue", "giver": 1, "target": 0, "value": 3}',
        "",
        CLUE,
        '{"t": 9, "kind": "answer", "card": "b4"}',
        '{"t": 10, "kind": "button", "name": "undo"}',
        '{"t": 11, "kind": "button", "name": "clue"}',
    )
    assert read_inputs(path) == (
        TimedTap(1.0, ClueTap(0, 1, ColourHint(Suit.RED))),
        TimedTap(7.5, ClueTap(1, 0, RankHint(3))),
        TimedTap(9.0, AnswerTap(Card.parse("b4"))),
        TimedTap(10.0, UndoTap()),
        TimedTap(11.0, CountTap(None)),
    )


def test_colours_tiles_and_orders_are_read_with_what_they_need(tmp_path: Path) -> None:
    path = inputs(
        tmp_path,
        '{"t": 1, "kind": "name_colour", "seat": 0, "colour": "r"}',
        '{"t": 2, "kind": "name_colour", "seat": 0, "colour": null}',
        '{"t": 3, "kind": "tile_choice", "seat": 1, "tile": "clue_token"}',
        '{"t": 4, "kind": "tile_choice", "seat": 1, "tile": "rank_clue", "target": 0, "value": 2}',
        '{"t": 5, "kind": "tile_choice", "seat": 1, "tile": "rescue", "card": "y2"}',
        '{"t": 6, "kind": "tile_choice", "seat": 1, "tile": null}',
        '{"t": 7, "kind": "rearrange", "seat": 0, "order": [2, 0, null, 1]}',
    )
    assert [one.tap for one in read_inputs(path)] == [
        NameTap(0, Suit.RED),
        NameTap(0, None),
        TileTap(1, Tile.CLUE_TOKEN),
        TileTap(1, Tile.RANK_CLUE, 0, RankHint(2)),
        TileTap(1, Tile.RESCUE, card=Card.parse("y2")),
        TileTap(1, None),
        RearrangeTap(0, (2, 0, None, 1)),
    ]


def test_no_taps_are_no_mistake(tmp_path: Path) -> None:
    assert read_inputs(inputs(tmp_path)) == ()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("nonsense", "not JSON"),
        ("[1]", "want a JSON object"),
        ('{"kind": "clue"}', "t wants seconds"),
        ('{"t": true, "kind": "clue"}', "t wants seconds"),
        ('{"t": "soon", "kind": "clue"}', "t wants seconds"),
        ('{"t": NaN, "kind": "button", "name": "undo"}', "t wants seconds"),
        ('{"t": 1%s, "kind": "button", "name": "undo"}' % ("0" * 400), "t wants seconds"),
        ("[" * 100_000, "not JSON"),
        ("9" * 5000, "not JSON"),
        ('{"t": 1}', "kind None"),
        ('{"t": 1, "kind": "shout"}', "kind 'shout' is not one of"),
        ('{"t": 1, "kind": ["clue"]}', "kind"),
        ('{"t": 1, "kind": "clue", "target": 1, "value": 2}', "giver wants a seat"),
        ('{"t": 1, "kind": "clue", "giver": 0, "target": "1", "value": 2}', "target wants"),
        ('{"t": 1, "kind": "clue", "giver": 0, "target": 1}', "either a colour or a value"),
        (CLUE.replace('"r"', '"r", "value": 1'), "either a colour or a value"),
        (CLUE.replace('"r"', '"purple"'), "colour 'purple' is not one of r y g b w"),
        (CLUE.replace('"colour": "r"', '"value": "3"'), "value wants a number"),
        (CLUE.replace('"colour": "r"', '"value": true'), "value wants a number"),
        ('{"t": 1, "kind": "answer", "card": "x9"}', "line 2"),
        ('{"t": 1, "kind": "answer"}', "line 2"),
        ('{"t": 1, "kind": "button", "name": "fuse"}', "button 'fuse' is not undo or clue"),
        ('{"t": 1, "kind": "name_colour", "colour": "r"}', "seat wants a seat"),
        ('{"t": 1, "kind": "name_colour", "seat": 0, "colour": "x"}', "colour 'x' is not one of"),
        ('{"t": 1, "kind": "tile_choice", "seat": 0, "tile": "a7"}', "tile 'a7' is not one of"),
        (
            '{"t": 1, "kind": "tile_choice", "seat": 0, "tile": "rank_clue", "value": 1}',
            "a clue has a target and a colour or a value",
        ),
        (
            '{"t": 1, "kind": "tile_choice", "seat": 0, "tile": "rank_clue", "target": 1}',
            "a clue has a target and a colour or a value",
        ),
        ('{"t": 1, "kind": "tile_choice", "seat": 0, "tile": "return", "card": "x"}', "line 2"),
        ('{"t": 1, "kind": "rearrange", "seat": 0}', "order wants a list of slots"),
        ('{"t": 1, "kind": "rearrange", "seat": 0, "order": [0, 9]}', "order wants a list of"),
        ('{"t": 1, "kind": "rearrange", "seat": 0, "order": [true]}', "order wants a list of"),
        ('{"t": 1, "kind": "button"}', "button None is not undo"),
        ('{"t": 1, "kind": "button", "t": 2}', 'the field "t" is there twice'),
    ],
)
def test_a_tap_nobody_understands_is_named_by_its_line(tmp_path: Path, line: str, why: str) -> None:
    with pytest.raises(InputsError, match=rf"inputs\.jsonl, line 2: .*{why}|{why}") as complaint:
        read_inputs(inputs(tmp_path, CLUE, line))
    assert "line 2" in str(complaint.value)


def test_a_file_of_taps_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputsError, match=r"gone\.jsonl: No such file or directory$"):
        read_inputs(tmp_path / "gone.jsonl")
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"\xff\xfe")
    with pytest.raises(InputsError, match=r"bad\.jsonl: they are no text in UTF-8$"):
        read_inputs(bad)


@pytest.mark.parametrize("line", ["[" * 100_000, '{"t": ' + "9" * 5000 + "}"])
def test_a_line_that_no_program_can_read_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(InputsError, match="line 2: not JSON"):
        read_inputs(inputs(tmp_path, CLUE, line))


@pytest.mark.parametrize("t", ["NaN", "Infinity", "-1e300", "9" * 400, "true", '"1"', "null"])
def test_a_moment_that_no_film_has_is_named(tmp_path: Path, t: str) -> None:
    with pytest.raises(InputsError, match="line 1: t wants seconds"):
        read_inputs(inputs(tmp_path, CLUE.replace('"t": 1', f'"t": {t}')))


@pytest.mark.parametrize(
    ("line", "key"),
    [
        (CLUE.replace('"giver": 0', '"giver": SEAT'), "giver"),
        (CLUE.replace('"target": 1', '"target": SEAT'), "target"),
        ('{"t": 1, "kind": "name_colour", "seat": SEAT, "colour": "r"}', "seat"),
        ('{"t": 1, "kind": "tile_choice", "seat": SEAT, "tile": null}', "seat"),
        (
            '{"t": 1, "kind": "tile_choice", "seat": 0, "tile": "rank_clue", "target": SEAT,'
            ' "value": 1}',
            "target",
        ),
        ('{"t": 1, "kind": "rearrange", "seat": SEAT, "order": [0]}', "seat"),
    ],
)
@pytest.mark.parametrize("seat", [-1, 3, 10**30])
def test_a_seat_that_nobody_has_in_this_game_is_named(
    tmp_path: Path, line: str, key: str, seat: int
) -> None:
    path = inputs(tmp_path, CLUE, line.replace("SEAT", str(seat)))
    with pytest.raises(InputsError, match=rf"line 2: {key}: the seats are 0 to 2, got {seat}$"):
        read_inputs(path, 3)
    assert len(read_inputs(inputs(tmp_path, CLUE, line.replace("SEAT", "2")), 3)) == 2
