"""Lint checks on conventions and prompts.

They find conventions that are not declared, declared though no answer depends on them, or not stated in the prompt; the
keys `follow_through` and `symbols` where they have no effect; and prompts that show the answer to another problem.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Final, NamedTuple

from checker.diagnosis import Mistake
from checker.diagnosis.numeric_equality import Answers, identity
from checker.document import Mapping as Map
from checker.document.findings import DataPath
from checker.engine.errors import UnreadableAnswer
from checker.engine.recording import ChoicePoint
from checker.engine.trace import TOTAL
from checker.engine.values.tolerance import EXACT, as_decimal
from checker.kinds import Judge, Reading, StatedNumber, flatten
from checker.lint.target import LintTarget, shown_value
from checker.problems import Finding, Part
from checker.questions.variant import Variant
from checker.reading.show import POINT, show_stated
from checker.text.number import OF_AUTHORS
from checker.text.numeral import NUMERAL, make_number, read_numeral

PRESET: Final = "preset"
PLACEHOLDER: Final = "{conventions}"

GENERIC: Final = frozenset({"counted", "left_out", "none", "e", "0", "1", "2"})
"""Options too short to be recognised: a prompt may well contain these letters."""


def undeclared(target: LintTarget) -> Iterator[Finding]:
    """Yield a finding for each convention that the file leaves open although an answer depends on it.

    One that follows another is declared with that one, so only the other one is reported.  Differences within the
    tolerance do not count.
    """
    table, parts = target.table, target.problem.parts
    depending: dict[str, tuple[list[int], ChoicePoint]] = {}
    for i, part in enumerate(parts):
        for point in part.variant.conventions.values():
            if _is_settled(point, part.variant):
                continue
            values = (answers[i] for answers in _other_answers(target, point))
            if any(value is not None and table.is_incorrect(i, value) for value in values):
                concerned, _ = depending.get(point.name, ([], point))
                depending[point.name] = [*concerned, i], point
    for concerned, point in depending.values():
        i = concerned[-1]  # the whole comes after its parts
        part = parts[i]
        options = {option: table.answers(Mistake(point.name, option))[i] for option in point.options}
        answers = ", ".join(
            f"{option} gives {shown_value(part, value)}" + (" (default)" if option == point.right else "")
            for option, value in options.items()
            if value is not None
        )
        answer = f"The answer to `{part.id}`" if part.id else "The answer"
        if others := len(concerned) - 1:
            answer += f" (and to {others} more)"
        message = f"{answer} depends on `{point.name}`: {answers}. Declare it in `conventions`."
        yield target.finding("undeclared", message, *target.nearest(part, ("conventions",)))


def unused(target: LintTarget) -> Iterator[Finding]:
    """Yield a finding for each convention that the file declares though no answer depends on it.

    Those that come from a preset do not count.
    """
    table, parts = target.table, target.problem.parts
    sections: dict[DataPath, Iterable[int]] = {target.section(part): [i] for i, part in enumerate(parts)}
    for section, its_parts in ({(): range(len(parts))} | sections).items():
        for name in _declared_in(target, section):
            place = (*section, "conventions", name)
            concerned = [i for i in its_parts if _places(target, parts[i], name)[0] == place]
            menus = [parts[i].variant.menu for i in concerned]
            options = {option for menu in menus if name in menu for option in menu[name].options}
            answers = [table.answers(Mistake(name, option)) for option in options]
            if not any(each[i] is None or _differs(target, each, i) for each in answers for i in concerned):
                yield target.finding("unused", f"No answer depends on `{name}`. Remove it.", place)


def without_effect(target: LintTarget) -> Iterator[Finding]:
    """Yield a finding where `follow_through` or `symbols` has no effect."""
    parts = target.problem.parts
    carried = [part for i, part in enumerate(parts) if any(_leads(earlier, part) for earlier in parts[:i])]
    for part in parts:
        key = (*target.section(part), "follow_through")
        if part.follow_through and part not in carried and (target.entry(key) or not carried):
            message = "`follow_through` has no effect: no earlier part asks for a step of this answer. Remove it."
            yield target.finding("unused", message, *target.nearest(part, ("follow_through",)))
        if part.symbols and not part.answer_kind.takes_symbols:
            message = f"`symbols` has no effect: {part.answer_kind.called} is not written in symbols. Remove it."
            yield target.finding("unused", message, *target.nearest(part, ("symbols",)))


def _leads(earlier: Part, later: Part) -> bool:
    """Return whether the answer to `later` depends on the step that `earlier` asks for."""
    same = earlier.question == later.question and earlier.step not in (TOTAL, later.step)
    return same and later.variant.depends_on(later.step, earlier.step)


def unstated(target: LintTarget) -> Iterator[Finding]:
    """Yield a finding for each declared convention that changes an answer but is not in the prompt (`is_stated`)."""
    for i, part in enumerate(target.problem.parts):
        variant = part.variant
        for point in variant.conventions.values():
            option = variant.declared.get(point.name)
            if option is None or (point.follows and variant.declared.get(point.follows) == option):
                continue
            if not any(_differs(target, answers, i) for answers in _other_answers(target, point)):
                continue
            sentence = variant.sentences[f"{point.name}.{option}"]
            places = _places(target, part, point.name)
            is_of_part = "parts" in places[0]
            own = target.own_prompt(target.section(part))
            is_filled_in = PLACEHOLDER in own or (PLACEHOLDER in target.prompt and not is_of_part)
            if not is_filled_in and not is_stated(f"{target.prompt}\n{own}", point.name, option, sentence):
                hint = "Say so" if is_of_part else f"Say so, or write {PLACEHOLDER}"
                message = f"The prompt does not say that this question {sentence}. {hint}."
                yield target.finding("unstated", message, *places, ("prompt",))


def is_stated(prompt: str, name: str, option: str, sentence: str) -> bool:
    """Return whether a prompt mentions a convention; in doubt it does, as a false alarm is worse than none.

    It does if it holds all words of the convention's name (without a plural's ending: `bias`; `layer` and `norm` for a
    LayerNorm), or all symbols of its sentence (W_O, √d_k), or the name of the option, where that is a telling one.

    >>> is_stated("Do biases count?", "biases", "counted", "counts the biases")
    True
    >>> is_stated("How many weights?", "biases", "counted", "counts the biases")
    False
    """
    words = [_singular(word) for word in name.lower().split("_")]
    symbols = [word.strip(",.") for word in sentence.split() if re.search(r"[A-Z_√\[]", word)]
    low, squashed = prompt.lower(), _squashed(prompt)
    return (
        all(word in low for word in words)
        or (bool(symbols) and all(_squashed(symbol) in squashed for symbol in symbols))
        or (option not in GENERIC and _squashed(_singular(option)) in squashed)
    )


def _singular(word: str) -> str:
    return re.sub(r"(?<=s)es$|(?<=[^s])s$", "", word)


def _squashed(text: str) -> str:
    r"""Return only the letters and digits, so that √d_k, \sqrt{d_k} and sqrt_d_k are the same."""
    return re.sub(r"[^a-z0-9]", "", text.lower().replace("√", "sqrt"))


def _is_settled(point: ChoicePoint, variant: Variant) -> bool:
    """Return whether a convention needs no finding: it is declared, or follows one that is or may be reported."""
    followed = point.follows is not None and (point.follows in variant.declared or point.follows in variant.menu)
    return point.name in variant.declared or followed


def _other_answers(target: LintTarget, point: ChoicePoint) -> Iterator[Answers]:
    """Yield the answers with each of the wrong options."""
    return (target.table.answers(Mistake(point.name, option)) for option in point.wrong)


def _differs(target: LintTarget, answers: Answers, i: int) -> bool:
    """Return whether question i has another answer than the right one; a failed run has none."""
    return answers[i] is not None and identity(answers[i : i + 1]) != identity(target.table.truth[i : i + 1])


def _declared_in(target: LintTarget, section: DataPath) -> list[str]:
    """Return the conventions that one section of the file declares."""
    found = target.entry((*section, "conventions"))
    node = found[1] if found else None
    return [name for name in node.entries if name != PRESET] if isinstance(node, Map) else []


def _places(target: LintTarget, part: Part, name: str) -> list[DataPath]:
    """Return the paths at which a convention is declared for a part, the nearest first.

    If there are none, return the one at which it would be declared.
    """
    sections = dict.fromkeys((target.section(part), ()))
    paths = [(*section, "conventions", key) for section in sections for key in (name, PRESET)]
    return [path for path in paths if target.entry(path)] or paths[-1:]


FEWEST_DIGITS: Final = 4
"""Significant digits from which on equal numbers are no coincidence; zeros at the end do not count."""

LARGEST_ODD: Final = 15
"""Whole numbers that are 2^n times at most this are sizes that people choose: 3072, 14336, 32768."""

YEARS: Final = range(1900, 2100)

_NUMBER: Final = re.compile(rf"(?<![\w.])(?:(?<![\w)\]])-)?(?<![\w.]){NUMERAL}(?!\w)")
_PLAIN_SIGNS: Final = str.maketrans("\u00a0\u202f\u2009−", "   -")


class Answer(NamedTuple):
    """The right answer to a part that is a number, for finding it in other prompts."""

    name: str
    value: Decimal
    judge: Judge


class Exposure(NamedTuple):
    """The numbers that a problem's prompt shows, and the right answers to its parts."""

    problem: str
    finding: Finding
    """A finding without a message, at the prompt."""
    shown: Mapping[Decimal, StatedNumber]
    answers: tuple[Answer, ...]


