"""MkDocs hook: takes out of the search's index what finds nothing.

And writes it as a script, too, for readers who open the site from the file system,
where nothing else may be read.
"""

import json
import re
from pathlib import Path

from lxml import html
from lxml.html import HtmlElement
from mkdocs.config.defaults import MkDocsConfig

# What nearly all blocks of code begin with.
SETUP = re.compile(
    r"^(?:# pip install .*|(?:from [\w.]+ )?import (?:\([^)]*\)|.*))\n+", re.MULTILINE
)
# Code that draws or is diagnosed, and what a diagnosis says.
APART = re.compile(
    r"plt\.|\bdiagnose\(|^  (?:computes|passed|cannot tell): ", re.MULTILINE
)
# In the reference, what parameters mean, and so on: their names are in the signature.
LISTS = {"Parameters:", "Attributes:", "Returns:", "Raises:"}


def on_post_build(config: MkDocsConfig) -> None:
    """The theme's search has written its index by then."""
    path = Path(config.site_dir, "search", "search_index.json")
    if path.exists() and not config.extra["is_served"]:
        shorten(path)


def shorten(path: Path) -> None:
    index = json.loads(path.read_text(encoding="utf-8"))
    for entry in index["docs"]:
        place = entry["location"]
        entry["text"] = findable(entry["text"], place)
        if "#" in place:
            entry.pop("tags", None)  # those of its page, which lead to the page
    text = json.dumps(index, separators=(",", ":"))
    path.write_text(text, encoding="utf-8")
    path.with_suffix(".js").write_text(f"var __index = {text};\n", encoding="utf-8")


def findable(text: str, place: str) -> str:
    """The HTML of an entry without imports, code that answers, and what is `APART`.

    These are found by the words around them. Nor are there words on the next page,
    which they find by themselves.
    """
    root = html.fragment_fromstring(text, create_parent="div")
    answers = place.startswith("practice/") or "#exercise" in place
    for code in list(root.iter("pre")):
        said = code.text_content()
        if answers or APART.search(said):
            code.drop_tree()
        elif SETUP.search(said):
            (inner,) = code
            inner.text = SETUP.sub("", said)
    for said in root.xpath(".//p[starts-with(normalize-space(), 'Next: ')]"):
        said.drop_tree()
    if place.startswith("reference/"):
        drop_lists(root)
    whole = html.tostring(root, encoding="unicode")
    return whole.removeprefix("<div>").removesuffix("</div>")


def drop_lists(root: HtmlElement) -> None:
    for title in root.xpath(".//p[following-sibling::*[1][self::ul]]"):
        if title.text_content() in LISTS:
            title.getnext().drop_tree()
            title.drop_tree()
