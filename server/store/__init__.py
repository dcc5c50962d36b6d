"""Where the events of all tables are kept: SQLite in one file by default, PostgreSQL by URL."""
