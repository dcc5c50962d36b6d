"""A deal as text that one can read aloud, paste into a message and edit. Both ways: see docs/notation.md.

Kiebitz steiermark-2017 radl=true
Vorhand S
Lizit A:vorhand B:besserrufer/pagat C:weiter
Spiel B besserrufer/pagat ruft ♥K
Talon V ♥D ♠7 | ♦1 ♣8 XIV
Nimmt 1
Ablage ♦2 ♦3 ?
Blatt A I II III …
Ansage D:trull
Kontra C:game/kontra B:game/re
1 A:♠7 B:♠K C:♠9 D:IIII -> D
Ende played
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from engine.cards import IDS, parse_card, short_name
from engine.fields import InputError, Problem
from engine.record import FORMAT, Deal, write_deal
from engine.record_reading import read_deal

_TAKEN: Final = {"first": "1", "second": "2", "all": "alle", "none": "nichts"}
_TAKEN_BACK: Final = {text: word for word, text in _TAKEN.items()}
_MOST = 200_000
_NEW_LINE: Final = re.compile(r"\r\n|\r|\n")


def looks_like_notation(data: bytes) -> bool:
    return not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"["))


# --- writing ---------------------------------------------------------------------------------------------------


def _card(card_id: str) -> str:
    return "?" if card_id == "??" else short_name(IDS.index(card_id))


def _cards(ids: Iterable[str]) -> str:
    return " ".join(_card(i) for i in ids)


def write_notation(deal: Deal) -> str:
    """The canonical text of a deal."""
    data = write_deal(deal)
    options = "".join(f" {name}={_value(value)}" for name, value in data["options"].items())
    lines = [f"Kiebitz {data['rules']}{options}"]
    if "forehand" in data:
        lines.append(f"Vorhand {data['forehand']}")
    if "auction" in data:
        lines.append(
            "Lizit " + " ".join(f"{c['by']}:{_slashed(c['call'], c.get('bird'))}" for c in data["auction"])
        )
    if "contract" in data:
        lines.append(_contract_line(data["contract"]))
    if "talon" in data:
        lines.append("Talon " + " | ".join(_cards(half) for half in data["talon"]))
    if "taken" in data:
        lines.append("Nimmt " + (_TAKEN.get(data["taken"]) or _card(data["taken"])))
    if "discards" in data:
        lines.append("Ablage " + (_cards(data["discards"]) or "-"))
    lines += [f"Blatt {seat} {_cards(ids)}" for seat, ids in data.get("hands", {}).items()]
    if data["announcements"]:
        lines.append("Ansage " + " ".join(f"{a['by']}:{a['what']}" for a in data["announcements"]))
    if data["kontra"]:
        lines.append("Kontra " + " ".join(_kontra(k) for k in data["kontra"]))
    lines += [_trick_line(n, trick) for n, trick in enumerate(data["tricks"], 1)]
    lines.append(f"Ende {data['end']}")
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    text = {True: "ja", False: "nein"}.get(value, value) if isinstance(value, bool) else value
    return str(text).replace(" ", "_")


def _slashed(*parts: str | None) -> str:
    return "/".join(p for p in parts if p)


def _contract_line(contract: dict[str, Any]) -> str:
    line = f"Spiel {contract['declarer']} {_slashed(contract['game'], contract.get('bird'))}"
    if "called" in contract:
        line += " ruft " + ("den Vierten" if contract["called"] == "fourth" else _card(contract["called"]))
    if "partner" in contract:
        line += f" mit Partner {contract['partner']}"
    if contract["with"]:
        line += " neben " + " ".join(contract["with"])
    return line


def _kontra(call: dict[str, Any]) -> str:
    return f"{call['by']}:{_slashed(call['on'], call['level'], call.get('to'))}"


def _trick_line(number: int, trick: dict[str, Any]) -> str:
    line = f"{number} " + " ".join(f"{seat}:{_card(card)}" for seat, card in trick["cards"])
    if "gift" in trick:
        gift = trick["gift"]
        line += " + " + (_card(gift) if isinstance(gift, str) else _cards(gift))
    if trick.get("taken_back"):
        line += " zurück " + " ".join(f"{seat}:{_card(card)}" for seat, card in trick["taken_back"])
    if "collected_by" in trick:
        line += " -> " + (trick["collected_by"] or "liegt")
    return line


# --- reading ---------------------------------------------------------------------------------------------------


class _Line:
    """One line of the text; what is wrong in it is said with its number."""

    def __init__(self, number: int, text: str) -> None:
        self.at = f"line {number}"
        self.words = text.split()

    def wrong(self, message: str) -> InputError:
        return InputError([Problem("notation", message, self.at)])

    def card(self, word: str) -> str:
        if word in ("?", "??"):
            return "??"
        try:
            return IDS[parse_card(word)]
        except ValueError as error:
            raise self.wrong(str(error)) from None

    def pair(self, word: str) -> tuple[str, str]:
        seat, colon, rest = word.partition(":")
        if not colon or not rest:
            raise self.wrong(f"expected a seat and a colon, such as A:XVII, got {word[:40]!r}")
        return seat, rest


def read_notation(text: str) -> Deal:
    """A deal from its text; `InputError` names the line or, once the record is built, the place in it."""
    if len(text) > _MOST:
        raise InputError(
            [Problem("too_large", f"expected at most {_MOST:,} characters, got {len(text):,}", "")]
        )
    data: dict[str, Any] = {"format": FORMAT, "options": {}, "announcements": [], "kontra": [], "tricks": []}
    read: set[Callable[[_Line, dict[str, Any]], None]] = set()
    for number, raw in enumerate(_NEW_LINE.split(text.removeprefix("\ufeff")), 1):
        content = raw.split("#", 1)[0].strip()
        if not content:
            continue
        line = _Line(number, content)
        key = line.words[0].casefold().rstrip(".:")
        reader = _trick if key.isdecimal() else _READERS.get(key)
        if reader is None:
            raise line.wrong(
                f"expected one of {', '.join(w.capitalize() for w in _READERS)} or a trick's number, got {line.words[0][:40]!r}"
            )
        if reader is not _trick and reader not in _REPEATED and reader in read:
            raise line.wrong(f"a line {line.words[0][:40]!r} stands twice")
        read.add(reader)
        reader(line, data)
    if "rules" not in data:
        raise InputError(
            [Problem("notation", "expected a first line such as «Kiebitz steiermark-2017»", "line 1")]
        )
    return read_deal(data)


def _head(line: _Line, data: dict[str, Any]) -> None:
    if len(line.words) < 2:
        raise line.wrong("expected the rule system, such as steiermark-2017")
    data["rules"] = line.words[1]
    for word in line.words[2:]:
        name, equals, value = word.partition("=")
        if not equals:
            raise line.wrong(f"expected an option such as radl=ja, got {word[:40]!r}")
        data["options"][name] = {"ja": True, "nein": False}.get(value, value.replace("_", " "))
        if value in ("first_six", "last_trick"):
            data["options"][name] = value


def _single(field: str) -> Callable[[_Line, dict[str, Any]], None]:
    def read(line: _Line, data: dict[str, Any]) -> None:
        if len(line.words) != 2:
            raise line.wrong(f"expected one word after {line.words[0]}")
        data[field] = line.words[1]

    return read


def _auction(line: _Line, data: dict[str, Any]) -> None:
    data["auction"] = []
    for word in line.words[1:]:
        seat, rest = line.pair(word)
        call, _, bird = rest.partition("/")
        data["auction"].append({"by": seat, "call": call} | ({"bird": bird} if bird else {}))


def _contract(line: _Line, data: dict[str, Any]) -> None:
    words = line.words[1:]
    if len(words) < 2:
        raise line.wrong("expected the declarer and the game, such as «Spiel B besserrufer/pagat ruft ♥K»")
    game, _, bird = words[1].partition("/")
    contract: dict[str, Any] = {"game": game, "declarer": words[0], "with": []}
    if bird:
        contract["bird"] = bird
    rest = words[2:]
    while rest:
        word = rest.pop(0).casefold()
        if word == "ruft" and rest:
            fourth = rest[0].casefold() in ("den", "fourth", "vierten")
            contract["called"] = "fourth" if fourth else line.card(rest[0])
            rest = rest[2:] if rest[0].casefold() == "den" else rest[1:]
        elif word == "mit" and len(rest) >= 2:
            contract["partner"] = rest[1]
            rest = rest[2:]
        elif word == "neben":
            contract["with"], rest = rest, []
        else:
            raise line.wrong(f"expected «ruft CARD», «mit Partner SEAT» or «neben SEATS», got {word[:40]!r}")
    data["contract"] = contract


def _talon(line: _Line, data: dict[str, Any]) -> None:
    halves: list[list[str]] = [[]]
    for word in line.words[1:]:
        if word == "|":
            halves.append([])
        else:
            halves[-1].append(line.card(word))
    data["talon"] = halves


def _taken(line: _Line, data: dict[str, Any]) -> None:
    if len(line.words) < 2:
        raise line.wrong("expected 1, 2, alle, nichts or a card after Nimmt")
    word = " ".join(line.words[1:])
    data["taken"] = _TAKEN_BACK.get(word.casefold()) or (word if word in _TAKEN else line.card(word))


def _discards(line: _Line, data: dict[str, Any]) -> None:
    data["discards"] = [line.card(w) for w in line.words[1:] if w != "-"]


def _hand(line: _Line, data: dict[str, Any]) -> None:
    if len(line.words) < 2:
        raise line.wrong("expected the seat and its cards after Blatt")
    hands, seat = data.setdefault("hands", {}), line.words[1]
    if seat in hands:
        raise line.wrong(f"the hand of {seat[:40]!r} stands twice")
    hands[seat] = [line.card(w) for w in line.words[2:]]


def _said(line: _Line, data: dict[str, Any]) -> None:
    data["announcements"] += [{"by": seat, "what": what} for seat, what in map(line.pair, line.words[1:])]


def _kontras(line: _Line, data: dict[str, Any]) -> None:
    for seat, rest in map(line.pair, line.words[1:]):
        parts = rest.split("/")
        if len(parts) not in (2, 3):
            raise line.wrong(f"expected what and level, such as C:game/kontra, got {rest[:40]!r}")
        data["kontra"].append(
            {"by": seat, "on": parts[0], "level": parts[1]} | ({"to": parts[2]} if len(parts) == 3 else {})
        )


def _trick(line: _Line, data: dict[str, Any]) -> None:
    number = line.words[0].rstrip(".:")
    if number != str(len(data["tricks"]) + 1):
        raise line.wrong(f"expected trick {len(data['tricks']) + 1}, got {number[:10]}")
    trick: dict[str, Any] = {"cards": []}
    words = line.words[1:]
    state = "cards"
    for word in words:
        if word == "+":
            state = "gift"
        elif word.casefold() in ("zurück", "zurueck"):
            state = "back"
        elif word in ("->", "→"):
            state = "collected"
        elif state == "cards":
            seat, card = line.pair(word)
            trick["cards"].append([seat, line.card(card)])
        elif state == "back":
            seat, card = line.pair(word)
            trick.setdefault("taken_back", []).append([seat, line.card(card)])
        elif state == "gift":
            trick.setdefault("gift", []).append(line.card(word))
        else:
            trick["collected_by"] = None if word.casefold() == "liegt" else word
    if len(gift := trick.get("gift", [])) == 1:
        trick["gift"] = gift[0]
    data["tricks"].append(trick)


_READERS: Final[dict[str, Callable[[_Line, dict[str, Any]], None]]] = {
    "kiebitz": _head,
    "vorhand": _single("forehand"),
    "lizit": _auction,
    "spiel": _contract,
    "talon": _talon,
    "nimmt": _taken,
    "ablage": _discards,
    "blatt": _hand,
    "ansage": _said,
    "kontra": _kontras,
    "ende": _single("end"),
}
_REPEATED: Final = (_hand, _said, _kontras)
"""Lines that add to what earlier lines of their kind said; every other line stands once."""
