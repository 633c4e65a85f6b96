# ruff: noqa: RUF001 - signs that students write
"""Finds options that a sentence gives to several parts: `K = V = x`, `queries come from y, keys and values from x`.

What a sentence mentions is found in order: parts of the question, and options of one symbol each (`y`, `the decoder`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import Final, Literal, NamedTuple

from checker.writeups.language.clauses import Force, clauses, sentences
from checker.writeups.parts.part_words import part_words
from checker.writeups.results.statements import Statement
from checker.writeups.sheets import AskedPart

_NEGATION: Final = re.compile(
    r"\b(?:not|no|never|nicht|kein\w*|pas|aucun\w*|sin|nunca|without|neither|nor|ni)\b|n['’]t\b|≠|\\neq?\b",
    re.IGNORECASE,
)
_ABOUT: Final = re.compile(
    r"\b(?:over|über|sur|sobre)\s+(?:the\s+|a\s+)?(?:\w{3,}\s+)?$|\b(?:atten\w*|aufmerk\w*|aten\w*)\s+(?:of"
    r"|from|von|de)\s+(?:the\s+)?$|\bon\s+$",
    re.IGNORECASE,
)
"""Before an option: it says what is attended to, not where something comes from."""
_PRODUCT: Final = re.compile(r"\b\w\s+$"), re.compile(r"\s+(?:\w|d\w*|\d+)\b(?!\s*=)")
_AND: Final = frozenset("ye")
"""Options that are also a word for “and”: `keys y values`."""
_ALIAS: Final = (
    re.compile(
        r"\b([^\W\d_]{4,})(?:['’]s)?(?:\s+(?:with|has|mit|avec|con))?\s+(?:hidden\s+)?(?:states?|outputs?"
        r"|zuständen?|états?|estados?)\s+(\w+)\b",
        re.IGNORECASE,
    ),
    re.compile(r"\b([^\W\d_]{4,})(?:\s+(?:states?|outputs?))?\s*\(\s*(\w+)\s*\)", re.IGNORECASE),
)
_ALIAS_AFTER: Final = re.compile(
    r"\b(\w+)\s*\(\s*(?:(?:the|from|der|die|das|le|la|el|los|of)\s+)*([^\W\d_]{4,})[^()]{0,20}\)", re.IGNORECASE
)
_NEAR: Final = 40
_JOINS: Final = frozenset("- –‑/")
_SHORT: Final = 3
"""Letters up to which a word is no other name of an option."""
_ALIAS_STEM: Final = 6
_TITLE: Final = 80
"""Characters of a statement that may announce the next one."""
_BRIEF: Final = 4
"""Words of a statement that is only an answer."""
_LONGEST_CELL: Final = 8
"""Words of a table's cell that is an answer."""
_DIRECT, _LOOSE = 0.9, 0.65
"""Confidence of an option that a word or sign links to its part, and of one that only comes after it."""
_TOKEN: Final = re.compile(r"\w+(?:['’]\w+)?")
_FORWARD: Final = re.compile(
    r"=|:|→|⇒|->|\b(?:from|is|are|be|use[sd]?|using|come|comes|aus|von|vom|sind|ist|kommen|kommt|de|des|du|d"
    r"|sont|est|viennent|vient|es|son|vienen|viene|del|both|all)\b",
    re.IGNORECASE,
)
_BACKWARD: Final = re.compile(
    r"=|→|⇒|->|\b(?:gives?|provides?|suppl(?:y|ies)|produces?|generates?|yields?|asks|serves?|used|as|for"
    r"|delivers?|liefert|gibt|für|donne|fournit|pour|da|para|proporciona)\b",
    re.IGNORECASE,
)
_LIST: Final = re.compile(r"\W*(?:or|oder|ou|o|and|und|et|y)?\W*", re.IGNORECASE)
_FORMULA: Final = re.compile(
    r"\b(?:attention|attn|softmax|multihead|mha)\((?:[^()]|\([^()]*\))*\)\s*V?|\bW\s*[_^]?\s*\{?\s*[QKV]\b\s*\}?",
    re.IGNORECASE,
)
"""The formula of attention and the matrix of a projection: `Attention(Q, K, V)` and W_Q name no part."""
_WITHOUT: Final = re.compile(r"(?:without|ohne|sans|sin)\b", re.IGNORECASE)
_ALL: Final = re.compile(
    r"\b(?:all|everything|alle\w*|tous|toutes|tout|todos|todas|todo|same|only|nur)\b", re.IGNORECASE
)
_CONTRAST: Final = re.compile(
    r"\s*[,;]?\s+(?=(?:whereas|while|wohingegen|während|alors que|tandis que|mientras que)\b)", re.IGNORECASE
)


