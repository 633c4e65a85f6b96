"""The lines of a student next to what they would have to be: where a mistake first shows, and what is wrong there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from checker.diagnosis.mistakes import Mistake, Mistakes
from checker.marking.known_steps import ComparedLines
from checker.marking.line_repairs import LineRepairs, Repair
from checker.marking.step_formulas import Values, are_equal
from checker.notation.nodes import Exact
from checker.working.equation import Equation, lines_behind


class RepairedLines:
    """Finds which line of a student's working has to change to make the result right, and how."""

    def __init__(self, compared: ComparedLines) -> None:
        self._compared = compared
        self._known = compared.known
        self._steps = compared.known.formulas
        self._repairs = LineRepairs(compared.known.named, compared.formulas, compared.lines)

    def origin(self, line: Equation, mistake: Mistake) -> tuple[Equation, str]:
        """Return the line where a mistake of a later one first shows, and what is wrong there.

        It is empty where the sentence of the mistake says it; but not if the line names a step that the mistake leaves,
        or another line has a step as it should be that the mistake changes.
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
        for each in filter(self._compared.formulas.are_certain, free):
            if any(self._compared.is_one_of(each, several) for several in changed.values()):
                return each, ""
        return line, ""

    def repair(self, step: str, end: Equation, lines: Sequence[Equation], beliefs: Mistakes) -> Repair | None:
        """Return the change of one of some lines that makes the last one a step, right or as some mistakes give it."""
        targets = set(self._steps.right.get(step, ()))
        if beliefs:
            targets |= self._steps.changed_by(beliefs).get(step, set())
        free = self._may_be_wrong(lines)
        return self._repairs.best(end, sorted(targets), free, self._names_step) if free else None

    def repair_of_named(self, line: Equation) -> Repair | None:
        """Return the change that makes a line a step that its words name: something that does not belong there."""
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
        """Return the likeliest known mistake that gives a line where the repaired one would be a right step."""
        found = [
            mistake
            for step, mistake, _ in self._compared.candidates(repair.line)
            if any(are_equal(one, other) for one in repair.needed for other in self._steps.right.get(step, ()))
            and not self._is_contradicted(mistake, repair.line)
        ]
        return max(found, key=self._known.priors.__getitem__, default=None)

    def _is_contradicted(self, mistake: Mistake, line: Equation) -> bool:
        """Return whether a line other than this one gives what it should, which a mistake would change."""
        changed = self._steps.changed_by((mistake,)).keys()
        others = (self._compared.right_steps(each) for each in self._compared.lines if each != line)
        return any(steps and steps <= changed for steps in others)

    def _names_step(self, line: Equation, values: Values) -> bool:
        """Return whether the words of a line name a step that has these values."""
        right = self._steps.right.items()
        steps = [step for step, several in right if any(are_equal(values, each) for each in several)]
        return any(self._compared.is_named(line, step) for step in steps)

    def _may_be_wrong(self, lines: Sequence[Equation]) -> list[Equation]:
        """Return the lines that are no right steps or pieces of them, or only repeat one: `W_V` as large as `W_Q`."""
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
        return any(self._known.is_named(line, step) for step in self._compared.right_steps(line))

    def _is_right(self, line: Equation) -> bool:
        """Return whether a line is a right step, a piece of one, or a size such as that of a head."""
        is_size = line.operators == 1 and "/" in line.expression and isinstance(line.value, int)
        is_whole = any(map(_is_whole, self._compared.right_steps(line)))
        return is_size or is_whole or self._compared.is_piece(line)


def _is_whole(step: str) -> bool:
    """Return whether a step is not only the weights of something with biases, which a line may forget."""
    return step.rpartition(".")[2] != "weights"
