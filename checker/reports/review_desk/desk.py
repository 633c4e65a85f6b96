"""The desk: its pages, and what is decided on them, without the server that shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from checker.grading import GradeColumn
from checker.grading.reviews.read import LEAST, Decision, read_reviews, review_files
from checker.reports.page import html_page
from checker.reports.review_desk.cases import Case, OpenQuestion, OriginalPage
from checker.reports.review_desk.originals import NotShown, Originals
from checker.reports.review_desk.reviewer_file import NotKept, ReviewerFile

LONGEST_COMMENT: Final = 5_000
NO_POINTS: Final = "Give points for at least one answer."
NO_NUMBER: Final = "{}: {} is no number of points; write one from 0 to {:g}."


class ShownPicture(NamedTuple):
    """A page of the hand-in: the address of its picture, or why it is not shown."""

    title: str
    address: str
    problem: str = ""


class Desk:
    """What waits for a decision, and the reviewer who decides."""

    def __init__(
        self, cases: list[Case], originals: Originals, columns: Iterable[GradeColumn], file: ReviewerFile
    ) -> None:
        self.cases = cases
        self._places = {case.id: place for place, case in enumerate(cases)}
        self._originals = originals
        self._columns = tuple(columns)
        self._file = file

    def has(self, case: str) -> bool:
        """Return whether there is such a case."""
        return case in self._places

    def next_after(self, case: str | None = None) -> str | None:
        """Return the next case with an open question after this one, or else before it; None if all are decided."""
        start = self._places[case] + 1 if case else 0
        decided = self._decided()
        in_order = (*self.cases[start:], *self.cases[:start])
        return next((each.id for each in in_order if any(one.group not in decided for one in each.questions)), None)

    def page(self, case_id: str, errors: Iterable[str] = (), typed: Mapping[str, str] | None = None) -> str:
        """Return the page of a case; with what was typed, if it could not be taken."""
        place = self._places[case_id]
        case = self.cases[place]
        return html_page(
            "review.html",
            ("page.css", "review.css"),
            is_result=False,
            is_served=True,
            case=case,
            number=place + 1,
            count=len(self.cases),
            previous=self.cases[place - 1].id if place else None,
            following=self.cases[place + 1].id if place + 1 < len(self.cases) else None,
            pictures=[self._shown(case, number) for number in range(len(case.pages))],
            decided=self._decided(),
            errors=list(errors),
            typed=typed or {},
            file=str(self._file.path),
        )

    def end_page(self, command: str) -> str:
        """Return the page that is shown when nothing is open; `command` applies the decisions."""
        first = self.cases[0].id if self.cases else None
        return html_page(
            "review_end.html",
            ("page.css", "review.css"),
            is_result=False,
            is_served=True,
            first=first,
            count=len(self.cases),
            command=command,
            file=str(self._file.path),
        )

    def picture(self, case_id: str, number: int) -> bytes:
        """Return a picture of a case.  Raise NotShown."""
        pages = self.cases[self._places[case_id]].pages
        if not 0 <= number < len(pages):
            raise NotShown("there is no such page")
        return self._originals.picture(pages[number])

    def decide(self, case_id: str, typed: Mapping[str, str]) -> list[str]:
        """Write the decisions that were typed; return what is wrong with them, and then write none."""
        found: list[tuple[OpenQuestion, float, str]] = []
        errors = []
        for question in self.cases[self._places[case_id]].questions:
            text = typed.get(f"points-{question.group}", "").strip()
            if not text:
                continue
            points = _points(text)
            if points is None or not (points == 0 or LEAST <= points <= question.points):
                errors.append(NO_NUMBER.format(question.name, text[:20], question.points))
            else:
                comment = " ".join(typed.get(f"comment-{question.group}", "").split())
                found.append((question, points, comment[:LONGEST_COMMENT]))
        if not found and not errors:
            errors.append(NO_POINTS)
        if errors:
            return errors
        try:
            for each in found:
                self._file.decide(*each)
        except NotKept as error:
            return [str(error)]
        return []

    def _shown(self, case: Case, number: int) -> ShownPicture:
        page: OriginalPage = case.pages[number]
        try:
            self._originals.picture(page)
        except NotShown as error:
            return ShownPicture(page.title, "", str(error))
        return ShownPicture(page.title, f"{case.id}/{number}.jpg")

    def _decided(self) -> dict[str, list[Decision]]:
        """Return the decisions of all reviewers by group."""
        found: dict[str, list[Decision]] = {}
        folder = self._file.path.parent
        reviews = read_reviews(review_files(folder) if Path(folder).is_dir() else {}, self._columns)
        for each in reviews.decisions:
            if each.group:
                found.setdefault(each.group, []).append(each)
        return found


def _points(text: str) -> float | None:
    """Return a number of points; None for anything else."""
    try:
        points = float(text.replace(",", "."))
    except ValueError:
        return None
    return points if points == points and abs(points) != float("inf") else None  # noqa: PLR0124 - NaN is not itself
