"""What the judge says: a report of the diagnosis, with three verdicts of its own."""

from dataclasses import dataclass

from attention.diagnosis.report import Finding, Report
from attention.practice.mistakes import KNOWN

STATES = ("right", "not yet", "cannot run")


@dataclass
class Verdict(Report):
    """What `judge` says of an answer: `ok` tells, `require` stands in a test."""

    @property
    def code(self) -> int:
        """The exit code: 0 if right, 1 if not yet, 2 if the answer cannot run."""
        return 2 if not self.called else 0 if self.ok else 1

    @property
    def verdict(self) -> str:
        """The verdict in a word or two."""
        return STATES[self.code]

    def add(self, key: str, detail: str = "", line: str = "", level: str = "") -> None:
        """Add a mistake, of the diagnosis or of the tasks."""
        self.findings.append(Finding(KNOWN[key], level or "MISTAKE", detail, line))
