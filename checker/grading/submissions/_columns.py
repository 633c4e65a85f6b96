"""Assigns the columns of a table of answers to questions, and reports those that belong to none."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from checker.document import DocumentError
from checker.document.errors import quote
from checker.grading.submissions._column_names import (
    CANVAS,
    LAST,
    MOODLE,
    MOODLE_ANSWER,
    NAME,
    PLAIN,
    STUDENT,
    ColumnNames,
    HeadingMeaning,
    Layout,
    layout_of,
    places_of_scores,
    question_of,
    simple,
)
from checker.notation.words import did_you_mean, either, enumerated, nearest
from checker.problems import QuestionKey

MOST_LISTED: Final = 40
"""Maximum number of columns in the line for assignment.yaml."""

MOST_COMPARED: Final = 200
"""Number of unknown headings from which on others are not compared with all ids."""

IN_ORDER: Final = (
    "{first} to {last} are read as the answers to {questions}, in the order of the assignment. To confirm or to"
    " correct this, {line}"
)
POSSIBLE_ID: Final = ". {} has another value in each row, so it may hold the students' ids"
UNKNOWN: Final = "{columns} to no question{known}. {line}{change}"


def name_of(key: QuestionKey) -> str:
    """Return the name of a question: `bert-size`, or `bert-size.total` for a part."""
    return ".".join(filter(None, key))


def is_unknown(heading: str, names: ColumnNames, *, is_compared: bool = True) -> bool:
    """Return whether a heading is no problem's id nor similar to one; False if no ids are known."""
    problem = heading.partition(".")[0]
    ids = tuple(dict.fromkeys(key[0] for key in names.ids.values()))
    return bool(ids) and problem not in ids and not (is_compared and nearest(problem, ids))


def in_order(
    headings: Iterable[tuple[int, str]], names: ColumnNames, hint: str | None
) -> tuple[dict[int, QuestionKey], str]:
    """Return the question of each of Moodle's columns `Response 1`, `Response 2`, ..., and what to report.

    Each belongs to the question with its number if there is one for each question of the assignment, with the numbers
    from 1 on.  Those that the assignment lists as ignored do not count: the others are in its order.  If it lists any
    other, or if one is a heading of the course, the order says nothing.
    """
    numbered: dict[int, tuple[int, str]] = {}
    numbers: set[int] = set()
    for place, heading in headings:
        if not (found := MOODLE_ANSWER.fullmatch(simple(heading))):
            continue
        meaning = names.setting(heading, hint) or names.meaning(heading, hint)
        if meaning is not None and (meaning.key or meaning.choices):
            return {}, ""
        numbers.add(int(found["number"]))
        if meaning is None:
            numbered[int(found["number"])] = place, heading
    questions = names.questions_of(hint)
    is_complete = numbers == set(range(1, len(numbers) + 1))
    if not numbered or not is_complete or len(numbered) != len(questions):
        return {}, ""
    columns = [numbered[number] for number in sorted(numbered)]
    pairs = {heading: name_of(key) for (_, heading), key in zip(columns, questions, strict=True)}
    message = IN_ORDER.format(
        first=f"`{columns[0][1]}`",
        last=f"`{columns[-1][1]}`",
        questions=enumerated(pairs.values()),
        line=line_to_paste(pairs, names, hint),
    )
    return {place: key for (place, _), key in zip(columns, questions, strict=True)}, message


def unknown_columns(headings: Sequence[str], names: ColumnNames, hint: str | None, possible_id: str = "") -> str:
    """Return the message about columns that belong to no question; one of them may hold the students' ids."""
    if len(headings) == 1:
        columns = f"the column `{' '.join(headings[0].split())}` belongs"
        change = ", or the id of its question instead of `ignore`"
        if possible_id:
            change = ", or its question or `ignore` instead of `id`"
    else:
        columns = f"{len(headings):,} columns belong"
        change = ", with the id of its question instead of `ignore` for each column with answers"
    if more := len(headings[MOST_LISTED:]):
        change += f", and the other {more:,} columns likewise"
    known = did_you_mean("", map(name_of, names.questions_of(hint)))
    pairs = dict.fromkeys(headings[:MOST_LISTED], "ignore")
    if possible_id:
        pairs = {possible_id: "id"} | {heading: meant for heading, meant in pairs.items() if heading != possible_id}
        known += POSSIBLE_ID.format(quote(possible_id))
    line = line_to_paste(pairs, names, hint)
    return UNKNOWN.format(columns=columns, known=known, line=f"{line[0].upper()}{line[1:]}", change=change)


