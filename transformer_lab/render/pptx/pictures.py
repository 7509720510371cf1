"""A figure as one picture on a slide: an SVG for programs that show it, with a PNG for the others."""

from __future__ import annotations

import importlib
from io import BytesIO
from typing import Any

from transformer_lab.figures.picture import Picture
from transformer_lab.render.plain import plain
from transformer_lab.render.pptx.drawing import EMU
from transformer_lab.render.raster import to_png
from transformer_lab.render.setting import Setting
from transformer_lab.render.svg import to_svg

EXTENSION = (
    '<a:extLst xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">'
    '<a:ext uri="{{96DAC541-7B7A-43D3-8B79-37D633B846F1}}">'
    '<asvg:svgBlip xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="{0}"/>'
    "</a:ext></a:extLst>"
)


def add_picture(slide: Any, page: Picture, setting: Setting) -> None:
    """The figure over the whole slide."""
    png = to_png(page, setting.theme, max(2.0, setting.scale), "none")
    width, height = (round(side * EMU) for side in page.size)
    shape = slide.shapes.add_picture(BytesIO(png), 0, 0, width, height)
    shape.name = "!!figure"
    shape._element.nvPicPr.cNvPr.set("descr", plain(page.description or page.title))
    parse = importlib.import_module("pptx.oxml").parse_xml
    shape._element.blipFill.blip.append(parse(EXTENSION.format(_svg_relation(slide, page, setting))))


def _svg_relation(slide: Any, page: Picture, setting: Setting) -> str:
    opc, packuri = importlib.import_module("pptx.opc.package"), importlib.import_module("pptx.opc.packuri")
    kind = importlib.import_module("pptx.opc.constants").RELATIONSHIP_TYPE.IMAGE
    package = slide.part.package
    name = packuri.PackURI(
        f"/ppt/media/figure{len(slide.part.package.presentation_part.presentation.slides)}.svg"
    )
    part = opc.Part(name, "image/svg+xml", package, to_svg(page, setting.theme, "none").encode())
    return str(slide.part.relate_to(part, kind))
