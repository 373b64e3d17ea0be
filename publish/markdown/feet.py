"""Markdown extension: the line at the foot of each block.

It says on which devices this very code was checked (`publish.records.evidence`), has
the block's own address, and leads a reader who gets another number to a form that knows
the snippet, and one who does not have the package to the block without it.
"""

import re
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from markdown import Extension, Markdown
from markdown.postprocessors import Postprocessor

from publish.export.notebooks import of
from publish.export.standalone import FOLDER, uses_package
from publish.project import Snippet, url
from publish.records.evidence import current_marks

# A block, and the outputs that follow it directly: its foot is below the last one.
BLOCK = re.compile(
    r'<div (?=[^>]*class="[^"]*\bsnippet\b)[^>]*data-snippet="(?P<id>[^"]+)"[^>]*>.*?'
    r"(?:</div>(?:\s|</?p>|<!--(?:(?!-->).)*-->)*"
    r'<div (?=[^>]*class="[^"]*\boutput\b)[^>]*>.*?)*'
    r"(?=</div>)",
    re.DOTALL,
)


class AddFeet(Postprocessor):
    def __init__(self, md: Markdown, repo: str) -> None:
        super().__init__(md)
        self.repo = repo.rstrip("/")

    def run(self, text: str) -> str:
        if 'data-snippet="' not in text:  # a heading, for the table of contents
            return text
        self.marks = current_marks(Path.cwd())  # the site is built in the root
        return BLOCK.sub(lambda found: found[0] + self.foot(found["id"]), text)

    def foot(self, name: str) -> str:
        devices = self.marks.devices(Snippet(name, Path.cwd()))
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
                    *((" download", up + file, words) for file, words in without(name)),
                )
            )
            + "</p>"
        )


def without(name: str) -> list[tuple[str, str]]:
    """The file with which a block runs where the package is not installed, if any.

    That is the block written out; where that would be too long, the page's notebook,
    which installs what it needs.
    """
    written, notebook = f"{FOLDER}/{name}.py", of(Snippet(name, Path()).page)
    if Path("docs", written).exists():  # which a build makes before its pages
        return [(written, "Standalone")]
    if Path("docs", notebook).exists() and uses_package(Snippet(name, Path.cwd())):
        return [(notebook, "Notebook")]
    return []


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
