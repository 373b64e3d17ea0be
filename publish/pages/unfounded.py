"""General sentences and formulas: what is behind each of them."""

import re

from publish.pages.claims import FOLDER, Claim, claims, table, test_of
from publish.pages.sentences import is_formula, is_strong, sentences
from publish.project import Project

TEST = re.compile(r"^def (test_\w+)", re.MULTILINE)


def unfounded(project: Project, name: str) -> list[str]:
    """Sentences of a page with nothing behind them, and quotes that it lost."""
    page = project.page(name)
    quoted = claims(project, name)
    said = sentences(page)
    found = [
        f"{claim.file} quotes “{claim.sentence}”, which docs/{name} does not say: "
        f"{claim.source}"
        for claim in quoted
        if claim.sentence not in said
    ]
    file = table(project, name).relative_to(project.root).as_posix()
    known = {claim.sentence for claim in quoted}
    if name in project.lessons:
        found += [
            f"docs/{name} says “{sentence}”: test it, derive it or cite it in "
            f"{file}, or say what was seen"
            for sentence in said
            if is_strong(sentence) and sentence not in known
        ]
    computed = {claim.sentence for claim in quoted if claim.kind == "tested"}
    found += [
        f"docs/{name} has the formula “{sentence}”: compute it as it is written, sign "
        f"by sign, in a test, and quote it in {file}"
        for sentence in said
        if is_formula(sentence) and sentence not in computed
    ]
    return found + [line for claim in quoted for line in _missing(project, claim)]


def _missing(project: Project, claim: Claim) -> list[str]:
    """What is named behind a sentence, and is not there."""
    if claim.kind == "derived" and not _stands(project, claim.source):
        return [f"{claim.file}: {claim.source} is no section of the site"]
    if claim.kind == "tested":
        file, name = test_of(claim)
        path = project.root / file
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if name not in TEST.findall(text):
            return [f"{claim.file}: {file} has no test of the name {name}"]
    return []


def _stands(project: Project, place: str) -> bool:
    """Whether a place is a page, or a section of one."""
    name, _, anchor = place.partition("#")
    if name not in project.pages:
        return False
    return not anchor or anchor in project.page(name).anchors


def unnamed(project: Project) -> list[str]:
    """Tests of claims that no table names: of what are they the test?"""
    named = {
        test_of(claim)
        for page in project.pages
        for claim in claims(project, page)
        if claim.kind == "tested"
    }
    found = []
    for path in sorted((project.root / FOLDER).rglob("test_*.py")):
        file = path.relative_to(project.root).as_posix()
        names = TEST.findall(path.read_text(encoding="utf-8"))
        lost = [name for name in names if (file, name) not in named]
        found += [f"{file}: {name} stands behind no sentence" for name in lost]
    return found
