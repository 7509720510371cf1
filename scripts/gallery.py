"""Renews docs/gallery.md: every figure as the command line exports it, light and dark, and one short film.

    python scripts/gallery.py [--to FOLDER]

Look at them before you commit them.
"""

from __future__ import annotations

import argparse
import os
import sys
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np  # noqa: E402
from PIL import Image  # noqa: E402

from transformer_lab import session  # noqa: E402
from transformer_lab.figures.film import pages  # noqa: E402
from transformer_lab.figures.registry import FIGURES, draw_figure  # noqa: E402
from transformer_lab.render.export import export  # noqa: E402
from transformer_lab.render.raster import to_png  # noqa: E402
from transformer_lab.render.theme import theme  # noqa: E402

PRESETS = {
    "architecture": "tiny-gpt",
    "budget": "tiny-gpt",
    "positions": "tiny-encoder",
    "matrix-product": "worked-example",
}
ASKED: dict[str, dict[str, object]] = {
    "attention-steps": {"query": 6},
    "worksheet": {"query": 6},
    "mask": {"block": 0},
}
VARIANTS: dict[str, tuple[str, str, str, dict[str, object]]] = {
    "stage-forward": ("stage", "first-sentence", "Its feed-forward network", {"step": 25}),
    "stage-next": ("stage", "first-sentence", "Its next word", {"step": 27}),
    "stage-across": ("stage", "small-red-house", "Attention across two towers", {"step": 31}),
    "stage-whole": ("stage", "first-sentence", "The whole stage", {"parts": "all", "size": "1280x720"}),
    "stage-far": ("stage", "tiny-encoder", "The stage from far", {"zoom": "far", "size": "960x300"}),
    "stage-near": ("stage", "three-tokens", "The stage near by", {"zoom": "near", "size": "1280x720"}),
    "stage-closest": ("stage", "first-sentence", "One number, closest by", {"zoom": "closest"}),
    "stage-towers": ("stage", "transformer-2017", "Two towers", {"parts": "all", "size": "1280x720"}),
    "positions-distance": ("positions", "tiny-encoder", "Positions against distance", {"show": "distance"}),
}
"""More of one figure, shown after it: name of the picture, figure, preset, title and options."""
CHANGED = (("block.1/attn/W_Q", (6, 0, 1)), ("block.1/attn/W_Q", (2, 0, 1)), ("block.1/attn/W_Q", (2, 0, 0)))
"""Numbers that are 0 in the state B of a comparison."""
COLORS = 256
FILM = "attention-steps.gif"
HEAD = """# Gallery

Every figure that Transformer Lab exports, drawn from its own presets by `scripts/gallery.py`. Each can be had
as SVG, PDF, PNG, PowerPoint, TikZ, GIF, WebP and MP4, in two themes and any size; the command under each
title writes it, once the project is there:
`transformer-lab new --preset first-sentence -o first-sentence.tlab`.
Numbers in a figure are those of the model; nothing is drawn by hand.
"""


class Shown(NamedTuple):
    """One picture of the page."""

    figure: str
    preset: str
    title: str
    options: dict[str, object]


def shown() -> dict[str, Shown]:
    """All pictures by name: every figure, each followed by its variants."""
    found: dict[str, Shown] = {}
    for name, figure in FIGURES.items():
        found[name] = Shown(name, PRESETS.get(name, "first-sentence"), figure.title, ASKED.get(name, {}))
        found |= {key: Shown(*row) for key, row in VARIANTS.items() if row[0] == name}
    return found


def small_png(one: Shown, look: str, target: Path) -> None:
    """One figure at the size of a slide, with as few colours as it needs."""
    given, lab = dict(one.options), session.new(one.preset)
    if one.figure == "comparison":
        given["other"] = lab.snapshot
        for node, cell in CHANGED:
            lab.set_cell(node, cell, 0.0)
    picture = draw_figure(one.figure, lab.snapshot, **given)
    with Image.open(BytesIO(to_png(picture, theme(look), 1.0, "theme"))) as image:
        reduced(image.convert("RGB")).save(target, optimize=True)


def reduced(image: Image.Image) -> Image.Image:
    """With 256 colours: the most frequent ones as they are, the rest by what is nearest.

    Pillow alone moves even the ground a little, which shows beside the page of the same theme.
    """
    pixels = np.asarray(image).reshape(-1, 3)
    colors, place, counts = np.unique(pixels, axis=0, return_inverse=True, return_counts=True)
    frequent = colors[np.argsort(-counts, kind="stable")[: COLORS // 2]]
    spread = image.quantize(COLORS // 2, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).getpalette()
    palette = np.concatenate([frequent, np.array(spread, np.uint8).reshape(-1, 3)])[:COLORS]
    away = ((colors[:, None, :].astype(int) - palette[None].astype(int)) ** 2).sum(-1)
    made = Image.fromarray(
        away.argmin(1).astype(np.uint8)[place.ravel()].reshape(image.height, image.width), "P"
    )
    made.putpalette(palette.ravel().tolist())
    return made


def section(name: str, one: Shown) -> str:
    options = "".join(f" --{key} {value}" for key, value in one.options.items())
    if one.figure == "comparison":
        options += " --other before.tlab"
    images = " ".join(
        f'<img src="images/gallery/{name}-{look}.png" width="49%" alt="{one.title}, {look}">'
        for look in ("paper", "slate")
    )
    command = f"transformer-lab export {one.preset}.tlab {one.figure}{options} -o {name}.svg"
    return f"\n## {one.title}\n\n`{command}`\n\n{images}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=ROOT / "docs" / "images" / "gallery")
    folder = parser.parse_args().to
    folder.mkdir(parents=True, exist_ok=True)
    sections = shown()
    for name, one in sections.items():
        for look in ("paper", "slate"):
            small_png(one, look, folder / f"{name}-{look}.png")
    steps = pages(
        "attention-steps",
        session.new("worked-example").snapshot,
        {"query": 0, "size": "640x360"},
        ":",
        "steps",
    )
    export(steps, folder / FILM, background="theme", scale=1.0, delay=1400)
    film = (
        "\n## Step by step\n\n"
        "`transformer-lab export worked-example.tlab attention-steps --query 0 --steps : -o steps.gif`;\n"
        "as `.pptx` the same steps are slides that morph into each other, with the arithmetic as notes.\n\n"
        f'<img src="images/gallery/{FILM}" width="60%" alt="Scores, scale, softmax, mix, one by one">\n'
    )
    (ROOT / "docs" / "gallery.md").write_text(
        HEAD + "".join(section(*pair) for pair in sections.items()) + film, "utf-8"
    )


if __name__ == "__main__":
    main()
