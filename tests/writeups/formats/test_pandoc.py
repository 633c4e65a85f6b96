"""Word, OpenDocument, HTML, LaTeX and other formats that pandoc reads: tables of what becomes of each."""

import sys

import pytest

from checker.writeups.document import DocumentUnreadable
from checker.writeups.formats import read_contents
from tests.writeups.formats.office_files import SPACES, docx, m, odt, p, r, shown, with_pictures, zipped


def page(text):
    return ".html", text


def tex(text):
    return ".tex", text


def word(body, **parts):
    return ".docx", docx(body, **parts)


def cells(*texts):
    return "".join(f"<w:tc>{p(text)}</w:tc>" for text in texts)


def equation(inside):
    return word(f"<w:p>{r('so ')}<m:oMath>{inside}</m:oMath></w:p>")


def open_document(body, *styles, **files):
    automatic = "".join(
        f'<style:style style:name="{name}" style:family="text"><style:text-properties {properties}/></style:style>'
        for name, properties in styles
    )
    return ".odt", odt(body, automatic, **files)


def op(text):
    return f"<text:p>{text}</text:p>"


def span(text):
    return f'<text:span text:style-name="T1">{text}</text:span>'


BY = 'w:id="1" w:author="x"'
INSERTED = f"<w:p>{r('size ')}<w:del {BY}><w:r><w:delText>31</w:delText></w:r></w:del><w:ins>{r('32')}</w:ins></w:p>"
UP, DOWN = '<w:vertAlign w:val="superscript"/>', '<w:vertAlign w:val="subscript"/>'
TICKED = (
    "<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val='1'/></w14:checkbox></w:sdtPr><w:sdtContent>"
    + r("☒")
    + "</w:sdtContent></w:sdt>"
)
EMPTY = f"<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>{r('Click 5')}</w:sdtContent></w:sdt>"
FIELD = (
    "<w:r><w:fldChar w:fldCharType='begin'><w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r>"
)
LISTS = (
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="lowerLetter"/>'
    '<w:lvlText w:val="%1)"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
)
ITEM = '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>{}</w:p>'
NOTES = f'<w:footnote w:id="2">{p("really 64")}</w:footnote>'
STYLES = '<w:style w:type="{}" w:styleId="H"><w:name w:val="{}"/>{}</w:style>'
HIDING = STYLES.format("character", "H", "<w:rPr><w:vanish/></w:rPr>")
HALF = "<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"
MATHML = HALF.replace("<math>", '<math xmlns="http://www.w3.org/1998/Math/MathML">')
FRAME = '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>'
ITEMS = r"""\begin{enumerate}
  \item one
  \begin{enumerate}\item deep \item[b*)] deeper\end{enumerate}
  \item % only a formula
  \[ x = 5 \]
\end{enumerate}
\begin{enumerate}[label=(\roman*), start=4] \item x \end{enumerate}
\begin{description} \item[Q1)] w \end{description}"""
EXAM = r"\begin{questions}\question[5] How? \begin{parts}\part one\end{parts}\question Why?\end{questions}"

