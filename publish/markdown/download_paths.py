"""What a page or a block can be had as: where the files lie, in docs/ and on the site.

The links above a block lead to them, and `publish.export` makes them.
"""

import re

from publish.project import Snippet

NOTEBOOKS = "notebooks"
STANDALONE = "standalone"
OURS = re.compile(r"^(?:from|import) attention\b", re.MULTILINE)


def notebook(page: str) -> str:
    """The notebook of a page."""
    return f"{NOTEBOOKS}/{page.removesuffix('.md')}.ipynb"


def standalone(name: str) -> str:
    """The block of this name, written out without the package."""
    return f"{STANDALONE}/{name}.py"


def uses_package(snippet: Snippet) -> bool:
    """Whether a block is one that needs the package."""
    return OURS.search(snippet.code) is not None
