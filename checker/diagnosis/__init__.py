"""Diagnosis: the known mistakes that give a wrong answer.  Other packages import the names below from here.

Read in this order:

- `mistakes`, `students` and `mistaken_runs`: what students may do wrong, and the answers that follow;
- `slips` with `slipped_answers`, `unit_slips`, `writing_slips`, `entry_slips`, `slips_on_the_way`: small errors that
  students make in any question;
- `index`: all known wrong answers to one step, by value;
- `diagnose`, guarded by `coincidence` (with `expressions`): the explanations of one answer;
- `other_questions`: answers to another question, tried where little else explains it;
- `later_parts`, with `earlier_answers`: explanations by the answers to earlier parts;
- `wording` and `breakdown`: what people read;
- `beliefs` and `next_question`: what a student gets wrong again and again, and what to ask next.
"""

from checker.diagnosis.causes import Ways
from checker.diagnosis.diagnose import diagnose, every_way
from checker.diagnosis.explanation import Diagnosis, Difference, Explanation
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.later_parts import diagnose_parts
from checker.diagnosis.mistaken_runs import MistakenRuns
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.part_answer import PartAnswer
from checker.diagnosis.preceding_steps import preceding_steps

__all__ = [
    "Diagnosis",
    "Difference",
    "Explanation",
    "Mistake",
    "MistakenRuns",
    "PartAnswer",
    "Ways",
    "WrongAnswerIndex",
    "diagnose",
    "diagnose_parts",
    "every_way",
    "preceding_steps",
]
