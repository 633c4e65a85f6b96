"""Promises that question types from outside keep: each is run on its examples and on draws, with each mistake alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from doctest import DocTestParser
from functools import partial
from io import StringIO
from itertools import combinations
from math import isclose
from random import Random
from typing import Any, Final, NamedTuple

from checker.diagnosis.values import ZERO, are_equal
from checker.engine.errors import INVALID_RUN, ParameterError
from checker.engine.recording import ChoicePoint, Recording
from checker.engine.trace import EMPTY, RIGHT, TOTAL, Run
from checker.engine.values import EncodedValue
from checker.kinds import flatten
from checker.problems import Finding, ProblemError
from checker.solvers import outside
from checker.solvers.formula_types import FormulaType
from checker.solvers.registry import Solver, solver, source_of, topics
from checker.solvers.signature import ParameterFaults, arguments
from checker.solvers.variant import NO_QUESTION, no_sentence

DRAWS: Final = 20
"""Number of questions that are drawn for each type."""

_NUMBER: Final = re.compile(r"(?<![\w.])-?\d+\.?\d*(?:e[-+]?\d+)?")


def names() -> list[str]:
    """Return the names of the question types from outside the package."""
    return [name for name, topic in topics().items() if topic == outside.FOLDER]


def type_findings() -> list[Finding]:
    """Return what is wrong with each question type from outside the package."""
    found: list[Finding] = []
    for name in names():
        try:
            found += findings_in(solver(name))
        except ProblemError as error:
            found += error.findings
    return found


def findings_in(type_: Solver) -> list[Finding]:
    """Return what is wrong with a question type from outside the package."""
    return _Promises(type_).findings()


class _Question(NamedTuple):
    arguments: Mapping[str, Any]
    declared: Mapping[str, str]
    menu: Mapping[str, ChoicePoint]
    steps: Mapping[str, str]
    total: Any


class _Promises:
    """One question type, and what is wrong with it."""

    def __init__(self, type_: Solver) -> None:
        assert type_.path  # noqa: S101 - not of the package
        self._type, self._path = type_, type_.path
        self._found: dict[Finding, None] = {}
        self._failed: dict[str, str] = {}
        """Why a run with a mistake failed, by the mistake."""

    def findings(self) -> list[Finding]:
        """Return all findings, from the examples to the mistakes."""
        examples, draws, rng = [*self._examples()], [*self._draws()], Random(1)  # noqa: S311 - no secret
        questions = [*examples, *draws]
        for question in questions:
            self._sentences(question)
        if questions and not self._found:
            questions += [other for each in examples for other in self._declared(each, rng)]
            questions += [next(self._declared(each, rng), each) for each in draws]
            self._mistakes(questions)
            self._menus(questions)
        return list(self._found)

    def _report(self, message: str, *path: str | int) -> None:
        self._found |= {each._replace(code="type"): None for each in self._type.fault(message, *path).findings}

    def _path_of(self, mistake: str) -> tuple[str | int, ...]:
        """Return where the file has a mistake or an option of a convention; empty for one of an included type."""
        point, _, option = mistake.partition(".")
        if isinstance(self._type.function, FormulaType):
            findings = self._type.function.findings
            places = range(len(findings.root.get("mistakes").items)) if "mistakes" in findings.keys(()) else ()  # type: ignore[union-attr]
            at = next((at for at in places if findings.text(("mistakes", at, "name")) == mistake), None)
            conventional = option in findings.keys(("conventions", point))
            return ("mistakes", at) if at is not None else ("conventions", point, option) if conventional else ()
        text = source_of(self._type)
        return (point, option or point) if point in text and option in text else ()

    # the runs

    def _run(
        self, given: Mapping[str, Any], declared: Mapping[str, str] = EMPTY, wrong: Mapping[str, str] = EMPTY
    ) -> _Question:
        recording = Recording(given)
        with outside.guarded(self._path, Exception):
            total = Run(declared, wrong, recording=recording)(self._type.function, given)
        return _Question(
            given, declared, recording.menu, {key: _shown(each.value) for key, each in recording.board.items()}, total
        )

    def _tried(
        self, sizes: Callable[[], Mapping[str, Any]], what: str, *path: str | int, declared: Mapping[str, str] = EMPTY
    ) -> _Question | None:
        """Return the question with these sizes; None if there is none, which is reported."""
        try:
            with outside.guarded(self._path, ParameterFaults, ParameterError, what=f"{what} fails"):
                question = self._run(given := arguments(self._type, sizes()), declared)
                if self._run(given, declared).steps != question.steps:
                    advice = "leave random numbers to `draw`, as a question has one answer"
                    self._report(f"it gives other values when it runs again; {advice}", f"def {self._type.name}")
                return question
        except (ParameterFaults, ParameterError) as error:
            self._report(NO_QUESTION.format(what, error), *path)
        return None

    def _examples(self) -> Iterator[_Question]:
        function, examples = self._type.function, self._type.examples
        formulas = function if isinstance(function, FormulaType) else None
        truths = formulas.truths if formulas else [None] * len(examples)
        conventions = formulas.declared if formulas else [EMPTY] * len(examples)
        for at, (example, truth, declared) in enumerate(zip(examples, truths, conventions, strict=True)):
            question = self._tried(partial(dict, example), "the example", "examples", at, declared=declared)
            if question:
                yield question
                if truth is not None and not _is_near(question.total, truth):
                    total = [*question.total] if isinstance(question.total, tuple) else f"{question.total:,}"
                    message = f"the steps give {total} for this example; correct them, or its total"
                    self._report(message, "examples", at, TOTAL)
        if not formulas:
            self._docstring()
        elif not any(truth is not None for truth in truths):
            self._report("no example has a `total`: add a right answer that you know from elsewhere", "examples")

    def _docstring(self) -> None:
        """Run the examples in the docstring of a type in Python."""
        function = self._type.function
        examples = DocTestParser().get_examples(function.__doc__ or "")
        if not examples:
            self._report(
                f"the docstring has no example: add `>>> {self._type.name}(...)` and a right answer that you know"
            )
        names = {**function.__globals__, "print": print}  # not a `print` of the type
        with outside.guarded(self._path):
            for each in examples:
                source, want, shown = each.source.strip(), each.want.strip(), StringIO()
                try:
                    with redirect_stdout(shown):
                        exec(compile(each.source, self._type.name, "single"), names)  # noqa: S102 - as doctest does
                except outside.Endless:  # no later example would end, either
                    raise
                except Exception as error:  # noqa: BLE001 - of an author
                    if not each.exc_msg or str(error) not in each.exc_msg:
                        self._report(f"`{source}` fails: {error}", source)
                    continue
                got = shown.getvalue().strip()
                numbers = [[float(number) for number in _NUMBER.findall(text)] for text in (want, got)]
                is_near = len(numbers[0]) == len(numbers[1]) > 0 and all(map(partial(isclose, rel_tol=1e-7), *numbers))
                if got != want and not is_near:
                    plain = re.sub(r"\bnp\.\w+\(([^()]*)\)", r"\1", got)  # without the types of numpy
                    self._report(f"`{source}` gives {plain}, and not {want}; correct one of them", source)

    def _draws(self) -> Iterator[_Question]:
        rng = Random(0)  # noqa: S311 - no secret
        for _ in range(DRAWS):
            question = self._tried(lambda: self._type.draw(rng), "a draw", "sizes", "draw")
            if question is None:
                return
            yield question

    def _declared(self, question: _Question, rng: Random) -> Iterator[_Question]:
        """Yield a question under each other option of its conventions alone, and under several of them."""
        points = [point for point in question.menu.values() if point.is_convention]
        several = {point.name: rng.choice(point.options) for point in points if rng.choice((True, False))}
        for declared in (several, *({point.name: option} for point in points for option in point.wrong)):
            with suppress(ParameterError):  # of sizes that do not go with the conventions
                yield self._run(question.arguments, declared)

    # what is told

    def _sentences(self, question: _Question) -> None:
        """Report options without a sentence, and sentences in the wrong form."""
        words = self._type.in_words(None, **question.arguments)
        said = {**words.sentences} if words else {}
        for point in question.menu.values():
            said |= {f"{point.name}.{option}": text for option, text in point.says.items()}
        for point in question.menu.values():
            for option in (each for each in point.options if each != RIGHT):
                id_ = f"{point.name}.{option}"
                text = said.get(id_, "")
                if not text:
                    fault = no_sentence(point, option)
                elif point.is_convention and (text[0].isupper() or text.endswith(".")):
                    fault = f"say what {id_} does, as in `counts the biases`: no capital, no full stop"
                elif not point.is_convention and not (text[0].isupper() and text.endswith((".", ".)"))):
                    fault = f"say {id_} as whole sentences that begin with `You`"
                else:
                    continue
                self._report(fault, *self._path_of(id_))

    def _menus(self, questions: Iterable[_Question]) -> None:
        """Report what a file of formulas says of mistakes and options that no question has."""
        met = {
            f"{point.name}.{option}" for each in questions for point in each.menu.values() for option in point.options
        }
        for id_, path in self._type.function.told() if isinstance(self._type.function, FormulaType) else ():
            if id_ not in met:
                self._report(f"no example or draw has {id_}; fix its name, remove it, or add an example", *path)

    def _mistakes(self, questions: Sequence[_Question]) -> None:
        """Report what fails, what changes nothing, and what equals another mistake or option everywhere."""
        steps: dict[str, list[Mapping[str, str] | None]] = {}
        conventional: set[str] = set()
        for at, question in enumerate(questions):
            for point in question.menu.values():
                conventional |= {point.name} if point.is_convention else set()
                for option in point.options if point.is_convention else point.wrong:
                    if self._path_of(id_ := f"{point.name}.{option}"):
                        found = question.steps if option == point.right else self._wrong(question, point.name, option)
                        steps.setdefault(id_, [None] * len(questions))[at] = found
        for id_, given in steps.items():
            is_truth = all(each is None or each == truth.steps for each, truth in zip(given, questions, strict=True))
            if is_truth and id_.partition(".")[0] not in conventional:
                self._changes_nothing(id_, is_run=any(given))
        for one, other in combinations(steps, 2):
            points = {id_.partition(".")[0] for id_ in (one, other)}
            if steps[one] == steps[other] and any(steps[one]) and (len(points) == 1 or not points & conventional):
                self._report(f"{other} gives what {one} gives, in all steps of all questions", *self._path_of(other))

    def _changes_nothing(self, id_: str, *, is_run: bool) -> None:
        """Report why a mistake changes nothing; `is_run` says whether a question has a value with it."""
        path, function = self._path_of(id_), self._type.function
        if isinstance(function, FormulaType) and (absent := function.absent(int(path[1]))):
            self._report(f"`{absent}` is in no formula; write it as it is there", *path)
        elif is_run:
            advice = "fix it, remove it, or add an example where it matters"
            self._report(f"{id_} changes no step of any example or draw; {advice}", *path)
        elif id_ in self._failed:
            why = f"{self._failed[id_]}; correct it, or add an example where it gives a value"
            self._report(f"{id_} fails in every example and draw: {why}", *path)

    def _wrong(self, question: _Question, point: str, option: str) -> Mapping[str, str] | None:
        """Return the steps with a mistake; None where it does not fit the question.  Report other errors."""
        id_ = f"{point}.{option}"
        try:
            return self._run(question.arguments, question.declared, {point: option}).steps
        except INVALID_RUN as error:
            self._failed[id_] = f"{type(error).__name__}: {error}"
            return None
        except ProblemError:
            raise
        except Exception as error:  # noqa: BLE001 - of an author
            self._report(f"{id_} fails: {error}; correct it", *self._path_of(id_))
            return None


def _is_near(total: Any, truth: Any) -> bool:
    """Return whether a result is a truth: whole numbers exactly, real ones but for the errors of floats."""
    if isinstance(total, tuple) and isinstance(truth, tuple):
        return len(total) == len(truth) and all(map(_is_near, total, truth))
    if isinstance(total, int | float) and isinstance(truth, int | float):
        return are_equal([total], [truth], ZERO)
    return bool(total == truth)


def _shown(value: Any) -> str:
    if isinstance(value, EncodedValue | int):
        return str(value)
    shape, numbers = flatten(value)
    return f"{shape} {[f'{each:.9g}' for each in numbers]}"
