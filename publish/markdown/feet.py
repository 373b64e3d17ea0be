"""Markdown extension: the line at the foot of each block.

It says on which devices this very code was checked (`publish.records.evidence`), holds the
block's own address, and takes whoever gets another number to a form that knows the
snippet.
"""

import re
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from markdown import Extension, Markdown
from markdown.postprocessors import Postprocessor

from publish.records import evidence
from publish.project import Snippet, url
from publish.outputs.reach import Package

# A block, and the outputs that follow it directly: its foot is below the last one.
BLOCK = re.compile(
    r'<div (?=[^>]*class="[^"]*\bsnippet\b)[^>]*data-snippet="(?P<id>[^"]+)"[^>]*>.*?'
    r"(?:</div>(?:\s|</?p>|<!--(?:(?!-->).)*-->)*"
    r'<div (?=[^>]*class="[^"]*\boutput\b)[^>]*>.*?)*'
    r"(?=</div>)",
    re.DOTALL,
)


class Marks:
    """The devices on which each snippet was checked, as it is now."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.records = evidence.read(root)
        self.package = Package(root / "attention")

    def of(self, name: str) -> list[str]:
        snippet = Snippet(name, self.root)
        fresh = [
            evidence.DEVICES[record.device]
            for record in self.records
            if snippet.path.exists()
            and evidence.is_fresh(record, snippet, self.package)
        ]
        return list(dict.fromkeys(fresh))


def current_marks(root: Path) -> Marks:
    """The marks, read again only when a record or a source has changed."""
    files = [*evidence.folder(root).glob("*.json"), *(root / "attention").rglob("*.py")]
    changes = tuple(sorted((str(path), path.stat().st_mtime_ns) for path in files))
    return _marks(root, changes)


@lru_cache(maxsize=1)
def _marks(root: Path, changes: tuple[tuple[str, int], ...]) -> Marks:
    return Marks(root)


class AddFeet(Postprocessor):
    def __init__(self, md: Markdown, repo: str) -> None:
        super().__init__(md)
        self.repo = repo.rstrip("/")

    def run(self, text: str) -> str:
        return BLOCK.sub(lambda found: found[0] + self.foot(found["id"]), text)

    def foot(self, name: str) -> str:
        devices = current_marks(Path.cwd()).of(name)  # the site is built in the root
        mark = f"Checked on {', '.join(devices)}" if devices else "Not yet checked"
        state = "fresh" if devices else "stale"
        up = "../" * url(Snippet(name, Path()).page).count("/")
        form = urlencode({"template": "another-number.yml", "snippet": name}, safe="/")
        address = escape(f"{self.repo}/issues/new?{form}")
        idea = name.rpartition("/")[2]
        return (
            '<p class="foot" data-search-exclude>'
            + " ".join(
                # Read alone, as in a list of links, each says which block it means.
                f'<a{kind} href="{to}" aria-label="{words}: {idea}">{words}</a>'
                for kind, to, words in (
                    (f' class="{state}"', f"{up}verified/#{name}", mark),
                    ("", address, "I get another number"),
                    ("", f"#code-{idea}", "Link to this"),
                )
            )
            + "</p>"
        )


class FeetExtension(Extension):
    def __init__(self, **options: Any) -> None:
        self.config = {"repo": ["", "address of the repository, for its forms"]}
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        # After `raw_html` (30), which puts the highlighted blocks in.
        feet = AddFeet(md, self.getConfig("repo"))
        md.postprocessors.register(feet, "publish-feet", 5)


def makeExtension(**options: Any) -> FeetExtension:
    return FeetExtension(**options)
