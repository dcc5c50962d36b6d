"""Deals that the Steirischer Cup and the Kant_Ine judge alike, or nearly so, in the text notation."""

from __future__ import annotations

ST, KA = "steiermark-2017", "kantine-2.0"

KING_TAKEN = """Kiebitz {rules}
Spiel A rufer ruft ♠K
Talon ♠K XIII IX | ♥2 ♥3 XV
Nimmt 1
Ablage ♦4 ♣D ♠9
1 A:XIII B:XX C:I D:III
2 B:♠D C:♠7 D:♠8 A:♠K
3 A:♦1 B:♦B C:♦D D:♦3
4 C:♠B D:XIV A:XII B:♠R
5 D:♥1 A:IX B:♥B C:♥4
6 A:X B:XVIII C:VIII D:VI
7 B:IIII C:XVII D:XVI A:XXI
8 A:XIX B:Sküs C:♠10 D:II
9 B:XI C:♣7 D:♥K A:V
10 B:♥R C:♣9 D:♦2 A:VII
11 A:♣K B:♣8 C:♣10 D:♣R
12 A:♦K B:♥D C:♦R D:♣B
Ende played
"""

KING_LEFT = """Kiebitz {rules}
Spiel A rufer ruft ♦K
Talon ♣B XV II | ♦K ♥4 ♦1
Nimmt 1
Ablage ♣10 ♥1 ♦B
1 A:♦3 B:XI C:♦R D:♦2
2 B:XXI C:IIII D:VII A:XIV
3 B:♥K C:IX D:♥3 A:♥D
4 C:♣D D:♣R A:♣B B:♣K
5 B:XIX C:XIII D:XVIII A:XVI
6 B:♠B C:♠7 D:♠10 A:♠R
7 A:II B:XVII C:I D:XX
8 D:♥2 A:♥B B:III C:VI
9 C:♣9 D:X A:XV B:♣8
10 A:♠K B:♠9 C:XII D:Sküs
11 D:V A:♦4 B:VIII C:♦D
12 B:♠8 C:♣7 D:♥R A:♠D
Ende played
"""

FOURTH_KING = """Kiebitz {rules}
Spiel A rufer ruft den Vierten
Talon I ♦3 III | ♣10 XIX ♣7
Nimmt 1
Ablage ? ? ?
1 A:VI B:XVIII C:XVI D:XIII
2 B:♣9 C:♣8 D:♣R A:♣K
3 A:♦3 B:♦4 C:♦D D:♦1
4 C:XV D:XVII A:XII B:VIII
5 D:♠7 A:♠K B:♠8 C:♠R
6 A:XX B:VII C:V D:X
7 A:I B:IIII C:Sküs D:XXI
8 A:♦K B:♥2 C:♦2 D:♦R
9 A:XI B:♣B C:II D:♦B
10 A:IX B:♥B C:♥R D:♥3
11 A:XIV B:♥D C:♥1 D:♥K
12 A:III B:♣D C:♠10 D:♠B
Ende played
"""

QUEEN_CALLED = """Kiebitz {rules}
Spiel A rufer ruft ♥D
Talon ♦D ♥D IIII | ♥R XXI ♦1
Nimmt 2
Ablage ♣R ♦1 ♠7
1 A:IX B:V C:II D:XIV
2 D:XX A:XXI B:XVIII C:VI
3 A:♥K B:♥1 C:♥B D:♥3
4 A:♦K B:♦R C:♦2 D:VIII
5 D:VII A:XVI B:XV C:III
6 A:♥R B:♥4 C:XIX D:XI
7 C:♣7 D:♣9 A:♣K B:♣8
8 A:♠R B:♠9 C:♠10 D:♠8
9 A:♦4 B:♦B C:♦3 D:I
10 D:XVII A:X B:XII C:♠D
11 D:♣D A:♥2 B:XIII C:♣B
12 B:♠B C:♣10 D:Sküs A:♠K
Ende played
"""

SOLO_KING_IN_TALON = """Kiebitz {rules}
Spiel D solorufer ruft ♦K
Talon XI XIV XII | ♦K ♥2 ♠K
Nimmt nichts
Kontra A:game/kontra
1 A:XVII B:VII C:XX D:X
2 C:♦3 D:XIII A:♦4 B:♦D
3 D:VIII A:IIII B:XVIII C:XVI
4 B:♠7 C:♠8 D:♠R A:♠9
5 D:♥D A:♥B B:♥4 C:IX
6 C:♦1 D:VI A:XV B:♦2
7 A:♣R B:♣K C:♣D D:♣9
8 B:♦B C:♦R D:I A:XXI
9 A:♣8 B:♣B C:♣7 D:II
10 D:XIX A:V B:♥R C:Sküs
11 C:♠D D:♠B A:♣10 B:♠10
12 C:III D:♥K A:♥3 B:♥1
Ende played
"""

SOLO_MOND_IN_TALON = """Kiebitz {rules}
Spiel A solorufer ruft ♣K
Talon V IIII ♠10 | ♥1 X XXI
Nimmt nichts
1 A:♠B B:♠9 C:♠R D:XIV
2 D:♣9 A:♣8 B:♣R C:♣K
3 C:XIX D:III A:XI B:IX
4 C:♦4 D:♦K A:♦R B:♦D
5 D:♣10 A:♣7 B:♣B C:II
6 C:♠7 D:VII A:♠K B:XX
7 B:XVIII C:XVI D:VI A:I
8 B:XIII C:VIII D:♥R A:XVII
9 A:♥4 B:♥K C:♥D D:♥3
10 B:Sküs C:♠8 D:♦2 A:XII
11 B:♥2 C:♠D D:♥B A:XV
12 A:♦1 B:♣D C:♦3 D:♦B
Ende played
"""

