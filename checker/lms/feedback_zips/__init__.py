"""Feedback pages in a zip, as an LMS takes them back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from checker.lms.feedback_zips.pages import (
    FeedbackZip,
    LeftOutPage,
    PackedFeedback,
    PackedPage,
    Remark,
    StudentPage,
    remarks,
)
from checker.lms.systems import declared
from checker.notation.words import did_you_mean

__all__ = ["PackedFeedback", "Remark", "StudentPage", "pack", "systems"]

SHARED = "No page in the zip, because several students in the results have the same file or id in the download"


@cache
def systems() -> dict[str, FeedbackZip]:
    """Return the ways of the systems that take pages back, by name."""
    return {each.lms: each for each in declared("FEEDBACK")}


def pack(lms: str, pages: Iterable[StudentPage]) -> PackedFeedback:
    """Return the entries of a zip that this LMS takes back, and who is not in it.  Raises ValueError for another LMS.

    Each entry goes to one student.  The order of the pages is kept.
    """
    system = systems().get(lms)
    if system is None:
        raise ValueError(f"{lms} takes no feedback pages in a zip{did_you_mean(lms, systems())}")
    found: list[PackedPage | LeftOutPage] = list(system.pack(list(pages)))
    named = [each for each in found if isinstance(each, PackedPage)]
    names = Counter(each.name.casefold() for each in named)
    recipients = Counter(each.recipient for each in named)
    packed, left_out = [], []
    for each in found:
        if isinstance(each, LeftOutPage):
            left_out.append((each.reason, each.page.student))
        elif names[each.name.casefold()] > 1 or recipients[each.recipient] > 1:
            left_out.append((SHARED, each.page.student))
        else:
            packed.append(each)
    return PackedFeedback(
        {each.name: each.page.data for each in packed},
        remarks(left_out),
        remarks((each.note, each.page.student) for each in packed if each.note),
        tuple(f"{number}. {step}" for number, step in enumerate(system.steps, 1)),
    )
