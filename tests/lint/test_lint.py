"""`checker lint`: for each code a file that has the finding, and one that has it not."""

import json

import pytest
from click.testing import CliRunner

from checker.cli.app import cli
from checker.lint import lint
from checker.lint.conventions import is_told
from checker.problems import NoProblemError

LAYER = """\
id: layer
type: encoder_layer_parameters
prompt: |
  How many weights? {conventions}
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 20, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
"""

ATTENTION = """\
id: attention
type: attention_output
prompt: The output? {conventions}
parameters: {queries: [[0, 1]], keys: [[1, 1], [0, -1]], values: [[1, 0], [-1, 1]]}
conventions: {scale: sqrt_d_k}
"""

SAY_SO = "say so, or write {conventions}"
W_O = "Your key counts the output projection W_O; this question does not."


@pytest.fixture
def found(tmp_path):
    """What lint finds in a file of this text, without the file's name."""

    def find(text):
        path = tmp_path / "problem.yaml"
        path.write_text(text, encoding="utf-8")
        findings = lint(path).findings
        assert all(finding.file == str(path) for finding in findings)
        return [f"{line}:{column} {code} {message}" for _, line, column, code, message in findings]

    return find


@pytest.mark.parametrize("text", [LAYER, ATTENTION])
def test_nothing_is_wrong_with_a_good_file(found, text):
    assert found(text) == []


def test_schema(found):
    assert found(LAYER.replace("d_ff: 120", "d_f: 120")) == [
        "5:59 schema d_f is not a parameter of encoder_layer_parameters; did you mean d_ff?",
    ]


def test_undeclared_tells_what_each_option_gives(found):
    assert found(LAYER.replace(", output_projection: left_out", "")) == [
        "6:1 undeclared the answer depends on `output_projection`: counted 33,792 (default), left_out 28,672"
    ]


def test_undeclared_tells_a_convention_once_and_not_those_that_follow_it(found):
    assert found(LAYER.replace("biases: left_out, ", "")) == [
        "6:1 undeclared the answer depends on `biases`: counted 29,064 (default), left_out 28,672"
    ]


def test_undeclared_where_there_are_no_conventions_stands_at_the_type(found):
    text = ATTENTION.replace("conventions: {scale: sqrt_d_k}\n", "")
    assert found(text) == [
        "2:1 undeclared the answer depends on `scale`: sqrt_d_k [[0.6089, 0.1956]] (default), none [[0.7616, 0.1192]]",
    ]


def test_undeclared_names_the_part_and_leaves_out_what_no_part_asks(found):
    text = LAYER.replace(", layer_norm: left_out, output_projection: left_out", "")
    parts = "parts:\n  - {id: attention, asks: attention}\n  - {id: ffn, asks: feed_forward}\n"
    assert found(text + parts) == [
        (
            "6:1 undeclared the answer to `attention` depends on `output_projection`: "
            "counted 18,432 (default), left_out 13,312"
        )
    ]


def test_undeclared_counts_the_other_answers_that_depend_on_it(found):
    parts = "parts:\n  - {id: attention, asks: attention}\n  - {id: total}\n"
    assert found(LAYER.replace(", output_projection: left_out", "") + parts) == [
        (
            "6:1 undeclared the answer to `total` (and to 1 more) depends on `output_projection`: "
            "counted 33,792 (default), left_out 28,672"
        )
    ]


def test_undeclared_within_the_tolerance_is_nothing_to_declare(found):
    text = LAYER.replace(", output_projection: left_out", "") + "tolerance: {relative: 0.5}\n"
    assert not any("undeclared" in finding for finding in found(text))


def test_a_convention_of_the_assignment_is_declared(found, tmp_path):
    (tmp_path / "assignment.yaml").write_text("conventions: {output_projection: left_out}\n")
    assert found(LAYER.replace(", output_projection: left_out", "")) == []


def test_unused(found):
    assert found(LAYER.replace("biases:", "norm_biases: counted, biases:")) == [
        "6:15 unused `norm_biases` is declared, but no answer depends on it"
    ]


def test_unused_in_a_part(found):
    part = "  - {id: ffn, asks: feed_forward, conventions: {layer_norm: counted}}\n"
    text = LAYER.replace(", layer_norm: left_out, output_projection: left_out", "") + "parts:\n" + part
    assert found(text) == ["8:49 unused `layer_norm` is declared, but no answer depends on it"]


def test_unstated_stands_where_it_is_declared(found):
    assert found(LAYER.replace(" {conventions}", " LayerNorms do not count.")) == [
        f"6:15 unstated the prompt does not say that this question leaves the biases out; {SAY_SO}",
        f"6:55 unstated the prompt does not say that this question leaves the output projection W_O out; {SAY_SO}",
    ]


