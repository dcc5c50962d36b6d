"""The table server: the only owner of what happened at a table, and the command line."""

# The limits of the decoders and of the linear algebra are read when those are loaded: `vision` sets them, so it comes first.
import vision as _limits  # noqa: F401
