"""What the app says at a tournament: the same words as the scribe's web page."""

from __future__ import annotations

from typing import Final

TOURNAMENT_WORDS: Final[dict[str, tuple[str, str]]] = {
    "tab.tournament": ("Turnier", "Tournament"),
    "start.tournament": ("Turnier: {name}", "Tournament: {name}"),
    "start.tournament_hint": (
        "Das Turnier antippen, oder einen Tisch für sich.",
        "Tap the tournament, or a table of its own.",
    ),
    "start.tournament_before": ("noch keine Runde eröffnet", "no round opened yet"),
    "start.tournament_round": ("Runde {number} läuft", "round {number} is on"),
    "round.number": ("Runde {number}", "Round {number}"),
    "round.final": ("Finale", "Final"),
    "round.table": ("Tisch {number}", "Table {number}"),
    "round.open": ("Zettel abgeben", "Hand in"),
    "round.open_in": ("Neue Runde", "New round"),
    "round.asking": ("Frage nach dem Turnier …", "Asking for the tournament …"),
    "round.loading": ("Der Tisch wird geladen …", "The table is being loaded …"),
    "round.before_title": ("Vor der ersten Runde", "Before the first round"),
    "round.before": (
        "Die erste Runde ist noch nicht eröffnet. Die Tische stehen dann hier.",
        "The first round is not open yet. The tables will stand here.",
    ),
    "round.choose": ("An welchem Tisch liegt dieses Gerät?", "At which table is this device?"),
    "round.wait_next": (
        "Die nächste Runde erscheint hier, sobald sie eröffnet ist.",
        "The next round will appear here as soon as it is open.",
    ),
    "round.tournament_over": ("Das Turnier ist abgeschlossen.", "The tournament is closed."),
    "round.tables": ("Tische", "Tables"),
    "round.take": ("Tisch {number} übernehmen", "Take table {number} over"),
    "round.first_hand_in": (
        "Erst muss hinaus, was hier noch wartet",
        "What waits here has to go out first",
    ),
    "round.leave": ("Anderer Tisch", "Another table"),
    "round.status.waiting": ("wartet", "is waiting"),
    "round.status.taken": ("bereit", "is ready"),
    "round.status.playing": ("spielt", "is playing"),
    "round.status.between": ("mischt", "is shuffling"),
    "round.status.in": ("abgegeben", "handed in"),
    "round.games": ("{count} Spiele", "{count} deals"),
    "round.games_one": ("1 Spiel", "1 deal"),
    "round.write": ("Spiele aufschreiben", "Write the deals"),
    "round.right": ("stimmt", "is right"),
    "round.confirm_hint": (
        "Jeder tippt seine Punkte an, wenn sie stimmen. Dann abgeben.",
        "Everybody taps his points if they are right. Then hand in.",
    ),
    "round.playing": ("Erst das laufende Spiel beenden.", "Finish the deal in progress first."),
    "round.nothing": ("Noch kein Spiel geschrieben.", "No deal written yet."),
    "round.hand_in": ("Zettel abgeben", "Hand the sheet in"),
    "round.missing": ("Es fehlt: {names}", "Still missing: {names}"),
    "round.on_way": ("Der Zettel wird abgegeben …", "The sheet is being handed in …"),
    "round.on_way_offline": (
        "Kein Netz. Der bestätigte Zettel liegt hier und geht hinaus, sobald das Netz da ist.",
        "No network. The confirmed sheet lies here and goes out as soon as the network is back.",
    ),
    "round.in": ("Der Zettel ist abgegeben. Danke!", "The sheet is handed in. Thank you!"),
    "round.handed_in": ("Der Zettel ist abgegeben.", "The sheet is handed in."),
    "round.corrected": ("Von der Leitung berichtigt: {reason}", "Corrected by the director: {reason}"),
    "round.contested.differs": (
        "Der abgegebene Zettel und die Schrift am Tisch sind verschieden. Die Leitung sieht nach.",
        "The sheet that was handed in and the table's own differ. The director is looking into it.",
    ),
    "round.contested.players": (
        "Am Tisch stehen andere Namen, als ausgelost wurden.",
        "Other names stand at the table than were drawn.",
    ),
    "round.contested.unsettled": ("Ein Spiel hat noch kein Ergebnis.", "One deal has no result yet."),
    "round.refused.called": (
        "Der Schiedsrichter ist schon gerufen.",
        "The referee has been called already.",
    ),
    "round.refused.changed": (
        "Der Zettel hat sich geändert: bitte noch einmal bestätigen.",
        "The sheet has changed: please confirm it once more.",
    ),
    "round.refused.handed_in": (
        "Der Zettel dieses Tisches ist schon abgegeben; berichtigen kann ihn die Leitung.",
        "This table's sheet is in already; the director can correct it.",
    ),
    "round.refused.players": (
        "Am Tisch stehen andere Namen, als ausgelost wurden.",
        "Other names stand at the table than were drawn.",
    ),
    "round.refused.unsettled": ("Ein Spiel hat noch kein Ergebnis.", "One deal has no result yet."),
    "round.refused.closed": ("Das Turnier ist abgeschlossen.", "The tournament is closed."),
    "round.paused": ("angehalten", "paused"),
    "round.over": ("dieses Spiel noch fertig spielen", "finish this deal"),
    "round.signal": (
        "Wechselsignal! Das laufende Spiel wird fertig gespielt.",
        "Time is up! The deal in progress is finished.",
    ),
    "round.call": ("Schiedsrichter rufen", "Call the referee"),
    "round.calling": ("Der Schiedsrichter wird gerufen …", "The referee is being called …"),
    "round.called": ("Der Schiedsrichter ist gerufen.", "The referee has been called."),
    "round.comes": ("{referee} kommt.", "{referee} is coming."),
    "round.decided": ("{referee} hat entschieden: {decision}", "{referee} has decided: {decision}"),
    "round.question": ("Spiel {number}: bitte zum Tisch kommen", "Deal {number}: please come to the table"),
    "round.question_first": ("Bitte zum Tisch kommen", "Please come to the table"),
}
