"""What a diagnosis says: as text, in a notebook, and in a test."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from textwrap import fill

from attention.diagnosis.catalogue import CATALOGUE, Mistake


@dataclass
class Finding:
    """One mistake, broken property or convention that was found.

    Attributes:
        mistake: Its row in the catalogue.
        level: "MISTAKE", if what the layer does with its numbers is that; "FAILS", if a
            property is broken; "note", if it is a convention, or in doubt.
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
        recognised: Whether attention was found, and each step of it was understood.
        called: Whether a way to call it was found.
        sources: For each attention, where queries, keys and values come from.
    """

    subject: str
    facts: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    ties: list[str] = field(default_factory=list)
    recognised: bool = False
    called: bool = False
    sources: set[str] = field(default_factory=set)

    @property
    def mistakes(self) -> list[Finding]:
        """The findings that are more than a convention."""
        wrong = [f for f in self.findings if f.level != "note"]
        return sorted(wrong, key=lambda f: f.level != "MISTAKE")

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
            level: By default "note" for a convention, "MISTAKE" for a key such as
                "scale=one", and "FAILS" for a property.
        """
        mistake = CATALOGUE[key]
        if all(f.mistake.key != key for f in self.findings):
            usual = "MISTAKE" if "=" in key else "FAILS"
            level = level or ("note" if mistake.note else usual)
            self.findings.append(Finding(mistake, level, detail, line))

    def check(self, what: str, holds: bool, key: str, **more: str) -> None:
        """Add a property to those that hold, or the mistake that breaks it."""
        if holds:
            self.passed.append(what)
        else:
            self.add(key, **more)

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
        if number := len(self.mistakes):
            return f"{number} mistake{'s' * (number > 1)} found"
        unsure = "not recognised, and no property fails"
        return "no mistake found" if self.recognised else unsure

    def parts(self) -> Iterator[tuple[str, str, list[str], str]]:
        """Yield the parts of the report: label, text, lines below it, and link."""
        if self.facts:
            yield "computes:", "; ".join(self.facts), [], ""
        for f in [*self.mistakes, *(f for f in self.findings if f.level == "note")]:
            name = f.mistake.name + (f" ({f.detail})" if f.detail else "")
            said = [text for text in (f.mistake.thought, f.line) if text]
            yield f.level.ljust(7), name, said, f.mistake.link
        if self.ties:
            yield "the same numbers come from:", "; ".join(self.ties), [], ""
        if self.passed:
            yield "passed:", ", ".join(self.passed), [], ""
        yield from (("cannot tell:", text, [], "") for text in self.unknown)

    def __str__(self) -> str:
        """Return the report as text, in lines of at most 88 characters, links aside."""
        lines = [f"{self.subject}: {self.verdict}"]
        for label, text, said, link in self.parts():
            lines.append(wrapped(f"{label} {text}", 2))
            lines += [" " * 10 + s if s[:5] == "line " else wrapped(s) for s in said]
            lines += [" " * 10 + link] if link else []
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Return the report for a notebook, with its links."""
        rows = [f"<strong>{escape(self.subject)}: {self.verdict}</strong>"]
        for label, text, said, link in self.parts():
            shown = f'<a href="{link}">{escape(text)}</a>' if link else escape(text)
            below = "".join(f"<br>{escape(line)}" for line in said)
            rows.append(f"{label} {shown}{below}")
        return "".join(f"<p>{row}</p>" for row in rows)


def wrapped(text: str, indent: int = 10) -> str:
    """Return text in lines of at most 88 characters, the later ones indented."""
    first, rest = " " * indent, " " * 10
    whole = {"break_on_hyphens": False, "break_long_words": False}
    return fill(text, 88, initial_indent=first, subsequent_indent=rest, **whole)


def first_line(error: Exception) -> str:
    """Return the beginning of what an exception says."""
    return str(error).split("\n")[0][:100]
