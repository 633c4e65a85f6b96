"""Reads CSV with a row a student, and what its columns hold: ids, names, a time, or the answers to a question.

    student,encoder-layer,bert-size.embeddings,bert-size.total
    s1042,"27,648",31114752,87737856

A question is named by its id, label, title or prompt (`ColumnNames`), or as assignment.yaml lists it.  Columns that
belong to no question are reported with the line for assignment.yaml that gives them a meaning.  Quizzes of Canvas,
Moodle and Google Forms have other columns, too.
"""

from __future__ import annotations

import html
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple
from unicodedata import normalize

from checker.document import DocumentError, tables
from checker.document.nodes import quote
from checker.grading.model import Answers, File, Given, Trouble
from checker.grading.times import order_in_column, parse_time, sortable
from checker.lms import headings as usual
from checker.lms.headings import cell, plain
from checker.lms.students import Student
from checker.lms.system import Delivery
from checker.lms.systems import quiz_of
from checker.problems import ColumnContent, QuestionKey
from checker.text.words import did_you_mean, either, enumerated, first_of, nearest

if TYPE_CHECKING:
    from checker.grading.course import Course, GradeColumn
_MARKUP: Final = re.compile(r"</?[A-Za-z][^<>]*>|\]\([^()\s]*\)|\\[A-Za-z]+")
"""Tags of HTML, the targets of links in Markdown, and the commands of LaTeX."""
_WORD: Final = re.compile(r"[^\W_]+")


class Meant(NamedTuple):
    """One thing that a heading may mean in an assignment."""

    assignment: str
    """The name of its folder of problems."""
    content: ColumnContent


class ColumnNames(NamedTuple):
    """All headings by which the questions of a course may be named."""

    ids: Mapping[str, QuestionKey] = {}
    """By `bert-size` or `bert-size.total`, exactly as they are written."""
    words: Mapping[str, Sequence[Meant]] = {}
    settings: Mapping[str, Sequence[Meant]] = {}
    folders: Mapping[str, str] = {}
    questions: Mapping[str, tuple[QuestionKey, ...]] = {}
    """The questions of each assignment in their order; none where a problem file is in error."""


def column_names(course: Course) -> ColumnNames:
    """Return what each heading of a table of answers may mean: ids, labels, titles, prompts, and what settings list."""
    ids: dict[str, QuestionKey] = {}
    words, settings = defaultdict[str, list[Meant]](list), defaultdict[str, list[Meant]](list)
    for column in course.columns:
        ids.setdefault(column.id, QuestionKey(column.id, None))
        ids[column.name] = column.key
        for heading, key in _headings(column):
            words[plain_words(heading)].append(Meant(column.assignment, key))
    for name, each in course.assignments.items():
        for heading, content in each.settings.column_headings.items():
            settings[plain_words(heading)].append(Meant(name, content))
        if of_ids := each.settings.roster_headings.get("id"):  # a table may have it, too
            settings[plain_words(of_ids)].append(Meant(name, "student"))
    questions = {
        name: () if any(column.error for column in each.columns) else tuple(each.keys)
        for name, each in course.assignments.items()
    }
    return ColumnNames(ids, dict(words), dict(settings), course.folder_names, questions)


def _headings(column: GradeColumn) -> Iterator[tuple[str, QuestionKey]]:
    names, prompt = [column.id], ""
    if outline := column.outline:
        label, title, prompt = outline.label, outline.title, outline.prompt
        names += filter(None, (label, title, label and f"{label} {title}"))
    yield from ((name, QuestionKey(column.id, None)) for name in (*names, prompt) if name)
    if column.part_id is not None:
        yield from ((f"{name} {column.part_id}", column.key) for name in names)


def plain_words(text: str) -> str:
    """Return a text for comparison: without case, markup, punctuation and spaces.

    A text that has nothing else stays as it is.

    >>> plain_words("<p>Encoder&nbsp;<b>Layer</b>:</p> 64 by 16?"), plain_words("encoder-layer 64 BY 16")
    ('encoderlayer64by16', 'encoderlayer64by16')
    """
    words = _WORD.findall(normalize("NFKC", html.unescape(_MARKUP.sub(" ", text))).casefold())
    # space between two numbers stays; programs that remove markup may remove any other, too
    return re.sub(r"(?<!\d) | (?!\d)", "", " ".join(words)) or text.strip()


class AnswerColumn(NamedTuple):
    """A column with answers, and the question that they belong to."""

    place: int
    heading: str
    key: QuestionKey
    question: int | None = None
    """The place of the column that has the text of the question, which may differ in each row."""


