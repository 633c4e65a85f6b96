"""A link that leads back to itself hides no other file of its folder."""

from __future__ import annotations

import os

import pytest

from checker.document.files import walk_folders


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_to_itself_is_a_name_like_others(tmp_path):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "a.yaml").write_text("")
    (tmp_path / "b").mkdir()
    assert list(walk_folders(str(tmp_path))) == [
        (str(tmp_path), ["a.yaml", "b", "loop"]),
        (str(tmp_path / "b"), []),
    ]
