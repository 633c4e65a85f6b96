"""Decides which line of a student's working is charged with which mistake; a line has at most one finding.

A mistake is taken from the explanations of the answers, from what a line itself shows, or from the change that would
make a line right.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

from checker.diagnosis.coincidence import story_of
from checker.diagnosis.explanation import Explanation
from checker.diagnosis.mistakes import Mistake, Mistakes
from checker.diagnosis.wording import lowered, sentence
from checker.marking.answer_lines import WRONG, AnswerLines
from checker.marking.explained import alternatives_of
from checker.marking.known_steps import ComparedLines
from checker.marking.line_findings import LineFinding, slip_of
from checker.marking.line_repairs import LineRepairs, Repair
from checker.marking.outcome import Outcome
from checker.marking.step_formulas import Values, are_equal
from checker.notation.nodes import Exact
from checker.working.equation import Equation, lines_behind, numbers_behind

_MOST_TOGETHER: Final = 4
"""Mistakes that are looked for together."""
_SILENT: Final = frozenset({"verdict", "hint"})


class Charges:
    """Collects findings on lines of working: each mistake is charged to the one line that shows it."""

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
        """Find the line that shows each mistake which explains the answer to part `id_`, and record a finding there.

        Nothing is recorded if the answer is right or only near a right number, or at the levels that explain nothing.
        Where the working shows more, the part is noted as `overruled` or `on_the_way`.
        """
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
                line = compared.first_line_with(free, mistake, best.mistakes, is_named=is_named)
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
        """Record a finding for a mistake at the line where it was made, unless the line or the mistake has one.

        Return True if something else is wrong at that place, which is told instead.
        """
        question = self._lines.markers[id_].part.question
        belief = question, mistake.id
        if line.number in self.found or belief in self._charged:
            return False
        self._charged.add(belief)
        line, other = self._repaired(id_).origin(line, mistake)
        told = other or self._sentence(id_, mistake)
        if is_doubtful and not other:
            told = f"Perhaps: {lowered(told)}"
        slip = "" if line.is_right else slip_of(line, self._level)
        self.found[line.number] = LineFinding("concept", told, "" if other else mistake.id, slip)
        return bool(other)

    def add_lines(self) -> None:
        """Charge mistakes that the lines themselves show, first in the questions that are not answered right."""
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
        compared, beliefs = self._compared(id_), self._known_mistakes(id_)
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
        """Record findings for lines in which one change makes a wrong answer right, or gives the step that they name.

        `is_more`: only changes that take something out.
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

    def _sentence(self, id_: str | None, mistake: Mistake) -> str:
        """Return the sentence about a mistake; below `full` without the whole formula of what is asked for."""
        part = self._lines.markers[id_].part
        return sentence(part.variant, mistake, "" if self._level == "full" else part.step)

    def _set_repair(self, id_: str | None, repair: Repair) -> None:
        """Charge a line with what has to change in it, in the words of a known mistake where one is the same."""
        line, told, mistake = repair.line, repair.told, ""
        if line.number not in self.found:
            if known := self._repaired(id_).known_for(repair):
                told, mistake = self._sentence(id_, known), known.id
            slip = "" if line.is_right else slip_of(line, self._level)
            self.found[line.number] = LineFinding("concept", told, mistake, slip)

    def _suspects(self, id_: str | None) -> Iterator[tuple[Equation, bool]]:
        """Yield the lines that may have led to a wrong answer in this question, each with whether one builds on it.

        Lines behind right answers are left out.  If the question is answered right, only false equations are left.
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
        """Return whether a line gives a right step of another question in this problem."""
        question = self._lines.markers[id_].part.question
        others = {each.part.question: other for other, each in self._lines.markers.items()}
        return any(
            self._compared(other).right_steps(line)
            for each, other in others.items()
            if each != question and not self._lines.markers[other].part.answer_kind.is_coded
        )

    def _known_mistakes(self, id_: str | None) -> list[Mistake]:
        """Return the mistakes in the likeliest explanations of the answers to this question."""
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
        """Return the RepairedLines for the question of part `id_`, made on first use."""
        question = self._lines.markers[id_].part.question
        if question not in self._repaired_lines:
            self._repaired_lines[question] = RepairedLines(self._compared(id_))
        return self._repaired_lines[question]

    def _compared(self, id_: str | None) -> ComparedLines:
        """Return the ComparedLines for the question of part `id_`, made on first use."""
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
    """Return whether an answer needs no further explanation: it is not wrong, or a mistake or slip explains it.

    A number that is only near another one, or a multiple of it, counts as unexplained; with `surely`, also one whose
    explanation is merely possible.
    """
    if outcome.status not in WRONG:
        return True
    explanations = outcome.diagnosis.explanations if outcome.diagnosis else ()
    if not explanations or _is_near(explanations[0]) or explanations[0].slip == "repeated":  # a line shows it better
        return False
    return not (surely and explanations[0].strength == "possible")


def _is_near(explanation: Explanation) -> bool:
    """Return whether an explanation only says that a number is near another one."""
    return story_of(explanation.mistakes, explanation.slip, explanation.detail) == "near"


class RepairedLines:
    """Finds which line of a student's working has to change to make the result right, and how."""

    def __init__(self, compared: ComparedLines) -> None:
        self._compared = compared
        self._known = compared.known
        self._steps = compared.known.formulas
        self._repairs = LineRepairs(compared.known.named, compared.formulas, compared.lines)

    def origin(self, line: Equation, mistake: Mistake) -> tuple[Equation, str]:
        """Return (line, text): the line in which a mistake that a later `line` shows was made, and what is wrong there.

        The text is empty if the mistake's own sentence fits.
        """
        changed = self._steps.changed_by((mistake,))
        free = self._may_be_wrong(lines_behind(self._compared.lines, line))
        if not free or free[0] == line:
            return line, ""
        steps = {step for step, several in changed.items() if self._compared.is_one_of(line, several)}
        steps |= changed.keys() & self._compared.asked.get(line.number, ())
        targets = [values for step in steps for values in self._steps.right.get(step, ())]
        if targets and (found := self._repairs.best(line, targets, free, self._names_step)) and found.line != line:
            named = {step for step in self._steps.right if self._known.is_named(found.line, step)}
            is_other = bool(named) and named.isdisjoint(changed)
            return found.line, found.told if is_other or self._is_contradicted(mistake, found.line) else ""
        for each in filter(self._compared.formulas.is_certain, free):
            if any(self._compared.is_one_of(each, several) for several in changed.values()):
                return each, ""
        return line, ""

    def repair(self, step: str, end: Equation, lines: Sequence[Equation], beliefs: Mistakes) -> Repair | None:
        """Return the change in one of these lines that makes the line `end` give a step; None if none does.

        The step may be right, or as the mistakes `beliefs` change it.
        """
        targets = set(self._steps.right.get(step, ()))
        if beliefs:
            targets |= self._steps.changed_by(beliefs).get(step, set())
        free = self._may_be_wrong(lines)
        return self._repairs.best(end, sorted(targets), free, self._names_step) if free else None

    def repair_of_named(self, line: Equation) -> Repair | None:
        """Return the change that takes something out, after which a line gives the step named by its words.

        Return None if there is none.
        """
        if self._compared.right_steps(line) or self._compared.is_piece(line):
            return None
        behind = self._may_be_wrong(lines_behind(self._compared.lines, line))
        for step, targets in self._steps.right.items():
            if self._compared.may_be(line, step) and self._compared.is_named(line, step):
                found = self._repairs.best(line, sorted(targets), behind, self._names_step)
                if found and found.is_more:
                    return found
        return None

    def known_for(self, repair: Repair) -> Mistake | None:
        """Return the likeliest known mistake that a repair undoes; None if it is not a known one."""
        found = [
            mistake
            for step, mistake, _ in self._compared.candidates(repair.line)
            if any(are_equal(one, other) for one in repair.needed for other in self._steps.right.get(step, ()))
            and not self._is_contradicted(mistake, repair.line)
        ]
        return max(found, key=self._known.priors.__getitem__, default=None)

    def _is_contradicted(self, mistake: Mistake, line: Equation) -> bool:
        """Return whether another line gives a right step that would be wrong if the student had made this mistake."""
        changed = self._steps.changed_by((mistake,)).keys()
        others = (self._compared.right_steps(each) for each in self._compared.lines if each != line)
        return any(steps and steps <= changed for steps in others)

    def _names_step(self, line: Equation, values: Values) -> bool:
        """Return whether the words of a line name a step that has these values."""
        right = self._steps.right.items()
        steps = [step for step, several in right if any(are_equal(values, each) for each in several)]
        return any(self._compared.is_named(line, step) for step in steps)

    def _may_be_wrong(self, lines: Sequence[Equation]) -> list[Equation]:
        """Return the lines that may need a change.

        Those are the lines that are not right, and those that only repeat the number of another: `W_V` for `W_Q`.
        """
        by_value: defaultdict[Exact, list[Equation]] = defaultdict(list)
        for line in lines:
            by_value[line.repaired].append(line)
        found: list[Equation] = []
        for line in lines:
            equal = by_value[line.repaired]
            named = [each for each in equal if self._is_called_by_its_step(each)]
            if not self._is_right(line) or (len(equal) > 1 and line not in (named or equal[:1])):
                found.append(line)
        return found

    def _is_called_by_its_step(self, line: Equation) -> bool:
        """Return whether the words of a line name a step whose right value it gives."""
        return any(self._known.is_named(line, step) for step in self._compared.right_steps(line))

    def _is_right(self, line: Equation) -> bool:
        """Return whether a line needs no change: it is a right step, a piece of one, or a division with a whole result.

        A step that is only the `weights` may lack the biases, so it does not count as right.
        """
        is_size = line.operators == 1 and "/" in line.expression and isinstance(line.value, int)
        is_complete = any(map(_has_more_than_weights, self._compared.right_steps(line)))
        return is_size or is_complete or self._compared.is_piece(line)


def _has_more_than_weights(step: str) -> bool:
    """Return whether a step is not one of only weights, as `W_Q.weights` is."""
    return step.rpartition(".")[2] != "weights"
