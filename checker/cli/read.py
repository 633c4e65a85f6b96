"""`checker read`: shows how a student's documents are understood; `check --document` marks the answers in one.

Lines of working are reviewed, too, and an answer in doubt waits for a person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from checker.cli import options, output
from checker.cli.answer_pages import verdicts
from checker.cli.options import UNGRADED, USAGE, problem_folders, word_shown, worst
from checker.cli.output import Block, Table, Text
from checker.engine.errors import UserError
from checker.marking.feedback import Feedback
from checker.marking.mark import Status, waits
from checker.marking.parts import Questions
from checker.marking.result import CHECK_SCHEMA, Result
from checker.marking.told import told
from checker.marking.working import Line, ToldLine, review, slip_of, told_line
from checker.text.plain import brief
from checker.text.words import as_sentence, counted, either, in_line
from checker.writeups.document import DocumentUnreadable
from checker.writeups.formats import read_document
from checker.writeups.front_matter import front_text
from checker.writeups.marks import answer_line
from checker.writeups.sheets import sheet_of

if TYPE_CHECKING:
    from checker.problems import Problem, ProblemFolder
    from checker.writeups.document import Document, Evidence
    from checker.writeups.records import BoundAnswer, FoundQuestion, WorkedLine, WriteUpReading

_LONGEST_ANSWER: Final = 26
_LONGEST_CANDIDATE: Final = 160
_MOST_CANDIDATES: Final = 4
_NOT_FOUND: Final = "not found"
_MOST_PLACES: Final = 3
_WHOSE: Final = (
    "Each student has other numbers in this assignment. These are those of {}, whom the document or its name gives. If "
    "your course has the student under another id, give it with --student."
)


@options.command(
    "read homework/s1042.md --problems problems", "read homework/s1042.docx --assignment 000 --format json"
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@options.problems_option
@options.assignment_option
@options.student_option
@options.format_option
@options.plain_option
def read(files: tuple[Path, ...], problems: Path, assignment: str | None, student: str | None) -> int:
    """Show how a student's document is understood.

    FILE is a document that a student has handed in: Markdown, text, LaTeX, HTML, a notebook, Word, OpenDocument or
    PDF. Several files are those of one student. It shows where each question was found and why, and the answer to each
    part. Nothing is graded, and no right answer is shown.

    Exit code: 0 every answer found without doubt, 2 a file that cannot be read or a wrong command line, 3 something
    needs a person, 4 a fault of checker.
    """
    found = read_as_one(files, problems, assignment, student)
    output.show(lambda: _record(found), lambda: _page(found))
    is_left = found.is_doubtful or any(answer.doubt or not answer.text for answer in found.answers)
    is_unread = any(each.unread for each in found.documents) or (found.folder and found.folder.broken)
    return UNGRADED if is_left or is_unread else options.RIGHT


class UnreadableDocumentError(UserError):
    """Raised for a document that cannot be read; the message names the file."""

    code = "document"


class ReadDocuments(NamedTuple):
    """The documents of one student as they were read, with the assignment and the student."""

    student: str
    documents: tuple[Document, ...]
    folder: ProblemFolder | None
    """The assignment that they answer; None if it is not known."""
    reading: WriteUpReading

    @property
    def answers(self) -> list[BoundAnswer]:
        """Return the answers to all parts; those that were not found are empty."""
        return [answer for question in self.reading.questions for answer in question.answers]

    @property
    def is_doubtful(self) -> bool:
        """Return whether the assignment or something in the documents as a whole is unknown or unread."""
        is_read = not (self.reading.trouble or self.reading.notes or any(each.troubles for each in self.documents))
        return self.folder is None or not is_read

    @property
    def notes(self) -> list[str]:
        """Return sentences on what could not be read, in the documents, their answer lines or the assignment."""
        broken = self.folder.broken if self.folder else ()
        return [
            *(f"{document.file}: {note}" for document in self.documents for note in document.notes),
            *(
                f"{each.file}{'' if line is None else f', line {line}'}: {text}"
                for each in self.documents
                for line, text in each.troubles
            ),
            *(f"{found.file}, {found.place}: {message}" for found, message in self.reading.notes),
            *self.reading.remarks,
            *(f"{each.path} has errors, so its question is not read; `checker lint` lists them" for each in broken),
        ]

    @property
    def notes_record(self) -> dict[str, Any]:
        """Return what is in doubt as a whole, and what could not be read, for JSON; without empty keys."""
        return {key: value for key, value in (("trouble", self.reading.trouble), ("notes", self.notes)) if value}


def read_as_one(
    files: Sequence[Path], problems: Path, assignment: str | None, student: str | None = None
) -> ReadDocuments:
    """Return how the files of one student were read.

    Without `student` the documents name the student, or else the name of the first file does.  Raise
    UnreadableDocumentError, ProblemError, or UsageError for other faults of the user.
    """
    from checker.writeups.read import read_writeup

    documents = []
    for file in files:
        try:
            documents.append(read_document(str(file), str(file)))
        except DocumentUnreadable as error:
            place = str(file) if error.line is None else f"{file}:{error.line}"
            raise UnreadableDocumentError(f"{place}  {error.message}") from None
    authors = {name: document.file for document in documents if (name := front_text(document, "student"))}
    if student is None and len(authors) > 1:
        said = [f"{file} is by {word_shown(name)}" for name, file in authors.items()]
        raise click.UsageError(f"{said[0]}, but {said[1]}; give the files of one student")
    who = next(iter(authors), files[0].stem) if student is None else student
    named = [front_text(document, "assignment") for document in documents]
    folders = {name: each.of_student(who) for name, each in problem_folders(problems, assignment, named).items()}
    reading = read_writeup(documents, [sheet_of(folder) for folder in folders.values()])
    folder = None if reading.assignment is None else folders[reading.assignment]
    if student is None and folder and any(each.variants for each in folder.problems):
        output.note(_WHOSE.format(word_shown(who)))
    return ReadDocuments(who, tuple(documents), folder, reading)


def _page(read: ReadDocuments) -> list[Block]:
    """Return each question with its answers, their places and the reasons, and its working."""
    labels = {problem.id: problem.label for problem in read.folder.problems} if read.folder else {}
    questions = [
        block
        for each in read.reading.questions
        for block in _question(each, labels.get(each.problem, ""), has_files=len(read.documents) > 1)
    ]
    doubtful = sum(bool(answer.doubt) for answer in read.answers)
    found = sum(bool(answer.text and not answer.doubt) for answer in read.answers)
    counts = {"found": found, "to decide": doubtful, _NOT_FOUND: len(read.answers) - found - doubtful}
    shown = ", ".join(f"{count} {name}" for name, count in counts.items() if count or name == "found")
    return [*_head(read), *questions, *_notes(read), Table([("Answers", shown)])]


def _head(read: ReadDocuments) -> list[Block]:
    files = ", ".join(in_line(document.file) for document in read.documents)
    folder = read.folder
    name = " ".join(filter(None, (folder.title, f"({folder.name})" if folder.name else ""))) if folder else _NOT_FOUND
    return ["", Table([("Student", in_line(read.student)), ("Assignment", in_line(name)), ("File", files)]), ""]


def _notes(read: ReadDocuments) -> list[Block]:
    """Return blocks on what is in doubt in the documents as a whole, and what could not be read."""
    unknown = "" if read.folder is not None else "Name the assignment: --assignment NAME."
    found = filter(None, [read.reading.trouble, unknown, *read.notes])
    return [*(Text(each, "Note") for each in found), ""]


def _question(question: FoundQuestion, label: str, *, has_files: bool) -> Iterator[Block]:
    """Yield a question with its answers and its lines of working; `has_files`: name the file of each place."""

    def place(evidence: Evidence) -> str:
        return f"{in_line(evidence.file)}, {evidence.place}" if has_files else str(evidence.place)

    where = f"from {place(question.evidence[0])}" if question.evidence else _NOT_FOUND
    why = _reason(question.reason, question.confidence)
    yield Text(f"{f'{label} {question.problem}'.strip()}, {where}{why and f': {why}'}", "Question")
    rows: list[tuple[str, ...]] = []
    for answer in question.answers:
        if answer.doubt:
            found = "to decide", "", answer.doubt
        elif answer.text or question.evidence:
            shown = brief(answer.text, _LONGEST_ANSWER) if answer.text else _NOT_FOUND
            at = place(answer.evidence[0]) if answer.evidence else ""
            found = shown, at, _reason(answer.reason, answer.confidence)
        else:
            continue
        candidates = dict.fromkeys((place(each), brief(each.text, _LONGEST_CANDIDATE)) for each in answer.candidates)
        rows.append((answer.key.part or "answer", *found))
        rows += [("", "candidate", *each) for each in list(candidates)[:_MOST_CANDIDATES]]
        left = len(candidates) - _MOST_CANDIDATES
        rows += [("", "", "", f"and {left} more")] if left > 0 else []
    yield Table(rows, "lllw", indent=4, between="; ")
    if total := len(question.working):
        wrong = [each for each in question.working if not each.equation.is_right]
        yield Text(f"{counted(total, 'line')} of working, {total - len(wrong)} right", indent=4)
        yield Table([(place(each.evidence), slip_of(each.equation)) for each in wrong], label="Wrong line", indent=4)
    yield ""


def _reason(reason: str, confidence: float) -> str:
    """Return why an answer was found there, with how sure this is; empty if the place says that it was not found."""
    if reason.startswith(_NOT_FOUND):
        return ""
    shown = f"{confidence:.0%}"
    return f"{reason} ({shown} sure)" if reason and shown not in {"0%", "100%"} else reason


def _record(read: ReadDocuments) -> dict[str, Any]:
    questions = []
    for question in read.reading.questions:
        section = {
            "confidence": round(question.confidence, 3),
            "reason": question.reason,
            "evidence": [each.record for each in question.evidence],
        }
        for answer in question.answers:  # the last one has the working of the question
            working = question.working if answer is question.answers[-1] else ()
            where = answer.evidence[0].where if answer.evidence else {"file": None, "line": None}
            lines = [told_line(Line(each.equation), "full").record() | each.evidence.where for each in working]
            questions.append(
                {**answer.key._asdict(), **where}
                | {"confidence": round(answer.confidence, 3), "reason": answer.reason, "answer": answer.text}
                | ({"doubt": answer.doubt} if answer.doubt else {})
                | {"candidates": [each.record for each in answer.candidates], "section": section, "working": lines}
            )
    return {
        "schema": "checker.reading/1",
        "student": read.student,
        "assignment": read.reading.assignment,
        "files": [document.file for document in read.documents],
        "questions": questions,
        **read.notes_record,
    }


_Checked = tuple["Problem", list[tuple["BoundAnswer", Result]], list[tuple["WorkedLine", ToldLine]]]
"""A question in a document: its answers with their results, and the lines of working."""


def check_document(read: ReadDocuments, feedback: str) -> int:
    """Check every question of a student's document, show the results, and return the exit code."""
    checked = [_checked(problem, read, feedback) for problem in (read.folder.problems if read.folder else ())]
    output.show(lambda: _results_record(read, checked), lambda: _results_page(read, checked))
    codes = [result.status.exit_code for _, answers, _ in checked for _, result in answers]
    codes += [UNGRADED] if read.is_doubtful else []
    codes += [USAGE] if read.folder and read.folder.broken else []
    return worst(codes)