KING_ULTIMO = """Kiebitz {rules}
Spiel A rufer ruft ♠K
Talon XVI Sküs ♥D | ♠B VIII XII
Nimmt 2
Ablage ? ? ?
1 A:XV B:IX C:XXI D:XIII
2 C:♦1 D:♦3 A:XVIII B:♦2
3 A:XX B:X C:VII D:XIX
4 A:IIII B:I C:XI D:XVII
5 D:♦4 A:III B:♥1 C:♦K
6 A:VI B:♥R C:♣9 D:♣D
7 A:XII B:♣B C:♠R D:♣K
8 A:♥B B:♥2 C:♥3 D:♥K
9 D:♣8 A:XIV B:♣R C:♦D
10 A:V B:♠D C:♦B D:♠9
11 A:VIII B:♣10 C:♠10 D:♣7
12 A:II B:♠7 C:♠K D:♠8
Ende played
"""

PAGATRUFER = """Kiebitz {rules}
Spiel C besserrufer/pagat ruft ♦K
Talon ♠9 ♠B XXI | ♣R ♦D ♠R
Nimmt 1
Ablage ? ? ?
1 A:♦1 B:♦K C:♦4 D:XIV
2 D:XI A:VIII B:II C:III
3 D:IX A:XVIII B:XII C:XIX
4 C:XVII D:V A:Sküs B:XVI
5 A:♦2 B:♦B C:XV D:XX
6 D:IIII A:♥K B:X C:XXI
7 C:♠9 D:♠7 A:♠8 B:XIII
8 B:♥4 C:♥B D:♥R A:♥1
9 D:♠K A:♦3 B:♣10 C:♠D
10 D:♣9 A:♣K B:♣8 C:VI
11 C:VII D:♣7 A:♣B B:♣D
12 C:I D:♠10 A:♥3 B:♥D
Ende played
"""


VALAT = """Kiebitz {rules}
Spiel A solodreier
Talon ♠10 III ♠K | ♦B ♥D ♣R
Nimmt nichts
1 A:XV B:VI C:IIII D:V
2 A:XIX B:♦K C:II D:IX
3 A:XX B:♦3 C:VIII D:♦4
4 A:XIII B:♣10 C:X D:♥4
5 A:XVIII B:♣B C:VII D:♠8
6 A:XVI B:♣K C:XI D:♦R
7 A:XVII B:♥B C:♠9 D:♠D
8 A:XIV B:♥3 C:♦D D:♥2
9 A:Sküs B:♠R C:♣9 D:♥R
10 A:XXI B:♠7 C:♦2 D:♣8
11 A:XII B:♣D C:♥1 D:♥K
12 A:I B:♦1 C:♠B D:♣7
Ende played
"""

FAIRY_TALE_AT_THE_END = """Kiebitz {rules}
Spiel A solodreier
Talon ♦4 II ♠B | VII ♣9 XVII
Nimmt nichts
1 A:♥B B:♥4 C:♥2 D:♥3
2 A:XIII B:IX C:XIV D:V
3 C:♣7 D:♣8 A:♣K B:♣D
4 A:♠8 B:♠9 C:♠D D:XVI
5 D:X A:XII B:XI C:VIII
6 A:♦D B:XIX C:♦2 D:♦1
7 B:♠K C:♠7 D:XX A:♠10
8 D:♦R A:XV B:XVIII C:♦K
9 B:♥R C:♥K D:♥D A:♥1
10 C:♣R D:♣10 A:♣B B:IIII
11 B:♠R C:VI D:♦3 A:III
12 C:XXI D:♦B A:Sküs B:I
Ende played
"""

SECHSERDREIER = """Kiebitz {rules}
Spiel A sechserdreier
Nimmt alle
Ablage ? ? ? ? ? ?
1 A:X B:I C:XII D:XIX
2 D:♥1 A:VII B:♥2 C:♥4
3 A:♣8 B:♣D C:♣10 D:XVIII
4 D:♥K A:XIV B:IIII C:XV
5 C:♣B D:XVII A:♣K B:♣7
6 D:XVI A:XIII B:XI C:VI
7 D:♥D A:♠D B:Sküs C:XXI
8 B:♣R C:♦R D:VIII A:♣9
9 D:♠B A:♠8 B:IX C:♠K
10 B:III C:♦3 D:XX A:♠9
11 D:♠7 A:♦1 B:II C:♠R
12 B:♦2 C:♦K D:V A:♦4
Ende played
"""

TRISCHAKEN = """Kiebitz {rules}
Spiel A trischaken
1 A:♣10 B:♣K C:♣D D:♣7 + XVII
2 B:♥B C:XVIII D:♥D A:♥1 + V
3 C:♠K D:♠B A:♠7 B:♠R + ♣9
4 C:♦1 D:♦3 A:XII B:♦2 + ♣R
5 A:XX B:Sküs C:XI D:XIV + ♦D
6 B:♣8 C:XV D:II A:XIX + IX
7 A:X B:XIII C:XXI D:VIII
8 C:I D:VII A:XVI B:IIII
9 A:VI B:♦K C:♦B D:♥R
10 A:♥K B:♥3 C:♠9 D:♥2
11 A:♥4 B:♣B C:♠D D:♦4
12 A:III B:♠8 C:♦R D:♠10
Ende played
"""
