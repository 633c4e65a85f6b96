"""What students are called: nothing else tells who they are."""

from checker.lms.students import Student
from checker.reports.class_report.who import Who

STUDENTS = [Student("s1042", "Ana Lee", "lee@uni.edu"), Student("7", "Li", "", "", ("li7",)), Student("s10", "Ana")]


def test_by_default_there_are_ids_and_no_names():
    who = Who(STUDENTS, "ids")
    assert who.told("s1042") == "s1042"
    assert who.name_of("s1042") == ""
    assert who.text("Ana Lee (lee@uni.edu) is s1042, Li is 7.") == "s1042 (s1042) is s1042, 7 is 7."


def test_names_stand_next_to_ids():
    who = Who(STUDENTS, "names")
    assert who.told("s1042") == "s1042 Ana Lee"
    assert who.text("Ana Lee is s1042") == "Ana Lee is s1042"


def test_anonymous_students_are_numbers_and_no_word_of_theirs_is_left():
    who = Who(STUDENTS, "anonymous")
    assert {who.told(each.id) for each in STUDENTS} == {"student 1", "student 2", "student 3"}
    assert who.told("nobody") == "a student"
    text = who.text("Ana Lee, lee@uni.edu, s1042, s10, li7, Li, 7: 27648 of 17")
    one, other, last = (who.told(each.id) for each in STUDENTS)
    assert text == f"{one}, {one}, {one}, {last}, {other}, {other}, {other}: 27648 of 17"


def test_the_order_of_the_numbers_tells_nothing():
    many = [Student(f"s{number}") for number in range(100)]
    orders = {tuple(Who(many, "anonymous").told(each.id) for each in many) for _ in range(3)}
    assert len(orders) == 3
