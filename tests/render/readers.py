"""Programs and packages that are not ours, reading what we have written."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.render.reading import parsed

TIMEOUT = 120


def run(*command: str | Path) -> str:
    """What a program prints; skips the test if there is no such program."""
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"{command[0]} is not installed: only the look through another program is left out")
    done = subprocess.run([*map(str, command)], capture_output=True, timeout=TIMEOUT, check=True)
    return done.stdout.decode()


def svg_texts(path: Path) -> set[str]:
    root = parsed(path.read_text("utf-8"))
    named = {element.attrib.get("aria-label", "") for element in root.iter()}
    return named | {element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")}


def pdf_text(path: Path) -> str:
    return run("pdftotext", "-raw", path, "-")


def slide_texts(path: Path) -> list[set[str]]:
    """The texts of each slide, groups opened."""
    import pptx

    return [_texts(slide.shapes) for slide in pptx.Presentation(str(path)).slides]


def slide_names(path: Path) -> list[set[str]]:
    import pptx

    return [_names(slide.shapes) for slide in pptx.Presentation(str(path)).slides]


def slide_notes(path: Path) -> list[str]:
    import pptx

    slides = pptx.Presentation(str(path)).slides
    return [slide.notes_slide.notes_text_frame.text if slide.has_notes_slide else "" for slide in slides]


def slide_reach(path: Path) -> tuple[tuple[int, int], tuple[int, int, int, int]]:
    """The size of the first slide, and left, top, right and lower end of all its shapes."""
    import pptx

    deck = pptx.Presentation(str(path))
    shapes = list(deck.slides[0].shapes)
    left, top = min(s.left for s in shapes), min(s.top for s in shapes)
    right, low = max(s.left + s.width for s in shapes), max(s.top + s.height for s in shapes)
    return (deck.slide_width, deck.slide_height), (left, top, right, low)


def slide_xml(data: bytes) -> str:
    with zipfile.ZipFile(BytesIO(data)) as file:
        text = file.read("ppt/slides/slide1.xml").decode()
    ElementTree.fromstring(text)  # noqa: S314 (our own)
    return text


def _texts(shapes: object) -> set[str]:
    found: set[str] = set()
    for shape in shapes:  # type: ignore[attr-defined]
        found |= (
            _texts(shape.shapes)
            if hasattr(shape, "shapes")
            else {shape.text_frame.text}
            if shape.has_text_frame
            else set()
        )
    return found


def _names(shapes: object) -> set[str]:
    found: set[str] = set()
    for shape in shapes:  # type: ignore[attr-defined]
        found |= {shape.name} | (_names(shape.shapes) if hasattr(shape, "shapes") else set())
    return found


def svg_only_texts(path: Path) -> list[str]:
    """What stands in an SVG as text, without the names of shapes."""
    return [e.text or "" for e in parsed(path.read_text("utf-8")).iter() if e.tag.endswith("}text")]
