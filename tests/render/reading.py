"""Reads back the XML that we have just written."""

from __future__ import annotations

from xml.etree import ElementTree


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.encode())  # noqa: S314 (our own)
