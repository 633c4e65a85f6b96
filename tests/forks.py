"""`checker` for shells of tests: a process that has loaded it forks for each command, in a tenth of the time of a start.

`tests/cli/test_entry_point.py` starts it as users do.
"""

from __future__ import annotations

import gc
import marshal
import os
import pkgutil
import shlex
import socket
import subprocess
import sys
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).parent.parent

CLIENT = """
import _socket, marshal, os, sys
server = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
server.connect(sys.argv[1])
asked = marshal.dumps((os.getcwd(), sys.argv[2:], dict(os.environ)))
streams = b"".join(stream.to_bytes(4, sys.byteorder) for stream in range(3))
server.sendmsg([len(asked).to_bytes(8, "big")], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)])
server.sendall(asked)
code = server.recv(1) or b"\\x46"
while server.recv(1):
    pass
sys.exit(code[0])
"""
"""Hands its streams, folder, arguments and environment over, and ends when the command has."""


@contextmanager
def forks(folder: Path):
    """Yield a shell's definition of `checker`, which is answered by copies of one process."""
    address, client = folder / "socket", folder / "client.py"
    client.write_text(CLIENT, encoding="utf-8")
    python = sys.executable
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"PYTHONPATH": path, "PYTHONUTF8": "1"}
    server = subprocess.Popen(
        [python, "-m", "tests.forks", address], env=environment, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert server.stdout.readline() == b"ready\n"
        yield f'checker() {{ {shlex.join([python, "-I", "-S", str(client), str(address)])} "$@"; }}'
    finally:
        server.terminate()
        server.communicate()


def serve(address: str) -> NoReturn:
    """Answer until the end, each command in a copy."""
    import checker

    for module in pkgutil.walk_packages(checker.__path__, "checker."):
        if not module.name.endswith("__main__") and "._" not in module.name:
            import_module(module.name)
    warm()
    gc.freeze()
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(address)
        door.listen()
        os.write(1, b"ready\n")
        while True:
            asking, _ = door.accept()
            if not os.fork():
                run(asking)
            asking.close()
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass


def warm() -> None:
    """Load, mark and read once, for the patterns, types and rules that are made for this."""
    from checker import check
    from checker.problems import load_problems
    from checker.writeups.formats import read_document
    from checker.writeups.read import read_writeup
    from checker.writeups.sheets import sheet_of

    bank = load_problems(ROOT / "problems")
    check(bank.problems["encoder-layer"], "31744")
    document = read_document(str(ROOT / "submissions" / "000" / "mara.md"))
    read_writeup([document], [sheet_of(bank.assignments["000"])])


def run(asking: socket.socket) -> NoReturn:
    """Run a command with the streams, in the folder and with the environment of who asks, and end."""
    size, streams, *_ = socket.recv_fds(asking, 8, 3)
    with asking.makefile("rb") as request:
        folder, arguments, environment = marshal.loads(request.read(int.from_bytes(size, "big")))
    for stream, given in enumerate(streams):
        os.dup2(given, stream)
        os.close(given)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["checker", *arguments]
    sys.stdin, sys.stdout = os.fdopen(0, encoding="utf-8"), os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = sys.__stderr__ = os.fdopen(
        2, "w", encoding="utf-8", errors="backslashreplace", buffering=1
    )  # kept open
    from checker.__main__ import main

    code = main()
    with suppress(OSError):
        sys.stdout.flush()
    asking.sendall(bytes([code]))
    os._exit(code)  # what a copy would tear down is the server's


if __name__ == "__main__":
    serve(sys.argv[1])
