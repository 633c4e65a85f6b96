# ruff: noqa: RUF001 - signs that students write
"""Options given to several parts in one breath: `K = V = x`, `queries come from y, keys and values from x`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from checker.writeups.clauses import Force, clauses, sentences
from checker.writeups.part_words import PartWords
from checker.writeups.plain import plain
from checker.writeups.sheets import AskedPart
from checker.writeups.statements import Statement

_DIRECT, _LOOSE = 0.9, 0.65
"""Confidence of an option that a word or sign links to its part, and of one that only comes after it."""
_TOKEN: Final = re.compile(r"\w+(?:['’]\w+)?")
_FORWARD: Final = re.compile(
    r"=|:|→|⇒|->|\b(?:from|is|are|be|use[sd]?|using|come|comes|aus|von|vom|sind|ist|kommen|kommt|de|des|du|d|sont|est|viennent|vient|es|son|vienen|viene|del|both|all)\b",
    re.I,
)
_BACKWARD: Final = re.compile(
    r"=|→|⇒|->|\b(?:gives?|provides?|suppl(?:y|ies)|produces?|generates?|yields?|asks|serves?|used|as|for|delivers?|liefert|gibt|für|donne|fournit|pour|da|para|proporciona)\b",
    re.I,
)
_NEGATION: Final = re.compile(r"\b(?:not|no|never|nicht|kein\w*|pas|aucun\w*|sin|nunca|without|neither|nor|ni)\b|n['’]t\b|≠|\\neq?\b", re.I)
_ABOUT: Final = re.compile(
    r"\b(?:over|über|sur|sobre)\s+(?:the\s+|a\s+)?(?:\w{3,}\s+)?$|\b(?:atten\w*|aufmerk\w*|aten\w*)\s+(?:of|from|von|de)\s+(?:the\s+)?$|\bon\s+$", re.I
)
"""Before an option: it says what is attended to, not where something comes from."""
_PRODUCT: Final = re.compile(r"\b\w\s+$"), re.compile(r"\s+(?:\w|d\w*|\d+)\b(?!\s*=)")
_OR: Final = re.compile(r"\W*(?:or|oder|ou|o|/)\W*", re.I)
_ALL: Final = re.compile(r"\b(?:all|everything|alle\w*|tous|toutes|tout|todos|todas|todo|same|only|nur)\b", re.I)
_CONTRAST: Final = re.compile(r"\s*[,;]?\s+(?=(?:whereas|while|but|wohingegen|während|aber|alors que|tandis que|mais|mientras que|pero)\b)", re.I)
_ALIAS: Final = (
    re.compile(r"\b([^\W\d_]{4,})(?:['’]s)?(?:\s+(?:with|has|mit|avec|con))?\s+(?:hidden\s+)?(?:states?|outputs?|zuständen?|états?|estados?)\s+(\w+)\b", re.I),
    re.compile(r"\b([^\W\d_]{4,})(?:\s+(?:states?|outputs?))?\s*\(\s*(\w+)\s*\)", re.I),
)
_ALIAS_AFTER: Final = re.compile(r"\b(\w+)\s*\(\s*(?:(?:the|from|der|die|das|le|la|el|los|of)\s+)*([^\W\d_]{4,})[^()]{0,20}\)", re.I)
_ALIAS_STEM: Final = 6


class Role(NamedTuple):
    """An option given to a part."""

    part: int
    option: int
    confidence: float
    statement: Statement
    start: int


class _Sign(NamedTuple):
    kind: Literal["part", "option", "scope", "reset"]
    index: int
    start: int
    end: int


class OptionRoles:
    """The options and parts of a question, to be found in sentences.  All parts have these options, of a sign each."""

    def __init__(self, parts: Sequence[AskedPart], options: Sequence[str], texts: Iterable[str]) -> None:
        self._parts = PartWords(parts)
        self._options = {option.casefold(): place for place, option in enumerate(options)}
        names = [part.key.part or "" for part in parts]
        self._scopes = {place for place, name in enumerate(names) if "-" in name}
        self._bases = tuple(names[place].rpartition("-")[2][:6].casefold() for place in sorted(self._scopes))
        self._named: dict[str, tuple[int, ...]] = {}
        self._aliases = self._find_aliases(texts)

    def find(self, said: Iterable[Statement]) -> Iterator[Role]:
        """Yield the options that statements give to parts."""
        scope: int | None = None
        before: Statement | None = None
        is_open = False
        for statement in said:
            if before is None or (statement.block != before.block and not is_open) or statement.above != before.above:
                scope = self._scope_above(statement)
            if any(statement.row):
                scope = self._scope_of((*statement.row, *statement.above), default=None)
            found, scope = self._read(statement, scope)
            is_open = not found and scope is not None and len(statement.text) < 80
            before = statement
            yield from found

    def _read(self, statement: Statement, scope: int | None) -> tuple[list[Role], int | None]:
        """Return what a statement says, and the part of which the next one speaks."""
        if any(statement.row):
            return self._read_cell(statement, scope), None
        found: list[Role] = []
        heading = statement.above[0] if statement.above else ""
        for sentence in sentences(statement.text):
            for piece in _CONTRAST.split(sentence.text):
                roles, scope = self._read_piece(piece, statement, sentence.start, scope, heading)
                found += roles
        return found, scope

    def _read_piece(
        self, piece: str, statement: Statement, start: int, scope: int | None, heading: str
    ) -> tuple[list[Role], int | None]:
        text = _stated(piece)
        signs = list(self._signs(text))
        scopes = [each for each in signs if each.kind == "scope"]
        if any(each.kind == "reset" for each in signs) and not scopes:
            scope = None
        if scopes and not any(each.kind == "option" and each.start > scopes[-1].end for each in signs):
            scope = scopes[-1].index  # `all come from x in self-attention`
            signs = [each for each in signs if each.kind in {"part", "option"}]
        found: list[Role] = []
        run: list[_Sign] = []
        for each in [*signs, None]:
            if each is not None and each.kind in {"part", "option"}:
                run.append(each)
                continue
            found += self._link(text, run, scope, statement, start, heading)
            run = []
            if each is not None:
                scope = each.index if each.kind == "scope" else None
        return found, scope

    def _link(
        self, text: str, run: Sequence[_Sign], scope: int | None, statement: Statement, start: int, heading: str
    ) -> list[Role]:
        """Return the roles in a run of parts and options."""
        options = [each for each in run if each.kind == "option"]
        groups = _groups(run)
        found = []
        for place, group in enumerate(groups):
            if group[0].kind == "option":
                continue
            after = groups[place + 1] if place + 1 < len(groups) else []
            before = groups[place - 1] if place else []
            later = bool(after) and bool(_FORWARD.search(text[group[-1].end : after[0].start]))
            earlier = bool(before) and bool(_BACKWARD.search(text[before[-1].end : group[0].start]))
            if groups[0][0].kind == "option" and groups[-1][0].kind == "part" and earlier:
                later = False
            chosen = after if later else before if earlier else after if not place else []
            indices = {each.index for each in chosen}
            if len(indices) > 1 and any(_OR.fullmatch(text[one.end : other.start]) for one, other in zip(chosen, chosen[1:], strict=False)):
                continue
            if chosen:
                option = chosen[0] if chosen is after else chosen[-1]
                sure = _DIRECT if later or earlier else _LOOSE
                parts = {scope} if scope is not None else {each.index for each in group}
                found += [Role(part, option.index, sure, statement, start) for part in sorted(parts)]
        if not found and options and len({each.index for each in options}) == 1 and not any(each.kind == "part" for each in run):
            alone = _TOKEN.findall(text)
            named = [scope] if scope is not None else [each for each in self._parts_of(heading)]
            if len(named) == 1 and named[0] is not None and (len(alone) <= 4 or _ALL.search(text) or _FORWARD.search(text)):
                found.append(Role(named[0], options[0].index, _DIRECT, statement, start))
        return found

    def _read_cell(self, statement: Statement, scope: int | None) -> list[Role]:
        """Return what a table's cell says: an option, under the part that its row or column names."""
        options = {each.index for each in self._signs(statement.text) if each.kind == "option"}
        parts = [scope] if scope is not None else [part for text in statement.row for part in self._parts_of(text)]
        if len(options) != 1 or not statement.row[0] or len(_TOKEN.findall(statement.text)) > 8:
            return []
        return [Role(part, next(iter(options)), _DIRECT, statement, 0) for part in parts if part is not None]

    def _signs(self, text: str) -> Iterator[_Sign]:
        """Yield the parts and the options that a text mentions."""
        tokens = list(_TOKEN.finditer(text))
        last = 0
        skip = False
        for place, token in enumerate(tokens):
            if skip:
                skip = False
                continue
            word = token[0]
            following = tokens[place + 1] if place + 1 < len(tokens) else None
            is_joined = following is not None and text[token.end() : following.start()] in {"-", " ", "–", "‑", "/"}
            if following and is_joined and (scope := self._scope_in(f"{word}-{following[0]}", word)) is not None:
                yield _Sign("scope", scope, token.start(), following.end())
                last, skip = following.end(), True
                continue
            option = self._option(word)
            if option is not None:
                around = text[last : token.start()]
                is_pair = following is not None and is_joined and text[token.end()] != " " and self._option(following[0]) is not None
                is_product = bool(_PRODUCT[0].search(text[: token.start()]) and _PRODUCT[1].match(text, token.end()))
                if is_pair:  # encoder-decoder
                    skip = True
                elif not _NEGATION.search(around) and not _ABOUT.search(text[: token.start()]) and not is_product:
                    yield _Sign("option", option, token.start(), token.end())
                last = token.end()
            elif parts := self._parts_of(word):
                for part in parts:
                    yield _Sign("scope" if part in self._scopes else "part", part, token.start(), token.end())
                last = token.end()
            elif self._bases and word.casefold().startswith(self._bases):
                yield _Sign("reset", 0, token.start(), token.end())

    def _option(self, word: str) -> int | None:
        known = self._options.get(word.casefold())
        return self._aliases.get(plain(word).casefold()[:_ALIAS_STEM]) if known is None and len(word) > 3 else known

    def _parts_of(self, text: str) -> tuple[int, ...]:
        if text not in self._named:
            self._named[text] = tuple(place for place, value in enumerate(self._parts.matches(text)) if value == 1)
        return self._named[text]

    def _scope_in(self, pair: str, first: str) -> int | None:
        parts = [part for part in self._parts_of(pair) if part in self._scopes and part not in self._parts_of(first)]
        return parts[0] if parts else None

    def _scope_above(self, statement: Statement) -> int | None:
        return self._scope_of(statement.above, default=None)

    def _scope_of(self, texts: Sequence[str], default: int | None) -> int | None:
        """Return the part that the nearest of these texts speaks of, if it speaks of any."""
        for text in texts:
            if scopes := [part for part in self._parts_of(text) if part in self._scopes]:
                return scopes[0]
            if any(base in text.casefold() for base in self._bases):
                return None
        return default

    def _find_aliases(self, texts: Iterable[str]) -> dict[str, int]:
        """Return the words that the texts use for an option: `a decoder with states y`, `y (the decoder)`."""
        found: dict[str, set[int]] = {}
        for text in texts:
            pairs = [(each[1], each[2]) for pattern in _ALIAS for each in pattern.finditer(text)]
            pairs += [(each[2], each[1]) for each in _ALIAS_AFTER.finditer(text)]
            for noun, sign in pairs:
                option = self._options.get(sign.casefold())
                if option is not None and not self._parts_of(noun) and not noun.casefold().startswith(self._bases or ("\0",)):
                    found.setdefault(noun.casefold()[:_ALIAS_STEM], set()).add(option)
        return {noun: next(iter(options)) for noun, options in found.items() if len(options) == 1}


def _stated(piece: str) -> str:
    """Return what a sentence states; its `if` and `because` clauses are left out."""
    return ", ".join(_rejoined(piece))


def _rejoined(piece: str) -> Iterator[str]:
    for each in clauses(piece):
        if each.force in {Force.STATED, Force.DENIED}:
            yield each.text


def _groups(run: Sequence[_Sign]) -> list[list[_Sign]]:
    """Return neighbours of the same kind together."""
    groups: list[list[_Sign]] = []
    for each in run:
        if groups and groups[-1][0].kind == each.kind:
            groups[-1].append(each)
        else:
            groups.append([each])
    return groups