def exposure(target: LintTarget) -> Exposure:
    """Return the numbers that a problem's prompt shows, and its right answers."""
    problem = target.problem
    answers = tuple(
        Answer(part.name, as_decimal(flatten(truth)[1][0]), part.answer_kind.judge(truth, part.tolerance))
        for part, truth in zip(problem.parts, target.table.truth, strict=True)
        if part.answer_kind.is_one_number
    )
    shown = _numbers(problem.prompt, problem.parts[0].decimal)
    return Exposure(problem.id, target.finding("revealed", "", ("prompt",)), shown, answers)


def revealed(exposures: Iterable[Exposure]) -> Iterator[Finding]:
    """Yield a finding for each prompt that shows the answer to another problem, unless that may be by chance.

    A number that the other problem's own prompt shows is no answer to hide.
    """
    problems = {each.problem: each for each in exposures}
    everywhere = [(answer, each) for each in problems.values() for answer in each.answers]
    by_rounding: dict[int, dict[Decimal, list[tuple[Answer, Exposure]]]] = {}
    for shows in problems.values():
        for value, number in shows.shown.items():
            if not _is_telling(value):
                continue
            place = _last_place(value)
            if place not in by_rounding:
                by_rounding[place] = _rounded(everywhere, place)
            found = [
                (answer, asks)
                for answer, asks in by_rounding[place].get(value, ())
                if asks is not shows and value not in asks.shown
                if answer.judge.verdict(Reading((), (number,))) == "correct"
            ]
            if found:
                yield shows.finding._replace(message=_message(number, found))


