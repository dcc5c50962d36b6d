"""Draws whole scenes: chooses what lies on the table and how it is seen, paints it, lights it, photographs it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from engine.cards import BACK_ID
from vision.rendering import layouts
from vision.rendering.assets import Assets
from vision.rendering.backs import make_back, make_face
from vision.rendering.camera import Camera, Matrix, look_at
from vision.rendering.canvas import NOBODY, Canvas, Image, Sprite, density, inverse, placed, transform, warp
from vision.rendering.cards import Finish, any_finish, card_corners, finished, needed_height, paint_card
from vision.rendering.faces import Deck
from vision.rendering.hands import arm
from vision.rendering.layouts import Placed
from vision.rendering.light import glare_field, light_field, lit
from vision.rendering.objects import MAKERS
from vision.rendering.scene import LaidCard, Scene
from vision.rendering.sensor import expose
from vision.rendering.surfaces import lay_surface, make_surface, polygon_mask, recoloured

Rng = np.random.Generator

KINDS: Final = {
    "trick": 0.33,
    "single": 0.08,
    "talon": 0.08,
    "discards": 0.05,
    "fan": 0.11,
    "row": 0.09,
    "column": 0.03,
    "grid": 0.05,
    "scatter": 0.07,
    "pile": 0.06,
    "empty": 0.08,
}


@dataclass(frozen=True, slots=True)
class SceneSpec:
    """What to draw. What is left out is chosen at random."""

    width: int = 1280
    height: int = 720
    kind: str | None = None
    deck: str | None = None
    card_px: float | None = None
    tilt: float | None = None
    closer: float = 1.0
    variety: float = 1.0
    invented: float = 0.12
    gifts: float = 0.0
    """How many of the whole tricks have a fifth card across them, as talon cards lie in Trischaken."""


def render_scene(rng: Rng, assets: Assets, spec: SceneSpec | None = None) -> Scene:
    """One random table as `spec` asks. The same generator state gives the same picture."""
    spec = spec or SceneSpec()
    kind = spec.kind or str(rng.choice(list(KINDS), p=np.array(list(KINDS.values())) / sum(KINDS.values())))
    deck = next((d for d in assets.decks if d.name == spec.deck), None)
    if deck is None:
        # Prints differ in number of faces; a deck is drawn evenly, whatever its size.
        deck = assets.decks[int(rng.integers(len(assets.decks)))]
    laid = arrange(rng, kind, deck)
    if spec.gifts and kind == "trick" and len(laid) == 4 and rng.random() < spec.gifts:
        laid = [*laid, layouts.gift(rng, deck.faces, laid)]
    camera = point_camera(rng, spec, laid)
    laid = laid + _heaps(rng, kind, camera)
    laid = [replace(p, bend=_bend(rng)) if rng.random() < 0.12 else p for p in laid]
    return paint_scene(
        rng, assets, deck, camera, laid, kind=kind, variety=spec.variety, invented=spec.invented
    )


def _bend(rng: Rng) -> float:
    return float(rng.uniform(0.5, 5.0) * rng.choice([1, -1]))


def arrange(rng: Rng, kind: str, deck: Deck) -> list[Placed]:
    """The cards of a scene of that kind, around the table's origin."""
    names = list(rng.permutation(sorted(deck.faces)))

    def some(low: int, high: int) -> list[str]:
        return [str(n) for n in names[: int(rng.integers(low, high + 1))]]

    if kind == "trick":
        laid = layouts.trick(
            rng, [str(n) for n in names[: int(rng.choice([1, 2, 3, 4], p=[0.08, 0.14, 0.2, 0.58]))]]
        )
    elif kind == "single":
        laid = layouts.moved(layouts.row(rng, some(1, 1), 0), 0, 0, float(rng.uniform(0, 360)))
    elif kind == "talon":
        laid = layouts.talon(rng, some(6, 6))
    elif kind == "discards":
        laid = layouts.row(rng, some(2, 4), float(rng.uniform(15, 66)), jitter=4, skew=6)
        if rng.random() < 0.5:
            laid = [replace(p, card=BACK_ID) for p in laid]
    elif kind == "fan":
        laid = layouts.fan(rng, some(3, 12))
    elif kind == "row":
        laid = layouts.row(
            rng, some(3, 12), float(rng.uniform(0.3, 1.25)) * 61, skew=float(rng.uniform(0.3, 4))
        )
        if rng.random() < 0.25:
            other = [str(n) for n in names[12 : 12 + len(laid)]]
            laid = laid + layouts.moved(layouts.row(rng, other, 40), 0, float(rng.uniform(40, 140)))
    elif kind == "column":
        laid = layouts.column(rng, some(2, 6))
    elif kind == "grid":
        laid = layouts.grid(rng, some(4, 24))
    elif kind == "scatter":
        laid = layouts.scatter(rng, some(2, 10))
        laid = [replace(p, card=BACK_ID) if rng.random() < 0.2 else p for p in laid]
    elif kind == "pile":
        laid = _piles(rng, some(0, 3))
    elif kind == "empty":
        laid = []
    else:
        raise ValueError(f"kind: expected one of {', '.join(KINDS)}, not {kind!r}")
    if kind in ("talon", "fan", "row", "column", "grid", "discards"):
        laid = layouts.moved(laid, 0, 0, float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 6)))
    if kind not in ("pile", "empty", "scatter") and rng.random() < 0.06:
        laid = [replace(p, angle=p.angle + 180) if rng.random() < 0.5 else p for p in laid]
    return laid