def test_unstated_by_the_assignment_stands_at_the_prompt(found, tmp_path):
    (tmp_path / "assignment.yaml").write_text("conventions: {output_projection: left_out}\n")
    text = LAYER.replace(", output_projection: left_out", "").replace("{conventions}", "No biases or layer norms.")
    assert found(text) == [
        f"3:1 unstated the prompt does not say that this question leaves the output projection W_O out; {SAY_SO}"
    ]


def test_what_a_part_declares_the_problem_does_not_fill_in(found):
    part = "  - {id: ffn, asks: feed_forward, conventions: {biases: counted}}\n  - {id: total}\n"
    assert found(LAYER + "parts:\n" + part) == [
        "8:49 unstated the prompt does not say that this question counts the biases; say so"
    ]


@pytest.mark.parametrize(
    ("prompt", "name", "option", "sentence"),
    [
        ("Without bias terms.", "biases", "left_out", "leaves the biases out"),
        ("and the layer normalisation", "layer_norm", "counted", "counts the LayerNorms"),
        ("W_O counts", "output_projection", "counted", "counts the output projection W_O"),
        ("with a row for each token", "layout", "rows", "writes a row for each position"),
        (r"with $\sqrt{d_k}$", "scale", "sqrt_d_k", "divides by the root"),
    ],
)
def test_words_that_tell_a_convention(prompt, name, option, sentence):
    assert is_told(prompt, name, option, sentence)
    assert not is_told("How many?", name, option, sentence)


ALIASED = LAYER.replace("d_ff: 120", "d_ff: 80").replace("output_projection: left_out", "output_projection: counted")


def test_alias_proposes_better_parameters_or_a_step(found):
    assert found(ALIASED) == [
        (
            "5:1 alias `output_projection.left_out`, `matrices.one` and 1 more give 23,552, "
            "so nobody can tell them apart; num_heads = 2 (70% → 88%) "
            "or asking `attention` and `attention.values` as parts (70% → 100%) would tell"
        )
    ]


def test_alias_reminds_of_a_prompt_that_has_the_value_itself(found):
    [finding] = found(ALIASED.replace("How many weights?", "How many weights do 4 heads have?"))
    assert "num_heads = 2 (70% → 88%, to be changed in the prompt too) or asking" in finding
    [finding] = found(ALIASED.replace("How many weights?", "How many weights do {num_heads} heads of 4 have?"))
    assert "num_heads = 2 (70% → 88%) or asking" in finding


MEMORY = """\
id: memory
type: training_memory
prompt: How much? {conventions}
parameters: {num_parameters: 1557611200, optimizer: adam, dtype: float32}
conventions: {unit: GB}
"""


def test_alias_proposes_a_part_alone_where_one_answer_tells_less_than_half(found):
    assert found(MEMORY) == [
        (
            "4:1 alias `number_size.two_bytes`, `beside_weights.gradients_only` and 1 more give 12.46, "
            "so nobody can tell them apart; asking `gradients` as a part (45% → 100%) would tell"
        )
    ]
    assert found(MEMORY + "parts:\n  - {id: gradients, asks: gradients}\n  - {id: total}\n") == []


def test_alias_that_a_part_tells_apart_is_none(found):
    parts = "parts:\n  - {id: attention, asks: attention}\n  - {id: total}\n"
    assert found(ALIASED + parts) == []


def test_alias_that_no_parameters_avoid_lies_in_the_question(found):
    text = LAYER.replace("layer_norm: left_out", "layer_norm: counted, norm_biases: counted")
    assert found(text) == []  # LayerNorms without their biases are as much as one LayerNorm of two


def test_alias_in_a_formula_proposes_other_numbers_for_its_symbols(found):
    text = "id: al\ntype: formula\nprompt: '{n}, 4 and {k}'\nparameters:\n  expression: n*d*k + 2*d\n"
    assert found(text + "  symbols: {n: 2, d: {value: 4}, k: 4}\n") == [
        (
            "4:1 alias `n.left_out` and `2*d.subtracted` both give 24, so nobody can tell them apart; "
            "n = 3 and d = 8 (42% → 90%, to be changed in the prompt too) or asking `n·d·k` as a part (42% → 52%) would tell"
        )
    ]