def _numbers(prompt: str, decimal: str | None) -> dict[Decimal, StatedNumber]:
    """Return the numbers in a prompt, by value."""
    hints = OF_AUTHORS._replace(decimal=decimal or OF_AUTHORS.decimal)
    numbers: dict[Decimal, StatedNumber] = {}
    for match in _NUMBER.finditer(prompt.replace("{,}", ",").replace(r"\,", " ").translate(_PLAIN_SIGNS)):
        sign = -1 if match[0].startswith("-") else 1
        try:
            coefficient, exponent = read_numeral(match[0].removeprefix("-").rstrip("."), hints)
        except UnreadableAnswer:
            continue  # a list of numbers, or a number that no question asks for
        numbers[Decimal(sign * coefficient).scaleb(exponent, EXACT)] = make_number(sign * coefficient, exponent)
    return numbers


def _is_telling(value: Decimal) -> bool:
    """Return whether a number has enough digits, and is none that people choose for its roundness."""
    if value == value.to_integral_value():
        whole = abs(int(value))
        if whole in YEARS or whole <= LARGEST_ODD * (whole & -whole):  # the power of 2 in it
            return False
    digits = "".join(map(str, value.as_tuple().digits))
    return len(digits.rstrip("0")) >= FEWEST_DIGITS


def _last_place(value: Decimal) -> int:
    """Return the place of the last digit stated: 0 for whole numbers."""
    exponent = value.as_tuple().exponent
    assert isinstance(exponent, int)  # noqa: S101 - a numeral is finite
    return min(exponent, 0)


def _rounded(answers: Iterable[tuple[Answer, Exposure]], place: int) -> dict[Decimal, list[tuple[Answer, Exposure]]]:
    """Return the answers by their value, rounded at this place."""
    rounded = defaultdict(list)
    for answer, asks in answers:
        value = answer.value.quantize(Decimal(1).scaleb(place), ROUND_HALF_UP, EXACT)
        rounded[value].append((answer, asks))
    return rounded


def _message(number: StatedNumber, found: list[tuple[Answer, Exposure]]) -> str:
    (answer, asks), *others = found
    more = f" (and to {len(others)} more)" if others else ""
    shown = POINT.number(show_stated(number))
    return (
        f"The prompt shows {shown}, the answer to `{answer.name}`{more} in {asks.finding.file}. "
        "Change the numbers of one of these problems."
    )
