"""Word documents: what is shown is read, with places that a person finds."""

import pytest

from checker.writeups.formats import DocumentUnreadable
from tests.writeups.formats.office_files import SPACES, docx, m, p, r, zipped

LISTS = (
    '<w:abstractNum w:abstractNumId="0">'
    '<w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="Q%1)"/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2"/></w:lvl>'
    "</w:abstractNum>"
    '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl>'
    "</w:abstractNum>"
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>'
    '<w:num w:numId="4"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="8"/></w:lvlOverride></w:num>'
)


def item(text, number, level=0):
    numbers = f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'
    return f"<w:p><w:pPr>{numbers}</w:pPr>{r(text)}</w:p>"


def test_paragraphs_have_their_lines_and_styles(read):
    document = read(docx(p("total = 5", "<w:b/>") + f"<w:p>{r('a  b')}<w:r><w:br/></w:r>{r('c')}</w:p>"), ".docx")
    assert [(line.text, line.strong, str(line.place)) for _, line in document.lines] == [
        ("total = 5", ("total = 5",), "paragraph 1"),
        ("a  b", (), "paragraph 2"),
        ("c", (), "paragraph 2"),
    ]
    assert [line.place.line for _, line in document.lines] == [1, 2, 3]
    assert document.source == ("total = 5", "a  b", "c")


def test_the_numbers_of_lists_are_those_that_are_shown(blocks):
    body = item("a", 1) + item("b", 1) + item("c", 1, 1) + item("d", 1, 1) + item("e", 1) + item("f", 1, 1)
    body += item("g", 2) + item("h", 4) + item("i", 4)
    assert blocks(docx(body, numbering=LISTS), ".docx") == [
        ("item", ["Q3) a"]),
        ("item", ["Q4) b"]),
        ("item", ["4.a c"]),
        ("item", ["4.b d"]),
        ("item", ["Q5) e"]),
        ("item", ["5.a f"]),
        ("item", ["g"]),
        ("item", ["Q8) h"]),
        ("item", ["Q9) i"]),
    ]


def test_headings_by_style_outline_and_what_a_style_is_based_on(read):
    styles = (
        '<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="Mine"><w:basedOn w:val="berschrift2"/><w:name w:val="Mine"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="Loop"><w:basedOn w:val="Loop"/><w:name w:val="Loop"/></w:style>'
    )
    named = "".join(
        f'<w:p><w:pPr><w:pStyle w:val="{each}"/></w:pPr>{r(each)}</w:p>' for each in ("berschrift2", "Mine", "Loop")
    )
    outlined = f'<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>{r("first")}</w:p>'
    document = read(docx(named + outlined, styles=styles), ".docx")
    assert [(block.kind, block.level) for block in document.blocks] == [
        ("heading", 2),
        ("heading", 2),
        ("paragraph", 0),
        ("heading", 1),
    ]


def test_tables_have_rows_with_their_places(read):
    row = "".join(f"<w:tc>{p(text)}</w:tc>" for text in ("heads", "4"))
    removed = f"<w:tr><w:trPr><w:del/></w:trPr><w:tc>{p('9')}</w:tc></w:tr>"
    document = read(docx(p("x") + f"<w:tbl><w:tr>{row}</w:tr>{removed}<w:tr>{row}</w:tr></w:tbl>"), ".docx")
    assert [(line.cells, str(line.place)) for block, line in document.lines if block.kind == "table"] == [
        (("heads", "4"), "paragraph 2, row 1"),
        (("heads", "4"), "paragraph 2, row 3"),
    ]


def test_a_hidden_row_of_a_table_is_not_read_but_reported(read):
    hidden = f"<w:tr><w:trPr><w:hidden/></w:trPr><w:tc>{p('heads')}</w:tc><w:tc>{p('27648')}</w:tc></w:tr>"
    row = "".join(f"<w:tc>{p(text)}</w:tc>" for text in ("heads", "4"))
    document = read(docx(f"<w:tbl>{hidden}<w:tr>{row}</w:tr></w:tbl>"), ".docx")
    assert [line.cells for _, line in document.lines] == [("heads", "4")]
    assert document.notes == ("hidden text was not read: “heads 27648”",)


