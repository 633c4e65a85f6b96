"""LaTeX."""

import itertools

import pytest


@pytest.fixture
def tex(blocks):
    return lambda text: blocks(text, ".tex")


@pytest.fixture
def line(read):
    """Return the only line of a text."""

    def line_of(text):
        ((_, line),) = read(text, ".tex").lines
        return line

    return line_of


def places(document):
    return [(line.place.line, line.text) for _, line in document.lines]


def test_the_body_is_read_and_the_title(read):
    document = read(
        "\\documentclass{article}\n% \\title{no}\n\\title{My \\emph{work}}\n\\author{me}\n\\begin{document}\n\\maketitle\nfive % no\n\\end{document}\nno\n",
        ".tex",
    )
    assert [(block.kind, block.level) for block in document.blocks] == [("heading", 1), ("paragraph", 0)]
    assert places(document) == [(3, "My work"), (7, "five")]


def test_headings_and_paragraphs(read):
    document = read(
        "\\section*{Q1 \\& more}\none\ntwo\n\n\n\\subsection[x]{Part}\n\\paragraph{a)} three\\par four\n", ".tex"
    )
    assert [(block.kind, block.level) for block in document.blocks] == [
        ("heading", 1),
        ("paragraph", 0),
        ("heading", 2),
        ("heading", 4),
        ("paragraph", 0),
        ("paragraph", 0),
    ]
    assert places(document) == [
        (1, "Q1 & more"),
        (2, "one"),
        (3, "two"),
        (6, "Part"),
        (7, "a)"),
        (7, "three"),
        (7, "four"),
    ]


def test_lists(read):
    document = read(
        r"""\begin{enumerate}
  \item one
  \begin{enumerate}\item deep \item[b*)] deeper\end{enumerate}
  \item two \begin{itemize} \item bullet \item[--] dash \end{itemize}
  \item
  \[ x = 5 \]
\end{enumerate}
\begin{enumerate}[label=(\roman*)] \item x \item y \end{enumerate}
\begin{enumerate}[a)] \item z \end{enumerate}
\begin{description} \item[\textbf{Q1)}] w \end{description}
""",
        ".tex",
    )
    assert [(block.kind, block.level, block.lines[0].text, block.lines[0].place.line) for block in document.blocks] == [
        ("item", 1, "1. one", 2),
        ("item", 2, "(a) deep", 3),
        ("item", 2, "b*) deeper", 3),
        ("item", 1, "2. two", 4),
        ("item", 2, "bullet", 4),
        ("item", 2, "-- dash", 4),
        ("item", 1, "3.", 6),
        ("formula", 0, "x = 5", 6),
        ("item", 1, "(i) x", 8),
        ("item", 1, "(ii) y", 8),
        ("item", 1, "a) z", 9),
        ("item", 1, "Q1) w", 10),
    ]


def test_exams(tex):
    text = r"\begin{questions}\question[5] How many? \begin{parts}\part one \part[2] two\end{parts}\begin{solution}5\end{solution}\question Why?\end{questions}"
    assert tex(text) == [
        ("heading", ["Question 1"]),
        ("paragraph", ["How many?"]),
        ("item", ["(a) one"]),
        ("item", ["(b) two"]),
        ("paragraph", ["5"]),
        ("heading", ["Question 2"]),
        ("paragraph", ["Why?"]),
    ]


def test_styles(line):
    found = line(r"a \textbf{b \emph{c}} \sout{d} {\bfseries e} f \boxed{g} and $x = \boxed{\frac{1}{2}}$ \st{$h$}")
    assert found.text == r"a b c e f g and $x = \frac{1}{2}$"
    assert found.strong == ("b c", "e", "g", r"\frac{1}{2}")
    assert found.struck == "d $h$"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"50\% of \$5 \& \#3, n\_heads \{x\}", "50% of $5 & #3, n_heads {x}"),
        (r"40\,000~tokens\;and\ more", "40 000 tokens and more"),
        ("pages 3--5 --- ``so'' `it'", "pages 3–5 — \"so\" `it'"),
        (r"na\"ive caf\'{e}", "naïve café"),
        (r"\num{27648} and \SI{5}{\kilo\metre\per\hour}, \qty{9.81}{\metre\per\second\squared}, \qty[x=1]{3}{MB} \si{\newton\metre}", "27648 and 5 km/h, 9.81 m/s^2, 3 MB N·m"),
        (r"$\num{1.5e3}$", "$1.5e3$"),
        (r"\unknown{five} \other[opt]{six}", "five six"),
        (r"\frac{1}{2} and 10^{-4} and x_{ij}", r"\frac{1}{2} and 10^{-4} and x_{ij}"),
        (r"10\textsuperscript{4}, 1\textsuperscript{st}", "10^4, 1st"),
        (r"\href{https://example.org}{text} \textcolor{red}{5} \label{a}\verb|x_1|", "text 5 x_1"),
        ("so \\(a\\) and $b % c\n = 3$", "so $a$ and $b = 3$"),
        (r"\cite{a}5\footnote{six}", "5six"),
        (r"a \times b", "a ×b"),
    ],
)  # fmt: skip
def test_text(line, text, shown):
    assert line(text).text == shown


