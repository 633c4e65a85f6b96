"""Diagnosis: the edits that give a wrong answer.  Other packages import the names below from here.

Read in this order:

- `mistakes`: what students may do wrong in a question, and the answers that follow;
- `slips` with `edits`: small edits of an answer or a number of any question;
- `index`: all known wrong answers to one step, by value;
- `diagnose`, guarded by `coincidence`: the explanations of one answer;
- `parts`: explanations by the answers to earlier parts;
- `wording` and `breakdown`: what people read.
"""

from checker.diagnosis.diagnose import diagnose, every_way
from checker.diagnosis.explanation import Diagnosis, Difference, Explanation, Ways
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.mistakes import Mistake, MistakenRuns, preceding_steps
from checker.diagnosis.parts import PartAnswer, diagnose_parts

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
