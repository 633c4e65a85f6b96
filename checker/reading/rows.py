"""Reads lists and tables of numbers: `[1, 2]`, `1 2; 3 4`, `[1.5, 2.5] GB`, `A = [[1, 2], [3, 4]]^T`.

A text is taken apart into rows, rows into entries, and each entry is read as an amount.  Where a comma may separate
entries or thousands or be a decimal sign, every reading is tried, and the shape of the right answer decides.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.formula.parser import MAX_DEPTH
from checker.reading.amount import Amount, read_amount, read_tail
from checker.reading.arithmetic import multiply
from checker.reading.measure import are_alike, asked, wrong_dimension
from checker.reading.reading import Reading
from checker.reading.refusals import mixed_units, not_understood, unequal_sides
from checker.reading.show import Spelling, show_stated
from checker.reading.sides import agree, split_sides
from checker.reading.words import is_formula, label_of, lead_of
from checker.text.number import Hints
from checker.text.numeral import read_plain
from checker.text.plain import brief, end_of_bracket
from checker.text.vocabulary import Words
from checker.text.words import counted

_PAIRS: Final = {"[": "]", "(": ")"}
_SPELLINGS: Final = (
    (re.compile(r"(?:np|numpy)\.(?:float|int|uint)\d{1,3}\(([^()\[\],]{1,60})\)"), r"\1"),
    (re.compile(r"<([^<>=]*\d[^<>=]*[,;\s][^<>=]*)>"), r"[\1]"),
    (re.compile(r"\\(?:vec|mathbf|boldsymbol|bm|overrightarrow|hat|widehat)\s*\(?\s*([^\W\d_]\w*)\s*\)?"), r"\1"),
    (re.compile(r"""(["'])([^"',;]*)\1"""), lambda quoted: quoted[2].strip() or "null"),
    (re.compile(r"""(["'])(\d{1,3}(?:,\d{3}){2,9})\1"""), lambda quoted: quoted[2].replace(",", "")),
    (re.compile(r"\((?:[^()|,;]|,(?=\d))+(?:\|(?:[^()|,;]|,(?=\d))+)+\)"), lambda barred: barred[0].replace("|", "; ")),
    (re.compile(r"(?<!\w)binom \(([^()]+)\) ?\(([^()]+)\)"), r"[\1; \2]"),
    (re.compile(r"(?<=\d)(\.?) ?[-+] ?0\.?j(?!\w)"), r"\1"),
    (re.compile(r"\]\s*(?=\[)"), "],"),
    (re.compile(r"(^|[\[(,;])\s*minus\s+(?=[\d.])", re.IGNORECASE), r"\1-"),
    (re.compile(r"(?<=[\d)%]),?\s+(?:and|und|et|y)\s+(?=[-+.\d(√π])"), ", "),
)
_ODD: Final = re.compile(r"""["'<|\\j]|np\.|numpy|binom|\]\s*\[|(?i:minus)|\s(?:and|und|et|y)\s""")
"""Scalars of numpy, lists in pointed brackets, entries in quotes, bars and words between entries."""
_CONSTRUCTOR: Final = re.compile(
    r"(?:(?:np|numpy|torch|jnp|tf)\.)?"
    r"(?:array|asarray|matrix|[tT]ensor|FloatTensor|TensorShape|Array|Size|Matrix|list|tuple|shape)\s*(?=[(\[])"
)
_KEYWORD: Final = re.compile(
    r"\s*(?:dtype\s*=\s*(?:\w+\.)?(?P<type>\w+)|(?:device|grad_fn|requires_grad)\s*=[^\[\]]*)\s*"
)
_POWERS: Final = {"-1": "invers", "T": "transpose"}
_EACH: Final = re.compile(r"([^\W\d_]\w{0,7})\s*=\s*([^=,;]+(?:,\d+)?)")
_FACTOR: Final = re.compile(r"[-+]|(?:[-+*×/^√π.\d() ]|sqrt|frac|pi)*[\d)π]\s*[*×]?\s*")
"""What may be in front of the bracket of a list: `1/13` in `1/13 (3, 4, 12)`."""
_OPERATION: Final = re.compile(r"[^\W\d_][\w)|]* ?[-+*/×] ?[(|]*[^\W\d_]")
"""An operation on two symbols; `y/2` is another quantity than y."""
_WRAPPED: Final = 55  # numpy breaks the lines of a long vector near column 75; a row of a small matrix is shorter
TRANSPOSED: Final = re.compile(
    r"\s*(?:\^\s?[({]?\s?(?:T|\u22a4|tr|\\top|\\intercal|\\prime)(?![A-Za-z])\s?[)}]?"
    r"|\.(?:T|mT)(?![\w(])|\.(?:t|transpose)\(\)|'|\u22a4|T(?!\w))"
)
_MORE: Final = re.compile(r"\s*[,;]?\s*(?:[-+*/×√\d]|\((?![A-Za-z/ ]+\))|\.\d)")
_NEXT_ROW: Final = re.compile(r"\s*[,;]?\s*(?=[\[(][^A-Za-z\d]{0,99}\d)")
_SPACE: Final = re.compile(
    r"(?<![-+*/^×√=])(?<!sqrt)(?<!frac)(?<!exp)(?<!ln)(?<!sin)(?<!cos)\s+"
    r"(?=[-+\d√π]|\.\d|\((?![A-Za-z ]+\))|sqrt|frac|exp|ln|e\b|pi\b)(?![-+]\s)"
)
"""A space between entries; none next to a sign of arithmetic."""
_MARK: Final = re.compile(r"(?:[^\W\d_]{3,}|%)$")
"""A word of number or a percent sign: `12 thousand`."""
_TIGHT: Final = re.compile(r"(?<=\d),(?=\d)")
_THOUSANDS: Final = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?!\d|,\d)", re.ASCII)
_GROUP_OF_ZERO: Final = re.compile(r"(?<!\d)[1-9]\d{0,2},0\d\d(?!\d)", re.ASCII)
"""`1,024`, in which nobody means 1 and 24."""
_UNCLEAR: Final = re.compile(r",\s|\s,|^\D*0,\d\d+(?:,[-+]?0,\d\d+)*\D*$|(?<!\d)[1-9]\d{0,2},0\d\d(?!\d)", re.ASCII)
"""Commas with and without spaces behind them, decimals of 0, or `1,024`."""
_QUOTIENT: Final = re.compile(r"[\[(]?\s*-?[\d.,]+(?:\s*[/*·]\s*-?[\d.,]+)+\s*[\])]?", re.ASCII)
_ZERO_POINT: Final = re.compile(r"(?<![\d.])0,\d", re.ASCII)
_GROUPED: Final = r"[1-9]\d{0,2}(?:[ ,]\d{3})*"


