"""`checker serve`: every response is one that the µEd evaluation API allows, and nobody waits for another."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from unittest.mock import Mock

import pytest
import yaml
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from checker.cli.app import cli
from checker.problems import load_problem, load_problems
from checker.solvers import outside

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from checker import serve
from tests.bank import BANK

API = yaml.safe_load((Path(__file__).parent / "mued_api.yaml").read_text(encoding="utf-8"))
SYMBOLS = {"expression": "2*a", "symbols": {"a": {"from": 1, "to": 1000}}}
DRAWN = {"id": "drawn", "type": "formula", "parameters": SYMBOLS}


def to(task_id, answer, type_="TEXT", content="text", **more):
    return {"submission": {"taskId": task_id, "type": type_, "content": {content: answer}}, **more}


@pytest.fixture(scope="module")
def application():
    problems = {**load_problems(BANK / "001").problems, "drawn": load_problem(DRAWN)}
    return serve.application(problems, "explain")


@pytest.fixture
def send(application):
    """Send a request to the application; return the status, the body and the headers of the response, which is valid."""

    def send(body=None, path="/evaluate", method="POST", application=application, **headers):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        named = [(name.replace("_", "-").lower().encode(), text.encode()) for name, text in headers.items()]
        scope = {"type": "http", "method": method, "path": path, "headers": named, "query_string": b""}
        sent = []

        async def receive():
            return {"type": "http.request", "body": data, "more_body": False}

        async def keep(message):
            sent.append(message)

        asyncio.run(application(scope, receive, keep))
        status, found = sent[0]["status"], json.loads(sent[1]["body"])
        schema = API["responses"].get(path, {404: "error"}).get(status, "error" if status == 405 else None)
        Draft202012Validator({"$defs": API["$defs"], "$ref": f"#/$defs/{schema}"}).validate(found)
        return status, found, {name.decode(): text.decode() for name, text in sent[0]["headers"]}

    return send


def test_a_wrong_answer(send):
    status, found, headers = send(to("encoder-layer", "31,744"), X_Request_Id="r-1", X_Api_Version="0.1.0")
    assert (status, headers["x-request-id"], headers["x-api-version"]) == (200, "r-1", "0.1.0")
    why = "Your answer counts the output projection W_O; this question does not. This mistake gives exactly 31,744."
    assert found[0] == {
        "feedbackId": "encoder-layer",
        "title": "31,744 is not correct.",
        "message": f"{why} The first step that differs is attention.",
        "suggestedAction": "Fix that and work it out again.",
        "awardedPoints": 0.0,
    }


TASK = {"taskId": "encoder-layer", "title": "?", "unknown": 1}
ANSWERS = [
    (to("encoder-layer", "$27{,}648$", "MATH", "expression"), "Correct: 27,648.", 1.0),
    (to("encoder-layer", "**27,648**", content="markdown"), "Correct: 27,648.", 1.0),
    (to("encoder-layer", ""), "No answer was given.", 0.0),
    (to("encoder-layer", "27.6K"), "I have not judged it yet: give every digit.", None),
    (to("head-output.elements", "512"), "Correct: 512.", 1.0),
    (to(None, "27648", task=TASK, unknown={}), "Correct: 27,648.", 1.0),
]


@pytest.mark.parametrize(("request_", "title", "points"), ANSWERS)
def test_answers(send, request_, title, points):
    status, (found,), _ = send(request_)
    assert (status, found["title"], found["awardedPoints"]) == (200, title, points)


@pytest.mark.parametrize(
    ("answer", "message", "points"),
    [
        ("27.6K", "Expected: 27,648.", 0.0),
        ("5", "I can't tell from this number what went wrong. Expected: 27,648.", 0.0),
        ("27648", None, 1.0),
        ("1 or 2", "Expected: 27,648.", None),
    ],
)
def test_only_full_shows_the_expected_number(send, answer, message, points):
    full = serve.application(load_problems(BANK / "001").problems, "full")
    _, (found,), _ = send(to("encoder-layer", answer), application=full)
    assert (found["message"], found["awardedPoints"]) == (message, points)


def test_the_part_is_the_target(send):
    _, (found,), _ = send(to("head-output.shape", "(16, 32)"))
    assert found["feedbackId"] == "head-output.shape"
    assert found["target"] == {"artefactType": "TEXT", "format": None, "locator": {"type": "part", "part": "shape"}}


def test_before_it_is_submitted_there_is_no_verdict(send):
    read = {"27,648": "I read: 27,648", "31744": "I read: 31,744", "": "No answer was given."}
    for answer, title in (read | {"1 or 2": '"1 or 2" is more than one number. Write one.'}).items():
        _, found, _ = send(to("encoder-layer", answer, preSubmissionFeedback={"enabled": True}))
        assert found == [{"feedbackId": "encoder-layer", "title": title}]


def test_numbers_that_a_student_has(send):
    problem = load_problem(DRAWN, student="s1")
    request = to("drawn", str(2 * int(problem.values[0][1])))
    assert send(request)[0] == 400
    for student, points in (("s1", 1.0), ("s2", 0.0)):
        _, (found,), _ = send(request | {"user": {"type": "LEARNER", "userId": student}})
        assert found["awardedPoints"] == points


REFUSED = [
    (400, b"", "no JSON"),
    (400, b'{"submission": {"type": "TEXT", "type": "MATH"}}', "a member twice"),
    (400, b"[" * 50_000, "no JSON"),
    (400, [], "must be an object"),
    (400, {}, "needs a type and a content"),
    (400, {"submission": 1}, "submission must be an object"),
    (400, to("encoder-layer", 1), "text must be a string"),
    (400, to("encoder-layer", "1", content="code"), "must have one of text"),
    (400, to("encoder-layr", "1"), "There is no problem"),
    (400, to("../encoder-layer", "1"), "There is no problem"),
    (400, to("head-output", "1"), "has the parts shape, elements, values; give one as `head-output.PART`"),
    (400, to("head-output.total", "1"), "total is not a part"),
    (400, to("head-output.shap", "1"), "did you mean shape?"),
    (400, to("head-output.shape", "1", task=TASK), "not that of the task"),
    (400, to("encoder-layer", "1" * 100_000), "more than 100,000 bytes"),
    (501, to("encoder-layer", "1", "CODE", "code"), "CODE in this format"),
    (501, to("encoder-layer", "1", callbackUrl="https://127.0.0.1:1/"), "never called"),
    (501, to(None, "1", criteria=[{"name": "Clarity"}]), "Only tasks with a problem"),
]


@pytest.mark.parametrize(("status", "body", "message"), REFUSED)
def test_what_is_refused(send, status, body, message):
    found = send(body)
    assert (found[0], message in found[1]["message"]) == (status, True), found


def test_other_paths_and_versions(send):
    assert send(path="/evaluate/health", method="GET")[1]["status"] == "OK"
    assert send(path="/evaluate/health", method="GET", X_Api_Version="9.0")[0] == 406
    assert [send(path="/nowhere")[0], send(method="GET")[0]] == [404, 405]


FAULT = outside.fault(Path("types/box.py"), "a loop has no end", 5)


@pytest.mark.parametrize(
    ("error", "logged"),
    [
        (ZeroDivisionError(27648), "A fault of checker (ZeroDivisionError)"),
        (FAULT, "A problem, or its question type, is in error: types/box.py:5:1 schema a loop has no end"),
    ],
)
def test_a_fault_tells_nothing(send, monkeypatch, caplog, error, logged):
    monkeypatch.setattr(serve, "check", Mock(side_effect=error))
    status, found, _ = send(to("encoder-layer", "27648"))
    assert (status, "27648" in str(found), "box" in str(found)) == (500, False, False)
    assert [each.getMessage() for each in caplog.records] == [logged]


@pytest.mark.parametrize(
    ("text", "message"),
    [(None, "without errors in lab\n"), ("id: a\ntype: bx\n", "the first error is lab/a.yaml:2:7 schema bx is not")],
)
def test_nothing_to_serve(tmp_path, monkeypatch, text, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lab").mkdir()
    if text:
        (tmp_path / "lab" / "a.yaml").write_text(text)
    done = CliRunner().invoke(cli, ["serve", "--problems", "lab"], env={"COLUMNS": "500"})
    assert (done.exit_code, message in done.stderr) == (2, True), done.stderr


@pytest.fixture
def port():
    """The port of a server in a process of its own, which ends well when it is asked to."""
    command = [sys.executable, "-m", "checker", "serve", "--problems", str(BANK / "001"), "--port", "0"]
    with subprocess.Popen(
        command, stdout=-1, text=True, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    ) as process:
        line = process.stdout.readline()
        yield int(line.split(":")[-1].partition("/")[0]), process
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0


def test_a_server_with_slow_and_hostile_clients(port):
    number, process = port
    head = b"POST /evaluate HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
    long = json.dumps(to("encoder-layer", "sqrt(" * 1600 + "2" + ")" * 1600)).encode()
    slow, hostile = ([socket.create_connection(("127.0.0.1", number)) for _ in range(count)] for count in (50, 3))
    for each in slow:
        each.sendall(head % 100 + b"{")
    for each in hostile:
        each.sendall(head % len(long) + long)
    started = time.monotonic()
    with closing(HTTPConnection("127.0.0.1", number, timeout=20)) as client:
        client.request("POST", "/evaluate", json.dumps(to("encoder-layer", "27648")))
        (found,) = json.loads(client.getresponse().read())
    assert found["awardedPoints"] == 1
    assert time.monotonic() - started < 5
    for each in slow:
        each.close()
    process.send_signal(signal.SIGTERM)  # what is under way is answered
    for each in hostile:
        each.settimeout(30)
        assert each.recv(12) == b"HTTP/1.1 200"
        each.close()
