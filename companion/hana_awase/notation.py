"""Options, piles and scores as plain data that fits into JSON, and strictly back again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from companion.hana_awase.cards import Card, alike, in_order
from companion.hana_awase.chart_notation import chart_from_data, chart_to_data
from companion.hana_awase.charts import CHARTS
from companion.hana_awase.entries import list_of_cards, list_of_piles, truth, whole_number
from companion.hana_awase.options import (
    OPTION_KEYS,
    AfterDraw,
    Direction,
    FourInHand,
    Method,
    OptionError,
    Options,
    Willow,
)
from companion.hana_awase.piles import Pile, PileError, Piles, check_distinct
from companion.hana_awase.scoring import DealScore, Payment, Warned
from companion.hana_awase.yaku import Chart

CUSTOM = "custom"
"""The chart whose file `CHART_FILE` names."""
CHART_FILE = "chart_file"
SUFFIX = ".toml"
"""What a chart's file ends with."""


@dataclass(frozen=True, slots=True)
class Case:
    """Piles to be scored.

    Attributes:
        name: what the file calls it; empty where it doesn't.
        options: how the table plays.
        piles: by player; before the leftovers where ``left`` is given.
        unscored: cards that nobody has.
        left: what the joker left on the table, to be given to its owners; None: nothing is to.
    """

    name: str
    options: Options
    piles: Piles
    unscored: Pile = ()
    left: Pile | None = None


# ------------------------------------------------------------------------------------ from data


def options_from_data(data: object, find_chart: Callable[[str], Chart]) -> Options:
    """Read options: an object with keys of `Options`.

    Args:
        data: what the file says.
        find_chart: reads the file of a chart; raises ValueError where it cannot.

    Raises:
        OptionError: names the key.
    """
    if not isinstance(data, Mapping):
        raise OptionError(f"options: wants an object, got {data!r:.60}")
    said: dict[str, object] = {}
    for key, value in data.items():
        if key == CHART_FILE:
            if data.get("chart") != CUSTOM:
                raise OptionError(f"{CHART_FILE}: goes with the chart {CUSTOM!r}")
        elif key == "chart":
            said[key] = _chart(value, data, find_chart)
        elif key in _READ:
            try:
                said[key] = _READ[key](key, value)
            except ValueError as error:
                raise OptionError(str(error)) from error
        else:
            known = ", ".join([*OPTION_KEYS, CHART_FILE])
            raise OptionError(f"there is no option {key!r:.60}; there are: {known}")
    return Options(**said)  # type: ignore[arg-type]  # each was read by its key


def case_from_data(data: object, find_chart: Callable[[str], Chart]) -> Case:
    """Read one case: ``players``, ``options``, ``piles`` and what else the file has.

    Fields that are results are not looked at.

    Raises:
        OptionError: an option cannot be used, or the number of players does not fit.
        PileError: a label is no card, or a card is there twice.
        ValueError: a field is missing or has another form.
    """
    if not isinstance(data, Mapping):
        raise ValueError(f"a case is an object with options and piles, got {data!r:.60}")
    options = options_from_data(data.get("options", {}), find_chart)
    before = data.get("piles_before_leftovers")
    key = "piles" if before is None else "piles_before_leftovers"
    if key not in data:
        raise ValueError("a case has piles, one list of cards for each player; there are none")
    piles = list_of_piles(key, data[key])
    players = data.get("players", len(piles))
    if type(players) is not int or players != len(piles):
        raise OptionError(f"players: says {players!r:.20}, but there are {len(piles)} piles")
    options.check(players)
    left = None
    if before is not None:
        if not options.joker:
            raise OptionError(f"joker: only with it are cards left over, as {key} says")
        left = list_of_cards("field_at_end", data.get("field_at_end", []))
    nobodys = list_of_cards("unscored", data.get("unscored", []))
    *meant, unscored, field = resolve([*piles, nobodys, left or []])
    name = data.get("name", "")
    return Case(str(name), options, tuple(meant), unscored, None if left is None else field)


def resolve(piles: Sequence[Sequence[str]]) -> Piles:
    """Return the cards that the labels of several piles mean.

    Chaff that looks alike (``05-chaff``) becomes any of its month that nobody names.

    Raises:
        PileError: a label is no card, a card is named twice, or more chaff of one kind lies there
            than the pack has.
    """
    certain: list[list[Card]] = []
    for number, pile in enumerate(piles):
        try:
            meant = [(label, alike(label)) for label in pile]
        except ValueError as error:
            raise PileError(f"pile {number}: {error}") from error
        certain.append([cards[0] for _, cards in meant if len(cards) == 1])
    check_distinct([tuple(pile) for pile in certain])
    free = {card for pile in certain for card in pile}
    for number, pile in enumerate(piles):
        for label in pile:
            cards = alike(label)
            if len(cards) == 1:
                continue
            spare = [card for card in cards if card not in free]
            if not spare:
                raise PileError(
                    f"pile {number}: a pack has {len(cards)} cards {label}, one more lies there",
                    cards,
                )
            free.add(spare[0])
            certain[number].append(spare[0])
    return tuple(in_order(pile) for pile in certain)


