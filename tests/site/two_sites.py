"""Two sites of one course, made by two builders: do they say the same?"""

from collections.abc import Callable
from itertools import zip_longest
from typing import Any
from urllib.parse import urljoin

from publish.guards.shown import Block, blocks_in
from tests.site.built import Site


def blocks(site: Site, page: str) -> list[Block]:
    return blocks_in(site.article(page))


def differences(one: Site, other: Site) -> list[str]:
    """What a page of the course says in the one and not in the other."""
    parts: dict[str, Callable[[Site, str], list[Any]]] = {
        "a block": blocks,
        "a figure": figures,
        "a heading": headings,
        "a link": links,
        "the text": words,
    }
    found = []
    for page in markdown_pages(one):
        path = f"{one.project.url(page)}index.html"
        if path not in one.trees.keys() & other.trees.keys():
            found.append(f"docs/{page} is missing in one of the two")
            continue
        for part, read in parts.items():
            pairs = zip_longest(read(one, page), read(other, page))
            first = next((pair for pair in pairs if pair[0] != pair[1]), None)
            if first:
                had, has = first
                found.append(
                    f"docs/{page}: {part} differs:\n{had}\nthe other has:\n{has}"
                )
    return found


def markdown_pages(site: Site) -> list[str]:
    return [page for page in site.project.pages if page.endswith(".md")]


def figures(site: Site, page: str) -> list[tuple[str, str]]:
    """What each picture shows, and where it comes from."""
    images = site.article(page).iter("img")
    return [(image.get("src") or "", image.get("alt") or "") for image in images]


def headings(site: Site, page: str) -> list[tuple[str, str, str]]:
    """Each heading with its address."""
    found = site.article(page).iter("h1", "h2", "h3", "h4", "h5", "h6")
    return [(str(h.tag), h.get("id") or "", h.text_content()) for h in found]


def links(site: Site, page: str) -> list[str]:
    """Where each link leads."""
    return links_of(site, f"{site.project.url(page)}index.html")


def links_of(site: Site, path: str) -> list[str]:
    """Where each link leads; to a notebook, be it to its page or to its file."""
    base = urljoin(site.project.config.site_url or "https://site.invalid/", path)
    article = next(site.trees[path].iter("article"))
    found = (link.get("href") for link in article.iter("a"))
    return [
        urljoin(base, address).replace(".ipynb", "/").replace("/index.html#", "/#")
        for address in found
        if address is not None
    ]


def words(site: Site, page: str) -> list[str]:
    return site.article(page).text_content().split()
