"""`Kind`, the base class of the kinds of answers: what a kind does, and traits that the rest of the code asks for.

`kind` finds one by its name, and imports its file on first use; `natural_kind` finds that of a right answer.

What it does by default fits numbers and lists of them; only `read` is left to each kind.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, Final

from checker import kinds
from checker.engine.values import ComplexNumber, EncodedValue
from checker.engine.values.tolerance import Tolerance
from checker.kinds.compare import Judge
from checker.reading.reading import Reading, flatten
from checker.reading.show import (
    POINT,
    Spelling,
    are_right,
    digits_needed,
    format_number,
    json_number,
    nest,
    show_stated,
    spelling_of,
)
from checker.text import packaged
from checker.text.number import Hints
from checker.text.plain import is_blank

TELLING: Final = 3
"""Number of digits from which a value is hardly ever right by chance."""


class Kind(ABC):
    """A kind of answer: how it is read, compared and shown.

    A subclass in `checker/kinds/NAME.py` sets the class attributes that differ from the defaults below.  Its
    file assigns an instance to `kind`.
    """

    name: ClassVar[str]
    """The name in problem files, `answer: NAME`, which is also the noun of messages."""
    axes: ClassVar[int] = 1
    """Number of axes of right answers: 0 of a number, 1 of a list, 2 of a table."""
    coded_as: ClassVar[type[EncodedValue] | None] = None
    """The class of right answers that are not numbers, whose code compares them."""
    judged_by: ClassVar[type[Judge]] = Judge
    is_formula: ClassVar[bool] = False
    """True if answers are expressions, compared by their values at several sizes of the question."""
    is_one_number: ClassVar[bool] = False
    """True if the answer is one number: its working is checked, and steps of the solution may be next to it."""
    is_list: ClassVar[bool] = False
    """True if answers are lists or tables of numbers: whole numbers in a row are then not a shape."""
    has_entries: ClassVar[bool] = False
    """True if answers have several numbers, between brackets, commas or spaces."""
    may_have_unit: ClassVar[bool] = False
    """True if the numbers may have a unit, and may be rounded."""
    takes_symbols: ClassVar[bool] = False
    """True if the `symbols` of a problem mean something for answers."""
    is_in_symbols: ClassVar[bool] = False
    """True if answers are written in symbols, so that other symbols make another question."""
    has_options: ClassVar[bool] = False
    """True if answers are options of the question."""
    fits_banks: ClassVar[bool] = True
    """True if systems can grade answers in a question bank, where right ones are listed, or leave them to a person."""
    needs_person: ClassVar[bool] = False
    """True if a person marks every answer."""
    forms: ClassVar[str] = ""
    """The advice where an answer has not the form that is asked for, such as an interval with other ends."""
    example: ClassVar[str] = ""
    """A right answer as an author writes it, where that is not obvious."""
    results: ClassVar[frozenset[str]] = frozenset()
    """The results in documents that may be answers: kinds of `checker.writeups.results.pieces`.

    Where there are none, only answer lines are read.
    """

    @property
    def is_coded(self) -> bool:
        """Return whether answers are not numbers: the code of an EncodedValue compares them."""
        return self.coded_as is not None

    @property
    def is_of_numbers(self) -> bool:
        """Return whether answers consist of numbers, alone or in a list, so that they are no choice or formula."""
        return not self.is_coded and not self.is_formula

    @property
    def has_working(self) -> bool:
        """Return whether answers of this kind may come with working, as `3·4 = 12`."""
        return not (self.has_options or self.needs_person)

    @property
    def called(self) -> str:
        """Return what messages call an answer of this kind, with an article: `a number`, `an interval`."""
        return f"{'an' if self.name[0] in 'aeiou' else 'a'} {self.name}"

    @property
    def noun(self) -> str:
        """Return what messages call an answer of this kind: `number`, `complex number`."""
        return self.called.partition(" ")[2]

    def expected(self, truth: Any, symbols: Sequence[str]) -> str:  # noqa: ARG002 - for kinds that are no numbers
        """Return what messages say is expected, such as `a formula in d and n`; it does not reveal the answer."""
        return self.called

    def is_blank(self, text: str, truth: Callable[[], Any]) -> bool:  # noqa: ARG002 - for options
        """Return whether a text is no answer, or only a placeholder; `truth` gives the right answer, where needed."""
        return is_blank(text)

    def judge(self, truth: Any, tolerance: Tolerance) -> Judge:
        """Return a Judge that compares answers with this right answer, within a tolerance."""
        return self.judged_by(truth, tolerance)

    def right_share(self, judge: Judge, reading: Reading) -> float:
        """Return the share of an answer's entries that are right, from 0 to 1; 0 if the shape differs."""
        if reading.shape != judge.shape or not reading.numbers:
            return 0.0
        return 1 - len(judge.outside(reading)) / len(reading.numbers)

    def has_dimensions(self, reading: Reading) -> bool:
        """Return whether a result found in a document has as many axes as this kind needs; a lone row is a list."""
        is_table = len(reading.shape) > 1
        if self.axes > 1:
            return is_table or not reading.numbers
        return not (self.is_list and is_table) or 1 in reading.shape

    def is_telling(self, text: str) -> bool:
        """Return whether an answer is hardly ever right by chance, as `3,845` or `O(n^2 d)`, but not `8` or `O(n)`."""
        counted = str.isalnum if self.is_in_symbols else str.isdigit
        return sum(map(counted, text.removeprefix("O"))) >= TELLING

    @abstractmethod
    def read(self, text: str, hints: Hints) -> Reading:
        """Return the reading of a student's text.  Raise UnreadableAnswer, never anything else."""

    def fits(self, value: Any) -> bool:
        """Return whether a right answer can be of this kind."""
        if self.coded_as:
            return isinstance(value, self.coded_as)
        return not isinstance(value, bool | str) and len(flatten(value)[0]) == self.axes

    def show(self, value: Any, decimal: str | None = None, tolerance: Tolerance | None = None) -> str:
        """Return a right answer as people write it: 31,744, [0.6089, 0.1956], O(n²·d).

        `decimal`: the decimal sign that the assignment declares, "point" or "comma".  It has 4 digits, or as many as
        the `tolerance` needs to accept it.
        """
        if isinstance(value, EncodedValue):
            return str(value)
        shape, numbers = flatten(value)
        shown = [format_number(number, 4) for number in numbers]
        if tolerance and not are_right(shown, numbers, tolerance):
            digits = digits_needed(numbers, tolerance)
            shown = [format_number(number, digits) for number in numbers]
        return spelling_of(numbers, decimal).table(shape, shown)

    def spellings(self, value: Any) -> list[str]:  # noqa: ARG002 - for kinds with few
        """Return all usual ways to write a right answer, for systems that compare texts; none if these are too many."""
        return []

    def difference(self, reading: Reading, truth: Any) -> str:  # noqa: ARG002 - for kinds that say it in words
        """Return sentences on how an answer that is no number differs from the right one, without revealing that."""
        return ""

    def form_of(self, text: str) -> str:  # noqa: ARG002 - for kinds with forms
        """Return the form of an answer, such as `[)` for an interval with only its lower end; empty if it has none."""
        return ""

    def in_form(self, shown: str, form: str) -> str:  # noqa: ARG002 - for kinds with forms
        """Return a shown answer in a form that `form_of` returned, such as an interval with these brackets."""
        return shown

    def in_words(self, judge: Judge, reading: Reading) -> str:  # noqa: ARG002 - for kinds that say it in words
        """Return how wrong numbers differ, such as which end of an interval is wrong; empty to list wrong entries."""
        return ""

    def show_reading(self, reading: Reading, spelling: Spelling = POINT) -> str:
        """Return a student's answer as people write it, with the digits that were stated."""
        if reading.shown:
            return reading.shown
        tolerance = None if spelling.is_whole else spelling.tolerance
        if not reading.shape:
            return spelling.number(show_stated(reading.numbers[0], tolerance))
        return spelling.table(reading.shape, [show_stated(number, tolerance) for number in reading.numbers])

    def to_json(self, reading: Reading) -> Any:
        """Return a student's answer for JSON; numbers that do not fit a double are strings."""
        if reading.shown:
            return reading.shown
        numbers = [json_number(number.value) for number in reading.numbers]
        return nest(reading.shape, numbers) if reading.shape else numbers[0]


# files of this room that are no kind
KINDS: Final = tuple(name for name in packaged.modules(kinds.__path__) if name not in {"base", "compare"})
"""The names of all kinds."""


@cache
def kind(name: str) -> Kind:
    """Return the kind of answer with this name.  Raises KeyError if there is none; imports only its file."""
    if name not in KINDS:
        raise KeyError(name)
    found: Kind = import_module(f"{kinds.__name__}.{name}").kind
    return found


def natural_kind(truth: Any, *, has_unit: bool) -> Kind:
    """Return the kind of answer for a right answer whose problem file names no kind.

    A list of whole numbers is a shape, unless it has a unit.  Other numbers are a number, vector or matrix by axes.
    An EncodedValue carries the name of its kind, and a ComplexNumber is of kind `complex`.
    """
    if isinstance(truth, EncodedValue):
        return kind(truth.kind)
    if isinstance(truth, ComplexNumber):
        return kind("complex")
    axes = len(flatten(truth)[0])
    if axes == 1 and not has_unit and isinstance(truth, tuple | list) and kind("shape").fits(truth):
        return kind("shape")
    return kind(("number", "vector", "matrix")[axes])
