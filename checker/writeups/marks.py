# ruff: noqa: RUF001 - signs that students write
"""Explicit marks: the lines in which students name the part that they answer.

    Answer (small-bert.total): 87,737,856
    **Antwort (Q1, total):** 87.737.856

They may be bold, headings, list items, rows of tables or lines of code.  `answers:` in the front matter says the same.
`_PartNames` finds the part that a name means, and the parts that a misspelt one may mean.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, takewhile, zip_longest
from typing import Final, NamedTuple

from checker.document.nodes import quote
from checker.kinds import Kind
from checker.kinds.number import kind as number_kind
from checker.problems import QuestionKey
from checker.text.words import MEANT, did_you_mean, either, shortened
from checker.writeups.document import NOT_OWN, Block, Document, Evidence, Line
from checker.writeups.front_matter import front_answers, unread_entries
from checker.writeups.number_style import ONE_BY_ONE, NumberStyle
from checker.writeups.parts.part_words import is_placeholder
from checker.writeups.records import BoundAnswer
from checker.writeups.sheets import AskedPart, AskedQuestion, Sheet

MARK: Final = re.compile(
    r"(?<![^\W_])(?:answers?|ans|antwort|lösung|r[ée]ponse|respuesta|resposta|risposta|antwoord|svar|odpowiedź"
    r"|cevap|jawaban|ответ|答案|回答|答え|答|답)"
    r"[*_`\s]{0,4}[(（\[［]([^()（）\[\]［］\n]{1,100})[)）\]］][*_`\s]{0,4}"
    r"(?:(?P<sign>[:：=]|[–—](?=\s))|(?=[\d$≈~+−\[(]|$))",
    re.IGNORECASE,
)
_IN_CODE: Final = "This answer line is in code, which may be an example."
NOT_READ: Final = "is not read, because it is not below `answers`; if it is an answer, move it there"
_TWO_FILES: Final = "Two files of this student give different answers."
_OPENING: Final = re.compile(r"[^\W\d_][*_`\s]{0,4}[(（\[［]")
"""A bracket after a letter: a line without one has no mark."""


class MarkTrouble(NamedTuple):
    """A mark whose name is that of no part, and what to do about it."""

    evidence: Evidence
    message: str
    meant: tuple[QuestionKey, ...] = ()
    """The parts that may be meant; none where the mark has no answer."""


class ExplicitAnswers(NamedTuple):
    """The answers that a student marked with the name of a part, `Answer 2b: 512`, and the marks that name none."""

    answers: dict[QuestionKey, BoundAnswer]
    troubles: tuple[MarkTrouble, ...]

    def meant_for(self, key: QuestionKey) -> tuple[Evidence, ...]:
        """Return the misspelt answer lines that may be meant for a part; none if its own answer line is filled in."""
        if key in self.answers and self.answers[key].text:
            return ()
        return tuple(each.evidence for each in self.troubles if key in each.meant)


class _Mark(NamedTuple):
    """A mark in a line of a document: the name in it, and the text after it."""

    name: str
    rest: str
    """The text after the mark, up to the next one; in a table, that of its cell."""
    cells: tuple[str, ...]
    """The cells after that of the mark."""
    at: int
    """The place of its line among the lines of the document."""


def answer_line(key: QuestionKey) -> str:
    """Return the beginning of the line in which students name a part, as sheets and messages show it.

    >>> answer_line(QuestionKey("small-bert", "total"))
    'Answer (small-bert.total):'
    """
    return f"Answer ({key}):"


def explicit_answers(
    documents: Sequence[Document], sheets: Iterable[Sheet], style: NumberStyle = ONE_BY_ONE
) -> ExplicitAnswers:
    """Return the answers in lines such as `Answer 2b: 512` of a student's documents, by part.

    `sheets` have the questions that may be named.  Of two marks of one part the later that is filled in counts; if they
    are in different files, a person has to decide.
    """
    reader = _Reader(_part_names(tuple(sheets)), style)
    for document in documents:
        reader.read_front(document)
        reader.read_lines(document)
    answers = {key: _chosen(marks, reader.names.parts[key]) for key, marks in reader.found.items()}
    return ExplicitAnswers(answers, tuple(reader.troubles))


class _Reader:
    """Collects the marks in the documents of one student."""

    def __init__(self, names: _PartNames, style: NumberStyle) -> None:
        self.found: dict[QuestionKey, list[BoundAnswer]] = {}
        self.troubles: list[MarkTrouble] = []
        self.names = names
        self._style = style
        self._looked_up: dict[str, _Unknown] = {}

    def read_front(self, document: Document) -> None:
        for each in front_answers(document):
            self._add(each.name, each.text, each.evidence, "given at the top")
        for each in unread_entries(document):
            key, (message, meant) = self.names.find(each.name), self._unknown(each.name)
            if key or message:
                self._add_trouble(f"{quote(each.name)} {NOT_READ}", (key,) if key else meant, each.text, each.evidence)

    def read_lines(self, document: Document) -> None:
        lines = [(block, line) for block, line in document.lines if block.kind not in NOT_OWN]
        marks = [mark for at, (_, line) in enumerate(lines) for mark in self._marks(line, at)]
        for mark, after in pairwise([*marks, _Mark("", "", (), len(lines))]):
            block, line = lines[mark.at]
            key = self.names.find(mark.name) or next(iter(self._unknown(mark.name)[1]), None)
            part = self.names.parts[key] if key else None
            following = (lines[at] for at in range(mark.at + 1, after.at))
            text = _marked_value(part.answer_kind if part else number_kind, mark.rest, mark.cells, block, following)
            text = self._style.of_answer(part, text, block.kind) if part else text
            may_be_example = bool(text) and block.kind == "code" and line.place.cell is None
            evidence = Evidence(document.file, line.place, line.text)
            self._add(mark.name, text, evidence, "marked as the answer", _IN_CODE if may_be_example else "")

    def _marks(self, line: Line, at: int) -> Iterator[_Mark]:
        """Yield the marks in a line, also those of misspelt parts, which end the answer before them."""
        if not _OPENING.search(line.text):
            return
        texts = line.cells or (line.text,)
        for place, text in enumerate(texts):
            matches = list(MARK.finditer(text))
            for match, after in zip_longest(matches, matches[1:]):
                if not self.names.find(match[1]) and not (match["sign"] and self._unknown(match[1])[0]):
                    continue
                rest = text[match.end() : after.start() if after else None]
                if "{" in text[: match.start()]:  # the mark, or all of the line, is in `\textbf{...}`
                    rest = rest.lstrip().removeprefix("}")
                    rest = rest.rstrip().removesuffix("}") if rest.count("}") > rest.count("{") else rest
                yield _Mark(match[1], rest.rstrip(" ;|"), texts[place + 1 :], at)

    def _unknown(self, name: str) -> _Unknown:
        """Return what to say about a name that is no part; nothing if too many others were looked up before."""
        # maximum number of unknown names of one student for which similar ones are searched
        if name not in self._looked_up and len(self._looked_up) < 50:
            self._looked_up[name] = self.names.unknown(name)
        return self._looked_up.get(name, _NOT_MEANT)

    def _add(self, name: str, text: str, evidence: Evidence, reason: str, doubt: str = "") -> None:
        """Add the answer to the part with this name, or report that there is none."""
        if key := self.names.find(name):
            answer = BoundAnswer(key, text, (evidence,), 1.0, reason, doubt, is_marked=True)
            self.found.setdefault(key, []).append(answer)
        elif (unknown := self._unknown(name))[0]:
            self._add_trouble(*unknown, text, evidence)

    def _add_trouble(self, message: str, meant: tuple[QuestionKey, ...], text: str, evidence: Evidence) -> None:
        """Report a mark that names no part. The parts that may be meant are kept only if an answer is behind it."""
        self.troubles.append(MarkTrouble(evidence, message, meant if text.strip() else ()))


def _chosen(marks: Sequence[BoundAnswer], part: AskedPart) -> BoundAnswer:
    """Return the last answer to a part that is not blank, with the places of other ones.

    It is doubtful if it is a placeholder, such as `?`, after a real answer, or if another one is in another file.
    """
    filled = [each for each in marks if each.text]
    *_, last = filled or marks
    (own,) = last.evidence
    answers = [each for each in filled if not is_placeholder(each.text)]
    if answers and is_placeholder(last.text):
        others, doubt = answers[-1].evidence, "A later answer line leaves this part open."
    else:
        unlike = (each for each in filled if not part.agree((each.text, last.text)))
        others = tuple({each.text: each.evidence[0] for each in unlike}.values())
        doubt = last.doubt or (_TWO_FILES if any(each.file != own.file for each in others) else "")
    if doubt:
        # confidence in an answer line that a person has to look at
        return last._replace(doubt=doubt, confidence=0.5, candidates=(own, *others))
    if not others:
        return last
    reason = f"{last.reason}; it replaces the answer in {others[-1].place}"
    return last._replace(reason=reason, candidates=(own, *others))


_QUESTION: Final = re.compile(
    r"(?:question|problem|aufgabe|frage|exerci[cz][a-z]+|ejercicio|pregunta|no|nr|q)-?0*(?=\d)"
)
_WORD: Final = re.compile(r"[a-z]{3}")


_Unknown = tuple[str, tuple[QuestionKey, ...]]
"""What is wrong with a name in a mark that no part has, and the parts that may be meant."""
_NOT_MEANT: Final[_Unknown] = "", ()
"""What is not meant as the name of a part."""


class _PartNames:
    """Finds a part by the names that students write in marks: its id or label (`2b`, `Q3-total`), a question's id."""

    def __init__(self, sheets: tuple[Sheet, ...]) -> None:
        questions = [question for sheet in sheets for question in sheet.questions]
        self.parts = {part.key: part for question in questions for part in question.parts}
        self._ids = tuple(dict.fromkeys(str(key) for key in self.parts))
        self._problems = tuple(question.problem for question in questions if len(question.parts) > 1)
        self._questions = {_plain(question.problem): question for question in questions}
        self._numbers = {question.label: question for question in questions if question.label.isdigit()}
        names = [pair for question in questions for pair in _names(question)]
        owners = Counter(name for name, _ in dict.fromkeys(names))
        self._keys = {name: key for name, key in names if owners[name] == 1}
        self._keys |= {_plain(str(key)): key for key in self.parts}

    def find(self, name: str) -> QuestionKey | None:
        """Return the part with this name, whatever its case and the signs between words; None if there is none.

        A label counts only if no other question of the sheets has it, and a bare number is no label.
        """
        plain = _plain(name)
        return self._keys.get(plain) or self._keys.get(_QUESTION.sub("q", plain))

    def unknown(self, name: str) -> _Unknown:
        """Return what to say about a name that no part has; nothing if it is not meant as one: `in MB`."""
        several, given = self._questions.get(_plain(name)), name.strip()
        if question := several or self._numbers.get(given):
            keys = tuple(part.key for part in question.parts)
            what = f"{question.problem} has several parts; write one of them"
            what = what if several else f"({given}) may be a question or a part; write the id"
            return f"{what} in the brackets: {either(map(str, keys))}", keys
        word = given.lower()
        if not _WORD.search(word):
            return _NOT_MEANT
        advice = did_you_mean(word, (*self._ids, *self._problems))
        if not advice.startswith(MEANT):
            if not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*\.[a-z0-9-]+", word):
                return _NOT_MEANT
            advice = did_you_mean(word, self._ids)
        meant = advice.removeprefix(MEANT).removesuffix("?") if advice.startswith(MEANT) else word
        return f"{shortened(given)} is not a question of this assignment{advice}", self._keys_of(meant)

    def _keys_of(self, id_: str) -> tuple[QuestionKey, ...]:
        """Return the part with an id, or else all parts of its problem; none if there is no such problem."""
        if id_ in self._ids:
            return (self._keys[_plain(id_)],)
        question = self._questions.get(_plain(id_)) or self._questions.get(_plain(id_.partition(".")[0]))
        return tuple(part.key for part in question.parts) if question else ()


