"""Finds which options of multiple-choice parts a student chose: by letters, in the option's words, or in prose.

Nothing is guessed: without a letter, a name or enough telling words of an option there is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from checker.writeups.language.clauses import Force, Sentence, clauses, sentences
from checker.writeups.language.objections import announced_fault, retraction, second_try
from checker.writeups.language.phrases import one_of
from checker.writeups.language.telling_words import Atom, TellingWords, confidence, telling_words
from checker.writeups.options.concluded_options import concluded, names_another
from checker.writeups.options.option_names import Named, OptionNames, option_names
from checker.writeups.options.option_roles import OptionRoles
from checker.writeups.options.seen_options import CORRECTION, DISPUTED, NAMED, SURE, Seen, objection_to, seen_in
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
_PROSE: Final = 0.75
_OFFERED: Final = re.compile(r"\W*(?:or|oder|ou|o|of|oppure)\s(?=\s*\W*[A-Ha-h]\b)", re.IGNORECASE)
"""The beginning of a line that offers another option: `or (C)`."""
DESCRIBED: Final = "its words in a sentence"
_ANNOUNCED: Final = re.compile(
    rf"\W*(?:\w+\s){{0,3}}?(?:{one_of('answers')}|option|choice|auswahl|wahl|choix|opci[oó]n|elecci[oó]n|opzione|scelta|opção"
    r"|escolha|optie|keuze)\b[^:=→\n]{0,20}(?:[:=→]|->)",
    re.IGNORECASE,
)
"""The beginning of a statement that announces a choice."""
_LONG: Final = 4
"""Words of an option that is hardly written by chance."""
_QUOTED: Final = 0.7
"""Confidence of an option that stands in a sentence word for word."""


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
    parts: Sequence[AskedPart], lines: Sequence[SectionLine], prompt: str = "", known: Collection[str] | None = None
) -> dict[PartKey, ChosenAnswer]:
    """Return which options a student chose for the parts of a question, from the lines that answer it.

    The prompt says what its signs mean: after `a decoder with states y`, “from the decoder” is y.  The words of the
    questions, `known`, may be written around an option.
    """
    said = [each for each in statements(lines) if each.text.strip() and not EMPTY_BOX.match(each.text)]
    if len(parts) == 1:
        (part,) = parts
        seen_options = list(_single(part, said)) or list(_only_label(part, lines))
        return {part.key: _or_concluded(part, _decided(seen_options, said, known, is_only=True), said, prompt, known)}
    seen: dict[int, list[Seen]] = {number: [] for number in range(len(parts))}
    for number, each in seen_by_part(parts, said, prompt):
        seen[number].append(each)
    return {part.key: _decided(seen[number], said, known, is_only=False) for number, part in enumerate(parts)}


def _or_concluded(
    part: AskedPart, decided: ChosenAnswer, said: Sequence[Statement], prompt: str, known: Collection[str] | None
) -> ChosenAnswer:
    """Return the answer; if it is not sure, the option that the section claims; doubted if its words fit another."""
    if decided.evidence and decided.confidence > DISPUTED and names_another(part, decided.evidence, prompt):
        reason = f"{decided.reason}, but the words are those of another option"
        return decided._replace(confidence=DISPUTED, reason=reason)
    if decided.confidence >= NAMED or known is None or any(CORRECTION.match(each.text) for each in said):
        return decided
    found = concluded(part, said, prompt, known)
    seen = [each for each in (found, decided.evidence) if each and found and each.text == found.text]
    if found is None or any(_objection(each, said, None) for each in seen):
        return decided
    others = tuple(each for each in (decided.evidence, *decided.others) if each and each.text != found.text)
    return ChosenAnswer(found.text, found.confidence, found.reason, found, others)


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
    objection = None if seen.reason == DESCRIBED else objection_to(seen, known)
    if objection:
        return objection.words
    return _taken_back(seen, said)


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
    later = [*(each.text for each in own), *(each.text for each in said[places[-1] + 1 :])]
    return next(filter(None, (retraction(text) or second_try(text) for text in later)), "")


def _single(part: AskedPart, said: Sequence[Statement]) -> Iterator[Seen]:
    """Yield what names or describes options of the only part."""
    names = option_names(part.options)
    said, listed = _without_list(names, said)
    yield from listed
    named = [(each, found) for each in said if (found := names.stated(_BOX.sub("", each.text, count=1)))]
    for statement, found in named:
        yield seen_in(part.options, found, statement)
    if any(found.confidence >= NAMED for _, found in named) or any(each.confidence >= NAMED for each in listed):
        return
    prose = [each for each in said if each.kind != "heading"]
    yield from _mentioned(part, names, prose) if names.are_short else described(part, prose)


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


def _mentioned(part: AskedPart, names: OptionNames, prose: Sequence[Statement]) -> Iterator[Seen]:
    """Yield the short options that sentences affirm, or that a list such as `dropout: yes` says yes to."""
    verdicts = [(each, verdict) for each in prose if (verdict := _verdict(names, each))]
    if len(verdicts) > 1:
        chosen = frozenset(option for _, (option, is_chosen) in verdicts if is_chosen)
        if chosen:
            yield seen_in(part.options, Named(chosen, 0.85, "with a yes"), verdicts[0][0])
        return
    groups = [(each, *group) for each in prose for group in names.mentioned(each.text)]
    affirmed = [(each, options) for each, options, is_affirmed in groups if is_affirmed]
    together = frozenset(option for _, options in affirmed for option in options)
    denied = {option for _, options, is_affirmed in groups if not is_affirmed for option in options}
    is_whole = len(together) > 1 and len(together) + len(denied) == len({*together, *denied}) == len(names.options)
    if is_whole or any(len(options) > 1 for _, options in affirmed):
        sure = _PROSE if len(together) < len(names.options) and (len(affirmed) == 1 or is_whole) else 0.5
        yield seen_in(part.options, Named(together, sure, "named in a sentence"), affirmed[0][0])
    else:
        for statement, options in affirmed:
            yield seen_in(part.options, Named(options, _PROSE, "named in a sentence"), statement)


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


def seen_by_part(parts: Sequence[AskedPart], said: Sequence[Statement], prompt: str) -> Iterator[tuple[int, Seen]]:
    """Yield the options that statements name or describe, each with the number of its part."""
    options = parts[0].options
    names = option_names(options)
    found = list(_marked(parts, said))
    if all(part.options == options for part in parts):
        found = found or list(_in_order(parts, names, said))
        if not found and not names.has_letters:
            roles = OptionRoles(parts, options, (prompt, *(each.text for each in said)))
            for role in roles.find(said):
                named = Named(frozenset({role.option}), role.confidence, "its part is named with it")
                found.append((role.part, seen_in(options, named, role.statement, role.start)))
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


class _Described(NamedTuple):
    """One sentence, or two, with the words by which they describe an option."""

    stated: set[Atom]
    whole: set[Atom]
    """Those of its reasons and results too."""
    statement: Statement
    start: int
    is_correction: bool

    @classmethod
    def of(cls, telling: TellingWords, sentence: Sentence, statement: Statement) -> _Described:
        """Return a sentence with the telling words in what it states, and in its reasons and results."""
        pieces = clauses(sentence.text)
        stated = whole = telling.atoms(pieces)
        if any(each.force in {Force.REASON, Force.RESULT} for each in pieces):
            all_stated = (
                each if each.force is Force.SUPPOSED else each._replace(force=Force.STATED) for each in pieces
            )
            whole = telling.atoms(all_stated)
        return cls(stated, whole, statement, sentence.start, bool(CORRECTION.match(sentence.text)))


def described(part: AskedPart, prose: Sequence[Statement]) -> Iterator[Seen]:
    """Yield the options that are described, not named, in one or two neighbouring sentences."""
    telling, names = telling_words(part.options), option_names(part.options)
    described = [_Described.of(telling, sentence, each) for each in prose for sentence in sentences(each.text)]
    corrected = [place for place, each in enumerate(described) if each.is_correction]
    described = described[corrected[-1] :] if corrected else described
    best: dict[int, tuple[float, float, _Described]] = {}
    pairs = (
        one._replace(stated=one.stated | other.stated, whole=one.whole | other.whole)
        for one, other in pairwise(described)
    )
    for each in [*described, *pairs]:
        if not each.stated:
            continue
        scored = telling.scores(each.stated)
        sure = confidence(scored)
        if sure > DISPUTED:
            letter = names.name(part_mark(each.statement.text) or " ")
            if telling.scores(each.whole)[0].option != scored[0].option or letter not in {None, scored[0].option}:
                sure = DISPUTED
        if sure and sure > best.get(scored[0].option, (0.0,))[0]:
            best[scored[0].option] = (sure, scored[0].score, each)
    top = max((score for _, score, _ in best.values()), default=0.0)
    announced = [each for each in prose if _ANNOUNCED.match(each.text)]
    for option, (sure, score, each) in best.items():
        if score >= 0.3 * top or sure >= SURE:
            is_elsewhere = bool(announced) and all(each.statement is not other for other in announced)
            named = Named(frozenset({option}), min(sure, DISPUTED) if is_elsewhere else sure, DESCRIBED)
            yield seen_in(part.options, named, each.statement, each.start)
    yield from _quoted(part, prose)


def _quoted(part: AskedPart, prose: Sequence[Statement]) -> Iterator[Seen]:
    """Yield the long options that stand in a sentence word for word."""
    for statement in prose:
        text = statement.text.casefold()
        for place, option in enumerate(part.options):
            if len(option.split()) >= _LONG and option.casefold() in text:
                yield seen_in(part.options, Named(frozenset({place}), _QUOTED, "in its own words"), statement)