def unknown_text(text: str, heading: str, choices: Sequence[str], names: ColumnNames, hint: str | None) -> str:
    """Return the message about a question's text in a table that fits no question, or several."""
    which = f"may be for {either(choices)}" if choices else "belongs to no question"
    line = line_to_paste({heading: "ignore"}, names, hint)
    return (
        f"the text {quote(' '.join(text.split()))} {which}. Make it the title of one question. Or {line}, with the id"
        " of its question instead of `ignore`"
    )


def line_to_paste(pairs: Mapping[str, str], names: ColumnNames, hint: str | None) -> str:
    """Return the advice which lines to add to assignment.yaml, so that these headings mean these questions."""
    entries = ", ".join(f"{_quoted(heading)}: {meant}" for heading, meant in pairs.items())
    if names.settings:
        return f"add `{entries}` to `columns` in {names.settings_file(hint)}"
    return f"write `columns: {{{entries}}}` into {names.settings_file(hint)}"


def _quoted(heading: str) -> str:
    """Return a heading as YAML; space in it counts for nothing."""
    text = " ".join(heading.split())
    return json.dumps(text, ensure_ascii=not text.isprintable())


NO_STUDENT: Final = "has no column `student`; the first line names the columns"
NO_PROBLEM: Final = "has no column for a problem; name it `problem` or `problem.part`"
SEVERAL: Final = "the column {} may be for {}; {}, or rename the column. It is not read"


class AnswerColumn(NamedTuple):
    """A column with answers, and the question that they belong to."""

    place: int
    heading: str
    problem: str
    part: str | None
    question: int | None = None
    """The place of the column that has the text of the question, which may differ in each row."""


class Columns(NamedTuple):
    """What each column of a table of answers holds; places count from 0."""

    headings: Sequence[str]
    students: tuple[int, ...]
    """The columns with the student's id; where one is blank, the next counts."""
    other_ids: tuple[int, ...]
    """Columns with other ids, where the first may have only a name."""
    names: tuple[int, ...]
    email: int | None
    time: int | None
    attempt: int | None
    answers: list[AnswerColumn]
    blank: str
    """The text of a cell without an answer."""
    troubles: list[str]
    """Troubles with the headings."""
    unknown: Sequence[int] = ()
    """The columns that belong to no question."""
    advice: str = ""
    """What to do about those."""
    is_by_name: bool = False
    """Nothing but the name says who a row is of."""

    @property
    def width(self) -> int:
        """Return the number of columns that the header has."""
        return len(self.headings)


def columns_of(header: Sequence[str], names: ColumnNames, hint: str | None, file: str, line: int) -> Columns:
    """Return what each column of a table holds.  Raise DocumentError."""
    headings = [cell.strip() for cell in header]
    while headings and not headings[-1]:
        headings.pop()
    layout = layout_of(headings)
    finder = _Finder(headings, layout, names, hint)
    finder.find()
    if finder.twice:
        raise DocumentError(finder.twice, file, line)
    who = finder.who
    students = finder.students
    if not students:
        raise DocumentError(NO_STUDENT, file, line)
    unknown = [headings[place] for place in finder.unknown]
    advice = unknown_columns(unknown, names, hint) if unknown else ""
    if not finder.answers:
        raise DocumentError(advice or next(iter(finder.troubles), NO_PROBLEM), file, line)
    return Columns(
        headings,
        tuple(students if layout.is_next_id_used else students[:1]),
        tuple(students[1:]) if simple(headings[students[0]]) == STUDENT else (),
        tuple(who[name] for name in layout.names if name in who),
        next((who[name] for name in layout.emails if name in who), None),
        next((who[name] for name in layout.times if name in who), None),
        who.get("attempt"),
        finder.answers,
        layout.blank,
        finder.troubles,
        finder.unknown,
        advice,
        simple(headings[students[0]]) == NAME,
    )


