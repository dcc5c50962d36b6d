"""What was read from a film beside what happened in it: what counts as right, as false and as found in time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

Row = dict[str, Any]


@dataclass(slots=True)
class Reading:
    """What was read from one film, beside what happened in it."""

    name: str
    truth: Row
    cards: int = 0
    cards_right: int = 0
    tricks: int = 0
    tricks_right: int = 0
    collectors_right: int = 0
    deal_right: bool = False
    right_with_one_answer: bool = False
    """Right at once, or after the one open question that is least sure was answered by what happened."""
    talon_right: bool | None = None
    """The open talon and the half that was taken, where the film alone tells them."""
    questions: int = 0
    false_events: int = 0
    revoke_found: bool | None = None
    revoke_in_time: bool | None = None
    accusations: int = 0
    latencies: list[float] = field(default_factory=list)
    frames: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0

    def as_json(self) -> Row:
        """One line about the film."""
        truth = self.truth
        return {
            "film": self.name,
            "rules": truth["record"]["rules"],
            "game": truth["record"]["contract"]["game"],
            "deck": truth["deck"],
            "special": truth["special"],
            "cards": f"{self.cards_right}/{self.cards}",
            "tricks": f"{self.tricks_right}/{self.tricks}",
            "collectors": f"{self.collectors_right}/{self.tricks}",
            "deal_right": self.deal_right,
            "false_events": self.false_events,
            "questions": self.questions,
            "talon_right": self.talon_right,
            "accusations": self.accusations,
            "revoke_in_time": self.revoke_in_time,
            "frames_per_second": round(self.frames / self.seconds, 1) if self.seconds else None,
        }


def compare(name: str, truth: Row, rows: Sequence[Row], answered: Sequence[Row] = ()) -> Reading:
    """Counts what is right. A card is right if seat, card and order are."""
    result = Reading(name, truth)
    _compare_cards(result, rows)
    _compare_record(result, rows)
    _compare_rulings(result, rows)
    wanted = truth["record"]["tricks"]
    with_help = bool(answered) and _is_right(_deal_in(answered).get("tricks") or [], wanted)
    result.right_with_one_answer = result.deal_right or with_help
    result.questions = sum(row["event"] == "question" for row in rows)
    return result


def _compare_cards(result: Reading, rows: Sequence[Row]) -> None:
    truth = result.truth
    wanted = [(card["seat"], card["card"]) for card in truth["cards"]]
    back = [(card["seat"], card["card"]) for card in truth["taken_back"]]
    rest = {(card["seat"], card["card"]): card["t_rest"] for card in truth["cards"]}
    told = [(row["seat"], row["card"], row["t"]) for row in rows if row["event"] == "card"]
    said = [(seat, card) for seat, card, _ in told]
    # A card that was laid and taken back is told of, and rightly so; the order of the others is compared.
    # If the same card is laid again later, only its last telling counts.
    kept = [
        i
        for i, pair in enumerate(said)
        if not (pair in back and (pair not in wanted or pair in said[i + 1 :]))
    ]
    matches = SequenceMatcher(None, wanted, [said[i] for i in kept], autojunk=False).get_matching_blocks()
    for block in matches:
        for k in range(block.size):
            pair = wanted[block.a + k]
            result.latencies.append(told[kept[block.b + k]][2] - rest[pair])
    result.cards, result.cards_right = len(wanted), sum(block.size for block in matches)
    unread = sum(said[i][1] == "??" for i in kept)
    result.false_events = max(0, len(kept) - result.cards_right - unread)
    for kind, there in (("taken_back", len(truth["taken_back"])), ("gift", len(truth["gifts"]))):
        result.false_events += max(0, sum(row["event"] == kind for row in rows) - there)
    result.false_events += max(
        0, sum(row["event"] == "collected" for row in rows) - len(truth["collections"])
    )


def _compare_record(result: Reading, rows: Sequence[Row]) -> None:
    wanted = result.truth["record"]["tricks"]
    deal = _deal_in(rows)
    got = deal.get("tricks") or []
    result.tricks = len(wanted)
    for i, trick in enumerate(wanted):
        read = got[i] if i < len(got) else {}
        result.tricks_right += read.get("cards") == trick["cards"]
        result.collectors_right += read.get("collected_by") == trick.get("collected_by")
    if result.truth.get("unsaid"):
        record = result.truth["record"]
        result.talon_right = _halves(deal) == _halves(record) and deal.get("taken") == record.get("taken")
    result.deal_right = _is_right(got, wanted)


def _halves(record: Row) -> list[list[str]]:
    """The talon; in which order the cards of a half lie depends on where one looks from."""
    return [sorted(half) for half in record.get("talon") or []]


def _deal_in(rows: Sequence[Row]) -> Row:
    return next((row["record"] for row in reversed(rows) if row["event"] == "deal"), {"tricks": []})


def _is_right(got: Sequence[Row], wanted: Sequence[Row]) -> bool:
    """Whether all tricks are: cards in order, who took them, and the gifts."""

    def facts(trick: Row) -> tuple[Any, ...]:
        gift = trick.get("gift") or None
        # Of six that come together nobody asks which lay on which.
        return trick.get("cards"), trick.get("collected_by"), sorted(gift) if isinstance(gift, list) else gift

    return [facts(trick) for trick in got] == [facts(trick) for trick in wanted]


def _key(ruling: Row) -> tuple[Any, ...]:
    return ruling["kind"], ruling["by"], ruling["trick"], ruling["card"]


def _compare_rulings(result: Reading, rows: Sequence[Row]) -> None:
    """A Renonce is found in time if the ruling comes with the very card that proves it.

    A hand that lies open, of which the truth is silent, may prove it before that card does.
    """
    final: list[Row] = next(
        (row["judgement"]["rulings"] for row in reversed(rows) if row["event"] == "deal"), []
    )
    opened = bool(_deal_in(rows).get("hands"))
    true = {_key(r) for r in result.truth["rulings"]}
    result.accusations = sum(r["status"] == "renonce" and _key(r) not in true for r in final)
    revoke = result.truth.get("revoke")
    if revoke is None:
        return
    public = [r for r in result.truth["rulings"] if r["by"] == revoke["by"] and r["trick"] == revoke["trick"]]
    if not public:
        return  # nothing that was played ever proves it
    last = _moment(public[0])
    found = [_moment(r) for r in final if _key(r) == _key(public[0])]
    result.revoke_found = last in found or (opened and any(moment < last for moment in found))
    result.revoke_in_time = result.revoke_found and _told_in_time(public[0], rows)


def _moment(ruling: Row) -> tuple[int, int]:
    return ruling["proven"]["trick"], ruling["proven"]["card"]


def _told_in_time(ruling: Row, rows: Sequence[Row]) -> bool:
    """Whether the ruling was told before any later frame showed a card after the one that proves it."""
    trick, place = _moment(ruling)
    proof = 4 * (trick - 1) + place
    told = (
        row["t"]
        for row in rows
        if row["event"] == "ruling"
        and row["ruling"]["by"] == ruling["by"]
        and row["ruling"]["trick"] in (ruling["trick"], None)
        and row["ruling"]["proven"] is not None
        and _moment(row["ruling"]) <= _moment(ruling)
    )
    moment = next(told, None)
    if moment is None:
        return False
    before = [row["event"] for row in rows if "t" in row and row["t"] < moment]
    return bool(before.count("card") - before.count("taken_back") <= proof)
