"""Two sites of one course, made by two builders: do they say the same?"""

from itertools import zip_longest
from typing import Any
from urllib.parse import urljoin

from publish.guards.shown import blocks_in
from tests.site.built import Site


def differences(one: Site, other: Site) -> list[str]:
    """What a page of the course says in the one and not in the other."""
    found = []
    for page in one.project.pages:
        path = f"{one.project.url(page)}index.html"
        if path not in one.trees.keys() & other.trees.keys():
            found.append(f"docs/{page} is missing in one of the two")
            continue
        for had, has in zip_longest(parts(one, path), parts(other, path)):
            if had != has:
                found.append(f"docs/{page} has:\n{had}\nthe other has:\n{has}")
                break
    return found


def parts(site: Site, path: str) -> list[Any]:
    """The blocks, pictures, headings, links and words of a page."""
    article = next(site.trees[path].iter("article"))
    images = [(image.get("src"), image.get("alt")) for image in article.iter("img")]
    headings = [(h.tag, h.get("id")) for h in article.iter("h1", "h2", "h3", "h4")]
    words = article.text_content().split()
    return [*blocks_in(article), *images, *headings, *links_of(site, path), *words]


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
