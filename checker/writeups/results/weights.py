"""The weight of each cue, such as bold print, for or against a result as the answer, in log-odds.

The figures were fitted to write-ups whose answers are known; they decide where an answer is looked for, never what it
is worth. Also the words in which a reason names a cue, and what it costs to skip or repeat a part.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WEIGHTS: Final[Mapping[str, float]] = {
    # the candidate itself
    "equals": 0.2, "arrow": 1.4, "colon": 0.8, "verb": 0.1, "alone": 1.4, "end": 0.8, "middle": 1.4,
    "goes_on": -2.3, "answer_word": 2.7, "so_word": 1.4, "total_word": -0.2, "compared": -1.0,
    "in_brackets": -0.4, "about": -0.7, "questioned": -1.6, "strong": 2.9, "last_cell": -1.3,
    "inner_cell": -1.3, "in_code": -2.9, "printed": -0.2, "correction": -0.1, "summary": 0.4, "denial": -1.5,
    "doubt": -0.3, "quotation": -1.5, "retraction": -1.0, "corrected": -1.0, "earlier": -1.0, "part": -1.0,
    "last": 2.4, "series": -1.8, "bare_list": -2.8, "stacked": -0.2, "whole_table": 2.2, "one_of_several": -1.6,
    "side": 0.1,
    # the candidate as the answer to a part
    "bias": -1.9, "named": 2.6, "labelled": 0.7, "followed": 0.9, "above": 1.8, "previous": -0.7,
    "named_other": -0.2, "same_mark": 1.8, "other_mark": -1.6, "unmarked": -2.1, "last_of_mark": 0.4,
    "asked_unit": 0.6, "without_unit": -0.1, "foreign_unit": -2.6, "not_whole": -4.2, "given_result": -0.3,
    "given": -2.8, "other_kind": 0.5, "single_number": -4.7, "last_for_last": 2.0, "only_last_of_all": 2.4,
    "only_strong": 1.9, "only_answer_word": 1.7, "only_bias": 1.2, "last_of_all": 0.7, "symbol": 1.5,
    "other_symbol": -2.1, "mentioned": -0.9, "one_digit": -2.2, "scaled": -2.5, "stated_again": -1.8,
    "better_sort": -2.4, "in_words": 0.4, "last_in_words": 0.2, "only_last_in_words": 0.3, "titled": 1.1,
}  # fmt: skip
"""By cue."""

CUE_WORDS: Final[Mapping[str, str]] = {
    "equals": "after an equals sign",
    "arrow": "after an arrow",
    "colon": "after a colon",
    "alone": "alone on its line",
    "end": "at the end of its line",
    "answer_word": "after a word such as “answer”",
    "so_word": "after a word such as “so”",
    "strong": "bold or boxed",
    "printed": "printed by code",
    "correction": "a correction",
    "summary": "in a summary",
    "last": "the last of its line",
    "stacked": "lists below each other",
    "whole_table": "a table",
    "side": "a formula",
}
"""By cue that speaks for a candidate: the words in which a reason names it."""

ONLY: Final[Mapping[str, str]] = {cue.removeprefix("only_"): cue for cue in WEIGHTS if cue.startswith("only_")}
"""By cue that weighs otherwise where a question has only one part: the cue whose weight is added to its own."""

SKIPPED: Final = -2.8
"""A part without an answer, before one with an answer."""
BACK: Final = -5.3
"""An answer to a part before the last one."""
AGAIN: Final = -8.4
"""A second answer to the same part."""
CORRECTED: Final = -2.8
"""A second answer to the same part that corrects the first."""

BUILT, MISBUILT = 2.8, -1.3
"""A result that is worked out from the answers to parts that its part is computed from, or not computed from."""
USED, MISUSED = 1.6, -0.9
"""A result from which the answer to a part is worked out that is computed from its part, or is not."""
