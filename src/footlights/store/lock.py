"""One process at a time: a lock that ends with the process that holds it, however it ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from stat import S_ISREG

from footlights.store.rows import InUse, StoreTrouble

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, 1 << 30, os.SEEK_SET)  # far behind the text, which stays readable
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """Holds the file `path` for this process until `release`; the file says who holds it and stays behind, unlocked.

    Raises InUse, naming the process that holds it, or StoreTrouble, saying why the file cannot be written.
    """

    def __init__(self, path: Path, what: Path) -> None:
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as fault:
            raise StoreTrouble(
                f"its folder cannot be written to ({fault.strerror})",
                str(what),
                "Make the folder writable, or keep the tables elsewhere.",
            ) from fault
        if not S_ISREG(os.fstat(self._file).st_mode):
            os.close(self._file)
            raise StoreTrouble(
                "this is no file to lock", str(path), "Move it away; Footlights makes its own."
            )
        try:
            _lock(self._file)
        except OSError:
            holder = path.read_text("utf-8", "replace").strip()[:20] or "unknown"
            os.close(self._file)
            raise InUse(
                f"another Footlights is using it (process {holder})",
                str(what),
                "Close that one first; one process at a time keeps the tables of a file.",
            ) from None
        try:
            os.ftruncate(self._file, 0)
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, str(os.getpid()).encode())
        except OSError as fault:
            os.close(self._file)
            said = f"it cannot be written to ({fault.strerror})"
            raise StoreTrouble(said, str(path), "Make room there and try again.") from fault

    def release(self) -> None:
        """Let others have it."""
        os.close(self._file)