def test_hidden_rows_are_reported_apart(read):
    hidden = "".join(
        f"<w:tr><w:trPr><w:hidden/></w:trPr><w:tc>{p(text)}</w:tc></w:tr>" for text in ("heads 12", "34 b")
    )
    document = read(docx(f"<w:tbl>{hidden}<w:tr><w:tc>{p('x')}</w:tc><w:tc>{p('4')}</w:tc></w:tr></w:tbl>"), ".docx")
    assert document.notes == ("hidden text was not read: “heads 12 34 b”",)


def test_a_table_of_one_cell_is_a_frame(blocks):
    assert blocks(docx(f"<w:tbl><w:tr><w:tc>{p('a = 1')}{p('b = 2')}</w:tc></w:tr></w:tbl>"), ".docx") == [
        ("paragraph", ["a = 1"]),
        ("paragraph", ["b = 2"]),
    ]


def test_tracked_changes_are_accepted(texts):
    body = (
        f"<w:p>{r('size ')}<w:del><w:r><w:delText>31</w:delText></w:r></w:del><w:ins>{r('32')}</w:ins>"
        f"<w:moveFrom>{r('99')}</w:moveFrom><w:moveTo>{r(' MB')}</w:moveTo></w:p>"
        f"<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>{r('to')}</w:p><w:p>{r('gether')}</w:p>"
    )
    assert texts(docx(body), ".docx") == ["size 32 MB", "together"]


def test_struck_out_text_is_apart(read):
    ((_, line),) = read(docx(f"<w:p>{r('31 ', '<w:strike/>')}{r('32')}</w:p>"), ".docx").lines
    assert (line.text, line.struck) == ("32", "31")


def test_indices_exponents_and_ordinals(texts):
    up, down = '<w:vertAlign w:val="superscript"/>', '<w:vertAlign w:val="subscript"/>'
    body = f"<w:p>{r('10')}{r('-', up)}{r('4', up)}{r(' on the 2')}{r('nd', up)}{r(' for d')}{r('k', down)}</w:p>"
    assert texts(docx(body), ".docx") == ["10^{-4} on the 2nd for d_k"]


def equation(inside):
    return f"<w:p>{r('so ')}<m:oMath>{inside}</m:oMath></w:p>"


@pytest.mark.parametrize(
    ("inside", "latex"),
    [
        (f"<m:f><m:num>{m('1')}</m:num><m:den>{m('2')}</m:den></m:f>{m('=0.5')}", r"\frac{1}{2}=0.5"),
        (f"<m:sSup><m:e>{m('10')}</m:e><m:sup>{m('4')}</m:sup></m:sSup>", "10^{4}"),
        (f"<m:sSubSup><m:e>{m('W')}</m:e><m:sub>{m('Q')}</m:sub><m:sup>{m('2')}</m:sup></m:sSubSup>", "W_{Q}^{2}"),
        (f"<m:rad><m:deg/><m:e>{m('2')}</m:e></m:rad>", r"\sqrt{2}"),
        (f"<m:d><m:e>{m('3×64')}</m:e></m:d>{m('=192')}", "(3×64)=192"),
        (
            f'<m:d><m:dPr><m:begChr m:val="["/><m:sepChr m:val=","/><m:endChr m:val="]"/></m:dPr><m:e>{m("1")}</m:e><m:e>{m("2")}</m:e></m:d>',
            "[1,2]",
        ),
        (f"<m:func><m:fName>{m('ln')}</m:fName><m:e>{m('2')}</m:e></m:func>", r"\ln 2"),
        (
            f'<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>{m("i")}</m:sub><m:sup>{m("n")}</m:sup><m:e>{m("i")}</m:e></m:nary>',
            r"\sum_{i}^{n} i",
        ),
        (
            f"<m:d><m:e><m:m><m:mr><m:e>{m('1')}</m:e><m:e>{m('2')}</m:e></m:mr></m:m></m:e></m:d>",
            r"(\begin{matrix}1 & 2\end{matrix})",
        ),
        (f"<m:borderBox><m:e>{m('64')}</m:e></m:borderBox>", "64"),
        ("<m:r><m:rPr><m:nor/></m:rPr><m:t>5 kg</m:t></m:r>", r"\text{5 kg}"),
        (f"{m('28.4')}<m:sSup><m:e>{m('')}</m:e><m:sup>{m('∘')}</m:sup></m:sSup>{m('C')}", "28.4°C"),
    ],
)
def test_equations_are_latex(texts, inside, latex):
    assert texts(docx(equation(inside)), ".docx") == [f"so ${latex}$"]


