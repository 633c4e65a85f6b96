"""`Ledger`: the equations in one question's working, each recomputed, and the symbols and results they define.

A line is right if any sensible reading of it is: what is not certainly wrong raises no alarm.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.formula.nodes import Exact, Node, simple
from checker.formula.value import CONSTANTS
from checker.reading.measure import is_unit
from checker.text.numeral import NUMERAL
from checker.text.vocabulary import lexicon
from checker.working.amounts import (
    Equation,
    WrittenNumber,
    agrees,
    expressions_of,
    in_degrees,
    is_near,
    literals,
    may_be_converted,
    names_of,
    value_of,
    written_number,
)
from checker.working.equations import Chain, Run, chains, only_run

LONGEST: Final = 2_000
"""Characters of a text that is searched for equations."""
MOST: Final = 300
"""Equations of one question."""
_GROUP: Final = re.compile(r"(?<![\d.,])\d{1,3}[.,]\d{3}(?![.,]?\d)")
"""A number with two readings."""
_LABELLED: Final = re.compile(r"\d{1,2} \d{3}\b")
"""A number in groups, or a label and a number: `Layer 2 256 × 96`."""
_SHAPE: Final = re.compile(r"\d+(?:[*×]\d+){1,3}")
_NUMBERED: Final = re.compile(r"\(\d{1,2}\)(?:[-+*/×]\(\d{1,2}\))+")
"""Results by their numbers: `(3) + (4)`."""
_SUM: Final = re.compile(
    r"\b(?:total\w*|sum|together|altogether|overall|in all|gesamt\w*|insgesamt|summe|zusammen|somme|suma|totale)\b",
    re.IGNORECASE,
)


class _Recomputed(NamedTuple):
    """A calculation of the student, its true value, and whether the student's number is right."""

    tree: Node
    value: Exact
    is_right: bool


class _Claim(NamedTuple):
    """A calculation, and the number that the student gives for it, each with the text of its side."""

    run: Run
    before: str
    target: Run
    after: str
    number: WrittenNumber


