"""From frames to what happened on the table: laid, taken back, given, swept. Physical facts only."""

from vision.reader.events import Event, Given, Laid, Renamed, Swept, TakenBack
from vision.reader.table_reader import Recogniser, TableReader

__all__ = ["Event", "Given", "Laid", "Recogniser", "Renamed", "Swept", "TableReader", "TakenBack"]
