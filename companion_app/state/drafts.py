"""What is half entered on this device: kept on the disk, each with the steps to take back."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Any

Said = tuple[str, str]
"""Seat and bonus."""
KontraWord = tuple[str, str, str, str | None]
"""By, on, level, to."""
_STEPS = 60


@dataclass(frozen=True, slots=True)
class ContractDraft:
    """A contract as far as it is entered."""

    declarer: str | None = None
    game: str | None = None
    bird: str | None = None
    called: str | None = None
    taken: str | None = None
    beside: tuple[str, ...] = ()
    speaker: str | None = None
    announcements: tuple[Said, ...] = ()
    kontra: tuple[KontraWord, ...] = ()


@dataclass(frozen=True, slots=True)
class ContractEntry:
    deal: int | None
    """The number of the open deal that it belongs to; None: the deal is opened with it."""
    now: ContractDraft = field(default_factory=ContractDraft)
    past: tuple[ContractDraft, ...] = ()
    for_result: bool = False
    """Entered on the way to a typed result: nothing is noted before the result is."""

    def step(self, draft: ContractDraft) -> ContractEntry:
        return replace(self, now=draft, past=(*self.past, self.now)[-_STEPS:]) if draft != self.now else self

    def undone(self) -> ContractEntry:
        return replace(self, now=self.past[-1], past=self.past[:-1]) if self.past else self


@dataclass(frozen=True, slots=True)
class BonusDraft:
    what: str
    side: str
    outcome: str
    """`made` or `lost`; `silent` is made without having been announced."""
    announced_by: str | None = None


@dataclass(frozen=True, slots=True)
class ResultDraft:
    """A result as far as it is typed in."""

    contract: ContractDraft = field(default_factory=ContractDraft)
    partner: str | None = None
    alone: bool = False
    """The declarer plays alone although he called."""
    end: str = "played"
    thirds: int | None = None
    """Of the declaring side."""
    seats: tuple[int | None, int | None, int | None, int | None] = (None, None, None, None)
    """Thirds of each seat (Trischaken)."""
    tricks: tuple[int | None, int | None, int | None, int | None] = (None, None, None, None)
    bonuses: tuple[BonusDraft, ...] = ()
    king_in_talon: bool = False
    king_left: bool = False
    renonce: str | None = None
    claims: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultEntry:
    deal: int | None
    """The closed deal that is written anew; None: the open one."""
    now: ResultDraft = field(default_factory=ResultDraft)
    past: tuple[ResultDraft, ...] = ()
    at: int | None = None
    """The number of the deal that was open, or would be opened next, when it was begun."""

    def step(self, draft: ResultDraft) -> ResultEntry:
        return replace(self, now=draft, past=(*self.past, self.now)[-_STEPS:]) if draft != self.now else self

    def undone(self) -> ResultEntry:
        return replace(self, now=self.past[-1], past=self.past[:-1]) if self.past else self


@dataclass(frozen=True, slots=True)
class TableForm:
    """A new table as far as it is filled in."""

    name: str = ""
    rules: str = "tirol-deluxe"
    count: int = 4
    players: tuple[str, ...] = ("", "", "", "", "", "")
    dealer: int = 0
    fair_play: str = "fair_play"
    radl: bool = False
    kassa: int | None = None
    options: tuple[tuple[str, Any], ...] = ()
    busy: bool = False
    command: str = ""
    """Under which id it was sent: as long as nothing in it changes, sending it again makes no second table."""

    def filled(self, name: str, value: Any) -> TableForm:
        """With one field filled; unknown fields change nothing."""
        filled = self._filled(name, value)
        return filled if filled == self else replace(filled, command="")

    def _filled(self, name: str, value: Any) -> TableForm:
        if name.startswith("player") and name[6:].isdigit() and int(name[6:]) < 6:
            players = list(self.players)
            players[int(name[6:])] = str(value)[:60]
            return replace(self, players=tuple(players))
        if name.startswith("option:"):
            options = {key: old for key, old in self.options if key != name[7:]} | {name[7:]: value}
            return replace(self, options=tuple(sorted(options.items())))
        if name == "rules":
            return replace(self, rules=str(value), options=())
        if name == "players":
            count = min(max(int(value), 4), 6)
            return replace(self, count=count, dealer=min(self.dealer, count - 1))
        if name == "kassa":
            return replace(self, kassa=int(value) or None)
        if name in ("name", "dealer", "fair_play", "radl"):
            return replace(self, **{name: value})
        return self


# --- on the disk -----------------------------------------------------------------------------------------------------


def entry_json(entry: ContractEntry | ResultEntry | TableForm) -> dict[str, Any]:
    return asdict(entry)


def read_contract_entry(data: dict[str, Any]) -> ContractEntry:
    return ContractEntry(
        deal=data["deal"],
        now=_contract(data["now"]),
        past=tuple(_contract(step) for step in data["past"]),
        for_result=data["for_result"],
    )


def _contract(data: dict[str, Any]) -> ContractDraft:
    return ContractDraft(
        **{
            **data,
            "beside": tuple(data["beside"]),
            "announcements": tuple((by, what) for by, what in data["announcements"]),
            "kontra": tuple((by, on, level, to) for by, on, level, to in data["kontra"]),
        }
    )


def read_result_entry(data: dict[str, Any]) -> ResultEntry:
    past = tuple(_result(step) for step in data["past"])
    return ResultEntry(data["deal"], _result(data["now"]), past=past, at=data.get("at"))


def _result(data: dict[str, Any]) -> ResultDraft:
    a, b, c, d = data["seats"]
    e, f, g, h = data["tricks"]
    return ResultDraft(
        **{
            **data,
            "contract": _contract(data["contract"]),
            "seats": (a, b, c, d),
            "tricks": (e, f, g, h),
            "bonuses": tuple(BonusDraft(**bonus) for bonus in data["bonuses"]),
            "claims": tuple((by, what) for by, what in data["claims"]),
        }
    )


def read_table_form(data: dict[str, Any]) -> TableForm:
    return TableForm(
        **{
            **data,
            "players": tuple(data["players"]),
            "options": tuple((name, value) for name, value in data["options"]),
            "busy": False,
        }
    )
