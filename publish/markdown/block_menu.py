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
        """A block with its link above the code and its menu below.

        One that needs the package and was not written out has a link to its notebook,
        which installs what it needs.
        """
        snippet = Snippet(name, Path.cwd())
        up = "../" * url(snippet.page).count("/")
        alone, whole = standalone(name), notebook(snippet.page)
        above, menu = "", []
        if Path("docs", alone).exists() and uses_package(snippet):  # made before pages
            above = (
                f'<a class="alone" download href="{up}{alone}" '
                f'aria-label="Copy standalone: {snippet.idea}" data-search-exclude>'
                "Standalone</a>"
            )
        elif Path("docs", whole).exists() and uses_package(snippet):
            menu = [(" download", up + whole, "Notebook")]
        start, end, rest = block.partition(">")
        return start + end + above + rest + self.foot(snippet, up, menu)

    def foot(self, snippet: Snippet, up: str, menu: list[tuple[str, str, str]]) -> str:
        devices = self.marks.devices(snippet)
        where = f"Checked on {', '.join(devices)}" if devices else "No run recorded"
        state, mark = ("fresh", "Checked") if devices else ("stale", "Not yet checked")
        block, idea = urlencode({"block": snippet.id}, safe="/"), snippet.idea
        links = (
            ("", f"{up}verified/#{snippet.id}", where),
            ("", f"#code-{idea}", "Link to this"),
            *menu,
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


# After `raw_html` (30), which puts the highlighted blocks in.
makeExtension = extension(("postprocessors", AddFeet, "publish-feet", 5))
