"""`application`: answers the µEd evaluation API with the problems of a folder, and `serve` runs it.

The API is that of `openapi-bundled.yml` in the public repository `mued-api/spec`.  The service has no state: attempts,
students and grades are the platform's.  Nothing that a request names is fetched, and no request raises the level of
feedback.  Answers are marked in threads, each within the limits that a search for a reason has.
"""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from checker.engine import VERSION
from checker.marking.api import check
from checker.marking.expected import expected_answer
from checker.marking.mark import Status
from checker.marking.result import Result, dumps
from checker.problems import Problem, ProblemError, QuestionKey
from checker.problems.model import NoPartError

API: Final = "0.1.0"
FORMATS: Final = {"TEXT": ("plain", "plain_text", "markdown", "latex"), "MATH": ("latex", "plain", "plain_text")}
"""By the type of a submission the formats that are read; others are answered with 501."""
_CONTENTS: Final = ("text", "markdown", "expression")
"""The members of a content that may have the answer."""

MOST_BYTES: Final = 100_000
SLOWEST: Final = 10.0
"""Seconds in which the body of a request has to arrive."""
LAST: Final = 30
"""Seconds in which requests that are under way have to end when the service stops."""
_MOST_WAITING: Final = 500
"""Maximum number of requests that wait for a thread."""


