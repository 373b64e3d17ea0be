"""The built site: nothing on it but what was executed, and no link that leads nowhere.

`Site` reads the HTML; each function below it returns the complaints of a guard.
"""

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from lxml import html

from publish.pages.html_blocks import unexecuted_on
from publish.project import Project

# A link of these relations is not fetched by a browser, nor is one to be clicked.
NOT_LOADED = {"canonical", "next", "prev", "alternate", "edit"}
CSS_URL = re.compile(r"""(?:url\(\s*["']?|@import\s+["'])([^"')]+)""")


class Site:
    """A folder of built pages."""

    def __init__(self, project: Project, folder: Path) -> None:
        self.project = project
        self.folder = folder

    @cached_property
    def trees(self) -> dict[str, html.HtmlElement]:
        """The parsed pages, by their path below the site's folder."""
        files = sorted(self.folder.rglob("*.html"))
        return {
            path.relative_to(self.folder).as_posix(): html.fromstring(path.read_bytes())
            for path in files
        }

    @cached_property
    def anchors(self) -> dict[str, set[str]]:
        """By page, what a link to a place on it may name."""
        return {
            path: set(tree.xpath("//@id | //a/@name"))
            for path, tree in self.trees.items()
        }

    def tree(self, page: str) -> html.HtmlElement:
        return self.trees[f"{self.project.url(page)}index.html"]

    def article(self, page: str) -> html.HtmlElement:
        return next(self.tree(page).iter("article"))


Wrong = Callable[[Site], list[str]]


def unexecuted(site: Site) -> list[str]:
    """Blocks in the HTML that nobody runs, and blocks that did not get there."""
    return [
        line
        for page in site.project.pages
        for line in unexecuted_on(site.project, page, site.article(page))
    ]


def dangling(site: Site) -> list[str]:
    """Links, anchors, images, scripts and styles that lead nowhere."""
    return [
        f"{path}: {said} leads nowhere"
        for path, said, _, target, _ in _addresses(site)
        if not _exists(site, path, target)
    ]


def foreign(site: Site) -> list[str]:
    """What a page would fetch from another origin."""
    return [
        f"{path}: {what} loads {target} from another origin"
        for path, _, what, target, loaded in _addresses(site)
        if loaded and not target.startswith("data:") and not _local(site, path, target)
    ]


def _addresses(site: Site) -> Iterator[tuple[str, str, str, str, bool]]:
    """Each address: where it is, as it is, in what, and whether it is fetched at once.

    That is, not when it is clicked.
    """
    for path, tree in site.trees.items():
        for target in tree.xpath("//@href | //@src | //object/@data"):
            element, name = target.getparent(), target.attrname
            said, what = f"<{element.tag} {name}={str(target)!r}>", f"<{element.tag}>"
            kept = element.tag == "link" and NOT_LOADED & {*element.get("rel").split()}
            yield path, said, what, str(target), element.tag != "a" and not kept
        for style in tree.iter("style"):
            for target in CSS_URL.findall(style.text or ""):
                yield path, f"url({target})", "a style", target, True
    for style in site.folder.rglob("*.css"):
        path = style.relative_to(site.folder).as_posix()
        for target in CSS_URL.findall(style.read_text(encoding="utf-8")):
            yield path, f"url({target})", "a style", target, True


def _exists(site: Site, path: str, target: str) -> bool:
    address = _local(site, path, target)
    if address is None:
        return True  # another site's: not ours to load, see `foreign`
    file, fragment = address
    if file.endswith("/") or not file:
        file += "index.html"
    if not (site.folder / file).is_file():
        return False
    if not fragment or file not in site.trees:
        return True
    return fragment in site.anchors[file] or fragment.startswith("__")


def _local(site: Site, path: str, target: str) -> tuple[str, str] | None:
    """(file, fragment) within the site, or None for an address outside it."""
    base = site.project.config.site_url or "https://site.invalid/"
    parts = urlsplit(urljoin(urljoin(base, path), target))
    root = urlsplit(base)
    if parts.scheme in ("mailto", "data", "javascript") or parts.netloc != root.netloc:
        return None
    return unquote(parts.path.removeprefix(root.path)), unquote(parts.fragment)
