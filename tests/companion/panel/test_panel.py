"""The panel is told only what a table can be."""

import pytest

from companion.panel.panel import PanelState, Press, Status


def test_a_panel_can_be_told_of_a_table_that_nobody_sits_at_yet() -> None:
    assert PanelState(0, 0, None, 0, Status.STARTING).to_move is None
    assert PanelState(8, 0, 4, 0, Status.WAITING_TO_START).to_move == 4


@pytest.mark.parametrize(
    ("clue_tokens", "strikes", "to_move", "players", "sentence"),
    [
        (-1, 0, None, 2, "clue_tokens is a number from 0 up, got -1"),
        (8, -1, None, 2, "strikes is a number from 0 up, got -1"),
        (8, 0, None, 6, "players is a number from 0 to 5, got 6"),
        (8, 0, 5, 5, "to_move is a seat from 0 to 4, got 5"),
        (8, 0, -1, 3, "to_move is a seat from 0 to 4, got -1"),
    ],
)
def test_what_no_table_can_be_is_refused(
    clue_tokens: int, strikes: int, to_move: int | None, players: int, sentence: str
) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        PanelState(clue_tokens, strikes, to_move, players, Status.WAITING_FOR_MOVE)


def test_buttons_have_the_names_that_scripts_use() -> None:
    names = "clue play discard fuse undo confirm"
    assert " ".join(press.value for press in Press) == names