def _piles(rng: Rng, faces: list[str]) -> list[Placed]:
    laid: list[Placed] = []
    for _ in range(int(rng.integers(1, 4))):
        stack = layouts.heap(rng, int(rng.integers(1, 14)))
        laid += layouts.moved(
            stack, float(rng.normal(0, 130)), float(rng.normal(0, 130)), float(rng.uniform(0, 360))
        )
    for face in faces:
        laid.append(
            Placed(
                face, float(rng.normal(0, 130)), float(rng.normal(0, 130)), float(rng.uniform(0, 360)), 0.5
            )
        )
    return laid


def point_camera(rng: Rng, spec: SceneSpec, laid: list[Placed]) -> Camera:
    """A camera that sees the laid cards well enough."""
    share = float(np.exp(rng.uniform(np.log(0.042), np.log(0.2))))
    luck = rng.random()
    if luck < 0.05:
        share = float(rng.uniform(0.03, 0.05))
    elif luck < 0.15 and len(laid) < 5:
        share = float(rng.uniform(0.2, 0.48))
    card_px = spec.card_px or min(share * spec.closer, 0.5) * spec.width
    goal = (0.0, 0.0)
    if laid:
        at = np.array([[p.x, p.y] for p in laid])
        middle = (at.max(axis=0) + at.min(axis=0)) / 2
        goal = (float(middle[0]), float(middle[1]))
        radius = float(np.linalg.norm(at - middle, axis=1).max()) + 60
        if spec.card_px is None and rng.random() < 0.9:
            card_px = min(card_px, 113 * 0.5 * spec.height / radius * float(rng.uniform(0.75, 1.35)))
    tilt = spec.tilt
    if tilt is None:
        tilt = abs(float(rng.normal(0, 8))) if rng.random() < 0.45 else float(rng.uniform(0, 48))
    yaw = float(rng.normal(0, 4)) if rng.random() < 0.5 else float(rng.uniform(0, 360))
    room = 0.32 if card_px * 4 < spec.height else 0.14
    return look_at(
        spec.width,
        spec.height,
        card_px=card_px,
        target=goal,
        tilt=tilt,
        yaw=yaw,
        roll=float(rng.normal(0, 2)) if rng.random() < 0.5 else 0.0,
        fov=float(rng.uniform(35, 80)),
        shift=(float(rng.uniform(-room, room)), float(rng.uniform(-room, room))),
        k1=float(rng.normal(0, 0.035)) if rng.random() < 0.35 else 0.0,
    )


