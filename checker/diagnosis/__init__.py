"""Which known mistakes give a wrong answer."""

from checker.diagnosis.diagnose import Diagnosis, Difference, Explanation, Ways, diagnose, every_way, is_cut
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.joint import diagnose_together
from checker.diagnosis.mistaken_runs import MistakenRuns, steps_of
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.part_answer import PartAnswer

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
    "diagnose_together",
    "every_way",
    "is_cut",
    "steps_of",
]
