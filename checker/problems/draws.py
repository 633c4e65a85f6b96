"""Draws in a problem file: which values each may have, and the file with values in their places.

A draw stands in place of a value below `parameters`: `{choose: [64, 128]}`, `{from: 2, to: 12, step: 2}` or `{like:
d_model}`.  `where` has conditions next to `parameters`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Mapping as AnyMapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, NamedTuple

from yaml.error import Mark

from checker.derivation import arithmetic, scoped
from checker.derivation.arithmetic import NO_VALUE, NoValue, Operand
from checker.derivation.condition import is_condition
from checker.derivation.symbols import Formula, read_formula
from checker.document import DocumentNode, Mapping, Scalar
from checker.document import Sequence as SequenceNode
from checker.document.findings import DataPath, Findings, Issue
from checker.document.nodes import INTEGER
from checker.engine.errors import ParameterError
from checker.formula.nodes import Call, Chain, Minus, Name, Node, names_in
from checker.formula.value import CONSTANTS, MAX_NUMBER
from checker.problems.draw_places import Values, draws_below, entries_of, node_at, replaced, sections_of
from checker.text.words import UnknownName, shortened

MOST_VALUES: Final = 1_000_000
MOST_DECIMALS: Final = 100
MOST_PIECES: Final = 1_000
"""Maximum number of pieces of a condition that are computed for some values: it is looked at for thousands of them."""

TOO_LONG: Final = "this condition takes too long; a sum or a product in it has at most some hundred terms"
NO_CONDITION: Final = "this is no condition; compare, as in `d_ff > d_model`"
FORMS: Final = "{choose: [64, 128]}, {from: 2, to: 12, step: 2} or {like: another_parameter}"


class Steps(Sequence[DocumentNode]):
    """The numbers of a draw `{from: ..., to: ..., step: ...}` as a sequence, written as their author would."""

    def __init__(self, first: Decimal, step: Decimal, count: int, mark: Mark) -> None:
        self._first = first
        self._step = step
        self._count = count
        self._mark = mark

    def __len__(self) -> int:
        """Return how many there are."""
        return self._count

    def __getitem__(self, place: Any) -> Any:
        """Return one of them, as it is written in a file."""
        if not 0 <= place < self._count:
            raise IndexError(place)
        return Scalar(f"{self._first + place * self._step:f}", self._mark, None)


class Unsatisfiable(Exception):  # noqa: N818 - the name of an outcome
    """Raised where no drawn values fulfil the conditions."""

    def __init__(self, message: str, condition: DrawCondition) -> None:
        super().__init__(message)
        self.condition = condition


class Site(NamedTuple):
    """One draw in a problem file: its path, its name, and the values to choose from."""

    path: DataPath
    name: str
    choices: Sequence[DocumentNode]


class DrawCondition(NamedTuple):
    """A condition in `where` of a problem file, with the paths of the values that it names."""

    formula: Formula
    paths: AnyMapping[str, DataPath]
    sites: tuple[int, ...]
    """The numbers of the draws that it depends on."""
    is_typed: bool
    """It depends on what the question type draws, too."""

    def holds(self, value: Callable[[DataPath], Operand]) -> bool:
        """Return whether the condition is true with the values that `value` gives for paths.

        A condition without a value, as 1/0, does not hold.  Raise Unsatisfiable if it takes too many steps.
        """
        try:
            values = {name: value(path) for name, path in self.paths.items()}
            return scoped.is_true(scoped.evaluate(self.formula.tree, values, MOST_PIECES))
        except scoped.TooManySteps:
            raise Unsatisfiable(TOO_LONG, self) from None
        except NO_VALUE:
            return False


class FileDraws:
    """All draws of a problem file, the values that follow from them, and the conditions on them."""

    def __init__(self, findings: Findings, of_type: AnyMapping[DataPath, Sequence[str]]) -> None:
        """Read them, and report what is wrong.

        `of_type` has the parameters that the question type draws, by the path of their section.
        """
        self.root = findings.root
        self._findings = findings
        self._of_type = of_type
        self.sites: list[Site] = []
        self._likes: dict[DataPath, DataPath] = {}
        self._places: dict[int, dict[int | Fraction, int]] = {}
        """The places of the numbers that a draw may have, as far as they were needed."""
        self.sections = tuple(sections_of(findings.root))
        """The paths of the problem and of its parts."""
        for section in self.sections:
            for path, node in draws_below(findings.root, (*section, "parameters")):
                self._read(section, path, node)
        self._check_likes()
        self._numbers = {site.path: number for number, site in enumerate(self.sites)}
        self.conditions = [found for section in self.sections for found in self._conditions(section)]

    def __bool__(self) -> bool:
        """Return whether anything is drawn."""
        return bool(self.sites or self._of_type)

    def _read(self, section: DataPath, path: DataPath, node: Mapping) -> None:
        """Read one draw."""
        keys = set(node.entries)
        if keys == {"choose"}:
            self._add(section, path, self._chosen(path, node.get("choose")))
        elif keys in ({"from", "to"}, {"from", "to", "step"}):
            self._add(section, path, self._steps(path, node))
        elif keys == {"like"} and (named := node.get("like")) is not None:
            known = self.names(section)
            if known.get(named.text) == path:  # in a part: like that of the problem
                known = self.names(())
            if named.text in known:
                self._likes[path] = known[named.text]
            else:
                unknown = UnknownName(named.text, tuple(known))
                message = f"{shortened(named.text)} is not a parameter or a symbol here"
                self._findings.add(Issue((*path, "like"), message, unknown=unknown))
        else:
            self._findings.report(path, f"a draw is written as {FORMS}")

    def _add(self, section: DataPath, path: DataPath, choices: Sequence[DocumentNode]) -> None:
        if choices:
            self.sites.append(Site(path, self._called(section, path), choices))

    def _called(self, section: DataPath, path: DataPath) -> str:
        """Return the name of a value: `d_model`, `x[2]`, or `total.d_model` in a part."""
        words = list(path[len(section) + 1 :])
        if words[0] == "symbols" and len(words) > 1:
            words = [words[1], *(words[3:] if words[2:3] == ["value"] else words[2:])]
        name = "".join(f"[{each + 1}]" if isinstance(each, int) else f".{each}" for each in words)[1:]
        if not section:
            return name
        part = node_at(self.root, (*section, "id"))
        return f"{part.text if isinstance(part, Scalar) else section[-1]}.{name}"

    def _chosen(self, path: DataPath, node: DocumentNode | None) -> Sequence[DocumentNode]:
        """Return the values of `choose`; none if it is no list, which is reported."""
        if not isinstance(node, SequenceNode) or not node.items:
            self._findings.report((*path, "choose"), "choose must be a list of values, such as [64, 128, 256]")
            return ()
        return node.items

    def _steps(self, path: DataPath, node: Mapping) -> Sequence[DocumentNode]:
        """Return the numbers from `from` to `to` in steps; none if these are wrong, which is reported."""
        numbers: dict[str, Decimal] = {"step": Decimal(1)}
        for key, (_, value) in node.entries.items():
            number = value.value if isinstance(value, Scalar) else None
            if type(number) not in (int, float) or not abs(number) <= MAX_NUMBER:  # type: ignore[arg-type]
                self._findings.report((*path, key), f"{key} must be a number")
                return ()
            numbers[key] = Decimal(number) if isinstance(number, int) else Decimal(value.text)
            if int(numbers[key].as_tuple().exponent) < -MOST_DECIMALS:
                self._findings.report((*path, key), f"{key} has more than {MOST_DECIMALS} decimals; use fewer")
                return ()
        first, last, step = numbers["from"], numbers["to"], numbers["step"]
        if step <= 0 or last < first:
            self._findings.report(path, "a draw goes up: `from` is at most `to`, and `step` is more than 0")
            return ()
        if last - first >= MOST_VALUES * step:  # before the division, which has no result for very many
            self._findings.report(path, f"a draw has at most {MOST_VALUES:,} values; use a larger `step`")
            return ()
        count, rest = divmod(last - first, step)
        if rest:
            near = f"{first + count * step:f} or {first + (count + 1) * step:f}"
            self._findings.report((*path, "to"), f"steps of {step:f} from {first:f} do not reach {last:f}; use {near}")
            return ()
        return Steps(first, step, int(count) + 1, node.mark)

    def _check_likes(self) -> None:
        """Report draws that lead back to themselves."""
        for path in list(self._likes):
            seen = [path]
            while (following := self._likes.get(seen[-1])) and following not in seen:
                seen.append(following)
            if following:
                self._findings.report((*path, "like"), "these draws are like each other; give one of them its values")
                del self._likes[path]

    def names(self, section: DataPath) -> dict[str, DataPath]:
        """Return the paths of the values that conditions in a section can name: its own, then the problem's."""
        found: dict[str, DataPath] = {}
        for each in ((),) if not section else ((), section):
            path = (*each, "parameters")
            found |= {name: (*each, "parameters", name) for name in self._of_type.get(each, ())}
            for name, node in entries_of(node_at(self.root, path)):
                found[name] = (*path, name)
                for symbol, value in entries_of(node) if name == "symbols" else ():
                    inner = isinstance(value, Mapping) and value.get("value") is not None
                    found[symbol] = (*path, name, symbol, "value") if inner else (*path, name, symbol)
        return found

    def _conditions(self, section: DataPath) -> Iterator[DrawCondition]:
        """Yield the conditions of a section, and report those that cannot be read."""
        node = node_at(self.root, (*section, "where"))
        if node is None:
            return
        if not isinstance(node, SequenceNode):
            self._findings.report((*section, "where"), "where must be a list of conditions: [d_model % num_heads == 0]")
            return
        known = self.names(section)
        for number, each in enumerate(node.items):
            place = (*section, "where", number)
            try:
                formula = read_formula(each.text, "this condition", place)
            except ParameterError as error:
                self._findings.report(place, str(error))
                continue
            if not is_condition(formula.tree):
                self._findings.report(place, NO_CONDITION)
                continue
            named = [name for name in names_in(formula.tree) if name not in CONSTANTS]
            missing = [name for name in named if name not in known]
            for name in missing:
                message = f"{shortened(name)} is not a parameter or a symbol here"
                self._findings.add(Issue(place, message, unknown=UnknownName(name, tuple(known))))
            if not missing:
                paths = {name: known[name] for name in named}
                sites = {site for path in paths.values() for site in self._draws_at(path)}
                yield DrawCondition(
                    formula, paths, tuple(sorted(sites)), any(map(self._is_drawn_by_type, paths.values()))
                )

    def _draws_at(self, path: DataPath) -> Iterator[int]:
        """Yield the number of each draw that decides the value at a path, also through `like`."""
        for each, target in self._likes.items():
            if each[: len(path)] == path:
                yield from self._draws_at(target)
        for number, site in enumerate(self.sites):
            if site.path[: len(path)] == path:
                yield number

    def _is_drawn_by_type(self, path: DataPath) -> bool:
        """Return whether the question type draws what is at a path, because the file does not give it."""
        while path in self._likes:
            path = self._likes[path]
        return node_at(self.root, path) is None

    def nodes(self, picks: AnyMapping[int, int], typed: Values) -> dict[DataPath, DocumentNode]:
        """Return the value of every draw and of every `like`, {path: node}.

        `picks` is {number of the draw: place of its value among its choices}; `typed` has what the question type draws.
        """
        found = {self.sites[site].path: self.sites[site].choices[place] for site, place in picks.items()}
        found |= typed
        for path in self._likes:
            target = path
            while target in self._likes:
                target = self._likes[target]
            if (node := found.get(target) or node_at(self.root, target)) is not None:
                found[path] = replaced(node, found, target)
        return found

    def only_place(self, condition: DrawCondition, site: int, picks: AnyMapping[int, int]) -> Sequence[int] | None:
        """Return the place of the only value that an equation leaves to a draw; nothing if that is none of its choices.

        Return None if the condition is no equation that can be solved for the draw, given the values drawn before.
        """
        name = next((each for each, path in condition.paths.items() if path == self.sites[site].path), None)
        known = {each: path for each, path in condition.paths.items() if each != name}
        match condition.formula.tree:
            case Call("==", (left, right)) if name is not None and _is_linear((left, right), name):
                pass
            case _:
                return None
        if any(site in self._draws_at(path) for path in known.values()):
            return None
        nodes = self.nodes(picks, {})
        try:
            values = {each: operand(self.root, nodes, path) for each, path in known.items()}
            at_zero, at_one = (
                scoped.evaluate(Chain(left, (("-", right),), 0), {**values, name: number}, MOST_PIECES)
                for number in (0, 1)
            )
        except NO_VALUE:
            return ()
        if not isinstance(at_zero, int | Fraction) or not isinstance(at_one, int | Fraction) or at_zero == at_one:
            return None
        place = self._place(site, Fraction(at_zero, at_zero - at_one))
        return () if place is None else (place,)

    def _place(self, site: int, value: Operand) -> int | None:
        """Return the place of a value among those of a draw; None where it is none of them."""
        if site not in self._places:
            exact = enumerate(map(_exact, self.sites[site].choices))
            self._places[site] = {each: place for place, each in exact if isinstance(each, int | Fraction)}
        return None if arithmetic.is_array(value) else self._places[site].get(value)

    def are_possible(self, picks: AnyMapping[int, int], conditions: Sequence[DrawCondition], typed: Values) -> bool:
        """Return whether the drawn values fulfil these conditions."""
        nodes = self.nodes(picks, typed)
        return all(each.holds(lambda path: operand(self.root, nodes, path)) for each in conditions)


