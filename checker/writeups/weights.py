"""What speaks for and against a candidate, in log-odds.

The figures were fitted to write-ups whose answers are known; they decide where an answer is looked for, never what it
is worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WEIGHTS: Final[Mapping[str, float]] = {
    # the candidate itself
    "equals": -1.1,
    "arrow": 2.5,
    "colon": 4.4,
    "verb": 1.0,
    "alone": -0.7,
    "end": -0.5,
    "middle": -0.3,
    "goes_on": -1.9,
    "worked_on": 5.8,
    "answer_word": 3.7,
    "so_word": 2.2,
    "total_word": -0.1,
    "compared": -4.8,
    "in_brackets": -1.6,
    "about": 3.4,
    "questioned": -2.1,
    "strong": 10.1,
    "last_cell": 1.7,
    "inner_cell": 0.3,
    "in_code": -1.8,
    "printed": 0.5,
    "correction": -1.1,
    "summary": -1.2,
    "withdrawn": 2.6,
    "last": 1.9,
    "series": -0.8,
    "leads_on": -1.5,
    "bare_list": -3.5,
    "stacked": 4.8,
    "whole_table": 1.1,
    "half_table": -1.0,
    "column": 1.8,
    "one_of_several": 0.5,
    "side": 0.3,
    # the candidate as the answer to a part
    "bias": -2.0,
    "named": 2.3,
    "labelled": 2.8,
    "followed": 2.7,
    "above": 1.3,
    "previous": -2.3,
    "named_other": -0.6,
    "above_other": -1.0,
    "same_mark": 3.9,
    "other_mark": -2.4,
    "last_of_mark": 0.7,
    "with_unit": 0.9,
    "without_unit": -1.1,
    "foreign_unit": -3.0,
    "given_result": -8.4,
    "given": -6.4,
    "other_kind": 2.7,
    "single_number": -2.2,
    "noun": 0.0,
    "shape_word": -1.3,
    "last_for_last": 2.1,
    "gathers": -1.4,
    "used_later": 0.7,
    "only_last": -3.5,
    "only_last_of_all": 4.1,
    "only_equals": 1.6,
    "only_alone": 1.9,
    "only_end": -0.9,
    "only_strong": 1.2,
    "only_total_word": 0.4,
    "only_answer_word": 0.2,
    "only_gathers": -0.3,
    "only_used_later": -0.9,
    "only_bias": 3.9,
    "last_of_all": 3.9,
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
