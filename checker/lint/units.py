"""Lint checks `dimension` and `unit`: expressions with units that do not fit, and unknown units.

`dimension` also reports answers in % that are probably meant as shares, and `unit` also reports units that the prompt
names (`named_units`) but no part declares.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from checker.document.findings import DataPath
from checker.engine.trace import TOTAL
from checker.lint.target import LintTarget
from checker.marking.mark import mark
from checker.marking.question import Question
from checker.problems import Finding, Part
from checker.questions.parameters import defaults
from checker.questions.variant import UNIT
from checker.solvers.generic import formula
from checker.text.number import PLAIN_NUMBER
from checker.units import (
    AmbiguousUnit,
    Unit,
    UnitError,
    UnknownUnit,
    convert,
    fault_of_author,
    is_counting,
    is_unit_word,
    unit_of_author,
)

_SHARE: Final = "%"
_QUOTIENT: Final = re.compile(r"/\s*[(A-Za-z]")
_PARAMETERS: Final = "parameters"
_TOTAL: Final = ("expression",)


def dimension(target: LintTarget) -> Iterator[Finding]:
    """Yield findings on expressions that add different things, or whose value is not in the declared unit.

    Only parts of the type `formula` are looked at.
    """
    found: set[tuple[object, str]] = set()
    for part in target.problem.parts:
        if part.variant.solver.name != "formula":
            continue
        declared = part.variant.arguments.get(UNIT)
        if declared == _SHARE and (message := _small_share(target, part)):
            yield target.finding("dimension", message, *target.nearest(part, (_PARAMETERS, UNIT), (UNIT, "is")))
        of_step = part.variant.unit_of(part.step) if part.step != TOTAL else None
        asked = (part.step, of_step) if of_step else None
        for path, problem in formula.unit_problems(asked, **part.variant.arguments):
            places = target.nearest(part, (_PARAMETERS, *path), (_PARAMETERS, _TOTAL[0]))
            if path == _TOTAL and declared:
                places = [*target.nearest(part, (_PARAMETERS, UNIT), (UNIT, "is")), *places]
            place = next((each for each in places if target.entry(each)), _TOTAL)
            subject = "The expression" if path == _TOTAL else f"The expression of {path[1]}"
            message = f"{subject} {problem}."
            if (place, message) not in found:
                found.add((place, message))
                yield target.finding("dimension", message, place)


def _small_share(target: LintTarget, part: Part) -> str:
    """Return a remark that an answer in % is probably meant as a share; empty if it is not.

    It is for a plain quotient between 0 and 1.
    """
    arguments = part.variant.arguments
    truth = target.table.truth[target.problem.parts.index(part)]
    written = arguments["expression"]
    has_units = bool(part.variant.solver.units(arguments))
    if has_units or part.step != TOTAL or not isinstance(truth, float) or not 0 < truth < 1:
        return ""
    if "100" in json.dumps(arguments) or not _QUOTIENT.search(written):
        return ""
    return f"The expression gives {truth:.3g}, so the answer is {truth:.3g}%. Multiply it by 100 if it is a share."


SYMBOLS: Final = "symbols"
MAX_SUGGESTIONS: Final = 2

MOST_WORDS: Final = 5
LONGEST: Final = 100

_SENTENCE: Final = re.compile(r"(?<=[.?!:])\s+(?=[^\W\d_]|[-*•(\[])")
_ASKS: Final = re.compile(
    r"\?\s*$|\b(?:give|state|compute|calculate|find|express|determine|write|answer|report|estimate|convert|enter"
    r"|work (?:it )?out|say|tell)\b|^(?:\W*\w{1,2}\W+)?(?:\w+ ){0,2}(?:how (?:much|many|far|long|fast)|what)\b",
    re.IGNORECASE,
)
_IN: Final = re.compile(r"\b(in|nearest)\s+(?:units? of\s+)?(?=[^\s])", re.IGNORECASE)
_HOW_MANY: Final = re.compile(r"\bhow many\s+(?!degrees? of freedom)(?=[^\W\d_])", re.IGNORECASE)
_MATHS: Final = re.compile(r"\$[^$]{1,200}\$|`[^`]{1,200}`")
_WORD: Final = re.compile(r"[^\W\d_]+")
_CLOSING: Final = ".,;:?!)]"
_REMARK: Final = re.compile(r"\w \(")
"""Brackets that repeat the unit: "in newtons (N)"."""
_NEXT: Final = re.compile(
    r"(?:to|with|and|rounded|does|do|did|is|are|was|will|would|can|has|have|must|if|when|that|by|on|at|from|for|of"
    r"|between|after|before)(?!\w)"
)
"""Words that may follow a unit; before other words it is part of a name, as in "in bit order"."""

_JOINING: Final = frozenset(
    {"per", "square", "squared", "cubic", "cubed", "of", "degrees", "degree", "million", "thousand"}
)
_EVERYDAY: Final = frozenset({"turn", "gray", "stone", "bar", "foot", "grain", "barrel", "cycle", "cup"})
"""Words that mean something else in a prompt: "in turn", "in gray"."""

_THINGS: Final = re.compile(
    r"(?:turn|revolution|rev|cycle|tour|bar|cup|stone|grain|barrel|knot|yard|mole|slug|barn)s|feet|cents?|penny|pennies|pence"
)
"""Words that are rarely units after "how many" and "nearest": "how many turns", "to the nearest cent"."""


def unit(target: LintTarget) -> Iterator[Finding]:
    """Yield findings on units that are unknown, contradict a step's unit, or are only in the prompt.

    Of several units in the prompt the first one that no part declares is reported.
    """
    yield from _unknown(target)
    for part in target.problem.parts:
        yield from _contradicted(target, part)
    parts = [part for part in target.problem.parts if part.answer_kind.may_have_unit]
    for named in named_units(target.problem.prompt, _names(parts)):
        if finding := _undeclared(target, parts, named):
            yield finding
            return


def _unknown(target: LintTarget) -> Iterator[Finding]:
    """Report each declared unit that is not known, once for every place where the file has it."""
    found: dict[tuple[DataPath, str], UnitError] = {}
    for part in target.problem.parts:
        if UNIT not in defaults(part.variant.solver):
            continue
        for path, text in _declared(part.variant.arguments):
            paths = (("unit", "is"), path) if path == ("parameters", UNIT) else (path,)
            place = next(each for each in target.nearest(part, *paths) if target.entry(each))
            if error := fault_of_author(text):
                found[place, text] = error
    for (place, text), error in found.items():
        yield target.finding("unit", _message(text, error, place), place)


def _declared(arguments: Mapping[str, Any]) -> Iterator[tuple[DataPath, str]]:
    """Yield the units among parameters, with where they are."""
    if isinstance(unit := arguments.get(UNIT), str) and unit not in PLAIN_NUMBER:
        yield ("parameters", UNIT), unit
    for name, symbol in (arguments.get(SYMBOLS) or {}).items():
        if isinstance(symbol, dict) and UNIT in symbol and symbol[UNIT] not in PLAIN_NUMBER:
            yield ("parameters", SYMBOLS, name, UNIT), symbol[UNIT]


def _message(text: str, error: UnitError, place: DataPath) -> str:
    """Return what is wrong with a unit, what follows from it, and what to write."""
    what = "answers in another unit cannot be converted" if SYMBOLS not in place else "it cannot be converted"
    if isinstance(error, AmbiguousUnit):
        return f"The unit `{text}` can be read as {error.one} or as {error.other}, so {what}. Write one of these."
    if not isinstance(error, UnknownUnit):
        return f"`{text}` is not a known unit, so {what}."
    where = "" if error.word == text else f" in `{text}`"
    meant = " or ".join(error.suggestions[:MAX_SUGGESTIONS])
    return f"`{error.word}`{where} is not a known unit, so {what}.{f' Did you mean {meant}?' if meant else ''}"


def _contradicted(target: LintTarget, part: Part) -> Iterator[Finding]:
    """Report a unit that a question declares for a step which the formula computes in another unit."""
    places = [(*target.section(part), *key) for key in (("parameters", UNIT), (UNIT, "is"))]
    right = part.variant.solver.units(part.variant.arguments).get(part.step)
    place = next((each for each in places if target.entry(each)), None)
    declared = part.variant.arguments.get(UNIT)
    if not right or place is None or not isinstance(declared, str):
        return
    if unit_of_author(declared) != unit_of_author(right):
        message = (
            f"`{part.step}` is computed in {right}, so the unit {declared} is not used. Remove it, or ask for an "
            f"expression in {declared}."
        )
        yield target.finding("unit", message, place)


def _names(parts: list[Part]) -> frozenset[str]:
    """Return the names of parameters and symbols, which are not units."""
    return frozenset(
        name for part in parts for name in (*part.variant.arguments, *(part.variant.arguments.get(SYMBOLS) or ()))
    )


def _undeclared(target: LintTarget, parts: list[Part], named: NamedUnit) -> Finding | None:
    """Return the finding of a unit that the prompt names and no part declares; None where nothing is wrong."""
    units = [declared for part in parts if (declared := part.variant.unit_of(part.step))]
    known = [found for each in units if (found := unit_of_author(each))]
    if named.text in units or named.unit in known:
        return None
    alike = [
        text
        for text in units
        if (found := unit_of_author(text)) and convert(Fraction(1), found, named.unit) is not None
    ]
    silent = [part for part in parts if not part.variant.unit_of(part.step)]
    if alike and not named.is_rounding:
        message = (
            f"The prompt asks for the answer in {named.text}, but an answer without a unit is read in {alike[0]}. "
            "Declare the unit that the prompt names, or change the prompt."
        )
        return target.finding("unit", message, ("prompt",))
    if alike or not silent:
        return None
    if UNIT in defaults(silent[0].variant.solver):
        of_part = " of the part that it belongs to" if target.problem.is_multipart else ""
        message = (
            f"The prompt asks for the answer in {named.text}, but the question has no unit, so answers in other units "
            f"cannot be converted. Declare `unit: {named.quoted}` in the `parameters`{of_part}."
        )
        return target.finding("unit", message, ("prompt",))
    if any(_is_read(target, part, named) for part in silent):
        return None
    message = (
        f"The prompt asks for the answer in {named.text}, but this type has no unit, so an answer with one cannot be "
        "read. Ask for the number alone, or use a type with a `unit`."
    )
    return target.finding("unit", message, ("prompt",))


def _is_read(target: LintTarget, part: Part, named: NamedUnit) -> bool:
    """Return whether the right answer has the same status with the unit behind it as without."""
    truth = target.table.truth[target.problem.parts.index(part)]
    answer = part.answer_kind.show(truth, part.decimal, part.tolerance)
    question = Question.of(target.problem, part)
    alone, measured = (mark(text, question).status for text in (answer, f"{answer} {named.text}"))
    return measured == alone


class NamedUnit(NamedTuple):
    """A unit that a prompt names for its answer, and where."""

    text: str
    unit: Unit
    is_rounding: bool
    """The prompt names it only to say how to round: "to the nearest metre"."""

    @property
    def quoted(self) -> str:
        """Return the unit as a YAML value."""
        return self.text if re.fullmatch(r"[^\W\d_][\w/^*·² ³-]*", self.text) else f'"{self.text}"'


def named_units(prompt: str, names: Collection[str] = ()) -> Iterator[NamedUnit]:
    """Yield the units in those sentences of a prompt that ask for the answer; `names` are symbols, which are no units.

    >>> [each.text for each in named_units("A car drives 90 km/h. How far does it get (in metres)?")]
    ['metres']
    >>> [each.text for each in named_units("The speed is given in km/h. How many minutes does it take in turn?")]
    ['minutes']
    """
    sentences = _SENTENCE.split(" ".join(_MATHS.sub("…", prompt).split()))
    for sentence in sentences:
        if len(sentences) == 1 or _ASKS.search(sentence):
            yield from _in_sentence(sentence, names)


def _in_sentence(sentence: str, names: Collection[str]) -> Iterator[NamedUnit]:
    """Yield the units that a sentence names after `in`, `nearest` or `how many`."""
    places = [(found.end(), found[1].lower()) for found in _IN.finditer(sentence)]
    places += [(found.end(), "how many") for found in _HOW_MANY.finditer(sentence)]
    for place, lead in places:
        if found := _unit_at(sentence[place : place + LONGEST], names, is_counted=lead == "how many"):
            text, unit = found
            if text != "second" if lead == "in" else not _THINGS.fullmatch(text.casefold()):  # who comes in second
                yield NamedUnit(text, unit, is_rounding=lead == "nearest")


def _unit_at(text: str, names: Collection[str], *, is_counted: bool) -> tuple[str, Unit] | None:
    """Return the longest unit with which a text begins, as text and unit; None if there is none.

    Unless `is_counted`, nothing may follow it that makes it part of a name.
    """
    words = text.split(maxsplit=MOST_WORDS)[:MOST_WORDS]
    for count in range(len(words), 0, -1):
        name = _without_closing(" ".join(words[:count]))
        rest = text[len(name) :].lstrip()
        is_end = not rest or rest[0] in f"{_CLOSING}(" or ((len(name) > 1 or not name.isalpha()) and _NEXT.match(rest))
        if not (is_end or is_counted) or _REMARK.search(name) or not _is_of_an_answer(name, names):
            continue
        if (unit := unit_of_author(name)) and _is_measured(unit):
            return name, unit
    return None


def _without_closing(written: str) -> str:
    """Return the text without punctuation at its end; a bracket that it opens itself stays."""
    while written and written[-1] in _CLOSING and not (written[-1] == ")" and written.count("(") >= written.count(")")):
        written = written[:-1]
    return written


def _is_of_an_answer(name: str, names: Collection[str]) -> bool:
    """Return whether every word is one of a unit, and none is a symbol of the question or an everyday word."""
    words = _WORD.findall(name)
    if not words:
        return name in {"%", "°", "€", "£", "¥", "$"}
    return all(
        (word in _JOINING or is_unit_word(word)) and word.casefold() not in _EVERYDAY and word not in names
        for word in words
    )


def _is_measured(unit: Unit) -> bool:
    """Return whether a unit is more than a name of what is counted, such as layers or tokens."""
    if not is_counting(unit) or len(unit.dimension) > 1:
        return True
    base = unit.dimension[0][0]
    return base == "data" or base.startswith("operation_") or base.isupper()  # the capitals are those of money
