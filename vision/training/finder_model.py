"""The finder's networks and what they are trained towards: four corners, or a turned box for comparison."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import torch
from torch import Tensor, nn
from ultralytics.nn.modules.head import Pose
from ultralytics.nn.tasks import OBBModel, PoseModel
from ultralytics.utils.loss import v8OBBLoss
from ultralytics.utils.tal import RotatedTaskAlignedAssigner, make_anchors

from engine.cards import BACK_ID, IDS

CLASSES = {0: "face", 1: "BACK"}
# For comparison: a network that names cards by itself.
CARD_CLASSES = dict(enumerate((*IDS, BACK_ID)))
HEADS = ("quad", "obb")


class QuadHead(Pose):  # type: ignore[misc]
    """The pose head with its effort where we need it: the box branch's layers predict the corners, boxes are gone."""

    @staticmethod
    def take(model: Any) -> None:
        """Turns a pose model's head into this one, keeping the trained layers."""
        head = model.model[-1]
        head.cv4 = nn.ModuleList(
            nn.Sequential(b[0], b[1], nn.Conv2d(b[1].conv.out_channels, 8, 1)) for b in head.cv2
        )
        head.cv2 = nn.ModuleList()
        head.__class__ = QuadHead

    def forward(self, x: list[Tensor]) -> dict[str, Any]:
        pictures = x[0].shape[0]
        scores = torch.cat([self.cv3[i](x[i]).view(pictures, self.nc, -1) for i in range(self.nl)], 2)
        corners = torch.cat([self.cv4[i](x[i]).view(pictures, self.nk, -1) for i in range(self.nl)], 2)
        return {"scores": scores, "kpts": corners, "feats": x}


def build(
    head: str, scale: str = "n", weights: Path | None = None, *, start: Path | None = None, classes: int = 2
) -> nn.Module:
    """A fresh network, with backbone and neck from official weights where given, or all of it from another run."""
    if classes not in (len(CLASSES), len(CARD_CLASSES)) or (head == "quad" and classes != len(CLASSES)):
        raise ValueError(f"classes: {classes} cannot be had with the head {head!r}")
    if head == "quad":
        model: nn.Module = PoseModel(f"yolo11{scale}-pose.yaml", nc=2, data_kpt_shape=[4, 2], verbose=False)
    elif head == "obb":
        model = OBBModel(f"yolo11{scale}-obb.yaml", nc=classes, verbose=False)
    else:
        raise ValueError(f"head: expected one of {', '.join(HEADS)}, not {head!r}")
    if weights is not None:
        # Official Ultralytics checkpoints are pickles; only a file that the caller chose is read here.
        found = torch.load(weights, map_location="cpu", weights_only=False)["model"].float().state_dict()
        own = model.state_dict()
        fitting = {k: v for k, v in found.items() if k in own and own[k].shape == v.shape}
        model.load_state_dict(fitting, strict=False)
        print(f"{len(fitting)} of {len(own)} tensors taken from {weights.name}")
    if head == "quad":
        QuadHead.take(model)
    model.args = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5, angle=1.0, pose=12.0, kobj=1.0)
    model.names = CLASSES if classes == len(CLASSES) else CARD_CLASSES
    if start is not None:
        average = torch.load(start, map_location="cpu", weights_only=True)["average"]
        model.load_state_dict(_for_classes(average, model.state_dict()))
    return model


def _for_classes(found: dict[str, Tensor], own: dict[str, Tensor]) -> dict[str, Tensor]:
    """A finder's weights for a network with a class for each card: each begins as likely as any face."""
    fitting = {}
    for name, value in found.items():
        if value.shape != own[name].shape:
            faces = len(own[name]) - 1
            value = torch.cat([value[:1].expand(faces, *value.shape[1:]), value[1:]])
        fitting[name] = value
    return fitting


def criterion(head: str, model: nn.Module) -> Any:
    """What is minimised: a function of the network's output and a batch, giving a loss and its parts."""
    return QuadLoss(model) if head == "quad" else BoxLoss(model)


def turned_boxes(quads: Tensor) -> Tensor:
    """(…,4,2) outlines → (…,5) centre, width, height and turn of the nearest turned box."""
    a, b, c, d = quads.unbind(-2)
    across, down = (b - a + c - d) / 2, (d - a + c - b) / 2
    width, height = across.norm(dim=-1), down.norm(dim=-1)
    turn = torch.atan2(across[..., 1], across[..., 0])
    return torch.cat([quads.mean(-2), torch.stack([width, height, turn], -1)], -1)