class Ledger:
    """The equations of one question's working in order; each is recomputed when it is added, by the lines before it."""

    def __init__(self, decimal: str = "point") -> None:
        self.equations: list[Equation] = []
        self._decimal = decimal
        self._names: dict[str, Exact] = {}
        """The values of symbols."""
        self._sources: dict[str, int] = {}
        """By symbol, the equation that gave it its value."""
        self._results: defaultdict[Exact, set[int]] = defaultdict(set)
        """By result as it is written, the equations that gave it."""
        self._is_aside = False
        self._waiting: tuple[str, Run, str] | None = None
        """A symbol with its expression, whose number a later line may give."""

    def add(self, text: str, *, is_aside: bool = False) -> list[Equation]:
        """Add the equations in a text, and return them.

        A text of over 2,000 characters adds none, and neither does any once there are 300 equations. With `is_aside` it
        only compares or supposes something.
        """
        self._is_aside = is_aside
        count = len(self.equations)
        if len(text) > LONGEST or count >= MOST or not any(map(str.isdigit, text)):
            return []
        for chain in chains(text, self._names):
            self._chain(chain) or self._total(chain, text)
        return self.equations[count:]

    def add_row(self, cells: Sequence[str], *, is_aside: bool = False) -> list[Equation]:
        """Add the equations in the cells of a table's row, or in one text, and return them.

        If a row has none, its one calculation and the number in the next cell are one.
        """
        found = [equation for cell in cells for equation in self.add(cell, is_aside=is_aside)]
        if len(cells) == 1:
            return found
        if found:
            found = [each._replace(called=f"{each.called} {' '.join(cells)}") for each in found]
            self.equations[-len(found) :] = found
            return found
        read = [only_run(cell, self._names) if len(cell) <= LONGEST else None for cell in cells]
        places = [place for place, run in enumerate(read) if run and run.is_calculation]
        if len(places) != 1 or places[0] + 1 >= len(cells):
            return []
        place = places[0]
        target = read[place + 1]
        number = target and written_number(target.text, self._decimal)
        if number is None or any(read[place + 2 :]):
            return []
        # a product such as `6 × 14 × 14` that is far from the number next to it is a shape
        run = read[place]
        value = self._value(run) if run and _SHAPE.fullmatch(run.text) else None
        if value is not None and not value <= 20 * number.value <= 400 * value:
            return []
        return self.add(f"{' '.join(cells[:place])}: {cells[place]} = {cells[place + 1]}", is_aside=is_aside)

    def _total(self, chain: Chain, text: str) -> bool:
        """Add the equation of a lone number that is called the total of the results before it; return whether it is.

        All are whole. It may be wrong in a digit, or have two neighbours swapped, if it has four digits or more.
        """
        side = chain[-1]
        run = side.first or (side.last if len(chain) == 1 else None)
        number = run and written_number(run.text, self._decimal)
        label = text[: text.rfind(run.text) if run and run.text in text else None]
        if number is None or number.scale != 1 or any(each.first for each in chain[:-1]) or not _SUM.search(label):
            return False
        before = self.equations[-8:]
        for first in range(len(before) - 2, -1, -1):
            items = [each.written.value for each in before[first:]]
            total = int(sum(items))
            is_right = total == number.value
            is_whole = all(each.denominator == 1 for each in (number.value, *items))
            if is_whole and (is_right or _is_a_digit_beside(str(total), str(number.value))):
                expression, shown = " + ".join(f"{int(each):,}" for each in items), f"{int(number.value):,}"
                place, uses = len(self.equations), tuple(each.number for each in before[first:])
                self._add(Equation(expression, shown, number, total, is_right, place, uses, self._is_aside, label))
                return True
        return False

    def _chain(self, chain: Chain) -> bool:
        """Add the equations of a chain, and remember what it defines; return whether it has any."""
        name, count = chain[0].name, len(self.equations)
        read = [side.last if place == 0 else side.first for place, side in enumerate(chain)]
        numbers = [run and written_number(run.text, self._decimal) for run in read]
        waiting, self._waiting = self._waiting, None
        if waiting and len(chain) > 1 and name == waiting[0] and read[1] and numbers[1]:
            self._compare(_Claim(waiting[1], waiting[2], read[1], chain[1].text, numbers[1]), chain, name)
        for claim in self._claims(chain, read, numbers):
            self._compare(claim, chain, name)
        last = read[-1]
        if name and last and last.is_calculation and not numbers[-1] and not _SHAPE.fullmatch(last.text):
            self._waiting = (name, last, chain[-1].text)
        given = [each for each in numbers[1:] if each]
        if name and given and name not in CONSTANTS:
            self._names[name] = simple(given[-1].value)
            if len(self.equations) > count:
                self._sources[name] = self.equations[-1].number
        return len(self.equations) > count

    def _claims(
        self, chain: Chain, read: Sequence[Run | None], numbers: Sequence[WrittenNumber | None]
    ) -> Iterator[_Claim]:
        """Yield each calculation of a chain with the next number behind it.

        In `5 × 3 = 15 + 2 = 17` the number for 5 × 3 is the 15 with which the next side begins.
        """
        for place, run in enumerate(read):
            if run is None or not run.is_calculation or numbers[place]:
                continue
            # sides of a chain between an expression and the number that it is compared with
            near = range(place + 1, min(place + 8, len(read)))
            target = next((each for each in near if numbers[each]), None)
            if target is None or any(each and each.is_unclear for each in read[place + 1 : target]):
                continue
            end, number = read[target], numbers[target]
            goes_on = self._continued(run, read[place + 1 : target])
            if goes_on is not None:
                target = place + 1 + goes_on
                end = _first_number(read[target])
                number = end and written_number(end.text, self._decimal)
            if end and number:
                yield _Claim(run, chain[place].text, end, chain[target].text, number)

    def _continued(self, run: Run, between: Sequence[Run | None]) -> int | None:
        """Return the index of the first calculation that begins with the value of `run`; None if there is none."""
        calculations = [(place, each) for place, each in enumerate(between) if each and each.is_calculation]
        value = self._value(run) if calculations else None
        if value is None:
            return None
        begins = ((place, _first_number(each)) for place, each in calculations)
        numbers = ((place, written_number(first.text, self._decimal)) for place, first in begins if first)
        return next((place for place, number in numbers if number and is_near(value, number)), None)

    def _value(self, run: Run) -> Exact | None:
        try:
            return value_of(expressions_of(run.text, self._decimal)[0], self._names)
        except UnreadableAnswer:
            return None

    def _compare(self, claim: _Claim, chain: Chain, name: str) -> None:
        """Add the equation of a claim, right or wrong; a wrong one is left out if it may be meant otherwise."""
        number = claim.number
        found = self._read(claim.run, number, self._decimal)
        if found and not found.is_right and _GROUP.search(f"{claim.run.text} {claim.target.text}"):
            other = "comma" if self._decimal == "point" else "point"
            number_there = written_number(claim.target.text, other)
            again = number_there and self._read(claim.run, number_there, other, is_strict=True)
            if again and again.is_right:
                found = again
        if found is None or (not found.is_right and self._is_uncertain(claim, found, chain)):
            return
        expression = _shown(claim.before[claim.run.start : claim.run.end])
        shown = _without_prose(_shown(claim.after[: claim.target.end]).lstrip("$* "))
        names = {self._sources[name] for name in names_of(found.tree) if name in self._sources}
        results = (self._results[each.value] for each in literals(found.tree) if each.value in self._results)
        uses, place, called = tuple(sorted(names.union(*results))), len(self.equations), f"{chain[0].label} {name}"
        value, is_right = found.value, found.is_right
        self._add(Equation(expression, shown, number, value, is_right, place, uses, self._is_aside, called))

    def _add(self, equation: Equation) -> None:
        self.equations.append(equation)
        # digits from which an equal number in a later line is taken for the same result
        if equation.written.digits >= 3:
            self._results[equation.written.value].add(equation.number)

    def _read(self, run: Run, number: WrittenNumber, decimal: str, *, is_strict: bool = False) -> _Recomputed | None:
        """Compute a calculation in each way it may be meant; return the one that gives the number, else the first.

        It is None if it has no value, or may be meant in two ways. With `is_strict`, the value must be within half a
        unit of the number's last digit.
        """
        try:
            likely = expressions_of(run.text, decimal)
            trees: list[Node] = [*likely, *(tree for each in likely if (tree := in_degrees(each)))]
            found = [(tree, value_of(tree, self._names)) for tree in trees]
        except UnreadableAnswer:
            return None
        for tree, value in found:
            if is_near(value, number) if is_strict else agrees(tree, value, number):
                return _Recomputed(tree, value, is_right=True)
        return _Recomputed(*found[0], is_right=False) if len(likely) == 1 else None

    def _is_uncertain(self, claim: _Claim, read: _Recomputed, chain: Chain) -> bool:
        """Return whether an equation that does not hold may be meant otherwise.

        It may be a conversion of units, a percentage, a rounded symbol, or have unclear brackets.
        """
        run, target = claim.run, claim.target
        if run.is_unclear or target.is_unclear or _LABELLED.match(run.text) or _NUMBERED.fullmatch(run.text):
            return True
        has_units = run.nouns != target.nouns and any(is_unit(each) for each in (*run.nouns, *target.nouns))
        if has_units and may_be_converted(read.value, claim.number.value):
            return True
        # `640 − 2.5 %`: of the number before it, or of 1
        if re.search(r"[-+]\s?[\d.,]+\s?%", run.text):
            return True
        # relative difference that symbols with rounded values may make
        if names_of(read.tree) and math.isclose(read.value, claim.number.value, rel_tol=0.005):
            return True
        if run.nouns and chain[2 + chain[0].is_only_name :]:  # 3 women + 2 men = 84 × 21 = 1764
            return True
        return not claim.number.value and bool(names_of(read.tree))


