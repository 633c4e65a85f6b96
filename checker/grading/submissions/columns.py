"""`Columns`: what each column of a table of answers holds: ids, names, a time, or answers to a question.

It also words the messages about columns that belong to no question.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from checker.document import DocumentError
from checker.document.errors import quote
from checker.grading.submissions.column_names import ColumnNames, HeadingMeaning
from checker.lms.headings import meaning as usual_meaning
from checker.lms.headings import names as columns_of_names
from checker.lms.headings import place as column_with
from checker.lms.headings import places as columns_with
from checker.lms.headings import plain
from checker.lms.system import Quiz
from checker.lms.systems import quiz_of
from checker.problems import QuestionKey, question_name
from checker.text.words import did_you_mean, either, enumerated, nearest

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


def is_unknown(heading: str, names: ColumnNames, *, is_compared: bool) -> bool:
    """Return whether a heading is no problem's id and not similar to one; False if no ids are known.

    `is_compared`: whether to look for similar ids, which takes time.
    """
    problem = heading.partition(".")[0]
    ids = tuple(dict.fromkeys(key[0] for key in names.ids.values()))
    return bool(ids) and problem not in ids and not (is_compared and nearest(problem, ids))


def questions_in_order(
    headings: Iterable[tuple[int, str]], quiz: Quiz, names: ColumnNames
) -> tuple[dict[int, QuestionKey], str]:
    """Return the question of each column that has only a number, such as `Response 1`, by place, and what to report.

    They are taken in the assignment's order if there are as many as questions, with the numbers from 1 on; ignored ones
    are left out.  Both are empty if that is not so, or if one of them is known by its heading.
    """
    numbered: dict[int, tuple[int, str]] = {}
    numbers: set[int] = set()
    for place, heading in headings:
        if not (found := quiz.numbered.fullmatch(plain(heading))):
            continue
        meaning = names.setting(heading) or names.meaning(heading)
        if meaning is not None and (meaning.key or meaning.choices):
            return {}, ""
        numbers.add(int(found["number"]))
        if meaning is None:
            numbered[int(found["number"])] = place, heading
    questions = names.own_questions
    is_complete = numbers == set(range(1, len(numbers) + 1))
    if not numbered or not is_complete or len(numbered) != len(questions):
        return {}, ""
    columns = [numbered[number] for number in sorted(numbered)]
    pairs = {heading: question_name(*key) for (_, heading), key in zip(columns, questions, strict=True)}
    first, last = f"`{columns[0][1]}`", f"`{columns[-1][1]}`"
    line = names.line_to_paste(pairs)
    message = IN_ORDER.format(first=first, last=last, questions=enumerated(pairs.values()), line=line)
    return {place: key for (place, _), key in zip(columns, questions, strict=True)}, message


def unknown_columns(headings: Sequence[str], names: ColumnNames, possible_id: str = "") -> str:
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
    known = did_you_mean("", [question_name(*key) for key in names.own_questions])
    pairs = dict.fromkeys(headings[:MOST_LISTED], "ignore")
    if possible_id:
        pairs = {possible_id: "id"} | {heading: meant for heading, meant in pairs.items() if heading != possible_id}
        known += POSSIBLE_ID.format(quote(possible_id))
    line = names.line_to_paste(pairs)
    return UNKNOWN.format(columns=columns, known=known, line=f"{line[0].upper()}{line[1:]}", change=change)


def unknown_text(text: str, heading: str, choices: Sequence[str], names: ColumnNames) -> str:
    """Return the message about a question's text in a table that fits no question, or several."""
    which = f"may be for {either(choices)}" if choices else "belongs to no question"
    return (
        f"the text {quote(' '.join(text.split()))} {which}. Make it the title of one question. Or"
        f" {names.line_to_paste({heading: 'ignore'})}, with the id of its question instead of `ignore`"
    )


STUDENT: Final = "student"
NAME: Final = "name"
LAST: Final = ("email", NAME)
"""Columns that say who the student is if nothing better does."""
USUAL: Final = ("id", "number", NAME, "first name", "last name", "email", "section", "time", "attempt")
"""What a column holds by its usual heading if no question has this heading."""

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


