"""Make the typefaces “Inter Numbers” out of Inter: digits and signs alone, tabular by nature.

In a PDF a tabular figure that comes by a font feature can be neither searched nor copied, and digits that are
set one by one fall apart (“1 00%”). In these files the digit itself has the width of all digits, so a number
is one run of text. Run once for a new Inter; needs fonttools:  python scripts/number_fonts.py
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont

FONTS = Path(__file__).resolve().parent.parent / "resources" / "fonts"
KEPT = "0123456789.,−+<% "
FAMILY = "Inter Numbers"
WEIGHTS = {"Regular": 400, "Medium": 500, "SemiBold": 600}


def main() -> None:
    for weight in WEIGHTS:
        made = TTFont(FONTS / f"Inter-{weight}.otf", recalcTimestamp=False)
        make_tabular(made)
        keep_numbers(made)
        rename(made, weight)
        made.save(FONTS / f"InterNumbers-{weight}.otf")


def make_tabular(made: Any) -> None:
    """Digits become what the feature ``tnum`` would put in their place."""
    instead: dict[str, str] = {}
    table = made["GSUB"].table
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for part in table.LookupList.Lookup[index].SubTable:
                    instead |= getattr(part, "ExtSubTable", part).mapping
    for cmap in made["cmap"].tables:
        cmap.cmap = {
            code: instead.get(name, name) if chr(code).isdigit() else name for code, name in cmap.cmap.items()
        }


def keep_numbers(made: Any) -> None:
    options = subset.Options(layout_features=[], name_IDs=["*"], notdef_outline=True, recalc_timestamp=False)
    worker = subset.Subsetter(options)
    worker.populate(text=KEPT)
    worker.subset(made)
    for name in ("GPOS", "GSUB", "GDEF", "kern"):
        if name in made:
            del made[name]


def rename(made: Any, weight: str) -> None:
    names = made["name"]
    for number in (16, 17, 21, 22, 25):
        names.removeNames(nameID=number)
    plain = f"{FAMILY}-{weight}".replace(" ", "")
    for number, text in ((1, f"{FAMILY} {weight}"), (2, "Regular"), (3, plain), (4, f"{FAMILY} {weight}")):
        names.setName(text, number, 3, 1, 0x409)
    names.setName(plain, 6, 3, 1, 0x409)
    names.setName(FAMILY, 16, 3, 1, 0x409)
    names.setName(weight, 17, 3, 1, 0x409)
    made["OS/2"].usWeightClass = WEIGHTS[weight]
    top = made["CFF "].cff
    top.fontNames = [plain]
    top.topDictIndex[0].FullName, top.topDictIndex[0].FamilyName = f"{FAMILY} {weight}", FAMILY


if __name__ == "__main__":
    main()