class Sign(NamedTuple):
    """Holds a mention of a part or an option in a sentence. `scope` is a part with a hyphen, `reset` ends it."""

    kind: Literal["part", "option", "scope", "reset"]
    number: int
    start: int
    end: int


class SignReader:
    """Finds the parts and options of a question in sentences.

    A part with a hyphen, such as `self-attention`, is a scope: what is said of it says nothing of other parts.
    """

    def __init__(self, parts: Sequence[AskedPart], options: Sequence[str], texts: Iterable[str]) -> None:
        self.parts_of = _lookup(tuple(parts))
        self._options = {option.casefold(): place for place, option in enumerate(options)}
        names = [part.key.part or "" for part in parts]
        self.scopes = {place for place, name in enumerate(names) if "-" in name}
        self.bases = tuple(names[place].rpartition("-")[2][:6].casefold() for place in sorted(self.scopes))
        self._aliases = self._find_aliases(texts)

    def signs(self, text: str) -> Iterator[Sign]:
        """Yield the mentions of parts and options in a text, in order."""
        tokens = list(_TOKEN.finditer(text))
        last = 0
        skip = False
        for token, following in zip_longest(tokens, tokens[1:]):
            if skip:
                skip = False
                continue
            gap = text[token.end() : following.start()] if following else ""
            after = following[0] if following and gap in _JOINS else ""
            if after and (scope := self._scope_in(f"{token[0]}-{after}", token[0])) is not None:
                yield Sign("scope", scope, token.start(), following.end())
                last, skip = following.end(), True
            elif (option := self._option(token[0])) is not None:
                skip = bool(after.strip()) and gap != " " and self._option(after) is not None  # encoder-decoder
                if not skip and not self._is_passing(text, token, text[last : token.start()], after):
                    yield Sign("option", option, token.start(), token.end())
                last = token.end()
            elif parts := self.parts_of(token[0]):
                for part in parts:
                    yield Sign("scope" if part in self.scopes else "part", part, token.start(), token.end())
                last = token.end()
            elif self.bases and token[0].casefold().startswith(self.bases):
                yield Sign("reset", 0, token.start(), token.end())

    def _is_passing(self, text: str, token: re.Match[str], around: str, after: str) -> bool:
        """Return whether an option is denied, attended to, a factor of a product, or the word `y` for "and"."""
        before = text[max(0, token.start() - _NEAR) : token.start()]
        if _NEGATION.search(around) or _ABOUT.search(before):
            return True
        if _PRODUCT[0].search(before) and _PRODUCT[1].match(text, token.end()):
            return True
        words = _TOKEN.findall(before)
        return token[0] in _AND and bool(words and after and self.parts_of(words[-1]) and self.parts_of(after))

    def _option(self, word: str) -> int | None:
        """Return the option that a word names, also by another name that the texts have for it; else None."""
        known = self._options.get(word.casefold())
        return self._aliases.get(word.casefold()[:_ALIAS_STEM]) if known is None and len(word) > _SHORT else known

    def _scope_in(self, pair: str, first: str) -> int | None:
        """Return the part with a hyphen that two words name together, but not the first alone; None if none."""
        parts = [part for part in self.parts_of(pair) if part in self.scopes and part not in self.parts_of(first)]
        return parts[0] if parts else None

    def _find_aliases(self, texts: Iterable[str]) -> dict[str, int]:
        """Return the words that the texts use for an option: `a decoder with states y`, `y (the decoder)`."""
        found: dict[str, set[int]] = {}
        for text in texts:
            pairs = [(each[1], each[2]) for pattern in _ALIAS for each in pattern.finditer(text)]
            pairs += [(each[2], each[1]) for each in _ALIAS_AFTER.finditer(text)]
            for noun, sign in pairs:
                option = self._options.get(sign.casefold())
                if (
                    option is not None
                    and not self.parts_of(noun)
                    and not noun.casefold().startswith(self.bases or ("\0",))
                ):
                    found.setdefault(noun.casefold()[:_ALIAS_STEM], set()).add(option)
        return {noun: next(iter(options)) for noun, options in found.items() if len(options) == 1}


