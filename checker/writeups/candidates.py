"""The candidates of a section: every number, list, order of growth and formula that may be an answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby, islice
from typing import Final

from checker.writeups.candidate import Candidate
from checker.writeups.lists import OPERAND, lists
from checker.writeups.numbers import Found, numbers
from checker.writeups.orders import orders
from checker.writeups.statements import Statement

_CORRECTION: Final = re.compile(
    r"\b(?:sorry|should (?:be|have been)|correction|corrected|edit\b(?=\s?\d?\W)|no,? wait|wait,? no|oh wait|actually|oops|i mean|i meant|scratch that|on second thought|my mistake|"
    r"korrektur|berichtigung|stimmt nicht|eigentlich|richtig ist|en fait|pardon|je corrige|perdón|mejor dicho|так нет|no, carry|no, it is)\b|^\W*(?:wait|no,)\s",
    re.IGNORECASE,
)
_SUMMARY: Final = re.compile(
    r"\W*+(?:(?:final |all |my |short )?(?:summary|results?|answers|table of|overview|corrections?)\b|results that count|zusammenfassung|übersicht|ergebnisse|résumé|résultats|resumen|resultados|corrected)",
    re.IGNORECASE,
)
_QUESTION: Final = re.compile(
    r"\b(?:what|which|how (?:many|much|does|do|is)|calculate|compute|determine|find|suppose|given|wie viele|welche|combien|quel\w*|cuánt\w+|qué)\b[^?]{20,}\?"
    r"|\b(?:suppose|assume|consider|given)\b.*\b(?:what|which|how many|compute|calculate|find)\b.*",
    re.IGNORECASE | re.DOTALL,
)
"""A question, repeated in other words: its numbers are no answers."""
_TITLE: Final = 60
_WORDY: Final = re.compile(r"[^\W\d_]{4}")
_CODE_CUES: Final = {"code": "in_code", "output": "printed"}
_SHELL: Final = re.compile(r"\s*(?:>>>|\$ |In \[\d+\]:|octave|>> )")
_ANSWER_ONLY: Final = re.compile(
    r"\W*+(?:ans(?:wer)?s?|result(?:at|ado|s)?|résultat|ergebnis|antwort|réponse|respuesta|lösung|so|total)?[\W\d]*+(?:x[\W\d]++)*+",
    re.IGNORECASE,
)
"""The start of a statement that leaves it to the one before to say what its number is."""
_WITHDRAWN: Final = re.compile(
    r"ignore (?:this|that|the above|it)|scratch that|forget (?:this|that|it)|(?:this|that|it) (?:is|was) wrong|<-+ ?(?:no|wrong)|does not count",
    re.IGNORECASE,
)
_CLAUSE: Final = re.compile(r"[.;!?](?=\s|$)(?!\s*\d)")
_LEADS: Final = re.compile(r"[:=]\s*$|^[^\d\n]{1,60}$")
_LEAD: Final = 60
"""Characters of the statement before that may name a result: `W =` above a matrix."""
_LABEL: Final = re.compile(r"[^\d:=≈⇒→\n]{0,60}")
"""The words that a statement begins with."""
_AMBIGUOUS: Final = 2
_SERIES: Final = 3
_LONGEST_START: Final = 500
_PREVIOUS: Final = 120
_NEAREST: Final = 100
"""Number of candidates after one that may be worked out from it."""
MOST: Final = 2_000
"""Maximum number of candidates of a section."""


def candidates(read: Iterable[Statement], kinds: frozenset[str]) -> list[Candidate]:
    """Return the candidates of these kinds in the statements of a section, in its order."""
    found: list[Candidate] = []
    corrected, summary = -1, False
    rows: list[Statement] = []
    before = last = ""
    for statement in read:
        if rows and (statement.kind != "table" or statement.file != rows[0].file):
            found += _tables(rows, kinds, len(found))
            rows = []
        if statement.kind == "table":
            rows.append(statement)
        if len(found) >= MOST:
            break
        text, lead, previous = statement.text, before, last
        last = text
        before = text[-_LEAD:] if _LEADS.search(text) else ""
        if _WITHDRAWN.search(text) and found and not _CORRECTION.search(text):
            withdrawn = found[-1].place
            found = [_weaker(each) if each.place == withdrawn else each for each in found]
        begin = _CORRECTION.search(text)
        if begin:
            corrected = statement.block
        summary = summary or bool(len(text) < _TITLE and _SUMMARY.match(text))
        own = []
        for each in islice(_pieces(text, kinds), MOST - len(found)):
            is_correction = each[1].start >= begin.start() if begin else corrected == statement.block
            more = (("correction",) if is_correction else ()) + (("summary",) if summary else ())
            own.append(_candidate(statement, lead, previous, *each, len(found) + len(own), more))
        found += _ranked(own)
    if rows:
        found += _tables(rows, kinds, len(found))
    return _with_series(found, kinds)


def _with_series(found: list[Candidate], kinds: frozenset[str]) -> list[Candidate]:
    """Mark the results of lines that differ only in their numbers, `p1 = 0.3`, `p2 = 0.7`, and add them as a list."""
    result: list[Candidate] = []
    for form, group in groupby(found, key=_form):
        run = [each for each in group if not form or _form(each) == form]
        values = [each for each in run if each.kind == "number" and each.is_result]
        if not form or len({each.place for each in values}) < _SERIES:
            result += run
            continue
        result += [replace(each, cues=(*each.cues, "series")) for each in run]
        if "vector" in kinds:
            text = f"[{', '.join(each.text for each in values)}]"
            result.append(replace(values[-1], text=text, kind="vector", cues=("column",), near=values[0].near))
    return [each if each.order == order else replace(each, order=order) for order, each in enumerate(result)]


def _form(candidate: Candidate) -> str:
    """Return the start of a number's line with all digits left out; empty where there is no number in it."""
    start = candidate.line.partition("=")[0]
    form = re.sub(r"[-−]?[\d.,]+", "#", start).strip() if len(start) < _LONGEST_START else ""
    return form if "#" in form and len(form) < _TITLE else ""


