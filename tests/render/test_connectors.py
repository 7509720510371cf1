"""Lines on slides that join shapes are glued to them, the others stay as they are."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import transformer_lab as tl
from tests.render.readers import slide_xml
from transformer_lab.figures.geometry import polyline
from transformer_lab.figures.picture import Curves, Item, Rects, Stamps, picture, table
from transformer_lab.render.export import export

pytestmark = pytest.mark.usefixtures("qapp")
BOXES = Rects(np.array([[20.0, 20.0, 80.0, 30.0], [20.0, 90.0, 80.0, 30.0]]), stroke="ink")


def slide(folder: Path, *items: Item) -> str:
    path = export(picture((300.0, 200.0), *items, title="Boxes"), folder / "a.pptx")
    return slide_xml(path.read_bytes())


def glue(xml: str) -> list[tuple[str, str]]:
    return re.findall(r'stCxn id="\d+" idx="(\d)"/><a:endCxn id="\d+" idx="(\d)"', xml)


def test_an_arrow_between_two_boxes_is_glued_to_both(tmp_path: Path) -> None:
    arrow = Stamps(polyline((0.0, 40.0), (0.0, 5.0)), table(60.0, 50.0), stroke="ink", width=2.0)
    tip = Stamps(polyline((0.0, 0.5), (4.0, 7.0), (-4.0, 7.0), closed=True), table(60.0, 50.0), fill="ink")
    xml = slide(tmp_path, BOXES, arrow, tip)
    assert glue(xml) == [("0", "2")]  # from the top of the lower one to the foot of the upper one
    assert xml.count("tailEnd") == 1
    assert "custGeom" not in xml  # the tip is the connector's own head now
    assert 'flipV="1"' in xml


def test_a_line_that_joins_nothing_is_a_plain_line(tmp_path: Path) -> None:
    ray = Stamps(polyline((0.0, 0.0), (60.0, 0.0)), table(150.0, 150.0), stroke="ink", width=2.0)
    xml = slide(tmp_path, BOXES, ray)
    assert glue(xml) == []
    assert xml.count("<p:cxnSp>") == 1


def test_curves_that_run_from_side_to_side_are_curved_connectors(tmp_path: Path) -> None:
    far = Rects(np.array([[200.0, 90.0, 80.0, 30.0]]), stroke="ink")
    points = np.array([[[104.0, 35.0], [150.0, 35.0], [150.0, 105.0], [196.0, 105.0]]])
    thread = Curves(points, np.array([3.0]), np.array([1.0]), "query")
    xml = slide(tmp_path, BOXES, far, thread)
    assert glue(xml) == [("3", "1")]
    assert "curvedConnector3" in xml


def test_the_drawn_model_hangs_together(tmp_path: Path) -> None:
    path = export(tl.new().figure("architecture").picture, tmp_path / "a.pptx")
    xml = slide_xml(path.read_bytes())
    assert len(glue(xml)) >= 5
    ids = set(re.findall(r'<p:cNvPr id="(\d+)"', xml))
    assert set(re.findall(r'(?:st|end)Cxn id="(\d+)"', xml)) <= ids
    assert len(ids) == xml.count("<p:cNvPr ")
