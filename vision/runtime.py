"""Runs a network file: OpenVINO where it is installed, else ONNX Runtime, both behind one protocol.

A file is loaded only if its sha256 is in the manifest of the shipped models, so nothing else can be
slipped in under a model's name.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tomllib
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

MODELS: Final = Path(__file__).resolve().parent.parent / "models"
MANIFEST_NAME: Final = "manifest.toml"
ENGINE_VARIABLE: Final = "KIEBITZ_RUNTIME"


class ModelError(Exception):
    """A network cannot be used. The message says which, and what would be right."""


class ModelFileError(ModelError):
    """The file is missing, not in the manifest, or not what the manifest says."""


class RuntimeMissingError(ModelError):
    """No inference runtime is installed, or the one that was asked for is not."""


class Network(Protocol):
    """A loaded network. `engine` names the runtime that computes it; `rounded`: with 16-bit floats."""

    engine: str
    rounded: bool

    def run(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]: ...


PORTIONS: Final = (4, 2, 1)
"""OpenVINO keeps its own program and memory for each size of a batch. Larger ones are no quicker, picture by picture."""


SHORT_FLOATS: Final = "BF16"
"""What OpenVINO calls a processor that computes with 16-bit floats by itself: some have no matrix units for it."""


def portions(count: int) -> list[int]:
    """So many pictures, in as few of these sizes as there are."""
    sizes = []
    for size in PORTIONS:
        sizes += [size] * (count // size)
        count %= size
    return sizes


class _OpenVino:
    engine = "openvino"

    def __init__(self, path: Path, threads: int, fast: bool) -> None:
        ov = _openvino()
        core = ov.Core()
        settings: dict[str, Any] = {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": threads}
        if not fast:
            settings["INFERENCE_PRECISION_HINT"] = "f32"
        elif SHORT_FLOATS in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES"):
            # Left alone, OpenVINO takes them only where the processor has matrix units, too.
            settings["INFERENCE_PRECISION_HINT"] = "bf16"
        self._compiled: Any = core.compile_model(core.read_model(str(path)), "CPU", settings)
        self.rounded = self._compiled.get_property("INFERENCE_PRECISION_HINT") != ov.Type.f32
        self._request: Any = self._compiled.create_infer_request()
        self._outputs = list(self._compiled.outputs)

    def run(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        parts = []
        at = 0
        for size in portions(len(batch)):
            found = self._request.infer({0: np.ascontiguousarray(batch[at : at + size], np.float32)})
            # The request owns its buffers and overwrites them in the next call: hand out copies.
            parts.append([np.array(found[output], np.float32) for output in self._outputs])
            at += size
        return [np.concatenate(answers) for answers in zip(*parts, strict=True)]


def _openvino() -> Any:
    """OpenVINO without its telemetry: importing it would note the use in the home folder and ask a server of its makers."""
    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]  # as if it were not installed
    import openvino

    return openvino


def _onnxruntime() -> Any:
    import onnxruntime

    return onnxruntime


class _OnnxRuntime:
    engine = "onnxruntime"
    rounded = False

    def __init__(self, path: Path, threads: int, fast: bool) -> None:  # noqa: ARG002  (knows one precision only)
        ort = _onnxruntime()
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session: Any = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self._input: str = self._session.get_inputs()[0].name

    def run(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        found = self._session.run(None, {self._input: np.ascontiguousarray(batch, np.float32)})
        return [np.asarray(output, np.float32) for output in found]


_ENGINES: Final[dict[str, Callable[[Path, int, bool], Network]]] = {
    "openvino": _OpenVino,
    "onnxruntime": _OnnxRuntime,
}
_LOADERS: Final[dict[str, Callable[[], Any]]] = {"openvino": _openvino, "onnxruntime": _onnxruntime}


def engines() -> list[str]:
    """The runtimes that are installed here, the preferred one first."""
    return [name for name in _ENGINES if find_spec(name) is not None]


def sha256(path: Path) -> str:
    """The checksum of a file, read in pieces."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()


def manifest(folder: Path = MODELS) -> dict[str, dict[str, Any]]:
    """File name → its row in the manifest; empty where there is no manifest."""
    path = folder / MANIFEST_NAME
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        rows = tomllib.load(file).get("files", {})
    return {str(name): dict(row) for name, row in rows.items()}


def in_folder(folder: Path, name: str) -> Path:
    """A model of that folder; what it has not got is the shipped one's."""
    own = folder / name
    return own if own.is_file() else MODELS / name


def check(path: Path) -> None:
    """Raises unless the file is one that the manifest beside it names, byte for byte."""
    if not path.is_file():
        raise ModelFileError(f"model file {path.name} is missing in {path.parent}: reinstall Kiebitz")
    row = manifest(path.parent).get(path.name)
    if row is None:
        raise ModelFileError(f"model file {path.name} is not in {MANIFEST_NAME}, so it is not loaded")
    expected, found = str(row.get("sha256")), sha256(path)
    if found != expected:
        raise ModelFileError(
            f"model file {path.name} was changed: sha256 {expected[:12]}… expected, {found[:12]}… found"
        )


def load_network(path: Path, *, threads: int = 2, engine: str | None = None, fast: bool = False) -> Network:
    """Loads a checked network. `engine` (or the variable KIEBITZ_RUNTIME) forces openvino or onnxruntime.

    `fast`: it may be computed with 16-bit floats where the processor has them. OpenVINO alone does that, so what is
    near a threshold may then be answered otherwise than by the other runtime.
    """
    check(path)
    wanted = engine or os.environ.get(ENGINE_VARIABLE) or None
    if wanted is not None and wanted not in _ENGINES:
        raise RuntimeMissingError(f"unknown runtime {wanted!r}: expected one of {', '.join(_ENGINES)}")
    installed = engines()
    if wanted is not None and wanted not in installed:
        raise RuntimeMissingError(f"runtime {wanted} is not installed: pip install {wanted}")
    if not installed:
        raise RuntimeMissingError("no inference runtime is installed: pip install openvino or onnxruntime")
    failed = []
    for name in [wanted] if wanted else installed:
        try:
            return _ENGINES[name](path, threads, fast)
        except (ImportError, OSError, RuntimeError) as error:  # a library of the system may be missing
            failed.append(f"{name} does not run here ({_first_line(error)})")
    raise RuntimeMissingError(f"{'; '.join(failed)}: pip install --force-reinstall {wanted or installed[0]}")


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0][:120]


def runs(name: str) -> bool:
    """Whether an installed runtime can be loaded, too."""
    try:
        _LOADERS[name]()
    except (ImportError, OSError, RuntimeError):
        return False
    return True