class QuadLoss:
    """Corners up to half a turn, with anchors assigned by the overlap of turned boxes.

    Many cards look the same from both ends, so which end a network calls the top is left to it: the better of the
    two orders counts. Otherwise it would learn the average of both, which is the card's middle.
    """

    def __init__(self, model: Any) -> None:
        detect = model.model[-1]
        self.stride: Tensor = detect.stride
        self.classes: int = detect.nc
        self.assigner = RotatedTaskAlignedAssigner(
            topk=10, num_classes=self.classes, alpha=0.5, beta=6.0, stride=self.stride.tolist()
        )
        self.bce = nn.BCEWithLogitsLoss(reduction="none")

    def __call__(self, found: dict[str, Any], batch: dict[str, Tensor]) -> tuple[Tensor, dict[str, float]]:
        scores = found["scores"].permute(0, 2, 1).float()
        anchors, strides = make_anchors(found["feats"], self.stride, 0.5)
        anchors, strides = anchors.float(), strides.float()
        raw = found["kpts"].permute(0, 2, 1).float().reshape(*scores.shape[:2], 4, 2)
        quads = (raw * 2.0 + (anchors - 0.5)[None, :, None, :]) * strides[None, :, None, :]
        labels, truth, there = self._padded(batch, scores.shape[0])
        _, _, target, chosen, which = self.assigner(
            scores.detach().sigmoid(),
            turned_boxes(quads.detach()),
            anchors * strides,
            labels,
            turned_boxes(truth),
            there,
        )
        total = target.sum().clamp(min=1.0)
        cls = self.bce(scores, target).sum() / total
        if not bool(chosen.any()):
            return cls + 0.0 * quads.sum(), {"cls": float(cls.detach()), "corner": 0.0, "error": 0.0}
        picture = torch.arange(truth.shape[0])[:, None].expand_as(which)[chosen]
        aim = truth[picture, which[chosen]]
        length = (aim[:, 3] - aim[:, 0] + aim[:, 2] - aim[:, 1]).norm(dim=-1).clamp(min=8.0) / 2
        error = (
            torch.minimum(_distance(quads[chosen], aim), _distance(quads[chosen], aim.roll(2, 1))) / length
        )
        weight = 0.2 + target[chosen].sum(-1)
        # Linear far away, steep close by: the namer needs corners that are exact, not only near.
        corner = ((12.0 * error + 0.5 * torch.log1p(error / 0.01)) * weight).sum() / weight.sum()
        parts = {
            "cls": float(cls.detach()),
            "corner": float(corner.detach()),
            "error": float(error.detach().mean()),
        }
        return 0.7 * cls + corner, parts

    def _padded(self, batch: dict[str, Tensor], pictures: int) -> tuple[Tensor, Tensor, Tensor]:
        """Classes, outlines and presence as (pictures, most cards, …)."""
        index = batch["batch_idx"]
        counts = torch.bincount(index, minlength=pictures)
        most = max(1, int(counts.max()) if len(index) else 1)
        slot = torch.arange(len(index)) - (counts.cumsum(0) - counts)[index]
        labels, there = torch.zeros(pictures, most, 1), torch.zeros(pictures, most, 1)
        quads = torch.zeros(pictures, most, 4, 2)
        labels[index, slot, 0] = batch["cls"].float()
        quads[index, slot] = batch["quads"]
        there[index, slot] = 1.0
        return labels, quads, there


def _distance(a: Tensor, b: Tensor) -> Tensor:
    """Mean corner distance, smooth at zero."""
    return ((a - b).square().sum(-1) + 1e-4).sqrt().mean(-1)


class BoxLoss:
    """Ultralytics' own loss for turned boxes, on the same batches."""

    def __init__(self, model: Any) -> None:
        self.loss = v8OBBLoss(model)

    def __call__(self, found: dict[str, Any], batch: dict[str, Tensor]) -> tuple[Tensor, dict[str, float]]:
        height, width = batch["img"].shape[2:]
        boxes = turned_boxes(batch["quads"])
        # Its angles run from −45° to 135°.
        turn = torch.remainder(boxes[:, 4:] + torch.pi / 4, torch.pi) - torch.pi / 4
        scaled = boxes[:, :4] / torch.tensor([width, height, width, height])
        plain = {
            "batch_idx": batch["batch_idx"].float(),
            "cls": batch["cls"].float(),
            "bboxes": torch.cat([scaled, turn], 1),
        }
        floats = {k: v.float() if torch.is_tensor(v) else [f.float() for f in v] for k, v in found.items()}
        loss, parts = self.loss(floats, plain)
        return loss.sum() / batch["img"].shape[0], {k: float(v) for k, v in parts.items()}


class Exported(nn.Module):  # type: ignore[misc]
    """What is written as ONNX: picture in, one row per anchor out: face, BACK, then four corners in pixels.

    A turned box gives its corners, so both heads look the same from outside.
    """

    def __init__(self, model: Any, head: str) -> None:
        super().__init__()
        self.model, self.head = model, head
        self.detect = model.model[-1]
        self.detect.export = False

    def forward(self, picture: Tensor) -> Tensor:
        found = self.model(picture)
        found = found[1] if isinstance(found, tuple) else found
        scores = found["scores"].sigmoid()
        anchors, strides = (t.T for t in make_anchors(found["feats"], self.detect.stride, 0.5))
        if self.head == "quad":
            raw = found["kpts"].reshape(picture.shape[0], 4, 2, -1)
            corners = ((raw * 2.0 + (anchors - 0.5)) * strides).reshape(picture.shape[0], 8, -1)
        else:
            corners = self._box_corners(found, anchors, strides)
        return torch.cat([scores, corners], 1)

    def _box_corners(self, found: dict[str, Tensor], anchors: Tensor, strides: Tensor) -> Tensor:
        angle = found["angle"]
        left, top, right, bottom = self.detect.dfl(found["boxes"]).unbind(1)
        cos, sin = angle[:, 0].cos(), angle[:, 0].sin()
        xf, yf = (right - left) / 2, (bottom - top) / 2
        x, y = xf * cos - yf * sin + anchors[0], xf * sin + yf * cos + anchors[1]
        w, h = (left + right) / 2, (top + bottom) / 2
        sides = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        rows = []
        for a, b in sides:
            rows += [x + a * w * cos - b * h * sin, y + a * w * sin + b * h * cos]
        return torch.stack(rows, 1) * strides
