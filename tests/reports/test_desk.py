"""The review desk: scans and photographs as pictures next to the questions, and decisions that `grade` applies."""

from __future__ import annotations

import http.client
import io
import shutil
import struct
import threading
import zlib
from html import unescape
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
import yaml
from click.testing import CliRunner
from PIL import Image

from checker.cli.app import cli
from checker.cli.review import _desk
from checker.reports.desk import DeskServer
from tests.writeups.formats.office_files import odt, p, shown, with_pictures
from tests.writeups.formats.pdf_files import PICTURE, pdf, text

LAYER = """id: layer
type: encoder_layer_parameters
prompt: How many weights?
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
points: 2
"""
HEAD = """id: head
type: linear_parameters
prompt: How many parameters?
parameters: {in_features: 4, out_features: 3}
conventions: {biases: counted}
"""
WHY = """id: why
type: essay
prompt: Why divide by the root of d_k?
parameters: {rubric: [{point: the scores grow, points: 2, ideas: [scores grow], wrong: [number of heads]}]}
"""


def photograph(size=(400, 200), turned=6) -> bytes:
    """Return a photograph that is red on the left, as a phone saves it: turned, with a note on how to turn it back."""
    picture = Image.new("RGB", size, "white")
    picture.paste("red", (0, 0, size[0] // 2, size[1]))
    exif = Image.Exif()
    exif[0x0112] = turned
    file = io.BytesIO()
    picture.rotate(90, expand=True).save(file, "JPEG", exif=exif)
    return file.getvalue()


def bomb(width: int, height: int) -> bytes:
    """Return a PNG that claims these dimensions."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compress(b"\0" * (1 + width // 8))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


class Browser:
    """A reviewer's browser."""

    def __init__(self, server: DeskServer) -> None:
        self.base = urlsplit(server.address)

    def ask(self, path: str = "", form: dict[str, str] | None = None, **headers: str) -> tuple[int, str, bytes]:
        """Return the status, the address that it leads to, and the content."""
        connection = http.client.HTTPConnection("127.0.0.1", self.base.port, timeout=30)
        body = urlencode(form) if form is not None else None
        known = {"Content-Type": "application/x-www-form-urlencoded"} if form is not None else {}
        connection.request("POST" if body is not None else "GET", self.base.path + path, body, known | headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, (answer.getheader("Location") or "").rpartition("/")[2], content


class Class:
    """A folder of submissions, graded."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.submissions, self.results, self.reviews = top / "s", top / "r", top / "reviews"
        for name, content in (("layer", LAYER), ("head", HEAD)):
            (top / "p").mkdir(exist_ok=True)
            (top / "p" / f"{name}.yaml").write_text(content)
        self.submissions.mkdir()

    def grade(self) -> None:
        """Grade, with the decisions so far."""
        reviews = ["--reviews", str(self.reviews)] if self.reviews.is_dir() else []
        given = ["grade", str(self.submissions), "--problems", str(self.top / "p"), "--out", str(self.results)]
        found = CliRunner().invoke(cli, [*given, *reviews], standalone_mode=False)
        assert found.exception is None, found.output

    def grades(self) -> dict[str, tuple[str, str]]:
        """Return the points and the number of open answers of each student."""
        rows = [line.split(",") for line in (self.results / "grades.csv").read_text().splitlines()]
        columns = [rows[0].index(name) for name in ("student", "points", "to_review")]
        return {row[columns[0]]: (row[columns[1]], row[columns[2]]) for row in rows[1:]}


@pytest.fixture
def students(tmp_path):
    return Class(tmp_path)


@pytest.fixture
def desk(students):
    """Return a function that opens the desk of a reviewer."""
    servers = []

    def open_(name: str = "ada") -> Browser:
        found, command = _desk(students.results, None, students.reviews, name)
        servers.append(DeskServer(found, command))
        threading.Thread(target=servers[-1].serve_forever, daemon=True).start()
        return Browser(servers[-1])

    yield open_
    for each in servers:
        each.shutdown()
        each.server_close()


def boxes(page: bytes) -> list[str]:
    """Return the names of the boxes for points on a page."""
    return [each.split('"')[1] for each in page.decode().split("<input ") if each.startswith('name="points-')]


@pytest.fixture
def first(students, desk):
    """Open the desk on one photograph, and return the browser, the first case and its boxes."""
    (students.submissions / "phone.jpg").write_bytes(photograph())
    students.grade()
    browser = desk()
    case = browser.ask()[1]
    return browser, case, boxes(browser.ask(case)[2])


def decided(students) -> list[dict]:
    return yaml.safe_load((students.reviews / "ada.yaml").read_text())


def test_a_person_reads_a_photograph_and_a_scan_and_the_grades_follow(students, desk):
    (students.submissions / "phone.jpg").write_bytes(photograph())
    (students.submissions / "scan.pdf").write_bytes(pdf(PICTURE, PICTURE))
    (students.submissions / "typed.md").write_text("Answer (layer): 27648\n\nAnswer (head): 15\n")
    students.grade()
    assert students.grades() == {"phone": ("0", "2"), "scan": ("0", "2"), "typed": ("3", "0")}
    browser = desk()
    status, first, _ = browser.ask()
    assert status == 303
    page = browser.ask(first)[2]
    for each in (b"How many weights?", b"27,648", b"<h1><bdi>phone</bdi></h1>"):
        assert each in page
    assert len(boxes(page)) == 2, "all questions of a scan are on one page"
    assert "default-src 'none'; style-src 'sha256-" in unescape(page.decode())
    picture = Image.open(io.BytesIO(browser.ask(f"{first}/0.jpg")[2]))
    assert (picture.format, picture.size) == ("JPEG", (400, 200)), "upright"
    red, white = picture.getpixel((20, 100)), picture.getpixel((380, 100))
    assert (red[0] > 240, red[2] < 20, min(white) > 240) == (True, True, True)
    by_problem = dict(zip(("head", "layer"), boxes(page), strict=True))
    comment = by_problem["layer"].replace("points", "comment")
    form = {by_problem["layer"]: "1,5", by_problem["head"]: "0", comment: "Half of\nit: “heads”"}
    status, second, _ = browser.ask(first, form)
    assert (status, second != first) == (303, True)
    assert [(each["problem"], each["points"]) for each in decided(students)] == [("head", 0.0), ("layer", 1.5)]
    assert decided(students)[1]["comment"] == "Half of it: “heads”"
    page = browser.ask(second)[2]
    assert page.count(b"<img ") == 2, "both pages of the scan"
    assert browser.ask(second, dict.fromkeys(boxes(page), "1"))[1] == "end"
    assert b"--reviews" in browser.ask("end")[2]
    students.grade()
    assert students.grades() == {"phone": ("1.5", "0"), "scan": ("2", "0"), "typed": ("3", "0")}


def test_a_decision_does_not_hold_for_another_photograph_of_the_same_name(students, first):
    browser, case, found = first
    browser.ask(case, dict.fromkeys(found, "1"))
    students.grade()
    assert students.grades() == {"phone": ("2", "0")}
    (students.submissions / "phone.jpg").write_bytes(photograph((300, 300)))
    assert browser.ask(f"{case}/0.jpg")[0] == 200, "what was shown before stays"
    students.grade()
    points, waiting = students.grades()["phone"]
    assert (points, int(waiting) >= 2) == ("0", True)


def test_a_decision_is_asked_for_again_once_the_numbers_of_its_question_changed(students, desk, first):
    browser, case, found = first
    browser.ask(case, dict.fromkeys(found, "1"))
    students.grade()
    assert (students.grades(), desk().ask()[1]) == ({"phone": ("2", "0")}, "end")
    layer = students.top / "p" / "layer.yaml"
    layer.write_text(layer.read_text().replace("d_ff: 120", "d_ff: 128"))
    students.grade()
    assert students.grades() == {"phone": ("1", "2")}, "the answer, and its file"
    browser = desk()
    again = browser.ask()[1]
    page = browser.ask(again)[2]
    (box,) = boxes(page)
    assert b"ada: 1 of 2" not in page
    assert browser.ask(again, {box: "2"})[1] == "end"
    students.grade()
    assert students.grades() == {"phone": ("3", "0")}
    assert [(each["problem"], each["points"], len(each["question"])) for each in decided(students)] == [
        ("head", 1.0, 10),
        ("layer", 2.0, 10),
    ]


def test_a_decision_is_changed_by_its_reviewer_and_two_reviewers_see_each_other(students, desk, first):
    students.reviews.mkdir()
    (students.reviews / "ada.yaml").write_text("# mine\n- {student: other, problem: head, points: 1}\n")
    ada, case, (box, *_) = first
    comment = box.replace("points", "comment")
    for points in ("1", "0"):
        assert ada.ask(case, {box: points, comment: f"as in {box}"})[0] == 303
    lines = (students.reviews / "ada.yaml").read_text().splitlines()
    assert lines[:2] == ["# mine", "- {student: other, problem: head, points: 1}"]
    assert len(lines) == 3
    bob = desk("bob")
    assert "ada: 0 of 1" in bob.ask(case)[2].decode()
    assert bob.ask(case, {box: "1"})[0] == 303
    page = ada.ask(case)[2].decode()
    assert ("ada: 0 of 1" in page, "bob: 1 of 1" in page) == (True, True)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("- group: {}\n  problem: head\n  points: 1\n", "was written by hand"),
        ("a: 1\n", "is no list of decisions"),
        ("- {{a: [\n", "is no list of decisions"),
    ],
)
def test_what_was_written_by_hand_is_left_alone(students, first, written, message):
    browser, case, (box, *_) = first
    text = written.format(box.removeprefix("points-"))
    students.reviews.mkdir()
    (students.reviews / "ada.yaml").write_text(text)
    status, _, page = browser.ask(case, {box: "0"})
    assert (status, message in page.decode()) == (422, True)
    assert (students.reviews / "ada.yaml").read_text() == text


def test_points_that_are_none(students, first):
    browser, case, (box, *_) = first
    for points in ("-1", "3", "nan", "inf", "1e-9", "one", "<b>"):
        status, _, page = browser.ask(case, {box: points})
        assert (status, b"<b>" in page) == (422, False)
        assert "is no number of points; write one from 0 to 1." in page.decode()
    assert b"Give points for at least one answer." in browser.ask(case, {box: " "})[2]
    assert not students.reviews.exists()


def test_only_the_browser_with_the_address_gets_in(students, first):
    browser, case, (box, *_) = first
    assert browser.ask(case, Host="evil.example")[0] == 403
    assert browser.ask(case, {box: "1"}, Origin="http://evil.example")[0] == 403
    assert browser.ask(case, {box: "1"}, **{"Content-Type": "text/plain"})[0] == 403
    assert browser.ask(case, {box: "1"}, **{"Content-Length": "9" * 4400})[0] == 413
    for path in ("nothing", f"{case}/7.jpg", f"{case}/x.jpg", f"{case}/../../etc/passwd", "%2e%2e"):
        assert browser.ask(path)[0] == 404, path
    for path, status in (("/guessed/", 403), ("/guessed", 403), ("guessed", 403), ("/favicon.ico", 204)):
        browser.base = browser.base._replace(path=path)
        assert browser.ask()[0] == status
    browser.base = browser.base._replace(path="/guessed/")
    assert [browser.ask(path)[0] for path in (case, f"{case}/0.jpg")] == [403, 403]
    assert browser.ask(case, {box: "1"})[0] == 403
    assert not students.reviews.exists()


def test_hostile_pictures_are_not_shown_and_large_ones_are_made_smaller(students, desk):
    large = io.BytesIO()
    Image.new("L", (6000, 3000), 200).save(large, "PNG")
    for name, data in (
        ("a.png", bomb(2**31 - 1, 2**31 - 1)),
        ("b.png", b"no picture"),
        ("c.jpg", photograph()[:300]),
        ("d.png", large.getvalue()),
    ):
        (students.submissions / name).write_bytes(data)
    students.grade()
    browser = desk()
    pages = {}
    case = browser.ask()[1]
    while case != "end":
        page = browser.ask(case)[2].decode()
        pages[page.partition("<h1><bdi>")[2][0]] = page, case
        case = browser.ask(case, dict.fromkeys(boxes(page.encode()), "0"))[1]
    assert "too many pixels" in pages["a"][0]
    assert "cannot be shown here" in pages["b"][0]
    assert "cannot be shown here" in pages["c"][0]
    assert ["<img" in page for page, _ in pages.values()] == [False, False, False, True]
    assert Image.open(io.BytesIO(browser.ask(f"{pages['d'][1]}/0.jpg")[2])).size == (1600, 800)


def test_the_page_of_a_typed_document_is_shown_next_to_what_may_be_meant(students, desk):
    lines = enumerate(("layer", "27648 or 31744?", "head: 15"))
    words = "".join(text(72, 700 - 30 * place, line) for place, line in lines)
    (students.submissions / "typed.pdf").write_bytes(pdf(words))
    students.grade()
    if students.grades()["typed"][1] == "0":
        pytest.skip("it was read")
    browser = desk()
    case = browser.ask()[1]
    assert b"typed.pdf, page 1" in browser.ask(case)[2]
    assert browser.ask(f"{case}/0.jpg")[2].startswith(b"\xff\xd8")


def pasted(*pictures: bytes) -> bytes:
    """Return a Word document with a photograph, the last one, instead of the answer to a question."""
    body = p("Question layer") + shown(f"r{len(pictures)}") + p("Question head") + p("Answer: 15")
    return with_pictures(body, *pictures)


def test_a_photograph_in_a_word_document_is_shown(students, desk):
    there = students.submissions / "word.docx"
    there.write_bytes(pasted(photograph(), photograph((20, 10))))
    students.grade()
    assert students.grades()["word"] == ("1", "1")
    browser = desk()
    case = browser.ask()[1]
    page = browser.ask(case)[2]
    assert b"word.docx, picture 2" in page
    assert Image.open(io.BytesIO(browser.ask(f"{case}/0.jpg")[2])).size == (20, 10)
    browser.ask(case, dict.fromkeys(boxes(page), "2"))
    students.grade()
    assert students.grades()["word"] == ("3", "0")
    there.write_bytes(pasted(photograph(), photograph((30, 10))))
    students.grade()
    assert students.grades()["word"][0] == "1", "what was decided on another picture does not hold"


def test_a_picture_in_an_opendocument_text_is_shown(students, desk):
    image = '<draw:frame><draw:image xlink:href="Pictures/a.jpg"/></draw:frame>'
    lines = ("Question layer", image, "Question head", "Answer: 15")
    body = "".join(f"<text:p>{line}</text:p>" for line in lines)
    (students.submissions / "text.odt").write_bytes(odt(body, **{"Pictures/a.jpg": photograph((20, 10))}))
    students.grade()
    assert students.grades()["text"] == ("1", "1")
    browser = desk()
    case = browser.ask()[1]
    assert b"text.odt, picture 1" in browser.ask(case)[2]
    assert Image.open(io.BytesIO(browser.ask(f"{case}/0.jpg")[2])).size == (20, 10)


def test_pictures_in_a_zip_are_shown_and_a_file_that_is_gone_is_told(students, desk):
    (students.submissions / "phone.jpg").write_bytes(photograph())
    packed = Path(shutil.make_archive(str(students.top / "week"), "zip", students.submissions))
    students.submissions = packed
    students.grade()
    browser = desk()
    case = browser.ask()[1]
    assert browser.ask(f"{case}/0.jpg")[2].startswith(b"\xff\xd8")
    packed.unlink()
    page = desk().ask(case)[2].decode()
    assert "This file is not where it was when it was graded: phone.jpg" in page
    assert "<img" not in page


def test_equal_answers_are_one_case_and_essays_have_no_pages(students, desk):
    (students.top / "p" / "why.yaml").write_text(WHY)
    for name, scores in (("a", "27648 or so or 5"), ("b", "27648 or so or 5"), ("c", "27648")):
        essay = "They grow with the number of heads." if name == "c" else "''"
        answers = f"answers: {{layer: {scores}, head: 15, why: {essay}}}"
        (students.submissions / f"{name}.yaml").write_text(answers)
    students.grade()
    browser = desk()
    pages = {}
    case = browser.ask()[1]
    while case != "end":
        page = browser.ask(case)[2]
        pages[case] = page.decode()
        case = browser.ask(case, {boxes(page)[0]: "2"})[1]
    layer, why = sorted(pages.values(), key=lambda each: "27648 or so" not in each)
    assert ("<bdi>a</bdi>, <bdi>b</bdi>" in layer, "27648 or so or 5" in layer) == (True, True)
    assert ("<bdi>c</bdi>" in why, "They grow with the number of heads." in why) == (True, True)
    assert "<img" not in layer + why
    students.grade()
    assert students.grades() == {"a": ("3", "0"), "b": ("3", "0"), "c": ("5", "0")}


def test_nothing_to_decide(students, desk):
    (students.submissions / "typed.md").write_text("Answer (layer): 27648\n\nAnswer (head): 15\n")
    students.grade()
    browser = desk()
    assert browser.ask()[1] == "end"
    assert b"Nothing waits for a decision" in browser.ask("end")[2]
    for name in ("../x", "", ".x", "a/b"):  # no names of files
        found = CliRunner().invoke(cli, ["review", str(students.results), "--reviewer", name], standalone_mode=False)
        assert found.return_value == 2
