"""What speaks for and against a candidate, in log-odds.

The figures were fitted to write-ups whose answers are known; they decide where an answer is looked for, never what it
is worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WEIGHTS: Final[Mapping[str, float]] = {
    # the candidate itself
    "equals": -0.5,
    "arrow": 1.2,
    "colon": -0.1,
    "verb": -0.9,
    "alone": -0.4,
    "end": 0.3,
    "middle": 0.1,
    "goes_on": -3.1,
    "worked_on": 1.5,
    "answer_word": 3.2,
    "so_word": 1.5,
    "total_word": -0.5,
    "compared": -0.8,
    "in_brackets": -0.3,
    "about": -0.7,
    "questioned": -1.3,
    "strong": 2.5,
    "last_cell": -0.4,
    "inner_cell": -1.0,
    "in_code": -2.2,
    "printed": -1.7,
    "correction": 0.1,
    "summary": -2.0,
    "withdrawn": -2.0,
    "last": 2.1,
    "series": -1.4,
    "leads_on": -0.6,
    "bare_list": -2.4,
    "stacked": 0.0,
    "whole_table": 1.2,
    "half_table": -0.5,
    "column": 0.5,
    "row": 1.7,
    "one_of_several": -1.0,
    "side": 0.1,
    # the candidate as the answer to a part
    "bias": -1.1,
    "named": 2.3,
    "labelled": 0.1,
    "followed": 0.8,
    "above": 0.5,
    "previous": -0.9,
    "named_other": -1.0,
    "same_mark": 1.2,
    "other_mark": -0.8,
    "unmarked": -1.4,
    "last_of_mark": 1.3,
    "asked_unit": 0.0,
    "without_unit": -0.8,
    "foreign_unit": -1.6,
    "not_whole": -2.4,
    "given_result": -0.8,
    "given": -2.3,
    "other_kind": -0.2,
    "single_number": -3.5,
    "last_for_last": 2.4,
    "only_last_of_all": 2.7,
    "only_strong": 1.9,
    "only_answer_word": 2.2,
    "only_bias": 0.3,
    "last_of_all": 1.2,
    "symbol": 1.4,
    "other_symbol": -0.8,
    "one_number": 0.5,
    "mentioned": -0.2,
    "single_row": -2.7,
    "one_digit": -1.2,
    "scaled": -2.9,
    "stated_again": -1.2,
    "better_sort": -3.0,
    "other_ordinal": -1.0,
    "titled": 1.1,
}
"""By cue."""

CUE_WORDS: Final[Mapping[str, str]] = {
    "equals": "after an equals sign",
    "arrow": "after an arrow",
    "colon": "after a colon",
    "verb": "after a word such as “is”",
    "alone": "alone on its line",
    "end": "at the end of its line",
    "middle": "in the middle of a sentence",
    "goes_on": "the chain goes on",
    "worked_on": "the next line works on with it",
    "answer_word": "after a word such as “answer”",
    "so_word": "after a word such as “so”",
    "total_word": "after a word such as “total”",
    "compared": "in a comparison",
    "in_brackets": "in brackets",
    "about": "only about",
    "questioned": "with a question mark",
    "strong": "bold or boxed",
    "last_cell": "in the last column of a table",
    "inner_cell": "in a table",
    "in_code": "in code",
    "printed": "printed by code",
    "correction": "a correction",
    "summary": "in a summary",
    "withdrawn": "withdrawn",
    "last": "the last of its line",
    "series": "one of a series",
    "leads_on": "a later result is worked out from it",
    "bare_list": "numbers next to each other",
    "stacked": "lists below each other",
    "whole_table": "a table",
    "half_table": "a part of a table",
    "column": "a column of a table",
    "row": "a row of a table",
    "one_of_several": "one of several",
    "side": "a formula",
}
"""The words in which a reason names a cue."""

ONLY: Final[Mapping[str, str]] = {cue.removeprefix("only_"): cue for cue in WEIGHTS if cue.startswith("only_")}
"""By cue that weighs otherwise where a question has only one part: the cue whose weight is added to its own."""

SKIPPED: Final = -3.1
"""A part without an answer, before one with an answer."""
BACK: Final = -6.3
"""An answer to a part before the last one."""
AGAIN: Final = -8.5
"""A second answer to the same part."""
CORRECTED: Final = -4.2
"""A second answer to the same part that corrects the first."""
