"""Finds which options of multiple-choice parts a student chose: a ticked box, a letter, or an option's words alone.

They count where a line has nothing else, or behind a word such as `Answer`; a reason may follow.  Nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from string import ascii_lowercase
from typing import Final, NamedTuple

from checker.kinds.choice import names_of
from checker.problems import QuestionKey
from checker.writeups.document import Evidence
from checker.writeups.language.doubt import choice_doubt_around, doubt_below
from checker.writeups.language.words import one_of
from checker.writeups.parts.part_words import part_words
from checker.writeups.questions.lines import EMPTY_BOX, SectionLine
from checker.writeups.questions.statements import Statement, statements
from checker.writeups.sheets import AskedPart

_TICKED: Final = re.compile(r"^\W{0,3}[\[(]\s*[xX✓✔]\s*[\])]|[✓✔☑✅]|^\s*(?:→|->|=>|⇒)|(?:←|<-+|<=+|⇐)(?=\s|$)")
_BOX: Final = re.compile(r"^\W{0,3}[\[(]\s*[xX✓✔ ]?\s*[\])]\s*")
_CORRECTION: Final = re.compile(rf"\W*{one_of('corrections')}\b|\W*(?:wait|no,)\s", re.IGNORECASE)
_ARTICLE: Final = re.compile(r"(?:an?|the|they|it)\s+", re.IGNORECASE)
_AROUND: Final = " \t\n.,;:!()[]{}\"'`*_$\\→⇒>=-–—✓✔☑✅"
_CUE: Final = re.compile(
    r"^.{0,40}\b(?:answers?|ans|options?|choices?|choose|chose|pick|selected|correct|correction|korrektur|edit"
    r"|antwort|lösung|richtig|réponse|respuesta|resposta|risposta|opción|ответ|答案)\b"
    r"(?:\s+(?:is|are|option|would be|ist|est|es))*\s*[:=→–-]*>?\s*(?P<rest>\S.*)$|^.{0,30}?(?:→|⇒|->"
    r"|=>)\s*(?P<arrow>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_REASON: Final = re.compile(
    r"(?:,?\s+(?:because|since|as|so that|weil|da|car|parce que|porque|ya que)\b|[,;.]\s|\s[–—-]\s|\s\().*$",
    re.IGNORECASE | re.DOTALL,
)
_LETTER_FIRST: Final = re.compile(r"\W*[A-Z](?:\W{0,2}[,;.]?\s+(?:because|since|as|weil|car|porque)\b|[,;]|\s[–—-])")
"""A letter that is an answer with its reason."""
_MARK: Final = 3
"""Characters of a letter in brackets, which is no option in words."""


class Seen(NamedTuple):
    """Options that a line of a student's text names."""

    text: str
    """The options in their words, as an answer."""
    is_sure: bool
    reason: str
    evidence: Evidence
    letters: str
    """The letters of the options."""


class ChosenAnswer(NamedTuple):
    """The options that a student chose for a part, or those among which a person has to decide."""

    text: str
    """The options in their words; empty where nothing names one."""
    confidence: float
    reason: str
    seen: tuple[Seen, ...]
    """Where they are named, then where the student names others."""


def bind_choices(parts: Sequence[AskedPart], lines: Sequence[SectionLine]) -> dict[QuestionKey, ChosenAnswer]:
    """Return which options a student chose for the parts of a question, from the lines that answer it."""
    said = [each for each in statements(lines) if each.text.strip() and not EMPTY_BOX.match(each.text)]
    if len(parts) == 1:
        (part,) = parts
        seen = [*_single(part.options, said)] or [*_after_label(part.options, lines)]
        return {part.key: _decided(seen, said, part.options)}
    several = [*_by_part(parts, said)]
    return {
        part.key: _decided([each for place, each in several if place == number], said)
        for number, part in enumerate(parts)
    }


