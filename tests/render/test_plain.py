"""Any text can be set as a line of type and written into XML."""

from __future__ import annotations

from xml.sax.saxutils import escape

from hypothesis import given
from hypothesis import strategies as st

from tests.render.reading import parsed
from transformer_lab.render.plain import plain

ANY_TEXT = st.text(st.characters())  # lone surrogates and controls too


@given(ANY_TEXT)
def test_any_text_becomes_valid_xml_of_one_line(text: str) -> None:
    made = plain(text)
    found = parsed(f"<t>{escape(made)}</t>").text or ""
    assert found == made
    assert len(made) == len(text)
    assert len(made.splitlines()) <= 1


def test_what_is_fit_stays_as_it_is() -> None:
    for text in ("scared", "−0.204", "שלום", "مرحبا", "猫", "👨‍👩‍👧", "Ünï & <b>", "न्य"):
        assert plain(text) == text


def test_breaks_are_spaces_and_controls_are_marked() -> None:
    assert plain("a\tb\nc") == "a b c"
    assert plain("a\x00\ud800b") == "a\ufffd\ufffdb"
