"""From light to "seat B laid XVII": knows cards and tables, not rules."""

from __future__ import annotations

import os

# OpenCV reads its limits when it is loaded, so they are set before any of our modules loads it: a forged header must
# not cost memory, and a damaged picture is reported by us in one line, not by the decoders on standard error.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(64 << 20))
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_WIDTH", "20000")
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_HEIGHT", "20000")
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
# Comparing a few looks with a few thousand prototypes takes under a millisecond on one thread; with more, the threads
# of the linear algebra mostly wait for each other, and take the cores from the networks (measured: 34 ms of CPU).
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
