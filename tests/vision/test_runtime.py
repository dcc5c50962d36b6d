"""Networks are loaded only as the manifest says, and mean the same on every runtime."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vision import runtime
from vision.detector import MODEL_NAME
from vision.letterbox import INPUT_HEIGHT, INPUT_WIDTH
from vision.reading import NAMER_FILE
from vision.runtime import (
    MODELS,
    ModelFileError,
    RuntimeMissingError,
    check,
    engines,
    load_network,
    manifest,
    portions,
    runs,
    sha256,
)


def write_model(folder: Path, content: bytes, *, listed: bytes | None) -> Path:
    path = folder / "net.onnx"
    path.write_bytes(content)
    if listed is not None:
        (folder / "other").write_bytes(listed)
        row = f'[files."net.onnx"]\nsha256 = "{sha256(folder / "other")}"\nrole = "test"\n'
        (folder / "manifest.toml").write_text(row, encoding="utf-8")
    return path


def test_a_file_as_listed_is_accepted(tmp_path: Path) -> None:
    check(write_model(tmp_path, b"weights", listed=b"weights"))
    assert manifest(tmp_path)["net.onnx"]["role"] == "test"


def test_a_changed_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = write_model(tmp_path, b"weights!", listed=b"weights")
    with pytest.raises(ModelFileError, match=r"net\.onnx was changed: sha256"):
        load_network(path)


def test_an_unlisted_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match=r"not in manifest\.toml"):
        load_network(write_model(tmp_path, b"weights", listed=None))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match=r"net\.onnx is missing"):
        load_network(tmp_path / "net.onnx")


def test_an_unknown_runtime_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_RUNTIME", "abacus")
    with pytest.raises(RuntimeMissingError, match="unknown runtime 'abacus'"):
        load_network(MODELS / MODEL_NAME)


def test_what_is_shipped_is_listed_and_unchanged() -> None:
    rows = manifest()
    assert rows[MODEL_NAME]["role"] == "finder"
    for name in rows:
        check(MODELS / name)


@pytest.mark.parametrize("engine", ["openvino", "onnxruntime"])
def test_a_runtime_can_be_forced(engine: str) -> None:
    if engine not in engines():
        pytest.skip(f"{engine} is not installed")
    assert load_network(MODELS / MODEL_NAME, engine=engine).engine == engine


def test_both_runtimes_give_the_same_numbers() -> None:
    if len(engines()) < 2:
        pytest.skip("only one runtime is installed")
    batch = np.random.default_rng(2).random((1, 3, INPUT_HEIGHT, INPUT_WIDTH), np.float32)
    first, second = (
        load_network(MODELS / MODEL_NAME, engine=e).run(batch)[0] for e in ("openvino", "onnxruntime")
    )
    assert first.shape == second.shape
    assert np.allclose(first[:, :2], second[:, :2], atol=1e-3)
    assert np.abs(first[:, 2:] - second[:, 2:]).max() < 0.1  # pixels


def test_results_of_one_call_survive_the_next() -> None:
    network = load_network(MODELS / MODEL_NAME)
    rng = np.random.default_rng(2)
    first = network.run(rng.random((1, 3, INPUT_HEIGHT, INPUT_WIDTH), np.float32))[0]
    before = first.copy()
    network.run(rng.random((1, 3, INPUT_HEIGHT, INPUT_WIDTH), np.float32))
    assert np.array_equal(first, before)


def test_a_batch_is_computed_in_portions_of_few_sizes() -> None:
    """A size that is new takes memory for good: a long evening must not see ever new ones."""
    assert [portions(count) for count in (1, 3, 8, 15)] == [[1], [2, 1], [4, 4], [4, 4, 4, 2, 1]]
    network = load_network(MODELS / NAMER_FILE)
    batch = np.random.default_rng(4).random((7, 3, 192, 96), dtype=np.float32)
    whole = network.run(batch)
    for i in range(7):
        for one, all_of_it in zip(network.run(batch[i : i + 1]), whole, strict=True):
            assert np.abs(one[0] - all_of_it[i]).max() < 1e-3


def test_a_runtime_that_is_installed_but_does_not_load_gives_way_to_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without a library of the system the import fails: that is no reason to stop where another runtime is installed."""
    if len(engines()) < 2:
        pytest.skip("only one inference runtime is installed")

    def fails() -> None:
        raise ImportError("DLL load failed\nand more")

    monkeypatch.setattr(runtime, "_openvino", fails)
    monkeypatch.setitem(runtime._LOADERS, "openvino", fails)
    assert load_network(MODELS / NAMER_FILE).engine == "onnxruntime"
    assert [name for name in engines() if runs(name)] == ["onnxruntime"]
    with pytest.raises(RuntimeMissingError, match="openvino does not run here \\(DLL load failed\\)"):
        load_network(MODELS / NAMER_FILE, engine="openvino")


def test_the_runtime_tells_nobody_that_it_runs() -> None:
    """OpenVINO's telemetry would keep an id in the home folder and send it out with each start."""
    if "openvino" not in engines():
        pytest.skip("OpenVINO is not installed")
    look = "import sys; from vision.runtime import MODELS, load_network; load_network(MODELS / 'namer.onnx', engine='openvino')"
    found = f"{look}; print(sorted(n for n, m in sys.modules.items() if 'telemetry' in n and m is not None and 'stub' not in n))"
    done = subprocess.run([sys.executable, "-c", found], capture_output=True, text=True, check=True)
    assert not [name for name in ast.literal_eval(done.stdout) if name.startswith("openvino_telemetry")]


@pytest.mark.parametrize(
    "module", ["vision.identity", "server.cli", "server.benchmarks.watch", "server.cameras.watcher"]
)
def test_the_limits_are_set_before_numpy_and_opencv_read_them(module: str) -> None:
    """With threads of their own a hundred small products a second take the cores from the networks."""
    spy = f"""
import os, sys
class Spy:
    def find_spec(self, name, path=None, target=None):
        if name in ("numpy", "cv2"):
            assert os.environ["OPENBLAS_NUM_THREADS"] == "1", name
            assert int(os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"]), name
sys.meta_path.insert(0, Spy())
import {module}
"""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("OPENBLAS", "OPENCV"))}
    subprocess.run([sys.executable, "-c", spy], check=True, env=clean, timeout=120)