def _decided(seen: Sequence[Seen], said: Sequence[Statement], options: Sequence[str] = ()) -> ChosenAnswer:
    """Return the option that was seen most surely, less surely if others are seen too; after a correction, from there.

    `options`: those of the only part; none where there are several, so that doubts may be about another one.
    """
    if not seen:
        return ChosenAnswer("", 0.0, "no option is named", ())
    corrected = [place for place, each in enumerate(seen) if _CORRECTION.match(each.evidence.text)]
    counting = seen[corrected[-1] :] if corrected else seen
    best = max(counting, key=lambda each: each.is_sure)
    against = ""
    if any(each.text != best.text for each in counting):
        against = "another option is named too"
    elif not corrected and any(_CORRECTION.match(each.text) for each in said):
        against = "a correction names no option"
    elif options and (words := _doubt(best, said, options)):
        against = f"the text says “{words}”"
    confidence = 0.9 if best.is_sure and not against else 0.4
    reason = f"{best.reason}, but {against}" if against else best.reason
    others = {each.text: each for each in seen if each.text != best.text}
    return ChosenAnswer(best.text, confidence, reason, (best, *others.values()))


def _doubt(seen: Seen, said: Sequence[Statement], options: Sequence[str]) -> str:
    """Return the words by which the student does not simply choose what was seen, or takes it back later."""
    line = seen.evidence.text.casefold()
    if another := next((each for each in options if each not in seen.text and each.casefold() in line), ""):
        return another
    places = [
        number for number, each in enumerate(said) if any(line.place == seen.evidence.place for _, line in each.places)
    ]
    above = said[places[0] - 1].text if places and places[0] else ""
    later = [each.text for each in said[places[-1] + 1 :]] if places else []
    start, end = _place_in_line(seen)
    own = {*re.findall(r"[^\W\d_]{4,}", seen.text.casefold())}
    text = f"{seen.evidence.text[:start]}{' ' * (end - start)}{seen.evidence.text[end:]}"
    text = re.sub(r"[^\W\d_]+", lambda word: " " * len(word[0]) if word[0].casefold() in own else word[0], text)
    found = choice_doubt_around(text, start, end, above) or next(filter(None, map(doubt_below, later)), None)
    return found.words if found else ""


def _place_in_line(seen: Seen) -> tuple[int, int]:
    """Return where the first option stands in its line, by its words or its letter; else the end of the line."""
    line = seen.evidence.text.casefold()
    for name in seen.text.casefold().split(", "):
        if (start := line.find(name)) >= 0:
            return start, start + len(name)
    letter = re.search(rf"(?<!\w)[{seen.letters}](?![\w'’])", seen.evidence.text, re.IGNORECASE)
    return letter.span() if letter else (len(line), len(line))


def _single(options: tuple[str, ...], said: Sequence[Statement]) -> Iterator[Seen]:
    """Yield what names options of the only part; of a list of options, those that are ticked or bold."""
    # without the box before an option, and the arrow behind it
    bare = ((each, _BOX.sub("", each.text.strip(), count=1)) for each in said)
    shown = ((each, re.sub(r"\s*(?:←|<-+|<=+|⇐)(?:\s.{0,30})?$", "", text).strip(" *_")) for each, text in bare)
    listed = [(each, place) for each, text in shown if (place := _in_words(options, text)) is not None]
    places = {place for _, place in listed}
    if len(places) > 1:
        ticked = [(each, place) for each, place in listed if _TICKED.search(each.text)] or [
            (each, place) for each, place in listed if each.strong and len(each.strong[0]) > _MARK
        ]
        chosen = ticked if len(ticked) < len(listed) else []
        if not chosen and len(places) < len(options):
            chosen = listed
        if chosen:
            reason = "ticked in the list" if ticked else "listed"
            yield _seen(options, {place for _, place in chosen}, chosen[0][0], reason, is_sure=bool(ticked))
        said = [each for each in said if all(each is not other for other, _ in listed)]
    for each in said:
        if seen := _stated(options, _BOX.sub("", each.text, count=1), each):
            yield seen


def _after_label(options: tuple[str, ...], lines: Sequence[SectionLine]) -> Iterator[Seen]:
    """Yield the letter of a section that has only `5c`: the answer, or only the label."""
    for each in lines:
        found = re.fullmatch(r"\W*(?:[^\W\d_]+\W*)?\d{1,2}\W{0,3}([a-hA-H])\W*", each.line.text)
        if found and (chosen := _listed(options, found[1])):
            reason = "a letter after the number of the question"
            yield Seen(options[min(chosen)], False, reason, each.evidence, found[1])