class Columns:
    """The columns of a table of answers, by what they hold; places count from 0."""

    def __init__(self, header: Sequence[str], names: ColumnNames, hint: str | None) -> None:
        """`hint`: the first folder below the submissions, which may be an assignment."""
        self.headings = [cell.strip() for cell in header]
        while self.headings and not self.headings[-1]:
            self.headings.pop()
        self.answers: list[AnswerColumn] = []
        self.unknown: list[int] = []
        self.troubles: list[str] = []
        self.names = names
        folder = names.folders.get(hint, hint) if hint else None
        self._own = {name for name in names.questions if folder is not None and f"{name}/".startswith(f"{folder}/")}
        """The assignments that the folder of the table names."""
        own = [questions for name, questions in names.questions.items() if name in (self._own or names.questions)]
        self._questions = own[0] if len(own) == 1 else ()
        """The questions of the assignment that the table is for, in their order; none if that is not clear."""
        self._problems = dict.fromkeys(problem for problem, _ in names.ids.values())
        self._quiz = quiz_of(self.headings)
        self.blank = self._quiz.blank
        self._plain = [plain(heading) for heading in self.headings]
        self._named: dict[str, list[int]] = {"student": [], "name": [], "email": [], "time": []}
        """The columns that an assignment.yaml names."""
        self._known = known = [""] * len(self.headings)
        """The headings of the other columns that are not about a problem."""
        in_order = self._in_order()
        for place, heading in enumerate(self.headings):
            if heading:  # a column without a name numbers the rows
                self._find(place, heading, in_order.get(place))
        self.of_name = tuple(self._named["name"]) or usual.names(known)
        self.email = next(iter((*self._named["email"], *usual.places(known, "email"))), None)
        self.time = next(iter((*self._named["time"], *usual.places(known, "time"))), None)
        self.attempt = usual.place(known, "attempt")
        self.is_day_first = False
        """In times such as 5/10/2026 the 5 is the day."""
        ids = self._ids(known)
        self.students = ids if self._quiz.is_next_id_used else ids[:1]
        """The columns with the student's id; where one is blank, the next counts."""
        self._is_by_name = bool(ids) and ids[0] in self.of_name
        """Nothing but the name says who a row is of."""
        self._other_ids = ids[1:] if ids and plain(self.headings[ids[0]]) == "student" else []
        """Columns with other ids, where the first may have only a name."""
        unknown = [self.headings[place] for place in self.unknown]
        shown = f"the answers in {first_of(list(map(quote, unknown)), 3)}" if unknown else ""
        self.advice = self.unclear(shown, (), *unknown) if unknown else ""
        """What to do about the unknown columns."""
        self.error = self._twice() or ("" if ids else "has no column `student`; the first line names the columns")
        if not self.answers:
            no_problem = "has no column for a problem; name it `problem` or `problem.part`"
            self.error = self.error or self.advice or next(iter(self.troubles), no_problem)

    def is_blank(self, cell: str) -> bool:
        """Return whether a cell has no answer."""
        return cell.strip() in {"", self.blank}

    def meanings(self, heading: str) -> list[ColumnContent]:
        """Return the questions that a heading may mean."""
        key = self.names.ids.get(heading.strip())
        return [key] if key else self._chosen(self.names.words.get(plain_words(heading), ()))

    def unclear(self, what: str, meanings: Sequence[ColumnContent], *headings: str) -> str:
        """Return the message that a text or heading may mean one of several questions, or none."""
        ids = [str(each) if isinstance(each, QuestionKey) else each or "ignore" for each in meanings]
        known = did_you_mean("", map(str, self._questions))
        which = f"may be for {either(ids)}" if ids else f"belong to no question{known}"
        line = self._line(dict.fromkeys(headings[:40], "ignore"))
        return f"{what} {which}. Write {line}, with the id of its question instead of `ignore` where there are answers"

    def repeated(self, rows: Iterable[Sequence[str]]) -> dict[str, str]:
        """Return, by plain name, why the rows with this name are not graded: they may be of different students."""
        found: dict[str, str] = {}
        before: dict[tuple[str, int], str] = {}
        whole = (row for row in rows if len(row) >= len(self.headings))
        for number, row in enumerate(whole):
            name = row[self.students[0]]
            key, shown = _plain_name(name), quote(name.strip())
            for place in self.students if self._is_by_name else self._other_ids:
                id_ = str(number) if self._is_by_name else row[place].strip()
                if id_ and before.setdefault((key, place), id_) != id_:
                    heading = self.headings[place]
                    different = "so they may be of different students, and none of them is graded"
                    found[key] = (
                        f"the name {shown} is in several rows and no column has ids, {different}; add a column `ID`"
                        if self._is_by_name
                        else f"{shown} is in several rows with different values in the column {quote(heading)}, "
                        f"{different}; if it has the ids, write {self._line({heading: 'student'})}"
                    )
        return found

    def _find(self, place: int, heading: str, by_order: QuestionKey | None) -> None:
        """Decide what a column holds; `by_order`: the question that only the order of the columns tells."""
        usual_contents = {"id", "number", "name", "first name", "last name", "email", "section", "time", "attempt"}
        name, quiz = self._plain[place], self._quiz
        is_known = name in {*quiz.ids, "email", "name"} or quiz.known.fullmatch(name) is not None
        titled = quiz.titled.fullmatch(heading)
        contents = self._listed(heading) or ([by_order] if by_order else [])
        if not (contents or is_known):
            contents = self.meanings(titled["title"] if titled else heading)
        question = self._question(name)
        problem, _, part = heading.partition(".")
        if len(contents) == 1:
            if isinstance(contents[0], str):
                self._named[contents[0]].append(place)
            elif contents[0] is not None:
                self.answers.append(AnswerColumn(place, heading, contents[0]))
        elif not contents and (is_known or usual.meaning(heading) in usual_contents):
            self._known[place] = heading
        elif not contents and question is not None:
            self.answers.append(AnswerColumn(place, heading, QuestionKey(heading, None), question))
        elif contents or problem in self._problems or not self._problems or self._is_near(problem):
            key = QuestionKey(problem, part or None)
            self.answers.append(AnswerColumn(place, heading, key))  # its answers are reported
        else:
            self.unknown.append(place)
        if contents[1:]:
            self.troubles.append(self.unclear(f"the answers in {quote(heading)}", contents, heading))

    def _in_order(self) -> dict[int, QuestionKey]:
        """Return the question of each column that has only a number, such as `Response 1`, by place, and report it.

        They are taken in the assignment's order if there are as many as questions, with the numbers from 1 on; ignored
        ones are left out.  There are none if any is known by its heading.
        """
        numbers: dict[int, int] = {}
        ignored = []
        for place, heading in enumerate(self.headings):
            found = self._quiz.numbered.fullmatch(self._plain[place])
            if found and self._question(self._plain[place]) is None:
                contents = self._listed(heading) or self.meanings(heading)
                if contents not in ([], [None]):
                    return {}
                numbers[int(found["number"])] = place
                ignored += [place] if contents else []
        places = [place for _, place in sorted(numbers.items()) if place not in ignored]
        if not places or len(places) != len(self._questions) or sorted(numbers) != list(range(1, len(numbers) + 1)):
            return {}
        pairs = {self.headings[place]: str(key) for place, key in zip(places, self._questions, strict=True)}
        first, last = quote(self.headings[places[0]]), quote(self.headings[places[-1]])
        names = enumerated(pairs.values())
        read = f"{first} to {last} are read as the answers to {names}, in the order of the assignment"
        self.troubles.append(f"{read}. To confirm or to correct this, write {self._line(pairs)}")
        return dict(zip(places, self._questions, strict=True))

    def _question(self, name: str) -> int | None:
        """Return the place of the column `Question 3` that belongs to a column `Response 3`; None if there is none."""
        found = self._quiz.numbered.fullmatch(name)
        return self._plain.index(wanted) if found and (wanted := f"question {found['number']}") in self._plain else None

    def _is_near(self, problem: str) -> bool:
        # many unknown headings are not compared with all ids, which takes time
        return len(self.unknown) < 200 and bool(nearest(problem, tuple(self._problems)))  # noqa: PLR2004

    def _twice(self) -> str:
        before: dict[object, str] = {}
        ids = {*self._quiz.ids, "email", "name"}
        who = [(plain(each), plain(each)) for each in self._known if plain(each) in ids]
        for key, heading in (*who, *((each.key, each.heading) for each in self.answers)):
            if key in before:
                both = f"for one question, {quote(before[key])} and {quote(heading)}"
                return f"has two columns {quote(heading) if heading == before[key] else both}"
            before[key] = heading
        return ""

    def _ids(self, known: Sequence[str]) -> list[int]:
        found = {name: place for place, name in enumerate(self._plain) if known[place]}
        best = [found[each] for each in self._quiz.ids if each in found]
        others = [place for place, each in enumerate(known) if usual.meaning(each) in {"id", "number"}]
        last = self.email, *self._named["name"], usual.place(known, "name")
        places = *self._named["student"], *best, *others, *last
        return list(dict.fromkeys(each for each in places if each is not None))

    def _listed(self, heading: str) -> list[ColumnContent]:
        return self._chosen(self.names.settings.get(plain_words(heading), ())) if self.names.settings else []

    def _chosen(self, found: Sequence[Meant]) -> list[ColumnContent]:
        own = [each for each in found if each.assignment in self._own]
        return list(dict.fromkeys(each.content for each in own or found))

    def _line(self, pairs: Mapping[str, str]) -> str:
        """Return the advice to give headings a meaning in assignment.yaml; space in them counts for nothing."""
        texts = [" ".join(heading.split()) for heading in pairs]
        headings = [json.dumps(text, ensure_ascii=not text.isprintable()) for text in texts]
        entries = ", ".join(f"{heading}: {meant}" for heading, meant in zip(headings, pairs.values(), strict=True))
        where = "the assignment.yaml of its assignment" if len(self.names.questions) > 1 else "assignment.yaml"
        return f"`columns: {{{entries}}}` into {where}"


