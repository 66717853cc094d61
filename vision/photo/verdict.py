"""Whether a card that was found in a photo may be named: by its fit, its place and its colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import median

import numpy as np

from companion.referee.readings import Sight
from vision.deck import BACK
from vision.match.align import upright_card
from vision.match.gallery import Gallery
from vision.match.own_light import SETTLED_MARGIN, Cast, OwnLight
from vision.match.recognise import MIN_MARGIN, Sighting
from vision.outlines.tabletop import Tabletop
from vision.photo.acceptance import Acceptance, Evidence
from vision.photo.card import (
    BENT_ON_TABLE,
    CLEAR_LEAD,
    EXACT,
    MIN_LEAD_ON_TABLE,
    ON_TABLE,
    PhotoCard,
    is_clear,
    of_one_size,
    unturned,
)
from vision.photo.marks import Marks
from vision.photo.missing import Missing
from vision.photo.photograph import Photograph
from vision.photo.place import MIN_SEEN, PhotoPlaces
from vision.photo.shared_light import LIKE, SharedLight, Weighed
from vision.table.light import FloatImage

LEAST_LEAD = 0.3
"""Lead of a flat card from which it may be named as a bent one."""
MIN_AGREEMENT = 0.65
"""Share of a card's parts that have to look right before it is named."""
MOST_HUE = 50.0
"""Degrees by which light may turn a card's hue; from one suit to the next it is more."""
OF_OTHER_SIZE = 0.25
"""Share by which sides may miss a card's; with more nothing is a card of this deck beside those
that tell the table."""
BADLY_PLACED = 0.05
"""The same from which a card that does not fit exactly is cut out of others, across two of them, or
is another deck's: of 15 such names three were wrong."""
LEAST_MARGIN = 0.05
"""Below it, however well a card fits, two prints of one picture differ as much."""
SIGNAL = 0.36
"""Of what a card differs from its exemplar by anyway, the margin that it needs: a card that fits
well shows a small difference, in one that fits badly light and blur make a larger one."""
ALIKE, FAR_APART = 0.25, 0.6
"""Margins of a well printed card below which the net must not prefer another face, and from which
it is not asked."""
OBJECTION = -0.1
"""Cosine by which the net may like another face better in between: it has been wrong by that."""
LESS_ALIKE = 0.05
"""Fit that a card may lose when it is taken for one of its own hue."""
HARDLY_PLACED = 0.65
"""Fit below which a card that is not seen to end where it seems to may as well lie across."""
WEIGHED_FIT = 0.6
"""Fit from which a card is weighed together with the others of its photo, and below which its own
light gives it no name that its print leaves open."""
MOST_SETTLED = 6
"""Cards, the clearest, that nothing is like and that tell of the light that all share."""
LEAST_AHEAD, WELL_EXPLAINED, EACH_WORSE = 7.0, 0.02, 500.0
"""By how much the best explanation of a photo has to be ahead of those in which a card is another
one; how far that card may be off then, of white; what more it has to be ahead for each 1 beyond."""
EVENLY, EACH_STEEPER = 0.2, 60.0
"""By how much light may change over a card, as a logarithm: three in four of the cards of drawn
photos have less; what more a card has to be ahead for each 1 beyond. The edge of a shadow that
crosses a card is laid out as a slope, and where it is not one, one tone is taken for another."""
BACKED = 0.1
"""Gap of the net from which it backs a card against another one."""
TAKES_SIDES, AGAINST = 0.05, 0.03
"""Gap of the net from which it takes a side between faces that light makes alike, and by which it
is against one."""
HARDLY_APART = 1.5 * LEAST_AHEAD
"""By how much a card has to be ahead that is hardly anything apart from another face, or in which a
lamp has to be mirrored: of 12 that were less, card, ground and net were wrong together on four."""
SURELY_AHEAD = 10.0
"""By how much a card has to be ahead for what it looks like by itself whatever the net says, or
for another name whatever its own ground says, if the net takes the side of that."""
FAR_AHEAD = 16.0
"""The same whatever both the card looks like and its own ground say, where no lamp is mirrored in
it and the net does not object: where the photo stood against them it was right on each of 34 cards
from 14 ahead, and wrong on two of the nearest, 9.5 and 10.2 ahead."""
AGREED, ALLOWED = 5.0, 0.5
"""The same where card, its own ground and the light of all agree, no lamp is mirrored in it and the
net is not against; and how much what is steep or badly explained counts against it then."""
UNLIKE, ENOUGH_OTHERS = 0.25, 2
"""By how much worse than the others of its photo a card has to fit to be doubted, and how many
others that takes."""
KNOWN_WELL = 0.8
"""Cosine of the net with its face from which such a card is believed, and one that only looks
likely, though its score is not enough: six that were another deck's had .48 to .74, three in four
of the deck's own .83 and more."""
MOST_BURNT = 0.5
"""Share of what tells a card from others that may be as bright as a picture can show: beyond it a
card is nearly blank, and looks like the face with the least ink."""
BADLY_EXPLAINED = 0.04
"""How far a card is off, for a reflection for instance, from which weighing it says nothing against
a name of which no light makes another one."""
UNDECIDED, NEARLY_SETTLED = 1.0, 0.15
"""By how much less likely a card's name may make the photo than another one for it to stand, where
its margin is so much: the light says nothing then."""
NEARLY_ON_IT = 0.67
"""Lead below which a card lies between its face and another, nearer to their middle."""
LIKELIER = LEAST_AHEAD / 2
"""By how much a card has to be ahead where its margin is less: lead and net may take its side, but
it is no more than light makes."""
UNEXPLAINED, WELL_PRINTED = 0.06, 0.8
"""How far a card is off from which no light makes any face of it, where its light is even; fit from
which it is the deck's all the same: other decks' cards that are like one of its have less. Below it
the net must not prefer another face, either."""


