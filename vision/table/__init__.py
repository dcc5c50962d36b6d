"""The table in the picture: where its middle is, which edge is whose, whether it moved, whether it can be read."""

from vision.table.calibration import Calibration, CalibrationError

__all__ = ["Calibration", "CalibrationError"]
