"""OpenDocument texts: what is shown is read, with places that a person finds."""

import pytest

from checker.writeups.formats import DocumentUnreadable
from tests.writeups.formats.office_files import odt, zipped


def style(name, properties="", family="text", **others):
    more = "".join(f' {key.replace("_", ":", 1).replace("_", "-")}="{value}"' for key, value in others.items())
    return f'<style:style style:name="{name}" style:family="{family}"{more}><style:text-properties {properties}/></style:style>'


def p(text, name=""):
    return f'<text:p text:style-name="{name}">{text}</text:p>'


def span(text, name="T1"):
    return f'<text:span text:style-name="{name}">{text}</text:span>'


def test_paragraphs_headings_and_spaces(blocks):
    body = (
        '<text:h text:outline-level="2">Q1</text:h>' + p("a<text:s text:c='2'/>b<text:line-break/>c") + p("x", "Title")
    )
    assert blocks(odt(body), ".odt") == [("heading", ["Q1"]), ("paragraph", ["a  b", "c"]), ("heading", ["x"])]


LEVELS = (
    '<text:list-style style:name="L1">'
    '<text:list-level-style-number text:level="1" style:num-format="1" style:num-prefix="Q" style:num-suffix=")" text:start-value="3"/>'
    '<text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix="." text:display-levels="2"/>'
    '</text:list-style><text:list-style style:name="L2"><text:list-level-style-bullet text:level="1"/></text:list-style>'
)


def items(*texts, name="L1", more=""):
    inside = "".join(f"<text:list-item>{text}</text:list-item>" for text in texts)
    return f'<text:list text:style-name="{name}"{more}>{inside}</text:list>'


def test_the_numbers_of_lists_are_those_that_are_shown(blocks):
    inner = "<text:list>" + "".join(f"<text:list-item>{p(each)}</text:list-item>" for each in "cd") + "</text:list>"
    body = items(p("a"), p("b") + inner, p("e") + p("more"))
    body += items(p("f"), more=' text:continue-numbering="true"') + items(p("g"), name="L2") + items(p("h"))
    assert blocks(odt(body, LEVELS), ".odt") == [
        ("item", ["Q3) a"]),
        ("item", ["Q4) b"]),
        ("item", ["4.a. c"]),
        ("item", ["4.b. d"]),
        ("item", ["Q5) e"]),
        ("paragraph", ["more"]),
        ("item", ["Q6) f"]),
        ("item", ["g"]),
        ("item", ["Q3) h"]),
    ]


def test_tables_have_rows_with_their_places(read):
    cells = "".join(f"<table:table-cell>{p(each)}</table:table-cell>" for each in ("heads", "4"))
    document = read(odt(p("x") + f"<table:table><table:table-row>{cells}</table:table-row></table:table>"), ".odt")
    assert [(line.cells, str(line.place)) for block, line in document.lines if block.kind == "table"] == [
        (("heads", "4"), "paragraph 2, row 1")
    ]


@pytest.mark.parametrize(
    ("properties", "text", "strong", "struck"),
    [
        ('fo:font-weight="bold"', "n 27648", ("27648",), ""),
        ('style:text-line-through-style="solid"', "n", (), "27648"),
        ('style:text-position="super 58%"', "n ^{27648}", (), ""),
        ('style:text-position="-33% 58%"', "n _{27648}", (), ""),
        ('style:text-position="0% 100%"', "n 27648", (), ""),
    ],
)
def test_styles(read, properties, text, strong, struck):
    ((_, line),) = read(odt(p("n " + span("27648")), style("T1", properties)), ".odt").lines
    assert (line.text, line.strong, line.struck) == (text, strong, struck)


def test_hidden_text_is_not_read_but_reported(read):
    document = read(odt(p("n " + span("27648")), style("T1", 'text:display="none"')), ".odt")
    assert [line.text for _, line in document.lines] == ["n"]
    assert document.notes == ("hidden text was not read: “27648”",)


def test_hidden_sections_and_paragraphs(read):
    body = f'<text:section text:display="none">{p("27648")}</text:section>'
    body += p('<text:hidden-paragraph text:is-hidden="true"/>31744') + p("x")
    document = read(odt(body), ".odt")
    assert [line.text for _, line in document.lines] == ["x"]
    assert document.notes == ("hidden text was not read: “2764831744”",)


