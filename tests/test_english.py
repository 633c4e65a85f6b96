"""User-facing text uses plain words: none of these, which readers stumbled over."""

import re
from pathlib import Path

import pytest

from tests.sentences import sentences

REPOSITORY = Path(__file__).parent.parent
PAGES = [REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
PAGES += sorted((REPOSITORY / "docs").glob("*.md"))

STILTED = {  # pattern: what to write
    r"\bmend(s|ed|ing)?\b": "fix",
    r"\btold\b(?! apart|\.py)": "reported, explained, named",
    r"(?<!`)\bbeside\b": "with, next to",
    r"\bstands?\b(?! for)": "is",
    r"\bof (its|their|his|her|one's) own\b": "its, the student's",
    r"\bso many\b": "at most 16",
    r"\bwhoever\b": "who",
    r"\b(is|are) (not )?to be had\b": "is worth at most",
    r"\bfor want of\b": "because ... is missing",
    r"\bwhat is asked\b": "what the question asks for",
    r"\bwork(s|ed)? out as\b": "is",
    r"\bnot to be\b": "not",
    r"\bgone on from\b": "carried forward",
    r"\bin the place of\b": "instead of",
    r"\bnobody can tell\b": "cannot be told apart",
}


ANY = re.compile("|".join(STILTED), re.IGNORECASE)


def stilted(text):
    if not ANY.search(text):
        return []
    return [
        f"{found[0]!r}: write {better}"
        for words, better in STILTED.items()
        if (found := re.search(words, text, re.IGNORECASE))
    ]


def test_messages_use_plain_words():
    assert [f"{place} {found}" for place, text in sentences() for found in stilted(text)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_documents_use_plain_words(page):
    lines = page.read_text(encoding="utf-8").splitlines()
    assert [f"{number} {found}" for number, line in enumerate(lines, 1) for found in stilted(line)] == []
