"""Mistakes and exercises keep one form, and the pages that list them are complete."""

import re
from dataclasses import dataclass

from markdown.extensions.toc import slugify

from publish.project import Project

# Pages of the two parts that tell one story each, or list the others.
STORIES = {"mistakes/index.md", "mistakes/notebook-that-lies.md"}
STORIES |= {"mistakes/your-number.md"}  # for who runs the course's own blocks
STORIES |= {"mistakes/inverted-mask.md", "practice/index.md"}
LEVELS = ("easy", "medium", "hard")
ANCHOR = re.compile(r" \{#(?P<id>[^}]+)\}$")  # of a heading that has had another text
MESSAGE = re.compile(r"^`[^`]+`: ")  # of an error, before the name of its mistake


@dataclass(frozen=True)
class Item:
    """What stands under one heading of a page."""

    page: str
    heading: str
    text: str

    @property
    def title(self) -> str:
        return ANCHOR.sub("", self.heading)

    @property
    def name(self) -> str:
        return MESSAGE.sub("", self.title).casefold()

    @property
    def link(self) -> str:
        given = ANCHOR.search(self.heading)
        anchor = given["id"] if given else slugify(self.title, "-")
        return f"{self.page.partition('/')[2]}#{anchor}"

    def said(self, label: str) -> str:
        """What follows a label in bold, to the end of the line."""
        found = re.search(rf"\*\*{re.escape(label)}\*\* (.+)", self.text)
        assert found, f"docs/{self.page}, “{self.title}”: no **{label}**"
        return found[1].strip()


def items(project: Project, part: str) -> list[Item]:
    found = []
    for page in project.pages:
        if page.startswith(f"{part}/") and page not in STORIES:
            sections = re.split(
                r"^## (.+)$", project.page(page).text, flags=re.MULTILINE
            )
            pairs = zip(sections[1::2], sections[2::2], strict=True)
            found += [Item(page, title.strip(), text) for title, text in pairs]
    return found


def listed(project: Project, part: str) -> list[tuple[str, ...]]:
    """The rows of the tables on a part's first page: title, link, other cells."""
    row = re.compile(r"^\| (.+) \|$", re.MULTILINE)
    link = re.compile(r"\[(.+)\]\(([^)]+)\)")
    found: list[tuple[str, ...]] = []
    for match in row.finditer(project.page(f"{part}/index.md").text):
        cells = match[1].split(" | ")
        linked = [c for c in map(link.fullmatch, cells) if c]
        if linked:
            others = [cell for cell in cells if not link.fullmatch(cell)]
            found.append((linked[0][1], linked[0][2], *others))
    return found


def test_a_mistake_is_shown_noticed_fixed_and_explained(project: Project) -> None:
    mistakes = items(project, "mistakes")
    assert len(mistakes) >= 25
    for item in mistakes:
        where = f"docs/{item.page}, “{item.title}”"
        for label in ("Symptom:", "How to notice.", "The fix.", "Explained in"):
            item.said(label)
        before, _, after = item.text.partition("**The fix.**")
        assert ".py" in before, f"{where}: no code that goes wrong"
        assert ".py" in after, f"{where}: no fixed code"
        if ".err" not in before:  # nothing is raised, so something must catch it
            check = item.text.partition("**The check.**")[2]
            assert ".err" in check, (
                f"{where}: fails in silence, and no check catches it"
            )


def test_every_mistake_is_found_by_its_symptom(project: Project) -> None:
    rows = listed(project, "mistakes")
    wanted = {item.link: item.name for item in items(project, "mistakes")}
    assert wanted.keys() <= {link for _, link, *_ in rows}
    for title, link, *seen in rows:  # lessons and stories may be listed, too
        assert title.casefold() == wanted.get(link, title.casefold()), link
        assert [bool(cell) for cell in seen] == [True], link
    assert len(set(rows)) == len(rows)


def test_an_exercise_says_how_hard_it_is_and_is_solved(project: Project) -> None:
    exercises = items(project, "practice")
    assert len(exercises) >= 25
    numeric = 0
    for item in exercises:
        where = f"docs/{item.page}, “{item.title}”"
        level, _, reads = item.said("Difficulty:").partition(" · **Reads:** ")
        assert level in LEVELS, where
        assert re.search(r"\]\([\w./-]+\.md", reads), f"{where}: reads no page"
        assert '??? tip "Hint"' in item.text, f"{where}: no hint"
        asks = '<div class="predict"' in item.text
        numeric += asks
        start = '<div class="predict"' if asks else '??? success "Solution"'
        paths = re.findall(r'--8<-- "(.+\.py)"', item.text.partition(start)[2])
        codes = [project.snippet(path).code for path in paths]
        # It is held against an independent answer.
        assert any(re.search(r"^\s*assert\b", code, re.MULTILINE) for code in codes), (
            where
        )
    assert numeric >= 10


def test_eight_bugs_run_without_error_and_fail_their_check(project: Project) -> None:
    page = "practice/spot-the-bug.md"
    bugs = [item for item in items(project, "practice") if item.page == page]
    assert len(bugs) == 8
    for item in bugs:
        task, _, solution = item.text.partition('??? success "Solution"')
        assert ".err" not in task, f"“{item.title}” raises"
        assert ".err" in solution, f"“{item.title}”: no check fails on it"
        assert solution.count(".py") >= 2, f"“{item.title}”: is not fixed"


def test_every_exercise_is_listed_with_its_level(project: Project) -> None:
    wanted = {
        (item.title, item.link, item.said("Difficulty:").partition(" · ")[0])
        for item in items(project, "practice")
    }
    rows = listed(project, "practice")
    given = {row[:3] for row in rows if not row[1].startswith("../")}
    assert given == wanted
    headings = re.compile(r"^## (Exercises?)$", re.MULTILINE)
    assert {row[1] for row in rows if row[1].startswith("../")} == {
        f"../{page}#{found[1].lower()}"
        for page in project.pages
        if (found := headings.search(project.page(page).text))
    }
