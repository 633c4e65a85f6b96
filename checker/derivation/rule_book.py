"""All wrong rules in lists: those on one piece of a formula, on a whole formula, and on one with symbols replaced."""

from __future__ import annotations

from typing import Final

from checker.derivation import rules_of_finance, rules_of_science, rules_of_statistics
from checker.derivation.rules import RULES
from checker.derivation.rules_everywhere import RULES_EVERYWHERE, RULES_OF_PATTERNS
from checker.derivation.rules_of_chance import RULES_OF_CHANCE, WHOLE_RULES_OF_CHANCE
from checker.derivation.rules_of_circuits import RULES_OF_CIRCUITS, WHOLE_RULES_OF_CIRCUITS
from checker.derivation.rules_of_courses import RULES_OF_COURSES, WHOLE_RULES_OF_COURSES
from checker.derivation.rules_of_fractions import WHOLE_RULES_OF_FRACTIONS
from checker.derivation.rules_of_means import RULES_OF_MEANS, WHOLE_RULES_OF_MEANS
from checker.derivation.rules_of_numbers import RULES_OF_NUMBERS
from checker.derivation.rules_of_powers_of_ten import WHOLE_RULES_OF_POWERS_OF_TEN
from checker.derivation.rules_of_ratios import RULES_OF_RATIOS, WHOLE_RULES_OF_RATIOS
from checker.derivation.rules_of_school import WHOLE_RULES_OF_SCHOOL
from checker.derivation.rules_of_variation import WHOLE_RULES_OF_VARIATION
from checker.derivation.whole_rules import WHOLE_RULES

PIECE_RULES: Final = (
    *RULES,
    *RULES_OF_NUMBERS,
    *RULES_OF_PATTERNS,
    *RULES_OF_COURSES,
    *RULES_OF_CHANCE,
    *RULES_OF_CIRCUITS,
    *RULES_OF_MEANS,
    *RULES_OF_RATIOS,
    *rules_of_statistics.RULES_OF_STATISTICS,
    *rules_of_science.RULES_OF_SCIENCE,
    *rules_of_finance.RULES_OF_FINANCE,
)
FORMULA_RULES: Final = (
    *WHOLE_RULES,
    *RULES_EVERYWHERE,
    *WHOLE_RULES_OF_POWERS_OF_TEN,
    *WHOLE_RULES_OF_FRACTIONS,
    *WHOLE_RULES_OF_VARIATION,
    *WHOLE_RULES_OF_RATIOS,
    *WHOLE_RULES_OF_MEANS,
    *WHOLE_RULES_OF_COURSES,
    *WHOLE_RULES_OF_CHANCE,
    *WHOLE_RULES_OF_CIRCUITS,
    *WHOLE_RULES_OF_SCHOOL,
    *rules_of_statistics.WHOLE_RULES_OF_STATISTICS,
    *rules_of_science.WHOLE_RULES_OF_SCIENCE,
    *rules_of_finance.WHOLE_RULES_OF_FINANCE,
)
DEFINITION_RULES: Final = (
    *rules_of_statistics.RULES_OF_DEFINITIONS,
    *rules_of_science.RULES_OF_DEFINITIONS,
    *rules_of_finance.RULES_OF_DEFINITIONS,
)
