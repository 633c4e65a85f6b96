"""Files of wrong rules: each is well formed, and a fault in one is reported with its file and line."""

from pathlib import Path

import pytest

from checker import check, load_problem
from checker.derivation import rule_files
from checker.derivation.rule_files import SECTIONS, read_rules, rewritten_by_rules
from checker.derivation.symbols import read_formula
from checker.formula.show import show

FOLDER = Path(rule_files.__file__).parent / "rules"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_every_rule_of_a_file_can_be_read(path):
    sections = read_rules(path.name, path.read_text(encoding="utf-8"))
    assert any(sections.values())
    for section, rules in sections.items():
        for rule in rules:
            rule.check()
            assert not (section.startswith("everywhere") and any(case.comparisons for case in rule.cases))


def rewritten(text, formula):
    (rules,) = read_rules("some.txt", text).values()
    tree = read_formula(formula, "expression", ()).tree
    found = [each for rule in rules for each in rule.rewritings(tree)]
    shown = [{slot: " and ".join(map(show, nodes)) for slot, nodes in each.parts.items()} for each in found]
    sentences = [each.sentence.format(bare="{bare}", **parts) for each, parts in zip(found, shown, strict=True)]
    return [(each.option, said, show(each.node)) for each, said in zip(found, sentences, strict=True)]


RULE = """\
[pieces]
{pattern}
  common wrong  {form}
    You used {{new}}.
"""


@pytest.mark.parametrize(
    ("pattern", "form", "formula", "wrong"),
    [
        ("a/b", "b/a", "x/(y + 1)", "(y + 1)/x"),
        ("others*a^2/below", "others*a/below", "k*x^2*m/q", "k·m·x/q"),
        ("others*ln(a)/below", "others*a/below", "ln(x)", None),
        ("others*ln(a)", "a/others", "u*ln(x)*v", "x/u/v"),
        ("a - more", "a + more", "a - b - c", "a + b + c"),
        ("more - l", "l - more", "a + b - c", "c - a - b"),
        ("a + b", "a*b", "x + y + z", None),
        ("a - a/b", "b", "x - x/y", "y"),
        ("a - a/b", "b", "x - z/y", None),
        ("sqrt(each) + none where each: 2+; none: empty", "sqrt(sum(each))", "sqrt(a) - sqrt(b)", "sqrt(a - b)"),
        ("1/a - 1/each", "1/sum(1/each) - a", "1/x - 1/y - 1/z", "1/(1/y + 1/z) - x"),
        ("a/(more + b) where more: added", "a/b", "x/(y + z)", "x/z"),
        ("a/(more + b) where more: added", "a/b", "x/(v - y + z)", None),
        ("others*(a + b) where others: not pair", "a", "x*(y + z)", "y"),
        ("others*(a + b) where others: not pair", "a", "(u - v)*(y + z)", None),
        ("others*(1 - each) where each: 2+", "others*(1 - product(each))", "p*(1 - a)*(1 - b)", "p·(1 - a·b)"),
        ("1/a + 1/each", "a + sum(each)/count(each)", "1/x + 1/y + 1/z", "x + (y + z)/2"),
        ("a*b where in order; b: number", "b", "3*x", None),
        ("a*b where b: number", "b", "3*x", "3"),
        ("a*b where b: not symbol", "a", "x*(y + z)", "x"),
        ("t + b where t: c*d", "c", "x*y + z", "x"),
        ("x*y*rest where rest: not power", "x", "a*b^2*c", "a"),
        ("a - rest where rest: 2+", "a", "x - y", None),
        ("a + rest where rest: 2+", "a", "x - y + z", "x"),
        ("-a + rest", "a", "x - y", None),
        ("-a + rest", "a", "-x - y", "x"),
        ("rest*(1 - each)/b where each: 2+", "b", "(1 - x)*(1 + y)/z", None),
        ("sqrt(each) + none where none: empty", "sum(each)", "sqrt(a) - b", None),
    ],
)
def test_what_a_pattern_fits(pattern, form, formula, wrong):
    found = rewritten(RULE.format(pattern=pattern, form=form), formula)
    assert found == ([] if wrong is None else [("wrong", f"You used {wrong}.", wrong)])