def _plain_name(name: str) -> str:
    """Return a name for comparison: with single spaces and without case."""
    return " ".join(name.split()).casefold()


_MOST_COLUMNS: Final = 10_000


def read_table(file: File, names: ColumnNames, hint: str | None) -> Iterator[Answers | Trouble]:
    """Yield what is in a table.  `hint`: the first folder below the submissions, which may be an assignment."""
    try:
        table = tables.read_table(file.data, file.name)
    except DocumentError as error:
        yield Trouble(file.name, error.line, "", error.message, "hides")
        return
    columns = Columns(table.header.cells[:_MOST_COLUMNS], names, hint)
    too_many = f"has more than {_MOST_COLUMNS:,} columns; leave out those that are no answers"
    if wrong := too_many if table.header.cells[_MOST_COLUMNS:] else columns.error:
        yield Trouble(file.name, table.header.line, "", wrong, "hides")
        return
    repeated = columns.repeated(row.cells for row in table.rows)
    place = columns.time
    times = [(row.line, cell(row.cells, place)) for row in table.rows]
    columns.is_day_first, of_times = order_in_column(times, "" if place is None else quote(columns.headings[place]))
    if table.note:
        yield Trouble(file.name, None, "", table.note)
    for message in (*columns.troubles, *of_times):
        yield Trouble(file.name, table.header.line, "", message)
    if not table.rows:
        yield Trouble(file.name, None, "", "has no rows below its header")
    for row in table.rows:
        yield from _read_row(row, columns, file.name, repeated)


