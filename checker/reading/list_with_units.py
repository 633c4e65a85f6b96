"""`ListWithUnits`: reads the entries of a list or a table with units: `[1.5, 2.5] GB`, `[1500 MB, 2500 MB]`.

It converts them to the question's unit.  `table` splits the text into entries.
"""

from __future__ import annotations

import re
from fractions import Fraction

from checker.engine.errors import UnreadableAnswer
from checker.reading.arithmetic import multiply
from checker.reading.leading_number import PERCENT, Core, scale_of
from checker.reading.list_entries import require_entry, unclear_end
from checker.reading.measured_number import MeasuredNumber, mixed_units, read_measured, show_converted
from checker.reading.number_text import split_sides
from checker.reading.reading import Reading
from checker.reading.show import Spelling
from checker.reading.surrounding_text import refuse_unknown
from checker.reading.unit_text import (
    are_alike,
    is_wanted_unit,
    refuse_unit_labels,
    unclear_letter,
    unit_in,
    without_label,
    wrong_dimension,
)
from checker.text.number import Hints, StatedNumber
from checker.text.plain import brief
from checker.text.vocabulary import SCALE_LETTERS
from checker.units import Unit, read_unit, unit_of_author


class ListWithUnits:
    """Reads the entries of one list, and remembers the units after them."""

    def __init__(self, text: str, hints: Hints) -> None:
        self.text = text
        self.hints = hints
        self.wanted = unit_of_author(hints.unit or "")
        self.body, self.label = without_label(text, self.wanted, hints)
        self.amounts: list[MeasuredNumber] = []

    def entry(self, text: str, hints: Hints) -> StatedNumber:
        """Return the number in one entry, and remember its unit.  Raise UnreadableAnswer."""
        self.amounts.append(read_measured(require_entry(text), self.wanted, hints))
        return self.amounts[-1].number

    def converted(self, reading: Reading, tail: str) -> Reading:
        """Return the list's numbers in the question's unit, refused if its unit has another dimension.

        `tail` is the text after the list.  Raises UnreadableAnswer.
        """
        scale, after = self._after_list(tail)
        units = [each for each in self.amounts if each.unit]
        is_last = len(units) == 1 and self.amounts[-1].unit is not None and self.text[-1:] not in {"]", ")"}
        is_scaled = re.search(r"[^\W\d_]", self.amounts[-1].text) is not None
        if is_last and len(self.amounts) > 1 and (is_scaled or units[0].unit != self.wanted):
            raise unclear_end(self.text)
        is_turned = bool(units) and "transposed" in reading.note
        if is_turned or (units and after) or not (len(units) in {0, len(self.amounts)} or is_last):
            raise UnreadableAnswer(f'I cannot read the units in "{brief(self.text)}". Write one unit after the list.')
        numbers = [multiply(each, scale) for each in reading.numbers]
        common = after or (units[0] if is_last else None)
        if common is None and not units and self.label:  # `x (GB) =`
            common = _unit_alone(read_unit(self.label, self.wanted), self.label)
        if common is None and not units:
            refuse_unit_labels(split_sides(self.body)[:-1], self.wanted, self.text, self.hints)
            return reading._replace(numbers=tuple(numbers))
        amounts = [
            each._replace(number=number)
            for each, number in zip([common] * len(numbers) if common else units, numbers, strict=True)
        ]
        return self._in_wanted(reading, amounts)

    def _after_list(self, tail: str) -> tuple[Fraction, MeasuredNumber | None]:
        """Return the scale and the unit in the text after the list.  Raises UnreadableAnswer for anything else."""
        is_share = tail.strip().casefold() in PERCENT
        scale, rest = (Fraction(1), tail) if is_share else scale_of(Core("", tail), self.hints, letters=False)
        if (letter := rest.strip()) in SCALE_LETTERS and not is_wanted_unit(letter, self.wanted):
            raise unclear_letter(letter, self.hints, "list")
        unit, name, rest = unit_in(rest, self.wanted, self.text, self.hints)
        refuse_unknown(rest, self.text, self.hints)
        return scale, _unit_alone(unit, name) if unit else None

    def _in_wanted(self, reading: Reading, amounts: list[MeasuredNumber]) -> Reading:
        """Return the reading with its numbers in the question's unit, or refused if they have one of another dimension.

        Raise UnreadableAnswer if units of different dimensions are mixed.
        """
        first = amounts[0]
        is_one_unit = all(each.unit == first.unit for each in amounts)
        if not is_one_unit and not all(each.unit and are_alike(each.unit, self.wanted) for each in amounts):
            raise mixed_units(self.text, f"every entry in {self.hints.unit}")
        if first.unit is None or not are_alike(first.unit, self.wanted):
            numbers = tuple(each.number for each in amounts)
            shown = Spelling(self.hints.whole, self.hints.decimal).table(
                reading.shape, list(map(show_converted, numbers))
            )
            refused = wrong_dimension(first.name, first.unit, self.wanted, self.hints)
            return reading._replace(numbers=numbers, refused=refused, shown=f"{shown} {first.name}")
        numbers = tuple(each.converted(self.wanted, self.text, self.hints) for each in amounts)
        reading = reading._replace(numbers=numbers, unit=first.name if is_one_unit else "")
        if all(each.unit == self.wanted for each in amounts):
            return reading
        return reading._replace(note=", ".join(filter(None, (reading.note, f"read from {first.name}"))))


def _unit_alone(unit: Unit, name: str) -> MeasuredNumber:
    """Return a unit as a MeasuredNumber with a dummy number, to be replaced by each entry."""
    return MeasuredNumber(StatedNumber(0, 0, None), "", unit, name)
