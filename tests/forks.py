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


def serve(address: str) -> int:
    """Answer until the end, and in each copy return the exit code of its command."""
    import checker
    from checker.problems import load_problems

    for module in pkgutil.walk_packages(checker.__path__, "checker."):
        if not module.name.endswith("__main__") and "._" not in module.name:
            import_module(module.name)
    load_problems(ROOT / "problems")  # for the patterns and types that are made for them
    gc.freeze()
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(address)
        door.listen()
        os.write(1, b"ready\n")
        while True:
            asking, _ = door.accept()
            if not os.fork():
                return run(asking)
            asking.close()
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass


def run(asking: socket.socket) -> int:
    """Run a command with the streams, in the folder and with the environment of who asks."""
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
    asking.sendall(bytes([code]))
    return code


if __name__ == "__main__":
    sys.exit(serve(sys.argv[1]))
