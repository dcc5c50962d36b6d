"""Light and lens for training crops: gradients, shadows, glare, blur, noise, colours, JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.namer_faces import Image

Linear = NDArray[np.float32]


def shade(rng: Generator, image: Linear, effort: float) -> Linear:
    """The light that falls on the cards."""
    n = image.shape[0]
    ys, xs = np.mgrid[0:n, 0:n].astype(np.float32) / n - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    slope = rng.uniform(0, 0.55) * effort
    light = 1 + slope * (xs * np.cos(angle) + ys * np.sin(angle))
    if rng.random() < 0.3 * effort:  # the shadow of a head, a sleeve or a lamp's frame
        edge = rng.uniform(-0.4, 0.4)
        turn, soft = rng.uniform(0, 2 * np.pi), rng.uniform(0.01, 0.2)
        side = xs * np.cos(turn) + ys * np.sin(turn) - edge
        light *= 1 - rng.uniform(0.15, 0.6) / (1 + np.exp(-np.clip(side / soft, -30, 30)))
    image = image * light[..., None].astype(np.float32)
    if rng.random() < 0.3 * effort:
        for _ in range(int(rng.integers(1, 3))):
            x, y = rng.uniform(-0.45, 0.45, 2)
            a, b = rng.uniform(0.04, 0.35, 2)
            spot = np.exp(-(((xs - x) / a) ** 2 + ((ys - y) / b) ** 2)) * rng.uniform(0.2, 1.0)
            image = image + (255 - image) * np.minimum(spot, 0.97)[..., None].astype(np.float32)
    return np.asarray(image, np.float32)


def through_camera(rng: Generator, image: Linear, length: float, effort: float) -> Image:
    """Focus, motion, exposure, white balance, noise and compression."""
    if rng.random() < 0.5 * effort:
        sigma = 0.3 + rng.uniform(0, 1) ** 2 * (0.7 + length / 140)
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.float32)
    if rng.random() < 0.2 * effort:
        image = np.asarray(cv2.filter2D(image, -1, _streak(rng, length)), np.float32)
    if rng.random() < 0.2 * effort:
        sharp = rng.uniform(0.3, 1.2)
        image = np.asarray(image + (image - cv2.GaussianBlur(image, (0, 0), 1.2)) * sharp, np.float32)
    image = np.asarray(image / 255, np.float32)
    gain = rng.uniform(1 - 0.18 * effort, 1 + 0.18 * effort, 3) * np.exp(rng.normal(0, 0.22) * effort)
    if rng.random() < 0.12 * effort:
        gain *= rng.uniform(0.3, 0.7)
    image = np.clip(image * gain.astype(np.float32), 0, 1)
    image = np.power(image, np.float32(np.exp(rng.normal(0, 0.25) * effort)))
    grey = _grey(image)
    if rng.random() < 0.6:
        colour = max(0.1, float(1 + rng.normal(0, 0.25) * effort))
        image = grey + (image - grey) * np.float32(colour)
    elif rng.random() < 0.3:
        image = faded(rng, image)
    if rng.random() < 0.3:
        haze = np.float32(rng.uniform(0, 0.25) * effort)
        image = image * (1 - haze) + haze * rng.uniform(0.3, 1)
    image = image * 255
    noise = abs(rng.normal(0, 5)) * effort
    if noise > 0.5:
        image = image + rng.standard_normal(image.shape, np.float32) * np.float32(noise)
    picture = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.7 * effort:
        quality = int(rng.uniform(28, 96))
        _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return picture


def faded(rng: Generator, image: Linear) -> Linear:
    """As old cards and pale pictures are: much of the colour gone, and some of the ink."""
    grey = _grey(image)
    image = grey + (image - grey) * np.float32(rng.uniform(0.15, 0.6))
    white = np.float32(max(1e-3, float(np.quantile(image, 0.98))))
    return np.asarray(white + (image - white) * np.float32(rng.uniform(0.45, 1.0)), np.float32)


def _grey(image: Linear) -> Linear:
    """The picture without colour, with one channel."""
    return np.asarray(image @ np.array([[0.114], [0.587], [0.299]], np.float32), np.float32)


def _streak(rng: Generator, length: float) -> NDArray[np.float32]:
    """The path of a moving card in the picture, as a kernel."""
    reach = int(rng.uniform(2, 3 + length / 22)) | 1
    kernel = np.zeros((reach, reach), np.float32)
    angle = rng.uniform(0, np.pi)
    dx, dy = np.cos(angle) * reach / 2, np.sin(angle) * reach / 2
    c = reach / 2 - 0.5
    cv2.line(kernel, (round(c - dx), round(c - dy)), (round(c + dx), round(c + dy)), 1.0, 1, cv2.LINE_AA)
    return np.asarray(kernel / max(float(kernel.sum()), 1e-6), np.float32)
