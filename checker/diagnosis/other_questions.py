"""Finds answers to another question: the value of another step, of all repetitions, or a sum with another part.

They are likely where a question has many steps, and they need its formulas, so they are tried where little else
explains an answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from types import MappingProxyType
from typing import Final

from checker.answers import flatten
from checker.derivation.arithmetic import NoValue
from checker.diagnosis import slips
from checker.diagnosis.causes import Cause
from checker.diagnosis.derived_wording import size_in_words
from checker.diagnosis.flat_values import Numbers, Shape, Value
from checker.diagnosis.numeric_equality import are_equal, noise_of
from checker.diagnosis.preceding_steps import preceding_steps
from checker.diagnosis.slipped_answers import ALONE
from checker.diagnosis.wording import named
from checker.engine.recording import terms_of
from checker.engine.trace import TOTAL
from checker.notation.words import enumerated
from checker.questions.derived import name_of, repetitions
from checker.questions.resized import ResizedVariants
from checker.questions.variant import Variant

NEAR: Final = 0.75
"""Share of the steps of the same scope, and of those of the same name, among the other steps."""

ANY_COUNT: Final = 0.5
"""Share of the other numbers of the question among those by which a step is multiplied once too often."""

MAX_OF_A_PART: Final = 10_000
"""Maximum answer to another part that a step may be multiplied by, as by the number of patches."""

MAX_COUNT: Final = 100
"""Maximum number of layers, heads or experts; larger numbers are sizes."""

MAX_OF_A_KIND: Final = 12
"""Maximum number of things of a kind of which one may be counted besides, or of steps of the same name."""

FEWEST_WITH_SIZES: Final = 1000
"""Smallest answer to which a size that is added besides shows."""

TIMES: Final = {1: 0.2, 2: 0.3, 3: 0.05, 4: 0.05}
"""How often a size is added so many times: a bias vector once, the gains and biases of a norm twice."""

Others = Iterator[tuple[Shape, Cause]]


class OtherQuestions:
    """The values that students give who answer another question.

    Of the right answers in `asked`, {step: value}, only those in `other_parts` may be given away.  `starts`: values
    that may be repeated, also as often as a number in `unused`.  `mistaken_parts`: other parts' values with a mistake.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - all that other questions are made of
        self,
        variant: Variant,
        step: str,
        asked: Mapping[str, Value],
        other_parts: Mapping[str, Value],
        starts: Sequence[Cause],
        unused: Sequence[int] = (),
        mistaken_parts: Mapping[str, Sequence[Cause]] = MappingProxyType({}),
    ) -> None:
        self._variant, self._step, self._truth = variant, step, asked[step]
        self._parts, self._starts, self._unused = other_parts, starts, unused
        self._mistaken_parts = mistaken_parts
        self._noise = noise_of(float(max(map(abs, self._truth[1]), default=0)) or 1.0)
        shown = [*other_parts.values()]
        self._hidden = [each for each in dict.fromkeys(asked.values()) if not self._is_among(each, shown)]

    def answers(self) -> Others:
        """Yield the answers to other questions than the asked one, each with its shape and as a cause of an error."""
        for shape, cause in chain(
            self._of_other_steps(),
            self._repeated(),
            self._of_the_model(),
            self._together(),
            self._of_mistaken_parts(),
        ):
            if not self._is_among((shape, cause.numbers), self._hidden):
                yield shape, cause

    def _is_among(self, value: Value, others: Iterable[Value]) -> bool:
        """Return whether a value is one of others, but for the noise of computing it."""
        shape, numbers = value
        return any(shape == each and are_equal(numbers, other, self._noise) for each, other in others)

    def _of_other_steps(self) -> Others:
        """Yield the values of the steps that are neither inside the asked one nor parts."""
        known = {self._truth, *self._parts.values()}
        found: dict[Value, str] = {}
        for path in sorted(self._variant.board, key=lambda path: (not self._is_near(path), path.count("."))):
            value = flatten(self._variant.board[path].value)
            if not self._is_inside(path) and path != TOTAL and any(value[1]) and value not in known:
                found.setdefault(value, path)
        near, before = sum(map(self._is_near, found.values())), preceding_steps(self._variant.board, self._step)
        for value, path in found.items():
            share, ways = (NEAR, near) if self._is_near(path) else (1 - NEAR, len(found) - near)
            prior = ALONE * slips.prior("another_step", ways) * share
            slip = "intermediate" if path in before else "another_step"
            yield value[0], Cause((), slip, path, prior, value[1])

    def _of_mistaken_parts(self) -> Others:
        """Yield the values of other parts with a mistake, and their sums with this step after the same mistake."""
        if self._truth[0] or not self._parts:  # the entries of shapes and vectors are small, and anything explains them
            return
        board = self._variant.board
        before = preceding_steps(board, self._step)
        inside = {flatten(step.value) for path, step in board.items() if path in before or self._is_inside(path)}
        own = {start.mistakes: start.numbers[0] for start in self._starts}
        instead, too = (slips.prior(slip, len(self._parts)) for slip in ("another_part", "together"))
        for part, starts in self._mistaken_parts.items():
            is_added = self._parts[part] not in inside
            for mistakes, _, _, prior, (number,) in (start[:5] for start in starts if len(start.numbers) == 1):
                yield (), Cause(mistakes, "another_part", part, prior * instead, (number,))
                if is_added and mistakes in own:
                    yield (), Cause(mistakes, "together", f"the part {part}", prior * too, (number + own[mistakes],))

    def _is_inside(self, path: str) -> bool:
        """Return whether a step is the asked one or part of it."""
        return self._step in (TOTAL, path) or path.startswith(f"{self._step}.")

    def _is_near(self, path: str) -> bool:
        """Return whether a step is of the same scope as the asked one, or has its name elsewhere."""
        return path.rpartition(".")[0] == self._step.rpartition(".")[0] or name_of(path) == name_of(self._step)

    def _repeated(self) -> Others:
        """Yield the answers for all repetitions of the step, as for all layers of a model."""
        found = {size_in_words(name): times for name, times in repetitions(self._variant.written, self._step)}
        found |= {f"{times:,}": times for times in self._unused if times not in found.values()}
        found |= {f"the part {part}": times for part, times in self._counted_parts() if times not in found.values()}
        counts = self._counts(found.values())
        for detail, times in {**counts, **found}.items():
            prior = slips.prior("repeated") * (1 if detail in found else ANY_COUNT / len(counts))
            for start in self._starts:
                numbers = tuple(number * times for number in start.numbers)
                yield self._truth[0], Cause(start.mistakes, "repeated", detail, start.prior * prior, numbers)

    def _of_the_model(self) -> Others:
        """Yield the sum over all repetitions and one like-named term outside of them: all norms and the final one."""
        shape, numbers = self._truth
        word, written = name_of(self._step).rpartition("_")[2], self._variant.written
        outer = [step for step in written.values() if not step.scope] if not shape and "." in self._step else []
        terms = {
            text: value for step in outer for text, value in terms_of(step.how) if type(value) is int and value > 1
        }
        alike = {text: value for text, value in terms.items() if text.rpartition("_")[2] == word}
        for name, times in repetitions(written, self._step):
            for text, value in alike.items():
                detail = f"{size_in_words(name)}, and added the {text.replace('_', ' ')}"
                prior = ALONE * slips.prior("repeated", len(alike))
                yield (), Cause((), "repeated", detail, prior, (numbers[0] * times + value,))

    def _counts(self, known: Collection[int]) -> dict[str, int]:
        """Return the numbers of the question that count things, such as layers, but for those of known values.

        Formulas of authors have none: they have symbols of their own.
        """
        if self._variant.solver.named < 1 or isinstance(self._variant, ResizedVariants):  # a formula has its own
            return {}
        given = self._variant.arguments.items()
        counts = {name: value for name, value in given if type(value) is int and 1 < value <= MAX_COUNT}
        return {size_in_words(name): value for name, value in counts.items() if value not in known}

    def _counted_parts(self) -> Iterator[tuple[str, int]]:
        """Yield the other parts that are whole numbers, such as how many patches there are."""
        for part, (shape, numbers) in self._parts.items():
            if not shape and type(numbers[0]) is int and 1 < numbers[0] <= MAX_OF_A_PART:
                yield part, numbers[0]

    def _together(self) -> Others:
        """Yield the sums of the step and another part, a step used with it or like it, or one of its sizes.

        Sums of other parts are yielded as well.
        """
        shape, numbers = self._truth
        parts = {f"the part {part}": value for part, value in self._parts.items()}
        values = {value: name for name, value in [*self._added_steps().items(), *parts.items()]}
        values = {**self._single_ones(), **values}
        alike = {name: value for value, name in values.items() if value[0] == shape}
        for name, (_, others) in alike.items():
            prior = ALONE * slips.prior("together", len(alike))
            yield shape, Cause((), "together", name, prior, tuple(map(sum, zip(numbers, others, strict=True))))
        elsewhere = {value: name for value, name in self._alike_elsewhere().items() if value[0] == shape}
        for (_, others), name in elsewhere.items():
            prior = ALONE * slips.prior("together", len(elsewhere))
            yield shape, Cause((), "together", name, prior, tuple(map(sum, zip(numbers, others, strict=True))))
        yield from self._with_sizes({value[1] for value in values})
        yield from self._of_other_parts()

    def _with_sizes(self, known: Collection[Numbers]) -> Others:
        """Yield the sums with a size of the step, times 1 to 4: as if a bias vector or a norm had been added.

        Only for answers of at least FEWEST_WITH_SIZES, and if the step has few sizes.
        """
        shape, numbers = self._truth
        if shape or type(numbers[0]) is not int or numbers[0] < FEWEST_WITH_SIZES:
            return
        inside = [self._variant.written[path] for path in self._variant.board if self._is_inside(path)]
        sizes = {
            value: size_in_words(name)
            for step in inside
            for name, value in step.names.items()
            if name not in step.steps and type(value) is int and MAX_OF_A_KIND < value < numbers[0] // 2
        }
        for size, name in sizes.items() if len(sizes) <= MAX_OF_A_KIND else ():
            for times, share in TIMES.items() if (size,) not in known else ():
                if (times * size,) in known:
                    continue
                detail = f"{times}·{size:,}" if times > 1 else f"{size:,} numbers"
                prior = ALONE * slips.prior(slips.SIZE_ADDED, len(sizes)) * share
                added = (numbers[0] + times * size,)
                yield (), Cause((), slips.SIZE_ADDED, f"{detail} ({name})", prior, added, is_estimated=True)

    def _of_other_parts(self) -> Others:
        """Yield the sums of two other parts, and of all."""
        shape = self._truth[0]
        parts = {part: value for part, value in self._parts.items() if value[0] == shape}
        sets = dict.fromkeys((*combinations(parts, 2), tuple(parts)) if len(parts) > 1 else ())
        for names in sets:
            detail, prior = f"{enumerated(names)} together", ALONE * slips.prior("another_step", len(sets)) * (1 - NEAR)
            yield (
                shape,
                Cause(
                    (),
                    "another_step",
                    detail,
                    prior,
                    tuple(map(sum, zip(*(parts[name][1] for name in names), strict=True))),
                ),
            )

    def _added_steps(self) -> dict[str, Value]:
        """Return the steps that a later step of the same scope uses together with the asked one."""
        board = self._variant.board
        together = [path for step in board.values() if self._step in step.uses for path in step.uses]
        values = {path: flatten(board[path].value) for path in together if not self._is_inside(path)}
        shown = {
            path: value
            for path, value in values.items()
            if any(value[1]) and (value == self._truth or not self._is_among(value, self._hidden))
        }
        return {f"the step {named(path)}": value for path, value in shown.items()}

    def _single_ones(self) -> dict[Value, str]:
        """Return {value: words} of one thing where a step used with the asked one counts several: one of two norms."""
        board, written, found = self._variant.board, self._variant.written, dict[Value, str]()
        together = dict.fromkeys(path for step in board.values() if self._step in step.uses for path in step.uses)
        for path in together:
            value, step = board[path].value, written.get(path)
            if path == self._step or step is None or type(value) is not int:
                continue
            for name, count in step.names.items():
                is_count = name not in step.steps and type(count) is int and 1 < count <= MAX_OF_A_KIND
                if is_count and name.endswith("s") and value % count == 0 and self._is_factor(path, name):
                    found[(), (value // count,)] = f"one of the {count} {name.replace('_', ' ')}"
        return found

    def _is_factor(self, path: str, name: str) -> bool:
        """Return whether a name is a factor of every counted term of a step."""
        formula = self._variant.derived.get(path)
        if formula is None:
            return False
        step = self._variant.written[path]
        try:
            doubled = formula.value_with(step.value, {**step.names, name: 2 * step.names[name]})
        except NoValue:
            return False
        return bool(doubled == 2 * step.value)

    def _alike_elsewhere(self) -> dict[Value, str]:
        """Return the steps of the same name elsewhere, such as in another block."""
        board, name = self._variant.board, name_of(self._step)
        paths = [path for path in board if name_of(path) == name and path != self._step] if "." in self._step else []
        values = {path: flatten(board[path].value) for path in paths[:MAX_OF_A_KIND]}
        return {
            value: f"the step {named(path)}"
            for path, value in values.items()
            if any(value[1]) and (value == self._truth or not self._is_among(value, self._hidden))
        }
