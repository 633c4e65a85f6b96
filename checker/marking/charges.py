"""Mistakes charged to the lines of working that show them, each once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from checker.diagnosis.coincidence import story_of
from checker.diagnosis.explanation import Explanation
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.wording import lowered, sentence
from checker.marking.answer_lines import WRONG, AnswerLines
from checker.marking.explained import alternatives_of
from checker.marking.known_steps import ComparedLines
from checker.marking.line_findings import LineFinding, slip_of
from checker.marking.line_repairs import Repair
from checker.marking.outcome import Outcome
from checker.marking.repaired_lines import RepairedLines
from checker.working.equation import Equation, numbers_behind

_MOST_TOGETHER: Final = 4
"""Mistakes that are looked for together."""
_SILENT: Final = frozenset({"verdict", "hint"})


class Charges:
    """Collects the mistakes that lines of working show, each charged to one line."""

    def __init__(self, lines: AnswerLines, level: str) -> None:
        self._lines = lines
        self._level = level
        self.found: dict[int, LineFinding] = {}
        """By line, the finding."""
        self.overruled: set[str | None] = set()
        """The parts whose known explanation the working contradicts."""
        self.on_the_way: set[str | None] = set()
        """The parts whose answer is a right piece of a later line: no mistake led to it."""
        self._charged: set[tuple[Any, str]] = set()
        """The mistakes that a line is charged with, by question: each is told once."""
        self._outcomes = dict(lines.outcomes)
        self._cleared: set[int] = set()
        """The lines that need no change: with that of another one, they lead to the right answer."""
        self._compared_lines: dict[Any, ComparedLines] = {}
        """By question, the lines next to its steps."""
        self._repaired_lines: dict[Any, RepairedLines] = {}

    def add(self, id_: str | None, outcome: Outcome) -> None:
        """Charge the mistakes that explain an answer to the lines whose expressions show them."""
        self._outcomes[id_] = outcome
        diagnosis = outcome.diagnosis
        if outcome.status not in WRONG or diagnosis is None or not diagnosis.explanations:
            return
        best = diagnosis.explanations[0]
        source = self._lines.sources.get(id_)
        if not best.mistakes or _is_near(best) or self._level in _SILENT:  # the lines show better what is near
            return
        compared = self._compared(id_)
        lines = self._lines.behind(source) if source else [each for each in self._lines.equations if not each.is_aside]
        open_ = list(best.mistakes)
        if source and compared.is_piece(source):  # the working goes on: this is a number on the way
            self.on_the_way.add(id_)
            return
        index = self._lines.markers[id_].target.index
        others = [each.mistakes for each in alternatives_of(index, diagnosis)]
        for is_named in (True, False):
            for mistake in tuple(open_):
                free = [each for each in lines if each.number not in self.found]
                line = compared.charged(free, mistake, best.mistakes, is_named=is_named)
                if line is None and not is_named and source and (best.since or not source.uses):
                    line = source
                if line:
                    is_tie = any(line is source or compared.shows(line, other) for other in others)
                    if self._set(id_, line, mistake, is_doubtful=is_tie):
                        self.overruled.add(id_)
                    open_.remove(mistake)
        if source and not open_:
            self._cleared |= {each.number for each in lines}

    def _set(self, id_: str | None, line: Equation, mistake: Mistake, *, is_doubtful: bool = False) -> bool:
        """Charge a mistake to a line that has none yet; return whether an earlier line shows another one instead.

        `is_doubtful`: the answer that it explains may come from another mistake.
        """
        question = self._lines.markers[id_].part.question
        belief = question, mistake.id
        if line.number in self.found or belief in self._charged:
            return False
        self._charged.add(belief)
        line, other = self._repaired(id_).origin(line, mistake)
        told = other or sentence(self._lines.markers[id_].part.variant, mistake)
        if is_doubtful and not other:
            told = f"Perhaps: {lowered(told)}"
        slip = "" if line.is_right else slip_of(line, self._level)
        self.found[line.number] = LineFinding("concept", told, "" if other else mistake.id, slip)
        return bool(other)

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
        lines = [line for line, _ in suspects]
        self._add_repairs(id_, lines, tuple(beliefs), is_more=True)
        for line, is_wrong in suspects:
            if line.number in self._cleared or self._has_mistake(line):
                continue
            found = compared.likeliest(line, tuple(beliefs), is_wrong=is_wrong)
            if found and found.is_clear:
                beliefs.append(found.mistake)
                self._set(id_, line, found.mistake)
            elif found:
                open_.append((line, found.mistake))
        self._add_repairs(id_, lines, tuple(beliefs), is_more=False)
        together = tuple({each.point: each for each in (*beliefs, *(mistake for _, mistake in open_))}.values())
        others = [each for each in self._lines.equations if each not in [line for line, _ in open_]]
        if len(together) <= _MOST_TOGETHER and any(compared.shows(each, together) for each in others):
            for line, mistake in open_:
                if mistake in together:
                    self._set(id_, line, mistake)

    def _add_repairs(
        self, id_: str | None, suspects: list[Equation], beliefs: tuple[Mistake, ...], *, is_more: bool
    ) -> None:
        """Charge what no solver lists: a line with one change that makes a wrong answer right, or the step it names.

        `is_more`: only what is in the line and does not belong there.
        """
        repaired = self._repaired(id_)
        question = self._lines.markers[id_].part.question
        is_open = False
        unexplained: set[int] = set()
        for part, marker in self._lines.markers.items():
            source, outcome = self._lines.sources.get(part), self._outcomes.get(part)
            if marker.part.question != question or (outcome and is_explained(outcome, surely=True)):
                continue
            if source is None or outcome is None:
                is_open = True
                continue
            behind = [each for each in self._lines.behind(source) if each in suspects]
            unexplained |= {each.number for each in behind}
            if not beliefs and any(each.number in self.found for each in behind):
                continue
            repair = repaired.repair(marker.part.step, source, behind, beliefs)
            if repair and (repair.is_more or not is_more):
                self._set_repair(id_, repair)
                self._cleared |= {each.number for each in behind}
        for line in suspects:
            is_cleared = line.number in self._cleared or self._has_mistake(line)
            is_suspect = ((is_open and line.is_right) or line.number in unexplained) and not is_cleared
            if is_suspect and (repair := repaired.repair_of_named(line)):
                self._set_repair(id_, repair)

    def _has_mistake(self, line: Equation) -> bool:
        """Return whether a line rests on one with a finding, or has one."""
        return any(each.number in self.found for each in self._lines.behind(line))

    def _set_repair(self, id_: str | None, repair: Repair) -> None:
        """Charge a line with what has to change in it, in the words of a known mistake where one is the same."""
        line, told, mistake = repair.line, repair.told, ""
        if line.number not in self.found:
            if known := self._repaired(id_).known_for(repair):
                told, mistake = sentence(self._lines.markers[id_].part.variant, known), known.id
            slip = "" if line.is_right else slip_of(line, self._level)
            self.found[line.number] = LineFinding("concept", told, mistake, slip)

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
            and not _is_near(outcome.diagnosis.explanations[0])
        ]
        return list(dict.fromkeys(mistake for each in explained for mistake in each.mistakes))

    def _repaired(self, id_: str | None) -> RepairedLines:
        """Return the lines next to what they would have to be, for the question that a part belongs to."""
        question = self._lines.markers[id_].part.question
        if question not in self._repaired_lines:
            self._repaired_lines[question] = RepairedLines(self._compared(id_))
        return self._repaired_lines[question]

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
                    if not is_explained(self._lines.outcomes[part]):
                        unexplained.add(source.number)
            compared = ComparedLines(self._lines.known(id_), self._lines.equations, right, asked, unexplained)
            self._compared_lines[question] = compared
        return self._compared_lines[question]


def is_explained(outcome: Outcome, *, surely: bool = False) -> bool:
    """Return whether an answer is right, or it is known what is wrong with it; `surely`: not only perhaps."""
    if outcome.status not in WRONG:
        return True
    explanations = outcome.diagnosis.explanations if outcome.diagnosis else ()
    if not explanations or _is_near(explanations[0]) or explanations[0].slip == "repeated":  # a line shows it better
        return False
    return not (surely and explanations[0].strength == "possible")


def _is_near(explanation: Explanation) -> bool:
    """Return whether an explanation only says that a number is near another one."""
    return story_of(explanation.mistakes, explanation.slip, explanation.detail) == "near"
