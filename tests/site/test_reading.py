"""What a page says of itself: its time to read, its length, what it is."""

from publish.guards.site import Site
from tests.site.words import words

WORDS_A_MINUTE = 200
SECONDS_A_BLOCK = 10
MOST_WORDS = 2_500
# Pages that one looks things up in, not read through.
LOOKED_UP = {"index.md", "glossary.md", "verified.md", "corrections.md"}
LOOKED_UP |= {"mistakes/index.md", "practice/index.md", "teachers.md", "using.md"}
LOOKED_UP |= {"playground.md", "machines.md"}


def prose(site: Site, page: str) -> int:
    """Words of a page, without its code and outputs."""
    return words(site.article(page)).total()


def lessons(site: Site) -> list[str]:
    return [
        page
        for page in site.project.pages
        if page not in LOOKED_UP and not page.startswith("reference/")
    ]


def test_the_time_to_read_is_that_of_its_words_and_blocks(site: Site) -> None:
    wrong = []
    for page in lessons(site):
        said = site.project.page(page).about.get("subtitle")
        blocks = sum(block.language == "python" for block in site.blocks(page))
        minutes = round(
            prose(site, page) / WORDS_A_MINUTE + blocks * SECONDS_A_BLOCK / 60
        )
        near = [f"{minutes + change} min" for change in (0, -1, 1)]
        if said not in near:
            wrong.append(f"docs/{page}: subtitle is {said!r}; write {near[0]}")
    assert wrong == []


def test_no_lesson_is_longer_than_a_walk(site: Site) -> None:
    long = {page: n for page in lessons(site) if (n := prose(site, page)) > MOST_WORDS}
    assert long == {}


def test_every_page_says_what_it_is(site: Site) -> None:
    for page in site.project.pages:
        assert {"title", "description"} <= site.project.page(page).about.keys(), page
