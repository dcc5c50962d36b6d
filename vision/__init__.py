"""From light to "seat B laid XVII": knows cards and tables, not rules."""
