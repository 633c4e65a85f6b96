"""What speaks for and against a candidate, in log-odds.

The figures were fitted to write-ups whose answers are known; they decide where an answer is looked for, never what it
is worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WEIGHTS: Final[Mapping[str, float]] = {
    # the candidate itself
    "equals": 0.3,
    "arrow": 2.0,
    "colon": 1.2,
    "verb": 0.1,
    "alone": 1.2,
    "end": 0.4,
    "middle": -0.3,
    "goes_on": -2.4,
    "worked_on": 0.9,
    "answer_word": 2.2,
    "so_word": 1.1,
    "total_word": -0.2,
    "compared": -1.5,
    "in_brackets": -1.1,
    "about": -0.7,
    "questioned": -1.7,
    "strong": 2.6,
    "last_cell": -0.6,
    "inner_cell": -0.6,
    "in_code": -1.2,
    "printed": 0.0,
    "correction": 0.5,
    "summary": 0.3,
    "withdrawn": -2.6,
    "last": 0.8,
    "series": -1.8,
    "leads_on": -0.7,
    "bare_list": -1.1,
    "stacked": 1.2,
    "whole_table": 1.2,
    "half_table": -1.0,
    "column": 0.8,
    "row": 0.0,
    "one_of_several": -0.9,
    "side": 0.3,
    # the candidate as the answer to a part
    "bias": -1.7,
    "named": 1.9,
    "labelled": 1.6,
    "followed": 1.0,
    "above": 0.9,
    "previous": -0.2,
    "named_other": -0.9,
    "above_other": -1.3,
    "same_mark": 2.1,
    "other_mark": -1.8,
    "unmarked": -1.4,
    "last_under": 0.2,
    "last_of_mark": 1.3,
    "with_unit": 0.3,
    "asked_unit": 1.0,
    "without_unit": -0.9,
    "foreign_unit": -3.0,
    "not_whole": -3.7,
    "given_result": -3.2,
    "given": -3.9,
    "other_kind": 1.2,
    "single_number": -2.5,
    "noun": -0.3,
    "lone_symbol": -4.1,
    "shape_word": 0.2,
    "last_for_last": 1.2,
    "sums_up": -0.2,
    "gathers": -0.1,
    "used_later": 0.1,
    "only_last": 0.1,
    "only_last_of_all": 1.2,
    "only_equals": 0.4,
    "only_alone": -0.1,
    "only_end": -0.5,
    "only_strong": 0.7,
    "only_total_word": 0.4,
    "only_answer_word": 0.9,
    "only_gathers": 0.5,
    "only_used_later": -1.2,
    "only_bias": 0.9,
    "last_of_all": 1.4,
    "symbol": 1.5,
    "other_symbol": -1.5,
    "given_list": -2.0,
    "one_number": -0.5,
    "mentioned": -0.7,
    "single_row": -1.0,
    "one_digit": -1.0,
    "scaled": -0.5,
    "stated_again": -0.5,
    "better_sort": -1.0,
    "other_ordinal": -1.0,
    "titled": 0.5,
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

SKIPPED: Final = -0.5
"""A part without an answer, before one with an answer."""
BACK: Final = -1.8
"""An answer to a part before the last one."""
AGAIN: Final = -8.0
"""A second answer to the same part."""
CORRECTED: Final = -0.5
"""A second answer to the same part that corrects the first."""