def _on_table(camera: Camera, x: float, y: float) -> tuple[float, float]:
    """The place of the table that is seen at a share of the picture's width and height."""
    point = transform(inverse(camera.plane()), np.array([[x * camera.width, y * camera.height]]))[0]
    return float(point[0]), float(point[1])


def _heaps(rng: Rng, kind: str, camera: Camera) -> list[Placed]:
    """Gathered tricks and stacks that lie about while something else is played. They lie apart, as a rule."""
    if kind == "empty" or rng.random() < 0.55:
        return []
    laid: list[Placed] = []
    for _ in range(int(rng.integers(1, 5))):
        x, y = _on_table(camera, float(rng.uniform(0.02, 0.98)), float(rng.uniform(0.05, 0.95)))
        heap = layouts.heap(rng, int(rng.integers(1, 9)))
        laid += layouts.moved(heap, x, y, float(rng.choice([0, 90, 0, 90, 45]) + rng.normal(0, 8)))
    return laid


@dataclass(slots=True)
class _Painter:
    """One picture in the making."""

    rng: Rng
    assets: Assets
    camera: Camera
    canvas: Canvas

    def art(self) -> Image:
        """Any picture: a photograph if there is one, else a drawn surface."""
        pool = self.assets.photos or self.assets.surfaces
        if not pool:
            return make_surface(self.rng, 128)
        return pool[int(self.rng.integers(len(pool)))]

    def fineness(self) -> float:
        """The most pixels that a millimetre of the table takes in the picture's middle, with a little to spare."""
        x, y = _on_table(self.camera, 0.5, 0.7)
        seen = self.camera.straight(np.array([[x, y, 0.0], [x + 1, y, 0.0]]))
        return 1.3 * float(np.linalg.norm(seen[1] - seen[0]))

    def surface(self) -> Image:
        if self.assets.surfaces and self.rng.random() < 0.6:
            picture = self.assets.surfaces[int(self.rng.integers(len(self.assets.surfaces)))]
        else:
            picture = make_surface(self.rng)
        return recoloured(self.rng, picture, float(self.rng.random())) if self.rng.random() < 0.7 else picture

    def lay(self, picture: Image) -> Image:
        piece = float(self.rng.uniform(150, 1000))
        angle = (
            float(self.rng.choice([0, 90]) + self.rng.normal(0, 4))
            if self.rng.random() < 0.7
            else float(self.rng.uniform(0, 360))
        )
        return lay_surface(
            self.canvas.image,
            self.camera,
            picture,
            piece_mm=piece,
            angle=angle,
            offset=float(self.rng.uniform(0, 900)),
        )

    def background(self) -> None:
        height, width = self.canvas.image.shape[:2]
        luck = self.rng.random()
        if luck < 0.06:
            # A photograph instead of a table: clutter of any kind under the cards.
            self.canvas.image[:] = cv2.resize(self.art(), (width, height), interpolation=cv2.INTER_LINEAR)
            return
        self.canvas.image[:] = self.lay(self.surface())
        if luck > 0.7:
            self._edge_of_table()
        if self.rng.random() < 0.15:
            self._runner()

    def _edge_of_table(self) -> None:
        height, width = self.canvas.image.shape[:2]
        behind = cv2.resize(self.art(), (width, height), interpolation=cv2.INTER_LINEAR)
        k = max(1, round(width * float(self.rng.uniform(0.002, 0.02))))
        behind = (cv2.blur(behind, (k, k)) * self.rng.uniform(0.25, 1.0)).astype(np.uint8)
        x, y = _on_table(self.camera, 0.5, 0.5)
        px = float(
            np.linalg.norm(
                self.camera.straight(np.array([[x, y, 0], [x + 1, y, 0]]))[1] - (width / 2, height / 2)
            )
        )
        half = np.array([width, height]) / max(px, 0.05) * self.rng.uniform(0.36, 0.7, 2)
        corners = (
            np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half + [x, y] + self.rng.normal(0, 0.1, 2) * half
        )
        mask = polygon_mask((height, width), transform(self.camera.plane(), corners))
        inside = self.canvas.image.copy()
        self.canvas.image[:] = behind
        self.canvas.blend(inside, mask, (0, 0, width, height))

    def _runner(self) -> None:
        """A second cloth, mat or board that covers a part of the table."""
        height, width = self.canvas.image.shape[:2]
        x, y = _on_table(self.camera, float(self.rng.uniform(0.2, 0.8)), float(self.rng.uniform(0.2, 0.8)))
        half = self.rng.uniform(60, 400, 2)
        a = self.rng.uniform(0, np.pi)
        turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        corners = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half) @ turn + [x, y]
        mask = polygon_mask((height, width), transform(self.camera.plane(), corners))
        self.canvas.blend(self.lay(self.surface()), mask, (0, 0, width, height))

    def sprite(self, thing: Sprite, on_table: Matrix, lift: float = 0.0, *, shadow: float = 0.0) -> None:
        """Paints a flat thing; it hides the cards below it."""
        to_image = self.camera.plane(lift) @ on_table
        per_px = density(to_image, thing) / thing.per_mm
        if per_px < 0.75:
            small = thing.shrunk(thing.per_mm * per_px)
            ratio = np.array(
                [thing.mask.shape[1] / small.mask.shape[1], thing.mask.shape[0] / small.mask.shape[0]]
            )
            to_image = to_image @ np.diag([ratio[0], ratio[1], 1.0])
            thing = small
        h, w = thing.mask.shape
        outline = transform(to_image, np.array([[0, 0], [w, 0], [w, h], [0, h]], float))
        if float(np.abs(outline).max()) > 20000:
            return
        window = self.canvas.window(outline, 4)
        if window is None:
            return
        colour, mask = warp(thing, to_image, window)
        if shadow:
            self.canvas.shade(np.roll(mask, (2, 2), (0, 1)), window, shadow, 5)
        self.canvas.blend(colour, mask, window)
        self.canvas.own(mask, window, NOBODY)

    def thing(self, x: float, y: float) -> None:
        """Something that is no card, around a place of the picture."""
        maker = MAKERS[int(self.rng.integers(len(MAKERS)))]
        sprite = maker(self.rng, self.art())
        tx, ty = _on_table(self.camera, x, y)
        self.sprite(
            sprite,
            placed(sprite, tx, ty, float(self.rng.uniform(0, 360))),
            shadow=float(self.rng.uniform(0, 0.5)),
        )

    def hand(self, goal: tuple[float, float], lift: float = 15.0) -> None:
        """A hand that reaches from the picture's edge towards a place of the table."""
        if not self.assets.hands:
            return
        hand = self.assets.hands[int(self.rng.integers(len(self.assets.hands)))]
        size = float(self.rng.uniform(90, 170))
        sprite, tip = arm(
            self.rng,
            hand,
            size_mm=size,
            sleeve_mm=float(self.rng.uniform(60, 420)),
            art=self.art(),
            finest=self.fineness(),
        )
        side = float(self.rng.choice([0, 90, 180, 270])) + float(self.rng.normal(0, 18))
        if self.rng.random() < 0.35:
            k = int(max(3, self.rng.uniform(0.02, 0.12) * sprite.mask.shape[1])) | 1
            axis = (k, 1) if self.rng.random() < 0.5 else (1, k)
            sprite = Sprite(
                np.asarray(cv2.blur(sprite.colour, axis), np.uint8),
                np.asarray(cv2.blur(sprite.mask, axis), np.uint8),
                sprite.per_mm,
            )
        at = placed(sprite, 0, 0, side)
        reached = transform(at, np.array([tip]))[0]
        at = np.array([[1, 0, goal[0] - reached[0]], [0, 1, goal[1] - reached[1]], [0, 0, 1.0]]) @ at
        self.sprite(sprite, at, lift, shadow=float(self.rng.uniform(0, 0.45)))