READ = [
    # HTML
    (page("<h2>Q<b>1</b></h2><p>one<br>two &lt;\n three</p>free"), ["heading: Q1", "paragraph: one / two < three", "paragraph: free"]),
    (page("<blockquote>q</blockquote><pre>x = 2\n\n  y</pre>"), ["quote: q", "code: x = 2 /   y"]),
    (page("<ol start=3><li>a<ul><li>b</ul><li>c</ol><ol type=a><li>d</ol>"), ["item: 3. a", "item: b", "item: 4. c", "item: a. d"]),
    (page("<table><tr><th>h</th><td>r</td></tr><tr><td>1</td><td>2</td></tr></table>"), ["table: h | r / 1 | 2"]),
    (page("<table><tr><td><ul><li>a <img src=x></ul></td><td>b <img alt=z></td></tr></table>c"), ["table: a | b", "picture: z", "picture: picture", "paragraph: c"]),
    (page("10<sup>-4</sup>, H<sub>2</sub>O, 2<sup>nd</sup>"), ["paragraph: 10^{-4}, H_2O, 2nd"]),
    (page(r"so \(a_1\) and $b$ <p>\[c = 1\]"), ["paragraph: so $a_1$ and $b$", "formula: c = 1"]),
    (page(f"{HALF} <script type='math/tex'>x < 5</script>"), [r"paragraph: $\frac{1}{2}$ $x < 5$"]),
    (page("<math><mn>5</mn><mphantom><mn>7</mn></mphantom></math>"), ["paragraph: $5$"]),
    (page(r"<img class=equation_image alt='LaTeX: q' data-equation-content='q = \frac{1}{2}'>"), [r"paragraph: $q = \frac{1}{2}$"]),
    (page("<input type=checkbox checked> a <input type=radio> b <input value='64'>"), ["paragraph: ☑ a / ☐ b 64"]),
    (page("<select><option>1<option selected>2</select> <textarea>5</textarea>"), ["paragraph: 2 5"]),
    (page("a <span aria-hidden=true>b</span><span class='katex-html'>c</span>"), ["paragraph: a"]),
    (page("a <del>5</del> <s>6</s> <span style='text-decoration: line-through'>7</span>"), ["paragraph: a"]),
    (page("a <img src=x alt='my  scan'><a href='scan.JPG?x=1'>b</a><object data=x></object>"), ["paragraph: a b", "picture: my scan", "picture: picture", "picture: picture"]),
    (page("<a href='https://arxiv.org/1706.03762.pdf'>a</a>"), ["paragraph: a"]),
    # LaTeX
    (tex("\\title{My \\emph{work}}\n\\begin{document}\n\\maketitle\nfive % no\n\\end{document}\nno"), ["heading: My work", "paragraph: five"]),
    (tex("\\section*{Q1 \\& more}\none\ntwo\n\n\\noindent 1. three"), ["heading: Q1 & more", "paragraph: one / two", "paragraph: 1. three"]),
    (tex(ITEMS), ["item: 1. one", "item: (a) deep", "item: b*) deeper", "item: 2.", "formula: x = 5", "item: (iv) x", "item: Q1) w"]),
    (tex(EXAM), ["heading: Question 1", "paragraph: How?", "item: (a) one", "heading: Question 2", "paragraph: Why?"]),
    (tex(r"\newcommand{\question}[1]{\section*{Q#1}} \question{4} \fontsize{0.1pt}{0.1pt}5"), ["heading: Q4", "paragraph: 0.1pt0.1pt5"]),
    (tex(r"\begin{itemize}\item[$\square$] a \item[$\boxtimes$] b\end{itemize}"), ["item: ☐ a", "item: ☒ b"]),
    (tex(r"50\% of \$5 \& n\_heads, d'une, ``so''"), ["paragraph: 50% of $5 & n_heads, d'une, \"so\""]),
    (tex(r"\SI{5}{\kilo\metre\per\hour} $= \SI{1.4}{m/s}$ \num{7} \EUR{3} \fbox{b}"), ["paragraph: 5 km/h $= 1.4 m/s$ 7 €3 b"]),
    (tex(r"\newcommand{\unit}[1]{\mathrm{#1}} $5\,\unit{m}$"), [r"paragraph: $5\,\mathrm{m}$"]),
    (tex(r"\newcommand{\R}{\mathbb{R}}\def\twice#1{#1 and #1} $\R^5$ \twice{6}"), [r"paragraph: $\mathbb{R}^5$ 6 and 6"]),
    (tex(r"\result{42} \dotfill 7, \todo[inline]{8} 3 \times 4 \frac{1}{2} \sqrt{2} \ln 2"), ["paragraph: 42 7, 8 3 ×4 (1)/(2) √(2) ln 2"]),
    (tex("\\begin{align*}\n x &= 1 \\\\ % first\n &= \\boxed{2}\n\\end{align*}"), ["formula: x = 1 / = 2"]),
    (tex("\\begin{tabular}{l|S}a & \\textbf{b} \\\\ $x$ & \\sout{3} 4\\end{tabular}"), ["table: a | b / $x$ | 4"]),
    (tex("\\input{q3}\n\\includegraphics{scan.png}"), ["included: q3", "picture: image"]),
    (tex(r"\begin{tikzpicture}5\end{tikzpicture} \begin{verbatim}"
         "\nx%5\n\\end{verbatim}"), ["picture: image", "code: x%5"]),
    (tex(r"a\footnote{six}"), ["paragraph: a", "paragraph: six"]),
    # Word
    (word(p("total = 5") + f"<w:p>{r('a')}<w:r><w:br/></w:r>{r('b')}</w:p>"), ["paragraph: total = 5", "paragraph: a / b"]),
    (word(ITEM.format(r("x")) + p("between") + ITEM.format(r("y")), numbering=LISTS), ["item: c) x", "paragraph: between", "item: d) y"]),
    (word(f"<w:tbl><w:tr>{cells('n', '4')}</w:tr><w:tr><w:trPr><w:del/></w:trPr>{cells('n', '9')}</w:tr></w:tbl>"), ["table: n | 4"]),
    (word(f"<w:tbl><w:tr>{cells('a = 1')}</w:tr></w:tbl>"), ["paragraph: a = 1"]),
    (word(INSERTED), ["paragraph: size 32"]),
    (word(f"<w:p>{r('10')}{r('-4', UP)}{r(' for d')}{r('k', DOWN)}</w:p>"), ["paragraph: 10^{-4} for d_k"]),
    (word(f"<w:p>{TICKED}{r(' B')}</w:p><w:p>{r('n = ')}{EMPTY}</w:p><w:p>{FIELD}{r('C')}</w:p>"), ["paragraph: ☒ B", "paragraph: n =", "paragraph: ☑ C"]),
    (word('<w:p><w:r><w:sym w:font="Symbol" w:char="F0B4"/><w:sym w:font="Wingdings" w:char="F0FE"/></w:r></w:p>'), ["paragraph: ×☑"]),
    (word('<w:p><w:pPr><w:ind w:left="720"/></w:pPr>' + r("x") + "</w:p>"), ["paragraph: x"]),
    (word(f'<w:p>{r("h")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>', footnotes=NOTES), ["paragraph: h", "paragraph: really 64"]),
    (word(f"<w:p>{r('a')}<w:r><w:pict><v:textbox><w:txbxContent>{p('7')}</w:txbxContent></v:textbox></w:pict></w:r></w:p>"), ["paragraph: a", "picture: picture"]),
    (equation(f"<m:f><m:num>{m('1')}</m:num><m:den>{m('2')}</m:den></m:f>"), [r"paragraph: so $\frac{1}{2}$"]),
    (equation(f"<m:borderBox><m:e>{m('64')}</m:e></m:borderBox>"), ["paragraph: so $64$"]),
    (equation(f"<m:r><w:rPr><w:strike/></w:rPr><m:t>4=</m:t></m:r>{m('5')}"), ["paragraph: so"]),
    # OpenDocument
    (open_document('<text:h text:outline-level="2">Q1</text:h>' + op("a<text:line-break/>b")), ["heading: Q1", "paragraph: a / b"]),
    (open_document(op("n " + span("-4")), ("T1", 'style:text-position="super 58%"')), ["paragraph: n ^{-4}"]),
    (open_document(op("n " + span("7")), ("T1", 'style:text-line-through-style="solid"')), ["paragraph: n"]),
    (open_document(f"<text:tracked-changes><text:changed-region><text:deletion>{op('31')}</text:deletion></text:changed-region></text:tracked-changes>" + op("size <office:annotation>9</office:annotation>32")), ["paragraph: size 32"]),
    (open_document(op(f"so {FRAME}"), **{"Object 1/content.xml": MATHML}), [r"paragraph: so $\frac{1}{2}$"]),
    (open_document(op(f"so {FRAME}"), **{"Object 1/content.xml": MATHML.replace("<mn>2</mn>", "<mrow/>")}), ["paragraph: so", "picture: picture"]),
    (open_document(op(f"a<draw:frame><draw:text-box>{op('7')}</draw:text-box></draw:frame>") + op("b")), ["paragraph: a", "picture: picture", "paragraph: b"]),
    # one line of the table of formats each
    ((".rst", "Title\n=====\n\n- a :math:`x=3`\n\n.. math::\n\n   y = 4\n"), ["heading: Title", "item: a $x=3$", "formula: y = 4"]),
    ((".org", "* Q1\n| a | b |\n"), ["heading: Q1", "table: a | b"]),
]  # fmt: skip


