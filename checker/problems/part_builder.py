"""One question of a problem file: what its levels say, resolved and checked against what its type has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple, cast

from checker.answers import KINDS, Tolerance, flatten, kind
from checker.answers.symbols import numeric_arguments, parse_meaning, symbol_values
from checker.document.findings import Findings
from checker.document.issues import DataPath, Issue
from checker.engine.errors import ParameterError, UnreadableAnswer
from checker.engine.trace import TOTAL
from checker.engine.values.encoded import EncodedValue
from checker.notation.nodes import Exact
from checker.notation.words import shortened
from checker.problems import all_types, author_mistakes, conventions, model
from checker.problems.conventions import PRESET
from checker.problems.parameter_cache import ParameterCache
from checker.problems.schema import Defaults, FollowThroughSection, PartSection, ProblemFile, QuestionSection
from checker.problems.type_menu import TypeMenu
from checker.questions.resized import ResizedVariants, hints, resized_variants
from checker.questions.variant import UNIT, AuthorMistake, Variant

NOT_AT_ALL_SIZES: Final = "formulas are compared at several sizes, and these conventions do not fit all of them"
ONE_SYMBOL: Final = "Give sizes that must be equal one symbol, such as `n: size = other_size`"


class Inherited(NamedTuple):
    """Who says something of a question: the assignment, the problem, or the part itself."""

    says: Defaults
    findings: Findings
    path: DataPath = ()
    is_general: bool = False
    """Speaks to problems of several types: not all it says concerns each of them."""

    def check(self, menu: TypeMenu) -> None:
        """Tell what the question type does not have of what is said here."""
        self._tell(conventions.wrong(self.says.conventions, menu), menu, "conventions")
        causes = menu.wrong_credit(self.findings.keys((*self.path, "credit")), author_mistakes.names(self.says))
        self._tell(causes, menu, "credit")
        if isinstance(self.says, QuestionSection):
            for place, accept in enumerate(self.says.accept):
                wrong = conventions.wrong(accept.conventions, menu)
                self._tell(wrong, menu, "accept", place, "conventions")
            self._tell(menu.wrong_symbols(self.says.symbols), menu, "symbols")

    def _tell(self, wrong: Iterable[Issue], menu: TypeMenu, section: str, *below: str | int) -> None:
        for fault in wrong:
            if self.is_general and self.findings.is_full:  # each problem of the assignment would look anew
                return
            if not self.is_general or str(fault.path[0]).partition(".")[0] in (*menu.points, PRESET):
                self.findings.add(fault, (*self.path, section, *below))
            elif unknown := all_types.wrong(section, str(fault.path[0])):  # else it concerns others
                self.findings.add(unknown)


class PartBuilder:
    """A part of a problem, or all of it.  Of its levels the last is the nearest, and wins."""

    def __init__(self, shared: ParameterCache, levels: list[Inherited], file: ProblemFile) -> None:
        self.file = file
        self.levels = levels
        self.own = levels[-1]
        self._given = shared.given(
            (level.says.parameters for level in levels if isinstance(level.says, QuestionSection)),
            (level.says.conventions for level in levels),
        )
        self.menu = self._given.menu
        for fault in self._given.faults:
            self.own.findings.add(fault, self._parameters(fault.path))

    def part(self) -> model.Part | None:
        """The part, with findings told of what is wrong with it; None where its parameters already are."""
        says = cast("QuestionSection", self.own.says)
        step = self.menu.step(says.asks, self.own.findings, (*self.own.path, "asks"))
        if not self.menu.variants:
            return None
        declared = conventions.declared((level.says.conventions for level in self.levels), self.menu.points)
        variant = self.variant(declared).with_unit(step, self._own_unit(step))
        if not self._is_possible(variant, (*self.own.path, "conventions")):
            return None
        truth = self._given.value(variant, step)
        kind_ = self._kind(step, truth, variant)
        if kind_ in ("number", "formula"):
            self._check_symbols(variant, kind_)
        compared = self._at_sizes(variant, kind_, truth) if kind_ == "formula" else variant
        credit = self._nearest("credit")
        carried = self._nearest("follow_through")
        if not isinstance(carried, FollowThroughSection):
            carried = FollowThroughSection({"credit": float(carried)})
        return model.Part(
            problem=self.file.id,
            id=says.id if isinstance(says, PartSection) else None,
            title=self.file.title or self.file.id,
            variant=variant.with_listed(self._listed(variant, step, kind_, truth)),
            step=step,
            kind=kind_,
            tolerance=self._tolerance(truth, variant.unit_of(step)),
            points=self._points(truth),
            decimal=self._nearest("decimal"),
            accept=tuple(self._accepted(declared, compared)),
            credit={cause: credit[cause] for cause in self.menu.causes(author_mistakes.names(says)) if cause in credit},
            imprecise_credit=self._nearest("imprecise_credit"),
            key=says.key or None,
            follow_through=carried.credit,
            only_explained=carried.only_explained,
            examples=tuple(
                model.Example(each.answer, each.verdict, tuple(each.mistakes), *self._place("examples", place))
                for place, each in enumerate(says.examples)
            ),
            symbols=self._nearest("symbols"),
        )

    def _own_unit(self, step: str) -> str | None:
        """Return the unit among a question's own parameters where it asks for a step: that is what it speaks of."""
        if step == TOTAL or UNIT not in self.menu.parameters:
            return None
        said: str | None = cast("QuestionSection", self.own.says).parameters.get(UNIT)
        return said

    def _listed(self, variant: Variant, step: str, kind_: str, truth: Any) -> AuthorMistake | None:
        """The wrong answers that are listed for it, with findings told of those that cannot be read."""
        says, symbols = cast("QuestionSection", self.own.says), self._nearest("symbols")
        if not says.mistakes:
            return None
        question = self._at_sizes(variant, kind_, truth)
        read_at, truths = variant, truth
        if kind_ == "formula":
            if question is variant:
                return None  # that nobody can write a formula here is told already
            read_at, truths = question, question.run(wanted={step})[step]
        read_by = hints(read_at, step, truths, self._nearest("decimal"), symbols)
        found, faults = author_mistakes.listed_mistakes(
            says.mistakes, author_mistakes.Asked(question, step, kind_, truth, read_by, symbols)
        )
        for fault in faults:
            self.own.findings.add(fault, self.own.path)
        return found

    def _at_sizes(self, variant: Variant, kind_: str, truth: Any) -> Variant:
        """The question at several sizes where formulas answer it, stand beside its answer or are listed; or itself."""
        symbols, known = self._nearest("symbols"), numeric_arguments(variant.arguments)
        says = cast("QuestionSection", self.own.says)
        is_compared = symbols or any("expression" in each.said for each in says.mistakes)
        has_formulas = kind_ == "formula" or (kind_ == "number" and is_compared)
        if (
            has_formulas
            and known
            and kind("formula").fits(truth)
            and len(symbol_values(symbols, known)) == len(symbols)
        ):
            return resized_variants(variant, tuple(symbols.items()))
        return variant

    def _accepted(self, declared: Mapping[str, str], question: Variant) -> Iterator[model.Accept]:
        """Yield the accepted conventions, with findings told of those that do not fit all sizes of the question."""
        for place, said in enumerate(self._nearest("accept")):
            variant = self.variant(conventions.declared((declared, said.conventions), self.menu.points))
            path = (*self.own.path, "accept", place, "conventions")
            if self._is_possible(variant, path):
                self._check_sizes(variant, question, path)
                yield model.Accept(variant, said.credit)

    def _check_sizes(self, variant: Variant, question: Variant, path: DataPath) -> None:
        """Tell where the conventions of a variant do not fit all sizes at which formulas are compared."""
        if isinstance(question, ResizedVariants):
            try:
                question.under(variant.declared).run()
            except ParameterError as error:
                self.own.findings.tell(path, f"{NOT_AT_ALL_SIZES}: {error}. {ONE_SYMBOL}")

    def _is_possible(self, variant: Variant, path: DataPath) -> bool:
        """Whether these conventions go with the parameters: nobody counts the embeddings of no vocabulary."""
        if wrong := self._given.wrong(variant):
            self.own.findings.tell(path, f"{wrong}, by the conventions declared here")
        return not wrong

    def is_possible(self, variant: Variant) -> bool:
        """Whether the conventions of a variant go with its parameters."""
        return not self._given.wrong(variant)

    def variant(self, declared: Mapping[str, str]) -> Variant:
        """The variant with these conventions."""
        return self._given.variant(declared)

    def _parameters(self, path: DataPath) -> DataPath:
        """Where the parameters stand that a fault's path leads into: with the nearest level that gives this one."""
        levels = [level for level in reversed(self.levels) if "parameters" in level.says.said]
        naming = [level for level in levels if path and path[0] in getattr(level.says, "parameters", {})]
        for level in naming or levels:
            return (*level.path, "parameters")
        return ("type",)

    def _nearest(self, field: str) -> Any:
        """What the nearest level says, or the default."""
        says = next((each.says for each in reversed(self.levels) if field in each.says.said), self.own.says)
        return getattr(says, field)

    def _points(self, truth: Any) -> float:
        """What is said; of a text, else what its rubric is worth."""
        if isinstance(truth, EncodedValue) and truth.kind == "text":
            if "key" in self.own.says.said:
                message = "a text has no key; say in the rubric what earns points"
                self.own.findings.tell((*self.own.path, "key"), message, at_key=True)
            if not any("points" in level.says.said for level in self.levels):
                return truth.worth or 0.0
        points: float = self._nearest("points")
        return points

    def _tolerance(self, truth: Any, unit: str | None) -> Tolerance:
        if any("tolerance" in level.says.said for level in self.levels):
            said = self._nearest("tolerance")
            return Tolerance("exact") if said == "exact" else said.tolerance
        return Tolerance.default(whole=all(isinstance(number, int) for number in flatten(truth)[1]), unit=unit)

    def _kind(self, step: str, truth: Any, variant: Variant) -> str:
        if isinstance(truth, EncodedValue):
            natural: str | None = truth.kind
        else:
            kinds = (
                KINDS if variant.unit_of(step) is None else [shortened for shortened in KINDS if shortened != "shape"]
            )
            natural = next((shortened for shortened in kinds if kind(shortened).fits(truth)), None)
        if natural is None:
            raise TypeError(f"{step} of {self.menu.type} is {truth!r}, which no kind of answer fits")
        declared: str = self._nearest("answer") or natural
        if declared != natural and (isinstance(truth, EncodedValue) or not kind(declared).fits(truth)):
            message = f"{step} is a {natural}; its answer cannot be a {declared}"
            self.own.findings.tell((*self.own.path, "answer"), message)
        return declared

    def _check_symbols(self, variant: Variant, kind_: str) -> None:
        """Tell symbols that have no number here, and a formula in which nothing could stand."""
        known = numeric_arguments(variant.arguments)
        if kind_ == "formula" and not known:
            message = f"{self.menu.type} has no numbers as parameters here, of which there could be a formula"
            self.own.findings.tell((*self.own.path, "answer"), message)
        level = next((each for each in reversed(self.levels) if "symbols" in each.says.said), self.own)
        for symbol, meant in self._nearest("symbols").items():
            if wrong := _wrong_meaning(meant, self.menu.parameters, known):
                level.findings.tell((*level.path, "symbols", symbol), wrong)

    def _place(self, *path: str | int) -> tuple[int, int]:
        return self.own.findings.place((*self.own.path, *path))


def _wrong_meaning(meant: str, parameters: Iterable[str], known: Mapping[str, Exact]) -> str:
    """Why a symbol has no number at these parameters; empty where it has one, and where the menu tells why not."""
    try:
        read = parse_meaning(meant)
    except UnreadableAnswer:
        return ""
    if missing := [each for each in read.names if each in parameters and each not in known]:
        return f"{shortened(missing[0])} has no number here, so no symbol can stand for it"
    if any(each not in known for each in read.names):
        return ""
    try:
        read.value(known)
    except UnreadableAnswer as error:
        return f"{shortened(meant)} has no value here: {error.message}"
    return ""
