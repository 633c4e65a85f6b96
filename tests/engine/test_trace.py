"""The engine: one program, many students."""

import pickle
import threading

import pytest

from checker.engine.recording import MenuError, Recording
from checker.engine.trace import Run, choose, choose_among, convention, reading, step, wrong


def layer(width=3, height=5):
    convention("biases", counted=1, left_out=0)
    counted = convention("layer_biases", follows="biases", counted=1, left_out=0)
    weights = step("weights", choose("product", width * height, summed=width + height), how="width · height")
    biases = step("biases", counted * height, how=[("height", counted)])
    return step("total", weights + biases, how="weights + biases")


def network(depth=2):
    first = step("first", layer, width=3, height=5)
    second = step("second", layer, width=5, height=7)
    return step("total", choose("depth", depth, forgotten=1) * (first + second))


def survey(solver, arguments, **settings):
    record = Recording(arguments)
    value = Run(recording=record, **settings)(solver, arguments)
    return value, record


def run(solver, arguments, **settings):
    return Run(**settings)(solver, arguments)


def test_without_a_run_a_solver_is_the_reference_solution():
    assert layer() == 20
    assert network() == 2 * (20 + 42)


def test_a_run_without_wrong_options_is_the_same():
    assert run(network, {"depth": 2}) == network(depth=2)


@pytest.mark.parametrize(
    ("wrong", "value"),
    [
        ({"product": "summed"}, 3 + 5 + 5),
        ({"biases": "left_out"}, 15),
        ({"layer_biases": "left_out"}, 15),
        ({"biases": "left_out", "layer_biases": "counted"}, 20),
        ({"product": "right"}, 20),
        ({"biases": "counted"}, 20),
    ],
)
def test_a_mistaken_student(wrong, value):
    assert run(layer, {"width": 3, "height": 5}, wrong=wrong) == value


def derived():
    wrong = choose_among(lambda _: {"one": {"left_out": None, "doubled": None}, "two": {"left_out": None}})
    return step("total", sum({"left_out": 0, "doubled": 2}[option] for option in wrong.values()) + 3 - len(wrong))


def test_many_choices_at_once():
    assert derived() == run(derived, {}) == 3
    assert run(derived, {}, wrong={"one": "doubled", "two": "left_out"}) == 3
    assert run(derived, {}, wrong={"one": "doubled", "elsewhere": "left_out"}) == 4
    assert run(derived, {}, wrong={"two": "right"}) == 3
    with pytest.raises(MenuError, match="one has no option 'halved'; it has left_out, doubled"):
        run(derived, {}, wrong={"one": "halved"})
    assert {point.name: point.options for point in survey(derived, {})[1].menu.values()} == {
        "one": ("right", "left_out", "doubled"),
        "two": ("right", "left_out"),
    }


def test_a_choice_may_steer_a_solver_as_any_value():
    def solver(size):
        rows = [step(f"row_{number}", number) for number in range(choose("rows", size, one=1))]
        return step("total", max(rows) if len(rows) > 1 else -1)

    assert [run(solver, {"size": 3}), run(solver, {"size": 3}, wrong={"rows": "one"})] == [2, -1]


def test_a_declared_convention_is_the_right_one():
    assert run(layer, {}, declared={"biases": "left_out"}) == 15


def test_a_following_convention_takes_the_other_option_unless_declared():
    assert run(layer, {}, declared={"biases": "left_out", "layer_biases": "counted"}) == 20
    assert run(layer, {}, declared={"layer_biases": "counted"}, wrong={"biases": "left_out"}) == 20
    assert run(layer, {}, declared={"biases": "left_out"}, wrong={"biases": "counted"}) == 20


def test_the_values_of_steps_are_recorded_with_the_total():
    taking = Run()
    taking(network, {"depth": 3})
    assert taking.recorded.items() >= {"first": 20, "second.weights": 35, "total": 186}.items()


def test_a_step_may_be_overridden_by_a_students_value():
    def own(path, value):
        return 100 if path == "first" else value

    assert run(network, {"depth": 1}, override=own) == 100 + 42


def test_the_menu():
    _, record = survey(network, {"depth": 2})
    assert {name: (point.options, point.right) for name, point in record.menu.items()} == {
        "biases": (("counted", "left_out"), "counted"),
        "layer_biases": (("counted", "left_out"), "counted"),
        "product": (("right", "summed"), "right"),
        "depth": (("right", "forgotten"), "right"),
    }
    assert record.menu["biases"].scopes == ["first", "second"]
    assert record.menu["layer_biases"].follows == "biases"
    assert record.menu["product"].wrong == ("summed",)


