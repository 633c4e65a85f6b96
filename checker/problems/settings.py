"""Checks the settings of an assignment, a problem or a part (`Settings`): conventions, credit and symbols.

Also finds the names that students may know from a prompt, and those in which they are asked for a formula.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from checker.document.findings import DataPath, Findings, Issue
from checker.engine.errors import UnreadableAnswer
from checker.formula.names import NAME, greek_spellings, latex_greek
from checker.formula.nodes import Exact
from checker.formula.symbols import is_symbol, numeric_arguments, parse_meaning
from checker.problems import answer_rules, type_parameters
from checker.problems.schema import Defaults, QuestionSection
from checker.problems.type_parameters import BY_CAUSE, PRESET, TypeMenu
from checker.questions.parameters import in_file
from checker.questions.presets import PRESETS
from checker.questions.registry import solver, topics
from checker.text.lazy_pattern import lazy_pattern
from checker.text.words import UnknownName, shortened

_NAME: Final = lazy_pattern(rf"(?<![A-Za-z_]){NAME}")
_NUMBER: Final = lazy_pattern(r"\d+(?:\.\d+)?")
_SUBSCRIPT: Final = lazy_pattern(r"_\{(\w+)\}")
_FILLED: Final = lazy_pattern(r"(?<![\\\w])\{\w+\}")
_MATHEMATICS: Final = lazy_pattern(r"\$[^$]+\$|`[^`]+`|(?<!\*)\*[^*\s]+\*")
_NO_SYMBOL: Final = lazy_pattern(
    r"\d\s*[A-Za-zµΩ°%]+(?:[/·][A-Za-zµΩ²³]+)?|\bin\s+[A-Za-z]+(?:[/·][A-Za-z²³]+)?(?=[,.;:?)]|$)|(?<![-+*/^(])\b[aAI]\b(?!\s*[=*/^+])"
)
"""A unit after a number or after `in`, and words of one letter that no sign follows."""


def symbol_issues(symbols: Mapping[str, str], menu: TypeMenu) -> Iterator[Issue]:
    """Yield the issues of symbols that students cannot write, or that stand for nothing in this question type."""
    given = (name for variant in menu.variants for name in numeric_arguments(variant.arguments))
    known = tuple(dict.fromkeys((*menu.parameters, *given, *menu.symbols)))
    for symbol, meant in symbols.items():
        if not is_symbol(symbol):
            yield Issue((symbol,), f"{shortened(symbol)} is not a symbol; use letters, digits and _", at_key=True)
        try:
            names = (meant,) if meant in known else parse_meaning(meant).names
        except UnreadableAnswer as error:
            message = f"{shortened(symbol)} must be a parameter or an expression of parameters. {error.message}"
            yield Issue((symbol,), message)
            continue
        for name in names or (meant,):
            if name not in known:
                unknown = UnknownName(name, known, f"checker types {menu.type}")
                yield Issue((symbol,), f"{shortened(name)} is not a parameter of {menu.type}", unknown=unknown)


def named_symbols(
    symbols: Mapping[str, str], arguments: Mapping[str, Any], prompt: str, filled: Container[str]
) -> tuple[str, ...]:
    """Return the names in which messages ask for a formula: the problem's symbols, then the parameters in its prompt.

    `filled` are the names that the prompt fills in.  If there are none at all, return all parameters that are numbers.
    """
    meant = {name for meaning in symbols.values() for name in parse_meaning(meaning).names}
    known = {in_file(name): number for name, number in numeric_arguments(arguments).items()}
    text = _plain_names(prompt)
    words, numbers = set(_NAME.findall(text)), set(_NUMBER.findall(text.replace(",", "")))
    shown = [
        name
        for name, number in known.items()
        if name not in meant and name not in symbols
        if not words.isdisjoint(greek_spellings(name)) or (not symbols and (name in filled or str(number) in numbers))
    ]
    return (*symbols, *shown) or tuple(known)


def names_shown(prompt: str) -> frozenset[str] | None:
    r"""Return the names in a prompt by which students may know a symbol; None for an empty prompt.

    Names that are filled in, units and English words are not among them.

    >>> sorted(names_shown("A coil of {L} H and R = 5 Ω: find $\\tau$, in s.") - {"and", "coil", "find", "in", "of"})
    ['R', 'τ']
    """
    if not prompt.strip():
        return None
    text = _FILLED.sub(" 0 ", _plain_names(prompt))
    in_mathematics = " ".join(_MATHEMATICS.findall(text))
    return frozenset(_NAME.findall(in_mathematics)) | frozenset(_NAME.findall(_NO_SYMBOL.sub(" ", text)))


def _plain_names(prompt: str) -> str:
    """Return a prompt with names as they are typed: d_k."""
    return latex_greek(_SUBSCRIPT.sub(r"_\1", prompt))


def why_no_value(meant: str, parameters: Iterable[str], known: Mapping[str, Exact]) -> str:
    """Return why the meaning of a symbol gives no number with these parameters; empty if it gives one.

    Faults that `symbol_issues` reports are left out.
    """
    try:
        read = parse_meaning(meant)
    except UnreadableAnswer:
        return ""
    if missing := [name for name in read.names if name in parameters and name not in known]:
        return f"{shortened(missing[0])} is not a number here; choose another parameter for this symbol"
    if any(name not in known for name in read.names):
        return ""
    try:
        read.value(known)
    except UnreadableAnswer as error:
        return f"{shortened(meant)} has no value here: {error.message}"
    return ""


OF_PRESETS = frozenset(key for preset in PRESETS.values() for key in preset)


def unknown_key(section: str, key: str) -> Issue | None:
    """Return the issue of a key in `conventions` or `credit` that exists in no question type; None if it does."""
    of_conventions = section == "conventions"
    if (key if of_conventions else key.partition(".")[0]) in OF_PRESETS and (of_conventions or "." in key):
        return None  # presets first: they need no types to be loaded
    known = (PRESET, *_all_names("conventions")) if of_conventions else (*BY_CAUSE, *_all_names("mistakes"))
    if key in known:
        return None
    message = (
        f"{shortened(key)} is not a {section.removesuffix('s') if of_conventions else 'mistake'} of any question type"
    )
    return Issue((section, key), message, at_key=True, unknown=UnknownName(key, known, "checker types TYPE"))


@cache
def _all_names(of: Literal["conventions", "mistakes"]) -> dict[str, None]:
    """Return the conventions or the mistakes of all question types; a dict keeps their order."""
    return {name: None for each in topics() for name in getattr(TypeMenu(solver(each), []), of)}


class Settings(NamedTuple):
    """The settings of one section, in an assignment, a problem or a part, and where they are in the file."""

    section: Defaults
    findings: Findings
    path: DataPath = ()
    is_shared: bool = False
    """They are shared by problems of several types, so that some may concern other types only."""

    def check(self, menu: TypeMenu) -> None:
        """Report conventions, `credit` and symbols in the section that the question type does not have."""
        self._report(type_parameters.convention_issues(self.section.conventions, menu), menu, "conventions")
        causes = self.findings.keys((*self.path, "credit"))
        self._report(menu.credit_issues(causes, answer_rules.mistake_ids(self.section)), menu, "credit")
        if isinstance(self.section, QuestionSection):
            for number, accept in enumerate(self.section.accept):
                issues = type_parameters.convention_issues(accept.conventions, menu)
                self._report(issues, menu, "accept", number, "conventions")
            self._report(symbol_issues(self.section.symbols, menu), menu, "symbols")

    def _report(self, issues: Iterable[Issue], menu: TypeMenu, *keys: str | int) -> None:
        """Report issues; those of a shared section only if they concern this question type, or no type at all."""
        for issue in issues:
            if self.is_shared and self.findings.is_full:  # each problem of the assignment would look again
                return
            name = str(issue.path[0])
            if not self.is_shared or name.partition(".")[0] in (*menu.points, PRESET):
                self.findings.add(issue, (*self.path, *keys))
            elif unknown := unknown_key(str(keys[0]), name):
                self.findings.add(unknown)
