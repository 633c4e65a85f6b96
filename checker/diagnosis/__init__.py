"""Which known mistakes give a wrong answer."""

from checker.diagnosis.diagnose import Diagnosis, Difference, Explanation, Ways, diagnose, every_way, is_cut
from checker.diagnosis.index import Index
from checker.diagnosis.joint import diagnose_together
from checker.diagnosis.mistaken_runs import Traces, steps_of
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.part_answer import Answered

__all__ = [
    "Answered",
    "Diagnosis",
    "Difference",
    "Explanation",
    "Index",
    "Mistake",
    "Traces",
    "Ways",
    "diagnose",
    "diagnose_together",
    "every_way",
    "is_cut",
    "steps_of",
]
