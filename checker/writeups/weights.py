"""What speaks for and against a candidate, in log-odds.

The figures were fitted to write-ups whose answers are known; they decide where an answer is looked for, never what it
is worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WEIGHTS: Final[Mapping[str, float]] = {
    # the candidate itself
    "equals": 1.5,
    "arrow": 1.5,
    "colon": 1.0,
    "verb": 0.8,
    "alone": 1.5,
    "end": 0.3,
    "middle": -0.8,
    "goes_on": -2.0,
    "worked_on": -0.3,
    "answer_word": 1.5,
    "so_word": 0.5,
    "total_word": 0.3,
    "compared": -2.5,
    "in_brackets": -1.2,
    "about": -0.4,
    "questioned": -1.0,
    "strong": 1.5,
    "last_cell": 0.5,
    "inner_cell": -1.5,
    "printed": 0.5,
    "correction": 1.5,
    "withdrawn": -3.0,
    "last": 0.6,
    "leads_on": -1.5,
    "bare_list": -0.5,
    "stacked": 0.5,
    "whole_table": 0.0,
    "half_table": -1.0,
    "column": -0.5,
    "one_of_several": -1.0,
    "side": 0.3,
    # the candidate as the answer to a part
    "bias": -1.0,
    "named": 1.5,
    "labelled": 1.5,
    "followed": 1.0,
    "above": 1.2,
    "previous": 1.0,
    "named_other": -1.5,
    "above_other": -0.8,
    "same_mark": 3.0,
    "other_mark": -3.0,
    "last_of_mark": 1.0,
    "with_unit": 1.2,
    "without_unit": -0.3,
    "foreign_unit": -3.0,
    "given_result": -1.2,
    "given": -2.5,
    "other_kind": -0.5,
    "single_number": -1.0,
    "shape_word": 0.7,
    "last_for_last": 0.8,
    "last_of_all": 0.4,
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
    "printed": "printed by code",
    "correction": "a correction",
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
