"""Packages of QTI keep the rules of QTI."""

from __future__ import annotations

import pytest

from checker.publishing.publish import Wanted, publish
from tests.bank import bank
from tests.publishing import qti_rules
from tests.publishing.published import DRAWN, HOSTILE, made, numeric
from tests.tables import rows

MARKDOWN = """- a list
  1. inner

     > a *quotation* of `code`

| a | b |
|--:|---|
| 1 | <b>x</b> |

# A heading

[a link](http://example.com/a?b=c&d "title"), ![a picture](a.png)

***

one line\\
and another, $x<2$

```python
x = 1
```
"""


def test_packages_keep_the_rules():
    problems = [*sorted(bank().problems)[::12], numeric(id="text", prompt=MARKDOWN), DRAWN]
    problems += [numeric(id=f"text-{at}", title=text, prompt=text) for at, text in enumerate(HOSTILE.values())]
    found = made("qti", *problems, mistakes=0, solutions=True, variants=2)
    assert found.number > len(problems) - 5
    assert qti_rules.breaches(found.files) == []


@pytest.mark.parametrize(("old", "new", "breach"), rows(__file__, "the_rules_notice_what_is_wrong"))
def test_the_rules_notice_what_is_wrong(old, new, breach):
    item = made("qti", "incline").files["A-week/incline.xml"].decode()
    assert qti_rules.item_breaches(item.encode()) == []
    assert old in item
    assert any(each.startswith(breach) for each in qti_rules.item_breaches(item.replace(old, new, 1).encode()))


def test_names_in_a_package_need_no_escapes():
    found = publish([bank().problems["incline"]], Wanted("Übung / 1 & 2"), "qti")
    assert list(found.files) == ["imsmanifest.xml", "bung-1-2/incline.xml"]
    assert qti_rules.breaches(found.files) == []
