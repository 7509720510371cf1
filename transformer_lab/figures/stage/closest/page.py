"""The closest level: one number with its question, its formula, every term, and what it goes into."""

from __future__ import annotations

from collections.abc import Hashable

from transformer_lab.engine.explain import feeds
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.ask.asking import computed_sections
from transformer_lab.figures.ask.context import Asked, short_name, written
from transformer_lab.figures.ask.equations import draw_equation, equals_at
from transformer_lab.figures.ask.page import Page, ref_of
from transformer_lab.figures.ask.softmax import row_of, share_section
from transformer_lab.figures.ask.wordings import address_line, spans
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.picture import Item, Layer, Rects, Texts, table
from transformer_lab.figures.stage.closest.around import around_height, around_items
from transformer_lab.figures.stage.closest.terms import BAR, LINE, NAME, Board, Work, term_items, work_of
from transformer_lab.figures.stage.closest.which import cell_of, worked
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.language import tr

LEAST_LEFT, TOP, FOOT = 40.0, 48.0, 32.0
TERMS_Y, UNDER_FORMULA = 196.0, 42.0
"""Where the first term stands; lower, if a formula of two lines ends nearer than this."""
RUNNING = 72.0
"""Height of the line under the terms."""
WIDTH = 880.0
"""Of the page: it stands in the middle of a wider view."""
MOST_FED, FED, BESIDE = 4, 200.0, 40.0
"""How many readers of the number are named, the room for their names, and what lies before it."""
DISPLAY = 0.96
"""Large type is this much narrower than its approximate width."""
FEW = 2
"""A number of so few terms is shown among its neighbours: the vectors that it was read from."""


def closest_layers(scene: Scene) -> tuple[tuple[Layer, ...], tuple[float, float]]:
    """The page of one number, as far as it has been worked out, and its size."""
    cell = cell_of(scene)
    asked, share = Asked(scene.snapshot, cell), worked(scene, cell)
    count = len(work_of(asked).terms)
    around = around_height(scene, asked, left_of(scene, asked)) if count <= FEW else 0.0
    height = max(scene.look.height, terms_y(asked) + count * LINE + RUNNING + around + FOOT)
    size = (scene.look.width, height)
    key: tuple[Hashable, ...] = (
        "closest",
        cell,
        *_held(scene, asked),
        size,
        scene.look.manner,
        scene.look.root,
        share,
    )
    moving = 0.0 < share < 1.0
    box = (0.0, 0.0, *size)
    return (Layer(None if moving else key, box, lambda: _items(scene, asked, share)),), size


def _held(scene: Scene, asked: Asked) -> tuple[Hashable, ...]:
    inner = work_of(asked).asked
    nodes = (asked.cell.node, *(read.source for each in (asked, inner) for read in each.node.reads))
    return (*scene.held(*nodes), scene.limit, scene.words)


def left_of(scene: Scene, asked: Asked) -> float:
    """Where the page begins; a number that goes into nothing needs no room at the right to say so."""
    width = WIDTH if _fed(asked) else WIDTH - FED - BESIDE
    return max(LEAST_LEFT, float(round((scene.look.width - width) / 2.0)))


def _items(scene: Scene, asked: Asked, share: float) -> tuple[Item, ...]:
    work, left = work_of(asked), left_of(scene, asked)
    terms = work.terms
    board = Board(left if len(terms) > 1 else left - NAME, terms_y(asked), work.operands)
    below = board.y + len(terms) * LINE + RUNNING
    return (
        *_title(asked, left),
        *_equation(asked, left).items,
        *term_items(scene, work, board, share),
        *_sum(asked, work, board, left, share),
        *(around_items(scene, asked, left, below) if 0 < len(terms) <= FEW else ()),
        *_goes_into(asked, work, board, scene.look.width),
    )


def _title(asked: Asked, left: float) -> tuple[Item, ...]:
    """The question in words, the address under it."""
    items: list[Item] = []
    x = left
    for text, role in spans(asked.wording.title, asked.names):
        items.append(Texts((text,), table([x], TOP), 24, "display", role or "ink"))
        x += DISPLAY * approximate(text, "display", 24)
    line = address_line(asked.cell.node, asked.wording.kind, short_name(asked.names.get("h", "")))
    return *items, Texts((line,), table([left], TOP + 24.0), 13, "regular", "ink3")


def terms_y(asked: Asked) -> float:
    """Where the first term of a number stands: under its formula."""
    return max(TERMS_Y, _equation(asked, 0.0).y + UNDER_FORMULA)


def _equation(asked: Asked, left: float) -> Page:
    """The formula in symbols and, where it is short, with its numbers; how far down it reaches."""
    page = Page(WIDTH, left, approximate, asked.cell)
    page.y = TOP + 34.0
    if asked.node.op is None:
        return page
    row = row_of(asked, as_computed=True) if asked.computed is None else None  # as it was divided
    told = computed_sections(asked) if row is None else (share_section(asked, row),)
    equation = next((s.equation for s in told if s.equation is not None), None)
    if equation is not None:
        page.equals = equals_at((equation,), approximate)
        draw_equation(page, equation)
    return page


def _sum(asked: Asked, work: Work, board: Board, left: float, share: float) -> tuple[Item, ...]:
    """Under a line what all terms make; on the way there what they make so far."""
    terms = work.terms
    if not terms:
        alone = (written(asked.value),)
        at = table([left], terms_y(asked))
        return (Texts(alone, at, 44, "display-light", "ink", ref=ref_of(asked.cell)),)
    y = board.y + len(terms) * LINE + 4.0
    line = Rects(table([board.cell(0)], y, board.value - board.cell(0), 1.0), fill="line2")
    if share >= 1.0:
        said, color = written(asked.value), "ink"
    else:
        ready = int(share * len(terms) + 1e-9)
        op = work.asked.node.op
        adds = op is not None and op.reduce == "sum"
        said = written(sum(t.value for t in terms[:ready])) if adds and ready else "…"
        color = "now"
    ref = ref_of(asked.cell) if share >= 1.0 else None
    name = tr("together") if len(terms) > 1 else tr("result")
    if share < 1.0:
        name = tr("so far")
    return (
        line,
        Texts((name,), table([board.cell(0)], y + 38.0), 15, "regular", "ink2"),
        Texts((said,), table([board.value], y + 44.0), 44, "display-light", color, "end", ref=ref),
    )


def _fed(asked: Asked) -> list[str]:
    """The first values that read this one."""
    return [i for i in feeds(asked.trace.graph, asked.cell.node) if "|" not in i][:MOST_FED]


def _goes_into(asked: Asked, work: Work, board: Board, width: float) -> tuple[Item, ...]:
    """The values that read this one: at the right, in a narrow view beside the result."""
    graph = asked.trace.graph
    found = _fed(asked)
    if not found:
        return ()
    x, y = board.bar + BAR + BESIDE, board.y - 12.0
    if x + FED > width:
        x, y = board.bar, board.y + len(work.terms) * LINE + 24.0
    items: list[Item] = [Texts((tr("It goes into"),), table([x], y), 13, "medium", "ink2")]
    for i, node in enumerate(found):
        first = asked.at(Cell(node, (0,) * len(graph[node].shape)))
        line = shorten(address_line(node, first.wording.kind, ""), FED, "regular", 13)
        items.append(Texts((line,), table([x], y + 24.0 + i * 20.0), 13, "regular", "ink2"))
    return tuple(items)