def test_braces_and_signs_stand_for_several_rules():
    text = "[pieces]\n{sin|cos}(x) ± 1\n  rare one  {cos|sin}(x)\n    You {added|subtracted} in {x}.\n"
    assert rewritten(text, "cos(a) - 1") == [("one", "You subtracted in a.", "sin(a)")]


@pytest.mark.parametrize(
    ("formula", "option", "wrong"),
    [
        ("-b - sqrt(b^2 + q)", "linear_term_neglected", "-√q"),
        ("-sqrt(q + b^2) - b", "linear_term_neglected", "-√q"),
        ("b - sqrt(b^2 + q)", "linear_term_neglected", "-√q"),
        ("sqrt(b^2 + q) - b", "linear_term_neglected", "√q"),
        ("(1 + i)/(1 + f) - 1", "rates_subtracted", "i - f"),
        ("(1 - i)/(1 - f) - 1", "rates_subtracted", "f - i"),
        ("L*i/(1 - (1 + i)^(-n))", "without_interest", "L/n"),
        ("L*i/(1 - (1 - i)^(-n))", "without_interest", None),
        ("2*pi*pi/x", "area_for_arc", None),
    ],
)
def test_a_wrong_form_has_the_sign_of_its_pattern(formula, option, wrong):
    tree = read_formula(formula, "expression", ()).tree
    found = {each.option: show(each.node) for section in SECTIONS for each in rewritten_by_rules(section, tree)}
    assert found.get(option) == wrong


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("[peaces]\n", 1, "[peaces] is none of pieces, formulas"),
        ("a + b\n", 1, "a pattern a section such as [pieces]"),
        ("[pieces]\n  rare one  a\n", 2, "a form needs a pattern before it"),
        ("[pieces]\na + b\n  often one  a\n    Said.\n", 3, "needs a weight (typical, common, usual, rare)"),
        ("[pieces]\na + b\n  rare one\n    Said.\n", 3, "a name and a formula"),
        ("[pieces]\na + b\n    Said.\n", 3, "a sentence needs a wrong form before it"),
        ("[pieces]\na + b\n  rare one  a\n", 3, "a wrong form needs a sentence below it"),
        ("[pieces]\na + b\n", 2, "a pattern needs a wrong form below it"),
        ("[pieces]\na + b\n  rare one  a + c\n    Said.\n", 3, "c in `a + c` is not in the pattern"),
        ("[pieces]\na + b\n  rare one  a +\n    Said.\n", 3, "cannot be read"),
        ("[pieces]\na + (b\n  rare one  a\n    Said.\n", 2, "`a + (b` cannot be read"),
        ("[pieces]\na + b\n  rare one  a\n    Said {c}.\n", 3, "c in `c` is not in the pattern"),
        ("[pieces]\na + b\n  rare one  a\n    Said.\n    Said.\n", 5, "a sentence needs a wrong form before it"),
        ("[pieces]\na + b where a < c\n  rare one  a\n    Said.\n", 2, "c in `a < c` is not in the pattern"),
        ("[pieces]\na + b where c: number\n  rare one  a\n    Said.\n", 2, "`c: number` is no condition on a letter"),
        ("[pieces]\na ± b\n  rare one  {a|b|c}\n    Said.\n", 3, "another number of texts in braces"),
    ],
)
def test_a_fault_is_reported_with_its_line(text, line, problem):
    with pytest.raises(AssertionError) as error:
        for rule in (rule for rules in read_rules("some.txt", text).values() for rule in rules):
            rule.check()
    assert str(error.value).startswith(f"some.txt:{line}: ")
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
    text = "[everywhere]\nx^n where twice\n  usual bases  x\n    You left out all exponents.\n"
    (rule,) = read_rules("some.txt", text)["everywhere"]
    for formula, wrong in (("a^2 + b", []), ("a^2 + b^3", ["a + b"])):
        tree = read_formula(formula, "expression", ()).tree
        assert [show(each.node) for each in rule.rewritings_everywhere(tree)] == wrong
