"""Fitting the trust: answers on decks that nobody taught are asked about, and the limit is as low as the aims allow."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.namer_stand_ins import TRUST
from vision.identity import fit_of_deck
from vision.training.namer_calibrate import Observations, choose_limit, confidences, describe, fit_trust


def seen(taught: bool, pictures: int, rng: np.random.Generator) -> Observations:
    """Pictures of four open cards: like and clear on a taught deck; half as like on another, and right by luck."""
    rows, right = [], []
    for _ in range(pictures):
        best = np.clip(rng.normal(0.93 if taught else 0.6, 0.04, 4), 0, 1).astype(np.float32)
        margin = rng.normal(0.45 if taught else 0.2, 0.08, 4)
        ones = np.ones(4, np.float32)
        fit = fit_of_deck(best, ones, 0.82 * ones, TRUST.expected)
        rows += [[m, b, b, 4.0, 0.82, 0.9, 0.0, *fit] for m, b in zip(margin, best, strict=True)]
        right += [bool(rng.random() < (0.999 if taught else 0.5)) for _ in range(4)]
    count = len(rows)
    yes = np.ones(count, np.bool_)
    picture = np.repeat(np.arange(pictures), 4) + (0 if taught else 10_000)
    kinds = (np.full(count, taught), yes, yes, np.array(right), np.ones(count), np.full(count, 120.0))
    return Observations(np.array(rows, np.float64), picture, *kinds)


def both(pictures: int = 200) -> Observations:
    parts = [seen(taught, pictures, np.random.default_rng(int(taught))) for taught in (True, False)]
    return Observations(*(np.concatenate([getattr(p, key) for p in parts]) for key in Observations.__slots__))


def test_a_deck_that_nobody_taught_is_doubted() -> None:
    rows = both()
    trust = fit_trust(rows, TRUST, 0.5)
    named = confidences(rows, trust) >= trust.threshold
    assert named[rows.taught].mean() > 0.95
    assert named[~rows.taught].mean() < 0.05
    best, genuine, visible = (np.full(3, v, np.float32) for v in (0.94, 1.0, 0.82))
    short, alike = fit_of_deck(best, genuine, visible, TRUST.expected)
    assert trust.known_deck(short, alike) > 0 > trust.known_deck(-0.35, 0.0)


@pytest.mark.parametrize(("wrong_below", "limit"), [(0.0, 0.5), (0.7, 0.7), (0.9, 0.9)])
def test_the_limit_is_the_lowest_that_errs_as_seldom_as_asked(wrong_below: float, limit: float) -> None:
    rows = seen(True, 100, np.random.default_rng(0))
    confidence = np.linspace(0.4, 1.0, len(rows.right))
    rows = replace(rows, right=confidence >= wrong_below)
    assert choose_limit(rows, confidence, 0.5) == pytest.approx(limit, abs=0.011)


def test_short_cards_are_not_counted_when_the_limit_is_chosen() -> None:
    rows = seen(True, 50, np.random.default_rng(0))
    rows = replace(rows, right=np.zeros_like(rows.right), length=np.full(len(rows.right), 50.0))
    assert choose_limit(rows, np.full(len(rows.right), 0.95), 0.6) == 0.6


def test_what_is_answered_is_said_for_each_limit() -> None:
    rows = seen(True, 10, np.random.default_rng(0))
    text = describe(rows, np.full(40, 0.9), (0.5, 0.95))
    assert "known or enrolled, from 0.50: 100.0 % of 40" in text
    assert "known or enrolled, from 0.95: 0.0 % of 40, 0 wrong" in text
