"""Diagnosis of answers that real students gave."""

from checker.diagnosis import Difference, diagnose


def test_the_first_difference_has_both_numbers(layer_index, whole):
    found = diagnose(layer_index, whole(31744)).explanations[0]
    assert found.first_difference == Difference("attention", ((), (16384,)), ((), (12288,)))


def test_shares_add_up_and_fall(base_index, whole):
    shares = [one.share for one in diagnose(base_index, whole(39352320)).explanations]
    assert shares == sorted(shares, reverse=True)
    assert 0.9 < sum(shares) <= 1 + 1e-9


def test_a_number_that_is_near_nothing_is_not_silenced(layer_index, whole):
    assert not diagnose(layer_index, whole(99_999_999)).silenced


def test_a_step_may_be_replaced_by_the_students_value(encoder_layer):
    def own(path, value):
        return 16384 if path == "attention" else value

    assert encoder_layer.run(override=own)["total"] == 16384 + 15360
