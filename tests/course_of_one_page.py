"""A course of one page, whole and then sabotaged, one thing at a time."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from lxml import html

from publish.page_model import PageError
from publish.pages import check_page, html_blocks, page_blocks, quoted_sentences
from publish.project import Project
from publish.snapshots.results import Outputs
from tests.site import built
from tests.site.built import Site

SETTINGS = """\
site_name: A course
site_url: https://example.org/course/
repo_url: https://github.com/someone/course
nav: []
markdown_extensions:
  - pymdownx.snippets: { base_path: [snippets, .] }
"""


HOME = Path(__file__).resolve().parents[1]
# The Markdown extensions are ours, wherever the course is.
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(HOME), "NO_MKDOCS_2_WARNING": "1"}


def mkdocs(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", *arguments],
        cwd=root,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )


class Course(Project):
    """A copy that a test may spoil; what it has not spoiled are links."""

    def edit(self, path: str, old: str, new: str) -> None:
        text = (self.root / path).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} is not once in {path}"
        self.write(path, text.replace(old, new))

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)  # the link, and not what it leads to
        file.write_text(text, encoding="utf-8")

    def executed(self) -> list[str]:
        """What executing its blocks finds."""
        outputs = Outputs(self)
        try:
            items = [
                item for page in self.pages for item in page_blocks.of_page(self, page)
            ]
        except PageError as error:
            return [str(error)]
        return [
            line for item in items for line in page_blocks.check_block(outputs, item)
        ]

    def read(self) -> list[str]:
        """What reading its sources, and the tests that quote it, finds."""
        quotes = quoted_sentences.quotes_of(self.root / "tests" / "facts")
        found = [
            line
            for name in self.pages
            for line in check_page.of_page(self, name, quotes.get(name, []))
        ]
        return found + check_page.of_all(self)

    def rendered(self) -> list[str]:
        """What looking at the HTML of its pages finds, without building the site."""
        found = []
        for page in self.pages:
            made = self.markdown.reset().convert(self.page(page).text)
            article = html.fromstring(f"<article>{made}</article>")
            found += html_blocks.unexecuted_on(self, page, article)
        return found

    def built(self) -> list[str]:
        """What building it and reading its HTML finds."""
        done = mkdocs(self.root, "build", "--strict")
        if done.returncode:
            return [done.stderr]
        site = Site(self, self.root / "site")
        checks: list[Callable[[Site], list[str]]] = [
            built.unexecuted,
            built.dangling,
            built.foreign,
        ]
        return [line for check in checks for line in check(site)]


def copied(whole: Project, root: Path) -> Course:
    """A copy of a course, to be spoiled. No command writes in place what it links."""
    shutil.copytree(whole.root / "snippets", root / "snippets")
    made = ("figures", "standalone", "notebooks")
    others = shutil.ignore_patterns("snippets", "site", *made)
    shutil.copytree(
        whole.root, root, copy_function=os.link, dirs_exist_ok=True, ignore=others
    )
    return Course(root)


def snippets_alone(root: Path, package: Path, **codes: str) -> Course:
    """A course of these snippets of part/page, which no page shows yet."""
    course = Course(root)
    course.docs.mkdir(parents=True)
    (root / "attention").symlink_to(package / "attention")
    course.write("mkdocs.yml", SETTINGS)
    for name, code in codes.items():
        course.write(f"snippets/part/page/{name}.py", code)
    return course
