"""Advice to authors on expressions that cannot be read: which name was meant, and what to write instead.

It knows the names of functions in other programs, such as NORM.DIST and pnorm for `normal_cdf`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from checker.derivation.function_library import NAMES
from checker.formula.functions import RESERVED_NAMES
from checker.text.words import did_you_mean, nearest, shortened

WHERE: Final = "docs/expressions.md lists the functions"

KNOWN: Final = NAMES | {"if", "product", "zero"}

_OTHER_NAMES: Final = {
    name: ours
    for ours, names in {
        "normal_cdf": "pnorm normcdf normalcdf norm_dist normdist normsdist phi Phi",
        "normal_quantile": "qnorm invnorm norminv normsinv norm_inv z_quantile zquantile probit",
        "normal_pdf": "dnorm normpdf normalpdf",
        "t_cdf": "pt tcdf tdist t_dist student_cdf",
        "t_quantile": "qt invt tinv t_inv tquantile student_quantile",
        "chi2_cdf": "pchisq chisq_cdf chi2cdf chisqcdf chisquare_cdf chisq_dist chi_square_cdf",
        "chi2_quantile": "qchisq chisq_quantile chi2quantile chisqinv chisq_inv",
        "f_cdf": "pf fcdf f_dist",
        "f_quantile": "qf finv fquantile f_inv",
        "binomial_pmf": "dbinom binompdf binom_dist binompmf binomial binomialpdf binomial_pdf",
        "binomial_cdf": "pbinom binomcdf binomialcdf",
        "poisson_pmf": "dpois poissonpdf poissonpmf poisson poisson_pdf",
        "poisson_cdf": "ppois poissoncdf",
        "geometric_pmf": "dgeom geometpdf geometric geometric_pdf",
        "geometric_cdf": "pgeom geometcdf",
        "hypergeometric_pmf": "dhyper hypergeom hypergeometric hypergeometric_pdf",
        "hypergeometric_cdf": "phyper",
        "exponential_cdf": "pexp expcdf exponential",
        "sd": "stdev std stddev stdev_s stdevs sigma_x",
        "psd": "stdevp stdev_p pstdev",
        "mean": "average avg xbar",
        "var": "variance var_s vars",
        "pvar": "varp var_p pvariance",
        "count": "len length size numel",
        "quantile": "percentile quartile",
        "corr": "correl correlation cor pearson",
        "cov": "covar covariance",
        "comb": "choose binom ncr combinations nchoosek",
        "perm": "npr permut permutations",
        "factorial": "fact fac",
        "sum": "summation sigma_sum total_of",
        "product": "prod",
        "inv": "inverse minverse",
        "det": "determinant mdeterm",
        "eigenvalues": "eig eigvals eigenvals",
        "norm": "magnitude vecnorm",
        "transpose": "trans",
        "matmul": "mmult",
        "re": "real",
        "im": "imag",
        "arg": "angle phase",
        "conj": "conjugate",
        "sgn": "sign signum",
        "ceil": "ceiling",
        "trunc": "fix truncate",
        "sqrt": "root2",
        "zero": "fsolve findroot find_root fzero uniroot",
    }.items()
    for name in names.split()
}
"""Names of functions in other programs, with ours."""

_NONE: Final = {
    **dict.fromkeys(("integrate", "integral", "int_"), "there is no integral; write its value with the limits put in"),
    **dict.fromkeys(("diff", "derivative"), "there is no derivative; write it out"),
    **dict.fromkeys(
        ("p", "pr", "prob"),
        "a probability is written with a distribution, such as binomial_sf(2, n, p) for P(X > 2)",
    ),
    **dict.fromkeys(("e", "ev", "expectation"), "an expected value is written out, such as dot(x, p) for two lists"),
    "limit": "there is no limit; write its value",
    "pow": "a power is written with ^, such as x^2",
}

_CALL: Final = re.compile(r"(?<![\w.])([^\W\d_]\w*)\s*\(")
_METHOD: Final = re.compile(r"([^\W\d_]\w*)\.([^\W\d_]\w*)\s*\(")
_TERNARY: Final = re.compile(r"(?<!\w)if(?!\s*\().*(?<!\w)else(?!\w)|\?.*:")
_EQUALS: Final = re.compile(r"(?<![<>=!:])=(?!=)")
_MARK: Final = re.compile("[^\\W\\d_][\u0300-\u036f]")
_QUOTES: Final = re.compile("[\"'“”„]")


def unknown_name(word: str, symbols: Collection[str], *, is_called: bool = False) -> str:
    """Return what to tell an author about an unknown name in an expression: which one was probably meant."""
    function = other_name(word)
    if is_called or function:
        if reason := _NONE.get(word.lower(), ""):
            return f"; {reason}"
        return f"; did you mean {function}? {WHERE}" if function else f"; {WHERE}"
    known = did_you_mean(word, symbols)
    if known.endswith("?"):
        return known
    return f"{known}; add it to the symbols, or write a function ({WHERE})"


def other_name(word: str) -> str:
    """Return our name for a function that an author calls `NORM.DIST`, `tquantile` or the like; empty if none fits."""
    lower = word.lower().replace(".", "_")
    found = _OTHER_NAMES.get(word, _OTHER_NAMES.get(lower, _OTHER_NAMES.get(lower.replace("_", ""), "")))
    if found or lower in _NONE:
        return found
    joined = {name.replace("_", ""): name for name in KNOWN if "_" in name}
    if lower.replace("_", "") in joined:
        return joined[lower.replace("_", "")]
    return next(iter(nearest(word, tuple(sorted(KNOWN)))), "")


def advice(text: str) -> str:
    """Return what is probably wrong with an author's expression that cannot be read; empty if that is not known."""
    return next(_advice(text), "")


