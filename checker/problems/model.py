"""A problem as the rest of the program sees it: checked, resolved, and without a look back into its file."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from checker.answers import Tolerance
from checker.questions.variant import Variant


@dataclass(frozen=True, slots=True)
class Accept:
    """Other conventions that also earn credit: 1 is correct, less is partial."""

    variant: Variant
    credit: float


@dataclass(frozen=True, slots=True)
class Example:
    """A test of the problem's own, in the place where it stands."""

    answer: str
    verdict: str
    mistakes: tuple[str, ...]
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Part:
    """One question with one answer."""

    problem: str
    id: str | None
    """None where the problem has only this part."""
    title: str
    variant: Variant
    step: str
    """The full path of the asked step; "total" is the solver's result."""
    kind: str
    tolerance: Tolerance
    points: float
    decimal: str | None
    """The declared decimal sign: "point", "comma" or None."""
    accept: tuple[Accept, ...]
    credit: Mapping[str, float]
    """Partial credit: for `one_mistake`, for a `slip`, and by `choice.option`."""
    imprecise_credit: float
    key: str | None
    """The instructor's own key, as it is written."""
    follow_through: float
    """The share of the points for an answer that is right given the student's own earlier ones."""
    examples: tuple[Example, ...]
    symbols: Mapping[str, str]
    """What students may write in a formula, {symbol: parameter}."""
    shown: Mapping[str, Any] = field(default_factory=dict)
    """What a student reads of the parameters, by name: those that the prompt fills in, and the options of a choice."""
    only_explained: bool = False
    """Whether errors are only carried forward where it is known how they came about."""

    @property
    def name(self) -> str:
        """`bert-size`, or `bert-size.total`."""
        return self.problem if self.id is None else f"{self.problem}.{self.id}"

    @property
    def public_key(self) -> str:
        """The `variant` of records: equal where students see the same question; nothing hidden goes into it."""
        return self.variant.public_key(self.shown, self.step)

    @property
    def question(self) -> Hashable:
        """Return the key of the question: equal for parts that ask for steps of the same one, whatever they list."""
        symbols = tuple(self.symbols.items()) if self.kind == "formula" else None
        return self.variant.key(), symbols


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem file."""

    id: str
    title: str
    label: str
    """What the assignment calls it ("Q1"); empty where it gives no label."""
    assignment: str
    """The title of the assignment; empty where it has none."""
    type: str
    prompt: str
    """What the student reads, with the parameters filled in (Markdown)."""
    path: Path
    parts: tuple[Part, ...]

    @property
    def is_multipart(self) -> bool:
        """Whether its file has `parts`; even if only one."""
        return self.parts[0].id is not None

    def part(self, part_id: str | None) -> Part:
        """The part of this id (None: the only one).  KeyError if there is none."""
        for part in self.parts:
            if part.id == part_id:
                return part
        raise KeyError(part_id)