def test_the_board_fills_the_numbers_into_the_formulas():
    _, record = survey(layer, {"width": 3, "height": 1200})
    assert [(one.path, one.value, one.formula) for one in record.board.values()] == [
        ("weights", 3600, "3 · 1,200"),
        ("biases", 1200, "1,200"),
        ("total", 4800, "3,600 + 1,200"),
    ]


def test_terms_that_count_nothing_are_not_shown():
    _, record = survey(layer, {"width": 3, "height": 5}, declared={"biases": "left_out"})
    assert record.board["biases"].formula == "0"
    assert record.board["total"].formula == "15"


def test_what_is_told_of_options():
    def inner(size):
        convention("unit", one=reading(1, "counts in ones"), ten=reading(10, "counts in tens", 4))
        return step(
            "total", choose("size", size, half=wrong(size / 2, "You halved it."), none=wrong(0, "You left it."))
        )

    def outer(size):
        step("inside", inner, size=size)
        size *= convention("unit", one=1, ten=10)
        return step("total", choose("size", size, half=wrong(size / 2, f"You halved {size}.", 1), none=0))

    menu = survey(outer, {"size": 8})[1].menu
    assert menu["unit"].says == {"one": "counts in ones", "ten": "counts in tens"}
    assert menu["unit"].weights == {"one": 2, "ten": 4}
    assert menu["size"].says == {"half": "You halved 8.", "none": "You left it."}, "the outer solver's word counts"
    assert menu["size"].weights == {"half": 1, "none": 2}
    assert [run(outer, {"size": 8}, wrong=wrong_) for wrong_ in ({"size": "half"}, {"unit": "ten"})] == [4, 80]


def test_a_scope_is_on_the_board_once():
    _, record = survey(network, {"depth": 2})
    assert list(record.board) == [
        "first.weights", "first.biases", "first", "second.weights", "second.biases", "second", "total",
    ]  # fmt: skip


def test_options_are_computed_only_where_they_are_chosen():
    def solver():
        return choose("division", 1, by_zero=lambda: 1 // 0)

    assert run(solver, {}) == 1
    with pytest.raises(ZeroDivisionError):
        run(solver, {}, wrong={"division": "by_zero"})


def test_an_exception_leaves_nothing_behind():
    def solver():
        return step("inside", layer, width=3, height="x")

    with pytest.raises(TypeError):
        run(solver, {})
    assert layer() == 20, "a plain call is outside any run"


def test_an_unknown_option_is_refused():
    with pytest.raises(MenuError, match="product has no option 'forgotten'; it has summed"):
        run(layer, {}, wrong={"product": "forgotten"})
    with pytest.raises(MenuError, match="biases has no option 'none'"):
        run(layer, {}, declared={"biases": "none"})


def test_the_same_path_twice_is_refused():
    def twice():
        step("a", 1)
        return step("a", 2)

    with pytest.raises(MenuError, match="the step a occurs twice"):
        survey(twice, {})


def test_the_scopes_of_a_convention_are_known_before_the_menu_is_read():
    def outer():
        return step("inner", lambda: convention("unit", GB=1, MB=1000))

    assert survey(outer, {})[1].conventions["unit"].scopes == ["inner"]


def test_a_name_with_two_menus_is_refused():
    def solver():
        return choose("a", 1, b=2) + choose("a", 1, c=2)

    with pytest.raises(MenuError, match="a occurs with"):
        assert survey(solver, {})[1].menu


def test_runs_in_threads_are_separate():
    barrier = threading.Barrier(2)
    values = {}

    def slow(own):
        barrier.wait()
        value = choose("which", "right", wrong="wrong")
        barrier.wait()
        values[own] = value

    threads = [
        threading.Thread(target=run, args=(slow, {"own": option}), kwargs={"wrong": {"which": option}})
        for option in ("right", "wrong")
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert values == {"right": "right", "wrong": "wrong"}


def test_a_recording_in_another_process_has_its_choice_points():
    _, record = survey(network, {})
    sent = pickle.loads(pickle.dumps(record))
    for each in (sent, sent.copy()):
        assert {name: (point.options, point.scopes) for name, point in each.menu.items()} == {
            name: (point.options, point.scopes) for name, point in record.menu.items()
        }