def test_a_boxed_equation_is_strong(read):
    ((_, line),) = read(docx(equation(f"<m:borderBox><m:e>{m('64')}</m:e></m:borderBox>")), ".docx").lines
    assert line.strong == ("64",)


def test_an_equation_of_several_rows_has_a_line_for_each(blocks):
    rows = "".join(
        f"<m:mr><m:e>{m(left)}</m:e><m:e>{m(right)}</m:e></m:mr>" for left, right in (("Q", "=5"), ("", "=7"))
    )
    body = f"<w:p><m:oMathPara><m:oMath><m:m>{rows}</m:m></m:oMath></m:oMathPara></w:p>"
    assert blocks(docx(body), ".docx") == [("formula", ["Q =5", "=7"])]


def test_a_struck_part_of_an_equation_leaves_the_equation_to_a_person(read):
    struck = "<m:r><w:rPr><w:strike/></w:rPr><m:t>4=</m:t></m:r>"
    document = read(docx(p("x") + f"<w:p><m:oMath>{struck}{m('5')}</m:oMath></w:p>"), ".docx")
    assert [(block.kind, line.text) for block, line in document.lines] == [("paragraph", "x"), ("unread", "4=5")]
    assert document.notes == ("1 equation was not read",)


def test_hidden_text_is_not_read_but_reported(read):
    document = read(docx(f"<w:p>{r('see ')}{r('27648', '<w:vanish/>')}</w:p>"), ".docx")
    assert [line.text for _, line in document.lines] == ["see"]
    assert document.notes == ("hidden text was not read: “27648”",)


def test_text_that_is_hidden_by_its_style(read):
    styles = '<w:style w:type="character" w:styleId="H"><w:name w:val="H"/><w:rPr><w:vanish/></w:rPr></w:style>'
    document = read(docx(p("5", '<w:rStyle w:val="H"/>') + p("6"), styles=styles), ".docx")
    assert [line.text for _, line in document.lines] == ["6"]


@pytest.mark.parametrize(
    "properties",
    [
        '<w:color w:val="FFFFFF"/>',
        '<w:vanish w:val="0"/>',
    ],
)
def test_text_that_is_shown(texts, properties):
    assert texts(docx(p("27648", properties)), ".docx") == ["27648"]


def test_text_boxes_are_pictures(read):
    box = f"<w:txbxContent>{p('box = 7')}</w:txbxContent>"
    shape = f"<mc:AlternateContent><mc:Choice><w:drawing><wps:txbx>{box}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>{box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent>"
    document = read(docx(f"<w:p><w:r>{shape}</w:r>{r('before')}</w:p>" + p("after")), ".docx")
    assert [(block.kind, line.text, str(line.place)) for block, line in document.lines] == [
        ("paragraph", "before", "paragraph 1"),
        ("picture", "picture", "paragraph 1"),
        ("paragraph", "after", "paragraph 2"),
    ]


def test_footnotes_come_after_their_paragraph(read):
    notes = f'<w:footnote w:type="separator" w:id="0">{p("-")}</w:footnote><w:footnote w:id="2">{p("really 64")}</w:footnote>'
    body = f'<w:p>{r("h = 4")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    assert [(line.text, str(line.place)) for _, line in read(docx(body, footnotes=notes), ".docx").lines] == [
        ("h = 4", "paragraph 1"),
        ("really 64", "note 1"),
    ]


def test_pictures_are_told(read):
    drawing = '<w:drawing><wp:docPr descr="photo of Q2"/><a:blip/></w:drawing>'
    document = read(docx(f"<w:p>{r('Q2')}<w:r>{drawing}</w:r></w:p>"), ".docx")
    assert [(block.kind, block.lines[0].text) for block in document.blocks] == [
        ("paragraph", "Q2"),
        ("picture", "photo of Q2"),
    ]
    assert document.notes == ("1 picture was not read",)


