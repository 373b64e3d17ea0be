"""The pages that show notebooks, made by mkdocs-jupyter and at home on the site.

They are built apart from the others, by settings of their own, so that nobody waits for
them who writes a page. The lesson, one click away, leads through the course: here the
navigation is its tabs alone. What mkdocs-jupyter inlines, all of Jupyter's styles and
scripts, goes; blocks get the markup that the theme's copy buttons and colours know,
figures are the lesson's own, and formulas are typeset as on every other page.
"""

import json
import re
from pathlib import Path
from typing import Any

from lxml import etree, html

from publish.export.notebooks import FOLDER, of, with_notebooks
from publish.export.plain import address
from publish.markdown.blocks import PLAIN, reserve
from publish.project import Project

LEFT_OUT = (
    "style", "script", "clipboard-copy", "*[contains(@class, 'clipboard')]",
    "*[contains(@class, 'Prompt')]", "*[contains(@class, 'Collapser')]",
    "*[@class='celltoolbar']",
    "a[contains(@class, 'md-content__button')]",  # to edit a file that is made
)  # fmt: skip
FORMULA = re.compile(r"\$\$(?P<display>[^$]+)\$\$|\$(?P<inline>[^$\n]+)\$")
# What no formula is in: tags, scripts, code.
CODE = re.compile(
    r"(<script.*?</script>|<pre.*?</pre>|<code.*?</code>|<[^>]*>)", re.DOTALL
)


def shown(project: Project) -> list[str]:
    """The notebooks that have a page: those of lessons; the others can be had."""
    return [of(page) for page in with_notebooks(project) if page in project.lessons]


def settings(project: Project) -> str:
    """The settings by which mkdocs builds them, and nothing else."""
    own = {
        "INHERIT": str(project.root / "mkdocs.yml"),
        "docs_dir": str(project.docs),
        "exclude_docs": f"/*\n!/{FOLDER}/",
        "nav": [_tab(project, entry) for entry in project.config.nav or []],
        "not_in_nav": "*",
        "theme": {"custom_dir": str(project.root / "overrides")},
        "watch": [],
        "markdown_extensions": [],
        "plugins": ["meta", "search", {"mkdocs-jupyter": {"include": shown(project)}}],
    }
    return json.dumps(own)


def _tab(project: Project, entry: dict[str, Any]) -> dict[str, str]:
    """A tab of the course, which leads to its first page."""
    ((title, inside),) = entry.items()
    while not isinstance(inside, str):
        (inside,) = inside[0].values()
    return {title: address(project, project.url(inside))}


def lighten(project: Project, folder: Path) -> None:
    """Rewrites the pages in a folder that was just built."""
    home = project.config.site_url or ""
    for path in (folder / FOLDER).rglob("index.html"):
        root = "../" * len(path.parent.relative_to(folder).parts)
        notebook = project.docs / path.parent.relative_to(folder).with_suffix(".ipynb")
        tree = lightened(path.read_bytes(), figures(notebook), root)
        for link in tree.iter("a"):  # whole, in a notebook
            link.set("href", link.get("href", "").replace(home, root))
        made = html.tostring(tree, encoding="unicode", doctype="<!doctype html>")
        path.write_text(PLAIN.sub(r"\1", with_marks(made)), encoding="utf-8")


def figures(notebook: Path) -> list[tuple[str, str]]:
    """The figures of a notebook: where the site has them, and what they show."""
    return [
        (cell["metadata"]["file"].replace("snippets/", "").replace(".py", ".svg"), alt)
        for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        for output in cell.get("outputs", [])
        if (alt := output.get("data", {}).get("text/plain")) is not None
    ]


def lightened(
    text: bytes, figures: list[tuple[str, str]], root: str
) -> html.HtmlElement:
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
    drawings = wrapper.find_class("jp-RenderedSVG")
    for drawing, (name, alt) in zip(drawings, figures, strict=True):
        image = next(drawing.iter("img"))
        image.set("src", f"{root}figures/{name}")
        image.set("alt", alt)
        reserve(image, Path("snippets", name))
    for box in wrapper.xpath(".//div[contains(@class, 'jp-')]"):
        box.drop_tag()
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
