"""Markdown extension: above each block, the link to it and its form without us.

The form without the package is there where `publish.export.standalone` wrote one.
"""

import re
from pathlib import Path

from markdown.postprocessors import Postprocessor

from publish.markdown import extension
from publish.markdown.download_paths import standalone, uses_package
from publish.project import Snippet, url

OPENING = re.compile(r'<div [^>]*\bdata-snippet="(?P<id>[^"]+)"[^>]*>')


class AddLinks(Postprocessor):
    def run(self, text: str) -> str:
        return OPENING.sub(lambda found: found[0] + links(found["id"]), text)


def links(name: str) -> str:
    """The links of a block. Read alone, in a list of links, each says which block."""
    snippet = Snippet(name, Path.cwd())  # the site is built in the root
    idea, file = snippet.idea, standalone(name)
    made = (
        f'<a class="block-link" href="#code-{idea}" aria-label="Link to this block: '
        f'{idea}" data-search-exclude>#</a>'
    )
    if Path("docs", file).exists() and uses_package(snippet):  # made before pages
        up = "../" * url(snippet.page).count("/")
        made += (
            f'<a class="alone" download href="{up}{file}" '
            f'aria-label="Copy standalone: {idea}" data-search-exclude>Standalone</a>'
        )
    return made


# After `raw_html` (30), which puts the highlighted blocks in.
makeExtension = extension(("postprocessors", AddLinks, "publish-block-links", 5))