@pytest.mark.parametrize(("file", "expected"), READ)
def test_what_is_read(blocks, file, expected):
    suffix, contents = file
    assert [f"{kind}: {' / '.join(lines)}" for kind, lines in blocks(contents, suffix)] == expected


@pytest.mark.parametrize(
    ("file", "strong"),
    [
        (page("a <b>bc</b> <mark>d</mark> <span style='font-weight: bold'>e</span>"), ("bc", "d", "e")),
        (tex(r"a \textbf{b} \fbox{c} $\boxed{d}$"), ("b", "c", "d")),
        (tex(r"\[ x = \boxed{\frac{1}{2}} \]"), (r"\frac{1}{2}",)),
        (word(f"<w:p>{r('a ')}{r('b', '<w:b/>')}</w:p>"), ("b",)),
        (equation(f"<m:borderBox><m:e>{m('64')}</m:e></m:borderBox>"), ("64",)),
        (open_document(op("a " + span("b")), ("T1", 'fo:font-weight="bold"')), ("b",)),
    ],
)
def test_what_is_strong(read, file, strong):
    suffix, contents = file
    ((_, line),) = read(contents, suffix).lines
    assert line.strong == strong


@pytest.mark.parametrize(
    ("file", "text"),
    [
        (word(f"<w:p>{r('see ')}{r('27648', '<w:vanish/>')}</w:p>"), "see"),
        (word(p("27648", '<w:rStyle w:val="H"/>') + p("see"), styles=HIDING), "see"),
        (word(p("27648", '<w:vanish w:val="0"/>')), "27648"),
        (word(f"<w:tbl><w:tr><w:trPr><w:hidden/></w:trPr>{cells('27648')}</w:tr></w:tbl>{p('see')}"), "see"),
        (open_document(op("see " + span("27648")), ("T1", 'text:display="none"')), "see"),
        (open_document(f'<text:section text:display="none">{op("27648")}</text:section>' + op("see")), "see"),
        (open_document(op('<text:hidden-paragraph text:is-hidden="true"/>27648') + op("see")), "see"),
    ],
)
def test_hidden_text_is_not_read_but_reported(read, file, text):
    suffix, contents = file
    document = read(contents, suffix)
    assert [line.text for _, line in document.lines] == [text]
    assert document.notes == (("hidden text was not read: “27648”",) if text == "see" else ())


