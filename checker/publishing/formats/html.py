"""HTML: all questions as one page for reading, without answers unless worked solutions are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from checker.publishing.bank import Category, Request
from checker.publishing.formats import BankFormat
from checker.publishing.texts import questions_page
from checker.text.words import counted


def written(categories: Sequence[Category], request: Request) -> bytes:
    """Return the page, with solutions if they are wanted."""
    questions = [
        {
            "heading": each.name,
            "prompt": each.prompt,
            "asked": [
                {"part": part.id or "", "form": f"{part.asked} ({counted(part.points, 'point')})"}
                for part in each.parts
            ],
            "solution": request.solution(each),
        }
        for _, some in categories
        for each in some
    ]
    return questions_page(request.title, questions).encode()


FORMAT: Final = BankFormat(written, is_read_only=True)