@dataclass(frozen=True, slots=True)
class _Lying:
    """Where a card lies: on ``table`` if its sides and diagonals ``miss`` by no larger a share."""

    table: Tabletop | None
    miss: float = ON_TABLE

    def misfit(self, card: PhotoCard) -> float | None:
        """Return how badly ``card`` lies, at most `ON_TABLE` on the table; None: it is not known.

        What a bent card may miss besides is taken off.
        """
        if self.table is None:
            return None
        return max(self.table.misfit(card.corners) - (self.miss - ON_TABLE), 0.0)


class Verdicts:
    """Judges cards of one deck."""

    def __init__(self, gallery: Gallery, places: PhotoPlaces) -> None:
        """Take the ``gallery`` of the deck's whole cards, and who looks at its cards again."""
        self._gallery = gallery
        self._places = places
        self._acceptance = Acceptance.load()
        self._light = OwnLight(gallery)
        self._shared = SharedLight(gallery)
        self._marks = Marks(gallery)
        self._missing = Missing(gallery)

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
        judged = [
            self.of(image, card, table, known, one, showing=showing)
            for card, one in zip(cards, self._weighed(image, cards), strict=True)
        ]
        knows = partial(self._knows, image)
        judged = self._missing.judged(image, of_one_size(judged), cards, knows)
        return self._without_strangers(image, judged)

    def _knows(self, image: Photograph, card: PhotoCard) -> bool:
        """Say whether the net knows a ``card`` of ``image`` well by its label."""
        return self._is_known_well(card.card.label, self._flat(image, card))

    def _without_strangers(self, image: Photograph, cards: Sequence[PhotoCard]) -> list[PhotoCard]:
        """Return ``cards``, without a name those that fit much worse than the others of the photo.

        Unless the net knows them: one camera took them all, so such a card is covered in part, or
        it is another deck's.
        """
        fits = {n: card.card.fit for n, card in enumerate(cards) if card.sight is Sight.FACE}
        kept = list(cards)
        for number, fit in fits.items():
            others = [one for n, one in fits.items() if n != number]
            # Against the median: several strangers in one photo must not pass for what is usual
            # there.
            if len(others) < ENOUGH_OTHERS or fit > median(others) - UNLIKE:
                continue
            if not self._knows(image, cards[number]):
                kept[number] = replace(cards[number], sight=Sight.UNKNOWN)
        return kept

    def _weighed(self, image: Photograph, cards: Sequence[PhotoCard]) -> list[Weighed | None]:
        """Weigh ``cards`` of which others are like together; None for those that need it not.

        One alone shares its light with no other: what its own ground tells of it is all there is.
        """
        shown = sorted(
            (card for card in cards if card.card.fit >= WEIGHED_FIT and card.card.label != BACK),
            key=lambda card: -card.card.fit,
        )
        # Those that are like others are told by the light; it is measured by them and by the plain
        # ones.
        open_ = [card for card in shown if card.card.margin < LIKE]
        if not open_:
            return [None] * len(cards)
        settled = [card for card in shown if card.card.margin >= LIKE][:MOST_SETTLED]
        together = [*open_, *settled]
        if len(together) < 2:
            return [None] * len(cards)  # it shares its light with none
        flats = [self._flat(image, card) for card in together]
        found = self._shared.weigh(
            [
                (card.card.label, image.as_photographed(flat))
                for card, flat in zip(together, flats, strict=True)
            ],
            [False] * len(open_) + [True] * len(settled),
            np.stack([card.corners.mean(axis=0) for card in together]) / max(image.size),
            [card.card.rivals for card in together],
            [self._gallery.prints(flat) for flat in flats],
        )
        by_card = {id(card): one for card, one in zip(open_, found, strict=False)}
        return [by_card.get(id(card)) for card in cards]

    def of(
        self,
        image: Photograph,
        card: PhotoCard,
        table: Tabletop | None,
        casts: Sequence[Cast] = (),
        weighed: Weighed | None = None,
        *,
        showing: bool = False,
    ) -> PhotoCard:
        """Return ``card`` of ``image`` with its verdict; ``table`` is where it lies, if known.

        ``casts`` is what all cards of the photo tell of its light, ``weighed`` what it is in the
        light that they share. ``showing``: it is a picture in which cards are seen to end, so this
        one, too, has to where no table tells its size. One that cannot be named as it lies flat,
        but leads a little, is looked at once more as a bent one.
        """
        flat = self._flat(image, card)
        verdict = self._judged(image, card, flat, _Lying(table), casts, weighed)
        sized = not showing or self._has_its_size(image, verdict)
        if verdict.sight is not Sight.UNKNOWN and not sized:
            return replace(verdict, sight=Sight.UNKNOWN)
        across = self._lying_across(image, verdict, table)
        if across is not None:
            if not self._places.is_outlined(image, across.corners):
                return replace(verdict, sight=Sight.UNKNOWN)
            # It is seen to end there: the same face, the other way.
            flat = self._flat(image, across)
            return self._judged(image, across, flat, _Lying(table), casts, weighed)
        if verdict.sight is Sight.UNKNOWN and card.card.lead >= LEAST_LEAD:
            bent = self._places.fit_bent(image, card)
            if bent is not None:
                bowed = _Lying(table, BENT_ON_TABLE)
                again = self._judged(image, *bent, bowed, casts, weighed)
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

    def _lying_across(
        self, image: Photograph, card: PhotoCard, table: Tabletop | None
    ) -> PhotoCard | None:
        """Return ``card`` turned by a quarter where it fits as well, and nothing shows how it lies.

        A sign in the middle of a card that is covered in part looks much the same both ways, and a
        flower with four petals always does. What the other place holds is the same guess.
        """
        seen = card.card
        if card.sight is not Sight.FACE or table is None:
            return None
        if seen.fit >= HARDLY_PLACED and not self._gallery.is_alike_across(seen.label):
            return None
        if self._places.is_outlined(image, card.corners):
            return None
        across = self._places.fit(image, np.roll(card.corners, 1, axis=0), table)
        if across is None or across.card.fit < seen.fit - LESS_ALIKE:
            return None
        return across

    def _judged(
        self,
        image: Photograph,
        card: PhotoCard,
        flat: FloatImage,
        lying: _Lying,
        casts: Sequence[Cast],
        weighed: Weighed | None,
    ) -> PhotoCard:
        """Return ``card``, which looks like ``flat``, upright and flat, with its verdict.

        Where its own ground tells in what light it lies, it is judged in that.
        """
        if weighed is not None:
            judged = self._by_shared_light(image, card, flat, lying, casts, weighed)
            if judged is not None:
                return judged
        elif card.card.fit < WEIGHED_FIT and card.card.margin < SIGNAL * card.card.misfit:
            return _unknown(card)  # it fits too badly to be told from what is like it
        # A card that is told plainly and has its suit's hue needs no light: to measure it takes
        # time, and it could only be measured wrongly.
        label, hues = card.card.label, self._gallery.hues
        own = card.card.margin < SETTLED_MARGIN or hues.is_other(label, flat, MOST_HUE)
        cast = self._cast(image, label, flat) if own else None
        if cast is None:
            return self._in_unknown_light(image, card, flat, lying)
        lit = self._light.again(
            card.card, image.as_photographed(flat), self._light.lights(cast, casts)
        )
        # Hue is asked again in its own light: before, it may have been the lamp's.
        if lit is None or lit[0].label in hues.ruled_out(lit[0].label, lit[1])[1]:
            return _unknown(card)
        # No light makes one of two faces that are unlike of the other: it was measured wrongly, as
        # where a shadow ends on the card.
        if lit[0].label != label and card.card.margin >= LIKE:
            return _unknown(card)
        card = replace(card, card=lit[0])
        return self._with(self._evidence(image, card, lit[1], flat, lying), card, flat)

    def _by_shared_light(
        self,
        image: Photograph,
        card: PhotoCard,
        flat: FloatImage,
        lying: _Lying,
        casts: Sequence[Cast],
        weighed: Weighed,
    ) -> PhotoCard | None:
        """Return ``card`` with its verdict, by the one light that all cards of the photo share.

        None: that light neither names it nor speaks against its name.
        """
        # It is one face only, and the card itself, or its own ground, says so too: nothing else has
        # to be asked. Where that light alone is not enough, a letter that is printed on it counts
        # more.
        name = None if is_told(weighed) else self._by_marks(image, card, weighed)
        # The veil of its own has a strength of its own, too, so much can be made of it.
        if name is None and weighed.mirrored and weighed.ahead < HARDLY_APART:
            return _unknown(card)
        if name is None and self._is_told(image, card.card, flat, casts, weighed):
            name = weighed.label
        if name is not None:
            return self._as_weighed(card, name, flat, lying)
        # No light makes any face of this deck of it: it is another deck's, or a part of something.
        if weighed.off > UNEXPLAINED and card.card.fit < WELL_PRINTED:
            return _unknown(card)
        # Ink that is burnt out has lost the tone by which such faces differ, whatever the pixels
        # say.
        if weighed.burnt > MOST_BURNT or _is_another(card.card, weighed):
            return _unknown(card)
        if self._is_undecided(card.card, weighed, flat):
            return _unknown(card)
        return None

    def _in_unknown_light(
        self, image: Photograph, card: PhotoCard, flat: FloatImage, lying: _Lying
    ) -> PhotoCard:
        """Return ``card`` with its verdict; too little bare ground shows to tell its light.

        Hue rules out what it can, and the name has to hold in each light that the photo may have.
        """
        settled = self._by_hue(image, card, flat)
        if settled is None:
            return _unknown(card)
        if settled is not card:
            printed = card.card.label
            card, lying = settled, replace(lying, miss=ON_TABLE)
            flat = self._flat(image, card)
            if not self._is_seen_as(card.card.label, printed, flat):
                return _unknown(card)
        sighting = self._in_any_light(image, card.card, flat)
        if sighting is None:
            return _unknown(card)
        card = replace(card, card=sighting)
        return self._with(self._evidence(image, card, flat, flat, lying), card, flat)

    def _is_told(
        self,
        image: Photograph,
        seen: Sighting,
        flat: FloatImage,
        casts: Sequence[Cast],
        weighed: Weighed,
    ) -> bool:
        """Say whether what is ``weighed`` is told, and something else than that light tells it too.

        The card seems to be it and the net is not against it, or does so in the light that its own
        ground tells: a whole photo can be taken for one of other tones. Where no ground tells any,
        the photo has to be more certain; where it is very certain, the net's word is enough; where
        nothing comes near, its silence, for one card's ground shows neither curve nor strength of
        colours. Where the card seems to be it, and the net agrees or its own ground tells it, too,
        the photo need not be certain, but where hardly anything sets it apart from another face.
        """
        borne_out = weighed.label == seen.label
        gap = self._gap(weighed.label, flat)
        if borne_out and gap > -AGAINST:
            if is_told(weighed, _least_ahead(seen)) or self._is_backed(seen, weighed, flat):
                return True
            hardly = weighed.mirrored or seen.margin < MIN_MARGIN
            agreed = is_told(weighed, AGREED, ALLOWED) and not hardly
            return agreed and self._in_own_light(image, seen, flat, casts) == seen.label
        if is_told(weighed, SURELY_AHEAD) and (borne_out or gap >= TAKES_SIDES):
            return True
        if is_told(weighed, FAR_AHEAD) and not weighed.mirrored and gap > OBJECTION:
            return True
        if borne_out or not is_told(weighed) or gap <= -AGAINST:
            return False
        own = self._in_own_light(image, seen, flat, casts)
        if own is None:
            return weighed.ahead >= 2 * _needed(weighed)
        return own == weighed.label

    def _in_own_light(
        self, image: Photograph, seen: Sighting, flat: FloatImage, casts: Sequence[Cast]
    ) -> str | None:
        """Return what a card is in the light that its own ground shows; "": no face of the deck's.

        None: it shows no ground.
        """
        cast = self._cast(image, seen.label, flat)
        if cast is None:
            return None
        lights = self._light.lights(cast, casts)
        lit = self._light.again(seen, image.as_photographed(flat), lights)
        return "" if lit is None else lit[0].label

    def _is_undecided(self, seen: Sighting, weighed: Weighed, flat: FloatImage) -> bool:
        """Say whether neither light nor net takes the side of what light alone may have made.

        A small margin is no more than that. And a card halfway between two faces is neither,
        however far these are from each other, and its margin from nothing: a lamp that is mirrored
        in it moves it from one towards the other.
        """
        small = seen.margin < NEARLY_SETTLED
        if weighed.ahead >= _least_ahead(seen) or not (small or seen.lead < NEARLY_ON_IT):
            return False
        if small and weighed.ahead < LIKELIER:
            return True
        if self._places.lineup is None:
            return small
        gap = self._gap(seen.label, flat)
        if small and gap < TAKES_SIDES:
            return True
        return seen.lead < NEARLY_ON_IT and not is_told(weighed, LIKELIER) and gap < BACKED

    def _gap(self, label: str, flat: FloatImage) -> float:
        """Return by how much more the net sees ``label`` than any other face; 0 without the net."""
        lineup = self._places.lineup
        return 0.0 if lineup is None else lineup.against(label, flat)[1]

    def _is_backed(self, seen: Sighting, weighed: Weighed, flat: FloatImage) -> bool:
        """Say whether the net takes the side of what a card seems to be and is ``weighed``, too.

        It is taught to see through light, and sees lines and figures where the light compares
        places: faces of thin lines have so little ink that no light is ever far ahead, and of one
        more star between eight it says nothing. What print and net rule out the light need not.
        """
        lineup = self._places.lineup
        if lineup is None or len(weighed.behind) < 2 or weighed.burnt > MOST_BURNT:
            return False
        # Its veil has a colour, by which figure and net are taken in alike.
        if weighed.mirrored:
            return False
        alike = lineup.likeness(flat)
        backed = alike.pop(weighed.label) - BACKED
        needed = LIKELIER + EACH_STEEPER * max(weighed.steep - EVENLY, 0.0)
        if weighed.ahead >= needed and weighed.off <= UNEXPLAINED and backed >= max(alike.values()):
            return True
        left = [
            behind - weighed.behind[weighed.label]
            for name, behind in weighed.behind.items()
            if name != weighed.label and (name in seen.rivals or alike[name] > backed)
        ]
        return bool(left) and min(left) >= _needed(weighed, _least_ahead(seen))

    def _by_marks(self, image: Photograph, card: PhotoCard, weighed: Weighed) -> str | None:
        """Return which face a card is by the marks printed on it, where light hardly tells it.

        One that is none of this deck's in any light may bear the same letters.
        """
        if card.card.fit < WELL_PRINTED or weighed.off > UNEXPLAINED:
            return None
        labels = [card.card.label, *weighed.behind, *card.card.rivals]
        return self._marks.told(image, card.corners, labels)

    def _as_weighed(
        self, card: PhotoCard, label: str, flat: FloatImage, lying: _Lying
    ) -> PhotoCard:
        """Return ``card`` as the face that it is in the light that all cards of its photo share.

        Or by its marks: nothing else is like it then, and its colours have been judged.
        """
        gallery, seen = self._gallery, card.card
        fit = seen.fit
        if label != seen.label:
            kinds = gallery.upright(label)
            fit = float((gallery.fine[kinds] @ gallery.describe(flat)).max())
        seen = replace(
            seen, label=label, fit=fit, lead=1.0, margin=max(seen.margin, LIKE), rivals=()
        )
        evidence = Evidence(
            fit,
            seen.lead,
            seen.margin,
            gallery.agreement(seen.label, flat),
            0.0,
            lying.misfit(card),
        )
        card = replace(card, card=seen)
        return self._with(evidence, card, flat)

    def _with(self, evidence: Evidence, card: PhotoCard, shown: FloatImage) -> PhotoCard:
        """Return ``card``, as it is ``shown`` in the photo's light, with its verdict."""
        seen = card.card
        if seen.fit < MIN_SEEN or not self._is_enough(evidence, seen, shown):
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
        image: Photograph,
        card: PhotoCard,
        flat: FloatImage,
        shown: FloatImage,
        lying: _Lying,
    ) -> Evidence:
        """Return what speaks for the name of ``card``, which looks like ``flat``.

        The net is asked about it as it is ``shown`` in the photo's light: so it was taught.
        """
        seen = card.card
        return Evidence(
            seen.fit,
            seen.lead,
            seen.margin,
            self._gallery.agreement(seen.label, flat),
            self._gallery.hues.apart(seen.label, self._hued(image, seen, flat)),
            lying.misfit(card),
            self._is_contradicted(seen, shown),
        )

    def _hued(self, image: Photograph, seen: Sighting, flat: FloatImage) -> FloatImage:
        """Return ``flat``, what is ``seen``, in the light in which its hue is to be looked at.

        In the one that suits it best, of those that the photo may have, where its print is like
        no other face's and the net knows it: the brightest of a photo may be a purple cloth, and
        with that for white the ink of every card has another hue.
        """
        hues = self._gallery.hues
        if seen.margin < FAR_APART or not hues.is_other(seen.label, flat, MOST_HUE):
            return flat
        if not self._is_known_well(seen.label, flat):
            return flat
        photographed = image.as_photographed(flat)
        lights = [(photographed / white).astype(np.float32) for white in image.whites()]
        return min((flat, *lights), key=lambda lit: hues.apart(seen.label, lit))

    def _is_enough(self, evidence: Evidence, seen: Sighting, shown: FloatImage) -> bool:
        """Say whether a card may be named, or called a back."""
        if evidence.hue > MOST_HUE or evidence.contradicted:
            return False
        most = OF_OTHER_SIZE if evidence.fit >= EXACT else BADLY_PLACED
        if evidence.misfit is not None and evidence.misfit > most:
            return False
        on_table = evidence.misfit is not None and evidence.misfit <= ON_TABLE
        likely = seen.lead >= MIN_LEAD_ON_TABLE if on_table else is_clear(seen)
        likely = likely and evidence.agreement >= MIN_AGREEMENT
        if seen.label == BACK:
            return likely
        if self._acceptance.named(evidence):
            return True
        # Of what only looks likely one in twelve is a face or a back of another deck: the score
        # says so, and a witness that saw none of its figures has to say the contrary.
        return likely and self._is_known_well(seen.label, shown)

    def _is_known_well(self, label: str, shown: FloatImage) -> bool:
        lineup = self._places.lineup
        return lineup is not None and lineup.cosine(label, shown) >= KNOWN_WELL

    def _is_seen_as(self, label: str, printed: str, shown: FloatImage) -> bool:
        """Say whether the net, too, sees ``label`` in a print like ``printed``; without it, yes.

        The brightest of a photo may be a green cloth, and with that for white a hue is another.
        """
        lineup = self._places.lineup
        if lineup is None or label == printed:
            return True
        alike = lineup.likeness(shown)
        return alike[label] - alike[printed] >= BACKED

    def _by_hue(self, image: Photograph, card: PhotoCard, flat: FloatImage) -> PhotoCard | None:
        """Look once more, among cards of its own hue, at one that may be of another suit.

        Where two cards differ by colour alone, another camera's colours may lie between the two.
        None: its hue is one suit's and its print another's, or what is left is a face without a
        hue: light that turns a coloured one's rules it out beside the grey one, and says nothing
        for that.
        """
        shown = self._hued(image, card.card, flat)
        least, others = self._gallery.hues.ruled_out(card.card.label, shown)
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
        off across a card changes as much. There the net has to take the same side; and wherever
        the print fits badly, for another deck's figures may be like this one's.
        """
        if seen.label == BACK:
            return False
        if seen.margin < max(LEAST_MARGIN, SIGNAL * seen.misfit):
            return True
        lineup = self._places.lineup
        well = seen.fit >= WELL_PRINTED
        if lineup is None or (well and seen.margin >= FAR_APART):
            return False
        likest, gap = lineup.against(seen.label, flat)
        if likest in self._gallery.hues.ruled_out(seen.label, flat)[1]:
            return False  # light of another colour: the net does not allow for it
        return gap < (OBJECTION if well and seen.margin >= ALIKE else 0.0)


def _unknown(card: PhotoCard) -> PhotoCard:
    """Return ``card`` as one that nobody can name."""
    return PhotoCard(Sight.UNKNOWN, card.card, card.corners)


def _is_another(seen: Sighting, weighed: Weighed) -> bool:
    """Say whether what is ``seen`` is rather another card in the light that all cards share."""
    if weighed.label == seen.label:
        return False
    behind = weighed.behind[seen.label] - weighed.behind[weighed.label]
    if seen.margin >= NEARLY_SETTLED and behind < UNDECIDED:
        return False
    return seen.margin < ALIKE or weighed.off <= BADLY_EXPLAINED


def _least_ahead(seen: Sighting) -> float:
    """Return by how much the light has to tell what a card seems to be for nothing else to ask."""
    return HARDLY_APART if seen.margin < MIN_MARGIN else LEAST_AHEAD


def is_told(weighed: Weighed, ahead: float = LEAST_AHEAD, share: float = 1.0) -> bool:
    """Say whether a card is told from all that are like it, where it has to be so far ``ahead``.

    The worse it is explained, or the steeper the light that it takes, the more, by a ``share`` of
    what is usual; nothing is enough where its ink is burnt out, or where it was held against no
    other face.
    """
    if len(weighed.behind) < 2:
        return False
    return weighed.ahead >= _needed(weighed, ahead, share) and weighed.burnt <= MOST_BURNT


def _needed(weighed: Weighed, ahead: float = LEAST_AHEAD, share: float = 1.0) -> float:
    """Return by how much a card has to be ahead; ``ahead``, where even light explains it well."""
    worse = EACH_WORSE * max(weighed.off - WELL_EXPLAINED, 0.0)
    return ahead + share * (worse + EACH_STEEPER * max(weighed.steep - EVENLY, 0.0))
