"""The words: both languages whole, nothing asked for that is not there, figures as one writes them here."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import companion_app
from companion_app.i18n import WORDS, text
from companion_app.presenters.words import Speaker, signed
from companion_app.state.model import may_say
from engine.auction import FOREHAND, PASS
from engine.systems import SYSTEMS
from engine.systems.base import BIRDS
from engine.terms import BONUS_IDS, GAME_IDS, LEVELS
from engine.texts import KINDS, STATUS
from server.tables.roles import COMMANDS, Role

ROOT = Path(companion_app.__file__).parent
FIELD = re.compile(r"\{(\w*)\}")


@pytest.mark.parametrize("key", sorted(WORDS))
def test_both_languages_say_it_with_the_same_placeholders(key: str) -> None:
    german, english = WORDS[key]
    assert german.strip() and english.strip()
    assert sorted(set(FIELD.findall(german))) == sorted(set(FIELD.findall(english)))


def asked_for() -> set[str]:
    """Every key that stands as a whole in the code."""
    keys: set[str] = set()
    for path in ROOT.rglob("*.py"):
        if "i18n" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in (
                "speak",
                "Notice",
                "Failed",
            ):
                keys |= {
                    x.value for x in node.args[:1] if isinstance(x, ast.Constant) and isinstance(x.value, str)
                }
                keys |= {
                    s.value
                    for x in node.args[:1]
                    if isinstance(x, ast.IfExp)
                    for s in (x.body, x.orelse)
                    if isinstance(s, ast.Constant) and isinstance(s.value, str)
                }
            if isinstance(node, ast.keyword) and node.arg == "label" and isinstance(node.value, ast.Constant):
                keys.add(str(node.value.value))
    return keys


def test_every_word_that_is_asked_for_is_there() -> None:
    found = asked_for()
    assert len(found) > 150
    assert found <= set(WORDS), sorted(found - set(WORDS))


def test_the_words_of_the_engine_are_all_there() -> None:
    wanted = {f"game.{g}" for g in GAME_IDS} | {f"short.{g}" for g in GAME_IDS}
    wanted |= {f"bonus.{b}" for b in (*BONUS_IDS, *BIRDS)} | {f"level.{x}" for x in LEVELS}
    wanted |= {f"kind.{k}" for k in KINDS} | {f"status.{s or 'open'}" for s in STATUS}
    wanted |= {f"call.{c}" for c in (FOREHAND, PASS)} | {f"role_of.{r.value}" for r in Role}
    assert wanted <= set(WORDS), sorted(wanted - set(WORDS))


def test_own_names_of_a_system_belong_to_a_system() -> None:
    special = [key for key in WORDS if key.startswith(("game.", "bonus.")) and key.count(".") > 1]
    assert special and all(any(f".{system}." in key for system in SYSTEMS) for key in special)
    assert Speaker("de", "hopfgarten-2023").game("dreier") == "Auf"
    assert Speaker("de", "steiermark-2017").game("dreier") == "Dreier"


@pytest.mark.parametrize(
    ("cents", "german", "english"),
    [
        (0, "€\u00a00,00", "€0.00"),
        (40, "€\u00a00,40", "€0.40"),
        (-120, "€\u00a0−1,20", "−€1.20"),
        (1234567, "€\u00a012.345,67", "€12,345.67"),
    ],
)
def test_money_as_it_is_written_here(cents: int, german: str, english: str) -> None:
    assert Speaker("de").euros(cents) == german and Speaker("en").euros(cents) == english


def test_points_and_signs() -> None:
    assert Speaker("de").points(107) == "35 P. 2 Bl." and Speaker("de").points(105) == "35 P."
    assert Speaker("de").long_points(107) == "35 Punkten und 2 Blatt"
    assert [signed(n) for n in (3, 0, -3)] == ["+3", "0", "−3"]
    assert (
        Speaker("de").listed(["Anna"]) == "Anna"
        and Speaker("de").listed(["Anna", "Bert", "Cilli"]) == "Anna, Bert und Cilli"
    )
    assert text("de", "link.waiting", count=3) == "3 Einträge warten"


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.CAMERA])
def test_what_a_role_is_offered_is_what_the_server_lets_it_say(role: Role) -> None:
    for event, roles in COMMANDS.items():
        if event not in ("table_created", "settled"):
            assert may_say(role.value, event) is (role in roles), event


def test_a_word_of_a_newer_server_is_shown_as_it_is() -> None:
    assert text("de", "bonus.koenigsfang") == "koenigsfang"
