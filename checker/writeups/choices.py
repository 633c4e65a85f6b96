"""Choices: which options a student chose, in letters, in the words of an option, or in prose.

Nothing is guessed: without a letter, a name or enough telling words of an option there is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from checker.writeups.clauses import Clause, Force, clauses, sentences
from checker.writeups.document import Place
from checker.writeups.labels import part_mark
from checker.writeups.option_names import Named, OptionNames, option_names
from checker.writeups.option_roles import OptionRoles
from checker.writeups.part_words import PartWords
from checker.writeups.sections import SectionLine
from checker.writeups.sheets import AskedPart, PartKey
from checker.writeups.statements import Statement, statements
from checker.writeups.telling_words import confidence, telling_words

_CORRECTION: Final = re.compile(
    r"\b(?:sorry|correction|corrected|edit(?=\s?\d?\W)|no,? wait|wait,? no|oh wait|actually|oops|i meant?|scratch that|on second thought"
    r"|my mistake|korrektur|berichtigung|stimmt nicht|pardon|je corrige|perdón|mejor dicho)\b|^\W*(?:wait|no,)\s",
    re.I,
)
_MARK: Final = re.compile(r"(?<!\w)\(?([a-h])[).:]\s*", re.I)
_TICKED: Final = re.compile(r"^\W{0,3}[\[(]\s*[xX✓✔]\s*[\])]|[✓✔☑✅]|^\s*(?:→|->|=>|⇒)")
_BOX: Final = re.compile(r"^\W{0,3}[\[(]\s*[xX✓✔ ]?\s*[\])]\s*")
_LETTERED: Final = re.compile(r"[\s\-*•]*\(?(?:[A-Ha-h]|\d)[).:\]]\s+")
_ONLY_LABEL: Final = re.compile(r"\W*(?:[^\W\d_]+\W*)?\d{1,2}\W{0,3}([a-hA-H])\W*")
_VERDICT: Final = re.compile(r"\W*(?P<yes>yes|ja|oui|sí|✓|✔|✅|learned|learnable|trainable)?(?P<no>no|nein|non|none|✗|✘|❌|not)?(?!\w)", re.I)
_DISPUTED: Final = 0.4
_PROSE: Final = 0.75


class Seen(NamedTuple):
    """Options that a student names or describes, and the line."""

    text: str
    """The options in their words, as an answer."""
    confidence: float
    reason: str
    file: int
    place: Place
    line: str


class ChosenAnswer(NamedTuple):
    """The answer to a choice, or the options among which a person has to choose."""

    text: str
    """The options in their words; empty where nothing names one."""
    confidence: float
    reason: str
    evidence: Seen | None
    others: tuple[Seen, ...]
    """Other options that the student mentions."""


NOTHING: Final = ChosenAnswer("", 0.0, "no option is named", None, ())


def bind_choices(parts: Sequence[AskedPart], lines: Sequence[SectionLine], prompt: str = "") -> dict[PartKey, ChosenAnswer]:
    """Return the answers to the choices of a question, whose section has these lines.

    The prompt says what its signs mean: after `a decoder with states y`, “from the decoder” is y.
    """
    said = [each for each in statements(lines) if each.text.strip()]
    if len(parts) == 1:
        (part,) = parts
        return {part.key: _decided(list(_single(part, said)) or list(_only_label(part, lines)))}
    seen: dict[int, list[Seen]] = {number: [] for number in range(len(parts))}
    for number, each in _by_part(parts, said, prompt):
        seen[number].append(each)
    return {part.key: _decided(seen[number]) for number, part in enumerate(parts)}


def _decided(seen: Sequence[Seen]) -> ChosenAnswer:
    """Return the answer on which what was seen agrees; after a correction only that counts."""
    if not seen:
        return NOTHING
    corrected = [place for place, each in enumerate(seen) if _CORRECTION.search(each.line)]
    counting = seen[corrected[-1] :] if corrected and _CORRECTION.match(seen[corrected[-1]].line[:60]) else seen
    best = max(counting, key=lambda each: each.confidence)
    others = {each.text: each for each in seen if each.text != best.text}
    rivals = [each.confidence for each in counting if each.text != best.text]
    sure = min(best.confidence, _DISPUTED + max(0.0, best.confidence - max(rivals)) / 2) if rivals else best.confidence
    reason = best.reason if not rivals else f"{best.reason}, but another option is named too"
    return ChosenAnswer(best.text, sure, reason, best, tuple(others.values()))


def _single(part: AskedPart, said: Sequence[Statement]) -> Iterator[Seen]:
    """Yield what names or describes options of the only part."""
    names = option_names(part.options)
    said, listed = _without_list(names, said)
    yield from listed
    named = [(each, found) for each in said if (found := names.stated(_BOX.sub("", each.text, count=1)))]
    for statement, found in named:
        yield _seen(part, found, statement)
    if any(found.confidence >= 0.8 for _, found in named) or any(each.confidence >= 0.8 for each in listed):
        return
    prose = [each for each in said if each.kind != "heading"]
    yield from _mentioned(part, names, prose) if names.are_short else _described(part, prose)


def _without_list(names: OptionNames, said: Sequence[Statement]) -> tuple[list[Statement], list[Seen]]:
    """Return the statements that are no list of the options, and the options that are ticked or listed alone."""
    exact = [(each, place) for each in said if (place := names.words(_unlisted(each.text))) is not None]
    if len({place for _, place in exact}) < 2:
        return list(said), []
    ticked = [(each, place) for each, place in exact if _TICKED.search(each.text)] or [
        (each, place) for each, place in exact if each.strong and len(each.strong[0]) > 3
    ]
    is_whole = len({place for _, place in exact}) == len(names.options)
    chosen = ticked if len(ticked) < len(exact) else []
    chosen = chosen or ([] if is_whole else exact)
    rest = [each for each in said if all(each is not other for other, _ in exact)]
    if not chosen:
        return rest, []
    options = frozenset(place for _, place in chosen)
    reason = "ticked in the list" if ticked else "listed"
    first = chosen[0][0]
    return rest, [_shown(names.options, Named(options, 0.9 if ticked else 0.65, reason), first, 0)]


def _mentioned(part: AskedPart, names: OptionNames, prose: Sequence[Statement]) -> Iterator[Seen]:
    """Yield the short options that sentences affirm."""
    verdicts = [(each, verdict) for each in prose if (verdict := _verdict(names, each))]
    if len(verdicts) > 1:
        chosen = frozenset(option for _, (option, is_chosen) in verdicts if is_chosen)
        if chosen:
            yield _seen(part, Named(chosen, 0.85, "with a yes"), verdicts[0][0])
        return
    affirmed: list[tuple[Statement, frozenset[int]]] = [
        (each, options) for each in prose for options, is_affirmed in names.mentioned(each.text) if is_affirmed
    ]
    if any(len(options) > 1 for _, options in affirmed):
        together = frozenset().union(*(options for _, options in affirmed))
        sure = _PROSE if len(together) < len(names.options) and len(affirmed) == 1 else 0.5
        yield _seen(part, Named(together, sure, "named in a sentence"), affirmed[0][0])
    else:
        for statement, options in affirmed:
            yield _seen(part, Named(options, _PROSE, "named in a sentence"), statement)


def _verdict(names: OptionNames, statement: Statement) -> tuple[int, bool] | None:
    """Return the option of `dropout: no`, and whether it is chosen."""
    if any(statement.row):
        option, rest = names.words(statement.row[0]), statement.text
    else:
        name, _, rest = re.sub(r"\s[–—-]\s|\s*(?:→|->|=>)\s*", ":", statement.text, count=1).partition(":")
        option = names.words(name)
    found = _VERDICT.match(rest)
    if option is None or not found or not (found["yes"] or found["no"]):
        return None
    return option, bool(found["yes"]) and not found["no"]


def _described(part: AskedPart, prose: Sequence[Statement]) -> Iterator[Seen]:
    """Yield the long options that one or two neighbouring sentences describe."""
    telling = telling_words(part.options)
    found = [(clauses(sentence.text), each, sentence.start) for each in prose for sentence in sentences(each.text)]
    corrected = [place for place, (_, each, start) in enumerate(found) if _CORRECTION.match(each.text[start : start + 60])]
    found = found[corrected[-1] :] if corrected else found
    windows = [(pieces, each, start) for pieces, each, start in found]
    windows += [([*one[0], *other[0]], one[1], one[2]) for one, other in pairwise(found)]
    best: dict[int, tuple[float, float, Statement, int]] = {}
    for pieces, statement, start in windows:
        atoms = telling.atoms(pieces)
        if not atoms:
            continue
        scored = telling.scores(atoms)
        sure = confidence(scored)
        whole = telling.scores(telling.atoms(_with_reasons(pieces)))
        letter = option_names(part.options).name(part_mark(statement.text) or " ")
        if whole[0].option != scored[0].option or letter not in {None, scored[0].option}:
            sure = min(sure, _DISPUTED)
        if sure and sure > best.get(scored[0].option, (0.0,))[0]:
            best[scored[0].option] = (sure, scored[0].score, statement, start)
    top = max((score for _, score, *_ in best.values()), default=0.0)
    for option, (sure, score, statement, start) in best.items():
        if score >= 0.3 * top or sure >= 0.6:
            yield _shown(part.options, Named(frozenset({option}), sure, "its words in a sentence"), statement, start)


def _with_reasons(pieces: Iterable[Clause]) -> Iterator[Clause]:
    """Yield the clauses with the reasons as if they were stated."""
    return (each._replace(force=Force.STATED) if each.force is Force.REASON else each for each in pieces)


def _by_part(parts: Sequence[AskedPart], said: Sequence[Statement], prompt: str) -> Iterator[tuple[int, Seen]]:
    """Yield what names or describes options, with the number of its part."""
    options = parts[0].options
    names = option_names(options)
    found = list(_marked(parts, said))
    if all(part.options == options for part in parts):
        found = found or list(_in_order(parts, names, said))
        if not found and not names.has_letters:
            roles = OptionRoles(parts, options, (prompt, *(each.text for each in said)))
            for role in roles.find(said):
                named = Named(frozenset({role.option}), role.confidence, "its part is named with it")
                found.append((role.part, _shown(options, named, role.statement, role.start)))
    yield from found or _labelled(parts, said)


def _marked(parts: Sequence[AskedPart], said: Sequence[Statement]) -> Iterator[tuple[int, Seen]]:
    """Yield the answers after the marks (a), (b), ..."""
    pieces: list[tuple[int, str, Statement]] = []
    for each in said:
        marks = list(_MARK.finditer(each.text)) if part_mark(each.text) else []
        ends = [*(mark.start() for mark in marks[1:]), len(each.text)][: len(marks)]
        pieces += [(ord(mark[1].lower()) - ord("a"), each.text[mark.end() : end], each) for mark, end in zip(marks, ends, strict=True)]
    if len(pieces) < len(parts) or any(number >= len(parts) for number, *_ in pieces):
        return
    for number, text, statement in pieces:
        part = parts[number]
        text = text.strip().rstrip(",;")
        found = option_names(part.options).stated(text.rpartition(":")[2] or text) or option_names(part.options).stated(text)
        if found:
            yield number, _seen(part, found, statement)


def _in_order(parts: Sequence[AskedPart], names: OptionNames, said: Sequence[Statement]) -> Iterator[tuple[int, Seen]]:
    """Yield the answers that are listed without names, one for each part: `y, x, x, x`."""
    own = [each for each in said if each.kind != "heading"]
    if len(own) == 1:
        found = [names.name(piece) for piece in re.split(r"\s*[,;/|]\s*|\s+", own[0].text.strip(" .()[]"))]
        where = own * len(found)
    else:
        found = [names.name(each.text) if not any(each.row) else None for each in own]
        where = own
    if len(found) == len(parts):
        for number, (option, statement) in enumerate(zip(found, where, strict=True)):
            if option is None:
                return
            yield number, _seen(parts[number], Named(frozenset({option}), 0.85, "in the order of the parts"), statement)


def _labelled(parts: Sequence[AskedPart], said: Sequence[Statement]) -> Iterator[tuple[int, Seen]]:
    """Yield the answers in statements that name their part, or are under its heading."""
    words = PartWords(parts)
    for each in said:
        label, sign, rest = re.sub(r"\s*(?:→|->|=>|=|\s[–—-]\s)\s*", ":", each.text, count=1).partition(":")
        for text, answer in ((label, rest), *((above, each.text) for above in (*each.row, *each.above[:1]))):
            fits = [number for number, value in enumerate(words.matches(text)) if value == 1] if text and answer else []
            if len(fits) == 1 and (found := option_names(parts[fits[0]].options).stated(answer)):
                yield fits[0], _seen(parts[fits[0]], found, each)
                break


def _only_label(part: AskedPart, lines: Iterable[SectionLine]) -> Iterator[Seen]:
    """Yield the letter of a section that has only `5c`: the answer, or only the label."""
    for each in lines:
        found = _ONLY_LABEL.fullmatch(each.line.text)
        option = option_names(part.options).name(found[1]) if found else None
        if option is not None:
            yield Seen(part.options[option], 0.5, "a letter after the number of the question", each.file, each.line.place, each.line.text)


def _unlisted(text: str) -> str:
    """Return a text without the box or the letter of a list before it."""
    text = _BOX.sub("", text.strip(), count=1)
    found = _LETTERED.match(text)
    return text[found.end() :] if found and len(text) - found.end() > 3 else text


def _seen(part: AskedPart, named: Named, statement: Statement) -> Seen:
    return _shown(part.options, named, statement, 0)


def _shown(options: Sequence[str], named: Named, statement: Statement, start: int) -> Seen:
    line = statement.line_at(start)
    text = ", ".join(options[place] for place in sorted(named.options))
    return Seen(text, named.confidence, named.reason, statement.file, line.place, line.text)
