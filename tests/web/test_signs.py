"""The seats' signs on pages are the drawings that are printed, one symbol for each seat."""

from xml.etree import ElementTree

from companion.hanabi.labels import MOST_SEATS
from companion.paper.signs import SIGNS
from web.signs import symbols


def test_each_seat_has_a_symbol_by_its_number_with_all_parts_of_its_sign() -> None:
    found = ElementTree.fromstring(f"<svg>{symbols()}</svg>")
    assert [one.get("id") for one in found] == [f"sign-{seat}" for seat in range(MOST_SEATS)]
    for drawn, sign in zip(found, SIGNS, strict=True):
        paths = drawn.findall("path")
        outlines = sum((path.get("d") or "").count("M") for path in paths)
        assert outlines == len(sign.parts)
        colour = "#{:02x}{:02x}{:02x}".format(*sign.colour)
        assert colour in {path.get("fill") for path in paths}


def test_no_two_signs_look_alike() -> None:
    found = ElementTree.fromstring(f"<svg>{symbols()}</svg>")
    assert len({"".join(path.get("d") or "" for path in one) for one in found}) == MOST_SEATS
