"""What a diagnosis says: as text, in a notebook, and in a test."""

from dataclasses import dataclass, field
from html import escape

from attention.diagnosis.catalogue import CATALOGUE, Mistake


@dataclass
class Finding:
    """One mistake, broken property or convention that was found.

    Attributes:
        mistake: Its row in the catalogue.
        level: "MISTAKE", if the layer equals the computation with it; "FAILS", if a
            property is broken; "note", if it is only a convention.
        detail: What was seen.
        line: The line that is likely meant, with its number; it is a hint.
    """

    mistake: Mistake
    level: str
    detail: str = ""
    line: str = ""


@dataclass
class Report:
    """What `diagnose` found.

    Attributes:
        subject: The name of the class or function.
        facts: What it computes, as far as it was recognised.
        findings: What is wrong, and what is convention.
        passed: The properties that hold on the probes.
        unknown: What could not be told.
        ties: The names of other mistakes that give the same numbers.
        recognised: Whether its numbers are those of a known computation.
        called: Whether a way to call it was found.
    """

    subject: str
    facts: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    ties: list[str] = field(default_factory=list)
    recognised: bool = False
    called: bool = False

    @property
    def mistakes(self) -> list[Finding]:
        """The findings that are more than a convention."""
        order = ["MISTAKE", "FAILS"]
        return sorted(
            (f for f in self.findings if f.level in order),
            key=lambda f: order.index(f.level),
        )

    @property
    def ok(self) -> bool:
        """Whether the code could be called and no mistake was found."""
        return self.called and not self.mistakes

    @property
    def names(self) -> list[str]:
        """The keys of the mistakes that were found."""
        return [f.mistake.key for f in self.mistakes]

    def add(self, key: str, detail: str = "", line: str = "", level: str = "") -> None:
        """Add a finding, once.

        Args:
            key: Its row in the catalogue.
            detail: What was seen.
            line: The line that is likely meant.
            level: By default what the row says.
        """
        mistake = CATALOGUE[key]
        if all(f.mistake.key != key for f in self.findings):
            level = "note" if mistake.note else level or "FAILS"
            self.findings.append(Finding(mistake, level, detail, line))

    def check(
        self, what: str, holds: bool, key: str, detail: str = "", level: str = ""
    ) -> None:
        """Add a property to those that hold, or the mistake that breaks it."""
        if holds:
            self.passed.append(what)
        else:
            self.add(key, detail, level=level)

    def require(self) -> None:
        """Raise an AssertionError with the whole report if a mistake was found.

        Raises:
            AssertionError: If a mistake was found, or the code could not be called.
        """
        if not self.ok:
            raise AssertionError(f"\n{self}")

    @property
    def verdict(self) -> str:
        """The report in a few words."""
        if not self.called:
            return "not diagnosed"
        if self.mistakes:
            return f"{len(self.mistakes)} found"
        return "no mistake found" + ("" if self.recognised else ", not recognised")

    def rows(self) -> list[tuple[str, str, list[str], str]]:
        """Return a row for each finding: level, name, what is said, link."""
        rows = []
        for f in [*self.mistakes, *(f for f in self.findings if f.level == "note")]:
            name = f.mistake.name + (f" ({f.detail})" if f.detail else "")
            rows.append(
                (
                    f.level,
                    name,
                    [t for t in (f.mistake.thought, f.line) if t],
                    f.mistake.link,
                )
            )
        return rows

    def ends(self) -> list[str]:
        """Return what holds, and what could not be told."""
        passed = ["the same numbers: " + "; ".join(self.ties)] if self.ties else []
        passed += ["passed: " + ", ".join(self.passed)] if self.passed else []
        return passed + [f"cannot tell: {u}" for u in self.unknown]

    def __str__(self) -> str:
        """Return the report as text."""
        lines = [f"{self.subject}: {self.verdict}"]
        lines += ["  computes: " + "; ".join(self.facts)] if self.facts else []
        for level, name, said, link in self.rows():
            lines += [f"  {level:8}{name}", *(f"          {s}" for s in [*said, link])]
        return "\n".join(lines + [f"  {end}" for end in self.ends()])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Return the report for a notebook, with its links."""
        parts = [f"<strong>{escape(self.subject)}: {self.verdict}</strong>"]
        parts += [escape("computes: " + "; ".join(self.facts))] if self.facts else []
        for level, name, said, link in self.rows():
            words = "".join(f"<br>{escape(s)}" for s in said)
            parts.append(f'{level} <a href="{link}">{escape(name)}</a>{words}')
        return "".join(f"<p>{p}</p>" for p in [*parts, *map(escape, self.ends())])


def first_line(error: Exception) -> str:
    """Return the beginning of what an exception says."""
    return str(error).split("\n")[0][:100]
