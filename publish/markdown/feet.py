"""Markdown extension: the menu at the foot of each block.

A tick opens it, so that a page has one stop of the Tab key for each block. It says on
which devices this very code was checked (`publish.records.evidence`), has the block's
own address, gives the block written out without the package, and leads a reader who
gets another number to the section that explains why numbers differ, and from there to a
form that knows the snippet.
"""

import re
from html import escape
from pathlib import Path
from urllib.parse import urlencode

from markdown.postprocessors import Postprocessor

from publish.markdown import extension
from publish.markdown.files import notebook, standalone, uses_package
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
    def run(self, text: str) -> str:
        if 'data-snippet="' not in text:  # a heading, for the table of contents
            return text
        self.marks = current_marks(Path.cwd())  # the site is built in the root
        return BLOCK.sub(lambda found: found[0] + self.foot(found["id"]), text)

    def foot(self, name: str) -> str:
        devices = self.marks.devices(Snippet(name, Path.cwd()))
        where = f"Checked on {', '.join(devices)}" if devices else "No run recorded"
        state, mark = ("fresh", "Checked") if devices else ("stale", "Not yet checked")
        up = "../" * url(Snippet(name, Path()).page).count("/")
        idea = name.rpartition("/")[2]
        block = urlencode({"block": name}, safe="/")
        links = (
            ("", f"{up}verified/#{name}", where),
            ("", f"#code-{idea}", "Link to this"),
            *((" download", up + file, words) for file, words in without(name)),
            ("", f"{up}verified/?{block}#if-your-number-differs", "My number differs"),
        )
        # Read alone, as in a list of links, each says which block it means.
        items = " ".join(
            f'<a{kind} href="{escape(to)}" aria-label="{words}: {idea}">{words}</a>'
            for kind, to, words in links
        )
        return (
            '<details class="foot" name="feet" data-search-exclude>'
            f'<summary class="{state}" aria-label="{mark}: {idea}">{mark}</summary>'
            f"<p>{items}</p></details>"
        )


def without(name: str) -> list[tuple[str, str]]:
    """The file with which a block runs where the package is not installed, if any.

    That is the block written out; where that would be too long, the page's notebook,
    which installs what it needs.
    """
    written, whole = standalone(name), notebook(Snippet(name, Path()).page)
    if Path("docs", written).exists():  # which a build makes before its pages
        return [(written, "Copy standalone")]
    if Path("docs", whole).exists() and uses_package(Snippet(name, Path.cwd())):
        return [(whole, "Notebook")]
    return []


# After `raw_html` (30), which puts the highlighted blocks in.
makeExtension = extension("postprocessors", AddFeet, "publish-feet", 5)