def _advice(text: str) -> Iterator[str]:
    """Yield what may be wrong with an expression, as ends of sentences, in the order in which it is tried."""
    if method := _METHOD.search(text):
        name = method[2] if method[2] in KNOWN else other_name(method[2]) or method[2]
        inside = f"{name}(...)" if method[1] in {"np", "numpy", "math", "scipy", "stats"} else f"{name}({method[1]})"
        yield f"has {shortened(method[0])}...), but functions are written as {inside}; {WHERE}"
    if _TERNARY.search(text):
        yield "has an if without brackets; write if(condition, a, b)"
    if mark := _MARK.search(text):
        yield f"has the letter {mark[0]}; write a name of plain letters, such as {mark[0][0]}_bar"
    yield from _unknown_functions(text)
    if _EQUALS.search(text):
        what = "has =, which makes an equation; to compare, write ==; to ask for an equation, ask for one letter of it"
        yield f'{what}: with `answer: formula`, its side of the equation, and a prompt such as "Give y in terms of x"'
    if unclosed := _unclosed(text):
        yield unclosed
    if _has_bare_comma(text):
        yield "has a comma outside of a list; write a list in square brackets, such as [a, b]"
    if quote := _QUOTES.search(text):
        yield f"has the sign {quote[0]}; write names and numbers without quotes"


def unknown_function(text: str) -> str:
    """Return what is wrong with a name before a list in brackets, as in `1/C(n, k)`; empty if nothing is."""
    return next(_unknown_functions(text, of_lists=True), "")


def _unknown_functions(text: str, *, of_lists: bool = False) -> Iterator[str]:
    """Yield the end of a sentence about each name before brackets that is no function.

    One letter before one value is no error, as in `n(n - 1)`; with `of_lists` no name before one value is.
    """
    for call in _CALL.finditer(text):
        word = call[1]
        is_understood = word in KNOWN or (word in RESERVED_NAMES and not other_name(word))
        has_list = "," in _inside(text, call.end())
        if not is_understood and (has_list or (len(word) > 1 and not of_lists)):
            is_count = word == "C" and has_list  # alone, C is a symbol
            meant = unknown_name("choose" if is_count else word, (), is_called=True)
            yield f"has {shortened(word)}(...), which is no function{meant}"


def _inside(text: str, start: int) -> str:
    """Return the text from `start`, which is just after an opening bracket, to its closing bracket."""
    depth = 1
    for place in range(start, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if not depth:
            return text[start:place]
    return text[start:]


def _unclosed(text: str) -> str:
    """Return which bracket is not closed or was not opened, as the end of a sentence; empty if all match."""
    open_: list[str] = []
    pairs = {")": "(", "]": "["}
    for sign in text:
        if sign in "([":
            open_.append(sign)
        elif sign in pairs and (not open_ or open_.pop() != pairs[sign]):
            return f"has a {sign} without a {pairs[sign]} before it"
    return f"has a {open_[-1]} that is not closed" if open_ else ""


def _has_bare_comma(text: str) -> bool:
    """Return whether a comma is in no list and separates no arguments of a function."""
    inside: list[bool] = []
    for place, sign in enumerate(text):
        if sign in "([":
            before = text[:place].rstrip()[-1:]
            inside.append(sign == "[" or before.isalnum() or before == "_")
        elif sign in ")]" and inside:
            inside.pop()
        elif sign in ",;" and not (inside and inside[-1]):
            return True
    return False
