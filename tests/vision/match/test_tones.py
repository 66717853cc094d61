from collections.abc import Sequence
from functools import cache

import numpy as np

from vision.generator.decks import random_deck
from vision.match.gallery import Gallery
from vision.match.tones import LEAST_LIKELY, LEAST_SURE, Tones
from vision.table.light import FloatImage

SUITS = "rygbw"


@cache
def gallery() -> Gallery:
    """A deck whose five suits are one sign in five tones of one colour."""
    return Gallery(random_deck(np.random.default_rng([54, 0]), "tones", hanabi=True).learnt())


def on_the_table(label: str, gain: float = 1.12, shift: float = -0.09) -> FloatImage:
    """Return a face as a printed mat's paper and ink let it be seen."""
    face = gallery().soft_images[gallery().upright(label)[0]]
    noise = np.random.default_rng(1).normal(0, 0.01, face.shape)
    return np.asarray(face * gain + shift + noise, np.float32)


def having_seen(labels: Sequence[str], *, sure: bool = True) -> Tones:
    tones = Tones()
    for label in labels:
        tones.note(gallery(), label, on_the_table(label), sure=sure)
    return tones


def others_than(label: str) -> set[str]:
    return {suit + label[1] for suit in SUITS} - {label}


def test_the_suits_of_this_deck_differ_in_tone_only() -> None:
    for label in ("r1", "g3", "w5"):
        assert others_than(label) < gallery().alike(label, 0.85)


def test_a_suit_is_told_by_its_tone_once_sure_cards_have_shown_how_prints_look_here() -> None:
    tones = having_seen(["r1", "g2", "w3"][:LEAST_SURE])
    for label in ("y4", "b4", "r2", "g5", "w1"):
        card, others = on_the_table(label), others_than(label)
        assert tones.ruled_out(gallery(), label, card, others) >= others
        for wrong in others:
            assert not tones.ruled_out(gallery(), wrong, card, others_than(wrong))


def test_nothing_is_told_by_its_tone_before_that() -> None:
    tones = having_seen(["r1", "g2", "w3"][: LEAST_SURE - 1])
    assert not tones.ruled_out(gallery(), "y4", on_the_table("y4"), others_than("y4"))


def test_a_card_half_way_between_two_suits_is_none_of_them() -> None:
    tones = having_seen(["r1", "g2", "w3", "y5", "b2"])
    for one in SUITS:
        for other in SUITS.replace(one, ""):
            card = np.asarray((on_the_table(one + "4") + on_the_table(other + "4")) / 2, np.float32)
            assert not tones.ruled_out(gallery(), one + "4", card, {other + "4"})


def test_a_card_in_which_a_lamp_is_mirrored_is_not_told_by_its_tone() -> None:
    tones = having_seen(["r1", "g2", "w3", "y5", "b2"])
    for label in ("y4", "b4", "r2", "g5", "w1"):
        for veil in (0.05, 0.1, 0.2):
            veiled = np.asarray(on_the_table(label) + veil, np.float32)
            for suit in SUITS:
                name = suit + label[1]
                assert not tones.ruled_out(gallery(), name, veiled, others_than(name))


def test_faded_prints_are_told_by_how_faded_ones_look() -> None:
    def faded(label: str) -> FloatImage:
        return on_the_table(label, gain=0.85, shift=0.05)

    tones = Tones()
    for label in ("r1", "g2", "w3"):
        tones.note(gallery(), label, faded(label), sure=True)
    assert tones.ruled_out(gallery(), "y4", faded("y4"), others_than("y4")) >= others_than("y4")


def test_likely_names_tell_as_much_where_several_lie_on_one_line() -> None:
    labels = ["r1", "g2", "w3", "y5", "b2"]
    assert len(labels) == LEAST_LIKELY
    card, others = on_the_table("y4"), others_than("y4")
    assert having_seen(labels, sure=False).ruled_out(gallery(), "y4", card, others) >= others
    few = having_seen(labels[1:], sure=False)
    assert not few.ruled_out(gallery(), "y4", card, others)


def test_likely_names_that_lie_on_no_line_tell_nothing() -> None:
    tones = Tones()
    for label, true in zip(
        ["r1", "g2", "w3", "y5", "b2"], ["g1", "w2", "r3", "b5", "y2"], strict=True
    ):
        tones.note(gallery(), label, on_the_table(true), sure=False)
    for label in ("y4", "b4", "r2", "g5", "w1"):
        for suit in SUITS:
            name = suit + label[1]
            assert not tones.ruled_out(gallery(), name, on_the_table(label), others_than(name))


def test_a_card_is_shown_in_the_levels_that_it_was_learnt_with_once_these_are_known() -> None:
    learnt = gallery().soft_images[gallery().upright("y4")[0]]
    seen = on_the_table("y4")
    assert having_seen([]).as_learnt(seen) is seen
    restored = having_seen(["r1", "g2", "w3", "y5", "b2"]).as_learnt(seen)
    assert np.abs(restored - learnt).mean() < 0.02 < np.abs(seen - learnt).mean()