def _read_row(
    found: tables.Row, columns: Columns, file: str, repeated: Mapping[str, str]
) -> Iterator[Answers | Trouble]:
    """Yield the answers in a row, and the troubles with it."""
    line, row, width = found.line, found.cells, len(columns.headings)
    if not row:
        yield Trouble(file, line, "", found.fault, "hides")
        return
    id_ = next((row[each] for each in columns.students if each < len(row) and not columns.is_blank(row[each])), "")
    if not id_:
        is_blank = all(columns.is_blank(row[each.place]) for each in columns.answers if each.place < len(row))
        yield Trouble(file, line, "", "names no student", "" if is_blank else "hides")
    elif why_not := repeated.get(_plain_name(id_)):
        yield Trouble(file, line, "", why_not, "hides")
    elif found.fault or len(row) < width or any(map(str.strip, row[width:])):  # shifted, or cut short: trust no cell
        yield Trouble(file, line, id_, tables.misfit(len(row), width))
    else:
        given, troubles = _answers(row, line, columns)
        yield from (Trouble(file, line, id_, message) for message in troubles)
        if given or not troubles:
            name = " ".join(filter(str.strip, (row[place] for place in columns.of_name)))
            email = "" if columns.email is None else row[columns.email]
            when = parse_time(cell(row, columns.time), is_day_first=columns.is_day_first) or ""
            attempt = cell(row, columns.attempt)
            number = attempt.zfill(6) if attempt.isdecimal() else attempt or sortable(when)
            yield Answers(Student(id_, name, email), file, line, Delivery(when, attempt=number), given=given)


def _answers(row: Sequence[str], line: int, columns: Columns) -> tuple[list[Given], list[str]]:
    """Return the answers in a row, and what is wrong with it: a cell may name a question that is not known."""
    given: list[Given] = []
    troubles = [columns.advice] if not all(columns.is_blank(row[place]) for place in columns.unknown) else []
    for place, heading, key, question in columns.answers:
        text = "" if row[place] == columns.blank else row[place]
        if question is None:
            given.append(Given(*key, text, line))
        elif not columns.is_blank(row[question]):
            meanings = columns.meanings(row[question])
            if len(meanings) == 1 and isinstance(meanings[0], tuple):
                given.append(Given(*meanings[0], text, line))
            elif not columns.is_blank(text):
                what = f"the answers to the text {quote(' '.join(row[question].split()))}"
                troubles.append(columns.unclear(what, meanings, heading))
    keys = [QuestionKey(*each[:2]) for each in given]
    if len(set(keys)) < len(keys):
        twice = next(key for key in keys if keys.count(key) > 1)
        troubles.append(f"has two answers to {quote(str(twice))}; the last one counts")
    return given, troubles
