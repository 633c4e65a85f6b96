"""Wrong answers that a problem file lists under `mistakes`, read as the values of students' answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from checker.answers import Hints, Kind, fit_shape, flatten
from checker.answers.show import nest
from checker.answers.symbols import symbol_values
from checker.document.issues import Issue
from checker.engine import author_mistakes
from checker.engine.errors import ParameterError, UnreadableAnswer
from checker.engine.values.encoded import EncodedValue
from checker.notation import nodes
from checker.notation.number import OF_AUTHORS
from checker.notation.parser import parse
from checker.notation.text import plain
from checker.notation.value import CONSTANTS, MAX_NUMBER, evaluate
from checker.notation.words import UnknownName, shortened
from checker.problems.schema import ProblemFile, QuestionSection, WrongAnswer
from checker.questions.parameters import in_file
from checker.questions.resized import ResizedVariants
from checker.questions.variant import AuthorMistakes, Variant

if TYPE_CHECKING:
    from checker.problems.schema import Defaults

KEY: Final = "mistakes"
EXPRESSION: Final = "expression"
"""Parameter of a formula that an author's expression replaces."""


_SEVERAL: Final = "is two numbers"
"""What students are told who write two answers."""


class AnswerContext(NamedTuple):
    """What is needed to read an answer that an author wrote: the question, its step, and how answers are read."""

    variant: Variant
    step: str
    kind: Kind
    truth: Any
    hints: Hints
    symbols: Mapping[str, str]


def mistake_ids(section: Defaults) -> tuple[str, ...]:
    """Return `listed.mistake_1` and so on, for `credit`; for a problem with parts as many as any part has."""
    if not isinstance(section, QuestionSection):
        return ()
    parts = section.parts if isinstance(section, ProblemFile) else ()
    most = max(len(each.mistakes) for each in (section, *parts))
    return tuple(author_mistakes.author_sentences([""] * most))


def read_mistakes(
    entries: tuple[WrongAnswer, ...], context: AnswerContext
) -> tuple[AuthorMistakes | None, list[Issue]]:
    """Return the listed wrong answers, and the issues of those that cannot be read."""
    if not entries:
        return None, []
    if other_place := _other_place(context):
        return None, [Issue((KEY,), other_place, at_key=True)]
    answers: list[tuple[str, Any]] = []
    at_sizes: list[tuple[str, tuple[Any, ...]]] = []
    issues: list[Issue] = []
    for number, entry in enumerate(entries):
        key = "answer" if "answer" in entry.data else "expression"
        try:
            symbol_values = (
                read_answer(entry.answer, context) if key == "answer" else _at_sizes(entry.expression, context)
            )
        except InvalidEntryError as error:
            issues.append(Issue((KEY, number, key), error.message, unknown=error.unknown))
        except UnreadableAnswer as error:
            issues.append(Issue((KEY, number, key), error.message))
        else:
            answers.append((author_mistakes.option_name(number), symbol_values[0]))
            if len(symbol_values) > 1:
                at_sizes.append((author_mistakes.option_name(number), symbol_values))
        if "says" in entry.data and not entry.says.strip():
            issues.append(Issue((KEY, number, "says"), "says must be a sentence for students who give this answer"))
    sentences = author_mistakes.author_sentences([entry.says for entry in entries])
    others = context.variant.variants[1:] if at_sizes and isinstance(context.variant, ResizedVariants) else ()
    return AuthorMistakes(context.step, tuple(answers), tuple(sentences.items()), tuple(at_sizes), others), issues


