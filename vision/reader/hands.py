"""The hands of one moment: what is neither the table nor a card that lies there, and which edge it comes in from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.reader.stillness import Mask


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands of one moment: a label per pixel (0 is none), and per label how far it fills each edge S E N W."""

    t: float
    labels: NDArray[np.int32]
    edges: NDArray[np.float32]
    """(labels, 4), pixels; row 0 is empty."""
    areas: NDArray[np.int32]
    lively: NDArray[np.bool_]
    """Whether anything of it has moved just now: a place that was bared, or a thing put down, does not."""
    faint: NDArray[np.int32]
    """A label per pixel of what differs from the table at all: arms with their dark parts and their shadows."""
    faint_edges: NDArray[np.float32]
    """The same as `edges` of those."""

    def touching(self, mask: Mask) -> NDArray[np.intp]:
        """Labels that meet the mask."""
        counts = np.bincount(self.labels[mask], minlength=len(self.edges))
        counts[0] = 0
        return np.asarray(np.flatnonzero(counts), np.intp)

    def arms(self, mask: Mask) -> NDArray[np.intp]:
        """Of those the ones that reach an edge of the picture."""
        found = self.touching(mask)
        return np.asarray(found[self.edges[found].sum(axis=1) > 0], np.intp)

    def shaded(self, mask: Mask) -> bool:
        """Whether an arm is there, however little it differs from the table."""
        return bool(self._of(mask, self.faint, self.faint_edges))

    def reaches(self, mask: Mask, *, faintly: bool = False) -> list[tuple[float, NDArray[np.float32]]]:
        """The arms that are at this place: how many of its pixels each covers, and how far it fills each edge.

        `faintly`: by what differs from the table at all, in moments in which no arm is seen clearly.
        """
        clearly = self._of(mask, self.labels, self.edges)
        if faintly:
            return [] if clearly else self._of(mask, self.faint, self.faint_edges)
        return self._of(mask, self.labels, self.edges * self.lively[:, None])

    @staticmethod
    def _of(
        mask: Mask, labels: NDArray[np.int32], edges: NDArray[np.float32]
    ) -> list[tuple[float, NDArray[np.float32]]]:
        inside = np.bincount(labels[mask], minlength=len(edges))
        inside[0] = 0
        return [(float(inside[i]), edges[i]) for i in np.flatnonzero(inside) if edges[i].any()]