def _shown(side: str) -> str:
    """Return a side as it is quoted: in one line, without the words of a next sentence."""
    # the end of a sentence behind a number
    return re.split(r"(?<=\d)\. (?=[^\W\d_])", " ".join(side.split()))[0].rstrip(".")


def _without_prose(result: str) -> str:
    """Return a number with its unit or what it counts, without remarks and running text behind it."""
    words, common = result.split(" "), lexicon().fillers | lexicon().prose
    is_prose = [
        word[:1] == "(" or (word.casefold() in common and not (place == 1 and is_unit(word)))
        for place, word in enumerate(words)
    ]
    return " ".join(words[: is_prose.index(True, 1)] if any(is_prose[1:]) else words)


def _is_a_digit_beside(one: str, other: str) -> bool:
    """Return whether two numbers of four digits or more differ in one digit, or in two neighbours that are swapped."""
    # digits from which a sum that is a digit off is a slip, and no other number
    if len(one) != len(other) or len(one) < 4:
        return False
    first, *more = [place for place in range(len(one)) if one[place] != other[place]]
    return not more or (more == [first + 1] and one[first : first + 2] == other[first : first + 2][::-1])


def _first_number(run: Run | None) -> Run | None:
    found = run and re.match(NUMERAL, run.text, flags=re.ASCII)
    return Run(found[0], run.start, run.start + found.end(), (), 0, is_unclear=False) if run and found else None