def _is_linear(sides: Sequence[Node], name: str) -> bool:
    """Return whether a name stands once on the sides of an equation, and only in sums, products and above lines."""
    within = [side for side in sides if name in names_in(side)]
    if len(within) != 1:
        return False
    match within[0]:
        case Name():
            return True
        case Minus(inner):
            return _is_linear((inner,), name)
        case Chain(first, rest):
            is_divisor = any(sign == "/" and name in names_in(node) for sign, node in rest)
            is_plain = all(sign in "+-*/" for sign, _ in rest)
            return is_plain and not is_divisor and _is_linear((first, *(node for _, node in rest)), name)
    return False


def operand(root: DocumentNode, nodes: Values, path: DataPath) -> Operand:
    """Return the value at a path as numbers for a formula.  Raise NoValue where it is no number or list of them."""
    node = nodes.get(path) or node_at(root, path)
    value = _exact(replaced(node, nodes, path)) if node is not None else None
    if isinstance(value, list):
        return arithmetic.array(value)
    if value is None:
        raise NoValue("is not a number")
    return value


def _exact(node: DocumentNode) -> Any:
    """Return the exact number that is written, a list of them, or None."""
    if isinstance(node, Scalar):
        value = node.value
        if type(value) not in (int, float) or not abs(value) <= MAX_NUMBER:  # type: ignore[arg-type]
            return None
        return int(value) if INTEGER.fullmatch(node.text) and isinstance(value, int) else Fraction(node.text)
    if isinstance(node, SequenceNode):
        entries = [_exact(each) for each in node.items]
        return entries if entries and None not in entries else None
    return None
