"""The exported finder as Ultralytics knows it. Runs where PyTorch is installed (the `train` extra)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the train extra is not installed")
pytest.importorskip("ultralytics", reason="the train extra is not installed")
pytest.importorskip("onnx", reason="the train extra is not installed")

from vision.runtime import MODELS, load_network  # noqa: E402
from vision.training.finder_model import Exported  # noqa: E402
from vision.training.predict_speed import beside_predict, from_onnx  # noqa: E402


def test_the_network_read_back_from_the_file_answers_as_the_file_does() -> None:
    picture = np.random.default_rng(1).random((1, 3, 384, 640), np.float32)
    whole = Exported(from_onnx(MODELS / "finder.onnx", "obb"), "obb").eval()
    with torch.no_grad():
        answer = whole(torch.from_numpy(picture)).numpy()
    expected = load_network(MODELS / "finder.onnx", threads=1).run(picture)[0]
    assert np.abs(answer - expected).max() < 0.05


def test_a_file_of_another_form_is_refused() -> None:
    with pytest.raises(ValueError, match="lacks"):
        from_onnx(MODELS / "outline.onnx", "obb")


def test_four_free_corners_have_no_predict(tmp_path: Path) -> None:
    (tmp_path / "manifest.toml").write_text(
        '[files."finder.onnx"]\nhead = "quad"\ninput = [1, 3, 384, 640]\n'
    )
    assert "skipped" in beside_predict([], models=tmp_path)
