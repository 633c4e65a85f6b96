"""All problems below a folder."""

import pytest

from checker.problems import NoProblemError, load_problems

PROBLEM = "id: {}\ntype: feed_forward_parameters\nparameters: {{d_model: 4, d_ff: 8}}\n"


def write(folder, **files):
    for name, text in files.items():
        path = folder / (name.replace("__", "/") + ".yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def messages(collection, folder):
    return [str(finding).replace(f"{folder}/", "") for finding in collection.findings]


def test_a_folder_of_files_is_one_assignment_without_a_name(tmp_path):
    write(tmp_path, b=PROBLEM.format("b"), a=PROBLEM.format("z"))
    collection = load_problems(tmp_path)
    assert collection.findings == ()
    assert list(collection.assignments) == [""]
    assert list(collection.problems) == ["z", "b"]


def test_assignments_and_the_order_in_them(tmp_path):
    write(
        tmp_path,
        one__b=PROBLEM.format("b"),
        one__a=PROBLEM.format("a"),
        one__c=PROBLEM.format("c"),
        one__assignment="title: First\nproblems: [{id: c, label: Q1}, {id: b}]\n",
        two__deep__d=PROBLEM.format("d"),
    )
    collection = load_problems(tmp_path)
    assert collection.findings == ()
    assert {name: [problem.id for problem in each.problems] for name, each in collection.assignments.items()} == {
        "one": ["c", "b", "a"],
        "two/deep": ["d"],
    }
    assert collection.assignments["one"].title == "First"
    assert [problem.label for problem in collection.assignments["one"].problems] == ["Q1", "", ""]


def test_a_broken_file_does_not_stop_the_rest(tmp_path):
    write(
        tmp_path,
        a__good=PROBLEM.format("good"),
        a__bad="id: bad\ntype: poem\n",
        a__worse="id: '\n",
        b__x=PROBLEM.format("x"),
    )
    collection = load_problems(tmp_path)
    assert list(collection.problems) == ["good", "x"]
    assert [(broken.path.name, broken.id, len(broken.findings)) for broken in collection.broken] == [
        ("bad.yaml", "bad", 1),
        ("worse.yaml", None, 1),
    ]
    assert collection.assignments["a"].broken == collection.broken
    assert [finding.split()[0] for finding in messages(collection, tmp_path)] == ["a/bad.yaml:2:7", "a/worse.yaml:1:5"]


def test_with_a_broken_assignment_its_problems_are_broken(tmp_path):
    write(tmp_path, a__good=PROBLEM.format("good"), a__assignment="titel: x\n", b__x=PROBLEM.format("x"))
    collection = load_problems(tmp_path)
    assert list(collection.problems) == ["x"]
    assert [(broken.id, broken.findings) for broken in collection.broken] == [("good", collection.findings)]
    assert messages(collection, tmp_path) == [
        "a/assignment.yaml:1:1 schema titel is not a key of an assignment; did you mean title?"
    ]


def test_of_two_problems_with_one_id_the_first_is_used(tmp_path):
    write(tmp_path, a__one=PROBLEM.format("same"), b__two="# two\n" + PROBLEM.format("same"), b__three="id: same\n")
    collection = load_problems(tmp_path)
    assert [problem.path.name for problem in collection.problems.values()] == ["one.yaml"]
    assert collection.broken == ()
    taken = f"schema the id same is already used by {tmp_path}/a/one.yaml; choose another id"
    assert [str(finding) for finding in collection.findings] == [
        f"{tmp_path}/b/three.yaml:1:1 schema type is missing; it needs text",
        f"{tmp_path}/b/three.yaml:1:5 {taken}",
        f"{tmp_path}/b/two.yaml:2:5 {taken}",
    ]


def test_an_assignment_that_lists_what_is_not_there(tmp_path):
    write(tmp_path, layer=PROBLEM.format("layer"), assignment="problems: [{id: layr}, {id: layer}]\n")
    collection = load_problems(tmp_path)
    assert list(collection.problems) == ["layer"]
    assert messages(collection, tmp_path) == [
        "assignment.yaml:1:17 schema there is no problem layr in this folder; did you mean layer?"
    ]


def test_no_folder(tmp_path):
    with pytest.raises(NoProblemError, match="there is no folder"):
        load_problems(tmp_path / "nowhere")


def test_an_empty_folder(tmp_path):
    assert load_problems(tmp_path).assignments == {}
