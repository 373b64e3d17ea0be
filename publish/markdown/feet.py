"""Markdown extension: the menu at the foot of each block, and its form without us.

A tick opens the menu, so that it is one stop of the Tab key. It says on which devices
this very code was checked (`publish.records.evidence`), has the block's own address,
and leads a reader who gets another number to the page that explains why numbers
differ, and from there to a form that knows the snippet. Where a block was written out
without the package, a link above its code gives that.
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
        return BLOCK.sub(lambda found: self.around(found[0], found["id"]), text)

    def around(self, block: str, name: str) -> str:
        """A block with its link above the code and its menu below."""
        start, end, rest = block.partition(">")
        file = standalone(name)
        made = Path("docs", file).exists()  # before pages are
        if made and uses_package(Snippet(name, Path.cwd())):
            idea = name.rpartition("/")[2]
            end += (
                f'<a class="alone" download href="{self.up(name)}{file}" '
                f'aria-label="Copy standalone: {idea}" data-search-exclude>'
                "Standalone</a>"
            )
        return start + end + rest + self.foot(name)

    def up(self, name: str) -> str:
        return "../" * url(Snippet(name, Path()).page).count("/")

    def foot(self, name: str) -> str:
        devices = self.marks.devices(Snippet(name, Path.cwd()))
        where = f"Checked on {', '.join(devices)}" if devices else "No run recorded"
        state, mark = ("fresh", "Checked") if devices else ("stale", "Not yet checked")
        up = self.up(name)
        idea = name.rpartition("/")[2]
        block = urlencode({"block": name}, safe="/")
        links = (
            ("", f"{up}verified/#{name}", where),
            ("", f"#code-{idea}", "Link to this"),
            *((" download", up + file, "Notebook") for file in instead(name)),
            ("", f"{up}mistakes/your-number/?{block}", "My number differs"),
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


def instead(name: str) -> list[str]:
    """The notebook of a block that needs the package and was not written out.

    It installs what it needs.
    """
    whole = notebook(Snippet(name, Path()).page)
    made, missing = (
        Path("docs", whole).exists(),
        not Path("docs", standalone(name)).exists(),
    )
    return [whole] * (made and missing and uses_package(Snippet(name, Path.cwd())))


# After `raw_html` (30), which puts the highlighted blocks in.
makeExtension = extension("postprocessors", AddFeet, "publish-feet", 5)
