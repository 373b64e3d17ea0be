"""Markdown extension: names each included block after the file it shows.

A page says only which file it includes::

    ```python
    --8<-- "self-attention/without-weights/scores.py"
    ```

From that line alone the block gets its address on the page (``code-scores``),
and outputs get the classes that the style sheet knows, as do shapes: `[6, 3]`. A page
reads the same without this extension, in any Markdown viewer.

While the site is served for editing, ``preview`` names the folder that holds
outputs which are newer than the accepted ones: those are shown in their place,
and marked.
"""

import re
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import Processor

from publish.markdown import extension
from publish.page_model import INCLUDE

FENCE = re.compile(r"^(?P<indent>\s*)(?P<ticks>`{3,})(?P<lang>\w+)(?P<rest> .*)?$")
SIZE = re.compile(r'<svg[^>]* width="([\d.]+)pt" height="([\d.]+)pt"')
# Pixels for a point: matplotlib's 10 points are then as large as the text of the page.
SCALE = 1.6
SHAPE = re.compile(r"[\[(]\d[\d, ]*[\])]")
# Names, operators, punctuation and blanks in code, which the style sheet leaves in the
# colour of its text: without them a page has half as many elements.
PLAIN = re.compile(r'<span class="(?:n|o|p|w)">([^<]*)</span>')
# In boxes and lists, blocks without a blank line between them are left in a paragraph.
WRAPPED = re.compile(
    r'<p>(<div [^>]*class="[^"]*\bhighlight\b[^>]*>(?:(?!</?p>).)*</div>)</p>',
    re.DOTALL,
)


def describe(path: str) -> str | None:
    """The attributes of a block that includes ``path``; None if it is no block."""
    file = Path(path)
    stem = file.name.partition(".")[0]
    if path.startswith("attention/") and file.suffix == ".py":
        # Who searches finds what it says in the reference.
        return f'.source #source-{stem} data-search-exclude=""'
    if file.suffix == ".py":
        named = (
            f'.snippet #code-{stem} data-snippet="{file.with_suffix("").as_posix()}"'
        )
        # Code of solutions and of whole classes: the lessons have what it is made of.
        again = path.startswith(("practice/", "recap/just-the-code/", "reference/"))
        # Code that draws and prints nothing: its words are those of matplotlib.
        stored = Path("snippets", path)
        drawn = stored.with_suffix(".svg").is_file()
        draws = drawn and not stored.with_suffix(".out").is_file()
        return named + ' data-search-exclude=""' * (again or draws)
    if file.suffix == ".err":
        return ".output .error"
    if file.suffix == ".out":
        # Who searches looks for words, not for numbers. An error may follow.
        followed = " .followed" * Path("snippets", path).with_suffix(".err").is_file()
        return f'.output{followed} data-search-exclude=""'
    return None


class Part(Processor):
    """One part of the extension, and what mkdocs.yml and `serve` say to it."""

    def __init__(self, md: Markdown, repo: str = "", preview: str = "") -> None:
        super().__init__(md)
        self.repo = repo.rstrip("/")
        self.preview = Path(preview) if preview else None


class NameBlocks(Part, Preprocessor):
    """Adds attributes to the fence above an include."""

    def run(self, lines: list[str]) -> list[str]:
        lines = list(lines)
        for number, line in enumerate(lines[1:], start=1):
            include, fence = INCLUDE.match(line), FENCE.match(lines[number - 1])
            attributes = include and describe(include["path"])
            if not (include and fence and attributes):
                continue
            if self.preview and (self.preview / include["path"]).exists():
                attributes += " .pending"
                newer = (self.preview / include["path"]).as_posix()
                lines[number] = f'{include["indent"]}--8<-- "{newer}"'
            options = f".{fence['lang']} {attributes}{fence['rest'] or ''}"
            lines[number - 1] = f"{fence['indent']}{fence['ticks']}{{{options}}}"
        return lines


class Links(Part, Treeprocessor):
    """Turns ``repo:path`` into an address; marks shapes; sizes figures, marks newer."""

    def run(self, root: Element) -> None:
        for link in root.iter("a"):
            scheme, _, path = link.get("href", "").partition(":")
            if scheme == "repo":
                link.set("href", f"{self.repo}/blob/main/{path}")
        for code in root.iter("code"):
            if code.text and SHAPE.fullmatch(code.text):
                code.set("class", "shape")  # narrow columns must not break it
        for image in root.iter("img"):
            name = image.get("src", "").rpartition("figures/")[2]
            drawn = Path("snippets", name)  # the site is built in the project's root
            if self.preview and name and (self.preview / name).exists():
                image.set("class", "pending")
                drawn = self.preview / name
            if name and drawn.is_file():
                reserve(image, drawn)


def reserve(image: Any, drawn: Path) -> None:
    """Says how large a figure is, so that nothing moves when it arrives."""
    with drawn.open(encoding="utf-8") as file:
        size = SIZE.search(file.read(2000))
    if size:
        width, height = (round(float(points) * SCALE) for points in size.groups())
        image.set("width", str(width))
        image.set("height", str(height))
        image.set("loading", "lazy")


class Unwrap(Part, Postprocessor):
    """Takes blocks out of paragraphs, where HTML allows none and browsers make gaps.

    And marks of code that change no colour out of blocks.
    """

    def run(self, text: str) -> str:
        return WRAPPED.sub(r"\1", PLAIN.sub(r"\1", text))


makeExtension = extension(
    # Before `snippet` (32), which replaces the includes by the files.
    ("preprocessors", NameBlocks, "publish-blocks", 33),
    # After `inline` (20), which makes the links and images.
    ("treeprocessors", Links, "publish-links", 19),
    # After `raw_html` (30), which puts the highlighted blocks in.
    ("postprocessors", Unwrap, "publish-unwrap", 6),
)
