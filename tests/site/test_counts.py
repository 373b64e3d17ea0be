"""Counts that pages state in words, against what they count."""

from publish.page_model import Heading
from publish.project import Project

UNITS = "no one two three four five six seven eight nine ten eleven twelve thirteen"
UNITS += " fourteen fifteen sixteen seventeen eighteen nineteen"
TENS = ("twenty", "thirty", "forty", "fifty", "sixty")
WORDS = UNITS.split()
WORDS += [f"{ten}-{unit}".removesuffix("-no") for ten in TENS for unit in WORDS[:10]]


def test_the_start_counts_parts_lessons_and_hours(project: Project) -> None:
    core = project.core_lessons
    parts = {name.partition("/")[0] for name in core}
    times = [project.page(name).about["subtitle"].removesuffix(" min") for name in core]
    hours = round(sum(map(int, times)) / 60)
    said = (project.docs / "index.md").read_text(encoding="utf-8")
    assert (
        f"{WORDS[len(parts)]} parts with {WORDS[len(core)]} core lessons, "
        f"about {WORDS[hours]} hours"
    ) in said


def test_a_page_of_exercises_counts_them(project: Project) -> None:
    checked = 0
    for name in project.pages:
        page = project.page(name)
        word = page.about["description"].partition(" ")[0].lower()
        if name.startswith("practice/") and word in WORDS:
            tasks = [h for h in page.walk() if isinstance(h, Heading) and h.level == 2]
            assert WORDS[len(tasks)] == word, name
            checked += 1
    assert checked >= 5
