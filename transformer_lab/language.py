"""Every text a person sees passes through here, so that one catalogue can translate all of it.

This room knows nothing of Qt: the engine, the command line and the figures speak through it too. Tables made
when a module is imported speak as well, because `start` chooses the language before it imports anything else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")
ENGLISH = "en"


class Catalogue:
    """Holds the translation in use: English text to text of another language, both with {names}."""

    def __init__(self) -> None:
        self._texts: Mapping[str, str] = {}
        self.code = ENGLISH

    def use(self, texts: Mapping[str, str], code: str = ENGLISH) -> None:
        """Speak with these texts from now on; what is missing stays English."""
        self._texts, self.code = texts, code

    def find(self, text: str) -> str:
        return self._texts.get(text, text)


CATALOGUE = Catalogue()


def tr(text: str, /, **values: object) -> str:
    """The text in the reader's language, with every {name} replaced by its value.

    Without values the text is returned as it is, so braces in it need no doubling.
    """
    found = CATALOGUE.find(text)
    return found.format(**values) if values else found


def translatable(table: T, /) -> T:
    """The same object; every text in it is offered to translators, and goes through `tr` when it is shown.

    For tables whose English texts are also compared or looked up. Keys of a mapping are no texts.
    """
    return table


def grouped(count: int) -> str:
    """A whole number in groups of three: with commas in English, which are decimal marks elsewhere."""
    said = f"{count:,}"
    return said if CATALOGUE.code == ENGLISH else said.replace(",", "\u202f")


def within(text: str) -> str:
    """A title on its way into a sentence: English lowers its first letter, other languages do not.

    A second capital is an abbreviation and stays.
    """
    lowers = CATALOGUE.code == ENGLISH and not text[1:2].isupper()
    return text[:1].lower() + text[1:] if lowers else text
