"""Whether a link leads to a picture or a scan, which may be a student's answer."""

from __future__ import annotations

import re
from typing import Final

SUFFIX: Final = r"\.(?:png|jpe?g|heic|gif|webp|tiff?|bmp|svg|pdf)"
"""The end of the name of a picture or a scan, in lower case."""
_LINK: Final = re.compile(rf"{SUFFIX}(?:[?#]|\Z)", re.IGNORECASE)
_PAPER: Final = re.compile(r"https?:.*\.pdf\b", re.IGNORECASE)
"""A PDF on the web is not the student's."""


def is_picture_link(link: str) -> bool:
    """Return whether a link leads to a picture or a scan.

    >>> [is_picture_link(each) for each in ("photo.JPG?dl=1", "scan.pdf", "https://arxiv.org/1706.03762.pdf", "x.html")]
    [True, True, False, False]
    """
    return bool(_LINK.search(link)) and not _PAPER.match(link)