def _checked(problem: Problem, read: ReadDocuments, feedback: str) -> _Checked:
    """Mark the answers to all parts of a problem together.

    Unlike in `grading.found_answers`, other results in the documents are not compared with the truth: the reply would
    tell that one of them is right.  So an answer in doubt gets the status `needs_review`, also if it is right.
    """
    asked = Questions(problem)
    bound = {answer.key.part: answer for answer in read.answers if answer.key.problem == problem.id}
    graded = asked.mark({part: answer.text for part, answer in bound.items() if not answer.doubt})
    working = next((each.working for each in read.reading.questions if each.problem == problem.id), ())
    credited, lines = review([each.equation for each in working], graded)
    outcomes = graded | credited
    for part, answer in bound.items():
        if answer.doubt:
            places = list(dict.fromkeys(str(each.place) for each in answer.candidates))[:_MOST_PLACES]
            why = (as_sentence(answer.doubt), *([f"It may be in {either(places)}."] if places else []))
            line = answer_line(answer.key)
            advice = f"Write your answer on a new line that begins with `{line}`."
            said = Feedback("Not graded: your answer is not clear.", why, next=advice)
            outcomes[part] = waits(asked[part], "", said)
    answers = [(answer, told(outcomes[part], feedback)) for part, answer in bound.items()]
    return problem, answers, list(zip(working, (told_line(each, feedback) for each in lines), strict=True))