class InvalidEntryError(Exception):
    """An entry has no value that could be an answer."""

    def __init__(self, message: str, unknown: UnknownName | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.unknown = unknown


def _other_place(context: AnswerContext) -> str:
    """Return where wrong answers to this type belong; empty if they belong to `mistakes`."""
    type_ = context.variant.solver.name
    if context.kind.needs_person:
        return f"a person marks the answers to {type_}; write wrong claims into the rubric, as `wrong`"
    if KEY in context.variant.arguments:
        return f"mistakes of {type_} belong to its parameters; write `parameters: {{mistakes: [...]}}`"
    return ""


def read_answer(text: str, context: AnswerContext) -> tuple[Any, ...]:
    """Return the value of an answer as a student writes it; of a formula the values at all sizes.

    Raise UnreadableAnswer or InvalidEntryError.
    """
    shape, _ = flatten(context.truth)
    try:
        reading = fit_shape(context.kind.read(text, context.hints), shape)
    except UnreadableAnswer as error:
        if _SEVERAL in error.message:
            raise InvalidEntryError(f"{shortened(text)} is more than one answer; write an entry for each") from None
        raise
    if reading.refused:
        raise UnreadableAnswer(reading.refused)
    if context.hints.whole and any(number.half >= 1 for number in reading.numbers):
        raise InvalidEntryError(f"{shortened(text)} can mean several numbers; write every digit")
    numbers = tuple(_number(number.value, context) for number in reading.numbers)
    return numbers if context.kind.is_formula else (nest(reading.shape, numbers, tuple),)


def _at_sizes(text: str, context: AnswerContext) -> tuple[Any, ...]:
    """Return the values of an expression at the sizes of the question, and at the other sizes."""
    variants = context.variant.variants if isinstance(context.variant, ResizedVariants) else (context.variant,)
    first, *others = [context._replace(variant=each) for each in variants]
    value = _computed(text, first)
    try:
        return (value, *(_computed(text, other) for other in others))
    except (UnreadableAnswer, InvalidEntryError):
        if context.kind.is_formula:
            raise InvalidEntryError(
                "this has no value at other sizes, but formulas are compared at several; choose another expression"
            ) from None
        return (value,)  # it can only explain numbers


def _computed(text: str, context: AnswerContext) -> Any:
    """Return the value of an expression in the parameters' names; for a formula in its symbols."""
    if EXPRESSION in context.variant.arguments:
        return _by_formula(text, context)
    if isinstance(context.truth, EncodedValue) or flatten(context.truth)[0]:
        raise InvalidEntryError(
            f"an expression gives one number, but the answer here is {context.kind.called}; write it as `answer`"
        )
    symbols = _symbols(context)
    tree = parse(plain(text), OF_AUTHORS)
    if unknown := next((each for each in nodes.names_in(tree) if each not in symbols), None):
        known = tuple(each for each in symbols if each not in CONSTANTS)
        message = f"{shortened(unknown)} is not a number of this question"
        raise InvalidEntryError(message, UnknownName(unknown, known, f"checker types {context.variant.solver.name}"))
    return _number(evaluate(tree, symbols), context)


def _by_formula(text: str, context: AnswerContext) -> Any:
    """Return the value of another expression in the symbols of a formula, which may use its functions."""
    try:
        value = context.variant.solver.function(**{**context.variant.arguments, EXPRESSION: text, "pieces": None})
    except ParameterError as error:
        raise InvalidEntryError(str(error)) from None
    shape, numbers = flatten(value)
    if shape != flatten(context.truth)[0]:
        raise InvalidEntryError(f"{shortened(text)} does not have the shape of the answer")
    return nest(shape, [_number(number, context) for number in numbers], tuple)


def _symbols(context: AnswerContext) -> dict[str, Any]:
    """Return the parameters that are numbers, also by the problem's symbols for them."""
    arguments = context.variant.arguments.items()
    sizes = {in_file(key): value for key, value in arguments if type(value) in (int, float)}
    return {**CONSTANTS, **symbol_values(context.symbols, sizes), **sizes}


def _number(value: Any, context: AnswerContext) -> int | float:
    """Return a number as the solver would: a whole one if its answers are whole."""
    if not -MAX_NUMBER <= value <= MAX_NUMBER:
        raise InvalidEntryError(f"this must be between -{MAX_NUMBER:g} and {MAX_NUMBER:g}")
    is_whole = context.hints.whole or isinstance(context.truth, EncodedValue)
    return int(value) if is_whole and value == int(value) else float(value)
