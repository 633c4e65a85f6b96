"""`Problem` and `Part`: problems as they are marked, checked and independent of their files.

A `Part` has all that decides how it is marked, such as `AnswerRules`; `Broken` is a problem file with errors.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from checker.document.findings import Finding
from checker.engine.errors import UserError
from checker.kinds import Kind, Tolerance, kind
from checker.problems.schema import DigitsRule, ExampleSection, WorkingSection
from checker.solvers.variant import Variant
from checker.text.words import did_you_mean, shortened

if TYPE_CHECKING:
    from checker.derivation.condition import Condition
    from checker.problems.variants import Variants


class QuestionKey(NamedTuple):
    """The ids of a problem and of its part; None for a problem without parts, or for all of its parts."""

    problem: str
    part: str | None

    def __str__(self) -> str:
        """Return the name of the question: `bert-size`, or `bert-size.total` for a part of a problem."""
        return self.problem if self.part is None else f"{self.problem}.{self.part}"


class AcceptedAnswer(NamedTuple):
    """An answer other than the right one that earns credit, and what the student is told about it."""

    value: Any
    """Its value; of a formula those at all sizes."""
    credit: float
    says: str = ""
    is_by_convention: bool = False


class AnswerRules(NamedTuple):
    """What a right answer needs besides its value, and which wrong ones earn credit."""

    digits: DigitsRule | None = None
    unit_credit: float | None = None
    """The share of the points for a right number without its unit; None where it may be left out."""
    tolerances: tuple[tuple[Tolerance, float], ...] = ()
    """Wider tolerances with the credit within them."""
    by_entry: bool = False
    """Each right entry earns its share of the points."""
    accepted: tuple[AcceptedAnswer, ...] = ()
    form: str = ""
    """The form that a right answer must have, such as `[)` of an interval; empty for any."""
    condition: Condition | None = None
    """The condition of `accept_if`, by which other answers are right, too."""


@dataclass(frozen=True, slots=True)
class Part:
    """One question that asks for one answer, with all that decides how it is marked."""

    problem: str
    id: str | None
    """None in a problem without parts."""
    title: str
    variant: Variant
    step: str
    """The full path of the asked step; "total" is the solver's result."""
    kind: str
    tolerance: Tolerance
    points: float
    decimal: str | None
    credit: Mapping[str, float]
    """Partial credit: for `one_mistake`, for a `slip`, and by `choice.option`."""
    imprecise_credit: float
    key: str | None
    follow_through: float
    """Share of the points for an answer that is right given the student's earlier answers."""
    examples: tuple[ExampleSection, ...]
    rules: AnswerRules
    symbols: Mapping[str, str]
    shown: Mapping[str, Any] = field(default_factory=dict)
    """The parameters that a student sees: those that the prompt fills in, and the options of a choice."""
    named: tuple[str, ...] = ()
    """The symbols and parameters that a formula as an answer is asked for in."""
    working: WorkingSection | None = None
    """Its steps are full paths, of which each earns the same; none for those that lead to the asked one."""
    only_explained: bool = False

    @property
    def answer_kind(self) -> Kind:
        """Return the kind of answer that the part takes, with this part's settings."""
        return kind(self.kind)

    @property
    def truth(self) -> Any:
        """Return the right answer, as the run without mistakes gives it."""
        return self.variant.board[self.step].value

    @property
    def expected_form(self) -> str:
        """Return which kind of answer is expected, in words; for a choice, the options."""
        unit = self.variant.unit_of(self.step)
        form = self.answer_kind.expected(self.truth, self.named)
        return f"{form} in {unit}" if unit else form

    @property
    def name(self) -> str:
        """Return the name of the part: `bert-size`, or `bert-size.total`."""
        return str(QuestionKey(self.problem, self.id))

    @property
    def public_key(self) -> str:
        """Return a hash of the question as students see it, the `variant` of records; nothing hidden is in it."""
        return self.variant.public_key(self.shown, self.step)

    @property
    def question(self) -> Hashable:
        """Return a key that is equal for two parts for which everything that is worked out is the same."""
        symbols = tuple(self.symbols.items()) if self.answer_kind.is_in_symbols else None
        names = self.variant.prompt_names if self.variant.solver.named < 1 else None  # sentences on formulas have them
        return self.variant.key(), self.variant.solver.digest, symbols, names


class NoPartError(UserError, LookupError):
    """Raised where a problem has no part with an id."""


@dataclass(frozen=True, slots=True, repr=False)
class Problem:
    """A problem as it is marked and shown: a prompt, and one or several parts."""

    id: str
    title: str
    label: str
    assignment: str
    type: str
    prompt: str
    """The Markdown text for students, with the parameters filled in; those of the parts follow, as `(a) How many?`."""
    path: Path
    parts: tuple[Part, ...]
    version: str = ""
    """A hash of what its author wrote, and of the assignment's defaults: another one may grade otherwise."""
    variants: Variants | None = field(default=None, compare=False, repr=False)
    drawn: str = ""
    """The draw of this variant, by which `variants` knows it."""
    values: tuple[tuple[str, str], ...] = ()
    """The drawn values of this variant as they are written, by name."""

    def __repr__(self) -> str:
        return f"<Problem {self.id}: {self.title}>"

    def of_student(self, student: str) -> Problem:
        """Return the problem with this student's numbers; itself where nothing is drawn.  Raise ProblemError."""
        return self.variants.of(student) if self.variants else self

    @property
    def is_multipart(self) -> bool:
        """Return whether the file has `parts`, even if only one."""
        return self.parts[0].id is not None

    def part(self, part_id: str | None, form: str = "`part`") -> Part:
        """Return the part with this id (None: the only part).  Raise NoPartError, which asks for an id in this form."""
        found = {part.id: part for part in self.parts}
        if part_id in found:
            return found[part_id]
        if part_id is None:
            raise NoPartError(f"{self.id} has the parts {', '.join(self.part_ids)}; give one as {form}")
        name = shortened(str(part_id)) or '""'
        if not self.is_multipart:
            raise NoPartError(f"{self.id} has no parts; leave out the part {name}")
        raise NoPartError(f"{name} is not a part of {self.id}{did_you_mean(str(part_id), self.part_ids)}")

    @property
    def part_ids(self) -> list[str]:
        """Return the ids of the parts; empty for a problem that is a single question."""
        return [part.id for part in self.parts if part.id is not None]


@dataclass(frozen=True, slots=True)
class Broken:
    """A problem file with errors, and these errors."""

    path: Path
    id: str | None
    """None if the file has no readable id."""
    findings: tuple[Finding, ...]