def test_boxes_of_forms_and_placeholders(texts):
    ticked = (
        '<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>'
        + r("☒")
        + "</w:sdtContent></w:sdt>"
    )
    empty = f"<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>{r('Click here')}</w:sdtContent></w:sdt>"
    typed = f"<w:sdt><w:sdtPr/><w:sdtContent>{r('64')}</w:sdtContent></w:sdt>"
    assert texts(
        docx(f"<w:p>{ticked}{r('B')}</w:p><w:p>{r('n = ')}{empty}</w:p><w:p>{r('h = ')}{typed}</w:p>"), ".docx"
    ) == ["☑ B", "n =", "h = 64"]


def test_signs_of_symbol_fonts(texts):
    body = f'<w:p>{r("3 ")}<w:r><w:sym w:font="Symbol" w:char="F0B4"/></w:r>{r(" 64")}</w:p>'
    assert texts(docx(body), ".docx") == ["3 × 64"]


def test_code_and_quotes_by_their_styles(blocks):
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="S{n}"><w:name w:val="{name}"/></w:style>'
        for n, name in enumerate(("Source Code", "Quote"))
    )
    body = "".join(f'<w:p><w:pPr><w:pStyle w:val="S{n}"/></w:pPr>{r("x = 5")}</w:p>' for n in (0, 1))
    assert blocks(docx(body, styles=styles), ".docx") == [("code", ["x = 5"]), ("quote", ["x = 5"])]


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600,
            "this file is protected by a password, or is an old `.doc`; save it as `.docx` without a password",
        ),
        (b"no zip", "this file is broken; open it, save it again, and hand that in"),
        (docx(p("x"))[:-40], "this file is broken; open it, save it again, and hand that in"),
        (zipped({"word/document.xml": "<a"}), "this file is broken; open it, save it again, and hand that in"),
        (zipped({"a.txt": "x"}), "this is no Word document; save it as `.docx`"),
        (
            zipped({"word/document.xml": f"{BOMB}<w:document {SPACES}><w:body>{p('&b;')}</w:body></w:document>"}),
            "this file is not as word processors save files; open it, save it again, and hand that in",
        ),
        (
            zipped({"word/document.xml": f"{BOMB}<a/>".encode("utf-16")}),
            "this file is not as word processors save files; open it, save it again, and hand that in",
        ),
        (
            zipped({"word/document.xml": " " * 31_000_000}),
            "this file unpacks to more than 30 MB; hand in a shorter document",
        ),
        (
            docx("<w:ins>" * 5_000 + "</w:ins>" * 5_000),
            "this file is nested too deeply; save it again, and hand that in",
        ),
    ],
)
def test_hostile_files(read, data, message):
    with pytest.raises(DocumentUnreadable) as error:
        read(data, ".docx")
    assert error.value.message == message


def test_long_documents_are_cut(read):
    document = read(docx(p("x = 1") * 12_000), ".docx")
    assert sum(len(block.lines) for block in document.blocks) == 5_000
    assert document.notes == ("only the first 5,000 lines were read",)
    assert (
        document.troubles[0].message
        == "the end of this file was not read: only the first 5,000 lines were read; shorten it, or hand it in as several files"
    )


@pytest.mark.parametrize("number", ["²", "9" * 5000])
def test_numbers_that_word_never_writes_are_passed_over(read, number):
    properties = f'<w:spacing w:line="{number}" w:lineRule="exact"/><w:outlineLvl w:val="{number}"/>'
    styled = f'<w:pStyle w:val="odd"/><w:numPr><w:ilvl w:val="{number}"/><w:numId w:val="1"/></w:numPr>{properties}'
    styles = f'<w:style w:styleId="odd"><w:pPr>{properties}</w:pPr></w:style>'
    anchor = f"<w:drawing><wp:anchor><wp:positionH><wp:posOffset>{number}</wp:posOffset></wp:positionH></wp:anchor></w:drawing>"
    body = f"<w:p><w:pPr>{styled}</w:pPr>{r('27648')}<w:r>{anchor}</w:r></w:p>"
    document = read(docx(body, styles=styles, numbering=LISTS), ".docx")
    assert [line.text for _, line in document.lines] == ["Q3) 27648"]
    assert document.notes == ()
