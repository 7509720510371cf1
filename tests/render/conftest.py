"""What the tests of the painter start from."""

from __future__ import annotations

import pytest

from tests.render.painted import Built
from transformer_lab.render.painter import PicturePainter
from transformer_lab.render.theme import theme


@pytest.fixture
def built() -> Built:
    return Built()


@pytest.fixture
def painter() -> PicturePainter:
    return PicturePainter(theme("paper"))
