"""Nothing given away: no reply below `full` has what is expected, nor the difference from it, however it is shown.

A line of `secrets/answers.jsonl` has a question of the bank, what no reply may have (`hide`: numbers, as a right answer
has them, or texts), wrong `answers`, `slips` (the right answer but for a slip, which no reply may name), and a `pair` of
answers with too few digits, the first of them a rounding of the truth: both get the same reply.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import chdir
from decimal import Decimal
from functools import cache
from html import unescape
from io import StringIO
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from tests.cases.command import command
from tests.cases.files import REPOSITORY, write_files
from tests.cases.table import AS_EXPECTED, HERE, Row, lines

BANK: Final = REPOSITORY / "problems"
LEVELS: Final = ("verdict", "hint", "explain")
NUMBER: Final = re.compile(r"\d(?:[\d,]*\d)?(?:\.\d+)?(?:[eE][-+]?\d+)?")
UNTOLD: Final = re.compile(r'"variant": ?"\w+"|"share": ?[\d.]+|"checker": ?"[\d.]+"')
"""What a record has beside the answer: a hash, a likelihood and a version."""
MARKUP: Final = re.compile(r"<(style|script)\b.*?</\1>|<[^>]*>", re.DOTALL)
EVERY: Final = 17


class Query(NamedTuple):
    """What is asked, and of which line."""

    view: str
    line: Mapping[str, Any]
    answer: Any
    level: str


def rows() -> list[Row]:
    """Return all queries; the reply to each is to be silent."""
    found = (
        Row(f"{query.view} {line['question']} {_told(query.answer)} {query.level}".strip(), ("silent",), query)
        for line in lines(HERE / "secrets" / "answers.jsonl")
        for query in _queries(line)
    )
    return list({row.key: row for row in found}.values())


def _told(answer: Any) -> str:
    return json.dumps(answer, ensure_ascii=False)


def _queries(line: Mapping[str, Any]) -> Iterator[Query]:
    answers = [*line["answers"], *line.get("slips", [])]
    for level in LEVELS:
        yield from (Query("check", line, answer, level) for answer in answers)
        yield from (Query("stream", line, answer, level) for answer in answers[:1])
        if isinstance(answers[0], str):
            yield from (Query(view, line, answers[0], level) for view in ("next", "document"))
        if "pair" in line:
            yield Query("pair", line, line["pair"], level)
    yield Query("show", line, "", "")
    yield Query("publish", line, "", "")
    if isinstance(answers[0], str):
        yield from (
            Query("page", line, answer, level) for level in LEVELS[1:] for answer in (*answers[:2], *answers[-1:])
        )


def run(rows: Sequence[Row]) -> dict[str, str]:
    """Return what each reply gives away."""
    pages = _pages([row for row in rows if row.data.view == "page"])
    return {row.key: _outcome(row.data, pages.get(row.key)) for row in rows}


def difference(expect: Sequence[str], got: str) -> str:
    """Return whether something is given away."""
    return AS_EXPECTED if got in expect else "leak"


def _outcome(query: Query, page: str | None) -> str:
    hide, answer = query.line["hide"], query.answer
    if query.view == "pair":
        replies = {_reply(Query("check", query.line, each, query.level)) for each in answer}
        return "silent" if len(replies) == 1 else "leak: which of the two may be right"
    text = page if query.view == "page" else VIEWS[query.view](query)
    theirs = " ".join(answer.values()) if isinstance(answer, dict) else answer
    known = f"{_shown(query.line['question'])}\n{theirs}"
    found = [*_told_texts(hide, text, known), *_told_numbers([*hide, *_differences(hide, answer)], text, known)]
    if query.view == "check":
        found += _told_fields(query)
    return f"leak: {', '.join(dict.fromkeys(found))}" if found else "silent"


def _told_texts(hide: Sequence[str], text: str, known: str) -> Iterator[str]:
    for each in hide:
        is_said = not NUMBER.fullmatch(each.lstrip("-")) and _bare(each) in _bare(text)
        if is_said and _bare(each) not in _bare(known):
            yield each


def _bare(text: str) -> str:
    return re.sub(r"[\s*·]+", "", text).casefold()


def _told_numbers(hide: Sequence[str], text: str, known: str) -> Iterator[str]:
    """Yield the hidden numbers that a text has, as exactly as either is written; one or two digits tell nothing."""
    said = {number for number in _numbers(text) - _numbers(known) if _is_told(number)}
    for each in (each.lstrip("-") for each in hide):
        value = Decimal(each) if NUMBER.fullmatch(each) else Decimal(0)
        if _is_told(value) and any(abs(one - value) <= max(_half_unit(one), _half_unit(value)) for one in said):
            yield each


def _is_told(number: Decimal) -> bool:
    return len("".join(map(str, number.as_tuple().digits)).strip("0")) > 2


def _half_unit(number: Decimal) -> Decimal:
    return Decimal(5).scaleb(int(number.as_tuple().exponent) - 1)


def _numbers(text: str) -> set[Decimal]:
    return {Decimal(number.replace(",", "")) for number in NUMBER.findall(text)}


def _differences(hide: Sequence[str], answer: Any) -> Iterator[str]:
    """Yield how far an answer is from the right one."""
    plain = answer.replace(",", "").lstrip("-") if isinstance(answer, str) else ""
    if len(hide) == 1 and NUMBER.fullmatch(plain) and NUMBER.fullmatch(hide[0]):
        yield f"{abs(Decimal(plain) - Decimal(hide[0])):f}"


def _told_fields(query: Query) -> Iterator[str]:
    """Yield what the fields of a record tell: an expected value, or a slip on the right answer."""
    for record in _records(query):
        if record["expected"] is not None:
            yield "expected"
        is_slip = any(each["slip"] and not each["mistakes"] for each in record["explanations"])
        if is_slip and query.answer in query.line.get("slips", ()):
            yield "slip"


def _words(query: Query) -> list[str]:
    """Return the arguments that ask for a query's answer."""
    id_, _, part = query.line["question"].partition(".")
    answer = query.answer
    given = [f"{key}={each}" for key, each in answer.items()] if isinstance(answer, dict) else [answer]
    return ["--problems", str(BANK), "--feedback", query.level, *(["--part", part] if part else []), id_, *given]


