"""The page expander: a page is refused, or each block reaches site and tests once."""

from collections.abc import Iterator
from contextlib import suppress

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from publish.export import plain
from publish.guards import sources
from publish.guards.shown import unexecuted_on
from publish.markdown.rendered import rendered
from publish.pages.expand import blocks
from publish.pages.model import INCLUDE, PageError
from publish.project import Project
from tests.fuzz.made_pages import (
    FOLDER,
    SNIPPETS,
    TRICKY,
    pages,
    shown,
    spoiled,
    write_snippets,
)

pytestmark = pytest.mark.nightly

PAGE = f"{FOLDER}.md"
DRAWN = {"hr", "blockquote"}  # what is seen although it holds no word
OTHER = {"highlight", "tabbed-block"}  # a block of another kind, another tab
FEET = "//details[@class='foot']/p/a[1]"  # where it was checked, which knows the block
Shown = list[tuple[str, list[str]]]


@pytest.fixture(scope="module")
def course(
    project: Project, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Project]:
    """A course of one page, with the settings of the site."""
    root = tmp_path_factory.mktemp("pages")
    settings = yaml.safe_load((project.root / "mkdocs.yml").read_text(encoding="utf-8"))
    settings |= {"nav": [{"Page": PAGE}]}
    for folder in ("attention", "overrides", "docs/part"):
        (root / folder).mkdir(parents=True)
    (root / "mkdocs.yml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    write_snippets(root)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)  # as when the site is built
        yield Project(root)


def write(course: Project, lines: list[str]) -> list[str]:
    """Writes the page; says what is wrong with it."""
    (course.docs / PAGE).write_text("\n".join(lines) + "\n", encoding="utf-8")
    page = course.page(PAGE)
    complaints = [rule for _, rule in page.problems]
    complaints += sources._included(course, PAGE, page)
    try:
        blocks(course, PAGE)
    except PageError as error:
        complaints.append(str(error))
    return complaints


def executed(course: Project) -> Shown:
    """What pytest-codeblocks runs, with what it expects."""
    found = []
    for block in blocks(course, PAGE):
        if block.syntax == "python":
            expected = block.expected_output
            outputs = [] if expected is None else [expected.strip("\n")]
            found.append((block.code.strip("\n"), outputs))
    return found


def seen(tree: html.HtmlElement) -> Shown:
    """What a reader sees: each block of code, and the outputs directly below it."""
    return [
        (text(block), [text(output) for output in outputs])
        for block, outputs in in_order(tree)
    ]


def in_order(
    tree: html.HtmlElement,
) -> list[tuple[html.HtmlElement, list[html.HtmlElement]]]:
    """Blocks of code from top to bottom, each with its outputs, nothing between."""
    found = []
    below = None
    for element in tree.iter():
        classes = (element.get("class") or "").split()
        if "language-python" in classes:
            below = []
            found.append((element, below))
        elif "output" in classes and below is not None:
            below.append(element)
        elif element.tag in DRAWN or OTHER & set(classes) or any(own_words(element)):
            below = None
    return found


def own_words(element: html.HtmlElement) -> list[str]:
    """The words that stand in an element, and after it, if no block holds them."""
    blocks = "ancestor-or-self::*[contains(@class, 'highlight')]"
    if isinstance(element, html.HtmlComment):
        return [(element.tail or "").strip()]
    texts = [] if element.xpath(blocks) else [element.text, element.tail]
    return [(words or "").strip() for words in texts]


def written(course: Project) -> Shown:
    """What the page as plain Markdown has: blocks of code, and the outputs below."""
    found: Shown = []
    below: list[str] | None = None
    for piece in plain.pieces(course, PAGE):
        if isinstance(piece, plain.Block) and piece.path.endswith(".py"):
            below = []
            found.append((piece.text.strip("\n"), below))
        elif isinstance(piece, plain.Block) and below is not None:
            below.append(piece.text.strip("\n"))
        elif isinstance(piece, plain.Prose):
            assert "--8<--" not in piece.text
            below = None
    return found


def text(block: html.HtmlElement) -> str:
    return next(block.iter("code")).text_content().strip("\n")


def expecting(name: str) -> tuple[str, list[str]]:
    """A snippet, and what the tests hold it against: what it prints, not its error."""
    prints = SNIPPETS[name][1] is not None
    code, outputs = shown(name)
    return code, outputs[:prints]


def fits(run: Shown, read: Shown) -> bool:
    """Whether what runs is what is read, with the output that it expects."""
    return [code for code, _ in run] == [code for code, _ in read] and all(
        expected in ([], outputs[:1])
        for (_, expected), (_, outputs) in zip(run, read, strict=True)
    )


@given(pages())
def test_each_block_is_shown_once_and_run_once_with_its_outputs(course, page):
    complaints = write(course, page.lines)
    if complaints:
        assert TRICKY & set(page.blocks), f"refused without a reason: {complaints}"
        return
    tree = rendered(course, PAGE)
    assert seen(tree) == [shown(name) for name in page.blocks]
    assert written(course) == seen(tree)
    assert executed(course) == [expecting(name) for name in page.blocks]
    # And under each stands its foot, once.
    feet = [foot.get("href").rpartition("/")[2] for foot in tree.xpath(FEET)]
    assert feet == page.blocks
    for block, outputs in in_order(tree):
        *others, last = [block, *outputs]
        assert len(last.find_class("foot")) == 1
        assert not any(other.find_class("foot") for other in others)


lines_of_tight_pages = pages(tight=True).map(lambda page: page.lines)


@given(st.one_of(spoiled(), spoiled(), spoiled(), lines_of_tight_pages))
def test_a_page_with_slips_is_refused_or_shows_what_it_runs(course, lines):
    complaints = write(course, lines)
    tree = rendered(course, PAGE)
    if complaints or unexecuted_on(course, PAGE, tree):
        return
    run = executed(course)
    assert fits(run, seen(tree))
    with suppress(PageError):  # plain Markdown may refuse more
        assert written(course) == seen(tree)
    included = [INCLUDE.match(line) for line in lines]
    paths = [match["path"] for match in included if match]
    known = {f"{FOLDER}/{name}.py": shown(name)[0] for name in SNIPPETS}
    assert [code for code, _ in run] == [known[p] for p in paths if p in known]