def _by_part(parts: Sequence[AskedPart], said: Sequence[Statement]) -> Iterator[tuple[int, Seen]]:
    """Yield the options behind the letter or the name of a part, or under its heading, with the part's number."""
    words = part_words(tuple(parts))
    for each in said:
        # what may stand between the name of a part and its option in place of a colon
        label, _, rest = re.sub(r"\s*(?:→|->|=>|=|\s[–—-]\s)\s*", ":", each.text, count=1).partition(":")
        letter = re.match(r"\W*\(?([a-h])[).:]\s*", each.text, flags=re.IGNORECASE)
        if letter and (number := ascii_lowercase.index(letter[1].lower())) < len(parts):
            behind = each.text[letter.end() :]
            numbered = [(number, text) for text in (behind.rpartition(":")[2], behind)]
        else:
            texts = ((label, rest), *((above, each.text) for above in (*each.row, *each.above[:1])))
            several = ((words.matches(text), answer) for text, answer in texts if text and answer)
            numbered = [(found.index(1), answer) for found, answer in several if found.count(1) == 1]
        for number, answer in numbered:
            if seen := _stated(parts[number].options, answer.rstrip(",; \n"), each):
                yield number, seen
                break


def _seen(
    options: Sequence[str], places: Collection[int], statement: Statement, reason: str, *, is_sure: bool = True
) -> Seen:
    text = ", ".join(options[place] for place in sorted(places))
    letters = "".join(ascii_lowercase[place] for place in sorted(places))
    return Seen(text, is_sure, reason, statement.evidence_at(0), letters)


def _stated(options: tuple[str, ...], text: str, statement: Statement) -> Seen | None:
    """Return what a text chooses by name, `Answer: C` or `B, since ...`; None if it names no option."""
    text = text.strip()
    cue = _CUE.match(text)
    texts = [((cue["rest"] or cue["arrow"]).strip(), True)] if cue else []
    for each, has_cue in (*texts, (text, False)):
        places, is_sure = _chosen(options, each, has_cue=has_cue)
        if places:
            reason = "after a word such as “answer”" if has_cue else "alone on its line"
            return _seen(options, places, statement, reason, is_sure=is_sure)
    return None


def _in_words(options: tuple[str, ...], text: str) -> int | None:
    """Return the place of the option with exactly these words; None if there is none."""
    names, bare = names_of(options), text.strip(_AROUND)
    found = names.in_words(bare)
    return names.in_words(_ARTICLE.sub("", bare, count=1)) if found is None else found


def _listed(options: tuple[str, ...], text: str) -> frozenset[int]:
    """Return the places of the options that a text consists of, as in `A, C`; none if it says anything else.

    Numbers are no options here: they may be the label of a question.
    """
    found = names_of(options).listed(re.sub(r"\s*[/;&]\s*", ", ", text.strip(_AROUND)))
    marked = re.findall(r"[\[(]\s*\w\s*[\])]", text)
    is_one_marked = found and 0 < len(marked) < len(found)  # `A [B] C D`
    return frozenset() if is_one_marked or re.fullmatch(r"[\W\d]*", text) else frozenset(found or ())


def _chosen(options: tuple[str, ...], text: str, *, has_cue: bool) -> tuple[frozenset[int], bool]:
    """Return the places of the options that a text chooses, perhaps with a reason, and whether that is sure.

    `has_cue`: a word such as `Answer` was before it.
    """
    if found := _listed(options, text):
        return found, True
    if (one := _in_words(options, text)) is not None:
        return frozenset({one}), True
    both = re.fullmatch(r"[(\[]?\s*([A-Za-z])\s*(?:[).:\]=–—-]+\s*|\s(?=\())(\S.*)", text, flags=re.DOTALL)
    if both and (first := _listed(options, both[1])):
        second = _in_words(options, both[2])
        second = _in_words(options, _REASON.sub("", both[2], count=1)) if second is None else second
        if second is not None:  # a letter with its option
            return first | {second}, first == {second}
    short = text if re.match(r"\W*[A-H]\W*[,/&+;]\s*[A-H]\b", text) else _REASON.sub("", text, count=1)
    if short == text or (not has_cue and len(short.strip(_AROUND)) == 1 and not _LETTER_FIRST.match(text)):
        return frozenset(), False  # `a, b and c are`
    found, rest = _listed(options, short), text[len(short) :].casefold()
    if not found and (one := _in_words(options, short)) is not None:
        found = frozenset({one})  # `the median filter, since ...`
    words = names_of(options).words.items()
    is_disputed = any(len(name) > 1 and name in rest for name, place in words if place not in found)
    return (frozenset() if is_disputed else found), True
