"""The printed yaku charts, each as data; the rulebook's is the default."""

from dataclasses import replace

from companion.hana_awase.cards import DECK, NOVEMBER, Card, CardKind
from companion.hana_awase.yaku import RIBBONS_GROUP, Chart, Yaku

LIGHTS, VIEWINGS = "lights", "viewing"


def _cards(labels: str) -> frozenset[Card]:
    return frozenset(Card.parse(label) for label in labels.split())


def _month(month: int) -> frozenset[Card]:
    return frozenset(card for card in DECK if card.month == month)


_ALL_LIGHTS = frozenset(card for card in DECK if card.kind is CardKind.LIGHT)
_NINE_RIBBONS = frozenset(
    card for card in DECK if card.kind is CardKind.RIBBON and card.month != NOVEMBER
)


def _yaku(
    yaku: str,
    value: int,
    cards: frozenset[Card],
    names: tuple[str, str, str, str],
    need: int | None = None,
    group: str = "",
    adds: bool = False,
) -> Yaku:
    english, polish, romanian, japanese = names
    return Yaku(
        yaku,
        value,
        cards,
        len(cards) if need is None else need,
        group,
        adds,
        group == VIEWINGS,
        {"en": english, "pl": polish, "ro": romanian, "ja": japanese},
    )


FUDAWIKI = Chart(
    "fudawiki",
    (
        _yaku(
            "five_brights",
            100,
            _ALL_LIGHTS,
            ("Five Lights", "Pięć świateł", "Cinci lumini", "五光"),
            group=LIGHTS,
        ),
        _yaku(
            "four_brights",
            60,
            _ALL_LIGHTS - _cards("11-rainman"),
            ("Four Lights", "Cztery światła", "Patru lumini", "四光"),
            group=LIGHTS,
        ),
        _yaku(
            "spring",
            30,
            _cards("01-crane 02-warbler 03-curtain"),
            ("Spring", "Wiosna", "Primăvara", "表菅原"),
            group=LIGHTS,
        ),
        _yaku(
            "pine_paulownia_moon",
            20,
            _cards("01-crane 12-phoenix 08-moon"),
            (
                "Pine, Paulownia and Moon",
                "Sosna, paulownia i księżyc",
                "Pinul, paulownia și luna",
                "松桐坊主",
            ),
            group=LIGHTS,
        ),
        _yaku(
            "seven_ribbons",
            40,
            _NINE_RIBBONS,
            ("Seven Ribbons", "Siedem wstążek", "Șapte panglici", "七短"),
            need=7,
            group=RIBBONS_GROUP,
        ),
        _yaku(
            "six_ribbons",
            30,
            _NINE_RIBBONS,
            ("Six Ribbons", "Sześć wstążek", "Șase panglici", "六短"),
            need=6,
            group=RIBBONS_GROUP,
        ),
        _yaku(
            "poetry_ribbons",
            40,
            _cards("01-poem 02-poem 03-poem"),
            ("Poetry Ribbons", "Wstążki z poezją", "Panglicile cu poezie", "赤短"),
        ),
        _yaku(
            "blue_ribbons",
            40,
            _cards("06-blue 09-blue 10-blue"),
            ("Blue Ribbons", "Niebieskie wstążki", "Panglicile albastre", "青短"),
        ),
        _yaku(
            "grass_ribbons",
            20,
            _cards("04-red 05-red 07-red"),
            ("Grass Ribbons", "Czerwone wstążki", "Panglicile roșii", "草短"),
        ),
        _yaku(
            "boar_deer_butterflies",
            20,
            _cards("07-boar 10-deer 06-butterflies"),
            (
                "Boar, Deer and Butterflies",
                "Dzik, jeleń i motyle",
                "Mistrețul, cerbul și fluturii",
                "猪鹿蝶",
            ),
        ),
        _yaku(
            "drinking",
            40,
            _cards("09-cup 03-curtain 08-moon"),
            ("Drinking", "Picie sake", "Băutura", "飲み"),
            group=VIEWINGS,
        ),
        _yaku(
            "flower_viewing",
            20,
            _cards("09-cup 03-curtain"),
            ("Flower Viewing", "Podziwianie wiśni", "Privitul florilor", "花見"),
            group=VIEWINGS,
            adds=True,
        ),
        _yaku(
            "moon_viewing",
            20,
            _cards("09-cup 08-moon"),
            ("Moon Viewing", "Podziwianie księżyca", "Privitul lunii", "月見"),
            group=VIEWINGS,
            adds=True,
        ),
        _yaku("willow", 10, _month(11), ("Willow", "Wierzba", "Salcia", "柳島")),
        _yaku("wisteria", 10, _month(4), ("Wisteria", "Glicynia", "Glicina", "藤島")),
        _yaku("paulownia", 10, _month(12), ("Paulownia", "Paulownia", "Paulownia", "桐島")),
    ),
)
"""What Fuda Wiki lists: the rulebook's chart with drinking."""

RULEBOOK = replace(FUDAWIKI.changed({"drinking": False}), name="rulebook")
"""The default: every yaku counts, and of the yaku of lights only the best."""

JA_WIKIPEDIA = replace(
    FUDAWIKI.changed(
        {"five_brights": 200, "drinking": 30, "willow": 20, "wisteria": 20, "paulownia": 20}
    ),
    name="ja_wikipedia",
)

_CHOTTO = (
    "spring",
    "poetry_ribbons",
    "blue_ribbons",
    "boar_deer_butterflies",
    "flower_viewing",
    "moon_viewing",
)
NINTENDO_CHOTTO = Chart("nintendo_chotto", tuple(RULEBOOK.find(one) for one in _CHOTTO))
"""The six yaku of Nintendo's game for beginners."""

BAKAPPANA = Chart("bakappana", ())
"""None: the parent game, in which only the cards count."""

CHARTS = {
    chart.name: chart for chart in (RULEBOOK, FUDAWIKI, JA_WIKIPEDIA, NINTENDO_CHOTTO, BAKAPPANA)
}
"""The charts by their names."""
