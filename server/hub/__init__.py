"""Who follows a table: one bounded queue per client; one that stalls is dropped and can resume."""