def _results_page(read: ReadDocuments, checked: Sequence[_Checked]) -> list[Block]:
    page = [*_head(read), *_notes(read)]
    missing: list[str] = []
    for problem, answers, working in checked:
        given = [each for each in answers if each[1].status is not Status.NOT_ANSWERED]
        if not given:
            missing.append(f"{problem.label} {problem.id}".strip())
            continue
        places = {
            answer.key.part: f"Found in {answer.evidence[0].place}: {brief(answer.evidence[0].text)}"
            for answer, _ in given
            if answer.evidence and not answer.doubt
        }
        said = "\n".join(line for _, result in answers for line in result.feedback.why)
        remarks = [  # on the wrong lines that no answer's feedback mentions
            ("Working", f"{worked.evidence.place}: {line.message}")
            for worked, line in working
            if line.finding and not any(each and each in said for each in (line.mistake, line.slip))
        ]
        page += [*verdicts(problem, [result for _, result in given], places), Table(remarks)]
    counts = Counter(result.shown_status for _, answers, _ in checked for _, result in answers)
    shown = ", ".join(f"{counts[each]} {each.words.lower()}" for each in Status if counts[each])
    return [*page, "", Table([("Not answered", ", ".join(missing)), ("Answers", shown)])]


def _results_record(read: ReadDocuments, checked: Sequence[_Checked]) -> dict[str, Any]:
    results = []
    for _, answers, working in checked:
        for answer, result in answers:
            record = result.record(read.student)
            evidence = [*(each.record for each in answer.evidence or answer.candidates), *record.get("evidence", [])]
            results.append(record | ({"evidence": evidence} if evidence else {}))
        if working and answers:
            results[-1]["working"] = [line.record() | worked.evidence.where for worked, line in working]
    return {"schema": CHECK_SCHEMA, "results": results, **read.notes_record}
