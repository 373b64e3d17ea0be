"""Mistakes and exercises keep one form, and the pages that list them are complete."""

import posixpath
import re
from dataclasses import dataclass

from markdown.extensions.toc import slugify

from publish.page_model import Block, Heading
from publish.pages.numbers import said
from publish.project import Project

# Pages of the two parts that tell one story each, or list the others.
STORIES = {"mistakes/index.md", "mistakes/mac-or-gpu.md", "practice/index.md"}
STORIES |= {"mistakes/notebook-that-lies.md", "mistakes/inverted-mask.md"}
STORIES |= {"mistakes/your-number.md"}  # for who runs the course's own blocks
STORIES |= {"mistakes/diagnose.md"}  # for who brings code of their own
BUGS = "practice/spot-the-bug.md"
ANCHOR = re.compile(r" \{#(?P<id>[^}]+)\}$")  # of a heading that has had another text
ROW = re.compile(r"^\| (.+) \|$", re.MULTILINE)
LINK = re.compile(r"\[.+\]\(([^)]+)\)")
# What explains a mistake: a page, often one of its sections, and the subject there.
EXPLAINS = re.compile(r"\[([^\]]+)\]\(([^)#]+)#?([^)]*)\)([^;\[]*, on [^;]+)")
SUBJECT = re.compile(r"\*([^*]+)\*|`([^`]+)`")


@dataclass(frozen=True)
class Item:
    """What stands under one heading of a page."""

    page: str
    heading: str
    text: str

    def __str__(self) -> str:
        return f"docs/{self.page}, “{self.heading}”"

    @property
    def link(self) -> str:
        given = ANCHOR.search(self.heading)
        anchor = given["id"] if given else slugify(self.heading, "-")
        return f"{self.page.partition('/')[2]}#{anchor}"

    def said(self, label: str) -> str:
        """What follows a label in bold, to the end of the line."""
        found = re.search(rf"\*\*{re.escape(label)}\*\* (.+)", self.text)
        assert found, f"{self}: no **{label}**"
        return found[1].strip()


def items(project: Project, part: str) -> list[Item]:
    found = []
    for page in project.pages:
        if page.startswith(f"{part}/") and page not in STORIES:
            _, *cut = re.split(r"^## (.+)$", project.page(page).text, flags=re.M)
            pairs = zip(cut[::2], cut[1::2], strict=True)
            found += [Item(page, title.strip(), text) for title, text in pairs]
    assert len(found) >= 25
    return found


def listed(project: Project, part: str) -> list[tuple[str, ...]]:
    """The rows of the tables on a part's first page: a link, and the other cells."""
    found: list[tuple[str, ...]] = []
    for row in ROW.findall(project.page(f"{part}/index.md").text):
        cells = row.split(" | ")
        links = [match[1] for match in map(LINK.fullmatch, cells) if match]
        if links:
            found.append((links[0], *(c for c in cells if not LINK.fullmatch(c))))
    return found


def test_a_mistake_is_shown_noticed_fixed_and_explained(project: Project) -> None:
    for item in items(project, "mistakes"):
        for label in ("Symptom:", "How to notice.", "The fix.", "Explained in"):
            item.said(label)
        before, _, after = item.text.partition("**The fix.**")
        assert ".py" in before, f"{item}: no code that goes wrong"
        assert ".py" in after, f"{item}: no fixed code"
        check = item.text.partition("**The check.**")[2]
        assert ".err" in before + check, f"{item}: fails, and no check catches it"


def section(project: Project, page: str, anchor: str) -> str:
    """What a section of a page says and shows; all of the page without an anchor."""
    found, level = "", 0 if anchor else 9
    for item in project.page(page).walk():
        if isinstance(item, Heading):
            given = re.search(r"#([\w-]+)", item.about)
            here = given[1] if given else slugify(re.sub(r"[`*]", "", item.title), "-")
            if here == anchor:
                level = item.level
            elif anchor and item.level <= level:
                return found
        if level:
            text = getattr(item, "text", getattr(item, "title", ""))
            found += project.included(item.path) if isinstance(item, Block) else text
    return found


