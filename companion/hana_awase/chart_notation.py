"""A yaku chart as plain data, strictly read."""

from collections.abc import Callable, Mapping
from dataclasses import fields

from companion.hana_awase.cards import Card, in_order
from companion.hana_awase.charts import CHARTS
from companion.hana_awase.entries import list_of_cards, text, truth, whole_number
from companion.hana_awase.yaku import LANGUAGES, Chart, Yaku


def chart_from_data(name: str, data: Mapping[str, object]) -> Chart:
    """Read a chart: ``base``, ``off`` and a list ``yaku``, whose ids change or add to the base.

    Raises:
        ValueError: names the key.
    """
    unknown = [key for key in data if key not in ("name", "base", "off", "yaku")]
    if unknown:
        raise ValueError(f"there is no key {unknown[0]}; there are: name, base, off, yaku")
    yaku: dict[str, Yaku] = {}
    base = data.get("base")
    if base is not None:
        if not isinstance(base, str) or base not in CHARTS:
            raise ValueError(
                f"base: there is no chart {base!r:.60}; there are: {', '.join(CHARTS)}"
            )
        yaku = {one.id: one for one in CHARTS[base].yaku}
    off = data.get("off", [])
    if not isinstance(off, list):
        raise ValueError(f"off: wants a list of yaku, got {off!r:.60}")
    for wanted in off:
        if not isinstance(wanted, str) or wanted not in yaku:
            raise ValueError(f"off: there is no yaku {wanted!r:.60} in the base")
        del yaku[wanted]
    listed = data.get("yaku", [])
    if not isinstance(listed, list):
        raise ValueError(f"yaku: wants a list, [[yaku]], got {listed!r:.60}")
    for item in listed:
        one = _yaku(item, yaku)
        yaku[one.id] = one
    if not yaku:
        raise ValueError("a chart has at least one yaku")
    return Chart(text("name", data.get("name", name)), tuple(yaku.values()))


def chart_to_data(chart: Chart) -> dict[str, object]:
    """Return a chart as data that `chart_from_data` reads."""
    return {
        "name": chart.name,
        "yaku": [
            {
                "id": one.id,
                "value": one.value,
                "cards": [card.label for card in in_order(one.cards)],
                "need": one.need,
                "group": one.group,
                "adds": one.adds,
                "viewing": one.viewing,
                "names": dict(one.names),
            }
            for one in chart.yaku
        ],
    }


def _yaku(data: object, known: Mapping[str, Yaku]) -> Yaku:
    if not isinstance(data, Mapping) or not isinstance(data.get("id"), str):
        raise ValueError(f"yaku: each has an id, got {data!r:.60}")
    yaku = data["id"]
    keys = ("id", "value", "cards", "need", "group", "adds", "viewing", "names")
    unknown = [key for key in data if key not in keys]
    if unknown:
        raise ValueError(f"yaku {yaku}: there is no key {unknown[0]}; there are: {', '.join(keys)}")
    base = known.get(yaku)
    said: dict[str, object] = {}
    if base is not None:
        said = {one.name: getattr(base, one.name) for one in fields(Yaku)}
    for key in ("value", "cards"):
        if key not in said and key not in data:
            raise ValueError(f"yaku {yaku}: has no {key}")
    if "cards" in data:
        labels = list_of_cards(f"yaku {yaku}: cards", data["cards"])
        cards = frozenset(Card.parse(label) for label in labels)
        said |= {"cards": cards, "need": len(cards)}
    for key, read in _YAKU.items():
        if key in data:
            said[key] = read(f"yaku {yaku}: {key}", data[key])
    return Yaku(**{**said, "id": yaku})


def _names(key: str, value: object) -> Mapping[str, str]:
    if not isinstance(value, Mapping) or any(one not in LANGUAGES for one in value):
        raise ValueError(f"{key}: wants names by {', '.join(LANGUAGES)}, got {value!r:.60}")
    return {language: text(key, name) for language, name in value.items()}


_YAKU: Mapping[str, Callable[[str, object], object]] = {
    "value": whole_number,
    "need": whole_number,
    "group": text,
    "adds": truth,
    "viewing": truth,
    "names": _names,
}