class Service:
    """The problems that are served, and the level of feedback."""

    def __init__(self, problems: Mapping[str, Problem], level: str) -> None:
        self._problems = problems
        self._level = level
        self._threads = ThreadPoolExecutor(4)
        self._waiting = 0

    async def evaluate(self, request: Request) -> Any:
        """Return the feedback to a submission."""
        try:
            asked = json.loads(await _body(request), object_pairs_hook=_object)
        except (ValueError, RecursionError):
            raise HTTPException(400, "The body is no JSON.") from None
        if self._waiting >= _MOST_WAITING:
            raise HTTPException(503, "Too many answers wait to be marked; try again.")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._evaluated, asked)
        finally:
            self._waiting -= 1

    async def health(self, _: Request) -> Any:
        """Return what the service can do."""
        can = ("Evaluate", "PreSubmissionFeedback", "FormativeFeedback", "SummativeFeedback")
        capabilities = {
            **{f"supports{name}": True for name in can},
            "supportsDataPolicy": "NOT_SUPPORTED",
            "supportedArtefactProfiles": [{"type": type_, "supportedFormats": FORMATS[type_]} for type_ in FORMATS],
            "supportedLanguages": ["en"],
            "supportedAPIVersions": [API],
        }
        return {"status": "OK", "version": VERSION, "capabilities": capabilities}

    def _evaluated(self, asked: Any) -> list[dict[str, Any]]:
        if not isinstance(asked, dict):
            raise HTTPException(400, "The body must be an object.")
        submission, task, user, draft = (
            _member(asked, name, dict) or {} for name in ("submission", "task", "user", "preSubmissionFeedback")
        )
        answer, is_draft = _answer(submission), _member(draft, "enabled", bool)
        if _member(asked, "callbackUrl", str):
            raise HTTPException(501, "callbackUrl is never called; the response has the feedback.")
        ids = {_member(submission, "taskId", str), _member(task, "taskId", str)} - {None}
        if not ids:
            raise HTTPException(501, "Only tasks with a problem here are evaluated; taskId must be its id.")
        if len(ids) > 1:
            raise HTTPException(400, "The taskId of the submission is not that of the task.")
        (task_id,) = ids
        problem, part = self._asked(task_id, _member(user, "userId", str))
        result = check(problem, {part: answer}, feedback="verdict" if is_draft else self._level).parts[part]
        shown = f"I read: {result.shown_reading}" if result.reading else result.feedback.headline
        found: dict[str, Any] = {"title": shown} if is_draft else _feedback(result)
        if part:
            target = {"artefactType": submission["type"], "format": submission.get("format")}
            found["target"] = {**target, "locator": {"type": "part", "part": part}}
        return [{"feedbackId": str(QuestionKey(problem.id, part)), **found}]

    def _asked(self, task: str, student: str | None) -> tuple[Problem, str | None]:
        """Return the problem of a task with the student's numbers, and the part.  Raise HTTPException."""
        id_, _, part = task.partition(".")
        problem = self._problems.get(id_)
        if problem is None:
            raise HTTPException(400, "There is no problem with the id that taskId has.")
        if problem.variants and not student:
            raise HTTPException(400, "This problem draws its numbers for each student; user.userId is missing.")
        try:
            return problem.of_student(student or ""), problem.part(part or None, f"`{id_}.PART`").id
        except NoPartError as error:
            raise HTTPException(400, f"taskId: {error}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON.  Raise HTTPException if it has a member twice: readers differ on which counts."""
    if len(found := dict(pairs)) < len(pairs):
        raise HTTPException(400, "The body has a member twice.")
    return found


def _feedback(result: Result) -> dict[str, Any]:
    said, question = result.feedback, result.outcome.question
    message = said._replace(headline="", next="").message
    if result.has_numbers and result.status not in {Status.CORRECT, Status.NEEDS_REVIEW}:
        message = f"{message} Expected: {expected_answer(question.part, question.expected_formula)}.".strip()
    return {
        "title": said.headline,
        "message": message or None,
        "suggestedAction": said.next or None,
        "awardedPoints": result.points,
    }


def _answer(submission: Mapping[str, Any]) -> str:
    type_, format_, content = (
        _member(submission, name, kind) for name, kind in (("type", str), ("format", str), ("content", dict))
    )
    if not (type_ and content):
        raise HTTPException(400, "submission needs a type and a content.")
    if type_ not in FORMATS or (format_ and format_ not in FORMATS[type_]):
        raise HTTPException(501, f"{type_} in this format is not evaluated; /evaluate/health lists what is.")
    given: list[str] = [_member(content, name, str) for name in _CONTENTS if content.get(name) is not None]
    if len(given) != 1:
        raise HTTPException(400, f"submission.content must have one of {', '.join(_CONTENTS)}.")
    return given[0]


def _member(of: Mapping[str, Any], name: str, kind: type) -> Any:
    """Return a member of an object; None if it is null or missing.  Raise HTTPException for another type."""
    value = of.get(name)
    if value is not None and not isinstance(value, kind):
        is_called = {dict: "an object", str: "a string", bool: "true or false"}[kind]
        raise HTTPException(400, f"{name} must be {is_called}.")
    return value


async def _body(request: Request) -> bytes:
    """Return the body of a request.  Raise HTTPException if it is too long, or too slow."""
    data = b""
    try:
        async with asyncio.timeout(SLOWEST):
            async for chunk in request.stream():
                data += chunk
                if len(data) > MOST_BYTES:
                    raise HTTPException(400, f"The body has more than {MOST_BYTES:,} bytes.")
    except (TimeoutError, ClientDisconnect):
        raise HTTPException(400, f"The body did not arrive within {SLOWEST:g} s.") from None
    return data


def application(problems: Mapping[str, Problem], level: str) -> Starlette:
    """Return the application that answers with these problems."""
    service = Service(problems, level)
    evaluate = Route("/evaluate", _answered(service.evaluate), methods=["POST"])
    health = Route("/evaluate/health", _answered(service.health))
    return Starlette(routes=[evaluate, health], exception_handlers={HTTPException: _refused})


def _answered(respond: Callable[[Request], Awaitable[Any]]) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that sends what `respond` returns, or an error of the API."""

    async def endpoint(request: Request) -> Response:
        if request.headers.get("X-Api-Version", API) != API:
            return _refused(request, HTTPException(406, f"The supported version is {API}."))
        try:
            return _response(request, 200, await respond(request))
        except HTTPException as error:
            return _refused(request, error)
        except ProblemError as error:
            logging.getLogger("checker").error("A problem, or its question type, is in error: %s", error)  # noqa: TRY400
            return _refused(request, HTTPException(500, "The problem has an error."))
        except Exception as error:  # noqa: BLE001 - the one boundary: a fault of ours ends this request alone
            logging.getLogger("checker").error("A fault of checker (%s)", type(error).__name__)  # noqa: TRY400 - answers
            return _refused(request, HTTPException(500, "A fault of the service; nothing was evaluated."))

    return endpoint


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - for mypy: Starlette passes no other here
    status = HTTPStatus(error.status_code)
    return _response(request, status, {"title": status.phrase, "message": error.detail, "code": status.name})


def _response(request: Request, status: int, content: Any) -> Response:
    headers = {"X-Api-Version": API}
    if id_ := request.headers.get("X-Request-Id"):
        headers["X-Request-Id"] = id_
    if status != 200:  # noqa: PLR2004 - what was not read of the body is never read as a request
        headers["Connection"] = "close"
    return Response(dumps(content), status, headers, "application/json")


def serve(problems: Mapping[str, Problem], level: str, listening: socket.socket) -> None:
    """Answer requests until the process is interrupted or terminated; those that are under way are answered first."""
    quiet: dict[str, Any] = {"log_config": None, "access_log": False, "server_header": False}
    config = uvicorn.Config(application(problems, level), ws="none", timeout_graceful_shutdown=LAST, **quiet)
    sys.setswitchinterval(0.001)  # else an answer that takes long to mark makes each other one wait for 5 ms at a time
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # uvicorn stops at the signal, and sends it again at its end
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run([listening])
