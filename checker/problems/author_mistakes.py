"""Wrong answers that a problem file lists under `mistakes`, brought to the values that students would give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from checker.answers import Hints, fit_shape, flatten, kind
from checker.answers.show import nest
from checker.answers.symbols import symbol_values
from checker.document.issues import DataPath, Issue
from checker.engine import author_mistakes
from checker.engine.errors import ParameterError, UnreadableAnswer
from checker.engine.values.encoded import EncodedValue
from checker.notation import nodes
from checker.notation.number import OF_AUTHORS
from checker.notation.parser import parse
from checker.notation.text import plain
from checker.notation.value import CONSTANTS, HIGHEST, evaluate
from checker.notation.words import UnknownName, shortened
from checker.problems.schema import ProblemFile, QuestionSection, WrongAnswer
from checker.questions.parameters import in_file
from checker.questions.resized import ResizedVariants
from checker.questions.variant import AuthorMistake, Variant

if TYPE_CHECKING:
    from checker.problems.schema import Defaults

KEY: Final = "mistakes"
EXPRESSION: Final = "expression"
"""The parameter of a formula that an author's own expression may take the place of."""


class Asked(NamedTuple):
    """What is asked, as far as reading a wrong answer to it goes; at several sizes where formulas may answer it."""

    variant: Variant
    step: str
    kind: str
    truth: Any
    hints: Hints
    symbols: Mapping[str, str]


def names(says: Defaults) -> tuple[str, ...]:
    """`listed.mistake_1` and so on, as `credit` may name them; of a problem with parts as many as any part has."""
    if not isinstance(says, QuestionSection):
        return ()
    parts = says.parts if isinstance(says, ProblemFile) else ()
    most = max(len(each.mistakes) for each in (says, *parts))
    return tuple(author_mistakes.author_sentences([""] * most))


def listed_mistakes(says: tuple[WrongAnswer, ...], asked: Asked) -> tuple[AuthorMistake | None, list[Issue]]:
    """The wrong answers, with what is wrong with them as faults."""
    if not says:
        return None, []
    if elsewhere := _elsewhere(asked):
        return None, [Issue((KEY,), elsewhere, at_key=True)]
    answers: list[tuple[str, Any]] = []
    at_sizes: list[tuple[str, tuple[Any, ...]]] = []
    faults: list[Issue] = []
    for place, each in enumerate(says):
        key = "answer" if "answer" in each.said else "expression"
        try:
            given = _read(each.answer, asked) if key == "answer" else _at_sizes(each.expression, asked)
        except _Wrong as wrong:
            faults.append(wrong.fault((KEY, place, key)))
        except UnreadableAnswer as error:
            faults.append(Issue((KEY, place, key), error.message))
        else:
            answers.append((author_mistakes.option_name(place), given[0]))
            if len(given) > 1:
                at_sizes.append((author_mistakes.option_name(place), given))
        if "says" in each.said and not each.says.strip():
            faults.append(Issue((KEY, place, "says"), "says must be a sentence: what to tell who gives it"))
    sentences = author_mistakes.author_sentences([each.says for each in says])
    others = asked.variant.variants[1:] if at_sizes and isinstance(asked.variant, ResizedVariants) else ()
    return AuthorMistake(asked.step, tuple(answers), tuple(sentences.items()), tuple(at_sizes), others), faults


class _Wrong(Exception):  # noqa: N818 - it becomes a fault
    """What is wrong with an entry, in words for its author."""

    def __init__(self, said: str, unknown: UnknownName | None = None) -> None:
        super().__init__(said)
        self.said = said
        self.unknown = unknown

    def fault(self, path: DataPath) -> Issue:
        return Issue(path, self.said, unknown=self.unknown)


def _elsewhere(asked: Asked) -> str:
    """Why wrong answers to this type do not stand here."""
    type_ = asked.variant.solver.name
    if asked.kind == "text":
        return f"a person reads the answers to {type_}; wrong claims stand with their point of the rubric, as `wrong`"
    if KEY in asked.variant.arguments:
        return f"mistakes of {type_} stand among its parameters: `parameters: {{mistakes: [...]}}`"
    return ""


def _read(text: str, asked: Asked) -> tuple[Any, ...]:
    """An answer as a student may write it; a formula as its values at all sizes.  Raises Unreadable."""
    shape, _ = flatten(asked.truth)
    reading = fit_shape(kind(asked.kind).read(text, asked.hints), shape)
    if reading.refused:
        raise UnreadableAnswer(reading.refused)
    if asked.hints.whole and any(number.half >= 1 for number in reading.numbers):
        raise _Wrong(f"{shortened(text)} stands for many numbers; write every digit of the one that is meant")
    numbers = tuple(_number(number.value, asked) for number in reading.numbers)
    return numbers if asked.kind == "formula" else (nest(reading.shape, numbers, tuple),)


def _at_sizes(text: str, asked: Asked) -> tuple[Any, ...]:
    """What an expression gives at the question's own sizes, and at those beside it.  Raises Unreadable."""
    variants = asked.variant.variants if isinstance(asked.variant, ResizedVariants) else (asked.variant,)
    own, *others = [asked._replace(variant=each) for each in variants]
    value = _computed(text, own)
    try:
        return (value, *(_computed(text, other) for other in others))
    except (UnreadableAnswer, _Wrong):
        if asked.kind == "formula":
            raise _Wrong("this has no value at other sizes, and formulas are compared at several") from None
        return (value,)  # it explains numbers only


def _computed(text: str, asked: Asked) -> Any:
    """Arithmetic in the parameters' names; of a formula in its symbols, as itself.  Raises Unreadable."""
    if EXPRESSION in asked.variant.arguments:
        return _by_formula(text, asked)
    if isinstance(asked.truth, EncodedValue) or flatten(asked.truth)[0]:
        raise _Wrong(f"an expression gives a number, and the answer here is a {asked.kind}; write it as `answer`")
    symbols = _symbols(asked)
    tree = parse(plain(text), OF_AUTHORS)
    if unknown := next((each for each in nodes.names(tree) if each not in symbols), None):
        known = tuple(each for each in symbols if each not in CONSTANTS)
        said = f"{shortened(unknown)} is no number of this question"
        raise _Wrong(said, UnknownName(unknown, known, f"checker types {asked.variant.solver.name}"))
    return _number(evaluate(tree, symbols), asked)


def _by_formula(text: str, asked: Asked) -> Any:
    """Another expression of the same symbols, with the functions that formulas have."""
    try:
        value = asked.variant.solver.function(**{**asked.variant.arguments, EXPRESSION: text, "pieces": None})
    except ParameterError as error:
        raise _Wrong(str(error)) from None
    shape, numbers = flatten(value)
    if shape != flatten(asked.truth)[0]:
        raise _Wrong(f"{shortened(text)} has another shape than the answer")
    return nest(shape, [_number(number, asked) for number in numbers], tuple)


def _symbols(asked: Asked) -> dict[str, Any]:
    """The parameters that are numbers, with the problem's own symbols for them."""
    arguments = asked.variant.arguments.items()
    sizes = {in_file(key): value for key, value in arguments if type(value) in (int, float)}
    return {**CONSTANTS, **symbol_values(asked.symbols, sizes), **sizes}


def _number(value: Any, asked: Asked) -> int | float:
    """As solvers give it: a whole number where they do."""
    if not -HIGHEST <= value <= HIGHEST:
        raise _Wrong(f"this must lie within ±{HIGHEST:g}")
    is_whole = asked.hints.whole or isinstance(asked.truth, EncodedValue)
    return int(value) if is_whole and value == int(value) else float(value)
