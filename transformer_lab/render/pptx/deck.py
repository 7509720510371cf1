"""The file round the slides. python-pptx is the container; the shapes come as XML, which is much faster.

Equal pictures give equal bytes: parts keep their order and carry one fixed time.
"""

from __future__ import annotations

import importlib
from contextlib import nullcontext
from datetime import datetime
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from transformer_lab.errors import LabError
from transformer_lab.figures.picture import Picture
from transformer_lab.language import tr
from transformer_lab.paths import APP_NAME
from transformer_lab.render.blocks import by_block
from transformer_lab.render.ground import ground
from transformer_lab.render.plain import plain
from transformer_lab.render.pptx.drawing import EMU, Drawing
from transformer_lab.render.pptx.items import draw_layer
from transformer_lab.render.pptx.pictures import add_picture
from transformer_lab.render.setting import Pages, Setting

MOST_SHAPES = 2000
"""More than these on one slide and programs become slow: a picture serves better."""
SMALLEST, LARGEST = 914400, 51206400
"""Sides of a slide in EMU that PowerPoint accepts."""
EPOCH = (1980, 1, 1, 0, 0, 0)
NAMESPACES = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
MORPH = (
    '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main">'
    '<mc:Choice xmlns:p159="http://schemas.microsoft.com/office/powerpoint/2015/09/main" Requires="p159">'
    '<p:transition spd="slow"><p159:morph option="byObject"/></p:transition></mc:Choice>'
    '<mc:Fallback><p:transition spd="slow"><p:fade/></p:transition></mc:Fallback></mc:AlternateContent>'
)


def to_pptx(pages: Pages, setting: Setting) -> bytes:
    """One slide for each picture as the bytes of a PPTX file; the second and later ones morph.

    Raises LabError if python-pptx is missing or a slide would be larger than slides can be.
    """
    deck = _presentation()
    size = pages[0].size
    deck.slide_width, deck.slide_height = _side(size[0]), _side(size[1])
    _describe(deck, pages[0])
    for done, page in enumerate(pages):
        setting.tell(done, len(pages))
        _add_slide(deck, page, setting, moves=done > 0)
    setting.tell(len(pages), len(pages))
    held = BytesIO()
    deck.save(held)
    return _timeless(held)


def _presentation() -> Any:
    try:
        return importlib.import_module("pptx").Presentation()  # late: 100 ms
    except ImportError:
        raise LabError(tr("Slides need the package python-pptx: pip install python-pptx.")) from None


def _side(points: float) -> Any:
    emu = round(points * EMU)
    if emu > LARGEST:
        raise LabError(tr("The figure is larger than a slide may be; choose a smaller size."))
    return importlib.import_module("pptx.util").Emu(max(SMALLEST, emu))


def _describe(deck: Any, first: Picture) -> None:
    about = deck.core_properties
    about.title, about.author, about.last_modified_by = plain(first.title), APP_NAME, APP_NAME
    about.created = about.modified = datetime(*EPOCH)
    about.revision = 1


def _add_slide(deck: Any, page: Picture, setting: Setting, moves: bool) -> None:
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    color = ground(setting.theme, setting.background)
    if color:
        slide.background.fill.solid()
        slide.background.fill.fore_color.rgb = importlib.import_module("pptx.dml.color").RGBColor.from_string(
            color[1:].upper()
        )
    drawing = None if setting.shapes == "picture" else _drawn(page, setting)
    if drawing is None or (setting.shapes == "auto" and drawing.count > MOST_SHAPES):
        if drawing is not None:
            setting.say(_too_many(drawing.count))
        add_picture(slide, page, setting)
    else:
        parse = importlib.import_module("pptx.oxml").parse_xml
        for child in parse(f"<p:spTree {NAMESPACES}>{''.join(drawing.parts)}</p:spTree>"):
            slide.shapes._spTree.append(child)
    if moves:
        slide.element.append(importlib.import_module("pptx.oxml").parse_xml(MORPH))
    notes = page.notes or page.description
    if notes:
        slide.notes_slide.notes_text_frame.text = "\n".join(map(plain, (page.title, *notes.split("\n"))))


def _drawn(page: Picture, setting: Setting) -> Drawing:
    drawing = Drawing(setting.theme, page.size)
    for name, layers in by_block(page.layers):
        with drawing.group(name) if name else nullcontext():
            for layer in layers:
                draw_layer(drawing, layer)
    drawing.count -= drawing.joints.settle(drawing.parts)
    return drawing


def _too_many(count: int) -> str:
    return tr(
        "This figure has {count} shapes, more than the {most} that slides handle well: it became a picture "
        "(SVG with PNG). PowerPoint can turn it into shapes.",
        count=count,
        most=MOST_SHAPES,
    )


def _timeless(held: BytesIO) -> bytes:
    """The same file with one fixed time for all its parts."""
    fresh = BytesIO()
    with ZipFile(held) as old, ZipFile(fresh, "w", ZIP_DEFLATED, compresslevel=6) as new:
        for name in old.namelist():
            info = ZipInfo(name, EPOCH)
            info.compress_type, info.external_attr, info.create_system = ZIP_DEFLATED, 0o600 << 16, 3
            new.writestr(info, old.read(name))
    return fresh.getvalue()
