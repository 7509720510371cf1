"""Two towers as one picture: each drawn as a stage of its own, then what stands between and below them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.by_head import told
from transformer_lab.figures.direction import facing
from transformer_lab.figures.look import Look
from transformer_lab.figures.picture import Item, Layer, Picture, Rects, Texts, table
from transformer_lab.figures.shift import aside
from transformer_lab.figures.stage.compose import SECTIONS, tops_of
from transformer_lab.figures.stage.headings import heads_layer, wash_layer
from transformer_lab.figures.stage.level import level_of
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.stage.towers.bus import bus_layer
from transformer_lab.figures.stage.towers.far import far_links
from transformer_lab.figures.stage.towers.foot import foot_layers
from transformer_lab.figures.stage.towers.layout import Towers, scenes, towers_of
from transformer_lab.figures.stage.towers.matrix import grid_of, matrix_layers
from transformer_lab.figures.stage.towers.moving import moving_layers
from transformer_lab.figures.stage.towers.said import said
from transformer_lab.figures.timeline import Cursor, Timeline
from transformer_lab.language import tr

EDGE, RADIUS = 4.0, 12.0
"""Frames of towers: how far inside, and how round."""
TITLES = {"encoder": tr("Encoder"), "decoder": tr("Decoder")}


def picture(
    snapshot: Snapshot, look: Look, timeline: Timeline, cursor: Cursor, *, in_words: bool = True
) -> Picture:
    """The figure at one moment; `in_words` adds title and description."""
    if look.turn < 1.0 and look.before is not None:
        return _turning(snapshot, look, timeline, cursor)
    assert snapshot.graph is not None
    towers = towers_of(snapshot, look, timeline, cursor)
    if level_of(look) == "closest":
        return _closest(towers, look, in_words)
    layers = (
        *_grounds(towers),
        *_towers(towers),
        *foot_layers(towers),
        *(bus_layer(towers, foot) for foot in towers.feet),
        *matrix_layers(towers),
        *far_links(towers),
        *moving_layers(towers),
        *pinned_heads(towers),
    )
    size = (max(look.width, towers.width), max(look.height, height_of(towers)))
    shown = facing(told(snapshot.graph, layers), towers.encoder.words, towers.decoder.words)
    return Picture(size, shown, *(said(towers) if in_words else ()))


def _closest(towers: Towers, look: Look, in_words: bool) -> Picture:
    """One number of either tower, as wide as the view."""
    from transformer_lab.figures.stage.closest.page import closest_layers  # late: few come this close

    scene = replace(towers.decoder, look=look)
    layers, size = closest_layers(scene)
    return Picture(size, layers, *(said(towers) if in_words else ()))


def _turning(snapshot: Snapshot, look: Look, timeline: Timeline, cursor: Cursor) -> Picture:
    """Between two levels: one drawing fades into the other."""
    rest = look._replace(before=None, turn=1.0)
    old = picture(snapshot, rest._replace(level=look.before), timeline, cursor, in_words=False)
    new = picture(snapshot, rest, timeline, cursor, in_words=False)
    before = (layer._replace(opacity=layer.opacity * (1.0 - look.turn)) for layer in old.layers)
    layers = (*before, *(layer._replace(opacity=layer.opacity * look.turn) for layer in new.layers))
    return Picture(new.size, layers)


def height_of(towers: Towers) -> float:
    """Height of the whole figure."""
    grid = grid_of(towers)
    low = grid.bottom(len(towers.decoder.words)) if grid else 0.0
    return max(towers.encoder_end, towers.decoder_end, low) + EDGE


def _grounds(towers: Towers) -> Iterator[Layer]:
    """Frames, and the lane of the word that asks; in the encoder while one of its blocks is open."""
    ends = {"encoder": towers.encoder_end, "decoder": towers.decoder_end}
    for scene, dx, name in scenes(towers):
        shade = seen(scene, name)
        wash = wash_layer(scene, ends[name])
        if shade > 0.0:
            yield aside(wash._replace(opacity=wash.opacity * shade), dx, name)
        yield aside(_frame(scene.width, ends[name]), dx, name)


def seen(scene: Scene, name: str) -> float:
    """How clearly the word that asks is marked: in the encoder as far as one of its blocks is open."""
    return max(scene.look.openness, default=0.0) if name == "encoder" else 1.0


def _frame(width: float, end: float) -> Layer:
    box = table([EDGE], EDGE, width - 2.0 * EDGE, end - EDGE)
    key: tuple[Hashable, ...] = ("tower", 0, width, end)
    frame = Rects(box, stroke="line2", radius=RADIUS)
    return Layer(key, (0.0, 0.0, width, end + 2.0), lambda: (frame,))


def _towers(towers: Towers) -> Iterator[Layer]:
    for scene, dx, name in scenes(towers):
        yield from (aside(layer, dx, name) for layer in SECTIONS[scene.level](scene, tops_of(scene)))


def pinned_heads(towers: Towers) -> Iterator[Layer]:
    """Words and names of both towers, pinned; once scrolled, on a ground as wide as both."""
    scroll, high = towers.encoder.look.scroll, towers.encoder.head_room
    if scroll > 0.0:
        whole = Rects(table([0.0], 0.0, towers.width, high), fill="canvas")
        key = ("ground of both towers", 0, towers.width, high)
        yield Layer(key, (0.0, 0.0, towers.width, high), lambda: (whole,), scroll)
    for scene, dx, name in scenes(towers):
        for layer in heads_layer(scene):
            ground = layer.key is not None and layer.key[0] == "heads ground"
            if not ground or seen(scene, name) > 0.0:
                yield aside(layer._replace(opacity=seen(scene, name)) if ground else layer, dx, name)
        yield aside(_title(scene, TITLES[name]), dx, name)


def _title(scene: Scene, name: str) -> Layer:
    key: tuple[Hashable, ...] = ("name of a tower", 0, name)

    def build() -> tuple[Item, ...]:
        return (Texts((name,), table([20.0], 27.0), 14, "semibold", "ink"),)

    return Layer(key, (0.0, 4.0, 112.0, 32.0), build, scene.look.scroll)
