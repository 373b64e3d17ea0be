"""Builds the same course with Zensical, which succeeds the theme, from the same files.

``make site-zensical`` is there for the day on which the theme ends. Zensical reads
``mkdocs.yml`` and calls the same Markdown extensions, and its pages are completed as
mkdocs' are. It works on a copy, since it empties ``.cache``, where ours is too.

It takes every relative address for one that leads from the file, as links in Markdown
do; mkdocs leaves those that stand in HTML alone, which lead from the page. So this
module is one more extension, by which these lead from the file too.
"""

import posixpath
import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

from markdown import Extension, Markdown
from markdown.postprocessors import Postprocessor
from markdown.treeprocessors import Treeprocessor

from publish.project import Project
from publish.site.build import complete, run

# Not copied; our extensions are found where they are.
BUILT = ("site", "site-zensical", "build", "dist", "__pycache__", "publish")
COMMAND = [sys.executable, "-m", "zensical", "build", "--config-file", "zensical.yml"]
# What differs from mkdocs.yml. Zensical takes a link to `repo:README.md` for one to a
# page that is missing, and has another look than that which our style sheets know.
SETTINGS = """\
INHERIT: mkdocs.yml
strict: false
theme:
  variant: classic
markdown_extensions:
  - publish.site.zensical
"""
TAG = re.compile(r"<[a-z][^>]*>")
ADDRESS = re.compile(r'(?P<before>\s(?:href|src)=")(?P<address>[^"]*)(?=")')
FROM_FILE = "from-file:"


def build(project: Project, folder: Path) -> Path:
    """Builds ``project`` into ``folder``; nothing of the course is executed."""
    return complete(project, folder, with_zensical)


def with_zensical(project: Project, folder: Path) -> None:
    with TemporaryDirectory() as name:
        root = Path(name, "course").resolve()
        unneeded = shutil.ignore_patterns(".*", *BUILT)
        shutil.copytree(project.root, root, ignore=unneeded)
        (root / "zensical.yml").write_text(SETTINGS, encoding="utf-8")
        run(COMMAND, root)
        if folder.exists():
            shutil.rmtree(folder)
        shutil.move(root / "site", folder)


class Mark(Treeprocessor):
    """Marks the addresses of Markdown's own links and images."""

    def run(self, root: Element) -> None:
        for element in root.iter():
            name = {"a": "href", "img": "src"}.get(element.tag, "")
            if name in element.attrib:
                element.set(name, FROM_FILE + element.attrib[name])


class LeadFromFile(Postprocessor):
    """Takes the marks away, and lets the addresses without one lead from the file."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(md)
        self.md = md

    def run(self, text: str) -> str:
        context: Any = self.md.preprocessors["rendering_context"]
        page = context.page.path
        return TAG.sub(lambda tag: with_addresses_from_file(tag[0], page), text)


def with_addresses_from_file(tag: str, page: str) -> str:
    """The tag, as it stands on ``page``, with addresses that lead from its file."""

    def changed(found: re.Match[str]) -> str:
        address = found["address"]
        if address.startswith(FROM_FILE):
            address = address.removeprefix(FROM_FILE)
        else:
            address = from_file(address, page)
        return found["before"] + address

    return ADDRESS.sub(changed, tag)


def from_file(address: str, page: str) -> str:
    """An address that leads from ``part/page/``, as it is from ``part/page.md``."""
    parts = urlsplit(address)
    folder = posixpath.basename(page).removesuffix(".md")
    if folder == "index" or parts.scheme or parts.netloc or not parts.path:
        return address
    if parts.path.startswith("/"):
        return address
    path = posixpath.normpath(posixpath.join(folder, parts.path))
    slash = "/" if parts.path.endswith("/") and path != "." else ""
    return parts._replace(path=path + slash).geturl()


class ZensicalExtension(Extension):
    def extendMarkdown(self, md: Markdown) -> None:
        # After all others: what they write is HTML by then.
        md.treeprocessors.register(Mark(md), "publish-mark", -10)
        md.postprocessors.register(LeadFromFile(md), "publish-from-file", -10)


def makeExtension(**options: Any) -> ZensicalExtension:
    return ZensicalExtension(**options)