def about(project: Project, page: str, words: str) -> list[str]:
    """What is wrong with links that promise to explain something."""
    found: list[str] = []
    links = EXPLAINS.findall(words)
    if len(links) != words.count("]("):
        return [f"{words}: say what each link explains: [Page](page.md#section), on …"]
    for title, target, anchor, subject in links:
        if target.startswith("http"):
            continue  # another site's, which no test opens
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
        if title != project.page(path).about["title"]:
            found.append(f"{title} is not the title of docs/{path}")
        subjects = [one or other for one, other in SUBJECT.findall(subject)]
        text = section(project, path, anchor)
        plain = re.sub(r"[*`]", "", f"{said(text)} {text}").lower()
        found += [
            f"docs/{path}#{anchor} does not mention {each}"
            for each in subjects
            if each.lower() not in plain
        ]
        if not subjects:
            found.append(f"{words}: put the subject into *…* or `…`")
    return found


def test_what_explains_a_mistake_names_its_subject(project: Project) -> None:
    wrong = {
        str(item): found
        for item in items(project, "mistakes")
        if (found := about(project, item.page, item.said("Explained in")))
    }
    assert not wrong


def test_a_link_to_another_subject_is_noticed(project: Project) -> None:
    page = "mistakes/shapes.md"
    softmax = "../self-attention/softmax-dimensions.md#what-a-dim-is"
    right = f"[Softmax and dimensions]({softmax}), on `dim`."
    assert not about(project, page, right)
    assert about(project, page, right.replace("`dim`", "`keepdim=True`"))
    assert about(project, page, right.replace("#what-a-dim-is", "#no-such-section"))
    assert about(project, page, right.replace("and dimensions", ""))
    assert about(project, page, f"[Softmax and dimensions]({softmax}).")


def test_what_an_exercise_builds_on_has_its_name(project: Project) -> None:
    for item in items(project, "practice"):
        _, _, reads = item.said("Difficulty:").partition(" · **Reads:** ")
        for title, target in re.findall(r"\[([^\]]+)\]\(([^)#]+\.md)\)", reads):
            path = posixpath.normpath(posixpath.join("practice", target))
            assert title == project.page(path).about["title"], item


def test_every_mistake_is_found_by_its_symptom(project: Project) -> None:
    rows = listed(project, "mistakes")
    assert len(set(rows)) == len(rows)
    wanted = {item.link for item in items(project, "mistakes")}
    assert wanted <= {link for link, *_ in rows}
    assert all(len(seen) == 1 and seen[0] for _, *seen in rows)


def test_an_exercise_says_how_hard_it_is_and_is_solved(project: Project) -> None:
    numeric = 0
    for item in items(project, "practice"):
        level, _, reads = item.said("Difficulty:").partition(" · **Reads:** ")
        assert level in ("easy", "medium", "hard"), item
        assert re.search(r"\]\([\w./-]+\.md", reads), f"{item}: reads no page"
        assert '??? tip "Hint"' in item.text, f"{item}: no hint"
        asks = '<div class="predict"' in item.text
        numeric += asks
        start = '<div class="predict"' if asks else '??? success "Solution"'
        task, _, solution = item.text.partition(start)
        paths = re.findall(r'--8<-- "(.+\.py)"', solution)
        code = "\n".join(project.snippet(path).code for path in paths)
        held = re.search(r"^\s*assert\b", code, re.MULTILINE)
        assert held, f"{item}: is held against no independent answer"
        if item.page == BUGS:
            assert ".err" not in task, f"{item} raises"
            assert ".err" in solution, f"{item}: no check fails on it"
            assert len(paths) >= 2, f"{item}: is not fixed"
    assert numeric >= 10


def test_exercises_are_listed_from_easy_to_hard(project: Project) -> None:
    ranks = {"easy": 0, "medium": 1, "hard": 2}
    for section in project.page("practice/index.md").text.split("\n## ")[1:]:
        levels = re.findall(r"\) \| (\w+) \| ", section)
        assert levels == sorted(levels, key=ranks.__getitem__), section


def test_every_exercise_is_listed_with_its_level(project: Project) -> None:
    wanted = {
        (item.link, item.said("Difficulty:").partition(" · ")[0])
        for item in items(project, "practice")
    }
    rows = listed(project, "practice")
    links = [link for link, *_ in rows]
    for page in project.pages:  # a page with several numbers them
        many = re.findall(r"^\d\\\. ", project.page(page).text, re.MULTILINE)
        assert links.count(f"../{page}#exercises") == len(many), page
    assert {row[:2] for row in rows if not row[0].startswith("../")} == wanted
    headings = re.compile(r"^## (Exercises?)$", re.MULTILINE)
    assert {row[0] for row in rows if row[0].startswith("../")} == {
        f"../{page}#{found[1].lower()}"
        for page in project.pages
        if (found := headings.search(project.page(page).text))
    }
