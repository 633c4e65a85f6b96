"""The policy of the pages: nothing that gets into one runs, is drawn, or calls anybody."""

from __future__ import annotations

import pytest

WATCH = """() => {
  window.blocked = [];
  window.reported = new Promise((resolve) => {
    document.addEventListener("securitypolicyviolation", (each) => {
      window.blocked.push(each.effectiveDirective);
      setTimeout(resolve, 50);
    });
    setTimeout(resolve, 2000);
  });
}"""
"""Notes what is blocked; `reported` waits for the first report and 50 ms for others, at most two seconds."""

PIXEL = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="

INSERTED = {
    "script-src-elem": """() => {
      const each = document.createElement("script");
      each.textContent = "window.ran = true";
      document.body.append(each);
    }""",
    "script-src-attr": """() => {
      const each = document.createElement("button");
      each.setAttribute("onclick", "window.ran = true");
      document.body.append(each);
      each.click();
    }""",
    "script-src": "() => new Promise((resolve) => { setTimeout('window.ran = true'); setTimeout(resolve, 20); })",
    "style-src-elem": """() => {
      const each = document.createElement("style");
      each.textContent = "body { outline: 7px solid red }";
      document.head.append(each);
      window.ran = getComputedStyle(document.body).outlineWidth === "7px";
    }""",
    "style-src-attr": """() => {
      document.body.setAttribute("style", "outline: 7px solid red");
      window.ran = getComputedStyle(document.body).outlineWidth === "7px";
    }""",
    "img-src": f"""() => new Promise((resolve) => {{
      const each = new Image();
      each.onload = () => {{ window.ran = true; resolve(); }};
      each.onerror = resolve;
      each.src = "{PIXEL}";
    }})""",
    "connect-src": f"() => fetch('{PIXEL}').then(() => {{ window.ran = true; }}, () => {{}})",
    "frame-src": """() => {
      const each = document.createElement("iframe");
      each.src = "data:text/html,x";
      document.body.append(each);
    }""",
    "base-uri": """() => {
      const each = document.createElement("base");
      each.href = "https://example.org/";
      document.head.append(each);
      window.ran = document.baseURI === each.href;
    }""",
    "form-action": """() => {
      const each = document.createElement("form");
      each.action = "https://example.org/";
      document.body.append(each);
      each.submit();
    }""",
}
"""What a text that gets into a page as markup could do, by the directive that forbids it."""


@pytest.fixture(params=["feedback", "report"])
def page(request, visit, pages):
    return visit(pages.student("mara") if request.param == "feedback" else pages.report("large"))


@pytest.mark.parametrize("directive", INSERTED)
def test_what_is_inserted_is_blocked(visit, page, directive):
    page.evaluate(WATCH)
    page.evaluate(INSERTED[directive])
    page.evaluate("window.reported")
    assert page.evaluate("window.blocked") == [directive]
    assert not page.evaluate("window.ran")
    assert page.url == visit.opened
    complaints = [fault for fault in visit.faults if fault.startswith(("error: ", "warning: "))]
    assert complaints == visit.faults  # Chromium reports what it has blocked, and has asked for nothing
    visit.faults.clear()


def test_the_same_runs_where_no_policy_forbids_it(visit, pages):
    """What the test above inserts is not harmless of itself."""
    page = visit(pages.student("mara"), bypass_csp=True)
    for directive in ("script-src-elem", "script-src-attr", "script-src", "style-src-elem", "img-src", "connect-src"):
        page.evaluate("window.ran = false")
        page.evaluate(INSERTED[directive])
        assert page.evaluate("window.ran"), directive
    assert {fault.partition(",")[0] for fault in visit.faults} <= {"request: data:image/gif;base64"}
    visit.faults.clear()


def test_the_policy_comes_before_everything_else_and_allows_nothing(visit, pages):
    page = visit(pages.student("mara"))
    for path, scripts in ((pages.student("mara"), 0), (pages.report("large"), 1)):
        visit.go(page, path)
        assert page.locator("head > *").nth(1).get_attribute("http-equiv") == "Content-Security-Policy"
        policy = page.locator("head > meta[http-equiv]").get_attribute("content").split("; ")
        assert policy[0] == "default-src 'none'"
        assert [each.split(" ")[0] for each in policy[1:]] == [
            "style-src", *["script-src"] * scripts, "base-uri", "form-action",
        ]  # fmt: skip
        assert all(each.partition(" ")[2].startswith(("'sha256-", "'none'")) for each in policy)
        assert page.locator("script").count() == scripts
        assert page.locator("style").count() == 1
        assert page.locator("[style], link, img, iframe, object, embed, form, [src]").count() == 0
