"""Finds which options of multiple-choice parts a student chose: by letters, by ticks, or in the option's words.

Nothing is guessed: without a letter or a name of an option there is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from checker.writeups.language.objections import announced_fault, retraction, second_try
from checker.writeups.language.phrases import one_of
from checker.writeups.language.sentences import sentences
from checker.writeups.options.option_names import Named, OptionNames, option_names
from checker.writeups.options.seen_options import CORRECTION, DISPUTED, Seen, objection_to, seen_in
from checker.writeups.parts.part_words import part_words
from checker.writeups.questions.labels import part_mark
from checker.writeups.questions.own_lines import EMPTY_BOX
from checker.writeups.questions.section_lines import SectionLine
from checker.writeups.results.statements import Statement, statements
from checker.writeups.sheets import AskedPart, PartKey

_TICKED: Final = re.compile(r"^\W{0,3}[\[(]\s*[xX✓✔]\s*[\])]|[✓✔☑✅]|^\s*(?:→|->|=>|⇒)|(?:←|<-+|<=+|⇐)(?=\s|$)")
_BOX: Final = re.compile(r"^\W{0,3}[\[(]\s*[xX✓✔ ]?\s*[\])]\s*")
_POINTED: Final = re.compile(r"\s*(?:←|<-+|<=+|⇐)(?:\s.{0,30})?$")
"""An arrow that points at an option from behind it."""
_LETTERED: Final = re.compile(r"[\s\-*•]*\(?(?:[A-Ha-h]|\d)[).:\]]\s+")
_ONLY_LABEL: Final = re.compile(r"\W*(?:[^\W\d_]+\W*)?\d{1,2}\W{0,3}([a-hA-H])\W*")
_VERDICT: Final = re.compile(rf"\W*(?P<yes>{one_of('yes')})?(?P<no>{one_of('no')})?(?!\w)", re.IGNORECASE)
_MARK: Final = 3
"""Characters of a letter in brackets, which is no option in words."""
_OFFERED: Final = re.compile(r"\W*(?:or|oder|ou|o|of|oppure)\s(?=\s*\W*[A-Ha-h]\b)", re.IGNORECASE)
"""The beginning of a line that offers another option: `or (C)`."""


class ChosenAnswer(NamedTuple):
    """The options that a student chose for a part, or those among which a person has to decide."""

    text: str
    """The options in their words; empty where nothing names one."""
    confidence: float
    reason: str
    evidence: Seen | None
    others: tuple[Seen, ...]
    """Other options that the student mentions."""


NOTHING: Final = ChosenAnswer("", 0.0, "no option is named", None, ())


def bind_choices(
    parts: Sequence[AskedPart], lines: Sequence[SectionLine], known: Collection[str] | None = None
) -> dict[PartKey, ChosenAnswer]:
    """Return which options a student chose for the parts of a question, from the lines that answer it.

    The words of the questions, `known`, may be written around an option.
    """
    said = [each for each in statements(lines) if each.text.strip() and not EMPTY_BOX.match(each.text)]
    if len(parts) == 1:
        (part,) = parts
        seen_options = list(_single(part, said)) or list(_only_label(part, lines))
        return {part.key: _decided(seen_options, said, known, is_only=True)}
    seen: dict[int, list[Seen]] = {number: [] for number in range(len(parts))}
    for number, each in seen_by_part(parts, said):
        seen[number].append(each)
    return {part.key: _decided(seen[number], said, known, is_only=False) for number, part in enumerate(parts)}


def _decided(
    seen: Sequence[Seen], said: Sequence[Statement], known: Collection[str] | None, *, is_only: bool
) -> ChosenAnswer:
    """Return the option that the student chose: the surest one seen, less sure if others are seen too.

    After a correction only what follows counts. `is_only`: the question has one part, so doubts in the text are about
    it.
    """
    if not seen:
        return NOTHING
    corrected = [place for place, each in enumerate(seen) if CORRECTION.match(each.line)]
    counting = seen[corrected[-1] :] if corrected else seen
    best = max(counting, key=lambda each: each.confidence)
    others = {each.text: each for each in seen if each.text != best.text}
    rivals = [each.confidence for each in counting if each.text != best.text]
    sure = min(best.confidence, DISPUTED + max(0.0, best.confidence - max(rivals)) / 2) if rivals else best.confidence
    reason = best.reason if not rivals else f"{best.reason}, but another option is named too"
    if not corrected and any(CORRECTION.match(each.text) for each in said):
        sure, reason = min(sure, DISPUTED), f"{reason}, but a correction names no option"
    elif is_only and (words := _objection(best, said, known)):
        sure, reason = min(sure, DISPUTED), f"{reason}, but the text says “{words}”"
    return ChosenAnswer(best.text, sure, reason, best, tuple(others.values()))


def _objection(seen: Seen, said: Sequence[Statement], known: Collection[str] | None) -> str:
    """Return the words by which the student does not simply choose what was seen, or takes it back later."""
    objection = objection_to(seen, known)
    return objection.words if objection else _taken_back(seen, said)


def _taken_back(seen: Seen, said: Sequence[Statement]) -> str:
    """Return the words in other lines by which an option that was seen is wrong or withdrawn; empty if none are."""
    if offered := _OFFERED.match(seen.line):
        return offered[0].strip()
    places = [number for number, each in enumerate(said) if any(line.place == seen.place for _, line in each.places)]
    if not places:
        return ""
    if places[0] and (announced := announced_fault(said[places[0] - 1].text)):
        return announced
    _, *own = sentences(said[places[-1]].text)
    later = [*own, *(each.text for each in said[places[-1] + 1 :])]
    return next(filter(None, (retraction(text) or second_try(text) for text in later)), "")


def _single(part: AskedPart, said: Sequence[Statement]) -> Iterator[Seen]:
    """Yield what names options of the only part."""
    names = option_names(part.options)
    said, listed = _without_list(names, said)
    yield from listed
    for each in said:
        if found := names.stated(_BOX.sub("", each.text, count=1)):
            yield seen_in(part.options, found, each)
    yield from _with_a_yes(names, said)


def _without_list(names: OptionNames, said: Sequence[Statement]) -> tuple[list[Statement], list[Seen]]:
    """Return the statements that are no list of the options, and the options that are ticked or listed alone."""
    exact = [(each, place) for each in said if (place := names.words(_unlisted(each.text))) is not None]
    if len({place for _, place in exact}) <= 1:
        return list(said), []
    ticked = [(each, place) for each, place in exact if _TICKED.search(each.text)] or [
        (each, place) for each, place in exact if each.strong and len(each.strong[0]) > _MARK
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
    return rest, [seen_in(names.options, Named(options, 0.9 if ticked else 0.65, reason), first)]


def _with_a_yes(names: OptionNames, said: Sequence[Statement]) -> Iterator[Seen]:
    """Yield the options that a list such as `dropout: yes` says yes to."""
    verdicts = [(each, verdict) for each in said if (verdict := _verdict(names, each))]
    chosen = frozenset(option for _, (option, is_chosen) in verdicts if is_chosen)
    if len(verdicts) > 1 and chosen:
        yield seen_in(names.options, Named(chosen, 0.85, "with a yes"), verdicts[0][0])


def _verdict(names: OptionNames, statement: Statement) -> tuple[int, bool] | None:
    """Return (option, whether it is chosen) for a line such as `dropout: no`; None for any other."""
    if any(statement.row):
        option, rest = names.words(statement.row[0]), statement.text
    else:
        name, _, rest = re.sub(r"\s[–—-]\s|\s*(?:→|->|=>)\s*", ":", statement.text, count=1).partition(":")
        option = names.words(name)
    found = _VERDICT.match(rest)
    if option is None or not found or not (found["yes"] or found["no"]):
        return None
    return option, bool(found["yes"]) and not found["no"]


def _only_label(part: AskedPart, lines: Iterable[SectionLine]) -> Iterator[Seen]:
    """Yield the letter of a section that has only `5c`: the answer, or only the label."""
    for each in lines:
        found = _ONLY_LABEL.fullmatch(each.line.text)
        option = option_names(part.options).name(found[1]) if found else None
        if option is not None:
            reason = "a letter after the number of the question"
            yield Seen(part.options[option], 0.5, reason, each.file, each.line.place, each.line.text)


def _unlisted(text: str) -> str:
    """Return a text without the box or the letter of a list before it."""
    text = _POINTED.sub("", _BOX.sub("", text.strip(), count=1)).strip(" *_")
    found = _LETTERED.match(text)
    return text[found.end() :] if found and len(text) - found.end() > _MARK else text


_LETTER_MARK: Final = re.compile(r"(?<!\w)\(?([a-h])[).:]\s*", re.IGNORECASE)


def seen_by_part(parts: Sequence[AskedPart], said: Sequence[Statement]) -> Iterator[tuple[int, Seen]]:
    """Yield the options that statements name, each with the number of its part."""
    options = parts[0].options
    found = list(_marked(parts, said))
    if not found and all(part.options == options for part in parts):
        found = list(_in_order(parts, option_names(options), said))
    yield from found or _labelled(parts, said)


def _marked(parts: Sequence[AskedPart], said: Sequence[Statement]) -> Iterator[tuple[int, Seen]]:
    """Yield the answers after the marks (a), (b), ..."""
    pieces: list[tuple[int, str, Statement]] = []
    for each in said:
        marks = list(_LETTER_MARK.finditer(each.text)) if part_mark(each.text) else []
        ends = [*(mark.start() for mark in marks[1:]), len(each.text)][: len(marks)]
        pieces += [
            (ord(mark[1].lower()) - ord("a"), each.text[mark.end() : end], each)
            for mark, end in zip(marks, ends, strict=True)
        ]
    if len(pieces) < len(parts) or any(number >= len(parts) for number, *_ in pieces):
        return
    for number, text, statement in pieces:
        part = parts[number]
        answer = text.strip().rstrip(",;")
        names = option_names(part.options)
        if found := names.stated(answer.rpartition(":")[2] or answer) or names.stated(answer):
            yield number, seen_in(part.options, found, statement)


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
            named = Named(frozenset({option}), 0.85, "in the order of the parts")
            yield number, seen_in(names.options, named, statement)


def _labelled(parts: Sequence[AskedPart], said: Sequence[Statement]) -> Iterator[tuple[int, Seen]]:
    """Yield the answers in statements that name their part, or are under its heading."""
    words = part_words(tuple(parts))
    for each in said:
        label, _, rest = re.sub(r"\s*(?:→|->|=>|=|\s[–—-]\s)\s*", ":", each.text, count=1).partition(":")
        for text, answer in ((label, rest), *((above, each.text) for above in (*each.row, *each.above[:1]))):
            fits = [number for number, value in enumerate(words.matches(text)) if value == 1] if text and answer else []
            if len(fits) == 1 and (found := option_names(parts[fits[0]].options).stated(answer)):
                yield fits[0], seen_in(parts[fits[0]].options, found, each)
                break
