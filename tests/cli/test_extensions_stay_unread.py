"""What students run on their own documents reads nobody's extensions."""

from checker.cli.student_documents import load_assignments

PROBLEM = "id: layer\ntype: feed_forward_parameters\nparameters: {d_model: 4, d_ff: 8}\n"


def test_students_need_no_extensions(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "layer.yaml").write_text(PROBLEM)
    (tmp_path / "a" / "assignment.yaml").write_text("due: 2026-10-05\nextensions: gone.csv\n")
    for name in (None, "a"):
        folder = load_assignments(tmp_path, name)["a"]
        assert [problem.id for problem in folder.problems] == ["layer"]
        assert folder.broken == ()
        assert folder.settings.dates.extensions == {}
