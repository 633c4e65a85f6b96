"""Which known mistakes give a wrong answer."""

from checker.diagnose.answered import Answered
from checker.diagnose.diagnosis import Diagnosis, Difference, Explanation, Ways, diagnose, every_way, is_cut
from checker.diagnose.index import Index
from checker.diagnose.joint import diagnose_together
from checker.diagnose.mistakes import Mistake
from checker.diagnose.traces import Traces, steps_of

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