class _Finder:
    """Finds what each column holds."""

    def __init__(self, headings: Sequence[str], layout: Layout, names: ColumnNames, hint: str | None) -> None:
        self.who: dict[str, int] = {}
        """The places of the columns that are not about a problem."""
        self.answers: list[AnswerColumn] = []
        self.unknown: list[int] = []
        """The places of columns that belong to no question."""
        self.troubles: list[str] = []
        self.twice = ""
        """Why no cell can be trusted: two columns are for one thing."""
        self._headings = headings
        self._layout = layout
        self._names = names
        self._hint = hint
        self._ids: list[int] = []
        """The places of the columns of ids that an assignment.yaml names."""
        self._numbers: list[int] = []
        """The places of columns with a usual heading of a student's number."""
        self._seen: dict[str | QuestionKey, str] = {}
        self._in_order: dict[int, QuestionKey] = {}
        """Questions that only the order of the columns tells."""

    @property
    def students(self) -> list[int]:
        """Return the places of columns that may hold the students' ids, the best first."""
        by_heading = {name: self.who[name] for name in self._layout.students if name in self.who}
        last = [by_heading.pop(name) for name in LAST if name in by_heading]
        return [*self._ids, *by_heading.values(), *self._numbers, *last]

    def find(self) -> None:
        """Decide for each column of a table what it holds: ids, names, a time, or answers to a question."""
        scores = places_of_scores(self._headings) if self._layout is CANVAS else ()
        if self._layout is MOODLE:
            numbered = [pair for pair in enumerate(self._headings) if self._question(simple(pair[1])) is None]
            self._in_order, message = in_order(numbered, self._names, self._hint)
            self.troubles += [message] if message else []
        for place, heading in enumerate(self._headings):
            if heading and place not in scores:  # one without a name numbers the rows
                self._find(place, heading)

    def _find(self, place: int, heading: str) -> None:  # noqa: C901 - one case a line
        name, layout = simple(heading), self._layout
        setting = self._names.setting(heading, self._hint)
        if setting is not None and setting.is_id:
            self._ids.append(place)
            return
        if setting is None and name in (*layout.students, *layout.names, *layout.emails):
            self._add(name, name)
            self.who.setdefault(name, place)
            return
        is_known = layout.known.fullmatch(name) is not None
        meaning = setting
        if meaning is None and not (is_known and layout is not PLAIN):
            meaning = self._names.meaning(question_of(heading) if layout is CANVAS else heading, self._hint)
        if meaning is None and is_known:
            self.who.setdefault(name, place)
        elif meaning is None and _is_student_number(heading):
            self._numbers.append(place)
        elif meaning is None and layout is MOODLE and (question := self._question(name)) is not None:
            self.answers.append(AnswerColumn(place, heading, heading, None, question))
        elif meaning is None and (key := self._in_order.get(place)):
            self._add(key, heading)
            self.answers.append(AnswerColumn(place, heading, *key))
        elif meaning is None and is_unknown(heading, self._names, is_compared=len(self.unknown) < MOST_COMPARED):
            self.unknown.append(place)
        elif meaning is None or meaning.choices:
            self._add_unclear(place, heading, meaning)
        elif meaning.key is not None:
            self._add(meaning.key, heading)
            self.answers.append(AnswerColumn(place, heading, *meaning.key))

    def _question(self, name: str) -> int | None:
        """Return the place of the question that a column of Moodle answers."""
        found = MOODLE_ANSWER.fullmatch(name)
        wanted = f"question {found['number']}" if found else ""
        return next((place for place, each in enumerate(self._headings) if simple(each) == wanted), None)

    def _add_unclear(self, place: int, heading: str, meaning: HeadingMeaning | None) -> None:
        """Add a column that is for no problem as it is written, or for one of several: its answers are reported."""
        if meaning:
            first = meaning.choices[0]
            line = line_to_paste({heading: first}, self._names, self._hint)
            self.troubles.append(SEVERAL.format(quote(heading), either(meaning.choices), line))
        self._add(heading, heading)
        problem, _, part = heading.partition(".")
        self.answers.append(AnswerColumn(place, heading, problem, part or None))

    def _add(self, key: str | QuestionKey, heading: str) -> None:
        """Add what a column is for; two columns must not be for the same."""
        before = self._seen.get(key)
        self._seen[key] = heading
        if before == heading:
            self.twice = self.twice or f"has two columns {quote(heading)}"
        elif before is not None:
            self.twice = self.twice or f"has two columns for one question, {quote(before)} and {quote(heading)}"


def _is_student_number(heading: str) -> bool:
    from checker.lms.layouts import is_student_number  # here, because only tables have headings

    return is_student_number(heading)
