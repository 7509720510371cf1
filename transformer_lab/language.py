"""Every text a person sees passes through here, so that one catalogue can translate all of it.

This room knows nothing of Qt: the engine, the command line and the figures speak through it too.
"""

from __future__ import annotations

from collections.abc import Mapping


class Catalogue:
    """Holds the translation in use: English text to text of another language, both with {names}."""

    def __init__(self) -> None:
        self._texts: Mapping[str, str] = {}

    def use(self, texts: Mapping[str, str]) -> None:
        """Speak with these texts from now on; what is missing stays English."""
        self._texts = texts

    def find(self, text: str) -> str:
        return self._texts.get(text, text)


CATALOGUE = Catalogue()


def tr(text: str, /, **values: object) -> str:
    """The text in the reader's language, with every {name} replaced by its value.

    Without values the text is returned as it is, so braces in it need no doubling.
    """
    found = CATALOGUE.find(text)
    return found.format(**values) if values else found
