"""A list or a table with units: `[1.5, 2.5] GB`, `[1500 MB, 2500 MB]`."""

from __future__ import annotations

import re
from fractions import Fraction

from checker.answers.around import refuse_unknown
from checker.answers.convert import times
from checker.answers.core_text import PERCENT, Core, scale_of
from checker.answers.quantity import Amount, amount, converted, legible
from checker.answers.reading import Reading
from checker.answers.show import bracketed, nest
from checker.answers.unit_text import are_alike, refusal, unit_in, without_label
from checker.engine.errors import UnreadableAnswer
from checker.notation.number import Hints, StatedNumber
from checker.notation.text import brief
from checker.notation.units import UnitError, read_unit, unit_of_author
from checker.notation.vocabulary import SCALE_LETTERS


class Measured:
    """Reads the entries of one list, and remembers the units that are written behind them."""

    def __init__(self, text: str, hints: Hints) -> None:
        self.text = text
        self.hints = hints
        self.asked = unit_of_author(hints.unit or "")
        self.body, self.label = without_label(text, self.asked, hints)
        self.amounts: list[Amount] = []

    def entry(self, text: str, hints: Hints) -> StatedNumber:
        """Read one entry.  Raises Unreadable."""
        if not text:
            raise UnreadableAnswer("An entry is missing between two commas.")
        self.amounts.append(amount(text, self.asked, hints))
        return self.amounts[-1].number

    def converted(self, reading: Reading, tail: str) -> Reading:
        """Return the reading in the question's unit; that of another dimension refuses it.  Raises Unreadable."""
        is_share = tail.strip().casefold() in PERCENT
        scale, rest = (Fraction(1), tail) if is_share else scale_of(Core("", tail), self.hints, letters=False)
        if (letter := rest.strip()) in SCALE_LETTERS and not self._is_unit(letter):
            raise UnreadableAnswer(
                f'I do not know what "{letter}" is in {self.hints.unit}. Write the unit behind the list.'
            )
        unit, name, rest = unit_in(rest, self.asked, self.text, self.hints)
        refuse_unknown(rest, self.text, self.hints)
        behind = Amount(StatedNumber(0, 0, None), "", unit, name) if unit else None
        units = [each for each in self.amounts if each.unit]
        is_last = len(units) == 1 and self.amounts[-1].unit is not None and self.text[-1:] not in {"]", ")"}
        if is_last and re.search(r"[^\W\d_]", self.amounts[-1].text) and len(self.amounts) > 1:
            raise UnreadableAnswer(
                f'I cannot tell what all entries of "{brief(self.text)}" are scaled by. Write brackets.'
            )
        is_turned = bool(units) and "transposed" in reading.note
        if is_turned or (units and behind) or not (len(units) in {0, len(self.amounts)} or is_last):
            raise UnreadableAnswer(f'I cannot read the units in "{brief(self.text)}". Write one unit, behind the list.')
        common = behind or (units[0] if is_last else None) or (self._labelled() if not units else None)
        numbers = [times(each, scale) for each in reading.numbers]
        if common is None and not units:
            return reading._replace(numbers=tuple(numbers))
        amounts = [common] * len(numbers) if common else units
        return self._in_asked(reading, numbers, amounts)

    def _is_unit(self, letter: str) -> bool:
        """Whether a letter is a unit of the question's dimension: K where a temperature is asked."""
        try:
            return are_alike(read_unit(letter, self.asked), self.asked)
        except UnitError:
            return False

    def _labelled(self) -> Amount | None:
        """The unit that the label gives: `x (GB) =`."""
        return (
            Amount(StatedNumber(0, 0, None), "", read_unit(self.label, self.asked), self.label) if self.label else None
        )

    def _in_asked(self, reading: Reading, numbers: list[StatedNumber], amounts: list[Amount]) -> Reading:
        first = amounts[0]
        is_one_unit = all(each.unit == first.unit for each in amounts)
        if not is_one_unit and not all(each.unit and are_alike(each.unit, self.asked) for each in amounts):
            raise UnreadableAnswer(
                f'"{brief(self.text)}" has units of two kinds. Give every entry in {self.hints.unit}.'
            )
        if first.unit is None or not are_alike(first.unit, self.asked):
            shown = nest(reading.shape, [legible(number) for number in numbers], bracketed)
            refused = refusal(first.name, first.unit, self.asked, self.hints)
            return reading._replace(numbers=tuple(numbers), refused=refused, shown=f"{shown} {first.name}")
        found = [
            converted(each._replace(number=number), self.asked, self.text, self.hints)
            for each, number in zip(amounts, numbers, strict=True)
        ]
        reading = reading._replace(unit=first.name if is_one_unit else "")
        if all(each.unit == self.asked for each in amounts):
            return reading._replace(numbers=tuple(found))
        notes = [note for note in (reading.note, f"read from {first.name}") if note]
        return reading._replace(numbers=tuple(found), note=", ".join(notes))