def _records(query: Query) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = json.loads(command("check", "--format", "json", *_words(query)).stdout)["results"]
    return records


def _reply(query: Query) -> str:
    """Return all that a reply says, but for the student's own numbers."""
    (record,) = _records(query)
    message = NUMBER.sub("0", record["message"])
    return json.dumps({**record, "given": None, "read_as": None, "message": message}, sort_keys=True)


def _check(query: Query) -> str:
    texts = (command("check", *form, *_words(query)).output for form in ([], ["--format", "json"]))
    return UNTOLD.sub("", "\n".join(texts))


def _stream(query: Query) -> str:
    id_, _, part = query.line["question"].partition(".")
    asked = {"problem": id_, "part": part or None, "answer": query.answer}
    line = json.dumps({key: each for key, each in asked.items() if each is not None})
    streamed = command("check", "--jsonl", *_words(query)[:4], stdin=line).output
    return UNTOLD.sub("", streamed + command("check", "--plain", *_words(query)).output)


def _document(query: Query) -> str:
    with TemporaryDirectory() as folder:
        answers = {"mine.md": f"Answer ({query.line['question']}): {query.answer}\n"}
        with chdir(folder):
            write_files({**answers, "problems/q.yaml": _file(query.line["question"]).read_text(encoding="utf-8")})
            return command("check", "--document", "mine.md", "--feedback", query.level).output


@cache
def _shown(question: str) -> str:
    id_ = question.partition(".")[0]
    return "\n".join(command("show", *form, "--problems", str(BANK), id_).output for form in ([], ["--plain"]))


@cache
def _file(question: str) -> Path:
    (found,) = BANK.rglob(f"{question.partition('.')[0]}.yaml")
    return found


VIEWS: Final[Mapping[str, Callable[[Query], str]]] = {
    "check": _check,
    "stream": _stream,
    "next": lambda query: (
        command("next", "--problems", str(_file(query.line["question"]).parent), *_words(query)[2:]).output
    ),
    "document": _document,
    "show": lambda query: _shown.__wrapped__(query.line["question"]),
    "publish": lambda query: _plain(command("publish", str(_file(query.line["question"])), "--to", "html").output),
}


def _plain(page: str) -> str:
    return unescape(MARKUP.sub("", page))


def _pages(rows: Sequence[Row]) -> dict[str, str]:
    """Return the page of feedback on each answer, by the key of its row: each is of a student who gave no other."""
    asked = {(row.data.line["question"], row.data.answer): f"s{place}" for place, row in enumerate(rows)}
    files: dict[str, Any] = {}
    for (question, answer), student in asked.items():
        id_ = question.partition(".")[0]
        files[f"problems/{id_}/{id_}.yaml"] = _file(question).read_text(encoding="utf-8")
        table = StringIO()
        csv.writer(table).writerows([["student", question], [student, answer]])
        files[f"submissions/{id_}/{student}.csv"] = table.getvalue()
    texts: dict[tuple[str, str], str] = {}
    with TemporaryDirectory() as folder, chdir(folder):
        write_files(files)
        command("grade", "submissions")
        for level, format_ in product(sorted({row.data.level for row in rows}), ("md", "html")):
            command("feedback", "--level", level, "--format", format_)
            for path in Path("results/feedback").glob(f"*.{format_}"):
                text = _plain(path.read_text(encoding="utf-8"))
                texts[path.stem, level] = texts.get((path.stem, level), "") + text
    students = {row.key: asked[row.data.line["question"], row.data.answer] for row in rows}
    return {row.key: texts.get((students[row.key], row.data.level), "") for row in rows}
