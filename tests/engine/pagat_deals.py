"""One layout of the cards in several plays: B has ten Tarocks and D the called ♥K. For the tests of the rule systems."""

from __future__ import annotations

TALON = "Talon ♠7 ♣7 ♦4 | ♠8 ♣8 ♦3\nNimmt 1\nAblage ♠7 ♣7 ♦4\n"
PAGAT = "B besserrufer/pagat ruft ♥K"
RUFER = "B rufer ruft ♥K"

ORDINARY = (  # A has the first trick, B all others; Pagat and the called king in the last
    "A:♥D B:♥1 C:♥R D:♥4", "A:II B:XIV C:III D:IIII", "B:Sküs C:VI D:VII A:V", "B:XXI C:IX D:X A:VIII",
    "B:XX C:XII D:XIII A:XI", "B:♦K C:♦B D:♦2 A:♦D", "B:XIX C:♦1 D:♥B A:♥2", "B:XVIII C:♥3 D:♣B A:♣9",
    "B:XVII C:♣R D:♠B A:♠9", "B:XVI C:♠R D:♠10 A:♦R", "B:XV C:♠D D:♣10 A:♣K", "B:I C:♣D D:♥K A:♠K",
)  # fmt: skip
DURCH = (  # D takes the first trick with the called king, B all others
    "A:♥D B:♥1 C:♥R D:♥K", "D:IIII A:II B:XIV C:III", *ORDINARY[2:6], "B:XIX C:♦1 D:♥4 A:♥2",
    "B:XVIII C:♥3 D:♥B A:♣9", "B:XVII C:♣R D:♣B A:♠9", "B:XVI C:♠R D:♠B A:♦R", "B:XV C:♠D D:♠10 A:♣K",
    "B:I C:♣D D:♣10 A:♠K",
)  # fmt: skip
MOND_CAUGHT = (  # A's Sküs takes B's Mond in trick 4; Uhu and Pagat make their tricks
    "A:♥D B:♥1 C:♥R D:♥4", "A:V B:XIV C:III D:IIII", "B:XX C:VI D:VII A:VIII", "B:XXI C:IX D:X A:Sküs",
    "A:XI B:XIX C:XII D:XIII", "B:♦K C:♦B D:♦2 A:♦D", "B:XVIII C:♦1 D:♥B A:♥2", "B:XVII C:♥3 D:♣B A:♣9",
    "B:XVI C:♣R D:♠B A:♠9", "B:XV C:♠R D:♠10 A:♦R", "B:II C:♠D D:♣10 A:♣K", "B:I C:♣D D:♥K A:♠K",
)  # fmt: skip
KING_CAUGHT = (  # C's III takes the called king in trick 1
    "A:♥D B:♥1 C:III D:♥K", "C:VI D:IIII A:II B:XIV", "B:Sküs C:IX D:VII A:V", "B:XXI C:XII D:X A:VIII",
    "B:XX C:♠9 D:XIII A:XI", "B:♦K C:♦B D:♦2 A:♦D", "B:XIX C:♦1 D:♥B A:♥2", "B:XVIII C:♣9 D:♣B A:♥3",
    "B:XVII C:♣R D:♠B A:♥R", "B:XVI C:♠R D:♠10 A:♦R", "B:XV C:♠D D:♣10 A:♣K", "B:I C:♣D D:♥4 A:♠K",
)  # fmt: skip
WITHOUT_KING = (*ORDINARY[:11], "B:I C:♣D D:♦4 A:♠K")
"""The same with ♥K in the talon and ♦4 in D's hand."""
KING_TALON = "Talon ♠7 ♣7 ♥K | ♠8 ♣8 ♦3\n"
REVOKE = (*ORDINARY[:5], "B:♦K C:♦B D:♦2 A:♠9", *ORDINARY[6:8], "B:XVII C:♣R D:♠B A:♦D", *ORDINARY[9:])
"""A throws ♠9 on ♦K and shows ♦D in trick 9."""