def test_alias_of_matrices_proposes_other_numbers(found):
    text = ATTENTION.replace("queries: [[0, 1]]", "queries: [[1, 1]]").replace("scale: sqrt_d_k", "scale: none")
    assert found(text.replace("[[1, 1], [0, -1]]", "[[1, 1], [0, 0]]")) == [
        (
            "4:1 alias `mask.causal` and `softmax.by_sum` both give [[1, 0]], so nobody can tell them apart; "
            "keys = [[1, 1], [1, 0]] (63% → 81%) would tell"
        )
    ]


def test_hidden(found):
    assert found(ATTENTION + "tolerance: {absolute: 0.15}\n") == [
        (
            "6:1 hidden `root.forgotten` ([[0.4621, 0.2689]]) and `softmax.scaled_afterwards` ([[0.5385, 0.08429]]) "
            "lie within the tolerance of [[0.6089, 0.1956]], so nobody would notice; "
            "queries = [[1, 1]] (69% → 85%) or asking `scaled_scores` as a part (69% → 92%) would tell"
        )
    ]


def test_key_is_diagnosed(found):
    assert found(LAYER + "key: 33792\n") == [f"7:1 key the solver gives 28,672, not 33,792. {W_O}"]


def test_keys_of_one_problem_are_explained_together(found):
    """Alone, the first key could also leave only the biases of Q, K and V out beside W_O; the second rules that out."""
    text = LAYER.replace(
        "{biases: left_out, layer_norm: left_out, output_projection: left_out}",
        "{biases: counted, norm_biases: counted, layer_norm: counted, output_projection: counted}",
    )
    first, second = "  - {id: attention, asks: attention, key: 13312}\n", "  - {id: total, key: 28672}\n"
    biases = "Your key leaves the biases out; this question does not."
    norms = "Your key leaves the LayerNorms out; this question does not."
    w_o = "Your key leaves the output projection W_O out; this question does not."
    two = "You counted two of the three input projections. Count Q, K and V."
    assert found(text + "parts:\n" + first + second) == [
        f"8:38 key the solver gives 18,704, not 13,312. {biases} {w_o} Or: {biases} {two}",
        f"9:17 key the solver gives 34,504, not 28,672. You made the same mistake as in your key to attention. {norms}",
    ]
    [alone] = found(text + "parts:\n" + first + second.replace("28672", "34504"))
    assert alone.count(" Or: ") == 2


def test_key_that_nothing_explains_or_nobody_can_read(found):
    assert found(LAYER + "key: 1234567\n") == [
        "7:1 key the solver gives 28,672, not 1,234,567. No known mistake gives it."
    ]
    [finding] = found(LAYER + "key: 64 or 128\n")
    assert finding.startswith("7:1 key the solver gives 28,672, not 64 or 128. ")


def test_key_that_agrees(found):
    assert found(LAYER + 'key: "28,672"\n') == []


def test_examples(found):
    text = LAYER + (
        "credit: {one_mistake: 0.5}\n"
        "examples:\n"
        "  - {answer: 28672, verdict: correct}\n"
        "  - {answer: 33792, verdict: partial, mistakes: [output_projection.counted]}\n"
        "  - {answer: 28672, verdict: partial}\n"
        "  - {answer: 33792, verdict: partial, mistakes: [biases.counted]}\n"
        "  - {answer: 1234567, verdict: incorrect, mistakes: [biases.counted]}\n"
    )
    assert found(text) == [
        "11:5 example 28672 is correct, not partial",
        "12:5 example 33792 is output_projection.counted, not biases.counted",
        "13:5 example 1234567 is unexplained, not biases.counted",
    ]


@pytest.fixture
def bank(tmp_path):
    """A good file, a broken one, and a risky one in a folder of its own."""
    (tmp_path / "a.yaml").write_text(LAYER)
    (tmp_path / "b.yaml").write_text(LAYER.replace("id: layer", "id: B"))
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "c.yaml").write_text(LAYER.replace("id: layer", "id: other") + "key: 33792\n")
    return tmp_path


def run(*arguments):
    runner = CliRunner()
    result = runner.invoke(cli, ["lint", *map(str, arguments)])
    return result.exit_code, result.stdout


def test_findings_are_aligned_and_counted(bank, monkeypatch):
    monkeypatch.chdir(bank.parent)
    code, text = run(bank.name)
    place = f"{bank.name}/deep/c.yaml:7:1"
    broken = f"{bank.name}/b.yaml:1:5".ljust(len(place))
    assert code == 1
    assert text.splitlines() == [
        f"{broken} schema  id must be made of lowercase letters, digits and hyphens",
        f"{place} key     the solver gives 28,672, not 33,792. {W_O}",
        "2 findings in 3 problems",
    ]


def test_one_file_and_no_findings(bank):
    assert run(bank / "a.yaml") == (0, "no findings in 1 problem\n")


