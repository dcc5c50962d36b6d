"""The auction: who may say what when. What was said against it is noted; the contract stands as it was played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.irregular import Act
from engine.record import Call, Deal
from engine.systems.base import NATURES, Family, Game, Opening, System

PASS = "weiter"
FOREHAND = "vorhand"


@dataclass(slots=True)
class Auction:
    """The state of an auction. `options` tells what a seat may say; `say` notes a word."""

    system: System
    calls: list[Call] = field(default_factory=list)
    passed: set[int] = field(default_factory=set)
    highest: Game | None = None
    holder: int | None = None
    bird: str | None = None
    """What the highest bid named."""
    beside: list[int] = field(default_factory=list)
    last: int = 3
    """Who spoke last;"""
    skipped: tuple[int, ...] = ()
    """whom he did not let speak before him: they may still, until the next one after him has spoken."""

    @property
    def turn(self) -> int:
        """Whose turn it is: around the table, past those who have passed."""
        return self.skipped[0] if self.skipped else self._after(self.last)

    def _after(self, seat: int) -> int:
        around = [(seat + step) % 4 for step in range(1, 5)]
        return next((s for s in around if s not in self.passed), around[0])

    @property
    def over(self) -> bool:
        if self.highest is not None and (
            self.highest.ends_auction or len(self.passed | set(self.beside)) >= 3
        ):
            return True
        return len(self.passed) == 4

    def objection(self, call: Call) -> tuple[str, str] | None:
        """Why a call is irregular (de, en), or None."""
        if self.over:
            if call.call == PASS:  # who adds «weiter» has bid nothing
                return None
            return "die Lizitation war schon zu Ende", "the auction was already over"
        if call.by in self.passed:
            return "wer gepasst hat, bietet nicht mehr mit", "who has passed bids no more"
        if call.by not in (self._after(self.last), *self.skipped):
            return "war nicht an der Reihe", "it was not his turn"
        if call.call == PASS:
            if call.by == 0 and not self.calls:
                return "die Vorhand darf zu Beginn nicht passen", "forehand may not pass at the start"
            if call.by == 0 and self.highest is None and {1, 2, 3} <= self.passed:
                return (
                    "wenn alle gepasst haben, muss die Vorhand spielen",
                    "when all have passed forehand must play",
                )
            return None
        if call.call == FOREHAND:
            return (
                None
                if call.by == 0 and not self.calls
                else ("nur die Vorhand eröffnet so, als Erste", "only forehand opens so, as the first")
            )
        return self._bid_objection(call)

    def _bid_objection(self, call: Call) -> tuple[str, str] | None:
        game = self.system.game(call.call, call.bird)
        if game is None:
            return f"{self.system.id} kennt dieses Spiel nicht", f"{self.system.id} does not have this game"
        if game.birds and call.bird is None and len(game.birds) == 1:
            return "der Vogel muss beim Lizitieren genannt werden", "the bird must be named in the bid"
        opens = self.system.forehand_opens_with
        if not self.calls and call.by == 0 and opens is not None and game.id not in opens:
            return "so darf die Vorhand nicht eröffnen", "forehand may not open so"
        if game.as_first_word and any(c.by == call.by for c in self.calls):
            return "dieses Spiel muss gleich angesagt werden", "this game must be one's first word"
        if game.opening is not Opening.ANYONE and call.by != 0:
            return "dieses Spiel steht nur der Vorhand offen", "this game is open to forehand only"
        others_passed = {1, 2, 3} <= self.passed
        if game.opening is Opening.AFTER_PASSES and not others_passed:
            return (
                "dieses Spiel erst, wenn alle anderen gepasst haben",
                "this game only when all others have passed",
            )
        if game.opening is Opening.AT_ONCE and self.calls:
            return "dieses Spiel muss sofort angesagt werden", "this game must be bid at once"
        if game.opening is Opening.FIRST_OR_LAST and self.calls and not others_passed:
            return (
                "dieses Spiel nur sofort oder wenn alle gepasst haben",
                "this game only at once or when all have passed",
            )
        only_forehand_games = (
            self.system.after_passes_only_forehand_games and others_passed and self.highest is None
        )
        if only_forehand_games and game.opening is Opening.ANYONE:
            return (
                "nach dem Passen aller kann die Vorhand nur mehr ihre Spiele spielen",
                "when all have passed forehand may play only forehand's games",
            )
        if self.highest is None:
            return None
        if call.by == self.holder and self.system.own_raise_needs_overbid:
            return (
                "das eigene Spiel darf nur erhöht werden, wenn es überboten wurde",
                "one's own bid may be raised only when overbid",
            )
        if self._beside(game):
            return None
        held = (
            self.system.forehand_may_hold
            and call.by == 0
            and self.system.rank(game) == self.system.rank(self.highest)
        )
        if self.system.rank(game) <= self.system.rank(self.highest) and not held:
            return "das Gebot überbietet nicht (kein Halten)", "the bid does not overbid (no holding)"
        return None

    def _beside(self, game: Game) -> bool:
        """«Gleichwertige Negativspiele dürfen nebeneinander gespielt werden („-bei“)»."""
        if not self.system.bei_games or self.highest is None:
            return False
        negative = NATURES[game.id].family is NATURES[self.highest.id].family is Family.NEGATIVE
        return negative and self.system.rank(game) == self.system.rank(self.highest)

    def say(self, call: Call) -> None:
        """Notes a word. An irregular bid does not become the contract; who said it out of turn has said it.

        What is said by somebody who has passed, or after the end, changes nothing.
        """
        if self.over or call.by in self.passed:
            self.calls.append(call)
            return
        if call.by in self.skipped and call.by != self._after(self.last):
            self.skipped = tuple(seat for seat in self.skipped if seat != call.by)
        else:
            between = [(self.last + step) % 4 for step in range(1, (call.by - self.last - 1) % 4 + 1)]
            self.skipped = tuple(seat for seat in between if seat not in self.passed)
            self.last = call.by
        if call.call == PASS:
            self.passed.add(call.by)
        elif call.call != FOREHAND and (game := self.system.game(call.call, call.bird)) is not None:
            if self._beside(game) and call.by != self.holder:
                self.beside.append(call.by)
            elif self._bid_objection(call) is None:
                self.highest, self.holder, self.bird = game, call.by, call.bird
                self.beside = []
        self.calls.append(call)

    def options(self, seat: int) -> list[Call]:
        """Everything that a seat may regularly say now, lowest first."""
        bids = [
            Call(seat, game.id, bird)
            for game in self.system.games
            for bird in (game.birds if len(game.birds) == 1 else (None,))
        ]
        words = [] if self.over else [Call(seat, FOREHAND), Call(seat, PASS), *bids]
        return [call for call in words if self.objection(call) is None]


def auction_acts(deal: Deal) -> Iterator[Act]:
    """What was said against the rules of the auction, and a contract that does not follow from it."""
    if deal.auction is None:
        return
    auction = Auction(deal.system)
    irregular: set[int] = set()
    for call in deal.auction:
        if (why := auction.objection(call)) is not None:
            irregular.add(call.by)
            yield _act(call.by, *why)
        auction.say(call)
    contract = deal.contract
    if (
        contract is None
        or contract.declarer in irregular
        or auction.holder is None
        or auction.highest is None
    ):
        return
    other_bird = len(auction.highest.birds) == 1 and contract.bird != auction.highest.birds[0]
    if contract.declarer != auction.holder or contract.game != auction.highest.id or other_bird:
        yield _act(
            contract.declarer,
            "spielte ein anderes Spiel, als die Lizitation ergab",
            "played another game than the auction had given",
        )


def _act(by: int, de: str, en: str) -> Act:
    return Act("lizitation", by, "notice", "lizitation", (0, 0), None, None, None, de, en)
