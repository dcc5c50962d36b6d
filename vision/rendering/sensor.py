"""What a camera makes of the light: focus, motion, colour balance, gamma, noise, sharpening, JPEG."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rendering.canvas import Image

Rng = np.random.Generator


@lru_cache(maxsize=1)
def _noise_bank() -> NDArray[np.float32]:
    # One fixed sheet of noise, cut at random places: drawing new noise for each picture would cost most of the time.
    return np.random.default_rng(7).standard_normal((1500, 2400, 3)).astype(np.float32)


def _noise(rng: Rng, height: int, width: int) -> NDArray[np.float32]:
    bank = _noise_bank()
    if height > bank.shape[0] or width > bank.shape[1]:
        return rng.standard_normal((height, width, 3)).astype(np.float32)
    y, x = int(rng.integers(bank.shape[0] - height + 1)), int(rng.integers(bank.shape[1] - width + 1))
    piece = bank[y : y + height, x : x + width]
    return piece[:, ::-1] if rng.random() < 0.5 else piece


def motion_kernel(length: float, angle: float) -> NDArray[np.float32]:
    """A straight smear of that many pixels."""
    size = max(3, 2 * int(np.ceil(length / 2)) + 1)
    kernel = np.zeros((size, size), np.float32)
    c = size // 2
    dx, dy = np.cos(angle) * length / 2, np.sin(angle) * length / 2
    start, end = (round(c - dx), round(c - dy)), (round(c + dx), round(c + dy))
    cv2.line(kernel, start, end, 1.0, 1)
    return np.asarray(kernel / kernel.sum(), np.float32)


def tone(rng: Rng, light: NDArray[np.float32]) -> NDArray[np.float32]:
    """White balance, saturation, exposure and gamma."""
    balance = 1.0 + rng.normal(0, 0.07, 3)
    saturation = float(np.clip(rng.normal(1.0, 0.2), 0.0, 1.7)) if rng.random() > 0.02 else 0.0
    grey = np.full((3, 3), 1.0) * np.array([0.114, 0.587, 0.299])
    matrix = np.diag(balance) @ (saturation * np.eye(3) + (1.0 - saturation) * grey)
    exposure = float(np.exp(rng.normal(0, 0.22)))
    result = np.asarray(cv2.transform(light, (matrix * exposure).astype(np.float32)), np.float32)
    if rng.random() < 0.5:
        gamma = float(np.exp(rng.normal(0, 0.18)))
        result = 255.0 * np.power(np.clip(result, 0, 255) * np.float32(1 / 255), np.float32(gamma))
    if rng.random() < 0.25:
        low, high = rng.uniform(0, 35), rng.uniform(200, 275)
        result = np.float32(low) + result * np.float32((high - low) / 255)
    return result


def expose(rng: Rng, light: NDArray[np.float32]) -> Image:
    """Light → the picture that a camera delivers. Blur is scaled to the picture's width."""
    height, width = light.shape[:2]
    unit = width / 640
    result = tone(rng, light)
    blur = rng.random()
    if blur < 0.35:
        sigma = float(rng.uniform(0.3, 1.1)) * unit
        result = np.asarray(cv2.GaussianBlur(result, (0, 0), sigma), np.float32)
    elif blur < 0.42:
        kernel = motion_kernel(float(rng.uniform(1.5, 6)) * unit, float(rng.uniform(0, np.pi)))
        result = np.asarray(cv2.filter2D(result, -1, kernel), np.float32)
    elif blur < 0.6:
        soft = cv2.blur(result, (3, 3))
        result = result + float(rng.uniform(0.2, 1.2)) * (result - soft)
    if rng.random() < 0.75:
        grain = float(rng.gamma(2.0, 2.2))
        noise = _noise(rng, height, width)
        if rng.random() < 0.3:
            noise = np.asarray(cv2.blur(noise, (2, 2)), np.float32) * np.float32(1.6)
        noisy = cv2.scaleAdd(np.ascontiguousarray(noise), grain, np.ascontiguousarray(result, np.float32))
        result = np.asarray(noisy, np.float32)
    image = np.clip(result, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        quality = int(rng.integers(35, 96))
        image = np.asarray(
            cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1), np.uint8
        )
    return image
