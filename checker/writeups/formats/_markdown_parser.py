"""Parses the blocks of Markdown: CommonMark with tables and formulas, without the rules that misread plain text.

`shallow` first leaves out markers of quotes and lists beyond 16 in a line, and indentation beyond 40 columns; no text.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.blockquote import blockquote
from markdown_it.rules_block.fence import fence
from markdown_it.token import Token

_MISLEADING: Final = ("code", "html_block", "reference")
"""Rules that are not used: they would hide indented text, text in HTML, and text that looks like a link's address."""

_MAX_NESTING: Final = 200
_MAX_INDENTATION: Final = 40
_MAX_MARKERS: Final = 16
"""Maximum indentation, and number of nested markers at the beginning of a line; so _MAX_NESTING is never reached."""

_MARKER: Final = r"[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))"
INDENTED: Final = re.compile(rf"^[ \t]{{{_MAX_INDENTATION // 4},}}", re.MULTILINE)
DEEP: Final = re.compile(rf"^((?:{_MARKER}){{{_MAX_MARKERS}}})(?:{_MARKER})+[ \t]*", re.MULTILINE)


_CLOSING: Final = {"$$": "$$", r"\[": r"\]"}
_OPENING: Final = re.compile(
    r"\$\$|\\\[|\\begin\{(equation|align|gather|multline|eqnarray|displaymath|math|alignat|flalign)(\*?)\}"
)
PROMPT: Final = re.compile(r">>>[ \t]")


def parse_blocks(text: str) -> list[Token]:
    """Return the tokens of a text's blocks; the contents of paragraphs are not parsed."""
    tokens: list[Token] = []
    _parser().block.parse(text, _parser(), {}, tokens)
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
    # maximum number of lines in a formula
    place = state.src.find(closing, opening.end(), state.eMarks[min(end, start + 100) - 1])
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
