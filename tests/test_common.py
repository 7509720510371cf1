"""Texts and places that every layer uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from transformer_lab import language, paths
from transformer_lab.errors import LabError
from transformer_lab.language import tr


def test_texts_take_their_values() -> None:
    assert tr("block {n}", n=2) == "block 2"


def test_a_text_without_values_keeps_its_braces() -> None:
    assert tr(r"\frac{a}{b}") == r"\frac{a}{b}"


def test_a_catalogue_translates_what_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "CATALOGUE", language.Catalogue())
    language.CATALOGUE.use({"block {n}": "Block {n}"})
    assert tr("block {n}", n=2) == "Block 2"
    assert tr("head {n}", n=1) == "head 1"


def test_shipped_files_are_found() -> None:
    assert paths.resource("theme/tokens.json").is_file()


def test_a_missing_file_is_named() -> None:
    with pytest.raises(LabError, match=r"theme/none\.json"):
        paths.resource("theme/none.json")


def test_a_wheel_carries_its_files_inside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "icons").mkdir()
    monkeypatch.setattr(paths, "RESOURCE_HOMES", (tmp_path, *paths.RESOURCE_HOMES))
    assert paths.resource("icons") == tmp_path / "icons"
    assert paths.resource("theme").name == "theme"


def test_tests_have_folders_of_their_own() -> None:
    folders = [paths.config_dir(), paths.log_dir()]
    assert all("home" in str(folder) and "transformer-lab" in str(folder) for folder in folders)
    assert not any(folder.is_relative_to(Path.home() / ".config") for folder in folders)