class _Parts(NamedTuple):
    """The parts of a list: `1/2 [3, 4] N`."""

    unit: str
    """The one in its label."""
    factor: str
    body: str
    tail: str


class Table(NamedTuple):
    """The text of a list or a table, with the question's hints."""

    text: str
    hints: Hints
    listed: bool
    """The question asks for a list, so entries between `;` or line ends are a list and not a column."""

    def read(self) -> Reading:
        """Return the numbers in the text, in the question's unit.  Raise UnreadableAnswer."""
        *sides, parts = _taken_apart(self.text, self.hints, may_be_formula=self.listed)
        reading = self._choose(parts)
        for side in sides:
            other = self._replace(text=side).read()
            if reading.shape != other.shape or not all(map(agree, reading.numbers, other.numbers)):
                raise unequal_sides(self.text, "your final list")
        return reading

    def _choose(self, parts: _Parts) -> Reading:
        """Return the reading whose commas give the shape of the right answer."""
        body = parts.body
        readings: list[Reading] = []
        error: UnreadableAnswer | None = None
        for place, (text, decimal) in enumerate(self._comma_readings(body)):
            try:
                reading = self._replace(hints=self.hints._replace(decimal=decimal)).read_once(parts._replace(body=text))
            except UnreadableAnswer as unreadable:
                error = unreadable if not place else error
            else:
                is_new = all((reading.shape, reading.numbers) != (each.shape, each.numbers) for each in readings)
                readings += [reading] * is_new
        fitting = [each for each in readings if self._fits(each)]
        if len(fitting) == 1:
            return fitting[0]
        if error or not readings:
            raise error or UnreadableAnswer("I found no list of numbers. Write one, such as [a, b].")
        count, right = math.prod(readings[0].shape), math.prod(self.hints.shape or (0,))
        grouped = self.hints.whole and rf"[\[(]?(?:{_GROUPED}[,;\s]*){{{right}}}[\])]?"
        is_long = count > right > 0 and (re.fullmatch(grouped, body) if grouped else _ZERO_POINT.search(body))
        is_unclear = self.hints.decimal is None and (is_long or (_TIGHT.search(body) and _UNCLEAR.search(body)))
        if fitting or is_unclear or (len(readings) > 1 and ";" in body):
            raise _unclear_commas(self.text, self.hints)
        if count == 1 < right == len(re.findall(r"[/*·]", body)) + 1 and _QUOTIENT.fullmatch(body):
            raise UnreadableAnswer(f'"{brief(self.text)}" could be a list or a calculation. Write a list as [a, b].')
        return readings[0]

    def _fits(self, reading: Reading) -> bool:
        """Return whether this is the shape of the right answer; a single row or column of a list counts."""
        right = self.hints.shape
        is_line = right is not None and len(right) == 1 and (1 in reading.shape or not reading.shape)
        return reading.shape == right or (is_line and (math.prod(reading.shape),) == right)

    def _comma_readings(self, text: str) -> Iterator[tuple[str, str | None]]:
        """Yield each text and decimal sign that commas may mean: between entries, thousands, decimals.

        Commas are not between the entries of a list that has semicolons there.
        """
        hints = self.hints
        if not _TIGHT.search(text):
            yield text, hints.decimal
            return
        is_between = not (self.listed and ";" in text) and not (hints.whole and _GROUP_OF_ZERO.search(text))
        if is_between and hints.decimal != "comma":
            yield text, hints.decimal
        elif is_between and hints.whole:
            yield _TIGHT.sub("; ", text), "comma"
        if hints.decimal != "comma" and _THOUSANDS.search(text):
            yield _THOUSANDS.sub(lambda found: found[0].replace(",", ""), text), hints.decimal
        # a decimal point, which is none in 1.234,5
        if hints.decimal != "point" and not re.search(r"\d\.(?!\d{3},)\d|(?<!\d)0\.\d", text):
            yield text, "comma"
        elif hints.decimal is None and self.listed and ";" in text:
            yield _TIGHT.sub(".", text), "point"  # `1,00; 1.48`

    def read_once(self, parts: _Parts) -> Reading:
        """Return the numbers of one reading of the commas."""
        label, factor, body, tail = parts
        rows, axes = self._rows(body)
        columns = len(rows[0])
        for number, row in enumerate(rows, 1):
            if len(row) != columns:
                one, other = (counted(each, "entry", "entries") for each in (columns, len(row)))
                said = f"Row 1 has {one} and row {number} has {other}"
                raise UnreadableAnswer(f"{said}. Write the same number of entries in every row.")
        read = cache(lambda text: _entry(text, factor, self.hints))
        amounts = [read(entry) for row in rows for entry in row]
        reading = Reading((len(rows), columns)[2 - axes :], tuple(each.number for each in amounts))
        reading, tail = transposed(reading, tail)
        is_open = not axes or body[-1:] not in {"]", ")"}
        return self._in_unit(reading, amounts, label, tail, is_open=is_open and len(amounts) > 1)

    def _in_unit(self, reading: Reading, amounts: list[Amount], label: str, tail: str, *, is_open: bool) -> Reading:
        """Return the reading in the question's unit.

        Each entry has its unit, or one behind the list or in a label is that of all.  A unit behind the last entry of
        an open list is that of all only if the question asks for it: `3, 4 GB`.
        """
        if "%%" in tail:
            raise not_understood("%%", self.text, self.hints)
        scale, unit, name = read_tail(tail, self.text, self.hints)
        marks = [each.name or (mark[0] if (mark := _MARK.search(each.text)) else "") for each in amounts]
        if any(marks) and not all(marks):
            is_of_all = is_open and not any(marks[:-1]) and amounts[-1].unit == asked(self.hints.unit).unit
            if amounts[-1].unit is None or not is_of_all:
                sign = "percent sign" if "%" in self.text else "unit"
                raise UnreadableAnswer(
                    f'I cannot tell whether the {sign} in "{brief(self.text)}" belongs to every entry. '
                    "Write it after every entry."
                )
            amounts = [each._replace(unit=amounts[-1].unit, name=amounts[-1].name) for each in amounts]
        is_turned = "transposed" in reading.note
        if any(each.unit for each in amounts) and (unit or label or is_turned):
            raise UnreadableAnswer(f'I cannot read the units in "{brief(self.text)}". Write one unit after the list.')
        if unit or label:
            unit, name = (unit, name) if unit else (asked(label).unit, label)
            amounts = [each._replace(unit=unit, name=name) for each in amounts]
        amounts = [
            each._replace(number=multiply(number, scale)) for each, number in zip(amounts, reading.numbers, strict=True)
        ]
        return converted(reading, amounts, self.text, self.hints)

    def _rows(self, body: str) -> tuple[list[list[str]], int]:
        """Return the rows of entries in a text, and their axes: 0 of a number, 1 of a list, 2 of a table."""
        inner = inside(body)
        is_comma = self.hints.decimal == "comma"
        pieces = [piece.strip() for piece in split(body if inner is None else inner, ",;\n") if piece.strip()]
        nested = [inside(piece) for piece in pieces]
        # bracketed pieces that are entries and no rows: `(1/3), (2/3)`
        are_entries = (
            inner is None
            and not all(each[0] == "[" for each in pieces)
            and not all(re.search("[, ]", each) for each in pieces)
        )
        is_nested = bool(nested) and None not in nested and not are_entries
        if is_nested and len(nested) == 1 and ";" in (nested[0] or "") and not is_comma:
            inner, is_nested = nested[0], False  # LaTeX: brackets around an array
        if is_nested:
            if self.listed and inner is None and len(nested) > 1:
                raise UnreadableAnswer(f'"{brief(body)}" has {len(nested)} lists. Write only one.')
            return ([_entries(row or "", self.hints) for row in nested], 2)
        text = body if inner is None else inner
        if is_comma and self.listed:
            text = text.replace(";", ", ")
        lines = [line.strip() for line in split(re.sub(r",[ \t]*\n\s*", ", ", text), ";\n") if line.strip()]
        if inner is not None and ";" not in text and all(len(line) >= _WRAPPED for line in lines[:-1]):
            lines = [" ".join(lines)]
        rows = [_entries(line, self.hints) for line in lines] or [_entries("", self.hints)]
        if len(rows) == 1:
            is_number = len(rows[0]) == 1 and (inner is None or (body[0] == "(" and "," not in body))
            return (rows, 0 if is_number else 1)
        is_line = self.listed and all(len(row) == 1 for row in rows)
        return ([[row[0] for row in rows]], 1) if is_line else (rows, 2)