def _weaker(candidate: Candidate) -> Candidate:
    return replace(candidate, cues=(*candidate.cues, "withdrawn"))


def _pieces(text: str, kinds: frozenset[str]) -> Iterator[tuple[str, Found, int]]:
    """Yield the pieces of a statement in their order, each with its kind."""
    pieces: list[tuple[str, Found]] = []
    taken = bytearray(len(text))
    if kinds & {"vector", "matrix", "shape"} or re.search(r"[\[(]", text):
        for each in lists(text):
            kind = ("shape", "vector", "matrix")[each.dimensions]
            if each.cues != OPERAND:
                pieces.append((kind, Found(each.start, each.end, each.text, each.cues)))
            if each.dimensions:
                taken[each.start : each.end] = b"\1" * (each.end - each.start)
    stacks = list(_stacked(text, [piece for kind, piece in pieces if kind == "vector"]))
    pieces = [(kind, _in_stack(piece, stacks)) for kind, piece in pieces]
    if "matrix" in kinds:
        pieces += [("matrix", each) for each in stacks]
    if "complexity" in kinds:
        for order in orders(text):
            pieces.append(("complexity", order))
            taken[order.start : order.end] = b"\1" * (order.end - order.start)
    if "number" in kinds:
        for number in numbers(text):
            if not taken[number.start]:
                pieces.append(("number", number))
    if "formula" in kinds:
        pieces += [("formula", each) for each in _formulas(text)]
    pieces.sort(key=lambda piece: piece[1].start)
    end = 0
    for kind, piece in pieces:
        clause = max((match.end() for match in _CLAUSE.finditer(text, end, piece.start)), default=end)
        yield kind, piece, clause
        if not {"in_brackets", "middle"} & {*piece.cues}:
            end = piece.end


