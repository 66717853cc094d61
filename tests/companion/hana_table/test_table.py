"""The live table of Hana-awase: a camera whose newest picture is kept, lost and found again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.frames import Frame
from companion.hana_awase.options import Options
from companion.hana_referee.readings import HanaReading
from companion.hana_table.record import HanaRecord
from companion.hana_table.steps import CardLaid
from companion.hana_table.table import HanaReport, HanaTable
from companion.live import CameraSight
from companion.panel.panel import PanelState, Status
from companion.views.view import PUBLIC
from tests.companion.hana_table.evenings import E2, card
from tests.companion.table.running import BLANK, Film
from tests.web.hana_phones import Eyes, round_the_mat

DEALT = "01-crane 01-chaff1 02-warbler 03-curtain 04-cuckoo 05-bridge 06-blue 07-boar"


def table_of(record: HanaRecord, **more: object) -> HanaTable:
    eyes = Eyes()
    eyes.shows = round_the_mat(E2["piles"])
    table = HanaTable(record, Options(), 3, eyes, watched=True, **more)  # type: ignore[arg-type]  # of any
    table.first_try = 0.0
    table.controller.begin()
    return table


class Ending(Film):
    """A film after whose last picture the table closes."""

    def __init__(self, table: HanaTable) -> None:
        super().__init__(2)
        self._table = table

    def frames(self) -> Iterator[Frame]:
        yield from super().frames()
        self._table.close()


def test_a_camera_that_is_lost_is_opened_again_with_a_sign_of_life_at_each_try(
    record: HanaRecord,
) -> None:
    beats: list[str] = []
    table = table_of(record, beat=lambda: beats.append("beat"))
    told: list[str | None] = []

    def again() -> CameraSight[HanaReport | None]:
        told.append(table.look().message)
        if len(told) < 3:
            raise OSError("not there yet")
        return table.through(Ending(table))

    table.run(table.through(Film(2, OSError("unplugged"))), again)
    assert told == ["there is no picture from a camera"] * 3, "an old picture is not looked at"
    assert len(beats) == 2 + 3 + 2, "each picture, and each try"


def test_a_deal_is_followed_on_by_the_eyes_of_a_camera_that_is_back(record: HanaRecord) -> None:
    table = table_of(record)
    table.controller.begin(2)
    dealt = [card(label) for label in DEALT.split()]
    taken = [card("01-poem"), card("01-crane")]

    def eyes(seen: list[HanaReading]) -> Callable[[Frame], HanaReport | None]:
        return lambda _: seen.pop(0) if seen else None

    def reading(t: float, *laid: str, arms: tuple[int, int]) -> HanaReading:
        left = [one for one in dealt if not laid or one not in taken]
        field = (*left, *map(card, laid[1:]))
        return HanaReading(t, field, (tuple(taken) if laid else (), ()), True, len(laid) // 2, arms)

    before = [
        reading(4.0, arms=(5, 5)),
        reading(8.0, arms=(5, 5)),
        reading(12.0, "01-poem", arms=(6, 5)),
        reading(16.0, "01-poem", "09-chaff1", arms=(7, 5)),
    ]

    def again() -> CameraSight[HanaReport | None]:
        turn = reading(4.0, "01-poem", "09-chaff1", "10-chaff1", arms=(0, 1))
        return table.through(Ending(table), eyes([replace(turn, reached=0)]))

    table.run(table.through(Film(4, OSError("unplugged")), eyes(before)), again)
    assert table.controller.differs is None
    assert [one for one in record.steps(2) if isinstance(one, CardLaid)] == [
        CardLaid(0, card("01-poem"), (card("01-crane"),), True),
        CardLaid(0, card("09-chaff1"), (), True),
        CardLaid(1, card("10-chaff1"), (), True),
    ]


def test_the_last_picture_of_a_film_that_is_over_can_still_be_looked_at(
    record: HanaRecord,
) -> None:
    table, told = table_of(record), list[bool]()

    def over() -> CameraSight[HanaReport | None]:
        told.append(table.look().ok)
        table.close()
        raise OSError("a film is over when it is over")

    table.run(table.through(Film(2)), over)
    assert told == [True]


def test_a_camera_that_films_on_is_let_go_when_the_table_closes(record: HanaRecord) -> None:
    table, closed = table_of(record), list[str]()

    class Endless(Film):
        def frames(self) -> Iterator[Frame]:
            while True:
                yield Frame(BLANK, 0.0, "")
                table.close()

        def __exit__(self, *exception: object) -> None:
            closed.append("camera")

    def never() -> CameraSight[HanaReport | None]:
        raise OSError

    table.run(table.through(Endless()), never)
    assert closed == ["camera"]


def test_pages_and_panel_are_told_only_what_is_new(record: HanaRecord) -> None:
    table, lit = table_of(record), list[PanelState]()

    class Lamps:
        def show(self, state: PanelState) -> None:
            lit.append(state)

    def look() -> CameraSight[HanaReport | None]:
        for _ in range(5):
            table.call(lambda _: None)
        before = table.hub.snapshot(PUBLIC)
        assert before is not None
        assert table.look().ok
        after = table.hub.snapshot(PUBLIC)
        assert after is not None
        assert after.version == before.version + 1
        table.close()
        raise OSError

    table.connect(Lamps())
    table.run(table.through(Film(2)), look)
    assert [state.status for state in lit] == [Status.WAITING_FOR_MOVE] * 2


def test_everybody_who_may_sit_there_is_shown_a_game(record: HanaRecord) -> None:
    table = table_of(record)
    table.close()
    table.run(None)
    assert [table.hub.snapshot(seat) is not None for seat in (PUBLIC, 0, 1, 2, 3)] == [
        *[True] * 4,
        False,
    ]
