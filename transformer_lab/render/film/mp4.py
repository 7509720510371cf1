"""MP4 with H.264, which every player and every slide program shows. Needs the optional package PyAV."""

from __future__ import annotations

import importlib
from fractions import Fraction
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from transformer_lab.errors import LabError
from transformer_lab.figures.picture import Picture
from transformer_lab.language import tr
from transformer_lab.render.film.frames import Camera
from transformer_lab.render.setting import Pages, Setting


def to_mp4(pages: Pages, setting: Setting) -> bytes:
    """The pictures as the bytes of an MP4 file; sides are made even, as the format asks."""
    av = importlib.import_module("av")
    held = BytesIO()
    try:
        with av.open(held, "w", format="mp4") as container:
            _encode(av, container, pages, setting)
    except av.error.FFmpegError as problem:
        raise LabError(tr("The film could not be made: {reason}.", reason=str(problem))) from problem
    setting.tell(len(pages), len(pages))
    return held.getvalue()


def _encode(av: Any, container: Any, pages: Pages, setting: Setting) -> None:
    stream = container.add_stream("libx264", rate=Fraction(1000, setting.delay))
    stream.options = {"crf": "20", "preset": "veryfast"}
    stream.pix_fmt = "yuv420p"
    camera = Camera(setting)
    for done in range(len(pages)):
        setting.tell(done, len(pages))
        picture = _even(_array(camera, pages[done], setting))
        if not done:
            stream.height, stream.width = picture.shape[:2]
        container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
    container.mux(stream.encode())


def _array(camera: Camera, page: Picture, setting: Setting) -> NDArray[np.uint8]:
    """(rows, columns, 3); transparent parts lie on white, since films know no transparency."""
    made = camera.shoot(page)
    rgba = np.frombuffer(bytes(made.constBits()), np.uint8).reshape(made.height(), made.width(), 4)
    if setting.background != "none":
        return rgba[..., :3]
    alpha = rgba[..., 3:].astype(np.uint16)
    flat = (rgba[..., :3] * alpha + 255 * (255 - alpha)) // 255
    return flat.astype(np.uint8)


def _even(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    rows, columns = picture.shape[:2]
    padding = ((0, rows % 2), (0, columns % 2), (0, 0))
    return np.ascontiguousarray(np.pad(picture, padding, "edge"))
