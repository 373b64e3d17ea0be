"""General sentences and formulas: what is behind each of them."""

from publish.pages.sentences import (
    FOLDER,
    claims,
    is_formula,
    is_strong,
    sentences,
)
from publish.project import Project


def unfounded(project: Project, name: str) -> list[str]:
    """Sentences of a page with nothing behind them, and quotes that it lost."""
    page = project.page(name)
    quoted = claims(project, name)
    said = sentences(page)
    found = [
        f"{claim.file} quotes “{claim.sentence}”, which docs/{name} does not say"
        f"{f': {claim.source}' if claim.kind == 'tested' else ''}"
        for claim in quoted
        if claim.sentence not in said
    ]
    known = {claim.sentence for claim in quoted}
    if name in project.lessons:
        found += [
            f"docs/{name} says “{sentence}”: test it, derive it or cite it in "
            f"{FOLDER.as_posix()}, or say what was seen"
            for sentence in said
            if is_strong(sentence) and sentence not in known
        ]
    computed = {claim.sentence for claim in quoted if claim.kind == "tested"}
    found += [
        f"docs/{name} has the formula “{sentence}”: compute it as it is written, sign "
        f"by sign, and quote it in {FOLDER.as_posix()}"
        for sentence in said
        if is_formula(sentence) and sentence not in computed
    ]
    for claim in quoted:
        if claim.kind == "derived" and not _stands(project, claim.source):
            found.append(f"{claim.file}: {claim.source} is no section of the site")
    return found


def _stands(project: Project, place: str) -> bool:
    """Whether a place is a page, or a section of one."""
    name, _, anchor = place.partition("#")
    if name not in project.pages:
        return False
    return not anchor or anchor in project.page(name).anchors
