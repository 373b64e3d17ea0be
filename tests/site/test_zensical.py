"""The same course from the theme's successor: `make site-zensical`."""

import pytest
from lxml import html

from publish.guards.shown import blocks_in
from publish.project import Project
from publish.site import zensical
from tests.site import built, moved, two_sites
from tests.site.built import Site

pytestmark = pytest.mark.nightly  # the course is built once more

PAGE = "self-attention/without-weights.md"


@pytest.fixture(scope="session")
def successor(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """What `make site-zensical` builds."""
    return Site(project, zensical.build(project, tmp_path_factory.mktemp("zensical")))


def test_both_say_the_same_page_by_page(site: Site, successor: Site) -> None:
    assert two_sites.differences(site, successor) == []


def test_both_lead_on_from_wrong_addresses(site: Site, successor: Site) -> None:
    links = two_sites.links_of(site, "404.html")
    assert len(links) > len(site.project.pages)
    assert links == two_sites.links_of(successor, "404.html")


def test_every_block_and_output_is_there(project: Project, successor: Site) -> None:
    assert built.unexecuted(successor) == []
    shown = [
        (page, block.anchor)
        for page in two_sites.markdown_pages(successor)
        for block in blocks_in(successor.article(page))
        if "snippet" in block.classes
    ]
    stored = [(snippet.page, f"code-{snippet.idea}") for snippet in project.snippets]
    assert sorted(shown) == sorted(stored)


def test_only_what_is_no_markdown_is_missing(site: Site, successor: Site) -> None:
    """A builder leaves out, without a word, what asks for a plugin it does not know."""
    missing = site.trees.keys() - successor.trees.keys()
    assert all(path.startswith("notebooks/") for path in missing)
    assert successor.trees.keys() <= site.trees.keys()


def test_every_link_and_address_holds(successor: Site) -> None:
    assert built.dangling(successor) == []
    assert built.foreign(successor) == []
    lost = moved.lost(successor)
    assert [line for line in lost if not line.startswith("notebooks/")] == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("torch", "numpy", "a block differs"),  # of code
        ("0.1385", "0.1386", "a block differs"),  # of output
        ('id="code-six-words"', 'id="code-five-words"', "a block differs"),
        ("largest.svg", "map.svg", "a figure differs"),
        ('id="exercise"', 'id="summary"', "a heading differs"),
        ('href="../softmax/"', 'href="../scaling/"', "a link differs"),
        ("dot product", "cross product", "the text differs"),
    ],
)
def test_what_is_spoiled_in_one_of_them_is_seen(
    site: Site, successor: Site, old: str, new: str, said: str
) -> None:
    path = f"{site.project.url(PAGE)}index.html"
    text = (successor.folder / path).read_text(encoding="utf-8")
    start = text.index("<article")
    assert old in text[start:]
    changed = text[:start] + text[start:].replace(old, new, 1)
    spoiled = Site(site.project, successor.folder)
    vars(spoiled)["trees"] = successor.trees | {path: html.fromstring(changed.encode())}
    for pair in ((site, spoiled), (spoiled, site)):
        problems = two_sites.differences(*pair)
        assert problems
        assert f"docs/{PAGE}: {said}" in problems[0]


def test_a_page_that_is_missing_is_seen(site: Site, successor: Site) -> None:
    path = f"{site.project.url(PAGE)}index.html"
    rest = Site(site.project, successor.folder)
    vars(rest)["trees"] = {p: t for p, t in successor.trees.items() if p != path}
    assert two_sites.differences(site, rest) == [
        f"docs/{PAGE} is missing in one of the two"
    ]
