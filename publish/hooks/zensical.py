"""Builds the same course with Zensical, which succeeds the theme, from the same files.

``make site-zensical`` is there for the day on which the theme ends. Zensical reads
``mkdocs.yml`` and calls the same Markdown extensions, and its pages are completed as
mkdocs' are. It works on a copy, since it empties ``.cache``, where ours is too.

It takes every relative address for one that leads from the file, as links in Markdown
do; mkdocs leaves those that stand in HTML alone, which lead from the page. So this
module is one more extension, by which what is no file leads from the page.
"""

import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from markdown.postprocessors import Postprocessor

from publish.hooks.build import complete, run
from publish.markdown import extension
from publish.project import Project

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
  - publish.hooks.zensical
"""
ADDRESS = re.compile(r'(?<=\s)(?P<name>href|src)="(?P<path>[^":#/][^":#]*)(?=[#"])')


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


class LeadFromPage(Postprocessor):
    def run(self, text: str) -> str:
        context: Any = self.md.preprocessors["rendering_context"]
        return ADDRESS.sub(lambda found: from_page(found, context.page.path), text)


def from_page(found: re.Match[str], page: str) -> str:
    """An address that leads from ``part/page/``, as it is from ``part/page.md``."""
    file = Path("docs", page)  # the site is built in the root
    if file.stem == "index" or (file.parent / found["path"]).is_file():
        return found[0]
    return f'{found["name"]}="{file.stem}/{found["path"]}'


# After all others: what they write is HTML by then.
makeExtension = extension(("postprocessors", LeadFromPage, "publish-from-page", -10))
