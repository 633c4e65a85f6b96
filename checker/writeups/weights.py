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
    "colon": 1.9,
    "verb": 1.1,
    "alone": 0.6,
    "end": 0.2,
    "middle": -0.3,
    "goes_on": -2.2,
    "worked_on": 1.0,
    "answer_word": 2.0,
    "so_word": 1.3,
    "total_word": 0.4,
    "compared": -2.7,
    "in_brackets": -1.6,
    "about": -0.5,
    "questioned": -1.8,
    "strong": 2.5,
    "last_cell": 0.7,
    "inner_cell": -1.4,
    "in_code": -1.3,
    "printed": 0.3,
    "correction": 0.6,
    "summary": 1.0,
    "withdrawn": -2.4,
    "last": 0.9,
    "series": -2.0,
    "leads_on": -0.8,
    "bare_list": -1.0,
    "stacked": 1.4,
    "whole_table": 1.0,
    "half_table": -1.0,
    "column": 0.7,
    "one_of_several": -0.8,
    "side": 0.3,
    # the candidate as the answer to a part
    "bias": -1.7,
    "named": 1.7,
    "labelled": 1.9,
    "followed": 1.5,
    "above": 0.9,
    "previous": -0.8,
    "named_other": -1.0,
    "above_other": -1.4,
    "same_mark": 3.1,
    "other_mark": -2.1,
    "last_of_mark": 0.8,
    "with_unit": 1.1,
    "without_unit": -0.6,
    "foreign_unit": -3.0,
    "given_result": -3.3,
    "given": -4.0,
    "other_kind": 1.1,
    "single_number": -1.5,
    "noun": -0.5,
    "shape_word": 0.4,
    "last_for_last": 1.5,
    "sums_up": 0.4,
    "gathers": -0.9,
    "used_later": 0.4,
    "only_last": -0.1,
    "only_last_of_all": 1.7,
    "only_equals": 0.2,
    "only_alone": 0.3,
    "only_end": -0.2,
    "only_strong": 0.6,
    "only_total_word": 0.4,
    "only_answer_word": 0.5,
    "only_gathers": -0.1,
    "only_used_later": -1.0,
    "only_bias": 0.4,
    "last_of_all": 2.4,
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
    "one_of_several": "one of several",
    "side": "a formula",
}
"""The words in which a reason names a cue."""

SKIPPED: Final = -0.5
"""A part without an answer, before one with an answer."""
BACK: Final = -1.8
"""An answer to a part before the last one."""
AGAIN: Final = -8.0
"""A second answer to the same part."""
CORRECTED: Final = -0.5
"""A second answer to the same part that corrects the first."""
