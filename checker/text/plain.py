# ruff: noqa: RUF001, RUF002 - the look-alikes are what this module is about
"""Turns what students type into plain ASCII mathematics (`plain`): Unicode signs, LaTeX, `np.sqrt`, `sin 30°`.

Also recognizes blank answers (`is_blank`), refuses long ones, and quotes answers in messages (`brief`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.text import lazy_pattern
from checker.text.words import shortened

MAX_ANSWER_LENGTH: Final = 100_000
"""Maximum number of characters of a text, and of an answer that a program gives."""
MOST_CHARACTERS: Final = 10_000
"""Maximum number of characters of any other answer."""

MAX_QUOTED: Final = 60
"""Maximum number of characters of an answer that a message quotes."""

_LONGEST_BLANK: Final = 200

_BLANKS: Final = frozenset(
    words.strip()
    for words in """
    n/a|na|none|null|nil|nan|todo|to do|tbd|tba|fixme|xxx|empty|blank|skip|skipped|pass|idk|i don't know|i do not know
    don't know|no answer|no solution|no response|not answered|not attempted|not done|not yet done|unanswered|left blank
    left empty|your answer|your answer here|answer|answer here|write your answer here|type your answer here
    keine antwort|nicht bearbeitet|nicht beantwortet|keine angabe|k.a|keine|weiß nicht|weiss nicht|offen
    pas de réponse|sans réponse|non traité|non traitée|non-traité|non-traitée|section non-traitée|aucune|à faire
    section non-traitée pour le moment|je ne sais pas|sin respuesta|sin contestar|no contestado|ninguna|no sé|por hacer
    nessuna risposta|non risposto|non lo so|sem resposta|não respondido|não sei|geen antwoord|niet beantwoord
    brak odpowiedzi|нет ответа|не знаю|无|未作答|未回答|没有|なし|없음
    """.replace("\n", "|").split("|")
)
"""Texts of students and platforms for no answer, in lower case and without surrounding punctuation."""

INVISIBLE_SIGNS: Final = {0x2062: "*", 0x2063: ",", 0x2064: "+"}
"""The signs that equations have in their text but do not show, as they are written."""
_SUPERSCRIPTS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺⁽⁾", "0123456789-+()")
_KEPT: Final = "\u202d\u202e\u00ad" + "".join(map(chr, INVISIBLE_SIGNS))
"""Signs without a shape that change what is read: digits in another order than they are written in, a lost minus."""
_BASE_OF_LOG: Final = lazy_pattern(r"log ?([ₐ-ₜ]+|[₀-₉]+(?= ?\d))")
_FRACTION_SIGNS: Final = lazy_pattern(r"(\d ?)?(?:([⁰¹²³⁴-⁹]{1,9})[⁄/]([₀-₉]{1,9})|([¼½¾⅐-⅞↉]))")
"""³⁄₈, and 1³⁄₈, also as one sign"""
_RAISED: Final = lazy_pattern("(?<![⁰¹²³⁴-⁹⁻⁺⁽⁾])[⁰¹²³⁴-⁹⁻⁺⁽⁾]*[ⁿᵃ-ᵈᵉᵏᵐᵖʳˢᵗᵘᵛˣʸᶻ][⁰¹²³⁴-⁹⁻⁺⁽⁾ⁿᵃ-ᵈᵉᵏᵐᵖʳˢᵗᵘᵛˣʸᶻ]*")
"""An exponent with letters: (1 + r)ⁿ, e⁻ᵏᵗ."""
_DEGREE_SIGN: Final = r" ?(?:°|\^ ?\( ?(?:\\circ|°) ?\)|\^ ?(?:\\circ|°)|\\degree|deg(?:rees?)?\b)"
_ANGLE: Final = lazy_pattern(rf"(?<![\w.])(\d{{1,12}}(?:\.\d{{1,20}})?){_DEGREE_SIGN}")
_BARE_ANGLE: Final = lazy_pattern(rf"-?(\d{{1,12}}(?:\.\d{{1,20}})?){_DEGREE_SIGN}")


class _Plain(dict[int, str]):
    """A table for str.translate that gives characters beyond ASCII their plain form, or themselves.

    It fills itself as they are met.
    """

    def __missing__(self, code: int) -> str:
        """Return ASCII for digits of every script and for full-width and mathematical letters, else the sign."""
        sign = chr(code)
        if sign.isascii() or "\ud800" <= sign <= "\udfff":
            return sign
        digit = unicodedata.decimal(sign, None)
        if digit is not None:
            return str(digit)
        if unicodedata.category(sign) == "Zs":
            return " "
        plain = unicodedata.normalize("NFKC", sign)
        is_circled = plain.isdigit() and sign not in "₀₁₂₃₄₅₆₇₈₉"
        return plain if len(plain) == 1 and not is_circled else sign


_PLAIN: Final = _Plain()
_PLAIN.update({ord(sign): "-" for sign in "‐‑‒–—―−﹣－⁻₋➖⸺"})
_PLAIN.update({ord(sign): "*" for sign in "·∙⋅•∗＊・"})
_PLAIN.update({ord(sign): "×" for sign in "×✕✖⨯⨉"})  # kept apart from `*`: it also separates a shape's axes
_PLAIN.update({ord(sign): "/" for sign in "÷⁄∕➗"})
_PLAIN.update({ord(sign): "'" for sign in "’‘ʼ′"})
_PLAIN.update({ord(sign): "≈" for sign in "≈≃≅∼～"})
_PLAIN.update({ord(sign): ";" for sign in "；"})
_PLAIN.update({ord(sign): "°" for sign in "º˚"})
_PLAIN.update({ord("∛"): " cbrt "})
_PLAIN.update(INVISIBLE_SIGNS)
_PLAIN.update({ord("٫"): ".", ord("٬"): ",", ord("、"): ","})

# In this order.  No pattern repeats within a repeat, so that each is linear in the text.
_FRACTION: Final = r"\\[dtc]?frac ?\{[^{}]{1,60}\} ?\{[^{}]{1,60}\}"
_LATEX: Final = tuple(
    (lazy_pattern(pattern), plain)
    for pattern, plain in (
        (r"\\begin ?\{(?:[bpvBV]?matrix\*?|smallmatrix|array)\}(?:\{[clr| ]*\})?", "["),
        (r"\\end ?\{(?:[bpvBV]?matrix\*?|smallmatrix|array)\}", "]"),
        (r"\\\\(?:\[[^\]\n]{0,10}\])?[ \n]*(?=\])", ""),
        (r"\\\\(?:\[[^\]\n]{0,10}\])?", ";"),
        (r"(?<!\\)&", ", "),
        (r"\{,\}", ","),
        (r"(?<=\d),\\! ?(?=\d)", ","),
        (r"\\(?:left|right|[bB]ig+[lr]?|displaystyle|textstyle|quad|qquad|thinspace|hline)(?![A-Za-z])|\\[,;:!]", " "),
        (r"\\[ \n]", " "),
        (r"\\\[|\\\]|\\\(|\\\)", " "),
        (r"\\(?:operatorname\*? ?\{([A-Za-z]{1,12})\}|(max|min)) *(?=\(|\\\{)", r" \1\2"),
        (r"\\operatorname\*? ?\{([A-Za-z]{1,12})\}", r" \1 "),
        (r"_ ?\{ ?\\(?:text|textrm|mathrm|mathit|mathsf) ?\{ ?(\w{1,20}) ?\} ?\}", r"_{\1}"),
        (r"_ ?\\(?:text|textrm|mathrm|mathit|mathsf) ?\{ ?(\w{1,20}) ?\}", r"_{\1}"),
        (r"\\(?:text|textbf|textit|mathrm|mathbf|mathit|mathsf|mathbb|mathcal|operatorname|mbox|boxed) ?(?=\{)", " "),
        (r"\\(?:bm|boldsymbol) ?(?=\{)", " "),
        (r"\\mathbb ?R(?![A-Za-z])", " R"),
        (r"\\in(?![A-Za-z])", "∈"),
        (r"\\(?:langle)(?![A-Za-z])", "⟨"),
        (r"\\(?:rangle)(?![A-Za-z])", "⟩"),
        (r"\\(?:times|x)(?![A-Za-z])", "×"),
        (r"\\(?:cdot|ast)(?![A-Za-z])", "*"),
        (r"\\div(?![A-Za-z])", "/"),
        (r"\\(?:approx|simeq|sim|cong)(?![A-Za-z])", "≈"),
        (r"\\num ?\{([^{}]{1,60})\}", r"\1"),
        (
            rf"\\((?:arc)?(?:sin|cos|tan|cot|sec|csc)h?|ln|log|exp) ?(\^ ?\{{ ?-1 ?\}} ?)?({_FRACTION})",
            r" \1\2(\3)",
        ),
        (r"\\[dtc]?frac(?![A-Za-z]) ?(\d) ?(\d)", r" frac (\1)(\2)"),
        (r"\\[dtc]?frac(?![A-Za-z])", " frac "),
        (r"^([-+]) (?=frac)", r"\1"),
        (r"\\binom(?![A-Za-z])", " binom "),
        (r"\\sqrt ?\[([^\[\]]{1,40})\]", r" root_(\1) "),
        (r"\\log ?_", " log_"),
        (r"\\(sqrt|exp|ln|log|(?:arc)?(?:sin|cos|tan|cot|sec|csc)h?|max|min|pi)(?![A-Za-z])", r" \1 "),
        (r"\\lceil(?![A-Za-z])", "⌈"),
        (r"\\rceil(?![A-Za-z])", "⌉"),
        (r"\\lfloor(?![A-Za-z])", "⌊"),
        (r"\\rfloor(?![A-Za-z])", "⌋"),
        (r"\\[bp]mod(?![A-Za-z])", " mod "),
        (r"\\(?:[lr]?vert|mid)(?![A-Za-z])", "|"),
        (r"\\([%#_])", r"\1"),
        (r"\\\{", "("),
        (r"\\\}", ")"),
    )
)
_PROGRAMS: Final = lazy_pattern(r"[A-Za-z](?:2|10)?[\[.(]|[A-Z] \(|\*\^")
_LOG_OF: Final = lazy_pattern(r"(?<![A-Za-z_])log_((?!(?:2|10)\b)\d{1,9})(?=[ (])")
_QUOTED: Final = lazy_pattern(
    r"(\*{1,3}|__?|[\"'])([^\"'*_]+)\1|\*\*([^\s*](?:[^*\n]|\*(?!\*))*)\*\*|[“”„«»]([^“”„«»]+)[“”„«»]"
)
"""A whole answer in quotes, or in bold or italics as Markdown has it."""


def refuse_long(text: str, most: int = MOST_CHARACTERS) -> None:
    """Raise UnreadableAnswer for an answer that is too long, before anything searches it."""
    if len(text) > most:
        raise UnreadableAnswer(f"This answer is longer than {most:,} characters. Write only the answer.")


def plain(text: str, most: int = MOST_CHARACTERS) -> str:
    """Return a student's text as plain mathematics in ASCII, but for `×`, `√`, `π` and `≈`; line ends stay.

    Raise UnreadableAnswer beyond `most` characters, and where a shell may have removed the part after a `$`.

    >>> plain("$27{,}648$"), plain("3·64²"), plain("−５")
    ('27,648', '3*64^2', '-5')
    """
    refuse_long(text, most)
    written = text
    text = _collapsed(text)
    if not text.isascii():
        text = _BASE_OF_LOG.sub(lambda base: f" log_({unicodedata.normalize('NFKC', base[1])}) ", text)
        if re.search(r"\d[₀-₉]|[₀-₉]\d", text):
            raise UnreadableAnswer(f'"{brief(written)}" looks like a number in another base. Write it in base ten.')
        # without joiners and direction marks, which come along with copied text
        text = "".join(sign for sign in text if sign in _KEPT or unicodedata.category(sign) != "Cf")
        # the invisible plus of `1½`, which a minus before it applies to, too
        text = re.sub("(?<=\\d)\u2064(?=\\d+[/⁄]|[¼½¾⅐-⅞↉])", " ", text)
        # 0·609 is 0.609, as British print has it: nobody writes a product with 0
        text = _FRACTION_SIGNS.sub(_fraction, re.sub(r"(?<![\w.·∙⋅•・])0[·∙⋅•・](?=\d)", "0.", text))
        text = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺⁽⁾]+", _power_of_digits, _RAISED.sub(_power_of_letters, text)).translate(_PLAIN)
        text = _collapsed(text)
    text = _without_markup(text)
    if "$" in text:
        text = text.replace("\\$", "")
        if text.count("$") % 2:
            lost = f'I read "{brief(written)}", with a $ left over'
            raise UnreadableAnswer(f"{lost}. If you typed it in a shell, put the answer in single quotes.")
        text = _collapsed(text.replace("$", " "))
    if "~" in text:
        # a space in LaTeX at which no line ends: `n^2~d`; `5~10` and `T~1.85` are not that
        text = re.sub(r"(?<=[\w)}])~(?=[^\W\d_]|\\[A-Za-z])", " ", text)
    if "\\" in text:
        for pattern, plainer in _LATEX:
            text = pattern.sub(plainer, text)
        text = _collapsed(text)
    if "{" in text:
        text = text.replace("{,}", ",").translate(str.maketrans("{}", "()"))
    if _LOG_OF.search(text):
        text = _LOG_OF.sub(r"log_(\1)", text)
    return _spell_angles(_spell_functions(text) if _PROGRAMS.search(text) else text).strip()


def _without_markup(text: str) -> str:
    """Return the text without Markdown and without quotes around it.  Raise UnreadableAnswer where it is struck out."""
    if "~~" in text:
        raise UnreadableAnswer(f'"{brief(text)}" is struck out. Write only what counts.')
    text = text.replace("`", "")
    if "**" in text or "__" in text:
        # a part of an answer in bold, as Markdown has it: `**Answer:** 27648`
        text = re.sub(r"(?<![\w)*])(\*\*|__)(?=[^\s*_])([^*_\n]*[^\s*_])\1(?![\w(*])", r"\2", text)
    while quoted := _QUOTED.fullmatch(text):
        text = next(filter(None, quoted.groups()[1:])).strip()
    return text


def brief(text: str, length: int = MAX_QUOTED) -> str:
    """Return a text in one short line of printable characters, so that a message can quote it."""
    text = " ".join(text[: 4 * length].split())
    return shortened("".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text), length)


def two_readings(written: str, wholes: Sequence[str], part: str, readings: Sequence[str]) -> UnreadableAnswer:
    """Return the error for an answer with two readings.

    It advises the two whole answers `wholes`; if these are too long, the two `readings` of the unclear `part`.
    """
    advice = "Write"
    if max(map(len, wholes)) > MAX_QUOTED:
        advice, written, wholes = "Write it as", part, readings
    if max(map(len, wholes)) > MAX_QUOTED:
        return UnreadableAnswer.of(brief(written), "can be read in two ways. Write brackets.")
    one, other = map(brief, wholes)
    return UnreadableAnswer.of(brief(written), f"can be read in two ways. {advice} {one} or {other}.")


def is_blank(text: str) -> bool:
    """Return whether a text is no answer: empty, only punctuation, or a placeholder such as `n/a` or `TODO`.

    >>> is_blank(" — "), is_blank("(not answered)"), is_blank("0")
    (True, True, False)
    """
    if len(text) > _LONGEST_BLANK:
        return not text.strip()
    words = " ".join(text.lower().replace("’", "'").split()).strip("[](){}<>*_.:;!?…-–—―−/\"'`# \u200b\ufeff")
    return not words or words in _BLANKS


def _collapsed(text: str) -> str:
    """Return the text with single spaces and without empty lines, so that no pattern meets a long run of spaces."""
    return "\n".join(filter(None, (" ".join(line.split()) for line in text.splitlines())))


def _power_of_digits(match: re.Match[str]) -> str:
    """Return superscript digits and signs (x²⁺³) as a power: ^2, ^(2+3)."""
    power = match[0].translate(_SUPERSCRIPTS)
    return f"^{power}" if power.isdigit() else f"^({power})"


def _power_of_letters(match: re.Match[str]) -> str:
    """Return superscripts with letters (xⁿ⁺¹) as a power, which ends where they end: ^(n+1)."""
    power = unicodedata.normalize("NFKC", match[0]).replace("−", "-")
    return f"^{power}" if len(power) == 1 and not match.string[match.end() :][:1].isalnum() else f"^({power})"


def _fraction(match: re.Match[str]) -> str:
    """Return a fraction of small signs as text: `1½` as the mixed number `1 1/2`, and `½` as `(1/2)`, for 2^½."""
    whole, *signs = match.groups()
    fraction = unicodedata.normalize("NFKC", "/".join(filter(None, signs))).replace("⁄", "/")
    return f"{whole} {fraction}" if whole else f"({fraction})"


_FUNCTIONS: Final = (
    "sqrt|cbrt|exp|log2|log10|sin|cos|tan|arcsin|arccos|arctan|asin|acos|atan|sinh|cosh|tanh|floor|ceil|trunc|abs|factorial"
    "|comb|max|min|pow"
)
_MODULE: Final = r"(?<![\w.])(?:np|numpy|math|Math|cmath|torch|jnp)\."
_OTHERS: Final = {"fact": "factorial", "power": "pow", "int": "floor"}
"""Functions of spreadsheets: `INT(-2.5)` is -3 there."""

# In this order.  No pattern repeats within a repeat.
_SPELLINGS: Final = tuple(
    (lazy_pattern(pattern), plainer)
    for pattern, plainer in (
        (rf"{_MODULE}log ?\(", "ln("),
        (rf"{_MODULE}a((?:sin|cos|tan)h?) ?\(", r"arc\1("),
        (rf"{_MODULE}(?=(?:{_FUNCTIONS}) ?\()", ""),
        (rf"{_MODULE}(?:pi|PI)(?!\w)", "pi"),
        (rf"{_MODULE}[eE](?!\w)", "e"),
        (r"(?<![\w.])PI ?\( ?\)", "pi"),
        (r"(?<![\w.])Log\[ ?([^\[\],]{1,200})\]", r"ln(\1)"),
        (r"(?<![\w.])(Sqrt|Exp|Sin|Cos|Tan|Abs|Log2|Log10)\[ ?([^\[\],]{1,200})\]", r"\1(\2)"),
        (r"(?<=\d)\*\^(?=[-+]?\d)", "*10^"),
    )
)
_CAPITALS: Final = lazy_pattern(
    r"(?<![\w.\\])(SQRT|EXP|LN|LOG10|SIN|COS|TAN|ASIN|ACOS|ATAN|ABS|INT|TRUNC|FACT|POWER|Sqrt|Exp|Ln|Log10|Log2|Sin|Cos|Tan|Abs)"
    r"(?= ?\()"
)


def _spell_functions(text: str) -> str:
    """Return a text in which functions and constants have the names that the parser knows.

    >>> _spell_functions("2*np.pi + SQRT(16)"), _spell_functions("=POWER(2;3)"), _spell_functions("4.85*^8")
    ('2*pi + sqrt(16)', '=pow(2;3)', '4.85*10^8')
    """
    for pattern, plainer in _SPELLINGS:
        text = pattern.sub(plainer, text)
    return _CAPITALS.sub(lambda name: _OTHERS.get(name[1].lower(), name[1].lower()), text)


def _spell_angles(text: str) -> str:
    """Return the text with `radians(30)` for 30° inside a trigonometric function; other degrees stay.

    >>> _spell_angles("2 sin(30° + 15°) + 20°"), _spell_angles("cos 60 deg")
    ('2 sin(radians(30) + radians(15)) + 20°', 'cos (radians(60))')
    """
    if not re.search(r"°|\\circ|\\degree|\ddeg| deg", text):
        return text
    made, last = "", 0
    for function in re.finditer(r"(?<![A-Za-z])(?:sin|cos|tan|cot|sec|csc)(?: ?\^ ?\d)? ?(?=[-(\d.])", text):
        start = function.end()
        if start < last:
            continue
        if text[start] == "(":
            end = end_of_bracket(text, start) or len(text)
            inside = _ANGLE.sub(r"radians(\1)", text[start:end])
        elif bare := _BARE_ANGLE.match(text, start):
            end = bare.end()
            sign = "-" if text[start] == "-" else ""
            inside = f"({sign}radians({bare[1]}))"
        else:
            continue
        made += text[last:start] + inside
        last = end
    return made + text[last:]


def end_of_bracket(text: str, start: int, longest: int | None = None) -> int:
    """Return the place behind the bracket that closes that at `start`; 0 if none of the next `longest` signs does.

    >>> end_of_bracket("f(a(b)) c", 1), end_of_bracket("(a", 0)
    (7, 0)
    """
    depth = 0
    for sign in re.compile(r"[][()]").finditer(text, start, len(text) if longest is None else start + longest):
        depth += 1 if sign[0] in "([" else -1
        if not depth:
            return sign.end()
    return 0


def closings(signs: Iterable[tuple[int, str]], pairs: Mapping[str, str]) -> dict[int, int]:
    """Return where each bracket is closed, by its own place; one of another kind closes none of those before it.

    >>> closings(enumerate("(a[b]) (c]"), {"(": ")", "[": "]"})
    {2: 4, 0: 5}
    """
    opened: list[tuple[int, str]] = []
    found: dict[int, int] = {}
    for place, sign in signs:
        if sign in pairs:
            opened.append((place, pairs[sign]))
        elif opened and sign == opened[-1][1]:
            found[opened.pop()[0]] = place
        elif sign in pairs.values():
            opened.clear()
    return found


def is_degrees(unit: str) -> bool:
    """Return whether an author's unit, such as `°` or `deg`, is that of angles in degrees."""
    return unit.strip() in {"°", "deg", "degree", "degrees"}
