"""Mistakes charged to the lines of working that show them, each once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.wording import sentence
from checker.marking.answer_lines import WRONG, AnswerLines
from checker.marking.known_steps import ComparedLines
from checker.marking.line_findings import LineFinding, slip_of
from checker.marking.outcome import Outcome
from checker.working.equation import Equation, numbers_behind

_MOST_TOGETHER: Final = 4
"""Mistakes that are looked for together."""
_SILENT: Final = frozenset({"verdict", "hint"})


class Charges:
    """The mistakes that lines show, as they are found."""

    def __init__(self, lines: AnswerLines, level: str) -> None:
        self._lines = lines
        self._level = level
        self.found: dict[int, LineFinding] = {}
        """By line, the finding."""
        self._charged: set[tuple[Any, str]] = set()
        """The mistakes that a line is charged with, by question: each is told once."""
        self._compared_lines: dict[Any, ComparedLines] = {}
        """By question, the lines next to its steps."""

    def add(self, id_: str | None, outcome: Outcome) -> None:
        """Charge the mistakes that explain an answer to the lines whose expressions show them."""
        diagnosis = outcome.diagnosis
        if outcome.status not in WRONG or diagnosis is None or not diagnosis.explanations:
            return
        best = diagnosis.explanations[0]
        source = self._lines.sources.get(id_)
        if not best.mistakes or self._level in _SILENT:
            return
        compared = self._compared(id_)
        lines = self._lines.behind(source) if source else [each for each in self._lines.equations if not each.is_aside]
        open_ = list(best.mistakes)
        for is_named in (True, False):
            for mistake in tuple(open_):
                free = [each for each in lines if each.number not in self.found]
                line = compared.charged(free, mistake, best.mistakes, is_named=is_named)
                if line is None and not is_named and source and (best.since or not source.uses):
                    line = source
                if line:
                    self._set(id_, line, mistake)
                    open_.remove(mistake)

    def _set(self, id_: str | None, line: Equation, mistake: Mistake) -> None:
        """Charge a mistake to a line that has none yet."""
        question = self._lines.markers[id_].part.question
        belief = question, mistake.id
        if line.number in self.found or belief in self._charged:
            return
        self._charged.add(belief)
        told = sentence(self._lines.markers[id_].part.variant, mistake)
        slip = "" if line.is_right else slip_of(line, self._level)
        self.found[line.number] = LineFinding("concept", told, mistake.id, slip)

    def add_lines(self) -> None:
        """Charge mistakes to lines by what their expressions say, at first in questions that are not answered right."""
        if self._level in _SILENT:
            return
        by_question = {marker.part.question: id_ for id_, marker in reversed(self._lines.markers.items())}
        for id_ in by_question.values():
            if not self._lines.markers[id_].part.answer_kind.is_coded:
                self._add_lines_of(id_)

    def _add_lines_of(self, id_: str | None) -> None:
        """Charge mistakes to lines of one question."""
        suspects = [*self._suspects(id_)]
        if not suspects:
            return
        compared, beliefs = self._compared(id_), self._beliefs(id_)
        open_: list[tuple[Equation, Mistake]] = []
        for line, is_wrong in suspects:
            found = compared.likeliest(line, tuple(beliefs), is_wrong=is_wrong)
            if found and found.is_clear:
                beliefs.append(found.mistake)
                self._set(id_, compared.origin(line, found.mistake), found.mistake)
            elif found:
                open_.append((line, found.mistake))
        together = tuple({each.point: each for each in (*beliefs, *(mistake for _, mistake in open_))}.values())
        others = [each for each in self._lines.equations if each not in [line for line, _ in open_]]
        if len(together) <= _MOST_TOGETHER and any(compared.shows(each, together) for each in others):
            for line, mistake in open_:
                if mistake in together:
                    self._set(id_, line, mistake)

    def _suspects(self, id_: str | None) -> Iterator[tuple[Equation, bool]]:
        """Yield the lines that may have led to a wrong answer to a question, and whether they certainly have.

        Those behind right answers have not.  In a question that is answered right, only lines that do not hold may be.
        """
        question = self._lines.markers[id_].part.question
        right: set[int] = set()
        wrong: set[int] = set()
        elsewhere: set[int] = set()
        is_open = False
        for part, marker in self._lines.markers.items():
            source, outcome = self._lines.sources.get(part), self._lines.outcomes.get(part)
            is_here = marker.part.question == question
            if source and not is_here:
                elsewhere.add(source.number)
            if source and outcome and outcome.status == "correct":
                right |= numbers_behind(self._lines.equations, source) if not self._lines.slips(source) else set()
            elif is_here and source and outcome and outcome.status in WRONG:
                wrong |= numbers_behind(self._lines.equations, source)
            elif is_here:
                is_open |= outcome is None or outcome.status in WRONG
        right |= elsewhere - wrong
        for line in self._lines.equations:
            is_suspect = (is_open or line.number in wrong or not line.is_right) and line.number not in right
            if is_suspect and not line.is_aside and not self._is_right_elsewhere(line, id_):
                yield line, line.number in wrong

    def _is_right_elsewhere(self, line: Equation, id_: str | None) -> bool:
        """Return whether a line is right for another part that is another question."""
        question = self._lines.markers[id_].part.question
        others = {each.part.question: other for other, each in self._lines.markers.items()}
        return any(
            self._compared(other).right_steps(line)
            for each, other in others.items()
            if each != question and not self._lines.markers[other].part.answer_kind.is_coded
        )

    def _beliefs(self, id_: str | None) -> list[Mistake]:
        """Return the mistakes that explain the answers to a question."""
        question = self._lines.markers[id_].part.question
        explained = [
            outcome.diagnosis.explanations[0]
            for part, outcome in self._lines.outcomes.items()
            if outcome.diagnosis
            and outcome.diagnosis.explanations
            and self._lines.markers[part].part.question == question
        ]
        return list(dict.fromkeys(mistake for each in explained for mistake in each.mistakes))

    def _compared(self, id_: str | None) -> ComparedLines:
        """Return the lines next to the steps of the question that a part belongs to."""
        question = self._lines.markers[id_].part.question
        if question not in self._compared_lines:
            steps = {
                part: marker.part.step
                for part, marker in self._lines.markers.items()
                if marker.part.question == question and part in self._lines.outcomes
            }
            right = {step for part, step in steps.items() if self._lines.outcomes[part].status == "correct"}
            asked: defaultdict[int, set[str]] = defaultdict(set)
            unexplained: set[int] = set()
            for part, step in steps.items():
                if source := self._lines.sources[part]:
                    asked[source.number].add(step)
                    if not _is_explained(self._lines.outcomes[part]):
                        unexplained.add(source.number)
            compared = ComparedLines(self._lines.known(id_), self._lines.equations, right, asked, unexplained)
            self._compared_lines[question] = compared
        return self._compared_lines[question]


def _is_explained(outcome: Outcome) -> bool:
    """Return whether an answer is right, or it is known what is wrong with it."""
    return outcome.status not in WRONG or bool(outcome.diagnosis and outcome.diagnosis.explanations)