def paint_scene(
    rng: Rng,
    assets: Assets,
    deck: Deck,
    camera: Camera,
    laid: list[Placed],
    *,
    kind: str,
    variety: float = 1.0,
    invented: float = 0.12,
) -> Scene:
    """Paints a table with these cards in this order, and everything around them."""
    canvas = Canvas(np.zeros((camera.height, camera.width, 3), np.uint8))
    painter = _Painter(rng, assets, camera, canvas)
    painter.background()
    for _ in range(int(rng.poisson(1.4 if kind != "empty" else 3.0))):
        painter.thing(float(rng.uniform(-0.05, 1.05)), float(rng.uniform(-0.05, 1.05)))
    finish = any_finish(rng, variety)
    backs = [
        make_back(rng, 212, 1.852 * float(rng.uniform(0.97, 1.03))) for _ in range(1 + (rng.random() < 0.15))
    ]
    made_up = rng.random() < invented * variety
    corners, filled = [], []
    for number, card in enumerate(laid):
        picture, ratio = _picture(painter, deck, card, finish, backs, invented=made_up)
        corners.append(card_corners(card, finish, ratio))
        filled.append(paint_card(canvas, camera, picture, card, finish, number))
    _cover(painter, laid, kind)
    image = _photograph(rng, canvas.image, camera)
    owner = canvas.owner
    if camera.k1:
        # The lens moves what lies at the rim into the picture, or out of it.
        owner = np.asarray(
            cv2.remap(owner, *camera.lens_map(), cv2.INTER_NEAREST, borderValue=NOBODY), np.int16
        )
    counts = np.bincount(owner.ravel() - NOBODY, minlength=len(laid) + 1)
    cards = []
    for number, (card, where, full) in enumerate(zip(laid, corners, filled, strict=True)):
        seen = int(counts[number - NOBODY])
        quad = camera.project(where).astype(np.float32)
        area = float(cv2.contourArea(quad)) * full
        cards.append(LaidCard(card.card, quad, min(1.0, seen / max(area, 1.0))))
    return Scene(image, cards, kind, camera.tilt, deck.name, owner)


