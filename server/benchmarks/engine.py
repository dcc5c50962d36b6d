"""The speed of the rules engine: finished deals judged, trick phases played out, beside OpenSpiel where it is installed."""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable
from typing import Any

from engine.cards import card_set
from engine.dealing import random_deal, with_revoke
from engine.judge import judge
from engine.obligations import PlayRules
from engine.playouts import playout
from engine.record import Deal
from engine.systems import SYSTEMS

TO_REACH = {"judged_per_second": 1_000, "playouts_per_second": 30_000}


def best_rate(work: Callable[[], int], seconds: float) -> float:
    """Units per second of the best of several rounds: the least disturbed one tells what the code can do."""
    best, until = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < until:
        start = time.perf_counter()
        done = work()
        best = max(best, done / (time.perf_counter() - start))
    return best


def bench_engine(seconds: float = 3.0, seed: int = 1) -> dict[str, Any]:
    """Every figure of the engine on this machine, one core."""
    rng = random.Random(seed)
    legal = [random_deal(rng, rng.choice(list(SYSTEMS))) for _ in range(150)]
    revokes = [r.deal for r in (with_revoke(rng, d) for d in legal) if r is not None]
    report: dict[str, Any] = {
        "judged_per_second": {
            "legal": round(best_rate(lambda: _judge_all(legal), seconds)),
            "with_one_revoke": round(best_rate(lambda: _judge_all(revokes), seconds)),
            "to_reach": TO_REACH["judged_per_second"],
        }
    }
    deals = [_hands(rng) for _ in range(200)]
    ordinary, forced = PlayRules(), PlayRules(stichzwang=True, pagat_last=True)
    rate = best_rate(lambda: _play_all(ordinary, deals, rng), seconds)
    klop = best_rate(lambda: _play_all(forced, deals, rng), seconds)
    report["playouts_per_second"] = {
        "ordinary": round(rate),
        "stichzwang": round(klop),
        "to_reach": TO_REACH["playouts_per_second"],
    }
    report["openspiel_klop"] = _openspiel(seconds, seed, klop)
    return report


def _judge_all(deals: list[Deal]) -> int:
    for deal in deals:
        judge(deal)
    return len(deals)


def _hands(rng: random.Random) -> list[int]:
    cards = list(range(54))
    rng.shuffle(cards)
    return [card_set(cards[12 * s : 12 * s + 12]) for s in range(4)]


def _play_all(rules: PlayRules, deals: list[list[int]], rng: random.Random) -> int:
    for hands in deals:
        playout(rules, hands, 0, rng.random)
    return len(deals)


def _openspiel(seconds: float, seed: int, own: float) -> dict[str, Any]:
    """OpenSpiel's Slovenian tarok (C++), four players: the trick phase of its Klop, the same obligations as Stichzwang."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return {"installed": False, "how": "pip install open_spiel"}
    rng = random.Random(seed)
    starts = [_openspiel_start(pyspiel, rng) for _ in range(20)]
    rate = best_rate(lambda: _openspiel_all(starts, rng), seconds)
    return {"installed": True, "playouts_per_second": round(rate), "ratio": round(own / rate, 1)}


def _openspiel_start(pyspiel: Any, rng: random.Random) -> Any:
    """A state at its first lead."""
    while True:
        state = pyspiel.load_game("tarok(players=4)").new_initial_state()
        while not state.is_terminal():
            if str(state.current_game_phase()).endswith("TRICKS_PLAYING"):
                if str(state.selected_contract()).endswith("KLOP"):
                    return state
                break
            actions = (
                [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            )
            state.apply_action(rng.choice(actions))


def _openspiel_all(starts: list[Any], rng: random.Random) -> int:
    for start in starts:
        state = start.clone()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    return len(starts)