@lru_cache(64)
def _lookup(parts: tuple[AskedPart, ...]) -> Callable[[str], tuple[int, ...]]:
    """Return a function from a text to the parts that it names in full."""
    words = part_words(parts)

    @lru_cache(4096)
    def named(text: str) -> tuple[int, ...]:
        return tuple(place for place, value in enumerate(words.matches(text)) if value == 1)

    return named


class Role(NamedTuple):
    """One option that a sentence gives to one part: `queries come from y`."""

    part: int
    option: int
    confidence: float
    statement: Statement
    start: int


_Where = tuple[Statement, int]
"""A sentence: its statement, and where it begins in it."""


class OptionRoles:
    """Finds which part a sentence gives which option to, for parts that all have the same one-symbol options."""

    def __init__(self, parts: Sequence[AskedPart], options: Sequence[str], texts: Iterable[str]) -> None:
        self._reader = SignReader(parts, options, texts)

    def find(self, said: Iterable[Statement]) -> Iterator[Role]:
        """Yield each pair of a part and the option that a sentence gives to it."""
        scope: int | None = None
        before: Statement | None = None
        announces = False
        for statement in said:
            if before is None or (statement.block != before.block and not announces) or statement.above != before.above:
                scope = self._scope_of(statement.above)
            if any(statement.row):
                scope = self._scope_of((*statement.row, *statement.above))
            found, scope = self._read(statement, scope)
            announces = not found and scope is not None and len(statement.text) < _TITLE
            before = statement
            yield from found

    def _read(self, statement: Statement, scope: int | None) -> tuple[list[Role], int | None]:
        """Return what a statement says, and the part of which the next one speaks."""
        if any(statement.row):
            return self._read_cell(statement, scope), None
        found: list[Role] = []
        for sentence in sentences(statement.text):
            for piece in _CONTRAST.split(sentence.text):
                roles, scope = self._read_piece(piece, (statement, sentence.start), scope)
                found += roles
        return found, scope

    def _read_piece(self, piece: str, where: _Where, scope: int | None) -> tuple[list[Role], int | None]:
        """Return what a piece of a sentence says, and the part of which the next one speaks."""
        text = _stated(piece)
        signs = list(self._reader.signs(text))
        scopes = [each for each in signs if each.kind == "scope"]
        if any(each.kind == "reset" for each in signs) and not scopes:
            scope = None
        if scopes and not any(each.kind == "option" and each.start > scopes[-1].end for each in signs):
            scope = scopes[-1].number  # `all come from x in self-attention`
            signs = [each for each in signs if each.kind in {"part", "option"}]
        found: list[Role] = []
        run: list[Sign] = []
        for each in [*signs, None]:
            if each is not None and each.kind in {"part", "option"}:
                run.append(each)
                continue
            found += self._link(text, run, scope, where)
            run = []
            if each is not None:
                scope = each.number if each.kind == "scope" else None
        return found, scope

    def _link(self, text: str, run: Sequence[Sign], scope: int | None, where: _Where) -> list[Role]:
        """Return which part gets which option in a run of mentions, by words such as `come from` between them."""
        options = [each for each in run if each.kind == "option"]
        groups = _groups(run)
        found = []
        for place, group in enumerate(groups):
            if group[0].kind == "option":
                continue
            after = groups[place + 1] if place + 1 < len(groups) else []
            before = groups[place - 1] if place else []
            linking = text[group[0].end : after[0].start] if after else "-"
            later = not linking.strip() or bool(_FORWARD.search(linking))
            earlier = bool(before) and bool(_BACKWARD.search(text[before[-1].end : group[0].start]))
            if groups[0][0].kind == "option" and groups[-1][0].kind == "part" and earlier:
                later = False
            chosen = after if later else before if earlier else after if not place else []
            sure = _DIRECT if later or earlier else _LOOSE
            for part, option in _paired(text, group, chosen if chosen is after else chosen[::-1]):
                found.append(Role(part if scope is None else scope, option, sure, *where))
        if (
            not found
            and options
            and len({each.number for each in options}) == 1
            and not any(each.kind == "part" for each in run)
        ):
            alone = _TOKEN.findall(text)
            named = (scope,) if scope is not None else self._reader.parts_of("".join(where[0].above[:1]))
            if len(named) == 1 and (len(alone) <= _BRIEF or _ALL.search(text) or _FORWARD.search(text)):
                found.append(Role(named[0], options[0].number, _DIRECT, *where))
        return found

    def _read_cell(self, statement: Statement, scope: int | None) -> list[Role]:
        """Return what a table's cell says: an option, under the part that its row or column names."""
        options = {each.number for each in self._reader.signs(statement.text) if each.kind == "option"}
        parts = (
            [scope] if scope is not None else [part for text in statement.row for part in self._reader.parts_of(text)]
        )
        if len(options) != 1 or not statement.row[0] or len(_TOKEN.findall(statement.text)) > _LONGEST_CELL:
            return []
        return [Role(part, next(iter(options)), _DIRECT, statement, 0) for part in parts]

    def _scope_of(self, texts: Sequence[str]) -> int | None:
        """Return the part with a hyphen that the nearest of these texts names; None if none does."""
        for text in texts:
            if scopes := [part for part in self._reader.parts_of(text) if part in self._reader.scopes]:
                return scopes[0]
            if any(base in text.casefold() for base in self._reader.bases):
                return None
        return None


