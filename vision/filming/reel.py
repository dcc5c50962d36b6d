"""Writes a film and what is true about it: NAME.mp4, NAME.start.json, NAME.truth.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2

from vision.filming.director import Plan
from vision.filming.shooting import shoot
from vision.rendering.assets import Assets

Row = dict[str, Any]


class FilmError(Exception):
    """A film that cannot be written."""


def write_video(path: Path, plan: Plan, assets: Assets) -> int:
    """Shoots and stores the film; returns the number of frames. A film that is there is whole."""
    look = plan.look
    part = path.with_name(path.stem + ".part.mp4")
    size = look.camera.width, look.camera.height
    writer = cv2.VideoWriter(str(part), cv2.VideoWriter.fourcc(*"mp4v"), look.fps, size)
    if not writer.isOpened():
        raise FilmError(f"{path}: this OpenCV cannot write MPEG-4 films")
    count = 0
    try:
        for frame in shoot(plan, assets):
            writer.write(frame)
            count += 1
    finally:
        writer.release()
    part.replace(path)
    return count


def truth_of(plan: Plan, seats: Mapping[str, str]) -> Row:
    """What happened when. `seats` leads from A … D to the edges of the picture."""
    letter = {edge: seat for seat, edge in seats.items()}

    def named(rows: list[Row]) -> list[Row]:
        return [{"seat": letter[row["compass"]], **row} for row in rows]

    collections = [{"trick": row["trick"], "by": letter[row["compass"]], **row} for row in plan.collections]
    look = plan.look
    return {
        "deck": look.deck.name,
        "fps": look.fps,
        "duration": round(plan.duration, 3),
        "tilt": round(look.camera.tilt, 1),
        "yaw": round(look.yaw, 1),
        "tempo": look.tempo_name,
        "seed": look.seed,
        "seats": dict(seats),
        "cards": named(plan.laid),
        "taken_back": named(plan.taken_back),
        "gifts": named(plan.gifts),
        "collections": collections,
    }


def write_json(path: Path, data: Row) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