def _taken_apart(text: str, hints: Hints, *, may_be_formula: bool) -> tuple[*tuple[str, ...], _Parts]:
    """Return the sides of an equation that are lists, and the parts of its last side.

    Labels, and before brackets formulas, are passed over.  Raise UnreadableAnswer.
    """
    text = text.translate(str.maketrans("⟨⟩〈〉", "[][]"))
    for pattern, plainer in _SPELLINGS if _ODD.search(text) else ():
        text = pattern.sub(plainer, text)
    body, unit = lead_of(text, hints)
    lists: list[str] = []
    if "=" in body or "≈" in body:
        *sides, body = split_sides(_without_labels(body, hints))
        body = lead_of(body, hints).rest
        may_be_formula = may_be_formula and body[:1] in _PAIRS
        for side in sides:
            # a product, such as BA for AB, or a size
            label = None if re.fullmatch(r"[A-Z]{2,}|\|.*", side) else label_of(side, hints)
            unit = unit or (label.unit if label else "")
            is_formula_ = may_be_formula and _OPERATION.search(side) and is_formula(side, hints, ("=",))
            lists += [side] * (not (label or is_formula_ or _is_name(side, hints.words)))
    opening = re.search(r"\[|\([^()]*[,;]", body)
    factor = _FACTOR.fullmatch(body, 0, opening.start()) if opening else None
    if factor:
        if "/" not in factor[0] and "frac" not in factor[0]:
            whole = f'"{brief(text)}" is a calculation with a list'
            raise UnreadableAnswer(f"{whole}. Write only the entries of its result, such as [a, b].")
        body = body[factor.end() :]
    constructor = _CONSTRUCTOR.match(body)
    body = _without_numbers(body[constructor.end() :].lstrip() if constructor else body)
    front, bracket, _ = body.partition("[")
    if bracket and front[:1].isalpha() and "(" not in front:
        raise not_understood(front, text, hints)
    end = _closing(body, 0) if constructor else _end(body)
    list_, tail = body[:end], body[end:]
    if constructor:
        list_ = _without_keywords(list_)
    return *lists, _Parts(unit, factor[0].strip(" *×") if factor else "", list_.strip(), tail)


