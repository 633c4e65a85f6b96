r"""Parses Markdown: CommonMark with tables and formulas, without the rules that misread plain text.

Signs that could be multiplication, powers or names stay as they are (`2**10`, `3 *64 + 2* 5`, `d_model`), and so does
`[0, 1](2)`.  `shallow` first leaves out markers of quotes and lists beyond 16 in a line, and indentation beyond 40
columns; no text.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.blockquote import blockquote
from markdown_it.rules_block.fence import fence
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.backticks import backtick
from markdown_it.token import Token

from checker.writeups.formats._mathematics import mathematics_at

_MISLEADING: Final = ("code", "html_block", "reference", "text", "escape", "emphasis", "link", "image")
"""Rules that are not used: they would hide indented text, text in HTML, and text that looks like a link's address; take
signs of plain text for markup; or take too long."""

_MAX_NESTING: Final = 200
_MAX_INDENTATION: Final = 40
_MAX_MARKERS: Final = 16
"""Maximum indentation, and number of nested markers at the beginning of a line; so _MAX_NESTING is never reached."""

_MARKER: Final = r"[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))"
INDENTED: Final = re.compile(rf"^[ \t]{{{_MAX_INDENTATION // 4},}}", re.MULTILINE)
DEEP: Final = re.compile(rf"^((?:{_MARKER}){{{_MAX_MARKERS}}})(?:{_MARKER})+[ \t]*", re.MULTILINE)

_MAX_FORMULA: Final = 100
"""Maximum number of lines in a formula."""

_CLOSING: Final = {"$$": "$$", r"\[": r"\]", r"\(": r"\)"}
_OPENING: Final = re.compile(
    r"\$\$|\\\[|\\begin\{(equation|align|gather|multline|eqnarray|displaymath|math|alignat|flalign)(\*?)\}"
)
LINK: Final = re.compile(
    r"(?P<picture>!?)\[(?P<label>[^\[\]]{0,200}(?:\[[^\[\]]{0,50}\][^\[\]]{0,200})?)\]"
    r"\((?P<target><[^<>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)?)(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'))?\)"
)
_LABEL_NUMBERS: Final = re.compile(r"[\d\s.,;:+\-−]*")
ADDRESS: Final = re.compile(r"<|[a-z][a-z0-9+.-]*:|www\.|[./#]|[\d.]*+[^/\s\d.][^/\s]*[./]", re.IGNORECASE)
PROMPT: Final = re.compile(r">>>[ \t]")
BREAK: Final = re.compile(r"\\{1,2}[ \t]*\n")
_ESCAPED: Final = re.compile(r"\\[\\`*_{}\[\]()#+\-.|~<>$\"'&%]")
_RUN: Final = re.compile(r"\*+|_+|~+")
WORDS: Final = re.compile(r"[^\n\\`*_~\[!<&$]+")
OPERAND: Final = tuple(")]}")


def parse_blocks(text: str) -> list[Token]:
    """Return the tokens of a text's blocks; the contents of paragraphs are not parsed."""
    tokens: list[Token] = []
    _parser().block.parse(text, _parser(), {}, tokens)
    return tokens


def parse_inline(text: str) -> list[Token]:
    """Return the tokens of a paragraph; a `run` of signs may begin or end emphasis, as its `meta` says."""
    tokens: list[Token] = []
    _parser().inline.tokenize(StateInline(text, _parser(), {}, tokens))
    return tokens


def shallow(text: str) -> tuple[str, int]:
    """Return a text with at most 16 nested markers in a line, and the number of the lines that had more."""
    text = INDENTED.sub(lambda blank: blank[0].expandtabs(4)[:_MAX_INDENTATION], text)
    return DEEP.subn(r"\1 ", text)


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable("table").disable(_MISLEADING)
    every = ["paragraph", "blockquote", "list"]
    parser.block.ruler.at("fence", _closed_fence, {"alt": every})
    parser.block.ruler.at("blockquote", _quote, {"alt": every})
    parser.block.ruler.before("fence", "formula", _formula, {"alt": every})
    parser.inline.ruler.at("backticks", _code)
    parser.inline.ruler.before("backticks", "mathematics", _mathematics)
    parser.inline.ruler.push("address", _link)
    parser.inline.ruler.push("run", _run)
    parser.inline.ruler.before("newline", "words", _words)
    parser.inline.ruler.push("sign", _sign)
    return parser


# Rules as markdown-it calls them: each reads what begins at a place, unless `silent`, and returns whether it is there.


def _closed_fence(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """Parse code between fences.  A fence that is never closed is text: else it would swallow the rest."""
    sign = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]][:3]
    if sign not in {"```", "~~~"} or f"{sign}{end}" in state.env:
        return False
    if silent:
        return fence(state, start, end, silent)
    if not fence(state, start, end, silent):
        return False
    token = state.tokens[-1]
    first, after = token.map or (start, start)
    if token.content.count("\n") + 2 == after - first:
        return True
    state.tokens.pop()
    state.line = start
    state.env[f"{sign}{end}"] = start
    return False


