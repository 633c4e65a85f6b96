"""File names for ids: good on every system, one for each id, and the id itself where nothing is wrong with it."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from checker.lms.names import natural, possible_names, safe_names

CLASHING = st.text(alphabet="aAäÄßsSſéeıIİµμKK.,- ~/\\:\u0301\u202e\u0000\ufe0f", max_size=6)
RESERVED = st.sampled_from(
    ["CON", "con", "nul.txt", "Aux .md", "COM1", "lpt¹", "..", ".", "", "a/../../b", "C:\\x", "x" * 300]
)
HASHED = st.sampled_from(["Lee", "lee", "Lee~e7da824a3429c2aa", "LEE"])
ANY_IDS = st.sets(st.one_of(CLASHING, RESERVED, HASHED, st.text(max_size=130)), max_size=12)


def problems_of(name):
    """Return what some system finds wrong with a file name."""
    base = name.split(".")[0].strip().upper()
    rules = {
        "empty": not name,
        "too long": len(name.encode()) > 100,
        "a sign that Windows forbids": re.search(r'[<>:"/\\|?*]', name),
        "a character that nobody sees": any(
            unicodedata.category(each) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} for each in name
        ),
        "an end that Windows drops": name.endswith((".", " ")),
        "a hidden file, an option or a space": name.startswith((".", "-", " ", "~")),
        "a device": re.fullmatch(r"CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(COM|LPT)[0-9¹²³]", base),
        "not composed": unicodedata.normalize("NFC", name) != name,
    }
    return [rule for rule, is_broken in rules.items() if is_broken]


def seen_by_file_systems(name):
    """Return the name as systems that ignore case or composition compare it."""
    forms = [name.casefold(), name.lower(), name.upper(), unicodedata.normalize("NFD", name).casefold()]
    return {unicodedata.normalize(form, each) for each in forms for form in ("NFC", "NFD")}


@given(ANY_IDS)
@example({"Lee", "lee", "Lee~e7da824a3429c2aa"})
@example({"ı", "I"})
@example({chr(0xD800), chr(0xD801)})  # halves of a character
def test_names_are_good_everywhere_and_different_for_different_ids(ids):
    names = safe_names(ids)
    assert names.keys() == ids
    assert {name: found for name in names.values() if (found := problems_of(name))} == {}
    seen = [form for name in names.values() for form in seen_by_file_systems(name)]
    assert len(seen) == len(set(seen))
    assert all(name in possible_names(id_) for id_, name in names.items())


@pytest.mark.parametrize(
    "id_", ["s1042", "a.lee@uni.edu", "Müller, Ana", "O'Brien", "李明", "שלום", "हिन्दी", "a_b-c", "Lee (2)", "x+y"]
)
def test_a_harmless_id_is_its_own_name(id_):
    assert safe_names([id_]) == {id_: id_}


@pytest.mark.parametrize(("id_", "name"), [
    ("../x", "__x~"), ("a\\b", "a_b~"), ("..", "_~"), ("", "_~"), (".x", "_x~"), ("-rf", "_rf~"), ("x. .", "x_~"), ("CON", "_CON~"),
    ("nul.txt", "_nul.txt~"), ("aux .x", "_aux .x~"), ("a\u202eb", "a_b~"), ("a\0b", "a_b~"), ("a\ud800b", "a_b~"), ("a\u3164b", "a_b~"),
    ("a~b", "a_b~"), ("x" * 300, "x" * 83 + "~"), ("é" * 300, "é" * 41 + "~"), ("x" * 82 + " .y" * 9, "x" * 82 + "~"),
])  # fmt: skip
def test_any_other_id_is_changed_and_gets_a_hash(id_, name):
    assert re.fullmatch(re.escape(name) + "[0-9a-f]{16}", safe_names([id_])[id_])


def test_ids_that_differ_by_case_or_composition_get_a_hash_each():
    names = safe_names(["Lee", "kim", "lee", "M\u00fcller", "Mu\u0308ller"])
    assert names["kim"] == "kim"
    assert [name.partition("~")[0] for name in names.values()] == ["Lee", "kim", "lee", "M\u00fcller", "M\u00fcller"]
    assert len(set(names.values())) == len(names)


@given(ANY_IDS, CLASHING)
def test_a_further_id_changes_no_name_that_it_does_not_clash_with(ids, further):
    before, after = safe_names(ids), safe_names(ids | {further})
    changed = {id_ for id_ in ids if before[id_] != after[id_]}
    assert changed <= {id_ for id_ in ids if seen_by_file_systems(id_) & seen_by_file_systems(further)}


def test_numbers_in_ids_are_in_the_order_of_their_values():
    assert sorted(["s10", "s2", "a", "s2b", "10"], key=natural) == ["10", "a", "s2", "s2b", "s10"]