def _without_labels(body: str, hints: Hints) -> str:
    """Return the entries of a list in which each has a label, in the question's order: `a = 1, b = 5`."""
    # where a label of an entry begins: `a = 1, b = 5`
    pieces = re.split(r"(?:[,;]|(?<=[^\s=])\s)\s*(?=[^\W\d_]\w{0,7}\s*=)", body)
    found = [each.groups() for each in map(_EACH.fullmatch, pieces) if each]
    labels = [label for label, _ in found]
    numbered = [f"{labels[0][:-1]}{number}" for number in range(1, len(labels) + 1)] if labels else []
    is_list = len(found) == len(pieces) > 1 and labels in (numbered, _said(labels, hints.words))
    return "; ".join(entry for _, entry in found) if is_list else body


def _said(names: list[str], words: Words) -> list[str]:
    """Return those of some names that the question has, in its order."""
    return list(dict.fromkeys(re.findall(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)", words.text)))


def _is_name(name: str, words: Words) -> bool:
    """Return whether the question has a name of a list: `(x, y, z)` in this order, `A^-1` where an inverse is asked."""
    if power := re.fullmatch(r"([A-Z])\s?\^\s?\(?\s?(-1|T)\s?\)?", name):
        letter, exponent = power.groups()
        if re.search(rf"(?<!\w){letter}\^{exponent}", re.sub(r"[\s{}$()]", "", words.asked)):
            return True
        is_alone = re.search(rf"(?<![\w*·+−-])(?<![*·+−-]\s){letter}(?![\w^²³'+*·−-])", words.asked)
        letters = set(re.findall(r"(?<![^\W_])[A-Z](?![^\W_])", words.text))
        return _POWERS[exponent] in words.asked.casefold() and is_alone is not None and letters <= {letter}
    # `(x, y, z)`
    if found := re.fullmatch(r"\(\s*([^\W\d_]\w{0,7}(?:\s*[,;]\s*[^\W\d_]\w{0,7}){1,5})\s*\)(?:\^\(?T\)?)?", name):
        names = re.findall(r"\w+", found[1])
        return (_said(names, words) or sorted(names)) == names
    return False


def _without_keywords(text: str) -> str:
    """Return the list in the brackets of a call: `[1, 2]` of `([1, 2], dtype=float)`."""
    content = inside(text)
    if text[0] != "(" or content is None:
        return text
    arguments = split(content, ",")
    while len(arguments) > 1 and (keyword := _KEYWORD.fullmatch(arguments[-1])):
        if "int" in (keyword["type"] or "") and "." in content.rpartition("]")[0]:  # which cuts decimals off
            break
        arguments.pop()
    content = ",".join(arguments).strip()
    return content if inside(content) is not None else f"({content})"


def _end(text: str) -> int:
    """Return where a list at the beginning of a text ends, with further rows: `[1, 2], [3, 4]`."""
    if text[:1] not in _PAIRS:
        return len(text)
    end = _closing(text, 0)
    while following := _NEXT_ROW.match(text, end):
        end = _closing(text, following.end())
    return len(text) if text[0] == "(" and _MORE.match(text, end) else end  # `(1/3), 2/3`


def _entries(row: str, hints: Hints) -> list[str]:
    row = " ".join(row.split())
    if not row:
        raise UnreadableAnswer("This list is empty. Write its numbers, such as [a, b].")
    if row[0] == "[":
        raise UnreadableAnswer(
            "This has three levels of brackets. Write a vector as [a, b] and a matrix as [[a, b], [c, d]]."
        )
    if hints.decimal == "comma":
        row = re.sub(r",(?=\s|$)", ";", row)
        pieces = split(row.removesuffix(";"), ";") if ";" in row else _SPACE.split(row)
    elif "," in row:
        # a space that separates entries beside commas that may: `1234.5 -67,25`
        if _TIGHT.search(row) and re.search(r"\d\s+-[\d.]", row):
            raise _unclear_commas(row, hints)
        pieces = split(row.removesuffix(","), ",")
    else:
        pieces = _SPACE.split(row)
    return [piece.strip() for piece in pieces]


def _entry(text: str, factor: str, hints: Hints) -> Amount:
    """Return the amount in one entry, times a factor.  Raise UnreadableAnswer, also for none."""
    if text.casefold() in {"", "none", "null", "nan"}:
        raise UnreadableAnswer("An entry of this list is missing. Write a number there.")
    if factor:
        text = f"({factor})*({text})"
    number = read_plain(text, hints)
    return Amount(number, text, None, "") if number else read_amount(text, hints)


def converted(reading: Reading, amounts: list[Amount], text: str, hints: Hints) -> Reading:
    """Return a reading in the question's unit, or refused if its unit has another dimension."""
    wanted, first = asked(hints.unit).unit, amounts[0]
    if first.unit is None:
        return reading._replace(numbers=tuple(each.number for each in amounts))
    is_one = all(each.unit == first.unit for each in amounts)
    if not is_one and not all(are_alike(each.unit, wanted) for each in amounts if each.unit):
        raise mixed_units(text, f"every entry in {hints.unit}")
    if not are_alike(first.unit, wanted):
        numbers = tuple(each.number for each in amounts)
        shown = Spelling(hints.whole, hints.decimal).table(reading.shape, list(map(show_stated, numbers)))
        refused = wrong_dimension(first.unit, first.name, hints)
        return reading._replace(numbers=numbers, refused=refused, shown=f"{shown} {first.name}")
    numbers = tuple(each.in_asked(hints) for each in amounts)
    reading = reading._replace(numbers=numbers, unit=first.name if is_one else "")
    if all(each.unit == wanted for each in amounts):
        return reading
    return reading._replace(note=", ".join(filter(None, (reading.note, f"read from {first.name}"))))


def transposed(reading: Reading, tail: str) -> tuple[Reading, str]:
    """Return the numbers transposed if the text after them says so (`^T`), and the rest of that text."""
    sign = TRANSPOSED.match(tail)
    if sign is None:
        return reading, tail
    rows, columns = (1, *reading.shape)[-2:] if reading.shape else (1, 1)
    entries = tuple(reading.numbers[row * columns + column] for column in range(columns) for row in range(rows))
    return Reading((columns, rows), entries, "transposed"), tail[sign.end() :]


def _without_numbers(text: str) -> str:
    """Return the lines of a text without their numbers, if they are numbered from 1: `1. 0.6`, `2. 0.2`."""
    lines = text.split("\n")
    if len(lines) == 1:
        return text
    if all(line.startswith("- ") for line in lines):
        raise UnreadableAnswer(f'The dashes in "{brief(text)}" could be minus signs. Write one list, such as [a, b].')
    found = [re.match(r"(\d{1,3})[.):]\s+(?=[-+\d.\[(])", line) for line in lines]
    if [int(each[1]) for each in found if each] != list(range(1, len(lines) + 1)):
        return text
    return "\n".join(line[each.end() :] for line, each in zip(lines, found, strict=True) if each)


def with_entries(reading: Reading, text: str) -> Reading:
    """Return the reading of a list or a table.  Raise UnreadableAnswer if it is one number: `1534`."""
    if not reading.shape:
        raise UnreadableAnswer(f'"{brief(text)}" is one number. Write all entries, such as [a, b].')
    return reading


def split(text: str, separators: str) -> list[str]:
    """Return the pieces of a text between separators that are outside all brackets.

    Raise UnreadableAnswer for brackets that do not match or are nested too deep.
    """
    pieces, waiting, start = [], [], 0
    for match in re.finditer(rf"[][(){separators}]", text):
        sign = match[0]
        if sign in _PAIRS:
            waiting.append(_PAIRS[sign])
            if len(waiting) > MAX_DEPTH:
                raise UnreadableAnswer(f"This is nested more than {MAX_DEPTH} deep. Write fewer brackets.")
        elif sign in "])":
            if not waiting or waiting.pop() != sign:
                raise UnreadableAnswer(f'The brackets in "{brief(text)}" do not match. Close [ with ] and ( with ).')
        elif not waiting:
            pieces.append(text[start : match.start()])
            start = match.end()
    if waiting:
        raise not_closed(text)
    return [*pieces, text[start:]]


def inside(text: str) -> str | None:
    """Return the text inside the one pair of brackets around a text; None if there is no such pair."""
    if text[:1] not in _PAIRS or text[-1:] != _PAIRS[text[0]]:
        return None
    return text[1:-1].strip() if _closing(text, 0) == len(text) else None


def _closing(text: str, start: int) -> int:
    """Return the place after the bracket that closes the one at `start`.  Raise UnreadableAnswer."""
    end = end_of_bracket(text, start)
    if not end:
        raise not_closed(text)
    return end


def not_closed(text: str) -> UnreadableAnswer:
    """Return the error to raise for a bracket that is never closed."""
    return UnreadableAnswer(f'A bracket in "{brief(text)}" is not closed. Close every bracket.')


def _unclear_commas(text: str, hints: Hints) -> UnreadableAnswer:
    may_be = "be decimal commas or separate entries. Write decimal points."
    if hints.whole:
        may_be = "separate entries or thousands. Write no commas between thousands."
    return UnreadableAnswer(f'The commas in "{brief(text)}" could {may_be}')