def _chart(value: object, data: Mapping[str, object], find_chart: Callable[[str], Chart]) -> Chart:
    if isinstance(value, Mapping):  # written out, as records have it
        try:
            return chart_from_data(CUSTOM, value)
        except ValueError as error:
            raise OptionError(f"chart: {error}") from error
    wanted = data.get(CHART_FILE) if value == CUSTOM else value
    if isinstance(wanted, str) and wanted in CHARTS:
        return CHARTS[wanted]
    if isinstance(wanted, str) and wanted.endswith(SUFFIX):
        try:
            return find_chart(wanted)
        except ValueError as error:
            raise OptionError(f"chart: {error}") from error
    if value == CUSTOM:
        raise OptionError(f"chart: {CUSTOM!r} wants {CHART_FILE}, a file ending in {SUFFIX}")
    raise OptionError(
        f"chart: there is no chart {value!r:.60}; there are: {', '.join(CHARTS)}, {CUSTOM},"
        f" and files ending in {SUFFIX}"
    )


def _changes(key: str, value: object) -> Mapping[str, int | bool]:
    if not isinstance(value, Mapping):
        raise OptionError(f"{key}: wants an object of yaku and their values, got {value!r:.60}")
    for yaku, change in value.items():
        if type(change) is not bool and (type(change) is not int or change < 0):
            raise OptionError(f"{key}: {yaku} wants a value, true or false, got {change!r:.60}")
    return dict(value)


def _one_of(members: type[Enum]) -> Callable[[str, object], Enum]:
    def read(key: str, value: object) -> Enum:
        for member in members:
            if value == member.value:
                return member
        there = ", ".join(str(member.value) for member in members)
        raise OptionError(f"{key}: wants one of {there}, got {value!r:.60}")

    return read


_READ: Mapping[str, Callable[[str, object], object]] = {
    "method": _one_of(Method),
    "weak_hand": truth,
    "weak_pile": truth,
    "rain_ruins_viewing": truth,
    "chaff_zero": truth,
    "ten_card_hand": truth,
    "willow": _one_of(Willow),
    "joker": truth,
    "early_stop": truth,
    "ribbons_stack": truth,
    "drinking_replaces": truth,
    "yaku": _changes,
    "deals": whole_number,
    "direction": _one_of(Direction),
    "after_draw": _one_of(AfterDraw),
    "four_in_hand": _one_of(FourInHand),
    "tell_captures": truth,
}
"""How each key is read; the keys are the fields of `Options`, beside the chart."""
# ------------------------------------------------------------------------------------ into data


def labels(cards: Sequence[Card]) -> list[str]:
    """Return the labels of ``cards``."""
    return [card.label for card in cards]


def options_to_data(options: Options) -> dict[str, object]:
    """Return options as data that `options_from_data` reads; an own chart is written out."""
    said: dict[str, object] = {}
    for key in OPTION_KEYS:
        value = getattr(options, key)
        match value:
            case Chart():
                known = CHARTS.get(value.name) == value
                said[key] = value.name if known else chart_to_data(value)
            case Enum():
                said[key] = value.value
            case Mapping():
                said[key] = dict(value)
            case _:
                said[key] = value
    return said


def score_to_data(score: DealScore) -> dict[str, object]:
    """Return a score as the worked examples write it, with what is paid, lacking and odd."""
    result: dict[str, object] = {
        "card_points": list(score.card_points),
        "yaku": [{one.id: one.value for one in has} for has in score.yaku],
        "yaku_points_counted": list(score.yaku_points),
        "simplified": list(score.simplified),
        "traditional": None if score.traditional is None else list(score.traditional),
    }
    if score.refused:
        result["traditional_refused"] = score.refused
    return {
        **result,
        "method": score.options.method.value,
        "drawn": score.drawn,
        "payments": [_payment(one) for one in score.payments],
        "one_short": [
            [
                {"yaku": one.id, "value": one.value, "cards": labels(in_order(cards))}
                for one, cards in has
            ]
            for has in score.short
        ],
        "warnings": [warned_to_data(one) for one in score.warnings],
    }


def _payment(payment: Payment) -> dict[str, object]:
    return {"from": payment.payer, "to": payment.receiver, "chips": payment.chips}


def warned_to_data(warned: Warned) -> dict[str, object]:
    """Return a warning as data, without what it does not say."""
    said: dict[str, object] = {"kind": warned.oddity.value}
    if warned.pile is not None:
        said["pile"] = warned.pile
    if warned.month is not None:
        said["month"] = warned.month
    if warned.cards:
        said["cards"] = labels(warned.cards)
    if warned.points:
        said["points"] = warned.points
    return said
