"""Settings of a question: what the assignment, the problem and the part write about it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from checker.document.findings import Findings
from checker.document.issues import DataPath, Issue
from checker.notation.words import UnknownName, shortened
from checker.problems import author_mistakes, conventions, symbols
from checker.problems.conventions import PRESET
from checker.problems.schema import Defaults, QuestionSection
from checker.problems.type_menu import BY_CAUSE, TypeMenu
from checker.questions.presets import PRESETS
from checker.questions.registry import solver, topics

OF_PRESETS = frozenset(key for preset in PRESETS.values() for key in preset)


def unknown_key(section: str, key: str) -> Issue | None:
    """Return the issue of a key of `conventions` or `credit` that no question type has; None if any has it."""
    if section == "conventions":
        if key in OF_PRESETS or key in _conventions():  # presets first: they need no types to be loaded
            return None
        kind, known = "convention", (PRESET, *_conventions())
    else:
        if key.partition(".")[0] in (OF_PRESETS if "." in key else ()) or key in _mistakes():
            return None
        kind, known = "mistake", (*BY_CAUSE, *_mistakes())
    message = f"{shortened(key)} is not a {kind} of any question type"
    return Issue((section, key), message, at_key=True, unknown=UnknownName(key, known, "checker types TYPE"))


@cache
def _menus() -> list[TypeMenu]:
    return [TypeMenu(solver(each), []) for each in topics()]


@cache
def _conventions() -> dict[str, None]:
    return {name: None for menu in _menus() for name in menu.conventions}


@cache
def _mistakes() -> dict[str, None]:
    return {mistake: None for menu in _menus() for mistake in menu.mistakes}


class Settings(NamedTuple):
    """The settings in one section: in an assignment, in a problem, or in a part."""

    section: Defaults
    findings: Findings
    path: DataPath = ()
    is_shared: bool = False
    """They are shared by problems of several types, so that some may concern other types only."""

    def check(self, menu: TypeMenu) -> None:
        """Report conventions, mistakes and symbols that the question type does not have."""
        self._report(conventions.convention_issues(self.section.conventions, menu), menu, "conventions")
        causes = self.findings.keys((*self.path, "credit"))
        self._report(menu.credit_issues(causes, author_mistakes.mistake_ids(self.section)), menu, "credit")
        if isinstance(self.section, QuestionSection):
            for number, accept in enumerate(self.section.accept):
                issues = conventions.convention_issues(accept.conventions, menu)
                self._report(issues, menu, "accept", number, "conventions")
            self._report(symbols.symbol_issues(self.section.symbols, menu), menu, "symbols")

    def _report(self, issues: Iterable[Issue], menu: TypeMenu, *keys: str | int) -> None:
        for issue in issues:
            if self.is_shared and self.findings.is_full:  # each problem of the assignment would look again
                return
            name = str(issue.path[0])
            if not self.is_shared or name.partition(".")[0] in (*menu.points, PRESET):
                self.findings.add(issue, (*self.path, *keys))
            elif unknown := unknown_key(str(keys[0]), name):
                self.findings.add(unknown)