def _stacked(text: str, vectors: list[Found]) -> Iterator[Found]:
    """Yield the matrices made of lists that follow each other: `[1, 2], [3, 4]`, or one below the other."""
    run: list[Found] = []
    for each in [*vectors, None]:
        if each and run and re.fullmatch(r"[\s,;]*(?:and|und|et|y)?[\s,;]*", text[run[-1].end : each.start]):
            run.append(each)
            continue
        if len(run) > 1:
            texts = [piece.text for piece in run]
            columns = [re.split(r"[,;\s]+", each.strip("[]()")) for each in texts]
            if (
                len(columns[0]) > 2
                and len({len(each) for each in columns}) == 1
                and _is_count([each[0] for each in columns])
            ):
                texts = [f"[{', '.join(each[1:])}]" for each in columns]  # without the numbers of the rows
            yield Found(run[0].start, run[-1].end, f"[{', '.join(texts)}]", (*run[0].cues, "stacked"))
        run = [each] if each else []


def _in_stack(piece: Found, stacks: list[Found]) -> Found:
    is_row = any(stack.start <= piece.start < stack.end for stack in stacks)
    return piece._replace(cues=(*piece.cues, "one_of_several")) if is_row else piece


def _formulas(text: str) -> Iterator[Found]:
    """Yield the sides of equations that are formulas."""
    for sentence in re.finditer(r"[^\n;]+", text):
        piece = sentence[0]
        sides = list(re.finditer(r"[^=≈⇒→]+", piece))
        for number, side in enumerate(sides):
            written = side[0].strip().rstrip(".,:")
            if not re.search(r"[^\W\d_]", written) or not re.search(r"[\d+·*/^×(]|\\frac|√", written):
                continue
            words = re.findall(r"[^\W\d_]{4,}", re.sub(r"\\[a-z]+", "", written))
            if len(words) > 2:
                continue
            is_last = number == len(sides) - 1
            cues = (
                ("equals", "side")
                if number and is_last
                else ("equals", "goes_on", "side")
                if number
                else ("side",)
                if is_last
                else ("goes_on", "side")
            )
            yield Found(sentence.start() + side.start(), sentence.start() + side.end(), written, cues)


def _ranked(own: list[Candidate]) -> list[Candidate]:
    """Return the candidates of a statement, with what speaks for the last and against those that lead on to it."""
    results = [each for each in own if each.is_result]
    ranked = []
    for place, each in enumerate(own):
        if results and each is results[-1]:
            each = replace(each, cues=(*each.cues, "last"))
        elif not _WORDY.search(each.near) and any(
            _is_used(each, later) for later in own[place + 1 : place + 1 + _NEAREST]
        ):
            each = replace(each, cues=(*each.cues, "leads_on"))
        ranked.append(each)
    return ranked


def _is_used(one: Candidate, later: Candidate) -> bool:
    """Return whether a result only leads up to a later one, which is worked out from it."""
    return (
        len(one.text) > 1
        and one.text in later.near
        and re.search(rf"(?<![\d.,]){re.escape(one.text)}(?![\d.]|,\d)", later.near) is not None
    )


def _candidate(
    statement: Statement,
    lead: str,
    previous: str,
    kind: str,
    found: Found,
    clause: int,
    order: int,
    more: tuple[str, ...],
) -> Candidate:
    text = statement.text
    line = statement.line_at(found.start)
    bare = found.text.strip()
    cues = found.cues
    if any(bare in piece for piece in statement.strong):
        cues += ("strong",)
    if statement.row:
        cues += ("last_cell" if statement.is_last else "inner_cell",)
    if statement.kind in _CODE_CUES:
        cues += (_CODE_CUES[statement.kind],)
    elif _SHELL.match(previous) or _SHELL.match(text):
        cues += ("printed",)
    cues += more
    after = _CLAUSE.split(text[found.end : found.end + 80])[0]
    label = _LABEL.match(text)
    shown_label = label[0] if label and found.start >= label.end() else ""
    near = text[clause : found.start]
    if statement.row:
        near = " ".join((*statement.row, near))
    elif not clause and not re.search(r"[^\W\d_]{2}", near):
        near = f"{lead} {near}"
    if _ANSWER_ONLY.fullmatch(text[: found.start]) and previous and not statement.row:
        near, shown_label = f"{previous[:_TITLE]} {near}", shown_label or previous[:_TITLE]
    return Candidate(
        bare,
        kind,
        statement.file,
        line.place,
        line.text,
        order,
        cues,
        near,
        after,
        shown_label,
        statement.above,
        previous[-_PREVIOUS:],
        statement.mark,
    )


