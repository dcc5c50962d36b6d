"""Draws camera views of a card table with exact labels, from any folder of card faces."""

from vision.rendering.assets import HELD_OUT_DECKS, Assets, held_out, load_assets
from vision.rendering.camera import Camera, look_at
from vision.rendering.faces import Deck, load_deck
from vision.rendering.layouts import Placed
from vision.rendering.scene import LaidCard, Scene, read_labels, write_scenes
from vision.rendering.table import KINDS, SceneSpec, arrange, paint_scene, point_camera, render_scene

__all__ = [
    "HELD_OUT_DECKS",
    "KINDS",
    "Assets",
    "Camera",
    "Deck",
    "LaidCard",
    "Placed",
    "Scene",
    "SceneSpec",
    "arrange",
    "held_out",
    "load_assets",
    "load_deck",
    "look_at",
    "paint_scene",
    "point_camera",
    "read_labels",
    "render_scene",
    "write_scenes",
]