def test_formulas(read):
    document = read(
        "so\n\\begin{align*}\n  x &= 1 \\\\ % first\n  &= \\boxed{2} \\tag{1} \\label{eq}\n\\end{align*}\n$$y = \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}$$\n\\begin{equation}\nz = 3\n\\end{equation}\nend",
        ".tex",
    )
    assert [block.kind for block in document.blocks] == ["paragraph", "formula", "formula", "formula", "paragraph"]
    assert places(document) == [
        (1, "so"),
        (3, "x = 1"),
        (4, "= 2"),
        (6, r"y = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}"),
        (8, "z = 3"),
        (10, "end"),
    ]
    assert document.blocks[1].lines[1].strong == ("2",)


def test_tables(read):
    document = read(
        "\\begin{table}[h]\\centering\n\\begin{tabular}{|l|r|}\n\\hline\na & \\textbf{b} \\\\ \\hline\n$x\\&y$ & \\sout{3} 4 \\\\\n\\multicolumn{2}{c}{total \\& all}\n\\end{tabular}\n\\caption{Sizes}\n\\end{table}",
        ".tex",
    )
    table, caption = document.blocks
    assert [(line.cells, line.place.line) for line in table.lines] == [
        (("a", "b"), 4),
        (("$x\\&y$", "4"), 5),
        (("total & all",), 6),
    ]
    assert (table.kind, table.lines[0].strong, table.lines[1].struck) == ("table", ("b",), "3")
    assert caption.lines[0].text == "Sizes"


def test_code_pictures_and_comments(read):
    document = read(
        "\\begin{verbatim}\nx = 2**10 % no comment\n\\end{verbatim}\n\\includegraphics[width=3cm]{scan.png}\n\\begin{comment}\nno\n\\end{comment}\n\\begin{lstlisting}[language=Python]\ny\n\\end{lstlisting}",
        ".tex",
    )
    assert [block.kind for block in document.blocks] == ["code", "picture", "code"]
    assert places(document) == [(2, "x = 2**10 % no comment"), (4, "scan.png"), (9, "y")]
    assert document.notes == ("1 picture was not read",)


def test_macros_are_expanded(read):
    document = read(
        r"""\newcommand{\R}{\mathbb{R}}
\newcommand*\dm{d_{m}}
\renewcommand{\pair}[2][1]{(#1, #2)}
\def\twice#1{#1 and
#1}
\DeclareMathOperator{\softmax}{softmax}
$\R^{5}$, $\dm=3$, \pair{2}, \pair[0]{3}, \pair4,
\twice{\pair{5}} $\softmax x$
end \Rx
""",
        ".tex",
    )
    assert places(document) == [
        (7, r"$\mathbb{R}^{5}$, $d_{m}=3$, (1, 2), (0, 3), (1, 4),"),
        (8, r"(1, 5) and (1, 5) $\operatorname{softmax} x$"),
        (9, "end"),
    ]


def test_macros_without_end(read):
    document = read(r"\def\x{\y a}\def\y{\x b}\newcommand{\z}[1]{\z{#1}}\def\ok{5} \ok{} is \x{c} \z{d}", ".tex")
    assert [line.text for _, line in document.lines] == ["5 is c d"]
    assert document.notes == tuple(f"macro \\{name} expands without end; it was left as it is" for name in "xyz")


def test_macros_that_grow(read):
    names = "abcdefghijklmnopqrstuvwxyz"
    bombs = "".join(f"\\def\\m{one}{{\\m{two}\\m{two}\\m{two}}}" for one, two in itertools.pairwise(names))
    document = read(f"{bombs}\\def\\mz{{5}} the end \\ma", ".tex")
    assert [line.text for _, line in document.lines] == ["the end"]
    assert document.notes == ("the macros of this file expand to too much text; they were left as they are",)


@pytest.mark.parametrize(
    ("text", "shown", "note"),
    [
        ("a {b", ["a b"], "`{` in line 1 is never closed"),
        ("a\n\n$x = 5\n\nb", ["a", "x = 5", "b"], "`$` in line 3 is never closed"),
        ("\\begin{align}\nx = 5", ["x = 5"], "`\\begin{align}` in line 1 is never closed"),
        ("\\begin{tabular}{l} a & b", ["a | b"], "`\\begin{tabular}` in line 1 is never closed"),
        ("\\section{a", ["a"], "`{` in line 1 is never closed"),
        ("\\[ x = 5", ["x = 5"], "`\\[` in line 1 is never closed"),
        ("a } \\end{itemize} \\item b \\", ["a", "b \\"], None),
        ("\\newcommand{\\x}{ a", ["a"], "`{` in line 1 is never closed"),
    ],
)
def test_what_is_never_closed(read, text, shown, note):
    document = read(text, ".tex")
    assert [line.text for _, line in document.lines] == shown
    assert document.notes == ((note,) if note else ())


def test_a_file_that_is_included_is_not_opened(read):
    text = "\\section{Q3}\nSo:\n\\input{parts/q3}\n\\include{q4}\n\\input q5\n\\import{a/}{q6}\n\\lstinputlisting[x=1]{q7.py}"
    document = read(text, ".tex")
    assert [(block.kind, block.lines[0].text, block.lines[0].place.line) for block in document.blocks] == [
        ("heading", "Q3", 1),
        ("paragraph", "So:", 2),
        ("included", "parts/q3", 3),
        ("included", "q4", 4),
        ("included", "q5", 5),
        ("included", "q6", 6),
        ("included", "q7.py", 7),
    ]


def test_a_picture_comes_after_the_text_before_it(read):
    document = read(
        "\\textbf{Q3}\n\\includegraphics{q3}\n\\begin{tabular}{c}\\includegraphics{y}\\\\ 5\\end{tabular}", ".tex"
    )
    assert [block.kind for block in document.blocks] == ["paragraph", "picture", "picture", "table"]
