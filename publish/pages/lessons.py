"""Lessons: how long they may be, and the time that they say they take."""

from publish.page_model import Page
from publish.pages.sentences import plain
from publish.project import Project

CEILINGS = {"core": (1000, 15), "deeper": (1500, 25)}  # words, blocks


def kind(project: Project, name: str) -> str | None:
    """Whether a page is a core lesson or a deeper one; None if it is no lesson."""
    if name not in project.lessons:
        return None
    deeper = project.page(name).about.get("status") == "deeper"
    return "deeper" if deeper else "core"


def size(page: Page) -> tuple[int, int]:
    """The words of a page, folded ones too, and its blocks of code."""
    words = sum(len(plain(text).split()) for s in page.sections() for _, text in s.said)
    return words, sum(block.is_code for block in page.blocks)


def minutes(page: Page) -> int:
    """The time to read a page and to try its blocks, rounded to five minutes."""
    words, blocks = size(page)
    return max(5, 5 * round((words / 200 + blocks) / 5))


def oversized(project: Project, name: str) -> list[str]:
    """What a lesson has too much of, and a time to read that is not its own."""
    found = []
    page = project.page(name)
    if (of := kind(project, name)) is not None:
        for have, most, what in zip(
            size(page), CEILINGS[of], ("words", "blocks"), strict=True
        ):
            if have > most:
                found.append(f"docs/{name} has {have} {what}; a {of} page has {most}")
    said = page.about.get("subtitle")
    if said is not None and said != f"{minutes(page)} min":
        found.append(f"docs/{name} says {said}; to read and try: {minutes(page)} min")
    return found
