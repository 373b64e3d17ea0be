"""What mkdocs-jupyter rendered, without what it inlines, and at home on the site.

Each of its pages carries all of Jupyter's styles and scripts. Here, when the site is
built, these go, blocks get the markup that the theme's copy buttons and colours know,
figures the words that say what they show, and formulas are typeset as on every other
page.
"""

import json
import re
from pathlib import Path

from lxml import etree, html

from publish.export.notebooks import FOLDER
from publish.project import Project

HEAVY = b"jupyter-wrapper"
LEFT_OUT = (
    "style", "script", "clipboard-copy", "*[contains(@class, 'clipboard')]",
    "*[contains(@class, 'Prompt')]", "*[contains(@class, 'Collapser')]",
    "*[@class='celltoolbar']",
)  # fmt: skip
FORMULA = re.compile(r"\$\$(?P<display>[^$]+)\$\$|\$(?P<inline>[^$\n]+)\$")
# What no formula is in: tags, scripts, code.
CODE = re.compile(
    r"(<script.*?</script>|<pre.*?</pre>|<code.*?</code>|<[^>]*>)", re.DOTALL
)


def lighten(project: Project, folder: Path) -> None:
    """Rewrites the pages of notebooks in a site that was just built."""
    home = project.config.site_url or ""
    for path in (folder / FOLDER).rglob("index.html"):
        text = path.read_bytes()
        if HEAVY in text:
            notebook = path.parent.with_suffix(".ipynb").read_text(encoding="utf-8")
            root = "../" * len(path.parent.relative_to(folder).parts)
            tree = lightened(text, alts(notebook))
            for link in next(tree.iter("article")).iter("a"):  # whole, in a notebook
                link.set("href", link.get("href", "").replace(home, root))
            made = html.tostring(tree, encoding="unicode", doctype="<!doctype html>")
            path.write_text(with_marks(made), encoding="utf-8")


def alts(notebook: str) -> list[str]:
    """In words, what the figures of a notebook show."""
    cells = json.loads(notebook)["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    return [one["data"]["text/plain"] for one in outputs if "data" in one]


def lightened(text: bytes, alts: list[str]) -> html.HtmlElement:
    tree = html.document_fromstring(text)
    wrapper = next(tree.iter("article"))
    for found in wrapper.xpath(" | ".join(f".//{what}" for what in LEFT_OUT)):
        found.drop_tree()
    for block in wrapper.find_class("highlight-ipynb"):
        as_block(block, "language-python highlight")
    for output in wrapper.find_class("jp-RenderedText"):
        as_block(output, "language-text output highlight")
    for link in wrapper.find_class("anchor-link"):
        link.set("class", "headerlink")
    for link in wrapper.xpath("./a[contains(@class, 'md-content__button')]"):
        link.drop_tree()  # to edit a file that is made
    for figure, alt in zip(wrapper.find_class("jp-RenderedSVG"), alts, strict=True):
        next(figure.iter("img")).set("alt", alt)
    for element in wrapper.iter("div"):
        if "id" in element.attrib:  # by which scripts find it: no sign is in it
            element.set("id", element.attrib["id"].replace("cell-id=", "cell-"))
        for name in ("tabindex", "data-mime-type"):
            element.attrib.pop(name, None)
    return tree


def as_block(found: html.HtmlElement, classes: str) -> None:
    """Gives a block the theme's markup."""
    found.set("class", classes)
    for pre in found.iter("pre"):
        code = etree.Element("code")
        code.text, code[:], pre.text = pre.text, list(pre), None
        pre.append(code)


def with_marks(page: str) -> str:
    """The page with each formula outside of code as `with_formulas` knows it."""
    parts = CODE.split(page)
    return "".join(
        part if number % 2 else FORMULA.sub(marked, part)
        for number, part in enumerate(parts)
    )


def marked(formula: re.Match[str]) -> str:
    kind = "div" if formula["display"] else "span"
    tex = (formula["display"] or formula["inline"]).strip()
    return f'<{kind} class="arithmatex">{tex}</{kind}>'
