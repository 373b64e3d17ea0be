"""What is behind the sentences of a page: a table for each part of the course.

``tests/facts/<part>/claims.md`` quotes sentences of ``docs/<part>/`` whole, a line
each, under what is behind them::

    # causal/mask.md
    ## tested: test_hidden_keys_get_nothing
    - A hidden key gets weight 0.
    ## derived: causal/mask-conventions.md#a-row
    ## cited: Vaswani et al. (2017), section 3.2.3

A test is a function of ``test_mask.py`` beside the table, or of another file, which is
named as pytest names it: ``tests/attention/causal/test_masks.py::test_rows``.
`make outputs` follows a sentence whose words change.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from publish.page_model import PageError
from publish.pages.sentences import is_formula, sentences
from publish.project import Project

KINDS = ("tested", "derived", "cited")
FOLDER = Path("tests", "facts")
BEHIND = re.compile(r"## (?P<kind>\w+): (?P<source>.+)")
# What a sentence turns on: its numbers, its signs, and whether it denies.
TURNS = re.compile(
    r"\d+(?:[.,]\d+)*|[-+−<>=≤≥]|\b(?:no|not|nor|none|nothing|never|neither|cannot|"
    r"without|only|unless|except)\b|n[’']t\b",
    re.IGNORECASE,
)
ALIKE = 0.7  # of a sentence's characters stay, or it is another sentence


@dataclass(frozen=True)
class Claim:
    """A quoted sentence, and what is behind it."""

    page: str
    kind: str
    sentence: str
    source: str  # a test, a section of the site, or what is cited
    file: str


def table(project: Project, page: str) -> Path:
    """Where the quotes of a page stand."""
    folder = page.rpartition("/")[0].replace("-", "_")
    return project.root / FOLDER / folder / "claims.md"


def claims(project: Project, page: str) -> list[Claim]:
    """What is quoted of a page."""
    path = table(project, page)
    if not path.exists():
        return []
    file, kind, source, found = path.relative_to(project.root).as_posix(), "", "", []
    for line in _of_page(path.read_text(encoding="utf-8"), page):
        if behind := BEHIND.fullmatch(line):
            kind, source = behind["kind"], behind["source"]
            if kind not in KINDS:
                raise PageError(f"{file}: {kind} is none of {', '.join(KINDS)}")
        elif line.startswith("- "):
            found.append(Claim(page, kind, line[2:], source, file))
    return found


def _of_page(text: str, page: str) -> Iterator[str]:
    here = False
    for line in text.splitlines():
        if line.startswith("# "):
            here = line == f"# {page}"
        elif here:
            yield line


def test_of(claim: Claim) -> tuple[str, str]:
    """The file and the function that a tested claim names."""
    path, _, name = claim.source.rpartition("::")
    stem = claim.page.rpartition("/")[2].removesuffix(".md").replace("-", "_")
    return path or str(Path(claim.file).with_name(f"test_{stem}.py").as_posix()), name


def accept(project: Project) -> list[str]:
    """Lets quotes follow sentences whose words changed; what changed, for a look."""
    told = []
    for page in project.pages:
        quoted = claims(project, page)
        said = sentences(project.page(page))
        free = set(said) - {claim.sentence for claim in quoted}
        for claim in quoted:
            if claim.sentence in said or is_formula(claim.sentence):
                continue  # a formula's test computes it as it is written
            new = max(free, key=lambda one: _alike(claim.sentence, one), default="")
            if _alike(claim.sentence, new) >= ALIKE:
                free.remove(new)
                _rewrite(project, claim, new)
                told += _shown(claim, new)
    return told


def _alike(old: str, new: str) -> float:
    return SequenceMatcher(None, old, new, autojunk=False).ratio()


def _rewrite(project: Project, claim: Claim, new: str) -> None:
    path = project.root / claim.file
    whole = path.read_text(encoding="utf-8")
    before, heading, text = whole.partition(f"# {claim.page}\n")
    text = text.replace(f"- {claim.sentence}\n", f"- {new}\n", 1)
    path.write_text(before + heading + text, encoding="utf-8")


def _shown(claim: Claim, new: str) -> list[str]:
    turned = TURNS.findall(claim.sentence) != TURNS.findall(new)
    loud = "!!! A number, a sign or a negation changed. Does this still hold it up?"
    place = f"{claim.file}, {claim.kind}: {claim.source}"
    return [loud] * turned + [place, f"-{claim.sentence}", f"+{new}"]
