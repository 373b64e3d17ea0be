"""Of each kind of page, one is tried in full by tests/browser; the others at night."""

from tests.browser.kinds import OF_EACH_KIND
from tests.site.built import Site

# Not what is within code and formulas, which are made in one way.
PARTS = ".//*[not(ancestor::code or ancestor::*[contains(@class, 'katex')])]"


def made_of(site: Site, page: str) -> set[str]:
    """The elements and classes of a page's text."""
    elements = site.article(page).xpath(PARTS)
    classes = [(element.get("class") or "").split() for element in elements]
    return {str(element.tag) for element in elements}.union(*classes)


def test_what_pages_are_made_of_is_tried_in_full(site: Site) -> None:
    pages = {site.project.url(page): made_of(site, page) for page in site.project.pages}
    tried = set().union(*(pages[address] for address in OF_EACH_KIND))
    untried = {address: parts - tried for address, parts in pages.items()}
    advice = "tests/browser/kinds.py needs a page of this kind in OF_EACH_KIND"
    assert {page: parts for page, parts in untried.items() if parts} == {}, advice
