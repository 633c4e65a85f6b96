"""Files of wrong rules: each is well formed, and a fault in one is reported with its file and line."""

import json
from pathlib import Path

import pytest

from checker import check, load_problem
from checker.derivation import wrong_rules
from checker.derivation.symbols import read_formula
from checker.derivation.wrong_rules import RuleError, read_rules, rewritten_by_rules
from checker.formula.show import show
from tests.tables import rows

SECTIONS = ("pieces", "formulas", "everywhere", "definitions", "everywhere in definitions")
FOLDER = Path(wrong_rules.__file__).parent / "rules"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_rule_of_a_file_can_be_read(path):
    rules = read_rules(path.name, path.read_text(encoding="utf-8"))
    assert rules
    for rule in rules:
        rule.check()
        assert not (rule.section.startswith("everywhere") and rule.comparisons)


def rules_of(change, says="You used {new}.", where=""):
    text = json.dumps([{"name": "wrong", "where": where, "change": change, "says": says}], ensure_ascii=False)
    return read_rules("some.yaml", text)


def rewritten(formula, *rule):
    tree = read_formula(formula, "expression", ()).tree
    found = [each for rule in rules_of(*rule) for each in rule.rewritings(tree)]
    shown = [{slot: " and ".join(map(show, nodes)) for slot, nodes in each.parts.items()} for each in found]
    sentences = [each.sentence.format(bare="{bare}", **parts) for each, parts in zip(found, shown, strict=True)]
    return [(said, show(each.node)) for each, said in zip(found, sentences, strict=True)]


@pytest.mark.parametrize(("pattern", "form", "formula", "wrong"), rows(__file__, "what_a_pattern_fits"))
def test_what_a_pattern_fits(pattern, form, formula, wrong):
    pattern, _, where = pattern.partition(" where ")
    found = rewritten(formula, f"{pattern} => {form}", "You used {new}.", where)
    assert found == ([] if wrong is None else [(f"You used {wrong}.", wrong)])


def test_a_condition_on_what_is_around():
    (rule,) = rules_of("exp(-x) => 1 - whole", where="within is not 1 - whole")
    trees = [read_formula(text, "expression", ()).tree for text in ("exp(-t)", "1 - exp(-t)", "2 - exp(-t)")]
    assert [len([*rule.rewritings(trees[0], around)]) for around in ([], trees[1:2], trees[2:])] == [1, 0, 1]


def test_a_family_stands_for_its_distributions():
    rules = rules_of("counts_cdf(k, rest) => counts_sf(k, rest)")
    assert [rule.root for rule in rules] == ["binomial_cdf", "poisson_cdf", "geometric_cdf", "hypergeometric_cdf"]
    assert rewritten("poisson_cdf(2, m)", "counts_cdf(k, rest) => counts_sf(k, rest)") == [
        ("You used poisson_sf(2, m).", "poisson_sf(2, m)")
    ]


def test_braces_and_signs_stand_for_several_rules():
    found = rewritten("cos(a) - 1", "{sin|cos}(x) ± 1 => {cos|sin}(x)", "You {added|subtracted} in {x}.")
    assert found == [("You subtracted in a.", "sin(a)")]


@pytest.mark.parametrize(("formula", "option", "wrong"), rows(__file__, "a_wrong_form_has_the_sign_of_its_pattern"))
def test_a_wrong_form_has_the_sign_of_its_pattern(formula, option, wrong):
    tree = read_formula(formula, "expression", ()).tree
    found = {each.option: show(each.node) for section in SECTIONS for each in rewritten_by_rules(section, tree)}
    assert found.get(option) == wrong


@pytest.mark.parametrize(("text", "problem"), rows(__file__, "a_fault_is_reported_with_its_line"))
def test_a_fault_is_reported_with_its_line(text, problem):
    with pytest.raises(RuleError) as error:
        for rule in read_rules("some.yaml", f"# Rules.\n- {{{text}}}"):
            rule.check()
    assert str(error.value).startswith("some.yaml:2: ")
    assert problem in str(error.value)


@pytest.mark.parametrize(
    ("expression", "symbols", "answer", "is_told"),
    [
        ("a/b", "{a: 3.7, b: 11.9}", 3.7 / 8.2, True),
        ("a/b", "{a: 11.9, b: 3.7}", 11.9 / -8.2, False),
        ("p*x + q*y", "{p: 0.3, x: 71.3, q: 0.7, y: 88.9}", 80.1, True),
        ("p*x + q*y", "{p: 0.3, x: 71.3, q: 0.9, y: 88.9}", 80.1, False),
    ],
)
def test_conditions_on_values(tmp_path, expression, symbols, answer, is_told):
    file = tmp_path / "asked.yaml"
    file.write_text(
        f"id: a\ntype: formula\nprompt: Work.\nparameters: {{expression: {expression}, symbols: {symbols}}}\n"
    )
    found = check(load_problem(file), f"{answer:.8g}", feedback="full").record()["explanations"]
    told = {mistake["id"].rpartition(".")[2] for each in found for mistake in each["mistakes"]}
    assert bool({"odds", "plain_mean"} & told) is is_told


def test_a_rule_on_two_places_at_least():
    (rule,) = rules_of("x^n => x", "You left out all exponents.", "everywhere; twice")
    for formula, wrong in (("a^2 + b", []), ("a^2 + b^3", ["a + b"])):
        tree = read_formula(formula, "expression", ()).tree
        assert [show(each.node) for each in rule.rewritings_everywhere(tree)] == wrong
