"""HTML, as LMSs save their text boxes."""

import pytest


@pytest.fixture
def html(blocks):
    return lambda text: blocks(text, ".html")


@pytest.fixture
def line(read):
    """Return the only line of a page."""

    def line_of(text):
        ((_, line),) = read(text, ".html").lines
        return line

    return line_of


def test_blocks(html):
    page = """<!DOCTYPE html><html><head><title>no</title><style>p {x: "</p>"}</style></head><body>
    <h2>Q<b>1</b></h2><p>one<br>two &lt;
    three</p>free<blockquote><p>quoted</p></blockquote><div>a<div>b</div></div>
    <script>var x = "<p>no</p>";</script><!-- <p>no</p> --><pre>
x = 2

  y</pre>"""
    assert html(page) == [
        ("heading", ["Q1"]),
        ("paragraph", ["one", "two < three"]),
        ("paragraph", ["free"]),
        ("quote", ["quoted"]),
        ("paragraph", ["a"]),
        ("paragraph", ["b"]),
        ("code", ["x = 2", "  y"]),
    ]


def test_lines_are_numbered_in_order(read):
    document = read("<h1>a</h1><p>b<br>c</p><table><tr><td>d</td></tr></table>", ".html")
    assert [(line.place.line, line.text) for _, line in document.lines] == [(1, "a"), (2, "b"), (3, "c"), (4, "d")]
    assert document.source == ("a", "b", "c", "d")


def test_lists(read):
    page = "<ol start=3><li>three<ul><li>deep<li>deeper</ul><li value=7>seven<li></ol><ol type=a><li><p>x</p><p>y</p></ol><ol type=I><li>one"
    document = read(page, ".html")
    assert [(block.kind, block.level, block.lines[0].text) for block in document.blocks] == [
        ("item", 1, "3. three"),
        ("item", 2, "deep"),
        ("item", 2, "deeper"),
        ("item", 1, "7. seven"),
        ("item", 1, "8."),
        ("item", 1, "a. x"),
        ("paragraph", 0, "y"),
        ("item", 1, "I. one"),
    ]


@pytest.mark.parametrize(
    ("kind", "number", "shown"),
    [("A", 2, "B."), ("i", 4, "iv."), ("i", 1949, "mcmxlix."), ("a", 27, "27."), ("1", 3, "3.")],
)
def test_numbers_of_items(html, kind, number, shown):
    assert html(f"<ol type={kind} start={number}><li>x") == [("item", [f"{shown} x"])]


def test_tables(read):
    page = "<p>before<table><caption>T</caption><tr><th>a<th><b>b</b></tr><tr><td><p>1</p><p>2</p></td><td><s>3</s> 4</td></tr><tr><td></table>after"
    blocks = read(page, ".html").blocks
    assert [block.kind for block in blocks] == ["paragraph", "table", "paragraph"]
    assert [line.cells for line in blocks[1].lines] == [("T",), ("a", "b"), ("1 2", "4")]
    assert blocks[1].lines[1].strong == ("b",)
    assert blocks[1].lines[2].struck == "3"
    assert blocks[1].lines[2].text == "1 2 | 4"