def test_deleted_text_and_comments_are_not_read(texts):
    body = f"<text:tracked-changes><text:changed-region><text:deletion>{p('31')}</text:deletion></text:changed-region></text:tracked-changes>"
    body += p("size <office:annotation><text:p>wrong: 9</text:p></office:annotation>32")
    assert texts(odt(body), ".odt") == ["size 32"]


def test_equations_are_latex(blocks):
    mathml = (
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>=</mo>'
        '<mn>0.5</mn></mrow><annotation encoding="StarMath 5.0">1 over 2 = 0.5</annotation></semantics></math>'
    )
    frame = '<draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="x"/></draw:frame>'
    files = {"Object 1/content.xml": mathml}
    assert blocks(odt(p(frame) + p(f"so {frame}"), **files), ".odt") == [
        ("formula", [r"\frac{1}{2}=0.5"]),
        ("paragraph", [r"so $\frac{1}{2}=0.5$"]),
    ]


def equation(parts, typed):
    return (
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow>'
        f'{parts}</mrow><annotation encoding="StarMath 5.0">{typed}</annotation></semantics></math>'
    )


@pytest.mark.parametrize(
    ("parts", "typed", "kind", "expected"),
    [
        ("<mi>n</mi><mrow/><mn>2</mn>", "matrix {n # = 2}", "unread", "matrix {n # = 2}"),
        ("<mi>n</mi><mrow/><mo>=</mo><mn>2</mn>", "n {} = 2", "formula", "n=2"),
        ("<mn>2</mn><msup><mi>❑</mi><mi>∘</mi></msup>", "2 &lt;?&gt; ^ ∘", "formula", "2°"),
        ("<mn>2</mn><mo>⋅</mo><mn>3</mn>", "2 cdot 3", "formula", "2·3"),
    ],
)
def test_equations_that_libreoffice_could_not_keep_whole(read, parts, typed, kind, expected):
    drawn = '<text:p><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p>'
    document = read(odt(drawn, **{"Object 1/content.xml": equation(parts, typed)}), ".odt")
    assert [(block.kind, line.text) for block, line in document.lines] == [(kind, expected)]


def test_text_boxes_notes_and_pictures(read):
    box = f"<draw:frame><draw:text-box>{p('box = 7')}</draw:text-box></draw:frame>"
    note = f"<text:note><text:note-citation>1</text:note-citation><text:note-body>{p('really 64')}</text:note-body></text:note>"
    body = p(f"a{box}{note}<draw:frame><draw:image/></draw:frame>") + p("b")
    document = read(odt(body), ".odt")
    assert [(block.kind, line.text, str(line.place)) for block, line in document.lines] == [
        ("paragraph", "a", "paragraph 1"),
        ("picture", "picture", "paragraph 1"),
        ("picture", "picture", "paragraph 1"),
        ("paragraph", "really 64", "note 1"),
        ("paragraph", "b", "paragraph 3"),
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            odt(p("x"), **{"META-INF/manifest.xml": "<m><encryption-data/></m>"}),
            "this file is protected by a password; save it without one",
        ),
        (zipped({"a.txt": "x"}), "this is no OpenDocument text; save it as `.odt`"),
        (b"", "this file is broken; open it, save it again, and hand that in"),
    ],
)
def test_files_that_cannot_be_read(read, data, message):
    with pytest.raises(DocumentUnreadable) as error:
        read(data, ".odt")
    assert error.value.message == message


@pytest.mark.parametrize("number", ["²", "9" * 5000])
def test_numbers_that_libreoffice_never_writes_are_passed_over(blocks, number):
    body = f'<text:h text:outline-level="{number}">Q1</text:h>' + p(f"a<text:s text:c='{number}'/>b")
    levels = LEVELS.replace('text:level="2"', f'text:level="{number}"')
    found = blocks(odt(body + items(p("c")), levels), ".odt")
    assert found == [("heading", ["Q1"]), ("paragraph", ["a b"]), ("item", ["Q3) c"])]
