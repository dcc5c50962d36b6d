"""The open talon of which START tells: where its cards lie until the first play, and that they are no plays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from engine.cards import Card, CardSet, card_set
from vision.identity import Looks, Quad
from vision.reader.hands import Hands
from vision.reader.naming import Namer
from vision.reader.sight import Sight
from vision.reader.tracks import grown, nearest
from vision.reader.tricks import TrickBook
from vision.table.quads import centre_of

ENOUGH: Final = 3
"""So many of its cards side by side are the talon."""
BESIDE: Final = 1.5
"""Two cards of it that are nearer to each other than this, in card lengths, lie side by side."""
RIM: Final = 1.25
"""So much larger than the card is the place that it bares: its shadow and the cards that were pushed with it."""
PUSHED: Final = 0.3
"""A card of the talon that lies farther from its place than this is not there any more."""
LEFT_THERE: Final = 0.6
"""A talon card that lies nearer to its place than this, in card lengths, was at most pushed when others were taken."""


class KnownTalon:
    """The six cards that may lie open in the middle before trick 1."""

    def __init__(self, sight: Sight, namer: Namer, book: TrickBook, cards: CardSet = 0) -> None:
        self.sight, self.namer, self.book, self.cards = sight, namer, book, cards
        self._places: dict[Card, Quad] = {}
        self._left: list[Quad] = []
        """Places from which a card was pushed, until they were seen bare."""

    def lies(self, outlines: Sequence[Quad], looks: Looks, first: int) -> CardSet:
        """All of its cards, if before the first play enough of them are seen to lie there, from row `first` on.

        But for one that lies far from the others: it was taken, and is led now.
        """
        if not self.cards or self.book.every:
            return 0
        names = {self.namer.likeliest(looks.vectors[i]): outlines[i] for i in range(first, len(looks))}
        known = {card: quad for card, quad in names.items() if self.cards >> card & 1}
        together = {card: quad for card, quad in known.items() if self._beside(quad, known.values()) > 1}
        if len(together) < ENOUGH:
            return 0
        self._left += [
            place
            for card, quad in together.items()
            if (place := self._places.get(card)) is not None and nearest(place, [quad])[1] >= PUSHED
        ]
        self._places |= together
        return self.cards & ~card_set(card for card in known if card not in together)

    def _beside(self, quad: Quad, others: Iterable[Quad]) -> int:
        """How many of them lie beside it, itself counted."""
        near = BESIDE * self.sight.calibration.length_of(quad)
        return sum(float(np.linalg.norm(centre_of(quad) - centre_of(other))) < near for other in others)

    def bare(self, faces: Sequence[Quad], hands: Hands) -> None:
        """Where its cards lay there is table now: it was never seen bare, and is no hand."""
        self._left = [quad for quad in self._left if not self._bared(quad, faces, hands)]
        self._places = {
            card: quad for card, quad in self._places.items() if not self._bared(quad, faces, hands)
        }

    def _bared(self, quad: Quad, faces: Sequence[Quad], hands: Hands) -> bool:
        mask = self.sight.mask(grown(quad, RIM))
        gone = nearest(quad, faces)[1] >= PUSHED and self.sight.rested(quad)
        if not gone or len(hands.arms(mask)):
            return False
        self.sight.backdrop.relearn(mask, self.sight.stillness.small)
        return True

    def is_left(self, card: Card, quad: Quad) -> bool:
        """Whether it lies where it lay in the talon, of which a hand is just taking the others."""
        place = self._places.get(card)
        return place is not None and not self.book.every and nearest(quad, [place])[1] < LEFT_THERE
