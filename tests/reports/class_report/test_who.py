"""What students are called: nothing else tells who they are, and no sentence of checker is touched."""

from checker.lms.students import Student
from checker.reports.class_report.model import Who

STUDENTS = [Student("s1042", "Ana Lee", "lee@uni.edu"), Student("7", "Norm", "", "", ("li7",)), Student("s10", "Ana")]


def test_by_default_there_are_ids_and_no_names():
    who = Who(STUDENTS, "ids")
    assert who.told("s1042") == "s1042"
    assert who.name_of("s1042") == ""
    assert who.without_names("Ana Lee (lee@uni.edu) is s1042") == "… (…) is s1042"


def test_a_name_that_is_a_word_changes_no_text():
    who = Who([*STUDENTS, Student("s2", "Max Pool")], "ids")
    text = "Norm of LayerNorms, 7 of 17, Max Pooling"
    assert who.without_names(text) == text
    assert who.reason(text) == text


def test_names_stand_next_to_ids():
    who = Who(STUDENTS, "names")
    assert who.told("s1042") == "s1042 Ana Lee"
    assert who.without_names("Ana Lee is s1042") == "Ana Lee is s1042"


def test_anonymous_students_are_numbers_and_nothing_is_quoted():
    who = Who(STUDENTS, "anonymous")
    assert {who.told(each.id) for each in STUDENTS} == {"student 1", "student 2", "student 3"}
    assert who.told("nobody") == "a student"
    assert who.without_names("I am Ana") == ""
    assert who.reason("A person will read this text.") == "A person will read this text."
    assert who.reason('"512" Zacharias "or 1024" is more than one number.') == "It could not be read."


def test_anonymous_students_come_in_the_order_of_their_numbers():
    many = [Student(f"s{number}") for number in range(100)]
    orders = set()
    for _ in range(3):
        who = Who(many, "anonymous")
        in_order = who.in_order(each.id for each in many)
        assert [who.told(each) for each in in_order] == [f"student {number}" for number in range(1, 101)]
        orders.add(tuple(in_order))
    assert len(orders) == 3, "the order can be worked out again"
    assert Who(many, "ids").in_order(["s3", "s1"]) == ["s3", "s1"]
