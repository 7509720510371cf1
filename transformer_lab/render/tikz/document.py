"""The document round TikZ commands: standalone for one picture, beamer with overlays for several."""

from __future__ import annotations

from transformer_lab.figures.picture import Picture
from transformer_lab.render.ground import ground
from transformer_lab.render.plain import plain
from transformer_lab.render.setting import Pages, Setting
from transformer_lab.render.svg.writer import number
from transformer_lab.render.tikz.items import write_layer
from transformer_lab.render.tikz.sheet import Sheet

POINT = 0.75
"""big points in a logical pixel of 1/96 inch, as in our PDF"""
FONTS = r"""\usepackage{iftex}
\ifPDFTeX
  \usepackage{textcomp}
  \IfFileExists{lmodern.sty}{\usepackage[T1]{fontenc}\usepackage{lmodern}}{}
\else
  \usepackage{fontspec}
  \IfFontExistsTF{Inter}{\setsansfont{Inter}}{}
\fi
"""
UNICODE = "% This figure has scripts that only LuaLaTeX or XeLaTeX can set, with a font that has them.\n"


def to_tikz(pages: Pages, setting: Setting) -> str:
    """The pictures as the text of a LaTeX file; equal pictures give equal text."""
    sheet = Sheet(setting.theme, POINT)
    bodies, sizes = [], []
    for done, page in enumerate(pages):
        setting.tell(done, len(pages))
        sizes.append(page.size)
        bodies.append(_tikzpicture(sheet, page, setting))
    setting.tell(len(pages), len(pages))
    head = "% " + " ".join(plain(pages[0].title).split()) + "\n" + UNICODE * sheet.unicode
    colors = "".join(
        f"\\definecolor{{{name}}}{{HTML}}{{{name[2:]}}}\n" for name in sorted(sheet.colors.values())
    )
    return head + (_one(bodies[0], colors) if len(bodies) == 1 else _beamer(bodies, colors, sizes, setting))


def _tikzpicture(sheet: Sheet, page: Picture, setting: Setting) -> str:
    sheet.lines = []
    width, height = map(number, page.size)
    unit = number(sheet.unit)
    sheet.add(rf"\begin{{tikzpicture}}[x={unit}bp,y=-{unit}bp,line cap=butt]")
    color = ground(setting.theme, setting.background)
    frame = f"(0,0) rectangle ({width},{height})"
    sheet.add(rf"\useasboundingbox {frame};")
    if color:
        sheet.add(rf"\fill[{sheet.hex(color)}] {frame};")
    for layer in page.layers:
        write_layer(sheet, layer)
    sheet.add(r"\end{tikzpicture}")
    return "\n".join(sheet.lines) + "\n"


def _one(body: str, colors: str) -> str:
    head = "\\documentclass[border=0pt]{standalone}\n\\usepackage{tikz}\n"
    return f"{head}{FONTS}{colors}\\begin{{document}}\n{body}\\end{{document}}\n"


def _beamer(bodies: list[str], colors: str, sizes: list[tuple[float, float]], setting: Setting) -> str:
    """One frame of the size of the largest figure; each step is an overlay, a smaller one in the middle."""
    largest = max(size[0] for size in sizes), max(size[1] for size in sizes)
    width, height = (number(side * POINT) for side in largest)
    before = ["" if size[0] == largest[0] else "\\hfil%\n" for size in sizes]
    head = (
        "\\documentclass{beamer}\n\\usepackage{tikz}\n"
        f"\\geometry{{paperwidth={width}bp,paperheight={height}bp,margin=0bp}}\n"
        "\\setbeamertemplate{navigation symbols}{}\n"
    )
    color = ground(setting.theme, setting.background)
    if color:
        colors += f"\\definecolor{{tlground}}{{HTML}}{{{color[1:].upper()}}}\n"
        colors += "\\setbeamercolor{background canvas}{bg=tlground}\n"
    steps = "".join(
        f"\\only<{n}>{{%\n{fill}{body}}}%\n"
        for n, (fill, body) in enumerate(zip(before, bodies, strict=True), 1)
    )
    frame = "\\begin{frame}[plain]\n\\offinterlineskip\\noindent%\n" + steps + "\\end{frame}\n"
    return f"{head}{FONTS}{colors}\\begin{{document}}\n{frame}\\end{{document}}\n"
