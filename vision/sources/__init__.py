"""Where frames come from: cameras, streams, files, stored sessions, pictures pushed from outside."""

from vision.sources.base import Frame, Source, SourceError
from vision.sources.opening import open_source

__all__ = ["Frame", "Source", "SourceError", "open_source"]
