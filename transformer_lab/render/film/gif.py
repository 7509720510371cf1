"""GIF: one palette shared by all frames and no dither, so that what stands still does not flicker."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from transformer_lab.render.film.frames import Camera, chosen, images, pillow
from transformer_lab.render.setting import Pages, Setting


def to_gif(pages: Pages, setting: Setting) -> bytes:
    """The pictures as the bytes of a GIF; equal pictures give equal bytes."""
    module = pillow()
    palette = _palette(pages, setting)
    flat = [frame.quantize(palette=palette, dither=module.Dither.NONE) for frame in images(pages, setting)]
    setting.tell(len(pages), len(pages))
    held = BytesIO()
    delay = max(20, round(setting.delay / 10) * 10)  # GIF counts hundredths; below two, viewers slow down
    more = {"loop": 0} if setting.loop and len(flat) > 1 else {}
    flat[0].save(
        held, "GIF", save_all=True, append_images=flat[1:], duration=delay, disposal=1, optimize=False, **more
    )
    return held.getvalue()


def _palette(pages: Pages, setting: Setting) -> Any:
    """The 256 colours of the first, the middle and the last frame together."""
    module = pillow()
    camera = Camera(setting)
    some = [camera.image(pages[i]) for i in chosen(len(pages))]
    strip = module.new("RGB", (some[0].width, sum(frame.height for frame in some)))
    top = 0
    for frame in some:
        strip.paste(frame, (0, top))
        top += frame.height
    return strip.quantize(256, method=module.Quantize.MEDIANCUT)
