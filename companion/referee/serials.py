"""The serials of the cards that a reading shows, by where they lie."""

from __future__ import annotations

from companion.referee.readings import TableReading


def on_mat(reading: TableReading) -> set[int]:
    """Return the serials of all cards on the mat."""
    return {card.serial for card in reading.laid}


def on_columns(reading: TableReading) -> set[int]:
    """Return the serials of the cards on the fireworks."""
    return {card.serial for pile in reading.columns for card in pile}


def surely_there(reading: TableReading) -> set[int]:
    """Return the serials of the cards on the fireworks, and of the discards that surely rest."""
    return on_columns(reading) | reading.resting


def below(serial: int, reading: TableReading) -> tuple[int, ...]:
    """Return the serials of the cards below one on its column, lowest first."""
    for pile in reading.columns:
        serials = [card.serial for card in pile]
        if serial in serials:
            return tuple(serials[: serials.index(serial)])
    return ()
