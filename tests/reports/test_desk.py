"""The review desk: what students wrote next to the questions, and decisions that `grade` applies."""

from __future__ import annotations

import http.client
import io
import re
import resource
import shutil
import socket
import struct
import threading
import zlib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import click
import pytest
import yaml
from click.testing import CliRunner
from PIL import Image

from checker.cli.app import cli
from checker.cli.pages import opened
from checker.reports.desk import DeskServer
from tests.grading import runs
from tests.reports.pages import text_of as text_of_page
from tests.tables import rows
from tests.writeups.formats.office_files import odt, p, shown, with_pictures
from tests.writeups.formats.pdf_files import PICTURE, pdf

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
        return answer.status, (answer.getheader("Location") or "").rpartition("/")[2].partition("?")[0], content


class Class:
    """A folder of submissions, graded."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.submissions, self.results, self.reviews = top / "s", top / "r", top / "reviews"
        self.options: list[str] = []
        for name, content in (("layer", LAYER), ("head", HEAD)):
            (top / "p").mkdir(exist_ok=True)
            (top / "p" / f"{name}.yaml").write_text(content)
        self.submissions.mkdir()

    def grade(self) -> None:
        """Grade, with the decisions so far."""
        reviews = ["--reviews", str(self.reviews)] if self.reviews.is_dir() else []
        given = ["grade", str(self.submissions), "--problems", str(self.top / "p"), "--out", str(self.results)]
        found = CliRunner().invoke(cli, [*given, *reviews, *self.options], standalone_mode=False)
        assert found.exception is None, found.output

    def hand_in(self, **files: str) -> None:
        """Hand in files, whose names have `_` for the last dot, and grade."""
        for name, text in files.items():
            (self.submissions / ".".join(name.rsplit("_", 1))).write_text(text)
        self.grade()

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
        found, command = opened(students.results, students.reviews, name)
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


def ticks(page: str) -> dict[str, tuple[str, str, bool]]:
    """Return by student the box on the page of a value, its value, and whether it is ticked."""
    found = re.findall(
        r'<input type="checkbox" name="(.*?)" value="(.*?)" data-row="\w"(.*?)>.*?</label>(.*?)<span', page, re.DOTALL
    )
    return {
        name: (box, points, bool(tick)) for box, points, tick, who in found for name in re.findall("<bdi>(.*?)<", who)
    }


@pytest.fixture
def first(students, desk):
    """Open the desk on one photograph, and return the browser, the first case and its boxes."""
    (students.submissions / "phone.jpg").write_bytes(photograph())
    students.grade()
    browser = desk()
    case = browser.ask()[1]
    return browser, case, boxes(browser.ask(case)[2])


def text_of(browser: Browser, page: str = "end") -> str:
    return browser.ask(page)[2].decode()


def all_pages(browser: Browser) -> Iterator[tuple[str, str]]:
    """Yield all cases with their pages, by the links to the next one."""
    case = re.findall(r'<a href="(\w+)">Look at the first', text_of(browser))[:1]
    while case and case != ["end"]:
        yield case[0], text_of(browser, case[0])
        case = re.findall(r'<a href="(\w+)" rel="next"', text_of(browser, case[0]))


def decided(students) -> list[dict]:
    return yaml.safe_load((students.reviews / "ada.yaml").read_text())


def test_a_person_reads_a_photograph_and_a_scan_and_the_grades_follow(students, desk):
    (students.submissions / "phone.jpg").write_bytes(photograph())
    (students.submissions / "scan.pdf").write_bytes(pdf(PICTURE, PICTURE))
    students.hand_in(typed_md="Answer (layer): 27648\n\nAnswer (head): 15\n")
    assert students.grades() == {"phone": ("", "2"), "scan": ("", "2"), "typed": ("3", "0")}
    browser = desk()
    status, first, _ = browser.ask()
    assert status == 303
    page = browser.ask(first)[2]
    for each in (b"How many weights?", b"27,648", b"<h1><bdi>phone</bdi></h1>"):
        assert each in page
    assert len(boxes(page)) == 2, "all questions of a scan are on one page"
    assert "default-src 'none'; style-src 'sha256-" in unescape(page.decode())
    picture = Image.open(io.BytesIO(browser.ask(f"{first}/page/0")[2]))
    assert (picture.format, picture.size) == ("JPEG", (400, 200)), "upright"
    red, white = picture.getpixel((20, 100)), picture.getpixel((380, 100))
    assert (red[0] > 240, red[2] < 20, min(white) > 240) == (True, True, True)
    by_problem = dict(zip(("head", "layer"), boxes(page), strict=True))
    comment = by_problem["layer"].replace("points", "comment")
    form = {by_problem["layer"]: "1,5", by_problem["head"]: "0", comment: "Half of\nit: “heads” \u200d\x7f"}
    status, second, _ = browser.ask(first, form)
    assert (status, second != first) == (303, True)
    assert [(each["problem"], each["points"]) for each in decided(students)] == [("head", 0.0), ("layer", 1.5)]
    assert decided(students)[1]["comment"] == "Half of it: “heads” \u200d\x7f"
    page = browser.ask(second)[2]
    assert page.count(b"<img ") == 2, "both pages of the scan"
    assert browser.ask(second, dict.fromkeys(boxes(page), "1"))[1] == "end"
    page = browser.ask("end")[2]
    assert (b"Everything is decided" in page, b"--reviews" in page) == (True, True)
    students.grade()
    assert students.grades() == {"phone": ("1.5", "0"), "scan": ("2", "0"), "typed": ("3", "0")}


def test_a_decision_is_asked_for_again_once_the_numbers_of_its_question_changed(students, desk, first):
    browser, case, found = first
    browser.ask(case, dict.fromkeys(found, "1"))
    students.grade()
    assert (students.grades(), desk().ask()[1]) == ({"phone": ("2", "0")}, "end")
    layer = students.top / "p" / "layer.yaml"
    layer.write_text(layer.read_text().replace("d_ff: 120", "d_ff: 128"))
    with pytest.raises(click.UsageError, match="the problem layer is not the one that was graded"):
        opened(students.results, students.reviews, "ada")
    students.grade()
    assert students.grades() == {"phone": ("1", "2")}, "the answer, and the decision that does not apply"
    browser = desk()
    (to_correct, stale), (again, page) = all_pages(browser)
    assert browser.ask()[1] == again, "the file to correct was shown"
    assert f"Go on to take back line 3 of <bdi>{students.reviews}" in stale
    assert f"delete line 3 of <bdi>{students.reviews}" in text_of(desk("bob"), to_correct)
    (box,) = boxes(page.encode())
    assert "</bdi>: 1 of 2" not in page
    assert browser.ask(to_correct, {})[1] == again
    assert browser.ask(again, {box: "2"})[1] == "end"
    assert "unless that is done" in text_of(browser, to_correct)
    students.grade()
    assert students.grades() == {"phone": ("3", "0")}
    assert desk().ask()[1] == "end"
    assert [(each["problem"], each.get("points")) for each in decided(students)] == [
        ("head", 1.0),
        ("layer", 1.0),
        ("layer", None),
        ("layer", 2.0),
    ], "the last one counts"


def test_a_decision_is_changed_by_its_reviewer_and_two_reviewers_see_each_other(students, desk, first):
    students.reviews.mkdir()
    (students.reviews / "ada.yaml").write_text("# mine\n- {student: other, problem: head, points: 1}\n")
    ada, case, (box, other) = first
    group, comment = box.removeprefix("points-"), box.replace("points", "comment")
    for points in ("1", "0"):
        assert ada.ask(case, {box: points, comment: f'as in - {{"group": "{group}",'})[0] == 303
    assert ada.ask(case, {other: "2", other.replace("points", "comment"): f"as in {group}"})[0] == 303
    lines = (students.reviews / "ada.yaml").read_text().splitlines()
    assert lines[:2] == ["# mine", "- {student: other, problem: head, points: 1}"]
    assert len(lines) == 5
    bob = desk("bob")
    assert "<bdi>ada</bdi>: 0 of 1" in bob.ask(case)[2].decode()
    assert bob.ask(case, {box: "1"})[1] == "end", "ada decided on the other one"
    page = bob.ask("end")[2].decode()
    assert ("Reviewers differ" in page, "Everything is decided" in page) == (True, False)
    students.grade()
    ada = desk()
    *_, (case, page) = all_pages(ada)
    assert ada.ask()[1] == "end"
    assert ("<bdi>ada</bdi>: 0 of 1" in page, "<bdi>bob</bdi>: 1 of 1" in page) == (True, True)
    assert ada.ask(case, {box: "1"})[1] == "end"
    students.grade()
    assert students.grades()["phone"][0] == "3"


def test_several_desks_of_one_reviewer_lose_no_decision(students, desk):
    students.hand_in(**{f"s{number}_yaml": f"answers: {{layer: {number} or 5}}" for number in range(20, 44)})
    browsers = [desk(), desk()]
    cases = {each: boxes(browsers[0].ask(each)[2]) for each in re.findall(r'li><a href="(\w+)"', text_of(browsers[0]))}
    assert len(cases) == 24
    with ThreadPoolExecutor(8) as pool:
        jobs = [pool.submit(browsers[at % 2].ask, case, {box: "1"}) for at, (case, (box,)) in enumerate(cases.items())]
    assert {each.result()[0] for each in jobs} == {303}
    assert len({each["group"] for each in decided(students)}) == 24
    assert [each.name for each in students.reviews.iterdir()] == ["ada.yaml"], "nothing else is left behind"


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("- group: {}\n  problem: head\n  points: 1\n", "was written by hand"),
        ("a: 1\n", "is no list of decisions"),
        ("a\n", "is no list of decisions"),
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


def test_a_full_disk_leaves_the_decisions_as_they_were(students, first):
    browser, case, (box, other) = first
    assert browser.ask(case, {box: "1"})[0] == 303
    before, limits = (students.reviews / "ada.yaml").read_text(), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 20, limits[1]))
    try:
        status, _, page = browser.ask(case, {other: "1"})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (status, b"cannot be written: No space left on device" in page) == (422, True)
    assert (students.reviews / "ada.yaml").read_text() == before


def test_points_that_are_none(students, first):
    browser, case, (box, *_) = first
    for points in ("-1", "3", "nan", "inf", "1e-9", "one", "<b>"):
        status, _, page = browser.ask(case, {box: points})
        assert (status, b"<b>" in page) == (422, False)
        assert "is no number of points; write one from 0 to 1." in page.decode()
    assert b"Give points for at least one answer." in browser.ask(case, {box: " "})[2]
    assert not students.reviews.exists()


def test_only_the_browser_with_the_address_gets_in(students, first, capfd):
    browser, case, (box, *_) = first
    assert browser.ask(case, Host="evil.example")[0] == 403
    assert browser.ask(case, Host="[")[0] == 403
    assert browser.ask(case, {box: "1"}, Origin="http://evil.example")[0] == 403
    assert browser.ask(case, {box: "1"}, **{"Content-Type": "text/plain"})[0] == 403
    assert browser.ask(case, {box: "1"}, **{"Content-Length": "9" * 4400})[0] == 413
    for path in ("nothing", f"{case}/page/7", f"{case}/page/x", f"{case}/page", f"{case}/../../etc/passwd", "%2e%2e"):
        assert browser.ask(path)[0] == 404, path
    with socket.create_connection(("127.0.0.1", browser.base.port)) as line:
        line.sendall(b"GET foo\r\n\r\n")
        assert line.recv(99).startswith(b"Open the address")
    for path, status in (("/guessed/", 403), ("/guessed", 403), ("guessed", 403), ("/favicon.ico", 204)):
        browser.base = browser.base._replace(path=path)
        assert browser.ask()[0] == status
    browser.base = browser.base._replace(path="/guessed/")
    assert [browser.ask(path)[0] for path in (case, f"{case}/page/0", f"{case}/file/0")] == [403, 403, 403]
    assert browser.ask(case, {box: "1"})[0] == 403
    assert not students.reviews.exists()
    assert capfd.readouterr().err == "", "no traceback"


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
    pages = {page.partition("<h1><bdi>")[2][0]: (page, case) for case, page in all_pages(browser)}
    assert "too many pixels" in pages["a"][0]
    assert "cannot be shown here" in pages["b"][0]
    assert "cannot be shown here" in pages["c"][0]
    assert ["<img" in page for page, _ in pages.values()] == [False, False, False, True]
    assert Image.open(io.BytesIO(browser.ask(f"{pages['d'][1]}/page/0")[2])).size == (1600, 800)


def pasted(suffix: str, size: tuple[int, int]) -> bytes:
    """Return a document with a photograph of this size instead of the answer to a question."""
    if suffix == "odt":
        image = '<draw:frame><draw:image xlink:href="Pictures/a.jpg"/></draw:frame>'
        lines = ("Question layer", image, "Question head", "Answer: 15")
        return odt("".join(f"<text:p>{line}</text:p>" for line in lines), **{"Pictures/a.jpg": photograph(size)})
    body = p("Question layer") + shown("r2") + p("Question head") + p("Answer: 15")
    return with_pictures(body, photograph(), photograph(size))


@pytest.mark.parametrize(("suffix", "title"), [("docx", b"mine.docx, picture 2"), ("odt", b"mine.odt, picture 1")])
def test_a_picture_in_a_document_is_shown(students, desk, suffix, title):
    there = students.submissions / f"mine.{suffix}"
    there.write_bytes(pasted(suffix, (20, 10)))
    students.grade()
    assert students.grades()["mine"] == ("1", "1")
    browser = desk()
    case = browser.ask()[1]
    page = browser.ask(case)[2]
    assert title in page
    assert Image.open(io.BytesIO(browser.ask(f"{case}/page/0")[2])).size == (20, 10)
    browser.ask(case, dict.fromkeys(boxes(page), "2"))
    students.grade()
    assert students.grades()["mine"] == ("3", "0")
    there.write_bytes(pasted(suffix, (30, 10)))
    students.grade()
    assert students.grades()["mine"][0] == "1", "what was decided on another picture does not hold"


def test_pictures_in_a_zip_are_shown_and_a_file_that_is_gone_is_told(students, desk):
    (students.submissions / "phone.jpg").write_bytes(photograph())
    packed = Path(shutil.make_archive(str(students.top / "week"), "zip", students.submissions))
    students.submissions = packed
    students.grade()
    browser = desk()
    case = browser.ask()[1]
    assert browser.ask(f"{case}/page/0")[2].startswith(b"\xff\xd8")
    assert browser.ask(f"{case}/file/0/phone.jpg")[2] == photograph()
    packed.unlink()
    page = desk().ask(case)[2].decode()
    assert "This file is not where it was when it was graded: phone.jpg" in page
    assert "<img" not in page
    assert desk().ask(f"{case}/file/0/phone.jpg")[0] == 404


@pytest.mark.parametrize(("files", "cases"), rows(__file__, "what_a_case_shows"))
def test_what_a_case_shows(students, desk, files, cases):
    runs.write(students.top, files)
    students.options = ["--roster", str(students.top / "roster.csv")] if "roster.csv" in files else []
    students.grade()
    browser = desk()
    pages = {heading(page): page for _, page in all_pages(browser) if not ticks(page)}
    assert pages.keys() >= cases.keys()
    for name, expected in cases.items():
        page, text = pages[name], text_of_page(pages[name])
        assert len(boxes(page.encode())) == expected["boxes"]
        assert [each for each in expected["has"] if each.lower() not in text.lower()] == []
        assert [each for each in expected.get("lacks", ()) if each in text] == []
        keys = re.findall(r'data-key="(\w)" data-points="(\d)"><kbd>\w</kbd> (?:<bdi>(.*?)</bdi>)?', page)
        assert keys[-len(expected.get("keys", keys)) :] == list(map(tuple, expected.get("keys", keys)))


SIX: dict[str, str] = {
    "ann": "I think it is 27648, but I am not sure.",
    "ben": "27,648?",
    "cal": "Either 27648 or 31744.",
    "dan": "31744, maybe 27648",
    "eve": "It is 31,744, I guess.",
    "fay": "I doubt that it is 27648.",
}


@pytest.fixture
def six(students):
    """Return a class of six, who all leave open whether their result counts."""
    students.hand_in(
        **{f"{name}_md": f"# Question layer\n\n{text}\n\nAnswer (head): 15\n" for name, text in SIX.items()}
    )
    assert set(students.grades().values()) == {("1", "1")}
    return students


def heading(page: str) -> str:
    return re.sub("<.*?>", "", re.findall(r"<h1>(.*)</h1>", page)[0])


def accept(browser: Browser, case: str, leave_out: Iterable[str] = (), add: Iterable[str] = ()) -> tuple[str, str]:
    """Accept a value as the page proposes, but for some students; return the next case with its page."""
    rows = ticks(text_of(browser, case))
    taken = ({name for name, (_, _, is_ticked) in rows.items() if is_ticked} - {*leave_out}) | {*add}
    status, after, _ = browser.ask(case, {box: points for name, (box, points, _) in rows.items() if name in taken})
    assert status == 303
    return after, text_of(browser, after)


def test_one_value_is_accepted_for_all_students_but_some(six, desk):
    browser = desk()
    case = browser.ask()[1]
    page = text_of(browser, case)
    assert heading(page) == "layer: 27,648 · right, 2 of 2 points"
    assert [name for name, (_, _, is_ticked) in ticks(page).items() if is_ticked] == ["ann", "ben", "dan", "fay"]
    assert [*ticks(page)][-1] == "cal", "the right value is not the likeliest there"
    for each in (*(text for name, text in SIX.items() if name != "eve"), "<strong>Found: ", "· 2 to decide"):
        assert each in page
    case, page = accept(browser, case, leave_out=["dan", "fay"], add=["cal"])
    assert (heading(page), [*ticks(page)]) == ("layer: 31,744 · wrong, 0 of 2 points", ["eve"])
    assert 'name="comment" autocomplete="off" size="30" value="' in page
    case, page = accept(browser, case)
    assert (heading(page), [*ticks(page)]) == ("layer: none of these values · wrong, 0 of 2 points", ["dan", "fay"])
    alone, page = accept(browser, case, leave_out=["dan"])
    assert (heading(page), len(boxes(page.encode()))) == ("dan", 1)
    assert browser.ask(alone, {boxes(page.encode())[0]: "1"})[1] == "end"
    assert "Everything is decided" in text_of(browser)
    assert len(decided(six)) == 6
    points = {"ann": ("3", "0"), "ben": ("3", "0"), "cal": ("3", "0"), "dan": ("2", "0"), "eve": ("1", "0")}
    for _ in range(2):
        six.grade()
        assert six.grades() == points | {"fay": ("1", "0")}
    six.hand_in(ben_md="# Question layer\n\nNot 27,648?\n\nAnswer (head): 15\n")
    assert six.grades() == points | {"fay": ("1", "0"), "ben": ("1", "1")}


def test_nothing_is_lost_if_no_value_is_accepted(six, desk):
    browser = desk()
    case = browser.ask()[1]
    while ticks(text_of(browser, case)):
        case, _ = accept(browser, case, leave_out=SIX)
    assert not six.reviews.exists()
    assert {heading(page) for _, page in all_pages(browser) if boxes(page.encode())} == {*SIX}
    assert desk().ask()[1] != case, "a new desk begins with the values again"


def test_a_comment_on_a_value_is_for_all_and_a_file_that_cannot_be_written_keeps_the_page(six, desk):
    browser = desk()
    case = browser.ask()[1]
    rows = ticks(text_of(browser, case))
    form = {rows[name][0]: "2" for name in ("ann", "dan")} | {"comment": "Be sure."}
    six.reviews.write_text("no folder")
    status, _, page = browser.ask(case, form)
    assert (status, b"cannot be written" in page) == (422, True)
    assert [name for name, (_, _, tick) in ticks(page.decode()).items() if tick] == ["ann", "dan"]
    six.reviews.unlink()
    assert browser.ask(case, form)[0] == 303
    assert [(each["points"], each["comment"]) for each in decided(six)] == [(2.0, "Be sure.")] * 2


def test_files_that_cannot_be_read_are_cases(students, desk):
    (students.top / "roster.csv").write_text("id\nann\nben\neve\n")
    students.options = ["--roster", str(students.top / "roster.csv")]
    students.hand_in(
        ann_yaml="answers: {layer: [27648\n", ben_md="Answer (layer): 27648\n", all_csv='student,layer\n"eve,27648\n'
    )
    browser = desk()
    first = browser.ask()[1]
    assert "1 to decide, 1 file to correct" in text_of(browser, first)
    assert browser.ask(first, {})[1] == browser.ask()[1] != first, "a file to correct is shown once"
    _, (case, page) = all_pages(browser)
    assert browser.ask(case, dict.fromkeys(boxes(page.encode()), "1"))[1] == "end"
    end = text_of(browser)
    assert ("<h1>0 to decide, 1 file to correct" in end, "Files to correct" in end) == (True, True)
    students.grade()
    assert "Graded again since" in text_of(browser)
    assert "Graded again since" not in text_of(desk())
    assert students.grades()["ann"] == ("2", "0")
    assert {each["student"] for each in decided(students)} == {"ann"}
    CliRunner().invoke(cli, ["feedback", str(students.results)], standalone_mode=False)
    page = (students.results / "feedback" / "ann.html").read_text()
    assert "A file of this hand-in could not be read. ada gave 1 of 2 points." in page
    (students.submissions / "ann.yaml").write_text("answers: {layer: 1, head: 1}")
    students.grade()
    assert students.grades()["ann"][0] == "0", "an answer that can be read now"


def test_what_was_left_open_is_said_on_the_next_page(first):
    browser, case, (box, other) = first
    status, address, _ = browser.ask(case, {box: "1"})
    assert (status, address) == (303, case)
    assert "Left open before: layer." in text_of(browser, f"{case}?{case}")
    assert browser.ask(case, {other: "1"})[1] == "end"
    assert "Left open" not in text_of(browser, f"end?{case}")


def test_nothing_to_decide(students, desk):
    students.hand_in(typed_md="Answer (layer): 27648\n\nAnswer (head): 15\n")
    browser = desk()
    assert browser.ask()[1] == "end"
    assert b"Nothing waits for a decision" in browser.ask("end")[2]
    for name in ("../x", "", ".x", "a/b"):  # no names of files
        found = CliRunner().invoke(cli, ["review", str(students.results), "--reviewer", name], standalone_mode=False)
        assert found.return_value == 2
