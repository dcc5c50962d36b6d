"""The cameras of a server: what readers report becomes the log, processes are kept alive, pictures are kept in bounds."""
