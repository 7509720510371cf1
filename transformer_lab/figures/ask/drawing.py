"""The inspector as a Picture: title, address, the one number, then a section for each step outward."""

from __future__ import annotations

from zlib import crc32

from transformer_lab.figures.ask.answer import Answer, Section, Span, Trial
from transformer_lab.figures.ask.equations import draw_equation, equals_at
from transformer_lab.figures.ask.page import Page, lines, place
from transformer_lab.figures.ask.rows import draw_terms, draw_vectors
from transformer_lab.figures.ask.wholes import draw_badges, draw_histogram, draw_tiles
from transformer_lab.figures.links import WHOLE, WORD, deed
from transformer_lab.figures.measure import Measure, approximate, shorten
from transformer_lab.figures.picture import Layer, Picture, Rects, Stamps

MARGIN = 24.0
FOLD = "fold:"
"""the deed of a heading, followed by the section's key"""
LINE = 18.0


def inspector_picture(
    answer: Answer, width: float, measure: Measure = approximate, folded: frozenset[str] = frozenset()
) -> Picture:
    """The answer drawn for a panel of this width; the picture is as high as it needs to be. Of the sections
    whose keys are `folded` only the headings are drawn.
    """
    page = Page(width - 2 * MARGIN, MARGIN, measure, answer.cell)
    page.equals = equals_at((s.equation for s in answer.sections if s.equation is not None), measure)
    draw_head(page, answer)
    for section in (s for s in answer.sections if not s.key):
        draw_section(page, section)
    if answer.caution:
        draw_card(page, answer.caution, answer.trial)
    for section in (s for s in answer.sections if s.key):
        draw_section(page, section, section.key in folded)
    draw_foot(page, answer)
    items = tuple(page.items)
    size = (width, round(page.y + 8.0))
    told = crc32(repr(answer).encode())  # the same words are the same drawing
    layer = Layer(("inspector", "answer", told, width, folded), (0.0, 0.0, *size), lambda: items)
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


def draw_section(page: Page, section: Section, folded: bool = False) -> None:
    """A rule, a heading, and the parts that the section has; of a folded one only the heading."""
    page.rule(page.y)
    page.y += 27.0
    draw_heading(page, section, folded)
    if folded:
        page.y += 16.0
        return
    if section.badges:
        draw_badges(page, section.badges)
    if section.equation is not None:
        draw_equation(page, section.equation)
    if section.terms is not None:
        draw_terms(page, section.terms)
    if section.vectors:
        draw_vectors(page, section.vectors, section.limit, section.manner)
    if section.tiles:
        draw_tiles(page, section.tiles, section.limit)
    if section.histogram is not None:
        draw_histogram(page, section.histogram)
    page.y += 4.0 if section.notes else 0.0
    for note in section.notes:
        page.y += 20.0
        page.paragraph((Span(note),), 13, "regular", LINE, "ink2")
    page.y += 16.0


def draw_heading(page: Page, section: Section, folded: bool) -> None:
    """The title, with a chevron before one that folds; what it is about at the right end."""
    left = 0.0
    if section.key:
        outline = CHEVRON_RIGHT if folded else CHEVRON_DOWN
        page.items.append(Stamps(outline, place(page.margin, page.y - 4.0), stroke="ink2", width=1.5))
        left = 15.0
    cell = deed(FOLD + section.key) if section.key else None
    wide = page.text(section.title, left, page.y, 13, "semibold", cell=cell, underline=False)
    room = page.width - left - wide - 16.0
    aside = shorten(section.aside, room, "regular", 12, page.measure) if section.aside else ""
    page.text(aside, page.width, page.y, 12, color="ink3", anchor="end")


def draw_foot(page: Page, answer: Answer) -> None:
    """The address for scripts and the command line, and ways on."""
    cell = answer.cell
    if cell.node.startswith(WORD):
        return
    page.rule(page.y)
    page.y += 21.0
    told = cell.node.removeprefix(WHOLE) if cell.node.startswith(WHOLE) else f"{cell.node}  "
    told += ",".join(map(str, cell.index))
    page.text(told.strip(), 0.0, page.y, 11, color="ink3")
    page.y += 20.0 if answer.links else 0.0
    x = 0.0
    for link in answer.links:
        x += page.text(link.text, x, page.y, 12, cell=link.cell) + 18.0
    page.y += 3.0


def draw_card(page: Page, caution: str, trial: Trial) -> None:
    """What must be said beside the number, in a card: then what was tried, and what can be done."""
    top = page.y
    at = len(page.items)
    page.y += 23.0
    page.text(caution, 6.0, page.y, 13, "medium")
    inner = page.width - 12.0
    for text, color in ((trial.note, "ink2"), *((line, "ink") for line in trial.results)):
        for run in lines((Span(text),), inner, lambda t: page.measure(t, "regular", 12)) if text else ():
            page.y += LINE
            page.text("".join(t for t, _ in run), 6.0, page.y, 12, color=color)
    x, down = 6.0, 22.0
    for act in trial.deeds:
        page.y += down
        x, down = x + page.text(act.text, x, page.y, 12, "medium", cell=act.cell) + 18.0, 0.0
    page.y += 14.0
    box = place(page.margin - 8.0, top, page.width + 16.0, page.y - top)
    page.items.insert(at, Rects(box, "raised", "line2", radius=8.0))
    page.y += 18.0


CHEVRON_DOWN = (("M", 0.0, -2.5), ("L", 4.0, 1.5), ("L", 8.0, -2.5))
CHEVRON_RIGHT = (("M", 2.0, -4.5), ("L", 6.0, -0.5), ("L", 2.0, 3.5))
