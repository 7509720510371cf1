"""Draw a figure, to look at it: python scripts/look.py stage --step 5 --u 0.5 --theme slate -o out.png"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from transformer_lab import session
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.registry import FIGURES, draw_figure
from transformer_lab.render.export import export


def main() -> None:
    arguments = _parser().parse_args()
    lab = session.new(arguments.preset, arguments.text)
    picture = _draw(lab.snapshot, arguments)
    path = export(picture, arguments.output, arguments.theme, arguments.background, arguments.scale)
    print(f"{path}: {picture.size[0]:g} × {picture.size[1]:g}, {len(picture.layers)} layers")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("figure", choices=list(FIGURES))
    parser.add_argument("--preset", default="first-sentence")
    parser.add_argument("--text")
    parser.add_argument("--theme", default="paper")
    parser.add_argument("--background", default="theme")
    parser.add_argument("--scale", type=float, default=2.0)
    parser.add_argument("--step", type=int, help="beat of the timeline, from 0 (stage)")
    parser.add_argument("--u", type=float, default=1.0, help="how far into the beat, 0 to 1 (stage)")
    parser.add_argument("--look-size", default="856x532", help="stage with --step: width x height")
    for name in ("block", "head", "query", "size"):
        parser.add_argument(f"--{name}")
    parser.add_argument("-o", "--output", required=True)
    return parser


def _draw(snapshot: Snapshot, arguments: argparse.Namespace) -> Picture:
    if arguments.figure == "stage" and arguments.step is not None:
        return _stage_at(snapshot, arguments)
    names = ("block", "head", "query", "size")
    return draw_figure(arguments.figure, snapshot, **{name: getattr(arguments, name) for name in names})


def _stage_at(snapshot: Snapshot, arguments: argparse.Namespace) -> Picture:
    from transformer_lab.figures.look import default_look
    from transformer_lab.figures.stage import stage
    from transformer_lab.figures.timeline import Cursor, timeline_of

    assert snapshot.graph is not None
    timeline = timeline_of(snapshot.graph)
    beat = arguments.step % len(timeline.beats)
    print(f"beat {beat} of {len(timeline.beats)}: {timeline.beats[beat].title}")
    width, height = map(float, arguments.look_size.split("x"))
    look = default_look(snapshot, width, height)
    for name in ("query", "head"):
        if getattr(arguments, name) is not None:
            look = look._replace(**{name: int(getattr(arguments, name))})
    if arguments.block is not None:
        opened = tuple(float(i == int(arguments.block)) for i in range(len(look.openness)))
        look = look._replace(openness=opened)
    return stage(snapshot, look, timeline, Cursor(beat, arguments.u))


if __name__ == "__main__":
    main()