_part_names: Final = lru_cache(64)(_PartNames)


def _names(question: AskedQuestion) -> Iterator[tuple[str, QuestionKey]]:
    label = _plain(question.label)
    number = _QUESTION.sub("q", label)
    numbered = f"q{number}" if number[:1].isdigit() else number
    for part in question.parts:
        suffix = f"-{_plain(part.key.part)}" if part.key.part else ""
        names = {f"{label}{suffix}", f"{number}{suffix}", f"{numbered}{suffix}"}
        yield from ((name, part.key) for name in names if suffix or re.fullmatch(r"[a-z]+-?\d.*", name))
        if len(question.parts) == 1:
            yield from ((name, part.key) for name in (_plain(question.problem), numbered))


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "-", unicodedata.normalize("NFKC", name).casefold()).strip("-")


BLANK: Final = re.compile(r"[\s_.…·‗\uff3f\"“”„]*|[-–—―\s]{2,}|\[\s*\]|\(\s*\)")
"""An answer line that was left as it is, or emptied."""

_AROUND: Final = " \t\xa0*_`"
_DOTS: Final = re.compile(r"(?:\.{3,}|…+)\s*")
_PROSE: Final = re.compile(r"(?<![A-Za-z\\{])(?!array|tensor|dtype|float|sqrt|exp|sin|cos)[^\W\d_]{3}", re.IGNORECASE)


