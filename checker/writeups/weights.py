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
    "arrow": 2.0,
    "colon": 2.2,
    "verb": 1.2,
    "alone": 0.2,
    "end": -0.5,
    "middle": 0.6,
    "goes_on": -2.3,
    "worked_on": 2.0,
    "answer_word": 2.5,
    "so_word": 1.3,
    "total_word": -1.1,
    "compared": -3.2,
    "in_brackets": -0.6,
    "about": 1.0,
    "questioned": -1.9,
    "strong": 5.2,
    "last_cell": 0.7,
    "inner_cell": -0.8,
    "in_code": -1.2,
    "printed": 0.5,
    "correction": 0.3,
    "summary": -0.1,
    "withdrawn": -0.5,
    "last": 1.5,
    "leads_on": -0.6,
    "bare_list": -1.4,
    "stacked": 2.5,
    "whole_table": 1.0,
    "half_table": -1.0,
    "column": 0.5,
    "one_of_several": -0.2,
    "side": 0.3,
    # the candidate as the answer to a part
    "bias": -1.8,
    "named": 1.8,
    "labelled": 2.0,
    "followed": 1.6,
    "above": 1.3,
    "previous": -1.4,
    "named_other": -0.4,
    "above_other": -1.8,
    "same_mark": 3.0,
    "other_mark": -1.8,
    "last_of_mark": 0.6,
    "with_unit": 1.4,
    "without_unit": -0.2,
    "foreign_unit": -3.0,
    "given_result": -4.0,
    "given": -4.3,
    "other_kind": 1.7,
    "single_number": -0.9,
    "noun": -0.4,
    "shape_word": -0.2,
    "last_for_last": 1.2,
    "last_of_all": 3.3,
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
