"""Whether a card that was found in a photo may be named: by its fit, its place and its colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from companion.referee.readings import Sight
from vision.deck import BACK
from vision.match.align import upright_card
from vision.match.embedding import Embedder, Lineup
from vision.match.gallery import Gallery
from vision.match.own_light import SETTLED_MARGIN, Cast, OwnLight
from vision.match.recognise import Sighting
from vision.outlines.tabletop import Tabletop
from vision.photo.acceptance import Acceptance, Evidence
from vision.photo.card import CLEAR_LEAD, MIN_LEAD, PhotoCard, is_clear, unturned
from vision.photo.photograph import Photograph
from vision.photo.place import MIN_SEEN, PhotoPlaces
from vision.table.light import FloatImage

LEAST_LEAD = 0.3
"""Lead of a flat card from which it may be named as a bent one."""
MIN_AGREEMENT = 0.65
"""Share of a card's parts that have to look right before it is named."""
MOST_HUE = 50.0
"""Degrees by which light may turn a card's hue; from one suit to the next it is more."""
OF_OTHER_SIZE = 0.25
"""The same from which nothing is a card of this deck beside those that tell the table."""
LEAST_MARGIN = 0.05
"""Below it, however well a card fits, two prints of one picture differ as much."""
SIGNAL = 0.36
"""Of what a card differs from its exemplar by anyway, the margin that it needs: a card that fits
well shows a small difference, in one that fits badly light and blur make a larger one."""
ALIKE, FAR_APART = 0.25, 0.6
"""Margins below which the net must not prefer another face, and from which it is not asked."""
OBJECTION = -0.1
"""Cosine by which the net may like another face better in between: it has been wrong by that."""
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
        self._acceptance = Acceptance.load()
        self._light = OwnLight(gallery)

    def of_all(
        self,
        image: Photograph,
        cards: Sequence[PhotoCard],
        table: Tabletop | None,
        *,
        showing: bool = False,
    ) -> list[PhotoCard]:
        """Return the ``cards`` of ``image`` with their verdicts; arguments as `of`'s."""
        casts = [self._cast(image, card.card.label, self._flat(image, card)) for card in cards]
        known = [cast for cast in casts if cast is not None]
        return [self.of(image, card, table, known, showing=showing) for card in cards]

    def of(
        self,
        image: Photograph,
        card: PhotoCard,
        table: Tabletop | None,
        casts: Sequence[Cast] = (),
        *,
        showing: bool = False,
    ) -> PhotoCard:
        """Return ``card`` of ``image`` with its verdict; ``table`` is where it lies, if known.

        ``casts`` is what all cards of the photo tell of its light. ``showing``: it is a picture in
        which cards are seen to end, so this one, too, has to where no table tells its size.
        One that cannot be named as it lies flat, but leads a little, is looked at once more as a
        bent one.
        """
        flat = self._flat(image, card)
        verdict = self._judged(image, card, flat, table, ON_TABLE, casts)
        sized = not showing or self._has_its_size(image, verdict)
        if verdict.sight is not Sight.UNKNOWN and not sized:
            return replace(verdict, sight=Sight.UNKNOWN)
        if verdict.sight is Sight.UNKNOWN and card.card.lead >= LEAST_LEAD:
            bent = self._places.fit_bent(image, card)
            if bent is not None:
                again = self._judged(image, *bent, table, BENT_ON_TABLE, casts)
                if again.sight is not Sight.UNKNOWN and (
                    not showing or self._has_its_size(image, again)
                ):
                    return again
        return verdict

    def _has_its_size(self, image: Photograph, card: PhotoCard) -> bool:
        """Say whether the table tells how large ``card`` is, or it shows where it ends.

        Otherwise it may be a detail of a larger card.
        """
        misfit = card.evidence.misfit if card.evidence is not None else None
        on_table = misfit is not None and misfit <= ON_TABLE
        return on_table or self._places.is_outlined(image, card.corners)

    def _judged(
        self,
        image: Photograph,
        card: PhotoCard,
        flat: FloatImage,
        table: Tabletop | None,
        miss: float,
        casts: Sequence[Cast],
    ) -> PhotoCard:
        """Return ``card``, which looks like ``flat``, upright and flat, with its verdict.

        It lies on ``table`` if its sides and diagonals ``miss`` by no larger a share there.
        Where its own ground tells in what light it lies, it is judged in that.
        """
        shown, hues = flat, self._gallery.hues
        own = card.card.margin < SETTLED_MARGIN or hues.is_other(card.card.label, flat, MOST_HUE)
        cast = self._cast(image, card.card.label, flat) if own else None
        if cast is None:
            settled = self._by_hue(image, card, flat)
            if settled is None:
                return PhotoCard(Sight.UNKNOWN, card.card, card.corners)
            if settled is not card:
                card, miss = settled, ON_TABLE
                shown = flat = self._flat(image, card)
            sighting = self._in_any_light(image, card.card, flat)
            if sighting is None:
                return PhotoCard(Sight.UNKNOWN, card.card, card.corners)
            card = replace(card, card=sighting)
        else:
            photographed = image.as_photographed(flat)
            lit = self._light.again(card.card, photographed, self._light.lights(cast, casts))
            if lit is None or lit[0].label in hues.ruled_out(lit[0].label, lit[1])[1]:
                return PhotoCard(Sight.UNKNOWN, card.card, card.corners)
            card, flat = replace(card, card=lit[0]), lit[1]
        seen = card.card
        evidence = self._evidence(card, flat, shown, table, miss)
        if seen.fit < MIN_SEEN or not self._is_enough(evidence, seen):
            return PhotoCard(Sight.UNKNOWN, seen, card.corners, evidence)
        sight = Sight.BACK if seen.label == BACK else Sight.FACE
        return PhotoCard(sight, seen, card.corners, evidence)

    def _in_any_light(self, image: Photograph, seen: Sighting, flat: FloatImage) -> Sighting | None:
        """Return what is ``seen`` with the least lead that it has in any light of the photo.

        Nothing on the card tells its light. None: in another one it is another card.
        """
        whites = image.whites()
        if seen.label == BACK or seen.margin >= SETTLED_MARGIN or len(whites) == 1:
            return seen
        lit = self._light.again(seen, image.as_photographed(flat), whites)
        if lit is None or lit[0].label != seen.label:
            return None
        lead, margin = min(seen.lead, lit[0].lead), min(seen.margin, lit[0].margin)
        return replace(seen, lead=lead, margin=margin)

    def _flat(self, image: Photograph, card: PhotoCard) -> FloatImage:
        return image.seen_through(*upright_card(self._gallery, card.corners))

    def _cast(self, image: Photograph, label: str, flat: FloatImage) -> Cast | None:
        return self._light.cast(label, image.as_photographed(flat))

    def _evidence(
        self,
        card: PhotoCard,
        flat: FloatImage,
        shown: FloatImage,
        table: Tabletop | None,
        miss: float,
    ) -> Evidence:
        """Return what speaks for the name of ``card``, which looks like ``flat``.

        The net is asked about it as it is ``shown`` in the photo's light: so it was taught.
        """
        seen = card.card
        misfit = None
        if table is not None:
            misfit = max(table.misfit(card.corners) - (miss - ON_TABLE), 0.0)
        return Evidence(
            seen.fit,
            seen.lead,
            seen.margin,
            self._gallery.agreement(seen.label, flat),
            self._gallery.hues.apart(seen.label, flat),
            misfit,
            self._is_contradicted(seen, shown),
        )

    def _is_enough(self, evidence: Evidence, seen: Sighting) -> bool:
        """Say whether a card may be named, or called a back."""
        if evidence.hue > MOST_HUE or evidence.contradicted:
            return False
        if evidence.misfit is not None and evidence.misfit > OF_OTHER_SIZE:
            return False
        on_table = evidence.misfit is not None and evidence.misfit <= ON_TABLE
        likely = seen.lead >= MIN_LEAD if on_table else is_clear(seen)
        if likely and evidence.agreement >= MIN_AGREEMENT:
            return True
        return seen.label != BACK and self._acceptance.named(evidence)

    def _by_hue(self, image: Photograph, card: PhotoCard, flat: FloatImage) -> PhotoCard | None:
        """Look once more, among cards of its own hue, at one that may be of another suit.

        Where two cards differ by colour alone, another camera's colours may lie between the two.
        None: its hue is one suit's and its print another's, or what is left is a face without a
        hue: light that turns a coloured one's rules it out beside the grey one, and says nothing
        for that.
        """
        least, others = self._gallery.hues.ruled_out(card.card.label, flat)
        is_other = card.card.label in others
        if least > MOST_HUE or not (is_other or (others and card.card.lead < CLEAR_LEAD)):
            return card
        labels = {kind.label for kind in self._gallery.kinds}
        again = self._places.fit_one_of(image, unturned(card), labels - others)
        if again is None or again.card.fit < card.card.fit - LESS_ALIKE:
            return None if is_other else card
        return again if self._gallery.hues.learnt(again.card.label) is not None else None

    def _is_contradicted(self, seen: Sighting, flat: FloatImage) -> bool:
        """Say whether another face explains a card as well, for all that can be seen of it.

        Where two faces hardly differ, by a tone for instance, a lead says little: light that falls
        off across a card changes as much. There the net has to take the same side.
        """
        if seen.label == BACK:
            return False
        if seen.margin < max(LEAST_MARGIN, SIGNAL * seen.misfit):
            return True
        if self._lineup is None or seen.margin >= FAR_APART:
            return False
        likest, gap = self._lineup.against(seen.label, flat)
        if likest in self._gallery.hues.ruled_out(seen.label, flat)[1]:
            return False  # light of another colour: the net does not allow for it
        return gap < (OBJECTION if seen.margin >= ALIKE else 0.0)

    @cached_property
    def _lineup(self) -> Lineup | None:
        embedder = Embedder.load()
        return Lineup(self._gallery.deck, embedder) if embedder is not None else None
