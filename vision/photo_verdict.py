"""Whether a card that was found in a photo may be named: by its fit, its place and its colours."""

from __future__ import annotations

from companion.referee.readings import Sight
from vision.align import upright_card
from vision.deck import BACK
from vision.gallery import Gallery
from vision.hue import degrees_between
from vision.light import FloatImage
from vision.photo_card import CLEAR_LEAD, MIN_LEAD, PhotoCard, is_clear, unturned
from vision.photo_place import MIN_SEEN, PhotoPlaces
from vision.photograph import Photograph
from vision.tabletop import Tabletop

LEAST_LEAD = 0.3
"""Lead of a flat card from which it may be named as a bent one."""
MIN_AGREEMENT = 0.65
"""Share of a card's parts that have to look right before it is named."""
MOST_HUE = 50.0
"""Degrees by which light may turn a card's hue; from one suit to the next it is more."""
SURE_HUE = 40.0
"""Degrees by which another suit's hue has to be farther off for hue alone to rule it out."""
LESS_ALIKE = 0.05
"""Fit that a card may lose when it is taken for one of its own hue."""
ON_TABLE, BENT_ON_TABLE = 0.08, 0.12
"""Share by which the sides of a card on the table may miss the deck's; the corners of a bent one
are off the table."""


class Verdicts:
    """Judges cards of one deck."""

    def __init__(self, gallery: Gallery, places: PhotoPlaces) -> None:
        """Take the ``gallery`` of the deck's whole cards, and who looks at its cards again."""
        self._gallery = gallery
        self._places = places

    def of(self, image: Photograph, card: PhotoCard, table: Tabletop | None) -> PhotoCard:
        """Return ``card`` of ``image`` with its verdict; ``table`` is where it lies, if known.

        One that cannot be named as it lies flat, but leads a little, is looked at once more as a
        bent one.
        """
        flat = image.seen_through(*upright_card(self._gallery, card.corners))
        verdict = self._judged(image, card, flat, table, ON_TABLE)
        if verdict.sight is Sight.UNKNOWN and card.card.lead >= LEAST_LEAD:
            bent = self._places.fit_bent(image, card)
            if bent is not None:
                again = self._judged(image, *bent, table, BENT_ON_TABLE)
                if again.sight is not Sight.UNKNOWN:
                    return again
        return verdict

    def _judged(
        self,
        image: Photograph,
        card: PhotoCard,
        flat: FloatImage,
        table: Tabletop | None,
        miss: float,
    ) -> PhotoCard:
        """Return ``card``, which looks like ``flat``, upright and flat, with its verdict.

        It lies on ``table`` if its sides and diagonals ``miss`` by no larger a share there.
        """
        settled = self._by_hue(image, card, flat)
        if settled is None:
            return PhotoCard(Sight.UNKNOWN, card.card, card.corners)
        if settled is not card:
            card, miss = settled, ON_TABLE
            flat = image.seen_through(*upright_card(self._gallery, card.corners))
        seen = card.card
        on_table = table is not None and table.misfit(card.corners) <= miss
        likely = seen.fit >= MIN_SEEN and seen.lead >= MIN_LEAD if on_table else is_clear(seen)
        if not likely or not self._looks_like(seen.label, flat):
            return PhotoCard(Sight.UNKNOWN, seen, card.corners)
        sight = Sight.BACK if seen.label == BACK else Sight.FACE
        return PhotoCard(sight, seen, card.corners)

    def _by_hue(self, image: Photograph, card: PhotoCard, flat: FloatImage) -> PhotoCard | None:
        """Look once more, among cards of its own hue, at one that may be of another suit.

        Where two cards differ by colour alone, another camera's colours may lie between the two.
        None: its hue is one suit's and its print another's.
        """
        hues = self._gallery.hues
        seen = hues.seen(card.card.label, flat)
        if seen is None:
            return card
        labels = {kind.label for kind in self._gallery.kinds}
        apart = {
            name: degrees_between(seen, learnt)
            for name in labels
            if (learnt := hues.learnt(name)) is not None
        }
        least = min(apart.values())
        others = {name for name, degrees in apart.items() if degrees > least + SURE_HUE}
        is_other = card.card.label in others
        if least > MOST_HUE or not (is_other or (others and card.card.lead < CLEAR_LEAD)):
            return card
        again = self._places.fit_one_of(image, unturned(card), labels - others)
        if again is None or again.card.fit < card.card.fit - LESS_ALIKE:
            return None if is_other else card
        return again

    def _looks_like(self, label: str, flat: FloatImage) -> bool:
        """Say whether a whole card, upright and flat, looks like ``label`` in shape and colour."""
        return (
            self._gallery.agreement(label, flat) >= MIN_AGREEMENT
            and self._gallery.hues.apart(label, flat) <= MOST_HUE
        )
