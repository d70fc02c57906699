# SPDX-License-Identifier: GPL-2.0-or-later
"""A process that holds the whole program loaded and forks a child for each build, so that a kill costs a build and not a start.

As a script: the first line of stdin is the arguments of a build that warms everything up; each further one a Job.  For each a line of
JSON is answered.  `Server` is the other end.  Faults come from fault.c where it was preloaded, else from wrappers around Python's calls.
"""

import ctypes
import errno
import gc
import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any, NamedTuple

_KEPT = 900
"""The descriptor by which a child tells what its store has kept; fault.c leaves it alone."""
KINDS = {"count": 0, "KILL": -9, "ENOSPC": errno.ENOSPC, "EIO": errno.EIO, "EROFS": errno.EROFS, "EDQUOT": errno.EDQUOT}


class Answer(NamedTuple):
    """What became of a build: status (-9: killed), stderr, how many calls changed the disk, what the store acknowledged last.

    The last as (id, checksum) of each record.
    """

    status: int
    said: str
    calls: int
    kept: tuple[tuple[int, int], ...]
    seconds: float


def _shim() -> Any:
    """The preloaded fault.c, or a stand-in for it in Python, which does not see the calls of SQLite."""
    found = ctypes.CDLL(None)
    if hasattr(found, "fault_arm"):
        found.fault_arm.argtypes = (ctypes.c_int, ctypes.c_long)
        found.fault_calls.restype = ctypes.c_long
        return found
    return _Wrapped()


class _Wrapped:
    """The same as fault.c, around the functions of `os`."""

    def __init__(self) -> None:
        self.kind = self.wanted = self.calls = 0

    def fault_arm(self, kind: int, wanted: int) -> None:
        self.kind, self.wanted = kind, wanted
        for name in ("write", "rename", "fsync", "mkdir", "unlink", "rmdir", "open"):
            setattr(os, name, self._met(name, getattr(os, name)))

    def fault_calls(self) -> int:
        return self.calls

    def _met(self, name: str, real: Any) -> Any:
        def call(*arguments: Any, **more: Any) -> Any:
            if (name == "open" and not arguments[1] & (os.O_WRONLY | os.O_RDWR)) or (name == "write" and arguments[0] in (1, 2, _KEPT)):
                return real(*arguments, **more)
            self.calls += 1
            if self.kind and (self.calls == self.wanted or (self.calls > self.wanted and self.kind in (errno.ENOSPC, errno.EROFS))):
                if self.kind == -9:
                    os.kill(os.getpid(), signal.SIGKILL)
                if self.kind != errno.ENOSPC or name not in ("unlink", "rmdir"):
                    raise OSError(self.kind, os.strerror(self.kind))
            return real(*arguments, **more)

        return call


def _child(job: dict[str, Any], shim: Any) -> None:
    """The build; ends the process."""
    from digest import cli  # noqa: PLC0415 - as loaded before the fork
    from digest.store import Store  # noqa: PLC0415

    commit = Store.commit

    def told(self: Store) -> None:
        commit(self)
        rows = self._db.execute("SELECT id, crc FROM record").fetchall()
        os.write(_KEPT, json.dumps(["kept", rows]).encode() + b"\n")

    Store.commit = told  # type: ignore[method-assign]
    status = 70
    try:
        shim.fault_arm(KINDS[job["kind"]], job["number"])
        status = cli.run(job["arguments"])
    except BaseException:  # noqa: BLE001 - it is what the one who asked wants to see
        traceback.print_exc()
    os.write(_KEPT, json.dumps(["calls", shim.fault_calls()]).encode() + b"\n")
    os._exit(status)


def _run(job: dict[str, Any], shim: Any) -> dict[str, Any]:
    reading, writing = os.pipe()
    with tempfile.TemporaryFile() as said:
        begun = time.monotonic()
        child = os.fork()
        if not child:
            os.close(reading)
            os.dup2(writing, _KEPT)
            os.close(writing)
            os.dup2(said.fileno(), 2)
            _child(job, shim)
        os.close(writing)
        if job["after"] is not None:
            time.sleep(job["after"])
            os.kill(child, signal.SIGKILL)
        with os.fdopen(reading, "rb") as told:
            lines = [json.loads(line) for line in told.read().split(b"\n")[:-1]]
        _, status = os.waitpid(child, 0)
        seconds = time.monotonic() - begun
        said.seek(0)
        return {
            "status": os.waitstatus_to_exitcode(status),
            "said": said.read().decode("utf-8", "backslashreplace"),
            "calls": next((value for name, value in lines if name == "calls"), -1),
            "kept": next((value for name, value in reversed(lines) if name == "kept"), []),
            "seconds": seconds,
        }


def _serve() -> None:
    import digest  # noqa: PLC0415 - only where this is the script
    from digest import cli  # noqa: PLC0415

    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    digest.load()
    for line in sys.stdin:
        said = os.dup(2)
        os.dup2(1, 2)
        cli.run(json.loads(line))
        os.dup2(said, 2)
        break
    shim = _shim()
    gc.collect()
    gc.freeze()
    print(json.dumps(type(shim).__name__), file=answers, flush=True)
    for line in sys.stdin:
        print(json.dumps(_run(json.loads(line), shim)), file=answers, flush=True)


def compiled(folder: Path) -> Path | None:
    """fault.c as a library, or None where nothing compiles it."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None or sysconfig.get_platform().startswith("macosx"):
        return None
    out = folder / "fault.so"
    made = subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-o", out, Path(__file__).with_name("fault.c"), "-ldl"], capture_output=True, check=False
    )
    return out if made.returncode == 0 else None


class Server:
    """The process, from outside.  `whole` says whether SQLite's calls are met too."""

    def __init__(self, home: Path, warm: list[str], folder: Path) -> None:
        environment = os.environ | {"PYTHONPATH": str(home)}
        library = compiled(folder)
        if library is not None:
            environment["LD_PRELOAD"] = str(library)
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        self.whole = self._ask(warm) == "CDLL"

    def _ask(self, words: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def run(self, arguments: list[str], *, kind: str = "count", number: int = 0, after: float | None = None) -> Answer:
        """A build; with a fault of some kind at its `number`-th call that changes the disk, or killed `after` some seconds."""
        answer = self._ask({"arguments": arguments, "kind": kind, "number": number, "after": after})
        return Answer(**(answer | {"kept": tuple((ident, crc) for ident, crc in answer["kept"])}))

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


if __name__ == "__main__":
    _serve()
