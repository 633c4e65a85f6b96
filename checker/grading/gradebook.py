"""`gradebook`: makes one `Gradebook` of rows, roster, decisions, dates and the last results, from which all files come.

It decides between hand-ins, applies people's decisions, notes which absent students may be in files that could not be
read, and counts points.  It opens no file, but it changes the rows that it is given: whose they are, and their records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from operator import itemgetter
from pathlib import PurePosixPath
from typing import Any, Final, Literal, NamedTuple
from unicodedata import category, normalize

from checker.document.nodes import quote
from checker.grading.course import AssignmentColumns, Course
from checker.grading.decisions import DISPUTED, MatchedDecisions, Reviews, decide
from checker.grading.members import Forgotten
from checker.grading.model import (
    Answers,
    Contents,
    GradingIssue,
    Record,
    Trouble,
    Unread,
    code_of,
    issues_of,
    question_of,
)
from checker.grading.published import NOTHING_BEFORE, Before
from checker.grading.records import SEVERAL, Reason, answer_digest, waiting
from checker.grading.rows import Row
from checker.grading.totals import StudentResult, count_points, is_waiting
from checker.lms.names import natural
from checker.marking.mark import Status
from checker.problems import QuestionKey
from checker.text.words import counted, did_you_mean, first_of, in_one_line, is_near, shortened

Attempts = Literal["last", "best", "first"]


def prefer_exact(rows: Sequence[Row]) -> None:
    """Give copies of a document in several formats, such as `s1.docx` and `s1.pdf`, the answers of the most exact one.

    What that one does not answer is taken from the next.
    """
    copies: dict[PurePosixPath, list[Row]] = {}
    for row in rows:
        if row.answers.document and not row.answers.delivery.attempt:
            copies.setdefault(PurePosixPath(row.answers.file).with_suffix(""), []).append(row)
    for some in copies.values():
        some.sort(key=_exactness)
        if len({_exactness(row) for row in some}) < len(some):
            continue  # not of several formats
        columns = zip(*(row.records for row in some), strict=True)
        chosen = [next(filter(answer_digest, several), several[0]) for several in columns]
        for row in some:
            row.records = [*chosen]


def _exactness(row: Row) -> tuple[int, str]:
    suffix = PurePosixPath(row.answers.file).suffix.lower()
    # formats of documents that lose some of what was written, the worst last
    return {".docx": 1, ".odt": 1, ".pdf": 2}.get(suffix, 0), suffix


def counting(rows: Sequence[Row], rule: Attempts, worth: Callable[[Row], tuple[float, float]]) -> list[Row]:
    """Return the hand-ins of a student that count: of numbered attempts the best, first or last, by the rule.

    Attempts are compared within a download, or within a table.  Hand-ins without a number, or with the same, all count.
    `worth`: the most points that one may still get from decisions, and its points so far.
    """
    attempts: dict[str, list[Row]] = {}
    for row in rows:
        delivery = row.answers.delivery
        series = "download" if delivery.files else row.answers.file
        attempts.setdefault(series if delivery.attempt else "", []).append(row)
    left: set[int] = set()
    for series, some in attempts.items():
        in_order = sorted(some, key=lambda row: row.answers.delivery.attempt)
        if not series or len({row.answers.delivery.attempt for row in some}) < len(some) or not some[1:]:
            continue
        one = in_order[0 if rule == "first" else -1]
        if rule == "best":  # of equally good ones the earliest; one that waits if it could still become better
            known = [(*worth(row), row) for row in in_order]
            sure = max(least for _, least, _ in known)
            most, _, best = max(known, key=itemgetter(0, 1))
            one = best if most > sure else next(row for _, least, row in known if least == sure)
        left.update(id(row) for row in some if row is not one)
    return [row for row in rows if id(row) not in left]


def together(rows: Sequence[Row]) -> tuple[Row, str]:
    """Return one row of all hand-ins of a student to an assignment, and why a person has to choose, else no text.

    Where answers differ, each waits: the first in its column, the others behind.
    """
    first, *others = rows
    if not others:
        return first, ""
    answered = [row for row in rows if any(map(answer_digest, row.records))]
    files = Counter(row.answers.file for row in answered)
    places = [row.place if files[row.answers.file] > 1 else row.answers.file for row in answered]
    advice = "Keep one of them, remove the others and grade again."
    reason = f"Handed in more than once: {first_of(places, 10)}. {advice}" if places else ""
    first.more = [record for row in rows for record in row.more]
    first.documents = [document for row in rows for document in row.documents]
    name, email = (next(filter(None, each), "") for each in zip(*(row.who[1:3] for row in rows), strict=True))
    first.who = first.who._replace(name=name, email=email)
    differ = False
    for place, blank in enumerate(list(first.records)):
        answers: dict[str, tuple[Record, str]] = {}
        for row in rows:
            if digest := answer_digest(row.records[place]):
                answers.setdefault(digest, (row.records[place], row.place))
        unseen = (row.records[place] for row in rows if row.records[place]["status"] != Status.NOT_ANSWERED)
        found = [record for record, _ in answers.values()] or [next(unseen, blank)]
        if len(answers) > 1:
            differ, found = True, []
            for record, where in answers.values():
                kept = {name: each for name, each in record.items() if name not in {"review", "label"}}
                found.append(waiting(kept, Reason(SEVERAL, reason), place=where))
        first.records[place], *more = found
        first.more += more
    return first, reason if differ else ""


_LOOK_ALIKE: Final = str.maketrans(
    "аеорсухіјѕԁһӏвкмнтαονρτικυχ",  # Cyrillic, and Greek
    "aeopcyxijsdhlbkmhtaovptikux",
)


class OpenGroup(NamedTuple):
    """Equal answers to one question that wait for the same reason, so that one decision serves all."""

    id: str
    """Empty where no decision can serve."""
    record: Record
    row: Row
    """The first of the students, whose record this is."""
    students: list[str]

    @property
    def answer(self) -> str:
        """Return the answer in one line, or what it may be."""
        return in_one_line(self.record["given"] or self.record["waits"].get("candidates", ""))

    def to_json(self) -> dict[str, Any]:
        """Return the group as summary.json has it."""
        record, assignment = self.record, self.row.assignment.name
        about = {"assignment": assignment, "problem": record["problem"], "part": record["part"], "group": self.id}
        return {**about, "answer": self.answer, "reason": record["waits"]["sentence"], "students": self.students}


@dataclass(frozen=True)
class Rules:
    """What the person who grades has decided for the whole class."""

    reviews: Reviews = field(default_factory=Reviews)
    forgotten: Forgotten = field(default_factory=Forgotten)
    attempts: Attempts = "last"
    never_lower: bool = False
    before: Before = NOTHING_BEFORE


@dataclass
class Gradebook:
    """All results of a run: what every file is made of."""

    course: Course
    rules: Rules
    found: Contents
    """What was read; the files that met a time limit wait for a person, and are read again in the next run."""
    rows: dict[tuple[str, str], Row] = field(default_factory=dict)
    """By the name of the assignment and the student's id, in the order in which they are listed."""
    results: dict[tuple[str, str], StudentResult] = field(default_factory=dict)
    """The same, with those on the roster who handed nothing in."""
    troubles: list[Trouble] = field(default_factory=list)
    notes: dict[Trouble, None] = field(default_factory=dict)
    """Notes, which are shown next to the troubles and counted elsewhere."""
    conflicts: dict[tuple[str, str], str] = field(default_factory=dict)
    """Why a person has to choose between the hand-ins of a student."""
    hidden: dict[tuple[str, str], str] = field(default_factory=dict)
    """Of students who handed nothing else in, the file that could not be read and may be theirs."""
    matched: MatchedDecisions = field(default_factory=MatchedDecisions)
    faults: list[str] = field(default_factory=list)
    kept_higher: int = 0
    decided_on: set[tuple[str, str]] = field(default_factory=set)
    """The students and files about whose own answers a person has decided."""
    unapplied: list[GradingIssue] = field(default_factory=list)
    """The errors in reviewers' files, and the decisions that fit no answer."""

    def of(self, assignment: AssignmentColumns) -> Iterator[Row]:
        """Yield the rows of one assignment."""
        return (row for (name, _), row in self.rows.items() if name == assignment.name)

    def to_review(self) -> Counter[str | None]:
        """Return how many things need a person, by student: answers, and what else; None for what is nobody's."""
        counts = self.besides_answers()
        for row in self.rows.values():
            counts[row.who.id] += sum(map(is_waiting, row.records))
        return counts

    def besides_answers(self) -> Counter[str | None]:
        """Return how many things other than answers need a person, by student, also those in files of others."""
        return self.issue_counts() + Counter({student for _, student in self.hidden})

    def issue_counts(self) -> Counter[str | None]:
        """Return how many issues there are, by student; those of unread files only where no answer waits for them."""
        waiting = {row.who.id for row in self.rows.values() if any(map(is_waiting, row.records))}
        students = ((each.owner or each.student) or None for each in self.troubles if each.owner not in waiting)
        return Counter([*students, *(issue.student for issue in self.unapplied)])

    def issues(self) -> Iterator[GradingIssue]:
        """Yield what a person has to look at besides answers, as people read it."""
        return issues_of((*self.troubles, *self.notes))

    @property
    def similar_ids(self) -> list[list[str]]:
        """Return the ids that differ only in case, in spaces, in invisible signs, or in letters that look the same."""
        found: dict[str, list[str]] = {}
        for student in dict.fromkeys(student for _, student in self.rows):
            folded = normalize("NFKC", normalize("NFKC", student).casefold()).translate(_LOOK_ALIKE)
            look = "".join(sign for sign in folded if sign.isalnum() or category(sign)[0] not in "ZC")
            found.setdefault(look, []).append(student)
        return [ids for ids in found.values() if len(ids) > 1]

    def groups(self) -> list[OpenGroup]:
        """Return the groups of equal answers that wait for a person, in the order of the questions."""
        found: dict[object, OpenGroup] = {}
        waiting = ((row, record) for row in self.rows.values() for record in filter(is_waiting, row.records))
        for row, record in waiting:
            waits = record["waits"]
            if waits["code"] == SEVERAL:
                continue
            id_ = waits["group"] if waits["code"] != DISPUTED else ""
            seen = record["given"], record.get("drawn"), waits.get("candidates")
            about = id_ or (row.assignment.name, question_of(record), waits["sentence"], *seen)
            found.setdefault(about, OpenGroup(id_, record, row, [])).students.append(row.who.id)
        first = {column.id: column.index for column in reversed(self.course.columns)}
        rank = {column.key: column.index for column in self.course.columns}
        return sorted(
            found.values(), key=lambda each: rank.get(question_of(each.record), first[each.record["problem"]])
        )

    def _fill(self, rows: Sequence[Row]) -> None:
        """Make everything of the rows of all answers, and of what else was found."""
        rows, doubts, unread = self._with_students(rows)
        hand_ins: dict[tuple[str, str], list[Row]] = {}
        for row in rows:
            row.records = [decide(each, row.who.id, self.rules.reviews, self.matched) for each in row.records]
            hand_ins.setdefault(row.about, []).append(row)
        self.decided_on = set(self._decided_on(rows))
        for about, theirs in hand_ins.items():
            counted_rows = counting(theirs, self.rules.attempts, self._worth)
            prefer_exact(counted_rows)
            self.rows[about], reason = together(counted_rows)
            if reason:
                self.conflicts[about] = reason
        if self.rules.never_lower:
            self.kept_higher = sum(map(self._keep_higher, self.rows.values()))
        for row in self.rows.values():
            count_points(row.assignment, row.records)
            count_points(row.assignment, row.more)
        places = {name: at for at, name in enumerate(self.course.assignments)}
        self.rows = dict(sorted(self.rows.items(), key=lambda item: (*self._place(item[0][1]), places[item[0][0]])))
        self.troubles += [*self._issues(), *doubts]
        self._note_possible_hand_ins(unread)
        self._note_others(doubts)
        self.unapplied = [*self._unapplied()]
        self.results = dict(self._results())
        records = (record for row in self.rows.values() for record in row.records)
        at_fault = dict.fromkeys(
            f"{question_of(each)}, answer {in_one_line(each['given'])}: {each['message']}"
            for each in records
            if each["status"] == Status.ERROR and code_of(each) != "problem_in_error"
        )
        self.faults = [*at_fault, *self.found.faults]

    def _decided_on(self, rows: Iterable[Row]) -> Iterator[tuple[str, str]]:
        """Yield the students and files about whose answers a person has decided.

        A decision on the equal answers of several students is about none of their files.
        """
        of_several = {(each.file, each.line) for each, who in self.matched.students.items() if len({*who}) > 1}
        for row in rows:
            reviews = [each["review"] for each in row.records if "review" in each]
            if any((each["file"], each["line"]) not in of_several for each in reviews):
                yield row.who.id, row.answers.file

    def _note_others(self, doubts: Sequence[Trouble]) -> None:
        unknown = {each.student for each in doubts}
        if len(unknown) > 1 and unknown == {student for _, student in self.rows}:
            message = f"none of the {len(unknown):,} students is on the roster; is it that of this course?"
            self.troubles.insert(0, Trouble("--roster", None, "", message))
        forgotten = self.rules.forgotten
        known, graded = self.course.members, {name for name, _ in self.rows}
        for name, assignment in self.course.assignments.items():
            for student in assignment.settings.dates.extensions if name in graded else ():
                is_there = (known.roster and known.is_known(student)) or (name, known.owner(student)) in self.rows
                if not is_there and not forgotten.has(student):
                    absent = "is not on the roster and handed nothing in" if known.roster else "handed nothing in"
                    message = f"the student {quote(student)} has an extension, but {absent}"
                    self.troubles.append(Trouble(f"{assignment.id}: extensions", None, "", message))

    def _unapplied(self) -> Iterator[GradingIssue]:
        """Yield the errors in review files, then the decisions that are not applied."""
        students = dict.fromkeys(student for _, student in self.rows)
        records = ((row.who.id, each) for row in self.rows.values() for each in row.records)
        several = {(who, *question_of(each)) for who, each in records if code_of(each) == SEVERAL}
        others = (each.owner or each.student for each in self.troubles)
        without_answers = {*(each.id for each in self.course.members.absent(())), *others} - {""}
        for finding in self.rules.reviews.findings:
            yield GradingIssue(None, finding.place, finding.message)
        for decision in self.rules.reviews.decisions:
            student: str | None = decision.student or None
            concerned = [decision.student] if decision.student else self.matched.students.get(decision, [])
            part = decision.part or None
            if concerned and all((each, decision.problem, part) in several for each in concerned):
                names = first_of([*map(shortened, concerned)], 20)
                why = f"{names} handed in different answers, and only one of them can count"
            elif decision in self.matched.changed and not (decision.student and decision in self.matched.applied):
                # of several hand-ins of one student, one may still have the answer that was decided on
                student, why = self.matched.changed[decision]
            elif decision in self.matched.students or self.rules.forgotten.has(decision.student):
                continue
            elif decision.group:
                nobody = f"no answer that needs a person is in the group {shortened(decision.group)}"
                perhaps = "The answer has changed since, or the decision is about another class"
                why = f"{nobody}. {perhaps}; --reviews names the folder of decisions"
            elif decision.student in students:
                why = f"{shortened(decision.student)} handed in nothing that it belongs to"
            elif decision.student in without_answers:
                nothing = "handed nothing in, or nothing that could be read; decide once there is something"
                why = f"{shortened(decision.student)} {nothing}"
            else:
                found = get_close_matches(decision.student, students, 1)
                near = [each for each in found if is_near(decision.student, each)]
                why = f"there is no student {shortened(decision.student)}{did_you_mean(decision.student, near)}"
            question = QuestionKey(decision.problem, part)
            yield GradingIssue(student, decision.place, f"A decision on {question} is not applied: {why}")

    def _place(self, student: str) -> tuple[int, tuple[list[str | int], str]]:
        return self.course.members.place(student), natural(student)

    def _with_students(self, rows: Sequence[Row]) -> tuple[list[Row], list[Trouble], list[Unread]]:
        """Return the rows with their students on the roster, what is not clear about that, and unread files.

        A file that is named like one student and says that it is another's is left out, as if it could not be read.
        """
        doubts, unread, kept = [], list(self.found.unread), []
        alone = Counter(file for file, _ in {(row.answers.file, row.answers.who.id) for row in rows})
        for row in rows:
            others = self.course.members.contradicted(row.answers) if alone[row.answers.file] == 1 else []
            if others:
                message = (
                    f"this file is named like the student {quote(others[0])}, but its `student:` or its folder names "
                    f"{quote(row.answers.who.id)}; correct the one that is wrong, and grade again"
                )
                doubts.append(Trouble(row.answers.file, None, "", message))
                unread.append(Unread(row.answers.file, row.assignment.name, tuple(others)))
                continue
            kept.append(row)
            message = self.course.members.doubt(row.answers)
            row.who = self.course.members.of(row.answers)
            if message:
                doubts.append(Trouble(row.answers.file, row.answers.line, row.who.id, message))
                if may_be := self.course.members.may_be(row.who.id):
                    unread.append(Unread(row.answers.file, row.assignment.name, tuple(may_be)))
        return kept, [*dict.fromkeys(doubts)], unread

    def _worth(self, row: Row) -> tuple[float, float]:
        known = [dict(each) for each in row.records]
        in_full = [each if each["points"] is not None else each | {"points": each["max_points"]} for each in known]
        for each in (in_full, known):
            count_points(row.assignment, each)
        results = (StudentResult.of(replace(row, records=each), self.course.members) for each in (in_full, known))
        most, least = (each.points for each in results)
        return most, least

    def _keep_higher(self, row: Row) -> int:
        """Put back earlier records of the same answers where they were higher; return how many there are.

        A grade may become lower if a person decided then or now, or if the old points are above today's maximum.
        """
        kept = 0
        before = self.rules.before.records.get((row.assignment.id, row.who.id), {})
        for place, record in enumerate(row.records):
            old, most = before.get(question_of(record)), record["max_points"]
            if old is None or old["points"] is None or old["given"] != record["given"]:
                continue
            is_decided = "review" in old or "review" in record or code_of(record) == SEVERAL
            if not is_decided and (record["points"] or 0.0) < old["points"] and (most is None or old["points"] <= most):
                kept_record = {name: each for name, each in old.items() if name not in {"counted", "rule"}}
                row.records[place] = kept_record | ({} if most is None else {"max_points": most})
                kept += 1
        return kept

    def _with_credit_of_before(self, result: StudentResult) -> StudentResult:
        """Return a result whose late credit is not below that of the same hand-in before, with `never_lower`."""
        old = self.rules.before.students.get((result.assignment, result.who.id))
        if not self.rules.never_lower or old is None or old["late_credit"] <= result.late_credit:
            return result
        if (old["submitted"] or old["content"]) != (result.submitted or result.content):
            return result
        kept = result.with_late_credit(old["late_credit"], old["late_reason"])
        self.kept_higher += kept.points > result.points
        return kept

    def _issues(self) -> Iterator[Trouble]:
        """Yield the troubles that were found, but not those about a file whose answers a person has decided."""
        owner = self.course.members.owner
        rows = self.rows.values()
        settled = {(row.who.id, row.answers.file) for row in rows if not any(map(is_waiting, row.records))}
        for each in self.found.troubles:
            found = each._replace(student=each.student and owner(each.student), owner=each.owner and owner(each.owner))
            if (found.owner, found.file) not in settled & self.decided_on:
                yield found

    def _results(self) -> Iterator[tuple[tuple[str, str], StudentResult]]:
        """Yield the results of an assignment in order, with those who handed nothing in once others have."""
        members, issues = self.course.members, self.issue_counts()
        found: list[tuple[tuple[str, str], StudentResult]] = []
        for name, assignment in self.course.assignments.items():
            rows = list(self.of(assignment))
            hidden = {student: file for (where, student), file in self.hidden.items() if where == name}
            is_graded = assignment.columns and (rows or hidden or not self.rows)
            absent = members.absent({row.who.id for row in rows}) if is_graded else ()
            missing = [who for who in absent if not self.rules.forgotten.has(*who.keys)]
            rows += [Row(assignment, who, Answers(who, hidden.get(who.id, "")), []) for who in missing]
            for row in rows:
                student = row.who.id
                count = issues[student] + (student in hidden)
                result = StudentResult.of(row, members, count)
                found.append(((name, student), self._with_credit_of_before(result)))
        return iter(sorted(found, key=lambda item: self._place(item[0][1])))

    def _note_possible_hand_ins(self, unread: Iterable[Unread]) -> None:
        """Note which students who handed nothing in may be in a file that could not be read."""
        everyone = [each.id for each in self.course.members.absent(()) if not self.rules.forgotten.has(*each.keys)]
        named = [(file, set(map(self.course.members.owner, file.students)).intersection(everyone)) for file in unread]
        for file, theirs in sorted(named, key=lambda each: not each[1]):  # those that may be anybody's last
            for assignment in self._assignments(file):
                there = {row.who.id for row in self.of(assignment)}
                there |= {student for name, student in self.hidden if name == assignment.name}
                new = [each for each in everyone if (each in theirs or not theirs) and each not in there]
                self.hidden.update({(assignment.name, id_): file.file for id_ in new})
                if new:
                    where = f" for {shortened(assignment.name)}" if assignment.name else ""
                    names = f": {', '.join(map(shortened, new))}" if len(new) <= 3 else ""  # noqa: PLR2004
                    message = (
                        f"{counted(len(new), 'student')} on the roster handed in nothing else{where} and may be in "
                        f"this file: no grade, and no 0, until you fix or remove it{names}"
                    )
                    self.notes[Trouble(file.file, None, "", message)] = None

    def _assignments(self, file: Unread) -> list[AssignmentColumns]:
        hinted = self.course.of_folder(file.hint)
        if hinted and file.hint is not None:
            return hinted
        everything = [each for each in self.course.assignments.values() if each.columns]
        return [each for each in everything if any(self.of(each))] or everything


def gradebook(course: Course, rows: Sequence[Row], found: Contents, rules: Rules) -> Gradebook:
    """Return the results of a class: of the `rows` of answers that were `found`, and of what else was."""
    book = Gradebook(course, rules, found)
    book._fill(rows)  # noqa: SLF001 - the one place where a gradebook is made
    return book
