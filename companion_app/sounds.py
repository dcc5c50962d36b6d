"""The app's sounds, made here: short, quiet, each told apart without looking. No recordings, no files in the package."""

from __future__ import annotations

import io
import math
import struct
import wave
from pathlib import Path
from typing import Final

RATE: Final = 22050
_LOUD: Final = 0.25
SOUNDS: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    # kind: (frequency, seconds) one after the other
    "card": ((880.0, 0.04),),
    "trick": ((660.0, 0.07), (880.0, 0.09)),
    "contract": ((523.25, 0.09), (659.25, 0.09), (783.99, 0.14)),
    "question": ((784.0, 0.10), (988.0, 0.16)),
    "warning": ((415.3, 0.14), (392.0, 0.20)),
    "signal": ((659.25, 0.55), (880.0, 0.55), (659.25, 0.7)),
    "settled": ((523.25, 0.10), (659.25, 0.10), (783.99, 0.10), (1046.5, 0.22)),
}


def samples(kind: str) -> list[int]:
    """A chain of soft tones: each swells in 4 ms and dies away, so that nothing clicks."""
    found: list[int] = []
    for frequency, seconds in SOUNDS[kind]:
        count = int(RATE * seconds)
        for i in range(count):
            t = i / RATE
            swell = min(1.0, t / 0.004)
            fade = (1 - i / count) ** 2
            tone = math.sin(2 * math.pi * frequency * t) + 0.3 * math.sin(4 * math.pi * frequency * t)
            found.append(int(32767 * _LOUD * swell * fade * tone / 1.3))
    return found


def wav(kind: str) -> bytes:
    """A sound as a WAV file, mono, 16 bit."""
    data = samples(kind)
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack(f"<{len(data)}h", *data))
    return out.getvalue()


def sound_file(folder: Path, kind: str) -> Path:
    """The file of a sound, made when it is first wanted."""
    path = folder / f"{kind}.wav"
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_bytes(wav(kind))
        part.replace(path)
    return path