def _tables(rows: list[Statement], kinds: frozenset[str], order: int) -> list[Candidate]:
    """Return a table as a matrix, without headings and labels, and each of its columns as a list."""
    by_line: dict[object, list[Statement]] = {}
    for each in rows:
        by_line.setdefault(each.places[0][1].place, []).append(each)
    lines = [[_last_value(cell.text) for cell in line] for line in by_line.values()]
    found = []
    if "matrix" in kinds:
        found = [_array(rows, text, "matrix", cue, order, rows[0].above[:1]) for text, cue in _matrices(lines)]
    width = max(len(line) for line in lines)
    for column in range(width):
        cells = [line[column] for line in by_line.values() if column < len(line) and line[column].row[1]]
        values = [_last_value(cell.text) for cell in cells]
        if len(values) > 1 and all(values) and not _is_count(values):
            found.append(_array(rows, f"[{', '.join(values)}]", "vector", "column", order, (cells[0].row[1],)))
        elif len(cells) > 1 and (entries := [_entries(cell.text) for cell in cells]) and all(entries):
            found.append(_array(rows, f"[{', '.join(entries)}]", "matrix", "column", order, (cells[0].row[1],)))
    return [each for each in found if each.kind in kinds]


def _array(rows: list[Statement], text: str, kind: str, cue: str, order: int, near: tuple[str, ...]) -> Candidate:
    first = rows[0]
    line = first.places[0][1]
    return Candidate(
        text,
        kind,
        first.file,
        line.place,
        line.text,
        order,
        (cue,),
        " ".join(near),
        "",
        "",
        first.above,
        "",
        first.mark,
    )


def _matrices(lines: list[list[str]]) -> Iterator[tuple[str, str]]:
    """Yield the matrices that the numbers of a table may be, each with its cue; its first columns may be labels."""
    matrix = [line for line in lines if all(line) or (len(line) > 2 and all(line[1:]))]
    width = Counter(map(len, matrix)).most_common(1)[0][0] if matrix else 0
    matrix = [row for row in matrix if len(row) == width]
    if len(matrix) < 2:
        return
    for drop in (0, 1, 2):
        body = [row[drop:] for row in matrix]
        if len(body[0]) > 1 and all(all(row) for row in body):
            text = "[" + ", ".join(f"[{', '.join(row)}]" for row in body) + "]"
            is_whole = _looks_counted(matrix, drop) and (drop < _AMBIGUOUS or not _are_counts(matrix))
            yield text, "whole_table" if is_whole else "half_table"


def _entries(text: str) -> str:
    """Return a cell with a list of numbers as such a list; empty where it is none."""
    values = re.split(r"[,;\s]+", text.strip(" []()"))
    return f"[{', '.join(values)}]" if len(values) > 1 and all(map(_last_value, values)) else ""


def _are_counts(matrix: list[list[str]]) -> bool:
    """Return whether the first two columns of a table both count, so that the second may be labels or values."""
    first, second = list(zip(*matrix, strict=False))[:2]
    return _is_count(list(first)) and _is_count(list(second))


def _looks_counted(matrix: list[list[str]], drop: int) -> bool:
    """Return whether the columns left out are labels: words, or 0, 1, 2..., and the first that stays is none."""
    columns = [list(column) for column in zip(*matrix, strict=False)]
    if any(_is_count(columns[place]) for place in range(drop, min(drop + 1, len(columns)))):
        return False
    return all(_is_count(column) or not all(column) for column in columns[:drop])


def _is_count(column: list[str]) -> bool:
    numbers_ = [int(each) if each.isdigit() else None for each in column]
    return numbers_ in ([*range(len(column))], [*range(1, len(column) + 1)])


def _last_value(text: str) -> str:
    """Return the value of a cell: what stands after its last =, if it is a number."""
    value = re.split(r"[=≈]", text)[-1].strip().strip("*` ")
    return value if re.fullmatch(r"[-−–+]?(?:\d[\d.,]*|\d+/\d+|√?\d+(?:/\d+)?)", value) else ""
