"""WebP: all colours and true transparency, without loss."""

from __future__ import annotations

from io import BytesIO

from transformer_lab.render.film.frames import images
from transformer_lab.render.setting import Pages, Setting

FAST = {"lossless": True, "quality": 40, "method": 0}
"""Without loss, `quality` means effort."""


def to_webp(pages: Pages, setting: Setting) -> bytes:
    """The pictures as the bytes of a WebP file."""
    mode = "RGBA" if setting.background == "none" else "RGB"
    first, *rest = images(pages, setting, mode)
    setting.tell(len(pages), len(pages))
    held = BytesIO()
    more = {"duration": setting.delay, "loop": 0 if setting.loop else 1} if rest else {}
    first.save(held, "WEBP", save_all=bool(rest), append_images=rest, **FAST, **more)
    return held.getvalue()
