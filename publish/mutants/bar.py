"""A progress bar on one line, or now and then a line where nobody watches."""

import sys
import time
from typing import TextIO

WIDTH = 30


class Bar:
    """Counts units of work, and the mutants that were still alive after them."""

    def __init__(self, title: str, total: int, stream: TextIO | None = None) -> None:
        self.title, self.total = title, total
        self.stream = stream or sys.stderr
        self.done = self.alive = 0
        self.shown = -1
        self.started = time.monotonic()
        self._show()

    def step(self, alive: int = 0) -> None:
        self.done += 1
        self.alive += alive
        self._show()

    def _show(self) -> None:
        share = self.done / self.total if self.total else 1.0
        # Each tenth is enough for a log; each hundredth for someone who looks on.
        steps = int(share * (100 if self.stream.isatty() else 10))
        if steps == self.shown:
            return
        self.shown = steps
        filled = "#" * int(share * WIDTH)
        seconds = time.monotonic() - self.started
        line = (
            f"{self.title:<20} [{filled:<{WIDTH}}] {self.done}/{self.total}, "
            f"{self.alive} alive, {seconds:.0f} s"
        )
        end = "" if self.stream.isatty() and share < 1 else "\n"
        start = "\r" if self.stream.isatty() else ""
        print(f"{start}{line}", end=end, file=self.stream, flush=True)
