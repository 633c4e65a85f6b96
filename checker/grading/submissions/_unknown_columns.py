"""Columns whose headings name no question: what they may be for, and what to write into assignment.yaml."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from checker.document.errors import quote
from checker.grading.submissions._column_names import MOODLE_ANSWER, ColumnNames, simple
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
    """Return `bert-size.total`."""
    return ".".join(filter(None, key))


def is_unknown(heading: str, names: ColumnNames, *, is_compared: bool = True) -> bool:
    """Return whether a heading is neither an id nor similar to one; where no question is known, nobody can say so."""
    problem = heading.partition(".")[0]
    ids = tuple(dict.fromkeys(key[0] for key in names.ids.values()))
    return bool(ids) and problem not in ids and not (is_compared and nearest(problem, ids))


def in_order(
    headings: Iterable[tuple[int, str]], names: ColumnNames, hint: str | None
) -> tuple[dict[int, QuestionKey], str]:
    """Return the questions of Moodle's columns `Response 1`, `Response 2` ... by place, and what to report of them.

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
    """Return the message about columns that belong to no question.  One of them may hold the students' ids."""
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
    """Return the message about the text of a question, next to an answer, that no question has or that several have."""
    which = f"may be for {either(choices)}" if choices else "belongs to no question"
    line = line_to_paste({heading: "ignore"}, names, hint)
    return (
        f"the text {quote(' '.join(text.split()))} {which}. Make it the title of one question. Or {line}, with the id"
        " of its question instead of `ignore`"
    )


def line_to_paste(pairs: Mapping[str, str], names: ColumnNames, hint: str | None) -> str:
    """Return the advice to write these headings and questions into assignment.yaml."""
    entries = ", ".join(f"{_quoted(heading)}: {meant}" for heading, meant in pairs.items())
    if names.settings:
        return f"add `{entries}` to `columns` in {names.settings_file(hint)}"
    return f"write `columns: {{{entries}}}` into {names.settings_file(hint)}"


def _quoted(heading: str) -> str:
    """Return a heading as YAML; space in it counts for nothing."""
    text = " ".join(heading.split())
    return json.dumps(text, ensure_ascii=not text.isprintable())