def _picture(
    painter: _Painter, deck: Deck, card: Placed, finish: Finish, backs: list[Image], *, invented: bool
) -> tuple[Image, float]:
    """The card's picture at the size that this camera needs, and its ratio of height to width."""
    rng = painter.rng
    if card.card == BACK_ID:
        picture, ratio = backs[int(rng.integers(len(backs)))], 1.852
    elif invented:
        picture = make_face(rng, painter.art())
        ratio = picture.shape[0] / picture.shape[1]
    else:
        ratio = deck.ratio
        picture = deck.face(card.card, needed_height(painter.camera, card_corners(card, finish, ratio)))
    height = needed_height(painter.camera, card_corners(card, finish, ratio))
    if picture.shape[0] > 1.5 * height:
        size = max(4, round(height * 1.15 / ratio)), max(8, round(height * 1.15))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    picture = finished(rng, picture, finish)
    return picture, picture.shape[0] / picture.shape[1]


def _cover(painter: _Painter, laid: list[Placed], kind: str) -> None:
    """Hands and things over the cards."""
    rng = painter.rng
    if laid and rng.random() < 0.12:
        near = laid[int(rng.integers(len(laid)))]
        seen = (
            painter.camera.straight(np.array([[near.x, near.y, 0.0]]))[0]
            + rng.normal(0, 0.06, 2) * painter.camera.width
        )
        painter.thing(float(seen[0]) / painter.camera.width, float(seen[1]) / painter.camera.height)
    share = 0.28 if kind in ("trick", "single", "scatter") else 0.15
    while rng.random() < share:
        if laid and rng.random() < 0.75:
            near = laid[int(rng.integers(len(laid)))]
            painter.hand((near.x + float(rng.normal(0, 45)), near.y + float(rng.normal(0, 45))))
        else:
            painter.hand(_on_table(painter.camera, float(rng.uniform(0, 1)), float(rng.uniform(0, 1))))


def _photograph(rng: Rng, image: Image, camera: Camera) -> Image:
    light = lit(
        image, light_field(rng, camera.width, camera.height), glare_field(rng, camera.width, camera.height)
    )
    if camera.k1:
        across, down = camera.lens_map()
        bent = cv2.remap(light, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        light = np.asarray(bent, np.float32)
    return expose(rng, light)