def test_lines_are_those_of_the_text_as_converted(read):
    document = read("<h1>a</h1><p>b<br>c</p><table><tr><td>d</td><td>e</td></tr></table>", ".html")
    assert [(line.place.line, line.text) for _, line in document.lines] == [(1, "a"), (2, "b"), (3, "c"), (4, "d | e")]
    assert document.source == ("a", "b", "c", "d | e")


def test_a_picture_has_its_number_in_the_file(read):
    document = read(with_pictures(p("x") + shown("r2"), b"a", b"b"), ".docx")
    assert [str(line.place) for _, line in document.lines] == ["line 1", "line 2, picture 2"]
    assert document.notes == ("1 picture was not read",)


def test_words_with_several_arguments_are_told(read):
    document = read(r"a \both{1}{42}", ".tex")
    assert [line.text for _, line in document.lines] == ["a"]
    assert document.unread == (r"“\both{1}{42}” in this file was not read.",)


def test_long_documents_are_cut(read):
    document = read(docx(p("x = 1") * 6_000), ".docx")
    assert [len(block.lines) for block in document.blocks] == [1] * 5_000
    assert document.notes == ("only the first 5,000 lines were read",)
    assert document.troubles[0].message.startswith("the end of this file was not read: only the first 5,000 lines")


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
ODD = "this file is not as word processors save files; open it, save it again, and hand that in"
BROKEN = "this file is broken; open it, save it again, and hand that in"
SLOW = "reading this file takes more than "


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ((".docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600), "this file is protected by a password, or is an old `.doc`; save it as `.docx` without a password"),
        ((".docx", b"no zip"), BROKEN),
        ((".docx", docx(p("x"))[:-40]), BROKEN),
        ((".docx", zipped({"word/document.xml": "<a"})), BROKEN),
        ((".docx", zipped({"a.txt": "x"})), "this is no Word document; save it as `.docx`"),
        ((".docx", zipped({"word/document.xml": f"{BOMB}<w:document {SPACES}><w:body>{p('&b;')}</w:body></w:document>"})), ODD),
        ((".docx", zipped({"word/document.xml": f"{BOMB}<a/>".encode("utf-16")})), ODD),
        ((".docx", zipped({"word/document.xml": " " * 31_000_000})), "this file unpacks to more than 30 MB; hand in a shorter document"),
        (word("<w:ins>" * 5_000 + "</w:ins>" * 5_000), "this file is nested too deeply; save it again, and hand that in"),
        (open_document(op("x"), **{"META-INF/manifest.xml": "<m><encryption-data/></m>"}), "this file is protected by a password; save it without one"),
        ((".odt", zipped({"a.txt": "x"})), "this is no OpenDocument text; save it as `.odt`"),
        (page("<div>" * 1_000 + "x"), "this file is nested too deeply; save it again, and hand that in"),
        (page("<table><tr><td>" * 2_000 + "x"), ""),
        (tex("\\def\\a{" + "x" * 100_000 + "}\n" + "\\a " * 4_000), SLOW),
        (tex(r"\newcommand{\x}{\y}\newcommand{\y}{\x}\x"), "the macros of this file have no end; fix them, or save it as PDF, and hand that in"),
        (tex("one\n{two"), "this file has an error near line 3; fix it, or save it as PDF, and hand that in"),
    ],
)  # fmt: skip
def test_files_that_cannot_be_read(read, file, message):
    suffix, contents = file
    with pytest.raises(DocumentUnreadable) as error:
        read(contents, suffix)
    assert error.value.message.startswith(message)


def test_without_pandoc_a_document_waits_with_the_command_that_installs_it(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(sys.modules, "pypandoc", None)
    with pytest.raises(DocumentUnreadable) as error:
        read_contents(docx(p("x")), "a.docx", "a.docx")
    assert error.value.message == (
        "reading .docx files needs the extra `pandoc`; run: pip install 'answer-checker[pandoc]'"
    )


def test_the_beginning_of_a_paragraph_beyond_the_limit_is_read(read):
    document = read(f"<p>x = 5 {'word ' * 50_000}</p>", ".html")
    ((_, line),) = document.lines
    assert line.text.startswith("x = 5 word")
    assert len(line.text) <= 200_000
    assert document.notes == ("only the first 200,000 characters were read",)