class Columns:
    """The columns of a table of answers, by what they hold; places count from 0."""

    def __init__(self, header: Sequence[str], names: ColumnNames, file: str, line: int) -> None:
        """Find out what the columns below a header hold.  Raise DocumentError if none has ids, or none has answers."""
        self.headings = [cell.strip() for cell in header]
        while self.headings and not self.headings[-1]:
            self.headings.pop()
        self.names = names
        """The names of the course's questions, as they apply to this table."""
        self.answers: list[AnswerColumn] = []
        self.unknown: list[int] = []
        """The columns that belong to no question."""
        self.troubles: list[str] = []
        """Troubles with the headings."""
        self._quiz = quiz = quiz_of(self.headings)
        self._who: dict[str, int] = {}
        """The places of the columns that are not about a problem, by heading."""
        self._named: dict[str, list[int]] = {"id": [], "time": []}
        """The places of the columns that an assignment.yaml names."""
        self._seen: dict[str | QuestionKey, str] = {}
        self._twice = ""
        """Why no cell can be trusted: two columns are for one thing."""
        self._find_all()
        ids = self._places_of_ids()
        unknown = [self.headings[place] for place in self.unknown]
        self.advice = unknown_columns(unknown, names) if unknown else ""
        """What to do about the unknown columns."""
        wrong = self._twice or ("" if ids else NO_STUDENT)
        if wrong or not self.answers:
            raise DocumentError(wrong or self.advice or next(iter(self.troubles), NO_PROBLEM), file, line)
        self.students = ids if quiz.is_next_id_used else ids[:1]
        """The columns with the student's id; where one is blank, the next counts."""
        self.other_ids = ids[1:] if plain(self.headings[ids[0]]) == STUDENT else []
        """Columns with other ids, where the first may have only a name."""
        self.is_by_name = usual_meaning(self.headings[ids[0]]) == NAME
        """Nothing but the name says who a row is of."""
        known = [
            heading if self._who.get(plain(heading)) == place else "" for place, heading in enumerate(self.headings)
        ]
        self.of_name = columns_of_names(known)
        """The columns that together hold the name."""
        self.email, self.attempt = column_with(known, "email"), column_with(known, "attempt")
        self.time = next(iter((*self._named["time"], *columns_with(known, "time"))), None)
        self.blank = quiz.blank
        """The text of a cell without an answer."""

    def _places_of_ids(self) -> list[int]:
        """Return the places of columns that may hold the students' ids, the best first."""
        usual = [self._who[each] for each in self._quiz.ids if each in self._who]
        others = (self._who.get(plain(each)) for each in self.headings if usual_meaning(each) in {"id", "number"})
        last = (self._who.get(each) for each in LAST)
        return list(dict.fromkeys(each for each in (*self._named["id"], *usual, *others, *last) if each is not None))

    def _find_all(self) -> None:
        """Decide for each column what it holds: ids, names, a time, or answers to a question."""
        by_number = [pair for pair in enumerate(self.headings) if self._question(plain(pair[1])) is None]
        in_order, message = questions_in_order(by_number, self._quiz, self.names)
        self.troubles += [message] if message else []
        for place, heading in enumerate(self.headings):
            if heading:  # one without a name numbers the rows
                self._find(place, heading, in_order.get(place))

    def _find(self, place: int, heading: str, by_order: QuestionKey | None) -> None:
        """Note what a column holds; `by_order`: the question that only the order of the columns tells."""
        name, quiz, names = plain(heading), self._quiz, self.names
        setting = names.setting(heading)
        if setting is not None and setting.field:
            self._named[setting.field].append(place)
            return
        if setting is None and name in (*quiz.ids, *LAST):
            self._note(name, name)
            self._who.setdefault(name, place)
            return
        is_known = quiz.known.fullmatch(name) is not None
        meaning = setting
        if meaning is None and not is_known:
            titled = quiz.titled.fullmatch(heading.strip())
            meaning = names.meaning(titled["title"] if titled else heading)
        if meaning is None and (is_known or usual_meaning(heading) in USUAL):
            self._who.setdefault(name, place)
        elif meaning is None and (question := self._question(name)) is not None:
            self.answers.append(AnswerColumn(place, heading, heading, None, question))
        elif key := by_order if meaning is None else meaning.key:
            self._note(key, heading)
            self.answers.append(AnswerColumn(place, heading, *key))
        elif meaning is None and is_unknown(heading, names, is_compared=len(self.unknown) < MOST_COMPARED):
            self.unknown.append(place)
        elif meaning is None or meaning.choices:
            self._add_unclear(place, heading, meaning)

    def _question(self, name: str) -> int | None:
        """Return the place of the column `Question 3` that belongs to a column `Response 3`; None if there is none."""
        found = self._quiz.numbered.fullmatch(name)
        wanted = f"question {found['number']}" if found else ""
        return next((place for place, each in enumerate(self.headings) if wanted and plain(each) == wanted), None)

    def _add_unclear(self, place: int, heading: str, meaning: HeadingMeaning | None) -> None:
        """Add a column whose heading names no problem, or may mean several, so that its answers are reported."""
        if meaning:
            line = self.names.line_to_paste({heading: meaning.choices[0]})
            self.troubles.append(SEVERAL.format(quote(heading), either(meaning.choices), line))
        self._note(heading, heading)
        problem, _, part = heading.partition(".")
        self.answers.append(AnswerColumn(place, heading, problem, part or None))

    def _note(self, key: str | QuestionKey, heading: str) -> None:
        """Note that a column holds this, and set `_twice` if another column holds the same."""
        before = self._seen.get(key)
        self._seen[key] = heading
        if before == heading:
            self._twice = self._twice or f"has two columns {quote(heading)}"
        elif before is not None:
            self._twice = self._twice or f"has two columns for one question, {quote(before)} and {quote(heading)}"
