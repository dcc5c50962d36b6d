"""An exported finder can be trained on: its checkpoint answers as the file does, and learns."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("ultralytics", reason="needs the train extra")

from vision.runtime import MODELS  # noqa: E402
from vision.training.finder_model import build  # noqa: E402
from vision.training.finder_restore import restore  # noqa: E402


def test_the_checkpoint_answers_as_the_file_does(tmp_path: Path) -> None:
    shown = torch.rand(2, 3, 128, 160, generator=torch.Generator().manual_seed(4))
    assert restore(MODELS / "finder.onnx", [shown], tmp_path / "start.pt") < 1e-4
    assert not any(norm.training for norm in build("obb", start=tmp_path / "start.pt").eval().modules())


def test_without_pictures_there_is_nothing_to_measure(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at least one batch"):
        restore(MODELS / "finder.onnx", [], tmp_path / "start.pt")