def test_styles(line):
    found = line(
        "<p><strong>a</strong> <span style='font-weight: 700'>b<i>c</i></span> <del>d</del> <span style='text-decoration:line-through'>e</span> f</b></p>"
    )
    assert (found.text, found.strong, found.struck) == ("a bc f", ("a", "bc"), "d e")


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("10<sup>4</sup>", "10^4"),
        ("10<sup>-4</sup>", "10^{-4}"),
        ("H<sub>2</sub>O, x<sub>ij</sub>", "H_2O, x_{ij}"),
        ("the 1<sup>st</sup><sup>[2]</sup>", "the 1st[2]"),
        ("a&nbsp;=&nbsp;5 &times; 3&#8203;", "a = 5 × 3"),
        ("x < 3 & y > 5", "x < 3 & y > 5"),
        ("a<u>b</u><font color=red>c</font><a href=x>d</a>", "abcd"),
        ("<span title='a > b'>c</span>", "c"),
        (r"so \(a_1 * b\) and \[c\] and $$d$$ and $e$", "so $a_1 * b$ and $c$ and $d$ and $e$"),
        (r"<span class='math inline'>\(x = 5\)</span>", "$x = 5$"),
        (
            "<img class='equation_image' title='x' alt='LaTeX: \\frac{1}{2}' data-equation-content='\\frac{1}{2}'>",
            r"$\frac{1}{2}$",
        ),
        ("<img alt='LaTeX: x = 5'>", "$x = 5$"),
        ("<script type='math/tex'>x < 5</script>", "$x < 5$"),
        (
            "<span class='katex'><span class='katex-mathml'><math><mn>5</mn><annotation encoding='application/x-tex'>2 &lt; x</annotation></math></span><span class='katex-html' aria-hidden='true'><span>2</span>x</span></span> is",
            "$2 < x$ is",
        ),
        ("<span class='MathJax_Preview'>zz</span>a<span class='hidden-readable'>b<span>c</span></span>", "a"),
        (
            "<math><msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><mfrac><mrow><mn>1</mn><mo>+</mo><mi>y</mi></mrow><mn>2</mn></mfrac></math>",
            r"$x^{2}=\frac{1+y}{2}$",
        ),
        (
            "<math><msub><mi>W</mi><mi>Q</mi></msub><msqrt><mn>2</mn></msqrt><mroot><mn>8</mn><mn>3</mn></mroot><mspace/><mfenced open='[' close=']'><mn>1</mn><mn>2</mn></mfenced></math>",
            r"$W_{Q}\sqrt{2}\sqrt[3]{8}[1, 2]$",
        ),
        ("<math><msup><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></msup></math>", "${a+b}^{2}$"),
        (
            "<math><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd>3</mtd></mtr></mtable></math>",
            r"$\begin{matrix}1 & 2 \\ 3\end{matrix}$",
        ),
        ("<math><mfrac><mn>1</mn><mn>2</mn></math>", r"$\frac{1}{2}$"),
    ],
)
def test_text(line, page, text):
    assert line(f"<p>{page}</p>").text == text


def test_displayed_formulas_are_blocks(html):
    assert html(r"<p>so<br>\[\begin{aligned} x &= 1 \\ &= 2 \end{aligned}\]<br>$$y$$ <br>end</p>") == [
        ("paragraph", ["so"]),
        ("formula", ["x = 1", "= 2"]),
        ("formula", ["y"]),
        ("paragraph", ["end"]),
    ]


def test_boxes(html):
    page = (
        '<p><input type="radio" checked> 31 <input type=radio> 27 <INPUT type="checkbox" checked="checked">5</p>'
        '<p>x = <input value="27,648"> or <input type="hidden" value="9"><input type="submit" value="Send">'
        "<select><option>A<option selected>B</option><option>C</select> end</p>"
    )
    assert [line for _, lines in html(page) for line in lines] == ["☑ 31", "☐ 27", "☑ 5", "x = 27,648 or B end"]


def test_pictures(read):
    document = read("<p>a <img src=x alt='my  scan'> b</p><img>", ".htm")
    assert [(block.kind, block.lines[0].text) for block in document.blocks] == [
        ("paragraph", "a b"),
        ("picture", "my scan"),
        ("picture", "picture"),
    ]
    assert document.notes == ("2 pictures were not read",)


def test_what_is_embedded_or_linked_to_is_a_picture(read):
    document = read(
        "<p>Q3 <a href='x/scan.JPG?forcedownload=1'>mine</a> <a href='x.html'>y</a></p><object data=x>", ".htm"
    )
    assert [block.kind for block in document.blocks] == ["paragraph", "picture", "picture"]


def test_a_paper_on_the_web_is_no_picture(read):
    document = read("<p><a href='https://arxiv.org/1706.03762.pdf'>a</a> <a href='scan.pdf'>b</a></p>", ".html")
    assert [block.kind for block in document.blocks] == ["paragraph", "picture"]


def test_what_is_never_closed(html):
    assert html("<b>a<table><tr><td>b") == [("paragraph", ["a"]), ("table", ["b"])]
    assert html("<pre>a") == [("code", ["a"])]
    assert html("<!-- a <p>b") == [("paragraph", ["a"]), ("paragraph", ["b"])]
    assert html("a <b title='x>c") == [("paragraph", ["a c"])]
    assert html("</p></b></table></li></ol></sub></blockquote>a") == [("paragraph", ["a"])]
