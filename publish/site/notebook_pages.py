"""What mkdocs-jupyter rendered, without what it inlines, and at home on the site.

Each of its pages carries all of Jupyter's styles and scripts. Here, when the site is
built, these go, blocks get the markup that the theme's copy buttons and colours know,
and formulas are typeset as on every other page.
"""

import re
from pathlib import Path

from lxml import etree, html

from publish.export.notebooks import FOLDER
from publish.markdown.mathematics import typeset

HEAVY = b"jupyter-wrapper"
LEFT_OUT = (
    "style", "script", "clipboard-copy", "*[contains(@class, 'clipboard')]",
    "*[contains(@class, 'Prompt')]", "*[contains(@class, 'Collapser')]",
)  # fmt: skip
FORMULA = re.compile(r"\$\$([^$]+)\$\$|\$([^$\n]+)\$")
CODE = ("pre", "code")


def lighten(folder: Path) -> None:
    """Rewrites the pages of notebooks in a site that was just built."""
    for path in (folder / FOLDER).rglob("index.html"):
        text = path.read_bytes()
        if HEAVY in text:
            path.write_text(lightened(text), encoding="utf-8")


def lightened(text: bytes) -> str:
    tree = html.document_fromstring(text)
    wrapper = next(tree.iter("article"))
    for found in wrapper.xpath(" | ".join(f".//{what}" for what in LEFT_OUT)):
        found.drop_tree()
    for block in wrapper.find_class("highlight-ipynb"):
        as_block(block, "language-python highlight")
    for output in wrapper.find_class("jp-RenderedText"):
        as_block(output, "language-text output highlight")
    for element in wrapper.iter("div"):
        for name in ("tabindex", "data-mime-type"):
            element.attrib.pop(name, None)
    formulas: list[str] = []
    for element in wrapper.iter(etree.Element):
        if element.tag not in CODE:
            element.text = marked(element.text, formulas)
        if element.getparent().tag not in CODE:
            element.tail = marked(element.tail, formulas)
    made = html.tostring(tree, encoding="unicode", doctype="<!doctype html>")
    return re.sub("\ue000(\\d+)\ue001", lambda mark: formulas[int(mark[1])], made)


def as_block(found: html.HtmlElement, classes: str) -> None:
    """Gives a block the theme's markup."""
    found.set("class", classes)
    for pre in found.iter("pre"):
        code = etree.Element("code")
        code.text, code[:], pre.text = pre.text, list(pre), None
        pre.append(code)


def marked(text: str | None, formulas: list[str]) -> str | None:
    """A text with a mark in the place of each formula, whose markup is kept aside."""

    def kept(found: re.Match[str]) -> str:
        display = found[1] is not None
        made = typeset((found[1] or found[2]).strip(), display)
        tag = "div" if display else "span"
        formulas.append(f'<{tag} class="arithmatex">{made}</{tag}>')
        return f"\ue000{len(formulas) - 1}\ue001"

    return text and FORMULA.sub(kept, text)