def _paired(text: str, group: Sequence[Sign], options: Sequence[Sign]) -> Iterator[tuple[int, int]]:
    """Yield (part, option): each part with the first option, or one by one if as many options as parts are listed."""
    if not options:
        return
    parts = list(dict.fromkeys(each.number for each in group))
    is_list = any(_LIST.fullmatch(text, *sorted((one.end, other.start))) for one, other in pairwise(options))
    if len({each.number for each in options}) == 1 or not is_list:
        yield from ((part, options[0].number) for part in parts)
    elif len(options) == len(parts) > 1:
        in_order = sorted(options, key=lambda each: each.start)
        yield from ((part, option.number) for part, option in zip(parts, in_order, strict=True))


def _stated(piece: str) -> str:
    """Return what a sentence states; its `if` and `because` clauses are left out."""
    piece = piece.partition(",")[2] if _WITHOUT.match(piece) else piece
    left_out = {Force.SUPPOSED, Force.REASON}
    return ", ".join(each.text for each in clauses(_FORMULA.sub("", piece)) if each.force not in left_out)


def _groups(run: Sequence[Sign]) -> list[list[Sign]]:
    """Return neighbours of the same kind together."""
    groups: list[list[Sign]] = []
    for each in run:
        if groups and groups[-1][0].kind == each.kind:
            groups[-1].append(each)
        else:
            groups.append([each])
    return groups
