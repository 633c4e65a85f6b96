"""The whole flow, on one page: an answer is read, compared, explained and marked.  Read this first.

    text ──► Reading ──► verdict ──► Diagnosis ──► Outcome (points, feedback) ──► Result (with the student's name)

A `Marker` is made once for each part and level of feedback; it remembers what it found out about an answer, since
students give the same answers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from checker.answers import Judge, Reading, fit_shape, flatten, is_blank, kind
from checker.answers.from_program import EXPECTED, as_text
from checker.answers.symbols import numeric_arguments
from checker.diagnosis import Diagnosis, Explanation, MistakenRuns, WrongAnswerIndex, diagnose, every_way
from checker.diagnosis.slips import REARRANGED
from checker.engine.errors import UnreadableAnswer
from checker.engine.memory import Memory
from checker.engine.values.encoded import EncodedValue
from checker.marking import feedback as say
from checker.marking.credit import Credit
from checker.marking.credit import credit as credit_for
from checker.marking.feedback import Feedback
from checker.marking.outcome import Outcome, Result, plain_truth
from checker.notation.vocabulary import Words, lexicon
from checker.notation.words import shortened
from checker.problems import Part, Problem
from checker.questions.resized import hints
from checker.questions.variant import Variant

if TYPE_CHECKING:  # few questions are answered with formulas
    from checker.answers.formula_sides import Sides
    from checker.marking.formula_target import FormulaTarget

MOST_REMEMBERED: Final = 1024
"""So many different answers to one part are remembered: more than a large class gives.  Each takes 1 to 5 kB."""

MOST_SHARED: Final = 16_384
"""So many are remembered by markers that share a memory."""

LONGEST_REMEMBERED: Final = 1_000
"""Characters: longer answers are hardly given twice."""

LONGEST_SHOWN: Final = 40
"""A longer answer is not repeated in the message."""

MOST_TRACES: Final = 64
"""So many variants keep their mistaken runs."""

MOST_MARKERS: Final = 32
"""So many markers are kept for `check`."""

OutcomeMemory = Memory[tuple["Marker", str], Outcome]
"""The outcomes of answers that have been given, by marker and text."""

_traces: Memory[Any, MistakenRuns] = Memory(MOST_TRACES)
_markers: Memory[tuple[int, str | None, str], Marker] = Memory(MOST_MARKERS)
"""By the identity of a problem, which its marker keeps alive; its part and the level of feedback."""


def check(problem: Problem, answer: Any, part: str | None = None, *, feedback: str = "explain") -> Result:
    """Check one answer to a problem, or to one of its parts: a text, a number, or a list, tuple or array of them.

    Raises LookupError if the problem has no such part, ValueError for an unknown level of feedback, and TypeError for
    an answer of another type, a list that holds itself too.  Any other exception is a fault of ours.
    """
    if isinstance(answer, Mapping):
        raise TypeError(f"{EXPECTED}, not {type(answer).__name__}; `check_parts` takes answers by their parts")
    check_call(problem, [part], feedback)
    marker = _markers.get((id(problem), part, feedback), lambda: Marker(problem, problem.part(part), feedback))
    return Result(None, marker.mark(as_text(answer)))


def check_call(problem: Problem, parts: Iterable[str | None], feedback: str) -> None:
    """Raise what `check` does where the problem has no such part, or there is no such level of feedback."""
    if feedback not in say.LEVELS:
        raise ValueError(f"feedback is one of {', '.join(say.LEVELS)}, not {feedback!r}")
    known = [each.id for each in problem.parts]
    for part in parts:
        if part not in known:
            ids = ", ".join(id_ for id_ in known if id_)
            if not ids:
                raise LookupError(f"{problem.id} has no parts")
            if part is None:
                raise LookupError(f"{problem.id} has the parts {ids}: give one as `part`")
            raise LookupError(f"{shortened(str(part))} is not a part of {problem.id}; the parts are {ids}")


class Marker:
    """Marks answers to one part of a problem, at one level of feedback.

    What it remembers can be put into a `memory` that several markers share.  An outcome keeps its marker alive.
    """

    def __init__(self, problem: Problem, part: Part, level: str = "full", memory: OutcomeMemory | None = None) -> None:
        self.problem = problem
        self.part = part
        self.level = level
        self.kind = kind(part.kind)
        self._prompt = problem.prompt.strip()
        self.truth = _truth(part.variant, part.step)
        self.question = part.variant
        self.judge = Judge(self.truth, part.tolerance)
        asked = {part.step.rpartition(".")[2], part.id}
        words = Words(
            lambda: said_of(problem, part), {*numeric_arguments(part.variant.arguments), *part.symbols} - asked
        )
        self._formulas: FormulaTarget | None = None
        if part.kind == "formula" or (part.kind == "number" and part.symbols):
            from checker.marking.formula_target import (
                FormulaTarget,  # here, because few questions are answered with them
            )

            self._formulas = FormulaTarget(part, words)
        self.asked = self._formulas if self._formulas and part.kind == "formula" else None
        if self.asked:
            self.question, self.judge = self.asked.spread, self.asked.judge
        truth = self.judge.numbers if self.asked else self.truth
        self._hints = hints(self.question, part.step, truth, part.decimal, part.symbols, words)
        self._remembered: OutcomeMemory = Memory(MOST_REMEMBERED) if memory is None else memory

    @cached_property
    def index(self) -> WrongAnswerIndex:
        """Every known wrong answer to this part; built when the first wrong answer comes."""
        parts = [part for part in self.problem.parts if part.id and part.id != self.part.id]
        traces = _shared_traces(self.problem, self.part, self.question)
        if self.asked:
            return self.asked.index(traces, parts, self._other.index)
        parts = [part for part in parts if self.level == "full" or self._is_as_precise(part)]
        others = {part.id: flatten(_truth(part.variant, part.step)) for part in parts if part.id}
        return WrongAnswerIndex(traces, self.part.step, others)

    @cached_property
    def variant_key(self) -> str:
        """The hash of the question as the student sees it; nothing that the prompt hides goes into it."""
        return self.part.public_key

    @cached_property
    def expected(self) -> Any:
        """The truth for the record; nothing below full feedback."""
        return plain_truth(self.truth) if self.level == "full" else None

    @cached_property
    def expected_formula(self) -> str:
        """The right formula, where one is asked and known; nothing below full feedback."""
        return self.asked.expected if self.asked and self.level == "full" else ""

    def mark(self, given: str) -> Outcome:
        """What this answer earns, and what is said of it."""
        if len(given) > LONGEST_REMEMBERED:
            return self._mark(given)
        return self._remembered.get((self, given), lambda: self._mark(given))

    def _mark(self, given: str) -> Outcome:
        if self._is_blank(given):
            return Outcome(self, "not_answered", given, Feedback("No answer was given."), points=0.0)
        try:
            if self._formulas and (sides := self._formulas.sides(given)):
                return self._side_by_side(given, self._formulas, sides)
            return self.alone(given)
        except UnreadableAnswer as error:
            why = self._formulas.unreadable(given, error) if self._formulas else error.message
            return Outcome(self, "unreadable", given, Feedback(why), points=None)

    def _side_by_side(self, given: str, formulas: FormulaTarget, sides: Sides) -> Outcome:
        """A formula and a number: the one that is asked for is judged, and the other one told beside it."""
        from checker.marking.formula_with_number import merge_outcomes

        asked, other = (sides.formula, sides.number) if self.asked else (sides.number, sides.formula)
        return merge_outcomes(formulas, given, self.alone(asked), self._other.alone(other))

    @cached_property
    def _other(self) -> Marker:
        """Marks what stands beside the answer: a number beside a formula, or a formula beside a number."""
        other = "number" if self.asked else "formula"
        return Marker(self.problem, replace(self.part, kind=other), self.level)

    def alone(self, given: str) -> Outcome:
        """One answer, read and judged.  Raises Unreadable."""
        reading = self.kind.read(given, self._hints)
        if self.part.kind == "text":
            return self._for_a_person(given, self.truth)
        return self._judged(given, fit_shape(reading, self.judge.shape))

    def _judged(self, given: str, reading: Reading) -> Outcome:
        """An answer that could be read, compared with the truth."""
        verdict = self.judge.verdict(reading)
        if verdict == "correct":
            remark = (reading.remark,) if reading.remark else ()
            shown = "Your formula" if self.asked else say.DIGITS_STATED.sub("", self.kind.show_reading(reading))
            right = Feedback(f"{shown} is right.", remark)
            return Outcome(self, "correct", given, right, points=self.part.points, reading=reading)
        if verdict == "refused":
            shown = say.headline(self.kind.show_reading(reading), self.kind.name, 0, 0)
            refused = Feedback(shown, (reading.refused,), steps=reading.refused)
            return Outcome(self, "incorrect", given, refused.at(self.level), points=0.0, reading=reading)
        if self._is_undecided(reading) and not self._accepted(reading):
            if verdict == "shape":
                return self.explained(given, reading, Diagnosis())
            return Outcome(self, "too_coarse", given, self._coarse, points=None, reading=reading)
        if verdict == "coarse" and self.level == "full":
            points = self._points(self.part.imprecise_credit)
            return Outcome(self, "partial", given, self._coarse, points=points, reading=reading)
        # below full a rounding of the truth is as wrong as any other number, and the reply must not tell which it is
        diagnosis = Diagnosis() if verdict == "coarse" else diagnose(self.index, reading)
        return self.explained(given, reading, diagnosis)

    @cached_property
    def _coarse(self) -> Feedback:
        """What is said of an answer with too few digits."""
        return say.too_coarse(self.part.tolerance, whole=self.judge.whole)

    def _is_undecided(self, reading: Reading) -> bool:
        """Return whether an answer has fewer digits than the tolerance needs, and the level forbids to judge these.

        This depends on its text alone.  A 0 has no significant digit that could be missing: it goes as far as the
        numbers next to it.
        """
        if self.level == "full" or self.asked or isinstance(self.truth, EncodedValue):
            return False
        stated = tuple([number for number in reading.numbers if number.value])
        return self.judge.is_coarse(
            reading if len(stated) == len(reading.numbers) else reading._replace(numbers=stated)
        )

    def _is_as_precise(self, other: Part) -> bool:
        """Return whether enough digits here are enough for another part.  Else an answer here confirms some there."""
        truths = flatten(_truth(other.variant, other.step))[1]
        whole = all(isinstance(number, int) for number in truths)
        return other.tolerance == self.part.tolerance and whole == self.judge.whole

    def _is_blank(self, given: str) -> bool:
        """Whether this is no answer; an option may say `none`."""
        blank = is_blank(given) or given.strip() == self._prompt
        if blank and self.part.kind == "choice":
            from checker.answers.choice import is_option

            return not is_option(given, self.truth.options)
        return blank

    def _for_a_person(self, given: str, rubric: Any) -> Outcome:
        """A text: what it says is laid out, and a person decides.  Below full feedback the rubric stays unseen."""
        if self.level != "full":
            return Outcome(self, "needs_review", given, Feedback(say.A_PERSON), points=None)
        from checker.marking.essay_matches import essay_matches  # here, because most questions are no essays

        evidence = essay_matches(given, rubric)
        told = Feedback(say.A_PERSON, say.laid_out(rubric, evidence))
        return Outcome(self, "needs_review", given, told, points=None, evidence=evidence)

    def explained(self, given: str, reading: Reading, diagnosis: Diagnosis, answered: Collection[str] = ()) -> Outcome:
        """An answer that is not right: accepted all the same, or explained, or honestly not.

        `answered`: the other steps of this question that the same student has answered.
        """
        if self.asked:
            diagnosis = self.asked.at_own_sizes(diagnosis)
        shown = self._shown(reading)
        accepted = self._accepted(reading)
        by_mistake = self._by_mistake(reading, diagnosis)
        credit = max(accepted, by_mistake.share)
        status = "correct" if credit == 1 else "partial" if credit else "incorrect"
        told = diagnosis if self.level == "full" else diagnosis.below_full()
        reason = "" if self.level in {"verdict", "hint"} else by_mistake.reason(told)
        feedback = Feedback(say.headline(shown, self.kind.name, accepted, credit, reason))
        if credit < 1:
            feedback = self._why(shown, reading, told, answered)._replace(headline=feedback.headline).at(self.level)
        return Outcome(self, status, given, feedback, points=self._points(credit), reading=reading, diagnosis=diagnosis)

    def carried(self, outcome: Outcome, since: tuple[str, ...], wrong: tuple[str, ...]) -> Outcome:
        """Return the outcome of an answer that is right given those to the parts `since`; `wrong` of them are wrong."""
        assert outcome.reading is not None  # noqa: S101 - for mypy: what was judged was read
        return Outcome(
            self,
            "carried",
            outcome.given,
            say.carried_on(self._shown(outcome.reading), since, wrong),
            points=self._points(self.part.follow_through),
            reading=outcome.reading,
            diagnosis=Diagnosis((Explanation("exact", 1.0, (), None, "", None, since),)),
            carried_from=since,
            beside=outcome.beside,
        )

    def _shown(self, reading: Reading) -> str:
        """An answer as it is repeated to who gave it."""
        shown = self.kind.show_reading(reading)
        return f"your {self.kind.name}" if len(shown) > LONGEST_SHOWN or self.asked else shown

    def _why(self, shown: str, reading: Reading, diagnosis: Diagnosis, answered: Collection[str]) -> Feedback:
        """What there is to say about a wrong answer."""
        if (
            diagnosis.silenced and self.level != "full"
        ):  # that something near is known, and no more, would only help who guesses
            diagnosis = diagnosis._replace(silenced=False)
        if diagnosis.explanations:
            feedback = say.explained(self.index, diagnosis, shown, self._beside, answered)
        elif isinstance(self.truth, EncodedValue):
            feedback = say.different(self.kind.difference(reading, self.truth))
        elif reading.shape != self.judge.shape:
            feedback = say.misfit(reading)
        elif self.asked:
            feedback = self.asked.unexplained(self.index, diagnosis, reading)
        else:
            wrong = self._wrong_entries(reading)
            feedback = say.unexplained(self.index, diagnosis, reading, wrong, slip=self.level != "full")
        if self.asked:
            return feedback
        is_rearranged = bool(diagnosis.explanations) and diagnosis.explanations[0].slip in REARRANGED
        if (
            reading.shape == self.judge.shape
            and reading.shape
            and not (is_rearranged or isinstance(self.truth, EncodedValue))
        ):
            entries = say.differing_entries(reading.shape, self._wrong_entries(reading))
            feedback = feedback._replace(why=(entries, *feedback.why))
        return feedback

    def _wrong_entries(self, reading: Reading) -> tuple[int, ...]:
        """Return the wrong entries; below full none is called right that is not within the tolerance."""
        return self.judge.differing(reading) if self.level == "full" else self.judge.outside(reading)

    def _by_mistake(self, reading: Reading, diagnosis: Diagnosis) -> Credit:
        """The credit for what went wrong; too coarse an answer earns no more than a right one that is as coarse."""
        if not self.part.credit or self._is_undecided(reading):
            return Credit()
        found = credit_for(self.part.credit, every_way(self.index, reading, diagnosis))
        most = self.part.imprecise_credit if self.judge.is_coarse(reading) else 1.0
        return found._replace(share=min(found.share, most))

    def _accepted(self, reading: Reading) -> float:
        """The best credit that other accepted conventions give it."""
        earned = (credit for credit, judge in self._others if judge.verdict(reading) == "correct")
        return max(earned, default=0.0)

    @cached_property
    def _beside(self) -> dict[str, str]:
        """The steps that other parts of the same variant ask, with their ids."""
        same = (part for part in self.problem.parts if part.id and part.question == self.part.question)
        return {part.step: part.id for part in same if part.id and part.id != self.part.id}

    @cached_property
    def _others(self) -> list[tuple[float, Judge]]:
        """Other accepted conventions: their credit, and who judges by them."""
        if self.asked:
            return self.asked.others
        step = self.part.step
        return [
            (accept.credit, Judge(_truth(accept.variant, step), self.part.tolerance)) for accept in self.part.accept
        ]

    def _points(self, credit: float) -> float:
        return round(credit * self.part.points, 6)


def _truth(variant: Variant, step: str) -> Any:
    return variant.run(wanted={step})[step]


def said_of(problem: Problem, part: Part) -> str:
    """Return all that names what a part asks: an answer may repeat its words."""
    names = " ".join([part.step, *part.variant.arguments, *part.symbols])
    arrays = lexicon().arrays if part.kind in {"vector", "matrix", "shape"} else ()
    said = (problem.title, problem.prompt, problem.label, problem.id, part.id or "", problem.type, names)
    return "\n".join((*said, *arrays))


def _shared_traces(problem: Problem, part: Part, question: Variant) -> MistakenRuns:
    """The mistaken runs of the question, shared by content between parts and problems."""
    steps = frozenset(other.step for other in problem.parts if other.question == part.question) | {part.step}
    return _traces.get((part.question, part.variant.listed, steps), lambda: MistakenRuns(question, steps))
