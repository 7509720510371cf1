"""Numbers are read by one policy in every locale: both decimal marks; grouping is asked about."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QLocale

from transformer_lab.document.entry.blocks import WRITERS, readings
from transformer_lab.document.numbers import parse_number
from transformer_lab.errors import LabError

LOCALES = ("de_DE", "en_US", "fr_FR", "ar_EG", "hi_IN")
ASKED, REFUSED = "asked", "refused"
PASTED: dict[str, object] = {
    "0.5": [[0.5]],
    "0,5": ASKED,
    "\u22122": [[-2.0]],
    "1e-3": [[0.001]],
    "1/3": [[1 / 3]],
    "sqrt(2)": [[2**0.5]],
    "1,5\t2,5": [[1.5, 2.5]],
    "1.5\t2.5": [[1.5, 2.5]],
    "1,5;2,5": [[1.5, 2.5]],
    "1.5;2.5": [[1.5, 2.5]],
    "1.5,2.5": [[1.5, 2.5]],
    "1, 2\n3, 4": [[1, 2], [3, 4]],
    "1 2\n3 4": [[1, 2], [3, 4]],
    "1,5 2,5\n3,5 4,5": [[1.5, 2.5], [3.5, 4.5]],
    "[[1, 2], [3, 4]]": [[1, 2], [3, 4]],
    "[1 2; 3 4]": [[1, 2], [3, 4]],
    "1 & 2 \\\\ 3 & 4": [[1, 2], [3, 4]],
    "|1|2|\n|-|-|\n|3|4|": [[1, 2], [3, 4]],
    "a\tb\n1\t2": [[1, 2]],
    "a\t1\nb\t2": [[1], [2]],
    "1,000": ASKED,
    "1,000\t2,500": ASKED,
    "1,2": ASKED,
    "1,5\t2.5": REFUSED,
    "1.000,5": ASKED,
    "1\u00a0000,5\t2": REFUSED,
    "\u0661\u066b\u0665": REFUSED,
    "\u0967\u0968": REFUSED,
    "nan": REFUSED,
    "1\t2\n3": REFUSED,
}
"""What is pasted → its numbers; “asked”: there are several readings; “refused”: with one sentence."""


@pytest.fixture(params=LOCALES)
def in_locale(request: pytest.FixtureRequest) -> Iterator[str]:
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    yield request.param
    QLocale.setDefault(before)


def test_there_are_thirty_pasted_texts() -> None:
    assert len(PASTED) == 30


@pytest.mark.parametrize("text", PASTED, ids=ascii)
def test_what_is_pasted_is_read_alike_everywhere(text: str, in_locale: str) -> None:
    wanted = PASTED[text]
    if wanted == REFUSED:
        with pytest.raises(LabError, match=r".\.$"):
            readings(text)
        return
    found = readings(text)
    if wanted == ASKED:
        assert len({reading.said for reading in found}) > 1
        return
    assert len(found) == 1, [reading.said for reading in found]
    np.testing.assert_array_equal(found[0].values, wanted)


def test_what_is_written_has_no_locale(in_locale: str) -> None:
    values = np.array([[1234.5, -0.25], [1e-7, 3.0]])
    for write in WRITERS.values():
        text = write(values)
        assert "1234.5" in text
        np.testing.assert_array_equal(readings(text)[0].values, values)
    assert parse_number(repr(1234.5)) == 1234.5
