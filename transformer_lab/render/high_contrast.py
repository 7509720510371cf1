"""A theme for those who need strong edges: what is quiet becomes plain, lines grow, the wash goes.

Ramps keep their ends and their order, and so do the colours of roles and heads: what was learned still holds.
"""

from __future__ import annotations

from dataclasses import replace

from transformer_lab.render.theme import Theme

SUFFIX = "-contrast"
LINE = 2.0
"""No line is thinner, in pixels."""
GROUNDS = {"paper": ("#FFFFFF", "#000000"), "slate": ("#000000", "#FFFFFF")}
"""Ground and ink."""


def contrasted(theme: Theme) -> Theme:
    """The theme with the strongest ground and ink, borders of at least 4.5 : 1, and no wash."""
    ground, ink = GROUNDS[theme.name]
    border = theme.plain["ink3"]
    plain = dict(theme.plain)
    plain |= dict.fromkeys(("canvas", "panel", "raised", "well", "wash", "on_accent"), ground)
    plain |= dict.fromkeys(("ink", "select"), ink)
    plain |= {"ink3": theme.plain["ink2"], "ink2": ink, "line": border, "line2": border, "mask": border}
    return replace(theme, name=theme.name + SUFFIX, base=theme.name, plain=plain, least_line=LINE, _known={})
