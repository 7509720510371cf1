"""The inspector as a Picture: title, address, the one number, then a section for each step outward."""

from __future__ import annotations

from zlib import crc32

from transformer_lab.figures.ask.answer import Answer, Section, Span
from transformer_lab.figures.ask.equations import draw_equation, equals_at
from transformer_lab.figures.ask.page import Page, place
from transformer_lab.figures.ask.rows import draw_terms, draw_vectors
from transformer_lab.figures.measure import Measure, approximate
from transformer_lab.figures.picture import Layer, Picture, Rects

MARGIN = 24.0
LINE = 18.0


def inspector_picture(answer: Answer, width: float, measure: Measure = approximate) -> Picture:
    """The answer drawn for a panel of this width; the picture is as high as it needs to be."""
    page = Page(width - 2 * MARGIN, MARGIN, measure, answer.cell)
    page.equals = equals_at((s.equation for s in answer.sections if s.equation is not None), measure)
    draw_head(page, answer)
    for section in answer.sections:
        draw_section(page, section)
    draw_foot(page, answer)
    items = tuple(page.items)
    size = (width, round(page.y + 8.0))
    told = crc32(repr(answer).encode())  # the same words are the same drawing
    layer = Layer(("inspector", "answer", told, width), (0.0, 0.0, *size), lambda: items)
    return Picture(size, (layer,), answer.question, description(answer))


def description(answer: Answer) -> str:
    """What a reader who does not see hears after the title."""
    return f"{answer.address}. {answer.headline}" + (f", {answer.exact}." if answer.exact else ".")


def draw_head(page: Page, answer: Answer) -> None:
    """Title, address, and the number at 44 px with its decimals beside it."""
    page.y = 24.0
    page.paragraph(answer.title, 17, "display-medium", 23.0)
    page.y += 20.0
    page.paragraph((Span(answer.address),), 12, "regular", LINE, "ink2")
    page.y += 54.0
    size = 44 if len(answer.headline) <= 9 else 30
    wide = page.text(answer.headline, -2.0, page.y, size, "display-light", underline=False)
    beside = wide + 14.0 + page.measure(answer.exact, "regular", 13) <= page.width
    page.text(
        answer.exact,
        wide + 14.0 if beside else 0.0,
        page.y - 1.0 + (0.0 if beside else 22.0),
        13,
        color="ink2",
    )
    page.y += 24.0 + (0.0 if beside else 20.0)


def draw_section(page: Page, section: Section) -> None:
    """A rule, a heading, and the parts that the section has."""
    page.rule(page.y)
    page.y += 27.0
    page.text(section.title, 0.0, page.y, 13, "semibold")
    page.text(section.aside, page.width, page.y, 12, color="ink3", anchor="end")
    if section.equation is not None:
        draw_equation(page, section.equation)
    if section.terms is not None:
        draw_terms(page, section.terms)
    if section.vectors:
        draw_vectors(page, section.vectors, section.limit)
    page.y += 4.0 if section.notes else 0.0
    for note in section.notes:
        page.y += 20.0
        page.paragraph((Span(note),), 13, "regular", LINE, "ink2")
    page.y += 16.0


def draw_foot(page: Page, answer: Answer) -> None:
    """The caution, if there is one, and the address for scripts and the command line."""
    if answer.caution:
        page.items.append(
            Rects(
                place(page.margin - 8.0, page.y + 4.0, page.width + 16.0, 38.0), "raised", "line2", radius=8.0
            )
        )
        page.text(answer.caution, 6.0, page.y + 28.0, 13, "medium")
        page.y += 56.0
    page.rule(page.y)
    page.text(
        f"{answer.cell.node}  {','.join(map(str, answer.cell.index))}".strip(),
        0.0,
        page.y + 21.0,
        11,
        color="ink3",
    )
    page.y += 24.0