def _quote(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """Parse a quote; it ends at the first line without `>`, and Python's prompt is none."""
    if silent and state.parentType == "blockquote":
        return True
    is_prompt = not state.level and PROMPT.match(state.src, state.bMarks[start])
    return not is_prompt and blockquote(state, start, end, silent)


def _formula(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    opening = _OPENING.match(state.src, state.bMarks[start] + state.tShift[start], state.eMarks[start])
    if opening is None:
        return False
    closing = _CLOSING.get(opening[0]) or f"\\end{{{opening[1]}{opening[2]}}}"
    place = state.src.find(closing, opening.end(), state.eMarks[min(end, start + _MAX_FORMULA) - 1])
    if place < 0:
        return False
    last = start
    while state.eMarks[last] < place:
        last += 1
    after = state.src[place + len(closing) : state.eMarks[last]].strip(" \t.,;")
    if (after and last == start) or any(state.isEmpty(line) for line in range(start + 1, last)):
        return False  # mathematics in a line of text, or two signs that do not belong together
    if not silent:
        begin, stop = (opening.start(), place + len(closing)) if opening[1] else (opening.end(), place)
        token = state.push("formula", "math", 0)
        token.content, token.info, token.map = _between(state, begin, stop, start, last), after, [start, last + 1]
        state.line = last + 1
    return True


def _between(state: StateBlock, begin: int, stop: int, first: int, last: int) -> str:
    """Return the text between two places, without the marks of quotes and lists."""
    starts = (max(begin, state.bMarks[line] + state.tShift[line]) for line in range(first, last + 1))
    return "\n".join(state.src[start : min(stop, state.eMarks[line])] for line, start in enumerate(starts, first))


def _code(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    """Parse code in text, and note how many lines it has."""
    start, count = state.pos, len(state.tokens)
    if not backtick(state, silent):
        return False
    if len(state.tokens) > count:
        state.tokens[-1].meta["lines"] = state.src.count("\n", start, state.pos)
    return True


def _mathematics(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    """Parse a formula in text, a sign that is escaped, or a line that ends with a backslash."""
    source, start = state.src, state.pos
    if source[start] == "$":
        found = mathematics_at(source, start)
        return found is not None and _take(state, "formula", found[2], found.end(), silent=silent)
    if end := BREAK.match(source, start):
        return _take(state, "hardbreak", "", end.end(), silent=silent)
    sign = source[start : start + 2]
    if sign in _CLOSING and state.env.get(sign) != -1:
        stop = state.env[sign] = source.find(_CLOSING[sign], start + 2)
        if 0 <= stop < state.posMax:
            return _take(state, "formula", source[start + 2 : stop], stop + 2, silent=silent)
    return bool(_ESCAPED.match(sign)) and _take(state, "text", sign[1:], start + 2, silent=silent)


def _link(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    """Parse a picture, or a link: one whose text is a number, or to what is no address, is text."""
    found = LINK.match(state.src, state.pos, state.posMax)
    if found is None or (
        not found["picture"] and (_LABEL_NUMBERS.fullmatch(found["label"]) or not ADDRESS.match(found["target"]))
    ):
        return False
    _take(state, "image" if found["picture"] else "link", found["label"], found.end(), silent=silent)
    if not silent:
        state.tokens[-1].meta["target"] = found["target"]
    return True


def _run(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    """Parse a run of equal signs, and note whether it may begin or end emphasis."""
    found = _RUN.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    (start, end), run = found.span(), found[0]
    before, after = state.src[max(0, start - 1) : start], state.src[end : end + 1]
    _take(state, "run", run, end, silent=silent)
    if not silent:
        is_after_text = before.isalnum() or before in OPERAND
        may_close = not after.isalnum() and after not in tuple("([{") if len(run) == 1 else True
        is_inside = before.isalnum() and after.isalnum()
        state.tokens[-1].meta = {
            "place": start,
            "opens": bool(after.strip()) and (run == "~~" or not is_after_text),
            "closes": bool(before.strip()) and may_close and (run == "~~" or not is_inside),
        }
    return True


def _words(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    """Parse text up to the next sign that may be markup."""
    found = WORDS.match(state.src, state.pos, state.posMax)
    return found is not None and _take(state, "text", found[0], found.end(), silent=silent)


def _sign(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    return _take(state, "text", state.src[state.pos], state.pos + 1, silent=silent)


def _take(state: StateInline, kind: str, content: str, end: int, *, silent: bool) -> bool:
    if not silent:
        state.push(kind, "", 0).content = content
    state.pos = end
    return True
