"""Names all cards of a deal together: every view of a card counts, each of the 54 exists once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, CardSet, card_set
from vision.decks import Deck
from vision.identity import Looks, Names, Prototypes, Trust, chosen, compare, name
from vision.reader.events import Name

MOST_VIEWS: Final = 6
UNKNOWN: Final = 0.6
TELLING: Final = 6
"""The power of its likeness with which a view counts."""
FOUND: Final = 0.85
"""How sure the finder is of a card that lies: trust was fitted with its word, and a card that came to rest has it."""
CONTEST: Final = 0.135
"""Two cards that look like the same one are told apart only if changing their names would cost so much likeness."""
CONTESTED: Final = 0.95
"""So sure at most is the one of them that keeps the name: nothing may rest on it until the other is known."""
EXCLUDED: Final = 0.95
"""So sure at most is what was named by elimination: because the other cards lie elsewhere."""
EVEN: Final = 0.5
FEW: Final = 3
"""After so many cards one deck fits better than the others,"""
SETTLED: Final = 8
"""and after so many it is known which one lies on the table."""
SURE: Final = 0.97
FITS: Final = 0.8
"""If so many of them are read surely, somebody taught this deck, however poor the light makes every single view."""


@dataclass(slots=True)
class Views:
    """What was seen of one card, in the order in which they came; the worst goes when there are too many."""

    vectors: list[NDArray[np.float32]] = field(default_factory=list)
    genuine: list[float] = field(default_factory=list)
    visible: list[float] = field(default_factory=list)
    alike: list[float] = field(default_factory=list)
    """How alike each view is to the card that it is most like; `UNKNOWN` until it was compared."""
    answer: Card | None = None
    """What a person said that it is."""
    taken: int = 0
    """So many views there were, those included that were not kept."""

    def add(self, vector: NDArray[np.float32], genuine: float, visible: float) -> None:
        self.taken += 1
        self.vectors.append(vector)
        self.genuine.append(genuine)
        self.visible.append(visible)
        self.alike.append(UNKNOWN)
        if len(self.vectors) > MOST_VIEWS:
            worst = int(np.argmin(self._worth()[:-1]))
            for values in (self.vectors, self.genuine, self.visible, self.alike):
                del values[worst]

    def _worth(self) -> NDArray[np.float64]:
        """A view that is like no card says little about which one it is: a finger, a shadow, a wrong outline."""
        seen = np.clip(self.genuine, 0.02, 1) * np.clip(self.visible, 0.1, 1) ** 2
        return np.asarray(seen * np.clip(self.alike, 0.1, 1) ** TELLING, np.float64)

    def pooled(self) -> tuple[NDArray[np.float32], float, float]:
        weight = self._worth()
        vector = (np.stack(self.vectors) * weight[:, None]).sum(axis=0)
        vector = vector / max(float(np.linalg.norm(vector)), 1e-6)
        best = int(np.argmax(weight))
        return vector.astype(np.float32), self.genuine[best], self.visible[best]


class Namer:
    """Reads with the one deck that fits the whole deal best."""

    def __init__(self, decks: Sequence[Deck], trust: Trust, *, tricks: Namer | None = None) -> None:
        """`out_of_play` are cards that lie openly elsewhere for the whole deal.

        `tricks` reads what is played with the same deck on the same table, and much more of it.
        """
        self.trust = trust
        # A deck that most cards of a deal showed to be taught is as well known as one that somebody named.
        self._once_known = trust.of_named_deck()
        self._tricks = tricks
        self.whole = [deck.prototypes for deck in decks]
        self.decks = self.whole
        self.names = [deck.name for deck in decks]
        self.deck: str | None = None
        self._fits = False
        self._settled: int | None = None

    @property
    def fits(self) -> bool:
        """Whether most of many cards were read surely: the deck is the one that it is read with."""
        return self._fits or (self._tricks is not None and self._tricks.fits)

    @property
    def settled(self) -> int | None:
        """The deck that many cards showed to be the one on the table."""
        of_tricks = None if self._tricks is None else self._tricks.settled
        return self._settled if of_tricks is None else of_tricks

    def leave_out(self, cards: CardSet) -> None:
        """These lie openly elsewhere for the rest of the deal."""
        self.decks = [_without(prototypes, cards) for prototypes in self.whole]

    def name(self, views: Sequence[Views]) -> list[Name]:
        """One name for each card, all different."""
        answered = {v.answer for v in views if v.answer is not None}
        open_ones = [v for v in views if v.answer is None and v.vectors]
        names = iter(self._assigned(open_ones, answered))
        result = []
        for v in views:
            if v.answer is not None:
                result.append(Name(v.answer, 1.0, ((v.answer, 1.0),)))
            else:
                result.append(next(names) if v.vectors else Name(None, 0.0))
        return result

    def likeliest(self, vector: NDArray[np.float32]) -> Card:
        """What a single look would be taken for, whatever else lies on the table."""
        return self.likeliest_few(vector)[0]

    def likeliest_few(self, vector: NDArray[np.float32], count: int = 3) -> list[Card]:
        """The cards that a single look is most like, best first."""
        if self.deck is not None:
            cosines = compare(vector[None], self.whole[self.names.index(self.deck)]).cosines[0]
            return [int(card) for card in np.argsort(-cosines)[:count]]
        rows = [compare(vector[None], prototypes).cosines[0] for prototypes in self.whole]
        best = max(rows, key=lambda row: float(row.max()))
        return [int(card) for card in np.argsort(-best)[:count]]

    def _assigned(self, views: Sequence[Views], answered: set[Card]) -> list[Name]:
        if not views:
            return []
        self._compare(views)
        rows = [v.pooled() for v in views]
        looks = Looks(
            np.stack([vector for vector, _, _ in rows]),
            np.array([genuine for _, genuine, _ in rows], np.float32),
            np.array([visible for _, _, visible in rows], np.float32),
            np.zeros((len(rows), 4, 2), np.float32),
        )
        known = self.settled
        decks = self.decks if known is None else [self.decks[known]]
        decks = [_without(deck, card_set(answered)) for deck in decks] if answered else decks
        names = name(looks, decks, self.trust, _found(len(views)))
        # One or two outlines, perhaps of no card at all, do not say which deck lies there.
        told = known is not None or len(views) >= FEW
        self.deck = self.names[names.deck if known is None else known] if told else self.deck
        if known is None and len(views) >= SETTLED:
            self._settled = names.deck
        self._fits = len(views) >= SETTLED and float((names.confidence >= SURE).mean()) >= FITS
        result = [self._name(names, i) for i in range(len(views))]
        fit = names.marks.short, names.marks.alike
        result = self._by_exclusion(result, looks, decks[names.deck], fit)
        return _contested(result, looks, decks[names.deck])

    def _compare(self, views: Sequence[Views]) -> None:
        """How alike the new ones among the views are to any card."""
        new = [(v, i) for v in views for i, alike in enumerate(v.alike) if alike == UNKNOWN]
        if not new:
            return
        vectors = np.stack([v.vectors[i] for v, i in new])
        decks = self.whole if self.deck is None else [self.whole[self.names.index(self.deck)]]
        best = np.max([compare(vectors, deck).cosines.max(axis=1) for deck in decks], axis=0)
        for (v, i), alike in zip(new, best.tolist(), strict=True):
            v.alike[i] = alike

    def _name(self, names: Names, i: int) -> Name:
        card, confidence = int(names.cards[i]), float(names.confidence[i])
        trust = self._once_known if self.fits else self.trust
        sure = card >= 0 and confidence >= trust.limit(names.marks)
        return Name(card if sure else None, confidence, names.candidates[i])

    def _by_exclusion(
        self, result: list[Name], looks: Looks, deck: Prototypes, fit: tuple[float, float]
    ) -> list[Name]:
        """The unsure ones again: what lies elsewhere for sure they cannot be."""
        unsure = [i for i, each in enumerate(result) if each.card is None]
        if not unsure or len(unsure) == len(result):
            return result
        left = _without(deck, card_set(each.card for each in result if each.card is not None))
        if not len(left.cards):
            return result
        names = name(chosen(looks, unsure), [left], self.trust, _found(len(unsure)), fit=fit)
        for k, i in enumerate(unsure):
            found = self._name(names, k)
            # It was not seen to be this card; it can be no other. Nobody is accused by that.
            result[i] = replace(found, confidence=min(found.confidence, EXCLUDED))
        return result


def _contested(result: list[Name], looks: Looks, deck: Prototypes) -> list[Name]:
    """Two cards that both look like one: the one that only gave way is asked about, and the other is in doubt, too.

    A stain makes a seven an eight. That the true eight is then called a seven follows from nothing that was seen.
    """
    holders = {each.card: i for i, each in enumerate(result) if each.card is not None}
    cosines = compare(looks.vectors, deck).cosines
    told = list(result)
    for i, each in enumerate(result):
        like = int(cosines[i].argmax())
        card = each.card if each.card is not None else (each.candidates or ((like, 0.0),))[0][0]
        j = holders.get(like)
        if j is None or like == card:
            continue
        lead = float(cosines[j, like] + cosines[i, card] - cosines[i, like] - cosines[j, card])
        if lead < CONTEST:
            told[i] = Name(
                None, EVEN, ((like, EVEN), *((c, p * EVEN) for c, p in each.candidates if c != like))
            )
            told[j] = replace(told[j], confidence=min(told[j].confidence, CONTESTED))
    return told


def _found(count: int) -> NDArray[np.float32]:
    return np.full(count, FOUND, np.float32)


def _without(prototypes: Prototypes, cards: CardSet) -> Prototypes:
    if not cards:
        return prototypes
    keep = np.array([not cards >> int(card) & 1 for card in prototypes.cards], np.bool_)
    return replace(
        prototypes,
        vectors=prototypes.vectors[keep],
        cards=prototypes.cards[keep],
        flipped=prototypes.flipped[keep],
    )