Lines = Iterable[tuple[Block, Line]]
"""Lines of a document, each with the block that it is in."""


def _marked_value(kind: Kind, rest: str, cells: tuple[str, ...], block: Block, following: Lines) -> str:
    """Return the answer behind a mark; empty where there is none.

    `kind`: the kind of answer.  `rest`: the text after the mark; in a table, in its cell, with the `cells` after it.
    `following`: the lines after it, up to the next mark.
    """
    first = _cleaned(rest)
    if not first and cells:
        found = [cell for each in cells if (cell := _cleaned(each))]
        first = ", ".join(found) if kind.is_list else next(iter(found), "")
    if block.kind == "table":
        return first
    after = takewhile(lambda placed: placed[0].kind != "heading", following)
    if kind.needs_person:
        return _joined(first, block, after)
    is_left = bool(rest.strip())
    rows = _rows(first, block, after, is_left=is_left)
    if not kind.is_list:
        return next(rows, "")
    return "\n".join(_first_value(rows))


def _rows(first: str, block: Block, after: Lines, *, is_left: bool) -> Iterator[str]:
    """Yield the lines of the answer: the rest of the mark's line and of its block, or else the lines of the next block.

    With `is_left`, the answer line still has its placeholder: then a next block of prose is not read.
    """
    if first:
        yield first
    for own, line in after:
        if own is not block:
            if first or (is_left and own.kind not in {"table", "formula", "code"}):
                return
            block = own
        if text := cleaned_line(line):
            first = first or text
            yield text


def _first_value(rows: Iterator[str]) -> Iterator[str]:
    """Yield the first line, and those after it while they go on with the same list or table of numbers."""
    depth = 0
    for number, row in enumerate(rows):
        if number and depth <= 0 and (_PROSE.search(row) or not re.search(r"\d", row)):
            return
        yield row
        depth += len(re.findall(r"[(\[{]|\\begin\b", row)) - len(re.findall(r"[)\]}]|\\end\b", row))


def _joined(first: str, block: Block, after: Lines) -> str:
    pieces = [first] if first else []
    for own, line in after:
        if text := _cleaned(line.text):
            pieces += ["", text] if pieces and own is not block else [text]
        block = own
    return "\n".join(pieces)


def cleaned_line(line: Line) -> str:
    """Return a line as it counts in an answer: its text, or the cells of a table's row."""
    return _cleaned(", ".join(line.cells) or line.text)


def _cleaned(text: str) -> str:
    if BLANK.fullmatch(text):
        return ""
    text = _DOTS.sub("", text.strip(_AROUND), count=1) if text.lstrip(_AROUND)[:1] in ".…" else text.strip(_AROUND)
    return "" if BLANK.fullmatch(text) else text
