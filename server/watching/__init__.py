"""From what was seen at a table to the record of the deal, its rulings, its questions and its pictures."""
