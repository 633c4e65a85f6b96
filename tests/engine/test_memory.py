"""A bounded memory: what is known is not made again, and threads do not disturb each other."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from checker import check, load_problem
from checker.engine.memory import Memory
from checker.marking import api, question
from checker.problems import Problem

LAYER = """id: encoder-layer
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
"""
PARTS = "parts: [{id: attention, asks: attention}, {id: total}]\n"


@pytest.fixture
def problem(tmp_path):
    file = tmp_path / "encoder-layer.yaml"
    file.write_text(LAYER)
    return load_problem(file)


def test_a_known_value_is_not_made_again():
    memory: Memory[str, list[int]] = Memory(2)
    made = memory.get("a", lambda: [1])
    assert memory.get("a", lambda: [2]) is made


def test_none_is_a_value_too():
    memory: Memory[str, int | None] = Memory(2)
    assert memory.get("a", lambda: None) is None
    assert memory.get("a", lambda: 1) is None


def test_the_oldest_value_is_removed_when_the_memory_is_full():
    memory: Memory[int, str] = Memory(2)
    for number in (1, 2, 3):
        memory.get(number, lambda: "first")
    assert len(memory) == 2
    assert [memory.get(number, lambda: "again") for number in (2, 3, 1)] == ["first", "first", "again"]


def test_clear_removes_every_value():
    memory: Memory[int, str] = Memory(2)
    memory.get(1, lambda: "first")
    memory.clear()
    assert memory.get(1, lambda: "again") == "again"


def test_a_failure_is_not_remembered():
    memory: Memory[int, float] = Memory(2)
    with pytest.raises(ZeroDivisionError):
        memory.get(1, lambda: 1 / 0)
    assert memory.get(1, lambda: 0.5) == 0.5


def test_eight_threads_share_a_small_memory():
    memory: Memory[int, int] = Memory(2)

    def work(seed: int) -> bool:
        numbers = [(seed * 7 + at * 5) % 11 for at in range(5_000)]
        return all(memory.get(number, lambda number=number: number * number) == number**2 for number in numbers)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(8)))
    assert len(memory) <= 2


def test_check_makes_the_questions_of_a_problem_once(problem, monkeypatch):
    made = []

    class Counted(api.Questions):
        def __init__(self, *arguments: object) -> None:
            made.append(arguments)
            super().__init__(*arguments)

    monkeypatch.setattr(api, "Questions", Counted)
    assert [check(problem, answer).status for answer in (27648, 31744, 5)] == ["correct", "incorrect", "incorrect"]
    assert check(problem, 31744, feedback="full").record()["expected"] == 27648
    assert len(made) == 1


def test_equal_ids_are_not_equal_problems(problem):
    other = replace(problem, parts=(replace(problem.parts[0], points=7.0),))
    assert [check(each, 27648).points for each in (problem, other, problem)] == [1.0, 7.0, 1.0]


def test_check_in_threads_with_little_room(tmp_path, monkeypatch):
    monkeypatch.setattr(question, "known_runs", Memory(2))
    problems = []
    for d_ff in (120, 121, 122, 123):
        file = tmp_path / f"encoder-layer-{d_ff}.yaml"
        file.write_text(LAYER.replace("120", str(d_ff)).replace("encoder-layer", f"encoder-layer-{d_ff}") + PARTS)
        problems.append((load_problem(file), 3 * 64 * 64 + 2 * 64 * d_ff))

    def work(seed: int) -> bool:
        found = []
        for at in range(12):
            problem, total = problems[(seed + at) % 4]
            found += [
                check(problem, {"total": total}).status == "correct",
                check(problem, {"total": total + 4096}).points == 0,
            ]
            both = check(problem, {"attention": 3 * 64 * 64, "total": total})
            found += [result.status == "correct" for result in both.parts.values()]
        return all(found)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(8)))


def test_a_problem_is_not_kept_alive_for_ever(problem):
    for at in range(80):
        check(replace(problem, id=f"copy-{at}"), 27648)
    gc.collect()
    alive = {each.id for each in gc.get_objects() if isinstance(each, Problem)}
    assert "copy-79" in alive
    assert "copy-0" not in alive