def test_json(bank):
    code, text = run("--format", "json", bank / "b.yaml")
    assert code == 1
    assert json.loads(text) == [
        {
            "file": str(bank / "b.yaml"),
            "line": 1,
            "column": 5,
            "code": "schema",
            "message": "id must be made of lowercase letters, digits and hyphens",
        }
    ]
    assert run("--format", "json", bank / "a.yaml") == (0, "[]\n")


def test_the_same_id_twice(bank):
    (bank / "deep" / "c.yaml").write_text(LAYER)
    assert [finding.message for finding in lint(bank).findings if finding.file.endswith("c.yaml")] == [
        f"the id layer is taken by {bank / 'a.yaml'}; ids are unique below the problems folder"
    ]


def test_no_such_folder(tmp_path):
    code, text = run(tmp_path / "nowhere")
    assert (code, text) == (2, "")
    with pytest.raises(NoProblemError, match="there is no file or folder"):
        lint(tmp_path / "nowhere")


def test_what_has_no_effect_is_told(tmp_path):
    file = tmp_path / "head.yaml"
    file.write_text(
        "id: head\ntype: classification_head_parameters\nprompt: '{conventions}'\n"
        "parameters: {hidden_size: 768, num_classes: 5}\nconventions: {biases: counted}\n"
        "follow_through: true\nsymbols: {d: hidden_size}\n"
    )
    assert [(finding.line, finding.code, finding.message) for finding in lint(file).findings] == [
        (6, "unused", "`follow_through` has no effect: no part before this one asks for a step that it is made of"),
    ]


def test_symbols_of_what_is_not_written_in_symbols_are_told(tmp_path):
    file = tmp_path / "softmax.yaml"
    file.write_text(
        "id: softmax\ntype: softmax\nprompt: '{conventions}'\nparameters: {logits: [1, 2]}\nsymbols: {z: logits}\n"
    )
    findings = [(finding.line, finding.code, finding.message) for finding in lint(file).findings]
    assert (5, "unused", "`symbols` has no effect: a vector is not written in symbols") in findings


LISTING = LAYER + "mistakes:\n"


@pytest.mark.parametrize(
    ("entry", "finding"),
    [
        ("answer: 28672", "8:6 hidden `listed.mistake_1` (28,672) is right within the tolerance, so nobody is told what it says"),
        (
            "answer: 33792",
            ("8:6 alias `listed.mistake_1` gives 33,792, as `output_projection.counted` does; "
            "students are told of both: drop it, unless it means another"),
        ),
        ("expression: d_model + 1", None),
    ],
)  # fmt: skip
def test_a_listed_answer_that_adds_nothing(found, entry, finding):
    assert found(f"{LISTING}  - {{{entry}, says: Not so.}}\n") == [finding] * bool(finding)


def test_an_answer_that_is_listed_twice(found):
    text = LISTING + "  - {answer: 65, says: Not so.}\n  - {expression: d_model + 1, says: Not so.}\n"
    assert found(text) == [
        "9:6 alias `listed.mistake_2` gives 65, as `listed.mistake_1` does; say in one sentence what there is to say"
    ]


def test_a_listed_answer_within_the_tolerance_of_its_part(found):
    part = "parts:\n  - {id: a, tolerance: {absolute: 5}, mistakes: [{answer: 28670, says: Not so.}]}\n"
    assert [each for each in found(LAYER + part) if "listed" in each] == [
        "8:51 hidden `listed.mistake_1` (28,670) is right within the tolerance, so nobody is told what it says"
    ]


FORMULAS = LAYER + "answer: formula\nsymbols: {d: d_model, f: d_ff, h: num_heads}\nmistakes:\n"


@pytest.mark.parametrize(
    ("entry", "finding"),
    [
        (
            "answer: 2dh d_k + dh d_v + 2df",
            "10:6 hidden `listed.mistake_1` (28,672) is right within the tolerance, so nobody is told what it says",
        ),
        ("answer: 2dh d_k + dh d_v + 2df + h - 4", None),  # the same for four heads only
        (
            "answer: 2dh(d_k + d_v) + 2df",
            (
                "10:6 alias `listed.mistake_1` gives 33,792, as `output_projection.counted` does; "
                "students are told of both: drop it, unless it means another"
            ),
        ),
        ("answer: 2dh(d_k + d_v) + 2df + h - 4", None),
        ("expression: d_ff + 7", None),
    ],
)
def test_a_listed_formula_that_adds_nothing(found, entry, finding):
    assert found(f"{FORMULAS}  - {{{entry}, says: Not so.}}\n") == [finding] * bool(finding)
