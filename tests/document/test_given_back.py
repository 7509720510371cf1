"""Cases in which a file once gave back other bytes than the state that was written."""

from __future__ import annotations

import pytest

import transformer_lab as tl
from transformer_lab.document import edits
from transformer_lab.document.project import Project, from_bytes, to_bytes


@pytest.mark.parametrize(
    "setting", [("temperature", 2), ("epsilon", 0), ("position-base", 10), ("norm-epsilon", 3)]
)
def test_a_whole_number_where_any_number_may_stand_is_kept_as_a_file_gives_it_back(
    setting: tuple[str, int],
) -> None:
    lab = tl.new("tiny-gpt")
    lab.do(edits.configure("", *setting))
    data = to_bytes(Project(lab.state))
    assert to_bytes(from_bytes(data)) == data
